"""Every line of a log is tried with every kind of damage: what the rules do not allow is found."""

import random
from collections import Counter

import pytest

from generator.games.pandemic.data import State
from generator.model.played import GameLog, LogLine
from generator.play.contracts.samples import play_moves
from generator.play.paper import Referee
from generator.read.scores import decode_score
from generator.rules.core import LogError
from generator.rules.form import write_log
from generator.rules.game import play_line
from tests import shipped
from tests.games.damaged_logs import KINDS, damage, is_listed
from tests.games.pandemic.pandemic_table import NAMES, rules

LETTERS = "adeilnorstACLM ,?"


@pytest.mark.parametrize("kind", KINDS)
def test_every_line_is_tried_with_every_kind_of_damage(kind: str) -> None:
    """The referee stops at just the line that is not among the moves; else it is another legal game."""
    chance = random.Random(kind)
    played = list(play_moves(rules(), NAMES[:3], setup={}, seed=11))
    lines = [each.line for each in played]
    before = [rules().start(NAMES[:3], {}), *(each.step.state for each in played)]
    found: Counter[bool] = Counter()
    for place in range(len(lines)):
        damaged = damage(lines, kind, place, chance, players=NAMES[:3], letters=LETTERS)
        if damaged == lines:
            continue
        found[replay_as_listed(before[place], damaged[place:])] += 1
    assert sum(found.values()) > len(lines) * 0.8
    assert found[False] > len(lines) // 3


def replay_as_listed(state: State, lines: list[LogLine]) -> bool:
    """Whether all of them can be played; the referee and the list of moves agree on each."""
    for line in lines:
        # A card that nobody saw is drawn, too, but never listed.
        legal = is_listed(rules(), state, line) or (line.actor == "nature" and line.words.endswith(" ?"))
        try:
            state = play_line(rules(), state, line).step.state
        except LogError:
            assert not legal, line
            return False
        assert legal, line
    return True


def test_a_damaged_file_is_told_with_its_line() -> None:
    """As `petri score` tells it: which move, of which line of the file, and what would be legal."""
    chance = random.Random(3)
    played = list(play_moves(rules(), NAMES[:2], setup={}, seed=5))
    lines = [each.line for each in played]
    referee = Referee(shipped.kit("pandemic"))
    for place in chance.sample(range(len(lines)), 8):
        damaged = [*lines[:place], LogLine(lines[place].actor, "sail to Lima"), *lines[place + 1 :]]
        text = write_log(GameLog("pandemic", NAMES[:2], tuple(damaged)))
        report = referee.score(decode_score(text.encode()))
        (fault,) = report.faults
        assert (report.verdict, report.moves, fault.rule) == ("unreadable", place, "log.unreadable")
        assert text.split("\n")[fault.line - 1].endswith(": sail to Lima")
        assert fault.legal
