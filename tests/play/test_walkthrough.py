"""A walk: a log that grows, is taken back, and goes on."""

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from generator.play.contracts.samples import play_moves
from generator.play.simulate import draw_move
from generator.play.walks.walkthrough import Walk, read_walk, start_walk
from generator.read.scores import decode_score
from generator.rules.core import NATURE, IllegalMove, LogError
from generator.rules.form import write_log
from generator.rules.game import AnyGame
from tests import played

CARDS = frozenset({"cards"})


@dataclass(frozen=True)
class Card:
    text: str


def pox() -> AnyGame:
    return played.game("pox")


@cache
def walked() -> Walk:
    """A whole game."""
    walk = start_walk(pox(), ("Ana", "Bo"), {"difficulty": "iv_fluids"})
    for each in play_moves(pox().rules, ("Ana", "Bo"), setup={"difficulty": "iv_fluids"}, seed=3):
        walk = walk.play(each.line.actor, each.line.words)
    return walk


def test_a_walk_is_its_log() -> None:
    """A walk has the state of every line, and its log replays to the same walk."""
    walk = walked()
    assert walk.is_over
    assert len(walk.states) == len(walk.log.lines) + 1
    assert [line.number for line in walk.log.lines] == list(range(1, len(walk.states)))
    again = read_walk(decode_score(write_log(walk.log).encode()), pox().kit, pox().kit.wordings["en"])
    assert again.states == walk.states
    assert again.events == walk.events
    assert replace(again.log, file="") == walk.log


def test_a_step_that_goes_on_is_explained_as_it_was_begun() -> None:
    """A lesson applies to all moves of its step, and ends with the next card."""
    walk = start_walk(pox(), ("Ana", "Bo"), {})
    for actor, words in ((NATURE, "spread north"), ("Ana", "vaccinate e5"), ("Ana", "vaccinate e4")):
        walk = walk.play(actor, words)
    assert walk.companion.lesson(walk.state, "Ana") is None
    lesson = walk.find_lesson("Ana")
    assert lesson is not None
    assert lesson.key == "lesson.some"
    walk = walk.play("Ana", "done")
    assert walk.find_lesson("Ana") is None


def test_what_is_taken_back_was_never_there() -> None:
    """Any number of lines is taken back, down to none."""
    walk = walked()
    for lines in (1, 2, len(walk.log.lines)):
        back = walk.undo(lines)
        kept = len(walk.log.lines) - lines
        assert back.state == walk.states[kept]
        assert back.log.lines == walk.log.lines[:kept]
        assert not back.is_over
    assert walk.undo(len(walk.log.lines)).state == start_walk(pox(), walk.log.players, walk.log.header).state


def test_only_who_may_act_acts() -> None:
    """An actor whose turn it is not is refused as in a log."""
    walk = start_walk(pox(), ("Ana",), {})
    move = walk.moves(NATURE)[0]
    with pytest.raises(IllegalMove, match=r"log\.turn"):
        walk.play("Ana", move)
    with pytest.raises(IllegalMove, match=r"log\.over"):
        walked().play("Ana", move)


def test_undo_takes_back_what_somebody_entered() -> None:
    """The last entry includes the cards that the program drew after it."""
    walk = start_walk(pox(), ("Ana",), {})
    assert walk.count_last_entry(frozenset()) == 0
    walk = walk.play(NATURE, "spread north")
    assert walk.count_last_entry(frozenset()) == 1
    assert walk.count_last_entry(CARDS) == 0
    walk = walk.play("Ana", "done")
    assert walk.count_last_entry(CARDS) == 1
    walk = walk.play(NATURE, "spread east")
    assert walk.count_last_entry(CARDS) == 2
    assert walk.count_last_entry(frozenset({"dice"})) == 1


def test_chance_is_automatic_only_for_its_kind() -> None:
    """Cards are drawn by the program when it was asked to draw cards."""
    walk = start_walk(pox(), ("Ana",), {})
    assert walk.is_automatic(CARDS)
    assert not walk.is_automatic(frozenset({"dice"}))
    assert not walk.play(NATURE, walk.moves(NATURE)[0]).is_automatic(CARDS)


def test_lessons_that_were_told_are_known() -> None:
    """Known lessons are those of the steps so far."""
    walk = walked()
    assert start_walk(pox(), ("Ana",), {}).find_lessons() == frozenset()
    begun = start_walk(pox(), ("Ana", "Bo"), {})
    first = begun.companion.lesson(begun.state, NATURE)
    assert first is not None
    assert walk.undo(len(walk.log.lines) - 1).find_lessons() == {first.key}


def test_players_and_lines_that_cannot_be() -> None:
    """Invalid players and options are refused as in a log."""
    with pytest.raises(LogError):
        start_walk(pox(), (), {})
    with pytest.raises(LogError):
        start_walk(pox(), ("Ana",), {"difficulty": "soup"})


def test_draws_are_as_likely_as_the_odds() -> None:
    """Over many lines, each card is drawn as often as its odds say."""
    odds = {
        Card("a"): Fraction(1, 2),
        Card("b"): Fraction(1, 3),
        Card("c"): Fraction(1, 6),
    }
    drawn = Counter(draw_move(odds, Random(f"5:{line}")).text for line in range(6000))
    for card, share in odds.items():
        assert abs(drawn[card.text] - 6000 * share) < 150


def test_seed_and_line_determine_a_draw() -> None:
    """Different seeds draw different cards."""
    walk = start_walk(pox(), ("Ana", "Bo"), {})
    assert walk.draw(5) == walk.draw(5)
    assert len({walk.draw(seed) for seed in range(40)}) > 3
