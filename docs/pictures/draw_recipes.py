"""Draw the pictures of the cookbook from what its recipes print: `make pictures`.

`python docs/pictures/draw_recipes.py hex-map chits` draws only these.
"""

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from generator.cli.app import app

FOLDER = Path(__file__).parent / "recipes"
RECIPES = Path(__file__).parents[1] / "recipes"
TABLE = "#e6eae4"
DPI = 150
MM_PER_INCH = 25.4
SMALLEST_PAPER = 95
FOOT = 11
LARGEST = 40_000
SIZES = {
    "poker": (63, 88, 3),
    "bridge": (57, 88, 3),
    "tarot": (70, 120, 3.5),
    "square": (70, 70, 3),
    "mini_european": (44, 68, 2.5),
}
PAPERS = {
    "player-aid": "a5",
    "illustrated-rules": "a5",
    "hex-tiles": "170x140mm",
    "chits": "140x150mm",
    "counters": "120x100mm",
    "standees": "110x120mm",
    "polyominoes": "130x95mm",
    "dice": "110x110mm",
    "labels": "avery_l7160",
    "cut-by-machine": "170x95mm",
    "tuck-box": "210x190mm",
}
"""Paper for recipes whose pieces share a page."""
CUTTERS = {"cut-by-machine": "silhouette"}
"""Machines for which recipes are printed."""
SHOWN = {"tuck-box": 1, "labels": 1, "suits-and-ranks": 4, "pips-and-names": 4, "booklet": 2}
"""Number of pictures, if not three."""
HEIGHT, WIDTH, GAP = 300, 680, 20
BOARD_HEIGHT = 380


def build(recipe: Path, folder: Path) -> list[Image.Image]:
    """The pages of a recipe, without those that are as an earlier one; cards are cut out."""
    card = None if recipe.name in PAPERS else read_card_size(recipe)
    files = [path for path in (recipe / "deck.yaml", recipe / "board.yaml") if path.exists()]
    game = recipe if (recipe / "kit.yaml").exists() else files[0]
    words = ["make", str(game), "--to", "png", "--dpi", str(DPI), "--out", str(folder)]
    on_paper = any((recipe / name).exists() for name in ("sheet.yaml", "aid.yaml", "rules.yaml"))
    if not on_paper:
        cutter = CUTTERS.get(recipe.name)
        words += ["--for", cutter] if cutter else ["--marks", "none"]
    locales = sorted(path.stem for path in (recipe / "wording").glob("*.yaml"))
    words += ["--locale", ",".join(sorted({"en", *locales}))]
    if card:
        side = max(1.95 * min(card[:2]), max(card[:2]) + 8, SMALLEST_PAPER)
        words += ["--paper", f"{side:g}x{side:g}mm", "--margin", "0mm", "--bleed", "0mm"]
    elif recipe.name in PAPERS and (recipe / "kit.yaml").exists():
        words += ["--paper", PAPERS[recipe.name]]
    elif recipe.name in PAPERS:
        words += ["--paper", PAPERS[recipe.name], "--margin", "2mm", "--bleed", "0mm", "--gutter", "1.5mm"]
    elif not on_paper:
        words += ["--bleed", "0mm"]
        words += [] if game.name == "deck.yaml" else ["--no-poster"]
    if app(words, standalone_mode=False):
        raise SystemExit(f"{recipe.name} was not built")
    pages = [Image.open(path).convert("RGBA") for path in sorted(folder.glob("*/*.png"), key=find_order)]
    pictures = [
        cut_card(page, *card)
        if card
        else trim(page, is_turned=not on_paper, foot=0 if recipe.name in CUTTERS else FOOT)
        for page in pages
    ]
    return list({picture.tobytes(): picture for picture in pictures}.values())


def find_order(path: Path) -> tuple[int, str]:
    number = re.search(r"-(\d+)$", path.stem)
    return int(number[1]) if number else 0, path.stem


def read_card_size(recipe: Path) -> tuple[float, float, float] | None:
    """Width, height, and corner of the cards of a deck in one file."""
    deck = recipe / "deck.yaml"
    text = deck.read_text("utf-8") if deck.exists() else ""
    size = re.search(r"^size: (.+?)(?: *#.*)?$", text, re.MULTILINE)
    if not size or "\ncards:" not in text:
        return None
    if size[1] in SIZES:
        return SIZES[size[1]]
    corner = re.search(r"^corner: (.+)$", text, re.MULTILINE)
    width, height = (float(side.removesuffix(" mm")) for side in size[1].split(" x "))
    return width, height, float(corner[1].removesuffix(" mm")) if corner else 0


def cut_card(page: Image.Image, width: float, height: float, corner: float) -> Image.Image:
    """The card in the middle of a page, with its corners."""
    scale = DPI / MM_PER_INCH
    wide, high = width * scale, height * scale
    left, top = (page.width - wide) / 2, (page.height - high) / 2
    card = page.crop((round(left), round(top), round(left + wide), round(top + high)))
    mask = Image.new("L", card.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle(
        (0, 0, card.width - 1, card.height - 1), round(corner * scale), fill=255
    )
    card.putalpha(mask)
    return card


def trim(page: Image.Image, *, is_turned: bool, foot: float) -> Image.Image:
    """Without the white margins, and the line at the foot or, on turned pages, at the left."""
    foot = round(foot * DPI / MM_PER_INCH)
    page = page.crop(
        (foot if is_turned and page.width > page.height else 0, 0, page.width, page.height - foot)
    )
    paper = Image.new("RGB", page.size, "white")
    difference = ImageChops.difference(page.convert("RGB"), paper).convert("L")
    box = difference.point(lambda value: 255 * (value > 8)).getbbox()
    assert box is not None
    around = 12
    left, top = max(box[0] - around, 0), max(box[1] - around, 0)
    right, bottom = min(box[2] + around, page.width), min(box[3] + around, page.height)
    return page.crop((left, top, right, bottom))


def lay(things: list[Image.Image], height: int) -> Image.Image:
    """Pictures side by side on a table."""
    wide = sum(thing.width / thing.height for thing in things) * height
    height = round(height * min(1, (WIDTH - GAP * (len(things) + 1)) / wide))
    shown = [
        thing.resize((round(thing.width * height / thing.height), height), Image.Resampling.LANCZOS)
        for thing in things
    ]
    size = (sum(thing.width for thing in shown) + GAP * (len(shown) + 1), height + 2 * GAP)
    table = Image.new("RGBA", size, TABLE)
    left = GAP
    for thing in shown:
        shadow = Image.new("RGBA", size, (0, 0, 0, 0))
        shadow.paste((30, 40, 50, 120), (left + 1, GAP + 3), thing.getchannel("A"))
        table.alpha_composite(shadow.filter(ImageFilter.GaussianBlur(4)))
        table.alpha_composite(thing, (left, GAP))
        left += thing.width + GAP
    return table


def draw(recipe: Path) -> None:
    """Write the picture of one recipe, made smaller until its file is small."""
    with TemporaryDirectory() as name:
        things = build(recipe, Path(name))[: SHOWN.get(recipe.name, 3)]
    is_board = len(things) == 1 and read_card_size(recipe) is None
    table = lay(things, BOARD_HEIGHT if is_board else HEIGHT).convert("RGB")
    path = FOLDER / f"{recipe.name}.png"
    while True:
        few = table.quantize(255, Image.Quantize.MAXCOVERAGE, kmeans=4)
        table.quantize(palette=few, dither=Image.Dither.FLOYDSTEINBERG).save(path, optimize=True)
        if path.stat().st_size < LARGEST:
            break
        table = table.resize((round(table.width * 0.9), round(table.height * 0.9)), Image.Resampling.LANCZOS)
    print(path.name, table.size, path.stat().st_size)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for recipe in sorted(path for path in RECIPES.iterdir() if path.is_dir()):
        if len(sys.argv) == 1 or recipe.name in sys.argv[1:]:
            draw(recipe)


if __name__ == "__main__":
    main()
