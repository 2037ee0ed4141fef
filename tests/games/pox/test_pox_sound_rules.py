"""Of small boards every arrangement of chips is judged, and every one that can come about is known."""

import itertools
from collections.abc import Collection, Iterator
from dataclasses import replace

import pytest

from generator.games.pox.companion import FinishedBoard, PoxScoring
from generator.games.pox.game import Chips, Pox, State
from tests.games.pox.boards import make_kit, small
from tests.samples import sample

SPREAD = ("spread north", "spread east", "spread south", "spread west")

BOARDS = {
    "one patient": ("P A A\nA V A", SPREAD, 1),
    "one patient, outbreaks": ("P A A\nA V A", (*SPREAD, "outbreak a"), 1),
    "two patients, two deaths": ("P A V\nA A P", SPREAD, 2),
    "no death": ("A A V\nA P A", (*SPREAD, "outbreak a"), 0),
    "eight people": ("P A A B\nA V A P", (*SPREAD, "outbreak b"), 1),
}


def find_reachable(game: Pox) -> set[Chips]:
    """Chips as they may lie between turns and in the end, whatever is drawn."""

    def settle(state: State) -> State:
        return replace(state, deck=game.data.deck, turn=1)

    first = settle(game.start(("Ana",), {}))
    seen, waiting = {first}, [first]
    while waiting:
        state = waiting.pop()
        for actor in game.actors(state):
            for move in game.moves(state, actor):
                after = settle(game.apply(state, actor, move).state)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return {state.chips for state in seen if state.stage in ("draw", "over")}


def list_arrangements(people: Collection[int]) -> Iterator[Chips]:
    """Four to the power of the people, each of whom is a bit."""
    for signs in itertools.product(range(4), repeat=len(people)):
        signed = [*zip(people, signs, strict=True)]
        yield Chips(*(sum(bit for bit, sign in signed if sign == colour) for colour in (1, 2, 3)))


@pytest.mark.parametrize("name", BOARDS)
def test_boards_that_can_come_about_have_no_fault_and_most_others_have(name: str) -> None:
    """Not a single false alarm; of the boards that cannot come about nine in ten are found."""
    places, cards, deaths = BOARDS[name]
    game = small(make_kit(places, cards=cards, levels={"level": deaths}))
    terms = game.start(("Ana",), {}).terms
    lines = dict.fromkeys(game.data.people.bits, 0)
    reachable = find_reachable(game)
    impossible = [
        chips for chips in list_arrangements(game.data.people.bits.values()) if chips not in reachable
    ]

    def has_faults(chips: Chips) -> bool:
        return any(PoxScoring(game).list_faults(FinishedBoard((), terms, chips, lines)))

    assert len(reachable) > 100
    assert not any(map(has_faults, reachable))
    tried = sample(impossible, 2000, key=name)
    assert sum(map(has_faults, tried)) > 0.9 * len(tried)
