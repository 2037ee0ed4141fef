"""QR codes: phones read what they say, and what phones cannot read is an error."""

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


def make(petri: Petri, folder: Path, text: str, width: str = "51 mm") -> Result:
    """Print two cards with codes as a picture."""
    game = folder / "codes"
    (game / "wording").mkdir(parents=True)
    (game / "kit.yaml").write_text(KIT, encoding="utf-8")
    (game / "cards.yaml").write_text(CARDS % (text, width), encoding="utf-8")
    words = "words: {kit: {title: Codes, cards: Cards}}\n"
    (game / "wording" / "en.yaml").write_text(words, encoding="utf-8")
    return petri("make", "codes", "--to", "png", "--dpi", "100")


def test_each_card_has_its_own_text(petri: Petri, tmp_path: Path) -> None:
    """Fields are filled in, and a reader of QR codes finds both texts on the page."""
    done = make(petri, tmp_path, "https://example.org/{id}")
    assert done.exit_code == 0, done.output
    picture = Image.open(io.BytesIO((tmp_path / "output/codes/cards-en-a4.png").read_bytes()))
    found = {code.text for code in zxingcpp.read_barcodes(picture)}
    assert found == {"https://example.org/sun", "https://example.org/moon"}


@pytest.mark.parametrize(
    ("text", "width", "problem"),
    [
        ("https://example.org/{id}", "9 mm", "are too small for phones; make the code 12 mm wide"),
        ("x" * 3000, "51 mm", "a QR code cannot hold 3000 characters"),
        ("{idd}", "51 mm", "the field `idd` is not in"),
    ],
)
def test_what_no_phone_can_read_is_an_error(
    petri: Petri, tmp_path: Path, text: str, width: str, problem: str
) -> None:
    """Squares that are too small, too long a text, and a field that is not there."""
    done = make(petri, tmp_path, text, width)
    assert done.exit_code != 0
    assert problem in done.output
