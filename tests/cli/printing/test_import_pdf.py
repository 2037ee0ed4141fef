"""`petri import cards.pdf` shows the grid that it found, and `petri make cards.pdf` prints it anew."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from tests.pdf_samples import draw_cards, draw_marks, join, list_boxes, make_pdf, survey_here

FOUR = list_boxes(2, 2, (63, 88), (42, 60))


@pytest.fixture(autouse=True)
def cards_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a file of one page, and look at it without a process for each."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("generator.read.pictures.pdf_file.survey_pdf", survey_here)
    marks = draw_marks((42, 105, 168), (60, 148, 236))
    Path("cards.pdf").write_bytes(make_pdf([join(draw_cards(FOUR), marks)]))


def test_import_and_make(petri: Callable[..., Result]) -> None:
    """The short form writes the deck beside the file, says where its cards are, and uses it the next time."""
    done = petri("make", "cards.pdf", "--out", "out", "--backs", "none")
    sentence = "cards.pdf: 4 cards a page, 2 x 2, 63 x 88 mm, at 42, 60 mm, gap 0"
    assert (done.exit_code, done.stdout.startswith(sentence)) == (0, True)
    assert [*Path("out").rglob("*.pdf")]
    assert {path.name for path in Path().glob("cards*")} == {
        "cards.pdf", "cards.yaml", "cards-import.png", "cards-import.txt",
    }  # fmt: skip
    again = petri("make", "cards.pdf", "--out", "out")
    assert again.stdout.startswith("cards.yaml says where the cards of cards.pdf are\n")
    taken = petri("import", "cards.pdf")
    assert taken.exit_code == 2 or "already there" in taken.output


@pytest.mark.parametrize("command", ["make", "import"])
def test_a_missing_file_is_named(petri: Callable[..., Result], command: str) -> None:
    """A PDF file is not taken for the name of a game."""
    done = petri(command, "crads.pdf")
    assert (done.exit_code, done.stderr) == (1, "crads.pdf: there is no such file\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--grid", "3by3"], "`3by3` is not a number of columns and rows"),
        (["--card", "63"], "'63' is not two lengths; write it like 63x88mm"),
        (["--card", "1x1mm"], "'1x1mm' is too small to be cut out"),
        (["--at", "12mm"], "'12mm' is not two lengths; write it like 12mm,10mm"),
        (["--backs", "odd"], "`odd` does not say where the backs are"),
        (["--pages", "0"], "`0` is not a range of pages"),
        (["--pages", "2"], "cards.pdf: has no page 2 (it has 1 page)"),
        (["--backs", "separate"], "cards.pdf: there are no pages of backs (write `--backs none`)"),
    ],
)
def test_wrong_options(petri: Callable[..., Result], words: list[str], message: str) -> None:
    """Each wrong option is one message, and nothing is written."""
    done = petri("import", "cards.pdf", *words)
    assert done.exit_code in (1, 2)
    assert message in " ".join(done.output.replace("│", " ").split())
    assert not Path("cards.yaml").exists()


def test_options_of_pdf_files_are_refused_for_others(petri: Callable[..., Result]) -> None:
    """The options that describe pages have no meaning for a script."""
    Path("cards.nde").write_text("TEXT=1,hello,0,0,6,9\n", encoding="utf-8")
    done = petri("import", "cards.nde", "--grid", "3x3")
    assert (done.exit_code, "are for PDF files" in done.output) == (2, True)


@pytest.mark.parametrize(("typed", "code"), [("y\n", 0), ("n\n", 1)])
def test_the_grid_is_shown_before_it_is_used(
    petri: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, typed: str, code: int
) -> None:
    """On a terminal, a grid that was found is asked for; after a no, nothing is written."""
    monkeypatch.setattr("generator.cli.printing.importing.is_on_terminal", lambda: True)
    done = petri("import", "cards.pdf", typed=typed)
    assert (done.exit_code, Path("cards.yaml").exists()) == (code, code == 0)
    assert "The cards are in red frames in " in done.stdout
    assert ("--card 63x88mm" in done.stdout) is (code == 1)


def test_given_grids_are_not_asked_for(petri: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    """With --grid, nothing is asked, also on a terminal."""
    monkeypatch.setattr("generator.cli.printing.importing.is_on_terminal", lambda: True)
    done = petri("import", "cards.pdf", "--grid", "2x2", "--card", "63x88mm", "--to", "deck")
    assert (done.exit_code, Path("deck/cards.yaml").exists()) == (0, True)
