"""The game that is written down in data/games/pandemic/example_game.yaml, and the page that tells of it."""

import re
from pathlib import Path

import pytest

from generator.play.paper import Referee, Report
from generator.read.files.shelf import find_shelf
from generator.read.scores import decode_score, read_score
from tests import shipped
from tests.games.pandemic.pandemic_rulings import OURS, PUBLISHED

EXAMPLE = find_shelf().games / "pandemic" / "example_game.yaml"
PAGE = Path(__file__).parents[3] / "docs" / "games" / "pandemic.md"


def report() -> Report:
    return Referee(shipped.kit("pandemic")).score(read_score(EXAMPLE))


def test_it_is_proved_move_by_move() -> None:
    """To its end, which is a victory."""
    found = report()
    assert (found.verdict, found.faults) == ("proved", ())
    assert found.moves == len(re.findall(r"^  - ", EXAMPLE.read_text("utf-8"), re.MULTILINE))
    assert found.outcome is not None
    assert (found.outcome.won, found.outcome.rule) == (True, "pandemic.end.won")


def test_it_comes_to_what_was_counted_by_hand() -> None:
    """Both players have the same tally: it is of the table."""
    scores = report().scores
    lines = {line.label.key: line.points for each in scores["Ana"].rounds for line in each.lines}
    assert (lines["tally.cures"], lines["tally.turns"], lines["tally.epidemics"]) == (4, 14, 2)
    assert (lines["tally.outbreaks"], lines["tally.stations"]) == (1, 1)
    assert scores["Ana"] == scores["Bo"]


def test_the_documentation_follows_it() -> None:
    """Every line of the log that the page shows stands in the file, in the same order."""
    shown = re.search(r"```yaml\n(  - Ana: take.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert shown is not None
    moves = [line.split("  #")[0].rstrip() for line in shown[1].splitlines()]
    lines = EXAMPLE.read_text("utf-8").splitlines()
    written = [line.split("  #")[0].rstrip() for line in lines if line.startswith("  - ")]
    start = written.index(moves[0])
    assert written[start : start + len(moves)] == moves
    assert len(moves) >= 15


def test_the_table_of_the_documentation_is_consistent() -> None:
    """As it stands there."""
    shown = re.search(r"```yaml\n(game: pandemic\n[^`]*?table:\n[^`]*?)```", PAGE.read_text("utf-8"))
    assert shown is not None
    found = Referee(shipped.kit("pandemic")).score(decode_score(shown[1].encode()))
    assert (found.verdict, found.faults, found.outcome) == ("consistent", (), None)


@pytest.mark.parametrize("rule", [*PUBLISHED, *OURS])
def test_rules_that_forbid_nothing_are_told_in_a_row(rule: str) -> None:
    """So that who asks why can read it; our own are said to be ours."""
    found = re.search(
        rf"^\| `{re.escape(rule.removeprefix('pandemic.'))}` \| (.*) \|$", PAGE.read_text("utf-8"), re.M
    )
    assert found is not None
    assert rule not in OURS or "[OURS]" in found[1]
