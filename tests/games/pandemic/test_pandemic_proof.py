"""What holds in every state of every game, and that chains may be carried out in any order."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from generator.games.pandemic.data import LOST_BY_CUBES, LOST_BY_OUTBREAKS, Numbers, State
from generator.games.pandemic.turns import CubeSpread
from generator.play.contracts.samples import play_moves
from tests.games.pandemic.pandemic_table import NAMES, data, rules, table
from tests.samples import proves_all

GAMES = 1000 if proves_all() else 24
BOARDS = 20_000 if proves_all() else 400
LONG = -90
"""Outbreaks before a chain that is to end by itself."""
SETUPS = [(number, level) for number in (2, 3, 4) for level in ("introductory", "standard", "heroic")]


def check_cubes(state: State) -> None:
    colours = len(data().colours)
    assert max(state.cubes, default=0) <= Numbers.MOST_IN_CITY
    for colour in range(colours):
        there = sum(state.cubes[colour::colours])
        assert there + state.supply[colour] == data().cubes[colour]
        assert state.supply[colour] >= 0
        is_cured, is_gone = state.cured >> colour & 1, state.eradicated >> colour & 1
        assert is_gone == (is_cured and not there)


def check_infection_cards(state: State) -> None:
    lying = [*state.infected, *state.removed, *state.seen, *state.back]
    assert sorted([*lying, *(city for layer in state.infections for city in layer)]) == list(
        range(len(data().cities))
    )
    assert all(state.infections)
    assert all(list(layer) == sorted(layer) for layer in state.infections)


def check_player_cards(state: State) -> None:
    stored = [state.stored] if state.stored >= 0 else []
    held = [card for hand in state.hands for card in hand]
    seen = [*held, *state.discards, *state.gone, *stored]
    assert sorted([*seen, *state.unseen]) == list(range(len(data().cards)))
    if not state.turn:
        return
    assert sum(state.unknown) + sum(others for others, _ in state.piles) == len(state.unseen)
    drawn = state.epidemics - sum(epidemics for _, epidemics in state.piles)
    waiting = state.pending - (state.phase in ("bottom", "intensify"))
    assert drawn - state.increases == max(waiting, 0)
    if not state.end and state.phase == "actions" and state.left == 4 and not state.over_limit():
        assert all(state.hand_size(seat) <= 7 for seat in range(len(state.players)))


def check_markers(state: State) -> None:
    assert 1 <= len(state.stations) <= data().stations
    assert len(set(state.stations)) == len(state.stations)
    assert 0 <= state.outbreaks <= data().most_outbreaks
    assert (state.outbreaks == data().most_outbreaks) == (state.end == LOST_BY_OUTBREAKS)
    assert 0 <= state.left <= 4
    assert len(set(state.roles) - {""}) == sum(map(bool, state.roles))


@pytest.mark.parametrize("seed", range(GAMES))
def test_nothing_is_lost_and_nothing_is_made(seed: int) -> None:
    """Cubes, cards of both kinds, epidemics and stations are as many as there are, in every state."""
    number, level = SETUPS[seed % len(SETUPS)]
    states = 0
    for each in play_moves(rules(), NAMES[:number], setup={"difficulty": level}, seed=seed):
        state = each.step.state
        for check in (check_cubes, check_infection_cards, check_player_cards, check_markers):
            check(state)
        states += 1
    assert states > 30
    assert state.end


class Reference:
    """Outbreaks as the rules tell them, in whatever order: nothing of the engine is used."""

    def __init__(self, cubes: dict[tuple[str, str], int], supply: dict[str, int], safe: set[str]) -> None:
        self.cubes = dict(cubes)
        self.supply = dict(supply)
        self.safe = safe
        self.outbreaks = 0
        self.is_lost = False

    def infect(self, city: str, colour: str, pick: Callable[[int], int]) -> None:
        """`pick` says which of the waiting cities breaks out next."""
        if city in self.safe:
            return
        if self.cubes.get((city, colour), 0) < 3:
            self._add(city, colour)
            return
        waiting, out = [city], set()
        while waiting and not self.is_lost:
            now = waiting.pop(pick(len(waiting)))
            out.add(now)
            self.outbreaks += 1
            for other in list_links()[now]:
                if other in out or other in waiting or other in self.safe:
                    continue
                if self.cubes.get((other, colour), 0) == 3:
                    waiting.append(other)
                else:
                    self._add(other, colour)

    def _add(self, city: str, colour: str) -> None:
        if not self.supply[colour]:
            self.is_lost = True
            return
        self.supply[colour] -= 1
        self.cubes[city, colour] = self.cubes.get((city, colour), 0) + 1


@cache
def list_links() -> dict[str, list[str]]:
    """The neighbours of each city."""
    ids = data().cities
    return {ids[city]: [ids[other] for other in links] for city, links in enumerate(data().links)}


def scatter(chance: random.Random) -> State:
    """A board full of cubes, with or without a Quarantine Specialist."""
    state = table(("quarantine_specialist" if chance.random() < 0.5 else "medic", "scientist"))
    pawn = chance.randrange(len(data().cities))
    supply = list(data().cubes)
    cubes = bytearray(len(data().cities) * len(data().colours))
    for place in range(len(cubes)):
        colour = place % len(data().colours)
        is_own = data().colour_of[place // len(data().colours)] == colour
        if chance.random() < (0.6 if is_own else 0.05):
            number = min(chance.choice((1, 2, 3, 3)), supply[colour])
            cubes[place] = number
            supply[colour] -= number
    return replace(
        state,
        cubes=bytes(cubes),
        supply=tuple(supply),
        pawns=(pawn, 0),
        phase="infect",
        left=9,
        outbreaks=LONG,
    )


def test_chains_end_alike_in_any_order() -> None:
    """`outbreak.order`: breadth first, depth first and at random give the board of the engine."""
    chance = random.Random(5)
    chains = lost = 0
    for _ in range(BOARDS):
        state = scatter(chance)
        city = choose_full(state, chance)
        spread = CubeSpread(data(), state, [])
        spread.infect(city)
        done = spread.finish()
        if done.end:
            lost += 1
            continue
        for pick in (lambda number: 0, lambda number: number - 1, chance.randrange):
            reference = resolve(state, city, pick)
            assert not reference.is_lost
            assert reference.outbreaks == done.outbreaks - LONG
            assert {key: number for key, number in reference.cubes.items() if number} == say_cubes(done)
            assert tuple(reference.supply.values()) == done.supply
        chains += done.outbreaks - LONG > 1
    assert chains > BOARDS // 10
    assert lost < BOARDS


def test_a_chain_that_loses_does_so_in_any_order() -> None:
    """[OURS] Only what is on the board at the end may differ: with missing cubes all orders lose."""
    chance = random.Random(9)
    lost = 0
    for _ in range(BOARDS):
        state = scatter(chance)
        supply = tuple(min(number, chance.randrange(5)) for number in state.supply)
        state = replace(state, supply=supply)
        city = choose_full(state, chance)
        spread = CubeSpread(data(), state, [])
        spread.infect(city)
        is_lost = spread.finish().end == LOST_BY_CUBES
        for pick in (lambda number: 0, lambda number: number - 1, chance.randrange):
            assert resolve(state, city, pick).is_lost == is_lost
        lost += is_lost
    assert lost > BOARDS // 10


def choose_full(state: State, chance: random.Random) -> int:
    """A city that breaks out."""
    colours = len(data().colours)
    own = enumerate(data().colour_of)
    return chance.choice(
        [city for city, colour in own if state.cubes[city * colours + colour] == Numbers.MOST_IN_CITY]
    )


def resolve(state: State, city: int, pick: Callable[[int], int]) -> Reference:
    safe = set()
    if state.roles[0] == "quarantine_specialist":
        own = data().cities[state.pawns[0]]
        safe = {own, *list_links()[own]}
    reference = Reference(say_cubes(state), dict(zip(data().colours, state.supply, strict=True)), safe)
    reference.infect(data().cities[city], data().colours[data().colour_of[city]], pick)
    return reference


def say_cubes(state: State) -> dict[tuple[str, str], int]:
    colours = data().colours
    pairs = ((city, colour) for city in data().cities for colour in colours)
    return {pair: number for pair, number in zip(pairs, state.cubes, strict=True) if number}
