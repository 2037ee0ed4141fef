"""`petri table`: which file it fills in, and what it says of wrong input; the page is tried in tests/web."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import Result

from generator.play.paper import Put
from generator.web.safe import Door
from generator.web.table import OpenTable, PutsBody
from tests import played
from tests.filling import fill_by_pikepdf
from tests.web.tables import ask

Petri = Callable[..., Result]
SHEET = ("table", "fight-the-virus")


@pytest.fixture(autouse=True)
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[OpenTable]:
    """The tables whose page was opened, instead of being served until Ctrl-C."""
    tables: list[OpenTable] = []
    begin = OpenTable.__init__

    def note(self: OpenTable, *values: object, **named: object) -> None:
        begin(self, *values, **named)
        tables.append(self)

    monkeypatch.setattr(OpenTable, "__init__", note)
    monkeypatch.setattr(Door, "serve", Door.close)
    monkeypatch.setenv("BROWSER", "any")
    monkeypatch.setattr(typer, "launch", lambda address: 0)
    monkeypatch.chdir(tmp_path)
    return tables


def read_state(table: OpenTable) -> dict[str, object]:
    found: dict[str, object] = json.loads(ask(table, "state").data)
    return found


def test_a_table_begins_and_is_continued(petri: Petri, opened: list[OpenTable]) -> None:
    """Nothing is written before the first tap; then the same command goes on."""
    first = petri(*SHEET, "--players", "Ana,Bo")
    assert re.match(r"Fight the Virus: http://127\.0\.0\.1:\d+/[\w-]{24}/\n", first.stdout)
    assert "Every tap is saved in fight-the-virus-table.yaml." in first.stdout
    assert not [*Path().iterdir()]
    ask(opened[0], "put", PutsBody((Put("Ana", 5, "d1", text="3"),)))
    petri(*SHEET)
    assert read_state(opened[1])["marks"] == [["Ana", 5, "d1", "3"]]
    petri(*SHEET, "--new", "--players", "Cleo")
    ask(opened[2], "put", PutsBody((Put("Cleo", 5, "d1", text="2"),)))
    assert sorted(path.name for path in Path().iterdir()) == [
        "fight-the-virus-table-2.yaml",
        "fight-the-virus-table.yaml",
    ]
    petri(*SHEET)
    assert read_state(opened[3])["players"] == ["Cleo"]


def test_without_names_there_are_as_few_players_as_can_play(petri: Petri, opened: list[OpenTable]) -> None:
    """In the language of the table; a board needs none."""
    petri(*SHEET, "--locale", "de")
    petri("table", "virus-and-co")
    petri("table", "pandemic", "--options", "difficulty=heroic")
    players = [read_state(table)["players"] for table in opened]
    assert [len(each) for each in players] == [1, 3, 0]
    assert read_state(opened[2])["setup"] == {"difficulty": "heroic"}


def test_a_file_in_another_form_is_copied_first(petri: Petri, opened: list[OpenTable]) -> None:
    """Its comments are kept in the copy; the file itself changes with the first tap."""
    text = "# Friday\ngame: pox\nplayers: [Ana]\nboard: |\n" + ". . . . . . . . .\n".join([""] * 10).replace(
        ". .", "  . .", 1
    )
    text = re.sub(r"^\.", "  .", text, flags=re.MULTILINE)
    Path("friday.yaml").write_text(text)
    done = petri("table", "pox", "--save", "friday.yaml")
    assert "the original is kept in friday.yaml.before-1" in done.stdout, done.stderr
    assert Path("friday.yaml.before-1").read_text() == Path("friday.yaml").read_text() == text
    ask(opened[0], "put", PutsBody((Put("", 0, "a1", mark=0),)))
    assert "Friday" not in Path("friday.yaml").read_text()


def test_it_begins_with_files_of_others(petri: Petri, opened: list[OpenTable]) -> None:
    """Score files, and PDF files that were filled in; they stay as they are."""
    file = played.TABLES["virus_and_co"][0]
    Path("evening.yaml").write_text(file)
    petri("table", "virus-and-co", "--from", "evening.yaml")
    assert read_state(opened[0])["players"] == ["Ana", "Bo", "Cleo"]
    made = petri("make", "fight-the-virus", "--part", "sheet", "--to", "form").output.split(" (")[0]
    Path("ana.pdf").write_bytes(fill_by_pikepdf(Path(made).read_bytes(), {"sheet/1/research/1/cross": "yes"}))
    done = petri(*SHEET, "--from", "ana.pdf", "--players", "Ana")
    assert done.exit_code == 0, done.output
    assert read_state(opened[1])["marks"] == [["Ana", 3, "1", 0]]
    other = petri("table", "pox", "--from", "ana.pdf")
    assert (other.exit_code, other.stderr) == (1, "ana.pdf: is a form of `fight-the-virus`, not of `pox`\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("table", "fight-the-virsu"), "unknown game 'fight-the-virsu'"),
        (("table", "virus-and-co", "--form", "sheet"), "unknown form 'sheet'; available: rounds, pad"),
        (("table", "virus-and-co", "--players", "Ana"), "1 player cannot play this game; it is for 3–6"),
        (("table", "pox", "--players", "Ana,Ana"), "Ana"),
        (("table", "pox", "--options", "difficulty=easy"), "Chicken Soup"),
        (("table", "pox", "--variant", "large"), "the game has no variants"),
        (("table", "pox", "--paper", "a99"), "a99"),
        (("table", "pox", "--locale", "xx"), "unknown language 'xx'"),
        (("table", "pox", "--save", "."), "is not a regular file"),
        (("table", "pox", "--from", "none.yaml"), "none.yaml: there is no such file"),
        (("table", "pox", "--save", "bad.yaml"), "bad.yaml:2:1"),
        (("table", "pox", "--save", "bad.yaml", "--new"), "the file already exists"),
        (("table", "pox", "--save", "good.yaml", "--players", "Ana"), "the file has them"),
    ],
)
def test_wrong_input_gets_a_sentence(petri: Petri, words: tuple[str, ...], message: str) -> None:
    """And nothing is written."""
    Path("bad.yaml").write_text("game: pox\nbord: 3\n")
    Path("good.yaml").write_text("game: pox\nboard: |\n" + "  . . . . . . . . .\n" * 9)
    done = petri(*words)
    assert done.exit_code in (1, 2)
    assert message in " ".join(done.stderr.replace("│", " ").split())
    assert "Traceback" not in done.output
    assert sorted(path.name for path in Path().iterdir()) == ["bad.yaml", "good.yaml"]


def test_a_game_of_ones_own_is_tapped_if_it_is_trusted(petri: Petri, opened: list[OpenTable]) -> None:
    """No code of the page knows it."""
    folder = str(played.OWN["noughts_and_crosses"])
    refused = petri("table", folder)
    assert refused.exit_code == 2
    assert "--trust" in refused.stderr
    petri("table", folder, "--trust", "--players", "Ana,Bo")
    form = json.loads(ask(opened[0], "form").data)
    assert [mark["sign"] for mark in form["takes"][0]["marks"]] == ["cross", "circle"]
    ask(opened[0], "put", PutsBody((Put("", 0, form["takes"][0]["places"][4], mark=1),)))
    assert read_state(opened[0])["report"]["plain"]["faults"]
