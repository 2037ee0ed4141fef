"""Games without a person: nature by its odds, players by chance or by a policy."""

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from generator.errors import RulesCodeError
from generator.play import simulate
from generator.play.contracts.samples import play_moves
from generator.play.simulate import choose_move, draw_move, draw_number, play_to_end
from generator.rules.core import NATURE
from generator.rules.game import find_game
from tests import shipped

PLAYERS = ("Ana", "Bo", "Cleo")


def rules() -> Any:
    return find_game(shipped.kit("virus_and_co")).rules


def test_a_game_that_is_only_counted_is_the_game_that_is_written_down() -> None:
    """The same seed leads to the same end, whether moves are kept or not."""
    for seed in range(5):
        played = list(play_moves(rules(), PLAYERS, setup={"length": "1"}, seed=seed))
        ending = play_to_end(rules(), rules().start(PLAYERS, {"length": "1"}), seed=seed)
        last = played[-1].step.state
        outcome = rules().outcome(last)
        assert ending.moves == len(played)
        assert ending.rule == outcome.rule
        assert [PLAYERS[winner] for winner in ending.winners] == list(outcome.winners)
        assert list(ending.points) == [rules().score(last, player).total for player in PLAYERS]


def test_draws_are_as_likely_as_they_should_be() -> None:
    """36,000 draws by exact chances, from fractions as from whole shares; within five deviations."""
    chances = {"one": Fraction(1, 6), "two": Fraction(1, 3), "rest": Fraction(1, 2)}
    chance = random.Random(1)
    drawn = Counter(draw_move(chances, chance) for _ in range(36_000))
    for thing, expected in chances.items():
        mean = 36_000 * expected
        assert abs(drawn[thing] - mean) < 5 * float(mean * (1 - expected)) ** 0.5


class Table:
    """Rules of which only who may act, and their moves, are asked."""

    def moves(self, state: str, actor: str) -> Sequence[str]:
        return (f"{actor} 1", f"{actor} 2")

    def odds(self, state: str) -> dict[str, Fraction]:
        return {"rain": Fraction(1)}


def policy(**liked: Sequence[str]) -> Any:
    return SimpleNamespace(choose=lambda state, actor: liked.get(actor, ()))


def ask(actors: Sequence[str], **liked: Sequence[str]) -> tuple[str, str]:
    table: Any = Table()
    return choose_move(table, "state", actors, random.Random(1), policy(**liked))


def test_who_need_not_act_is_asked_before_who_must() -> None:
    """The policy is asked for the last actor first; without moves, others act."""
    assert ask(["Ana", "Bo"], Ana=["a"], Bo=["b"]) == ("Bo", "b")
    assert ask(["Ana", "Bo"], Ana=["a"]) == ("Ana", "a")
    assert ask(["Ana", NATURE], Ana=["a"]) == ("Ana", "a")


def test_when_nobody_likes_a_move_the_first_makes_any() -> None:
    """If no policy has a move, the first actor moves at random, and nature by its odds."""
    actor, move = ask(["Ana", "Bo"])
    assert (actor, move[:3]) == ("Ana", "Ana")
    assert ask([NATURE, "Bo"]) == (NATURE, "rain")


def test_chance_decides_between_moves_that_are_liked_alike() -> None:
    """Each of the moves that a policy returns is made at some time."""
    table: Any = Table()
    chance = random.Random(1)
    made = {choose_move(table, "state", ["Ana"], chance, policy(Ana=["a", "b", "c"]))[1] for _ in range(60)}
    assert made == {"a", "b", "c"}


def test_a_game_without_an_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without end is an error that names its last move."""
    monkeypatch.setattr(simulate, "MOST_MOVES", 10)
    with pytest.raises(RulesCodeError, match=r"it has no end .after 10 moves: "):
        play_to_end(rules(), rules().start(PLAYERS, {}), seed=3)


@pytest.mark.parametrize("below", [1, 2, 7, 8, 1000])
def test_numbers_are_those_of_randrange(below: int) -> None:
    """Numbers are the same as those of `randrange`."""
    chance, other = random.Random(below), random.Random(below)
    assert [draw_number(below, chance) for _ in range(50)] == [other.randrange(below) for _ in range(50)]
