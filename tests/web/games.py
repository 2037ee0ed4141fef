"""A small game of two languages, for screens: cards from a table, and a sheet."""

from pathlib import Path

KIT = """\
id: meadow
title: kit.title
players: "2"
papers: [a4]
templates: [templates.yaml]
parts:
  - deck: cards.yaml
  - sheet: sheet.yaml
"""
CARDS = """\
id: cards
title: cards.title
size: 60 mm x 90 mm
front: flower
cards: cards.csv
"""
TEMPLATES = """\
templates:
  flower:
    - ground: paper
    - panel: {id: band, box: [5 mm, 5 mm, 50 mm, 20 mm], fill: primary}
    - words: {id: title, say: "flower.{id}", role: card_title, box: [5 mm, 30 mm, 50 mm, 10 mm]}
    - words: {id: about, text: "{about}", role: card_body, box: [5 mm, 45 mm, 50 mm, 30 mm]}
"""
SHEET = """\
id: sheet
title: sheet.title
bands:
  - [{sections: [score]}]
sections:
  score:
    title: sheet.score
    blocks:
      - words: {say: sheet.help}
      - grid: {squares: "# #", size: 8 mm}
"""
ENGLISH = """\
words:
  kit: {title: Meadow}
  cards: {title: "Meadow: Cards"}
  sheet:
    title: Score
    score: Points
    help: Write your points into the squares below.
  flower:
"""
SPANISH = """\
language: Español
words:
  kit: {title: Prado}
  cards: {title: Cartas}
  sheet:
    title: Puntos
    score: Puntos
    help: Escribe tus puntos en las casillas.
  flower:
"""
FLOWERS = ("poppy", "daisy", "clover", "thistle", "yarrow", "sorrel", "mallow", "tansy", "vetch", "arnica")


def write_game(folder: Path, *, count: int = 20) -> Path:
    """Write the game with this number of cards, of which each has a text of its own in both languages."""
    game = folder / "meadow"
    (game / "wording").mkdir(parents=True)
    ids = [f"{FLOWERS[number % len(FLOWERS)]}_{number}" for number in range(count)]
    rows = [f"{id},Card {number} of the meadow.\n" for number, id in enumerate(ids)]
    english = [f"    {id}: {id.capitalize()}\n" for id in ids]
    spanish = [f"    {id}: Flor {id}\n" for id in ids]
    files = {
        "kit.yaml": KIT,
        "cards.yaml": CARDS,
        "cards.csv": "id,about\n" + "".join(rows),
        "templates.yaml": TEMPLATES,
        "sheet.yaml": SHEET,
        "wording/en.yaml": ENGLISH + "".join(english),
        "wording/es.yaml": SPANISH + "".join(spanish),
    }
    for name, text in files.items():
        (game / name).write_text(text, encoding="utf-8")
    return game


def change(path: Path, old: str, new: str) -> None:
    """Replace a text that is in a file."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
