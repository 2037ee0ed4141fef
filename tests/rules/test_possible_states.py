"""Every state of a random game is possible on a table."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from generator.games.pandemic.data import NOBODY
from generator.play.contracts.samples import play_moves
from generator.rules.game import find_game
from tests import shipped


def list_piles(state: Any) -> Iterator[Mapping[str, Sequence[int]]]:
    """Yield the piles of a game of Pandemic in groups in which no card occurs twice."""
    stored = [card for card in (state.stored,) if card != NOBODY]
    hands = dict(zip(state.players, state.hands, strict=True))
    yield {**hands, "unseen": state.unseen, "discards": state.discards, "gone": state.gone, "stored": stored}
    layers = {str(number): cards for number, cards in enumerate(state.infections)}
    yield {**layers, "infected": state.infected, "removed": state.removed, "seen": state.seen}
    yield {"stations": state.stations}


def is_possible(game: str, state: Any) -> bool:
    """Return whether a state is possible on a table."""
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
    """No card is in two places, piles are sorted, and every player has every value."""
    rules = find_game(shipped.kit(game)).rules
    players = ("Ana", "Bo", "Cleo")
    moves = play_moves(rules, players, setup={}, seed=seed)
    for state in (rules.start(players, {}), *(each.step.state for each in moves)):
        assert is_possible(game, state), state
        seated = [getattr(state, name) for name in SEATED if hasattr(state, name)]
        assert all(len(values) == len(players) for values in seated), state
