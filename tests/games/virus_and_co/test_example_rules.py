"""The game that is written down in data/games/virus_and_co/example_game.yaml."""

import re
from pathlib import Path

from generator.games.virus_and_co.data import RISKS
from generator.play.paper import Report
from generator.read.files.shelf import find_shelf
from generator.read.scores import read_score
from tests.games.virus_and_co.finished import referee, score

EXAMPLE = find_shelf().games / "virus_and_co" / "example_game.yaml"
PAGE = Path(__file__).parents[3] / "docs" / "games" / "virus_and_co.md"


def report() -> Report:
    return referee().score(read_score(EXAMPLE))


def test_it_is_proved_move_by_move() -> None:
    """To its end, which is that of three rounds."""
    found = report()
    assert found.verdict == "proved"
    assert found.faults == ()
    assert found.moves == len(re.findall(r"^  - ", EXAMPLE.read_text("utf-8"), re.MULTILINE))
    assert found.winners == ("Bo",)


def test_it_scores_what_was_counted_by_hand() -> None:
    """Each round of each player, added up with a pencil."""
    totals = {name: [each.total for each in score.rounds] for name, score in report().scores.items()}
    assert totals == {"Ana": [-13, -13, 6], "Bo": [9, 9, 16], "Cleo": [13, 9, -13]}


def test_all_thirteen_risk_cards_occur_in_it() -> None:
    """Each of them turned up by nature."""
    turned = re.findall(r"^  - nature: ([a-z_]+)", EXAMPLE.read_text("utf-8"), re.MULTILINE)
    assert set(RISKS) <= set(turned)


def test_the_documentation_follows_it() -> None:
    """Every line of the log that the page shows stands in the file, in the same order."""
    shown = re.search(r"```yaml\n(  - nature.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert shown is not None
    moves = [line.split("  #")[0].rstrip() for line in shown[1].splitlines()]
    written = [line.split("  #")[0].rstrip() for line in EXAMPLE.read_text("utf-8").splitlines()]
    start = written.index(moves[0])
    assert written[start : start + len(moves)] == moves
    assert len(moves) >= 20


def test_a_blank_file_of_every_language_has_only_to_be_filled_in() -> None:
    """As it is it can be read, and says no more than that nobody is in intensive care."""
    for wording in referee().kit.wordings.values():
        text = referee().scoring.write_blank(wording)
        assert text.startswith("# ")
        (fault,) = score(text).faults
        assert fault.rule == "virus_and_co.round.unfinished"
        filled = text.replace('Ana: "-"', "Ana: i3").replace('Bo: "-"', "Bo: 4 5+i bbyr")
        assert score(filled).verdict == "consistent"
