"""A walk: a log that grows, is taken back, and goes on."""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from generator.errors import IllegalMove, LogError, NoRules, RulesError
from generator.play.simulate import play_moves
from generator.play.walkthrough import (
    Walk,
    WalkedGame,
    draw_move,
    find_walked_game,
    replay_walk,
    start_walk,
)
from generator.rules.core import NATURE
from tests import shipped

CARDS = frozenset({"cards"})


@dataclass(frozen=True)
class Card:
    text: str


@cache
def pox() -> WalkedGame[Any, Any]:
    return find_walked_game(shipped.kit("pox"))


@cache
def walked() -> Walk[Any, Any]:
    """A whole game."""
    walk = start_walk(pox(), ("Ana", "Bo"), {"difficulty": "iv_fluids"})
    for played in play_moves(pox().rules, ("Ana", "Bo"), setup={"difficulty": "iv_fluids"}, seed=3):
        walk = walk.play(played.line.actor, played.move)
    return walk


def test_a_walk_is_its_log() -> None:
    """Every line has its state; replayed, it is the same walk."""
    walk = walked()
    assert walk.is_over
    assert len(walk.states) == len(walk.log.lines) + 1 == len(walk.moves) + 1
    assert [line.number for line in walk.log.lines] == list(range(1, len(walk.moves) + 1))
    again = replay_walk(pox(), walk.log)
    assert again.states == walk.states
    assert again.moves == walk.moves
    assert again.events == walk.events
    assert again.log == walk.log


def test_a_step_that_goes_on_is_explained_as_it_was_begun() -> None:
    """After the first of three vaccinations it is still that of the good part; not after a new card."""
    walk = start_walk(pox(), ("Ana", "Bo"), {})
    rules = walk.game.rules
    for actor, words in ((NATURE, "spread north"), ("Ana", "vaccinate e5"), ("Ana", "vaccinate e4")):
        walk = walk.play(actor, rules.parse(walk.state, actor, words))
    assert walk.game.companion.lesson(walk.state, "Ana") is None
    lesson = walk.find_lesson("Ana")
    assert lesson is not None
    assert lesson.key == "lesson.some"
    walk = walk.play("Ana", rules.parse(walk.state, "Ana", "done"))
    assert walk.find_lesson("Ana") is None


def test_what_is_taken_back_was_never_there() -> None:
    """Any number of lines, down to none."""
    walk = walked()
    for lines in (1, 2, len(walk.moves)):
        back = walk.undo(lines)
        kept = len(walk.moves) - lines
        assert back.state == walk.states[kept]
        assert back.log.lines == walk.log.lines[:kept]
        assert not back.is_over
    assert walk.undo(len(walk.moves)).state == start_walk(pox(), walk.log.players, walk.log.header).state


def test_only_who_may_act_acts() -> None:
    """Everybody else is refused by the rule of all logs, as in a log that is replayed."""
    walk = start_walk(pox(), ("Ana",), {})
    move = pox().rules.moves(walk.state, NATURE)[0]
    with pytest.raises(IllegalMove, match=r"log\.turn"):
        walk.play("Ana", move)
    with pytest.raises(IllegalMove, match=r"log\.over"):
        walked().play("Ana", move)


def test_undo_takes_back_what_somebody_entered() -> None:
    """With it all cards that the program drew by itself after it; nothing when nobody entered anything."""
    walk = start_walk(pox(), ("Ana",), {})
    assert walk.count_last_entry(frozenset()) == 0
    walk = walk.play(NATURE, pox().rules.parse(walk.state, NATURE, "spread north"))
    assert walk.count_last_entry(frozenset()) == 1
    assert walk.count_last_entry(CARDS) == 0
    walk = walk.play("Ana", pox().rules.parse(walk.state, "Ana", "done"))
    assert walk.count_last_entry(CARDS) == 1
    walk = walk.play(NATURE, pox().rules.parse(walk.state, NATURE, "spread east"))
    assert walk.count_last_entry(CARDS) == 2
    assert walk.count_last_entry(frozenset({"dice"})) == 1


def test_chance_is_automatic_only_for_its_kind() -> None:
    """Cards are drawn by the program when it was asked to draw cards."""
    walk = start_walk(pox(), ("Ana",), {})
    assert walk.is_automatic(CARDS)
    assert not walk.is_automatic(frozenset({"dice"}))
    assert not walk.play(NATURE, pox().rules.moves(walk.state, NATURE)[0]).is_automatic(CARDS)


def test_lessons_that_were_told_are_known() -> None:
    """Those of every step that was made, and of no other."""
    walk = walked()
    assert start_walk(pox(), ("Ana",), {}).find_lessons() == frozenset()
    first = pox().companion.lesson(walk.states[0], NATURE)
    assert first is not None
    assert walk.undo(len(walk.moves) - 1).find_lessons() == {first.key}


def test_players_and_lines_that_cannot_be() -> None:
    """Are refused as in any log."""
    with pytest.raises(LogError):
        start_walk(pox(), (), {})
    with pytest.raises(LogError):
        start_walk(pox(), ("Ana",), {"difficulty": "soup"})
    with pytest.raises(NoRules):
        find_walked_game(replace(shipped.kit("pox"), id="chess"))
    with pytest.raises(RulesError, match="variant"):
        find_walked_game(shipped.kit("pox"), variant="nonsense")


def test_draws_are_as_likely_as_the_odds() -> None:
    """Over many lines each card comes as often as its share; the same seed and line give the same card."""
    odds = {
        Card("a"): Fraction(1, 2),
        Card("b"): Fraction(1, 3),
        Card("c"): Fraction(1, 6),
    }
    drawn = Counter(draw_move(odds, seed=5, line=line).text for line in range(6000))
    for card, share in odds.items():
        assert abs(drawn[card.text] - 6000 * share) < 150
    assert draw_move(odds, seed=5, line=7) == draw_move(odds, seed=5, line=7)
    assert len({draw_move(odds, seed=seed, line=1).text for seed in range(40)}) == 3
