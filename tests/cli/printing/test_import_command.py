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
    assert "[cards.nde:3]" in result.output


def test_a_line_of_an_included_file_names_that_file(petri: Petri, tmp_path: Path) -> None:
    """A macro or an INCLUDE is elsewhere: the place is where the element is written."""
    write(tmp_path, "LINK=cards.csv\nINCLUDE=more.nde\n")
    (tmp_path / "more.nde").write_text(
        "\n\nIMAGE=,none.png,0,0,1,1\nTEXT=,Incomprehensibilities,5%,5%,3%,2%\n"
    )
    result = petri("import", "cards.nde")
    assert "more.nde:3: changed: picture: there is no picture none.png" in result.output
    assert "[more.nde:4]" in result.output


def test_what_is_wrong_in_a_table_names_the_source(petri: Petri, tmp_path: Path) -> None:
    """A finding in a row has its own place, and that of the card in the source."""
    long = "x" * 200
    cards = f'[{{"title": "A", "contents": []}},\n{{"title": "B", "contents": ["text | {long}"]}}]'
    (tmp_path / "cards.json").write_text(cards)
    found = [line for line in petri("import", "cards.json").output.split("\n") if "too wide" in line]
    assert found[0].removeprefix("warning: ").startswith("cards_cards.json:")
    assert found[0].endswith("[cards.json:2]")


def test_a_remark_on_a_column_names_the_directive(petri: Petri, tmp_path: Path) -> None:
    """What is said of the table has the line of the script that names it."""
    write(tmp_path, "UNIT=CM\n" + SCRIPT)
    (tmp_path / "cards.csv").write_text("Name,Unused\nGoblin,7\n")
    [said] = [line for line in petri("import", "cards.nde").output.split("\n") if "never printed" in line]
    assert said.endswith("[cards.nde:2]")


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
        ("none.nde", "none.nde: there is no such file\n"),
        ("none.pdf", "none.pdf: there is no such file\n"),
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
