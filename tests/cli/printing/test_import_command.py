"""`petri import`: what it prints, its exit codes, and the lines of the source beside those of the deck."""

from pathlib import Path

import pytest

from tests.conftest import Petri

SCRIPT = "LINK=cards.csv\nTEXT=,[Name],5%,5%,50%,10%\n"


def write(folder: Path, script: str = SCRIPT) -> None:
    (folder / "cards.nde").write_text(script)
    (folder / "cards.csv").write_text("Name\nGoblin\n")


def test_a_script_becomes_a_deck_that_prints(petri: Petri, tmp_path: Path) -> None:
    """The report, the deck beside the script, and the next command."""
    write(tmp_path)
    result = petri("import", "cards.nde")
    assert result.exit_code == 0
    assert result.output.split("\n")[:3] == [
        "cards.nde: 2 lines: 2 taken over, 0 changed, 0 left out",
        "2 files in .",
        "  petri make cards.yaml",
    ]
    assert petri("make", "cards.yaml").exit_code == 0


def test_what_is_wrong_names_the_line_of_the_source(petri: Petri, tmp_path: Path) -> None:
    """A finding about the new deck ends with the line that it is from, and the exit code is 1."""
    write(tmp_path, "LINK=cards.csv\n; a title\nTEXT=,Incomprehensibilities,5%,5%,3%,2%\n")
    result = petri("import", "cards.nde")
    assert result.exit_code == 1
    assert "[cards/cards-en-a4" in result.output or "[cards.nde:3]" in result.output


def test_lines_that_are_left_out_are_an_exit_code(petri: Petri, tmp_path: Path) -> None:
    """Exit code 1 if something of the source is not in the deck."""
    write(tmp_path, SCRIPT + "CHROMAKEY=#ffffff\n")
    result = petri("import", "cards.nde", "--to", "deck")
    assert result.exit_code == 1
    assert "cards.nde:3: left out: CHROMAKEY: has no counterpart" in result.output
    assert (tmp_path / "deck/cards.yaml").is_file()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("none.nde", "there is no such file"),
        ("cards.doc", "is a document of Word"),
        ("cards.csv", "is a table without a design"),
    ],
)
def test_what_cannot_be_imported_is_one_message(petri: Petri, tmp_path: Path, name: str, said: str) -> None:
    """Missing files and other kinds of files are errors, and nothing is written."""
    write(tmp_path)
    (tmp_path / "cards.doc").write_text("x")
    before = sorted(tmp_path.iterdir())
    result = petri("import", name)
    assert result.exit_code == 1
    assert said in result.output
    assert sorted(tmp_path.iterdir()) == before
