"""The cookbook, from the recipes in docs/recipes/: their first comments are titles and texts."""

from pathlib import Path

from tools.environment import ROOT

RECIPES = ROOT / "docs" / "recipes"
LONGEST_TABLE = 8
"""Lines of a table that are shown."""
HEAD = """# Cookbook

{count} small games, each of which shows one thing. Copy the folder of a recipe from
`docs/recipes/`, and change what you like: `petri make deck.yaml` builds a recipe of one file, and
`petri make FOLDER` a folder with a `kit.yaml`. [files.md](files.md) describes all keys, and
[your-own-game.md](your-own-game.md) is a tutorial.

The pictures show what the recipes print. What you make of a recipe is yours, without any condition.
"""
CONTENTS = {
    "Cards": (
        "full-bleed-photo",
        "cost-icons",
        "card-backs",
        "landscape-cards",
        "poker-and-tarot",
        "suits-and-ranks",
        "folder-of-pictures",
        "published-pdf",
        "role-card-halves",
        "own-font",
        "two-languages",
        "qr-codes",
        "barcodes",
        "health-track",
        "ship-cards",
        "online-table",
    ),
    "Tables and values": (
        "cards-from-csv",
        "cards-from-excel",
        "copies-by-column",
        "filter-a-table",
        "second-table",
        "pips-and-names",
        "conditional-text",
        "colour-by-value",
        "computed-values",
        "star-rating",
        "styles-and-parts",
        "random-numbers",
        "build-variants",
    ),
    "Text": (
        "icons-in-text",
        "marks-in-text",
        "marks-of-html",
        "quotes-and-hyphens",
        "stack-with-list",
        "action-card",
        "stats-table",
        "curved-text",
        "turned-text",
        "letters-with-outline",
    ),
    "Pictures and drawing": (
        "rounded-art",
        "bleed-from-edges",
        "parts-of-a-drawing",
        "layers-of-a-drawing",
        "svg-template",
        "mosaic",
        "gradient-background",
        "ribbon-banner",
        "dashes-and-arrows",
        "wheels-and-corners",
    ),
    "Boards": (
        "hex-map",
        "hex-numbers",
        "hex-edges",
        "score-track",
        "race-track",
        "chessboard",
        "map-with-links",
        "stock-market",
        "triangle-grid",
    ),
    "Tokens, dice, and boxes": (
        "counters",
        "chits",
        "hex-tiles",
        "dominoes",
        "polyominoes",
        "standees",
        "dice",
        "tabbed-dividers",
        "tuck-box",
        "labels",
        "cut-by-machine",
    ),
    "Sheets and booklets": (
        "roll-and-write",
        "illustrated-sheet",
        "quest-log",
        "player-aid",
        "illustrated-rules",
    ),
}


def write_page() -> str:
    """The page, with all recipes in the order of the contents."""
    parts = [HEAD.format(count=sum(map(len, CONTENTS.values())))]
    parts += [f"**{section}**: {list_links(names)}\n" for section, names in CONTENTS.items()]
    for section, names in CONTENTS.items():
        parts += [f"## {section}\n", *(write_recipe(RECIPES / name) for name in names)]
    return "\n".join(parts)


def list_links(names: tuple[str, ...]) -> str:
    """Links to the headings of recipes."""
    titles = [read_head(RECIPES / name)[0] for name in names]
    return " · ".join(f"[{title}](#{name_anchor(title)})" for title in titles)


def name_anchor(title: str) -> str:
    """The anchor that GitHub gives to a heading."""
    return "".join(mark for mark in title.lower() if mark.isalnum() or mark in " -_").replace(" ", "-")


def find_main(recipe: Path) -> Path:
    """The file to build, whose first comment describes the recipe."""
    names = ("kit.yaml", "deck.yaml", "board.yaml", "sheet.yaml")
    return next(path for path in (recipe / name for name in names) if path.exists())


def read_head(recipe: Path) -> tuple[str, str]:
    """Title and text."""
    title, *lines = read_comment(find_main(recipe))
    return title, " ".join(lines)


def read_comment(path: Path) -> list[str]:
    lines = []
    for line in path.read_text("utf-8").splitlines():
        if not line.startswith("# "):
            break
        lines.append(line[2:])
    return lines


def write_recipe(recipe: Path) -> str:
    """Heading, text, picture, and files."""
    title, text = read_head(recipe)
    main = find_main(recipe)
    others = sorted(path for path in recipe.rglob("*") if path.is_file() and path != main)
    shown = [path for path in others if path.suffix in {".yaml", ".csv"}]
    linked = [path for path in others if path not in shown]
    parts = [f"### {title}\n", f"{text}\n", f"![{title}](pictures/recipes/{recipe.name}.png)\n"]
    parts += [write_file(path, recipe) for path in [main, *shown]]
    if linked:
        links = (f"[{path.relative_to(recipe).as_posix()}]({link_to(path)})" for path in linked)
        parts.append(f"With {', '.join(links)}\n")
    return "\n".join(parts)


def write_file(path: Path, recipe: Path) -> str:
    """The text of a file below its name, without the first comment; a long table is cut."""
    lines = path.read_text("utf-8").splitlines()[len(read_comment(path)) :]
    if path.suffix == ".csv" and len(lines) > LONGEST_TABLE:
        lines = [*lines[:LONGEST_TABLE], "..."]
    name = path.relative_to(recipe).as_posix()
    body = "\n".join(lines)
    return f"[{name}]({link_to(path)})\n\n```{path.suffix[1:]}\n{body}\n```\n"


def link_to(path: Path) -> str:
    return f"recipes/{path.relative_to(RECIPES).as_posix()}"
