"""Edge cases of the published rules on empty sheets: a roll, moves, and what is allowed or forbidden then."""

import pytest

from generator.games.fight_the_virus.sheet import State
from generator.rules.core import IllegalMove
from tests.games.fight_the_virus.sheets import NAMES, rules
from tests.referee import take_words


def play(*lines: str) -> State:
    game = rules().start(NAMES, {})
    for line in lines:
        actor, _, words = line.partition(": ")
        game = take_words(rules(), game, actor, words).state
    return game


@pytest.mark.parametrize(
    ("before", "line"),
    [
        # The first number of research is a 1, of testing and of the curve any.
        (("nature: 1 4",), "Ana: 1 research 1"),
        (("nature: 1 4",), "Ana: 4 testing a1"),
        (("nature: 1 4",), "Ana: 1 testing a1"),
        (("nature: 1 4",), "Bo: 4 curve a1"),
        # Both dice of the active player may be left; others use one die where they like.
        (("nature: 1 4",), "Ana: done"),
        (("nature: 1 4", "Ana: 4 testing a1"), "Bo: 1 research 1"),
        # The same number may stand again in a row of testing.
        (("nature: 4 4", "Ana: keep", "Ana: 4 testing a1"), "Bo: 4 testing a2"),
        # Doubles may be rolled again, but double sixes stand.
        (("nature: 3 3",), "Ana: again"),
    ],
)
def test_what_is_allowed(before: tuple[str, ...], line: str) -> None:
    """It can be played."""
    play(*before, line)


@pytest.mark.parametrize(
    ("before", "line", "rule"),
    [
        (("nature: 2 4",), "Ana: 2 research 2", "research.order"),
        (("nature: 1 4",), "Ana: 1 research 2", "turn.value"),
        (("nature: 1 4",), "Ana: 3 testing a1", "turn.dice"),
        (("nature: 1 4",), "Ana: 4 testing b1", "testing.support"),
        (("nature: 1 4",), "Ana: 4 curve d2", "curve.upwards"),
        (("nature: 1 4",), "Ana: 4+1 testing a1", "progress.available"),
        (("nature: 1 4", "Ana: 1 research 1"), "Ana: 4 testing a1", "turn.areas"),
        (("nature: 3 3",), "Bo: 3 testing a1", "turn.order"),
        (("nature: 1 4",), "Ana: again", "turn.reroll"),
        (("nature: 1 4", "Bo: 1 research 1"), "Bo: 4 testing a1", "turn.order"),
    ],
)
def test_what_is_forbidden(before: tuple[str, ...], line: str, rule: str) -> None:
    """For its own reason."""
    game = play(*before)
    actor, _, words = line.partition(": ")
    with pytest.raises(IllegalMove) as caught:
        rules().check(game, actor, rules().parse(game, actor, words))
    assert caught.value.rule == f"fight_the_virus.{rule}"
