"""Cards of PDF files look the same in every output: upright, complete, with their backs behind them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter
from typer.testing import Result

from tests.pdf_samples import make_pdf, survey_here

CARD = (30.0, 40.0)
AT = (20.0, 15.0)
RED, BLUE, GREEN, GREY = (220, 30, 30), (30, 30, 220), (20, 150, 60), (120, 120, 120)
"""Colours of the corners of a front, from the top left clockwise."""
DECK = """\
size: 30 x 40 mm
cards: {pdf: cards.pdf, grid: 1x1, card: 30 x 40 mm, at: [20 mm, 15 mm], backs: even, flip: FLIP}
"""


def draw_card(corners: tuple[tuple[int, int, int], ...], top: float) -> Callable[[Any], None]:
    """Return a page with a card whose quarters have these colours."""

    def draw(canvas: Any) -> None:
        for index, (x, y) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
            canvas.setFillColorRGB(*(tone / 255 for tone in corners[index]))
            canvas.rect(AT[0] + 15 * x, top + 20 * y, 15, 20, stroke=0, fill=1)

    return draw


@pytest.fixture(autouse=True)
def cards_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a file of a front and its back, and look at it without a process for each."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("generator.read.pictures.pdf_file.survey_pdf", survey_here)


def write_deck(flip: str) -> None:
    """Write a front with four colours, and a back with two, as `flip` has them in the file."""
    front, back = (RED, BLUE, GREEN, GREY), (RED, RED, BLUE, BLUE)
    size = (70.0, 90.0)
    top = AT[1] if flip == "columns" else size[1] - AT[1] - CARD[1]
    turned = back if flip == "columns" else (*back[2:], *back[:2])
    data = make_pdf([draw_card(front, AT[1]), draw_card(turned, top)], size)
    Path("cards.pdf").write_bytes(data)
    Path("cards.yaml").write_text(DECK.replace("FLIP", flip), "utf-8")


def list_pictures(folder: Path) -> list[Any]:
    """Return the pictures that were written, and the pages of PDF files at 100 dpi, by name."""
    found = []
    for path in sorted(folder.rglob("*.p[dn]*")):
        if path.suffix == ".png":
            found.append(Image.open(path).convert("RGB"))
        else:
            with pypdfium2.PdfDocument(path) as file:
                found += [page.render(scale=100 / 72).to_pil().convert("RGB") for page in file]
    return found


def name_tone(tone: tuple[int, int, int]) -> str:
    """Return a letter for what a colour looks like, also in ink."""
    red, green, blue = tone
    if max(tone) - min(tone) < 20:
        return "k"
    return "rgb"[max(range(3), key=(red, green, blue).__getitem__)]


def read_quarters(picture: Any) -> str:
    """Return letters of the quarters of the coloured part of a page, from the top left clockwise."""
    red, green, blue = picture.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    least = ImageChops.darker(ImageChops.darker(red, green), blue)
    coloured = ImageChops.subtract(most, least).point([255 * (tone > 20) for tone in range(256)])
    # Without the edges of letters and marks.
    box = coloured.filter(ImageFilter.MinFilter(5)).getbbox()
    assert box, "the page has no colours"
    left, top, right, bottom = box
    places = ((1, 1), (3, 1), (3, 3), (1, 3))
    return "".join(
        name_tone(picture.getpixel((left + (right - left) * x // 4, top + (bottom - top) * y // 4)))
        for x, y in places
    )


@pytest.mark.parametrize("flip", ["columns", "rows"])
@pytest.mark.parametrize(
    ("words", "front", "back"),
    [
        ("--orientation portrait", "rbgk", "rrbb"),
        ("--bleed 3mm --orientation portrait", "rbgk", "rrbb"),
        ("--to png --dpi 50 --orientation portrait", "rbgk", "rrbb"),
        ("--backs duplex-short --orientation portrait", "rbgk", "bbrr"),
        ("--to pdf-x4 --dpi 60 --orientation portrait", "rbgk", "rrbb"),
        ("--to pdf-x1a --dpi 60 --orientation portrait", "rbgk", "rrbb"),
        ("--ink low --dpi 60 --orientation portrait", "rbgk", "rrbb"),
        ("--for faces --dpi 50", "rbgk", "rrbb"),
        ("--for silhouette --orientation portrait", "rbgk", "rrbb"),
    ],
)
def test_cards_look_the_same(
    petri: Callable[..., Result], flip: str, words: str, front: str, back: str
) -> None:
    """The corners of front and back are where they were on the card, in both orders of the file."""
    write_deck(flip)
    done = petri("make", "cards.yaml", "--out", "out", *words.split())
    assert done.exit_code == 0, done.output
    found = sorted(map(read_quarters, list_pictures(Path("out"))))
    assert found == sorted((front, back))
