"""States of games are possible, and are copied quickly with other values."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest

from generator.games.pandemic.plan import NOBODY
from generator.rules.finding import find_game
from generator.rules.states import make_replace, remember_last
from tests import shipped
from tests.random_games import play_moves


def list_piles(state: Any) -> Iterator[Mapping[str, Sequence[int]]]:
    """Yield the groups of sorted piles of a game of Pandemic in which no card is twice."""
    stored = [card for card in (state.stored,) if card != NOBODY]
    hands = dict(zip(state.players, state.hands, strict=True))
    yield {**hands, "unseen": state.unseen, "discards": state.discards, "gone": state.gone, "stored": stored}
    layers = {str(number): cards for number, cards in enumerate(state.infections)}
    yield {**layers, "infected": state.infected, "removed": state.removed, "seen": state.seen}
    yield {"stations": state.stations}


def is_possible(game: str, state: Any) -> bool:
    """Return whether what a state has can lie on a table."""
    match game:
        case "pandemic":
            groups = [[*group.values()] for group in list_piles(state)]
            cards = [[card for pile in group for card in pile] for group in groups]
            is_sorted = all([*pile] == sorted(pile) for group in groups for pile in group)
            return is_sorted and all(len(each) == len({*each}) for each in cards)
        case "virus_and_co":
            is_sorted = all([*one.viruses] == sorted(one.viruses) for one in state.tableaus)
            return is_sorted and sum(state.piles) == len(state.unseen)
        case "pox":
            return sum(map(int.bit_count, state.chips)) == state.chips.all.bit_count()
    return all(sum(map(int.bit_count, one.shapes)) == one.analysed.bit_count() for one in state.sheets)


SEATED = ("roles", "pawns", "hands", "unknown", "tableaus", "sheets", "chosen")
"""Fields with a value for each player."""


@pytest.mark.parametrize("game", ["fight_the_virus", "pandemic", "pox", "virus_and_co"])
@pytest.mark.parametrize("seed", range(4))
def test_all_states_of_random_games_are_possible(game: str, seed: int) -> None:
    """Nothing is in two places, piles are sorted, and every player has every value."""
    rules = find_game(shipped.kit(game)).rules
    players = ("Ana", "Bo", "Cleo")
    moves = play_moves(rules, players, setup={}, seed=seed)
    for state in (rules.start(players, {}), *(each.step.state for each in moves)):
        assert is_possible(game, state), state
        seated = [getattr(state, name) for name in SEATED if hasattr(state, name)]
        assert all(len(values) == len(players) for values in seated), state


@dataclass(frozen=True)
class Table:
    """A small state."""

    cards: tuple[int, ...] = ()
    turn: int = 0

    @cached_property
    def number(self) -> int:
        return len(self.cards)


replace = make_replace(Table)


def test_a_copy_is_what_dataclasses_would_make() -> None:
    """Equal, of the same hash, still frozen; what was copied is as it was."""
    before = Table((1, 2), 3)
    after = replace(before, turn=4)
    assert after == dataclasses.replace(before, turn=4) == Table((1, 2), 4)
    assert hash(after) == hash(Table((1, 2), 4))
    assert replace(before) == before == Table((1, 2), 3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(after, "turn", 5)  # noqa: B010


def test_what_is_no_field_cannot_be_changed() -> None:
    """Neither a wrong name, nor a value without one; nor is what was worked out before copied along."""
    with pytest.raises(TypeError, match=r"\['turns'\]: not all are fields of Table"):
        replace(Table(), turns=4)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        replace(Table(), (1,))
    counted = Table((1, 2))
    assert counted.number == 2
    with pytest.raises(TypeError):
        replace(counted, cards=())


def test_what_was_found_last_is_remembered_of_the_very_same_state() -> None:
    """Of another one, even of an equal one, and of one that comes back it is found anew."""
    asked = []

    def count(table: Table) -> int:
        asked.append(table.turn)
        return len(table.cards)

    ask = remember_last(count)
    first, second = Table((1, 2), 1), Table((3,), 2)
    assert [ask(first), ask(first), ask(second), ask(second), ask(first)] == [2, 2, 1, 1, 2]
    assert asked == [1, 2, 1]
    assert ask(Table((1, 2), 1)) == 2
    assert asked == [1, 2, 1, 1]
