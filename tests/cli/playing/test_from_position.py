"""`--from` and `start:`: games that continue from a table or a log."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from tests import played

Petri = Callable[..., Result]
HEAD = "game: noughts_and_crosses\nplayers: [Ana, Bo]\n"
BOARD = "board: |\n  | x . .\n  | . o .\n  | . . .\n"
START = "start:\n" + "".join(f"  {line}\n" for line in BOARD.splitlines())
WALK = "noughts-and-crosses-walk.yaml"


@pytest.fixture
def own(petri: Petri, tmp_path: Path) -> Petri:
    """The kit, a table, and a log that continues from it are in the current folder."""
    shutil.copytree(played.OWN["noughts_and_crosses"], tmp_path / "noughts")
    Path("table.yaml").write_text(HEAD + BOARD, encoding="utf-8")
    Path("log.yaml").write_text(f"{HEAD}{START}log:\n  - Ana: a3\n  - Bo: b1\n", encoding="utf-8")
    return petri


def test_a_walk_continues_from_a_table(own: Petri) -> None:
    """Its file keeps the table; the same command continues the walk, with or without --from."""
    done = own("walk", "noughts", "--trust", "--from", "table.yaml", typed="b2\na3\n")
    assert "No: b2 has a sign" in done.stdout
    assert Path(WALK).read_text("utf-8") == f"{HEAD}{START}log:\n  - Ana: a3\n"
    with Path(WALK).open("a", encoding="utf-8") as file:
        file.write("  - Bo: b")
    done = own("walk", "noughts", "--trust", "--from", "table.yaml", typed="b1\nundo\nb1\n")
    assert done.exit_code == 0
    own("walk", "noughts", "--trust", typed="undo\nundo\nundo\na3\nb1\n")
    assert Path(WALK).read_text("utf-8") == Path("log.yaml").read_text("utf-8")
    scored = own("score", "noughts", "--trust", WALK)
    assert scored.exit_code == 0
    assert "The final position is legal." in scored.stdout


def test_a_walk_continues_from_a_log(own: Petri) -> None:
    """The log is copied; the original stays as it is."""
    before = Path("log.yaml").read_text("utf-8")
    own("walk", "noughts", "--trust", "--from", "log.yaml", "--save", "new.yaml", typed="c3\n")
    assert Path("new.yaml").read_text("utf-8") == before + "  - Ana: c3\n"
    assert Path("log.yaml").read_text("utf-8") == before


def test_another_walk_is_not_mixed_with_a_table(own: Petri) -> None:
    """A walk that began differently is not continued from this table."""
    own("walk", "noughts", "--trust", "--players", "Ana,Bo", typed="b2\n")
    done = own("walk", "noughts", "--trust", "--from", "table.yaml")
    assert done.exit_code == 2
    assert f"the game in {WALK} began differently" in " ".join(done.stderr.split())
    assert own("walk", "noughts", "--trust", "--from", "table.yaml", "--new", typed="a3\n").exit_code == 0


def test_games_are_simulated_from_a_position(own: Petri, monkeypatch: pytest.MonkeyPatch) -> None:
    """From a table or the end of a log, with the same results on any number of processors."""
    words = ("simulate", "noughts", "--trust", "-n", "200", "--json", "--from")
    alone = own(*words, "table.yaml", "--processes", "1").stdout
    monkeypatch.setattr("generator.play.series.engines.PATIENCE", 0.0)
    assert json.loads(own(*words, "table.yaml", "--processes", "2").stdout) == json.loads(alone)
    (setting,) = json.loads(alone)["settings"]
    assert (setting["players"], setting["games"]) == (2, 200)
    assert setting["moves"]["high"] <= 7
    (setting,) = json.loads(own(*words, "log.yaml").stdout)["settings"]
    assert setting["moves"]["high"] <= 5


@pytest.mark.parametrize("command", ["walk", "simulate"])
def test_the_head_of_the_file_is_enough(own: Petri, command: str) -> None:
    """Players and options on the command line would contradict it."""
    done = own(command, "noughts", "--trust", "--from", "table.yaml", "--players", "2")
    assert done.exit_code == 2
    assert "leave out --players" in done.stderr


WITHOUT_RESUME = """)


def without_resume(game):
    from dataclasses import replace

    return replace(game, resume=None)
"""
"""The end of rules that cannot continue from a table."""


@pytest.mark.parametrize("command", ["walk", "simulate"])
def test_a_game_without_resume_says_so(own: Petri, command: str) -> None:
    """Rules may score a finished game without being able to continue from it; a log they can continue."""
    rules = Path("noughts/rules.py")
    text = rules.read_text("utf-8").replace("    return Noughts", "    return without_resume(Noughts")
    rules.write_text(text.rstrip() + WITHOUT_RESUME, encoding="utf-8")
    done = own(command, "noughts", "--trust", "--from", "table.yaml")
    assert done.exit_code == 2
    assert "cannot continue from a table" in " ".join(done.stderr.split())
    scored = own("score", "noughts", "--trust", "log.yaml")
    assert scored.exit_code == 2
    assert "log.yaml:3:1: start: this game cannot continue from a table" in scored.stderr


@pytest.mark.parametrize("command", ["walk", "simulate"])
def test_a_game_that_is_over_does_not_continue(own: Petri, command: str) -> None:
    """There is nothing left to play."""
    Path("table.yaml").write_text(
        HEAD + BOARD.replace(". . .", "x x x", 1).replace("x . .", "o o ."), "utf-8"
    )
    done = own(command, "noughts", "--trust", "--from", "table.yaml")
    assert done.exit_code == 2
    assert "the game in table.yaml is over" in done.stderr


def test_a_table_that_breaks_rules_does_not_continue(own: Petri) -> None:
    """The rule is named, with the line; a log from such a table is illegal."""
    wrong = BOARD.replace(". . .", "x x .")
    Path("table.yaml").write_text(HEAD + wrong, encoding="utf-8")
    done = own("walk", "noughts", "--trust", "--from", "table.yaml")
    assert done.exit_code == 1
    assert "table.yaml:3:1: The players take turns: 3 and 1 signs cannot be." in done.stderr
    Path("log.yaml").write_text(
        HEAD + START.replace(". . .", "x x .") + "log:\n  - Bo: a3\n", encoding="utf-8"
    )
    scored = own("score", "noughts", "--trust", "log.yaml")
    assert scored.exit_code == 1
    assert "log.yaml:4:3: Three in a row win: The players take turns" in scored.stdout


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (
            "start: x\nlog: []\n",
            "3:8: start: this must be keys with values (such as board: …)",
        ),
        (
            "start: {bord: x}\nlog: []\n",
            "3:9: start.bord: “bord” is not known here; did you mean board?",
        ),
        (START, "3:1: start: no log continues from this table (add “log:”)"),
        (START.replace("x", "y") + "log: []\n", "5:7: start.board: “y” is not a sign that is used here"),
    ],
)
def test_a_start_that_cannot_be_read(own: Petri, start: str, message: str) -> None:
    """The place in the file, and what would be right."""
    Path("log.yaml").write_text(HEAD + start, encoding="utf-8")
    done = own("score", "noughts", "--trust", "log.yaml")
    assert done.exit_code == 2
    assert f"log.yaml:{message}" in done.stderr
