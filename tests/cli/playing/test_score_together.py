"""`petri score` of a game that all win or lose together: one table, an outcome in place of winners."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from generator.read.files.shelf import find_shelf

Petri = Callable[..., Result]

EXAMPLE = find_shelf().games / "pox" / "example_game.yaml"
OPEN = """\
game: pox
board: |
  .........
  .........
  .........
  ...r.....
  .........
  .....r...
  .........
  .........
  .........
"""


def squeezed(text: str) -> str:
    return re.sub(" +", " ", text)


def test_what_happened_is_told_once(petri: Petri) -> None:
    """Not for every player, and without a sum: these numbers are no points."""
    result = petri("score", "pox", EXAMPLE)
    assert result.exit_code == 0
    said = squeezed(result.stdout)
    assert said.startswith("what happened number")
    assert said.count("infected people 16\n") == 1
    assert "dead people (allowed: 4) 3\n" in said
    assert "Ana" not in said
    assert said.endswith(
        "All have won. The disease is contained: it cannot spread from anybody to anybody.\n"
    )


def test_an_open_board_says_where_it_goes_on(petri: Petri, tmp_path: Path) -> None:
    """From the file, or typed in."""
    path = tmp_path / "board.yaml"
    path.write_text(OPEN, encoding="utf-8")
    result = petri("score", "pox", path)
    assert result.exit_code == 0
    assert "The disease can still spread to d3, c4, e4, d5, f5, e6, g6 and f7.\n" in result.stdout
    assert result.stdout.endswith("The game is not over.\n")


@pytest.mark.parametrize(
    ("change", "code", "outcome"),
    [
        ("", 0, {"won": None, "rule": ""}),
        ("...r.....", 1, {"won": None, "rule": ""}),
        ("difficulty: hard", 2, None),
    ],
)
def test_exit_codes_and_json(petri: Petri, change: str, code: int, outcome: object) -> None:
    """0 for what can be, 1 for a fault, with its line, 2 for what cannot be read."""
    text = OPEN.replace("...r.....", ".........") if change.startswith(".") else OPEN + change
    result = petri("score", "pox", "-", "--json", typed=text)
    assert result.exit_code == code
    if outcome is None:
        assert "standard input:12:13: difficulty: “hard” is not known here" in result.stderr
        return
    told = json.loads(result.stdout)
    assert told["outcome"] == outcome
    assert [player["name"] for player in told["players"]] == [""]
    assert [(fault["rule"], fault["where"], fault["line"]) for fault in told["faults"]] == (
        [("pox.spread.first", "", 2), ("pox.setup.patients", "d4", 6)] if code else []
    )


def test_a_lost_game_is_told_with_its_rule(petri: Petri) -> None:
    """In words and in JSON."""
    text = OPEN.replace("game: pox", "game: pox\ndifficulty: miracle").replace(
        "  .........\n  .........\n  .........\n  ...r", "  ......r..\n  ......k..\n  ...r.....\n  ...r", 1
    )
    result = petri("score", "pox", "-", typed=text)
    assert result.exit_code == 0, result.stdout
    assert result.stdout.endswith("All have lost. More people have died than the level allows.\n")
    told = json.loads(petri("score", "pox", "-", "--json", typed=text).stdout)
    assert told["outcome"] == {"won": False, "rule": "pox.end.deaths"}


def test_the_line_is_told_on_which_a_game_ended(petri: Petri) -> None:
    """Of a log; a board alone has none."""
    log = "game: pox\nplayers: [Ana]\ndifficulty: miracle\nlog:\n"
    log += "  - nature: spread north\n  - Ana: done\n" * 2
    log += "  - nature: spread east\n  - Ana: done\n  - nature: spread east\n"
    assert ":11: All have lost. More people" in petri("score", "pox", "-", typed=log).stdout


def test_json_adds_nothing_up_and_names_the_places(petri: Petri) -> None:
    """Numbers of unlike things have no sum; where the disease can still spread is a list."""
    told = json.loads(petri("score", "pox", "-", "--json", typed=OPEN).stdout)
    (player,) = told["players"]
    assert (player["total"], player["rounds"][0]["total"]) == (None, None)
    assert {line["label"]: line["points"] for line in player["rounds"][0]["lines"]}["infected people"] == 2
    (note,) = told["notes"]
    assert note["note"] == "tally.exposed"
    assert note["values"]["places"] == ["d3", "c4", "e4", "d5", "f5", "e6", "g6", "f7"]
    assert note["message"] == "The disease can still spread to d3, c4, e4, d5, f5, e6, g6 and f7."
