"""`petri make` builds what was asked for, under names that say what it is."""

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from typer.testing import Result

Petri = Callable[..., Result]


def built(folder: Path) -> set[str]:
    return {path.name for path in (folder / "output" / "tiny-game").iterdir()}


def page_words(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    words = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    return words


def test_defaults_are_all_parts_in_english_on_a4_as_pdf(
    petri: Petri, tiny_game: Path, tmp_path: Path
) -> None:
    """Without options there is one PDF a part, and one line that says where."""
    done = petri("make", "tiny_game")
    assert done.exit_code == 0
    assert built(tmp_path) == {"sheet-en-a4.pdf", "rules-en-a4.pdf"}
    assert done.stdout.startswith("2 files in output/tiny-game (")
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_lists_have_commas_and_may_be_repeated(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """Every mixture of commas and repeated options is the same list."""
    words = ("--locale", "en,es", "--paper", "a4", "--paper", "letter", "--to", "pdf,svg", "-p", "sheet")
    assert petri("make", "tiny_game", *words).exit_code == 0
    assert built(tmp_path) == {
        f"sheet-{locale}-{paper}.{kind}"
        for locale in ("en", "es")
        for paper in ("a4", "letter")
        for kind in ("pdf", "svg")
    }


def test_all_is_every_locale_and_paper(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """`all` stands for what there is."""
    petri("make", "tiny_game", "--locale", "all", "--paper", "all", "--part", "rules", "--to", "txt")
    assert {"rules-en-a4.txt", "rules-es-letter.txt"} <= built(tmp_path)


def test_a_single_file_is_named(petri: Petri, tiny_game: Path) -> None:
    """The summary of one file is its path; the same again says that nothing has changed."""
    words = ("make", "tiny_game", "--part", "sheet", "--out", "here")
    assert petri(*words).stdout.startswith("here/tiny-game/sheet-en-a4.pdf (")
    assert petri(*words).stdout.rstrip().endswith(", unchanged")


def test_names_are_filled_in_a_page_each(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """Each name has its page, in order, marks being no marks there; other parts come as they are."""
    assert petri("make", "tiny_game", "--names", "Ana,Bo", "--names", "{Zoë\\*").exit_code == 0
    pages = page_words(tmp_path / "output/tiny-game/sheet-en-a4.pdf")
    assert len(pages) == 3
    for words, name in zip(pages, ("Ana", "Bo", "{Zoë\\*"), strict=True):
        assert name in words
    assert len(page_words(tmp_path / "output/tiny-game/rules-en-a4.pdf")) == 1


def test_copies_are_for_sheets(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """Thirty sheets for thirty players, but the rules once."""
    petri("make", "tiny_game", "--copies", "30")
    assert len(page_words(tmp_path / "output/tiny-game/sheet-en-a4.pdf")) == 30
    assert len(page_words(tmp_path / "output/tiny-game/rules-en-a4.pdf")) == 1


def test_pages_of_svg_are_numbered_and_old_ones_go(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """A file a page, with zeros where there are ten or more; pages of a longer build are removed and told."""
    words = ("make", "tiny_game", "--part", "sheet", "--to", "svg")
    petri(*words, "--copies", "10")
    assert built(tmp_path) == {f"sheet-en-a4-{page:02}.svg" for page in range(1, 11)}
    (tmp_path / "output/tiny-game/sheet-en-a4-notes.svg").write_text("mine")
    again = petri(*words)
    assert built(tmp_path) == {"sheet-en-a4.svg", "sheet-en-a4-notes.svg"}
    assert "10 pages of an earlier build removed" in again.stdout


def test_dots_per_inch_are_those_of_the_picture(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """A4 at 50 dpi is 413 by 585 dots; a PNG says so in its first bytes."""
    petri("make", "tiny_game", "--part", "sheet", "--to", "png", "--dpi", "50")
    head = (tmp_path / "output/tiny-game/sheet-en-a4.png").read_bytes()[:24]
    assert int.from_bytes(head[16:20], "big") == pytest.approx(210 / 25.4 * 50, abs=1)
    assert int.from_bytes(head[20:24], "big") == pytest.approx(297 / 25.4 * 50, abs=1)


def test_the_same_input_gives_the_same_bytes(petri: Petri, tiny_game: Path, tmp_path: Path) -> None:
    """Two runs into two folders do not differ in a byte."""
    for out in ("one", "two"):
        petri("make", "tiny_game", "--to", "pdf,svg,png,txt", "--out", out, "--dpi", "40")
    for path in (tmp_path / "one/tiny-game").iterdir():
        assert path.read_bytes() == (tmp_path / "two/tiny-game" / path.name).read_bytes(), path.name


def test_a_game_given_twice_is_built_once(petri: Petri, tiny_game: Path) -> None:
    """Both ways to name a game are the same game."""
    done = petri("make", "fight-the-virus", "fight_the_virus", "--part", "aid", "--to", "txt")
    assert done.exit_code == 0
    assert done.stdout.startswith("output/fight-the-virus/aid-en-a4.txt")
