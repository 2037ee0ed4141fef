"""Draws the picture of the styles of `petri new --style`, from what their decks print: `make pictures`."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageDraw, ImageFont

from generator.cli.app import app
from generator.make.game_folders import STYLES

ROOT = Path(__file__).parents[2]
TARGET = ROOT / "data" / "styles" / "styles.png"
GROUND, TYPE = "#5b5f68", "#ffffff"
CARD = 160, 224
GAP, HEAD, CORNER = 10, 26, 8
CARDS = 4


def build(style: str, folder: Path) -> list[Image.Image]:
    """The first cards of a style and their back, rounded."""
    words = ["make", str(ROOT / "data" / "styles" / style), "--part", "cards", "--for", "faces"]
    if app([*words, "--to", "png", "--dpi", "150", "--out", str(folder)], standalone_mode=False):
        raise SystemExit(f"{style} cannot be drawn")
    (listed,) = folder.rglob("cards.json")
    faces = json.loads(listed.read_text("utf-8"))
    fronts = [face["file"] for face in faces if face["side"] == "front"]
    backs = [face["file"] for face in faces if face["side"] == "back"][:1]
    shown = (*fronts[: CARDS - 1], fronts[-1], *backs)
    return [round_off(Image.open(listed.parent / name)) for name in shown]


def round_off(card: Image.Image) -> Image.Image:
    """A card in the size of the picture, with round corners."""
    small = card.convert("RGB").resize(CARD, Image.Resampling.LANCZOS)
    mask = Image.new("L", (CARD[0] * 4, CARD[1] * 4))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, *mask.size), CORNER * 4, fill=255)
    small.putalpha(mask.resize(CARD, Image.Resampling.LANCZOS))
    return small


def draw() -> Image.Image:
    wide, high = CARD[0] + GAP, CARD[1] + HEAD + GAP
    picture = Image.new("RGB", (wide * (CARDS + 1) + GAP, high * len(STYLES) + GAP), GROUND)
    pen = ImageDraw.Draw(picture)
    font = ImageFont.truetype(str(ROOT / "fonts/noto-sans/NotoSans-Bold.ttf"), 15)
    for row, (style, genre, _) in enumerate(STYLES):
        pen.text((GAP, row * high + GAP), f"petri new my-game --style {style}", fill=TYPE, font=font)
        pen.text((picture.width - GAP, row * high + GAP), genre, fill=TYPE, font=font, anchor="ra")
        with TemporaryDirectory() as folder:
            for column, card in enumerate(build(style, Path(folder))):
                picture.paste(card, (GAP + column * wide, row * high + HEAD + GAP), card)
    return picture


if __name__ == "__main__":
    draw().save(TARGET, optimize=True)
