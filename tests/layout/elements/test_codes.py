"""QR codes and barcodes are readable by phones, or an error."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from typer.testing import Result

KIT = """\
id: codes
title: kit.title
players: "2"
theme: base
parts:
  - deck: cards.yaml
"""
CARDS = """\
id: cards
title: kit.cards
size: poker
front: code
templates:
  code:
    - qr: {text: "%s", box: [6 mm, 6 mm, %s, 60 mm], level: h}
cards:
  - {id: sun}
  - {id: moon}
"""
Petri = Callable[..., Result]


def make(petri: Petri, folder: Path, text: str, width: str = "51 mm", cards: str = CARDS) -> Result:
    """Return a picture of two cards with QR codes."""
    game = folder / "codes"
    (game / "wording").mkdir(parents=True)
    (game / "kit.yaml").write_text(KIT, encoding="utf-8")
    (game / "cards.yaml").write_text(cards % (text, width), encoding="utf-8")
    words = "words: {kit: {title: Codes, cards: Cards}}\n"
    (game / "wording" / "en.yaml").write_text(words, encoding="utf-8")
    return petri("make", "codes", "--to", "png", "--dpi", "200")


def test_each_card_has_its_own_text(petri: Petri, tmp_path: Path) -> None:
    """Fields are filled in, and a decoder finds both texts on the page."""
    done = make(petri, tmp_path, "https://example.org/{id}")
    assert done.exit_code == 0, done.output
    picture = Image.open(io.BytesIO((tmp_path / "output/codes/cards-en-a4-200dpi.png").read_bytes()))
    found = {code.text for code in zxingcpp.read_barcodes(picture)}
    assert found == {"https://example.org/sun", "https://example.org/moon"}


@pytest.mark.parametrize(
    ("text", "width", "problem"),
    [
        ("https://example.org/{id}", "9 mm", "are too small for phones; make the code 12 mm wide"),
        ("x" * 3000, "51 mm", "a QR code cannot hold 3000 characters"),
        ("x" * 2000, "2 mm", "2000 characters are too many for a code of 2 mm; it needs more than 27 mm"),
        ("{idd}", "51 mm", "the field `idd` is not in"),
    ],
)
def test_what_no_phone_can_read_is_an_error(
    petri: Petri, tmp_path: Path, text: str, width: str, problem: str
) -> None:
    """Modules that are too small, a text that is too long, and an unknown field are errors."""
    done = make(petri, tmp_path, text, width)
    assert done.exit_code != 0
    assert problem in done.output


@pytest.mark.parametrize(
    ("kind", "text", "found"),
    [
        ("code128", "Petri {id}", {"Petri sun", "Petri moon"}),
        ("code39", "PETRI-7", {"PETRI-7"}),
        ("ean13", "4006381333931", {"4006381333931"}),
        ("ean8", "9638507", {"96385074"}),
        ("upca", "036000291452", {"0036000291452"}),
    ],
)
def test_bars_are_read_by_a_decoder(
    petri: Petri, tmp_path: Path, kind: str, text: str, found: set[str]
) -> None:
    bars = CARDS.replace("qr:", "barcode:").replace("level: h", f"kind: {kind}")
    done = make(petri, tmp_path, text, cards=bars)
    assert done.exit_code == 0, done.output
    picture = Image.open(io.BytesIO((tmp_path / "output/codes/cards-en-a4-200dpi.png").read_bytes()))
    assert {code.text for code in zxingcpp.read_barcodes(picture)} == found


@pytest.mark.parametrize(
    ("kind", "text", "problem"),
    [
        ("ean13", "4006381333930", "the last digit of `4006381333930` must be 1: it checks the others"),
        ("code128", "9" * 5000, "a barcode cannot hold 5000 characters, but 100 at most"),
        ("ean13", "12", "`12` cannot be a barcode of the kind ean13: EAN must have 12 digits, received 2."),
        ("code128", "\u00fc", "The following characters are not valid for Code 128"),
        ("code128", "a very long text for bars, too long", "are too small for phones; make the code"),
    ],
)
def test_texts_that_are_no_barcode(petri: Petri, tmp_path: Path, kind: str, text: str, problem: str) -> None:
    bars = CARDS.replace("qr:", "barcode:").replace("level: h", f"kind: {kind}")
    done = make(petri, tmp_path, text, cards=bars)
    assert done.exit_code != 0
    assert problem in done.output
