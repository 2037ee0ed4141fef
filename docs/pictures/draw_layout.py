"""Draw what the layout does by itself, beside the same without it: the pictures of docs/layout.md.

`python -m docs.pictures.draw_layout 5 6` draws only these; `make pictures` draws all.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from docs.pictures.draw_recipes import DPI, cut_card, lay, trim
from docs.pictures.layout_rules import LayoutRule, read_layout_rules
from generator.cli.app import app

FOLDER = Path(__file__).parent / "layout"
HEIGHT, SHEET_HEIGHT = 120, 220
FOOT = 11
CARD = 48, 30, 2
PAPER = "80x80mm"
"""Cards of samples in mm with their corner, and paper for one of them."""
ON_SHEETS = {18}
"""Rules about a sheet of cards."""
WHOLE = {18, 19}
"""Rules about the margins of a page."""


def build(rule: LayoutRule, folder: Path, *, is_off: bool) -> list[Image.Image]:
    """Return the cards or pages of a rule."""
    game = rule.write(folder / "game", is_off=is_off)
    words = ["make", str(game), "--to", "png", "--dpi", str(DPI), "--out", str(folder / "out")]
    is_card = rule.kind == "deck" and rule.number not in ON_SHEETS
    if is_card:
        words += ["--paper", PAPER, "--grid", "1x1", "--margin", "0mm", "--bleed", "0mm", "--marks", "none"]
    for name, (columns, rows) in rule.printing.items() if is_off else ():
        words += [f"--{name}", f"{columns}x{rows}"]
    if app(words, standalone_mode=False):
        raise SystemExit(f"rule {rule.number} was not built")
    pages = [Image.open(path).convert("RGBA") for path in sorted((folder / "out").glob("*/*.png"))]
    if is_card:
        return [cut_card(page, *CARD) for page in pages]
    return pages if rule.number in WHOLE else [trim(page, is_turned=False, foot=FOOT) for page in pages]


def draw(rule: LayoutRule) -> None:
    """Write the picture of a rule: without it, unless that is an error, and with it."""
    things = []
    for is_off in (False,) if rule.stops or rule.tells else (True, False):
        with TemporaryDirectory() as folder:
            things += build(rule, Path(folder), is_off=is_off)
    height = SHEET_HEIGHT if rule.kind != "deck" or rule.number in ON_SHEETS else HEIGHT
    table = lay(things, height).convert("RGB").quantize(64)
    table.save(FOLDER / f"{rule.number}.png", optimize=True)
    print(rule.number, table.size)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for rule in read_layout_rules():
        if len(sys.argv) == 1 or str(rule.number) in sys.argv[1:]:
            draw(rule)


if __name__ == "__main__":
    main()
