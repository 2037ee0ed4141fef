"""A game whose rules lie beside its kit: every command works with it, once it is trusted."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from generator.cli.options import complete_games
from tests import played

Petri = Callable[..., Result]
MOVES = ("b2", "a1", "c2", "a2", "B3", "a3")
BOARD = "game: noughts_and_crosses\nplayers: [Ana, Bo]\nboard: |\n  x x x\n  o o .\n  . . .\n"
LOG = "game: noughts_and_crosses\nplayers: [Ana, Bo]\nlog:\n"


@pytest.fixture
def own(petri: Petri, tmp_path: Path) -> Petri:
    """The kit lies in the current folder."""
    shutil.copytree(played.OWN["noughts_and_crosses"], tmp_path / "noughts")
    return petri


def test_it_is_listed_checked_and_completed(own: Petri) -> None:
    """Without running its rules."""
    Path("noughts/rules.py").write_text("raise SystemExit(9)", encoding="utf-8")
    listed = next(line for line in own("list").stdout.splitlines() if line.startswith("noughts"))
    assert "Noughts and Crosses" in listed
    (told,) = (
        game for game in json.loads(own("list", "--json").stdout)["games"] if game["folder"] == "noughts"
    )
    assert told["rules"] == "rules.py"
    assert own("check", "noughts").exit_code == 0
    assert complete_games("nou") == ["noughts"]


@pytest.mark.parametrize("command", ["score", "walk", "simulate"])
def test_its_rules_run_only_with_leave(own: Petri, command: str) -> None:
    """Every command that needs them says how to give it."""
    words = {"score": ("log.yaml",), "simulate": ("-n", "2")}.get(command, ())
    Path("log.yaml").write_text(LOG + "  - Ana: b2\n", encoding="utf-8")
    refused = own(command, "noughts", *words)
    assert refused.exit_code in (1, 2)
    assert "rules.py is a program that can do whatever you can; add --trust to run it" in refused.stderr
    assert own(command, "noughts", "--trust", *words).exit_code == 0


def test_it_is_walked_and_scored(own: Petri) -> None:
    """Moves are shown as they are typed; the log is proved."""
    typed = "".join(f"{move}\n" for move in ("b2", "b2", "z9", *MOVES[1:], "undo", "a3"))
    done = own("walk", "noughts", "--trust", "--players", "Ana,Bo", typed=typed)
    assert "Ana, what do you do?" in done.stdout
    assert "No: b2 has a sign (noughts.taken)" in done.stdout
    assert "“z9” is not a move that can be made here" in done.stdout
    assert "petri score noughts noughts-and-crosses-walk.yaml --trust" in done.stdout
    scored = own("score", "noughts", "--trust", "noughts-and-crosses-walk.yaml")
    assert scored.exit_code == 0
    assert "Bo has won." in scored.stdout
    late = LOG + "".join(
        f"  - {'Ana' if index % 2 == 0 else 'Bo'}: {move}\n" for index, move in enumerate(MOVES)
    )
    Path("late.yaml").write_text(late + "  - Ana: c1\n", encoding="utf-8")
    refused = own("score", "noughts", "--trust", "late.yaml")
    assert refused.exit_code == 1
    assert "late.yaml:10:5: Ana, move 7: the game is over" in refused.stdout


def test_it_is_simulated_by_several_processes(own: Petri, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave goes with the kit to all of them, and the games are the same."""
    alone = own("simulate", "noughts", "--trust", "-n", "300", "--json", "--processes", "1").stdout
    monkeypatch.setattr("generator.play.series.engines.PATIENCE", 0.0)
    shared = own("simulate", "noughts", "--trust", "-n", "300", "--json", "--processes", "2").stdout
    assert json.loads(shared) == json.loads(alone)
    (setting,) = json.loads(alone)["settings"]
    assert {end["rule"] for end in setting["ends"]} == {"noughts.line", "noughts.full"}


def test_what_has_no_form_asks_for_a_log(own: Petri) -> None:
    """A finished game cannot be typed in without one."""
    rules = Path("noughts/rules.py")
    text = rules.read_text("utf-8").replace(".make_game()", ".make_game(scoring=None, forms=())")
    rules.write_text(text, encoding="utf-8")
    done = own("score", "noughts", "--trust", "--blank")
    assert done.exit_code == 2
    assert "has no form for finished games; score a log of it" in done.stderr


def test_a_game_without_moves_is_only_scored(own: Petri) -> None:
    """Boards are scored; walk and simulate say that there are no moves, and logs are refused with a place."""
    rules = Path("noughts/rules.py")
    text = rules.read_text("utf-8").replace(".make_game()", ".make_game(rules=NoMoves())")
    text = text.replace("\n\n\nclass Mark(", "\nfrom generator.rules.game import NoMoves\n\n\nclass Mark(")
    rules.write_text(text, encoding="utf-8")
    Path("board.yaml").write_text(BOARD, encoding="utf-8")
    scored = own("score", "noughts", "--trust", "board.yaml")
    assert scored.exit_code == 0
    assert "Ana has won." in scored.stdout
    for command in ("walk", "simulate"):
        refused = own(command, "noughts", "--trust")
        assert refused.exit_code == 2
        message = "the game `noughts_and_crosses` can be scored but not played: it has no moves"
        assert refused.stderr == f"{message} (docs/own-rules.md)\n"
    Path("log.yaml").write_text(LOG + "  - Ana: b2\n", encoding="utf-8")
    refused = own("score", "noughts", "--trust", "log.yaml")
    assert refused.exit_code == 2
    assert "log.yaml:3:1: log: this game can be scored but not played" in refused.stderr
    assert "(add “board:”)" in refused.stderr
    schema = json.loads(own("score", "noughts", "--trust", "--schema").stdout)
    assert {"log", "start"}.isdisjoint(schema["properties"])
    assert schema["anyOf"] == [{"required": ["board"]}]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def make_game(", "1 / 0\ndef make_game("),
        ("return NoughtsAndCrosses(", "1 / 0\n    return NoughtsAndCrosses("),
        ("def choices(self, ", "def choices(self, *given): 1 / 0\n    def other_choices(self, "),
        ("def play(self, ", "def play(self, *given): 1 / 0\n    def other_play(self, "),
        (
            "def outcome(self, ",
            "def outcome(self, *given): return self.outcome(*given)\n    def other(self, ",
        ),
    ],
)
@pytest.mark.parametrize("command", ["score", "walk", "simulate"])
def test_an_exception_of_its_rules_has_its_place_in_them(
    own: Petri, command: str, old: str, new: str
) -> None:
    """One line with the file, the line, and the message of Python: no frames of this program."""
    rules = Path("noughts/rules.py")
    text = rules.read_text("utf-8")
    changed = text.replace(old, new)
    rules.write_text(changed, encoding="utf-8")
    lines = changed.split("\n")
    line = next(n for n, one in enumerate(lines, 1) if "1 / 0" in one or "return self.outcome(" in one)
    # Legal moves are listed beside the one that is not.
    Path("log.yaml").write_text(LOG + "  - Ana: b2\n  - Bo: b2\n", encoding="utf-8")
    words = {"score": ["log.yaml"], "walk": ["--players", "Ana,Bo"], "simulate": ["-n", "2"]}[command]
    done = own(command, "noughts", "--trust", *words, typed="b2\n")
    assert done.exit_code == 2
    kind = "RecursionError: maximum" if "return self" in new else "ZeroDivisionError: division by zero"
    column = max(lines[line - 1].find("1 / 0"), lines[line - 1].find("self.outcome(*")) + 1
    assert f"noughts/rules.py:{line}:{column}: {kind}" in done.stderr
    assert done.stderr.count("\n") == 1
    traced = own(command, "noughts", "--trust", "--traceback", *words, typed="b2\n")
    assert "Traceback (most recent call last)" in traced.stderr
