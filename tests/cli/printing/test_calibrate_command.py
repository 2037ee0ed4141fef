"""`petri calibrate` builds the sheet that a printer is measured with."""

from collections.abc import Callable
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from typer.testing import Result

Petri = Callable[..., Result]


def test_two_sides_of_one_sheet(petri: Petri, tmp_path: Path) -> None:
    """Its name is said; it is printed on both sides, over the edge that was asked for."""
    done = petri("calibrate", "--backs", "duplex-short")
    assert done.exit_code == 0
    assert done.stdout == "output/calibration-en-a4-duplex-short.pdf\n"
    with pikepdf.open(tmp_path / "output/calibration-en-a4-duplex-short.pdf") as sheet:
        assert sheet.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert len(sheet.pages) == 2


@pytest.mark.parametrize("locale", ["en", "es", "fr", "it", "de", "ar", "ja", "pt-BR"])
@pytest.mark.parametrize("paper", ["a4", "a5", "letter"])
def test_every_language_and_paper(petri: Petri, tmp_path: Path, locale: str, paper: str) -> None:
    """All words fit on all papers."""
    assert petri("calibrate", "--locale", locale, "--paper", paper, "-o", "here").exit_code == 0
    assert (tmp_path / f"here/calibration-{locale}-{paper}.pdf").is_file()


@pytest.mark.parametrize("locale", ["en", "es", "fr", "it", "de", "ar", "ja", "pt-BR"])
def test_what_to_type_is_on_the_sheet(petri: Petri, locale: str) -> None:
    """The command that reads the sheet, with its options, and more words that fit on the smallest paper."""
    done = petri("calibrate", "--locale", locale, "--paper", "a5", "--printer", "office_2")
    assert done.exit_code == 0
    page = pypdfium2.PdfDocument(done.stdout.strip())[0].get_textpage()
    text = " ".join(page.get_text_range().split())
    assert "petri calibrate --printer office_2 --read --paper a5" in text


def test_any_paper(petri: Petri) -> None:
    """Small and large ones have the bars that fit."""
    for paper, bars in (("tabloid", ("150 mm", "250 mm")), ("130x180mm", ("100 mm", "150 mm"))):
        done = petri("calibrate", "--paper", paper)
        assert done.exit_code == 0, done.stderr
        text = pypdfium2.PdfDocument(done.stdout.strip())[0].get_textpage().get_text_range()
        assert all(bar in text.replace("\N{NO-BREAK SPACE}", " ") for bar in bars)


def test_signs_stand_before_their_numbers(petri: Petri, tmp_path: Path) -> None:
    """As they are typed, also among words that are read from the right."""
    petri("calibrate", "--locale", "ar")
    page = pypdfium2.PdfDocument(tmp_path / "output/calibration-ar-a4.pdf")[0].get_textpage()
    text = page.get_text_range()
    for sign in "+−":
        places = [at for at, letter in enumerate(text) if letter == sign]
        assert len(places) == 10
        for at in places:
            digit = next(near for near in (at + 1, at - 1) if text[near] == "5")
            assert page.get_charbox(at)[0] < page.get_charbox(digit)[0]


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["--paper", "a44"], 1, "unknown paper 'a44' (did you mean 'a4'?)"),
        (["--locale", "tlh"], 1, "unknown language 'tlh'"),
        (["--backs", "fold"], 2, "unknown value 'fold'"),
    ],
)
def test_what_nobody_has(petri: Petri, tmp_path: Path, words: list[str], code: int, told: str) -> None:
    """Is told, and nothing is written."""
    done = petri("calibrate", *words)
    assert done.exit_code == code
    assert told in done.stderr
    assert not (tmp_path / "output").exists()


def test_help_names_the_two_ways_that_there_are(petri: Petri) -> None:
    """Folded and separate backs have nothing to calibrate, so they are not offered."""
    assert "separate" in petri("make", "--help").stdout
    assert "separate" not in petri("calibrate", "--help").stdout
