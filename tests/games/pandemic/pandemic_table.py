"""Tables of Pandemic as tests want them, and moves played on them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

import pytest

from generator.games.pandemic import make_game
from generator.games.pandemic.data import PandemicData, State, share_out
from generator.games.pandemic.game import Pandemic
from generator.rules.core import IllegalMove, Sentence
from tests import shipped
from tests.referee import take_words

NAMES = ("Ana", "Bo", "Cleo", "Dan")
ROLES = ("scientist", "researcher", "operations_expert", "dispatcher")
"""Whoever has none in a test has one of these that does not matter there."""


@cache
def rules() -> Pandemic:
    return make_game(shipped.kit("pandemic")).rules


def data() -> PandemicData:
    return rules().data


def card(name: str) -> int:
    """Of a city or an event, by its name in logs."""
    return data().names.index(name)


def cards(names: str) -> tuple[int, ...]:
    return tuple(sorted(card(name.strip()) for name in names.split(",") if name.strip()))


def colour(name: str) -> int:
    return data().colours.index(name)


def table(
    roles: Sequence[str] = ROLES[:2],
    *,
    hands: Mapping[str, str] | None = None,
    pawns: Mapping[str, str] | None = None,
    cubes: Mapping[str, str] | None = None,
    stations: str = "Atlanta",
    cured: str = "",
    eradicated: str = "",
    infected: str = "",
    discards: str = "",
    gone: str = "",
    outbreaks: int = 0,
    increases: int = 0,
    left: int = 4,
) -> State:
    """The first turn of Ana; what is not said is empty, and all pawns are in Atlanta.

    `cubes`: by city `yellow 2, red 1`.
    """
    names = NAMES[: len(roles)]
    state = rules().start(names, {})
    held = tuple(cards((hands or {}).get(name, "")) for name in names)
    lying = cards(discards), cards(gone)
    seen = {each for some in (*held, *lying) for each in some}
    unseen = tuple(each for each in range(len(data().cards)) if each not in seen)
    board, supply = lay_cubes(cubes or {})
    ill = cards(infected)
    piles = share_out(len(unseen), state.epidemics)
    return replace(
        state,
        roles=tuple(roles),
        pawns=tuple(card((pawns or {}).get(name, "Atlanta")) for name in names),
        hands=held,
        unseen=unseen,
        piles=tuple((number, 1) for number in piles),
        infections=(tuple(city for city in range(len(data().cities)) if city not in ill),),
        infected=ill,
        cubes=board,
        supply=supply,
        stations=cards(stations),
        cured=bits(cured),
        eradicated=bits(eradicated),
        discards=lying[0],
        gone=lying[1],
        outbreaks=outbreaks,
        increases=increases,
        phase="actions",
        left=left,
        turn=1,
        active=0,
    )


def bits(names: str) -> int:
    return sum(1 << colour(name) for name in names.split())


def lay_cubes(cubes: Mapping[str, str]) -> tuple[bytes, tuple[int, ...]]:
    board = bytearray(len(data().cities) * len(data().colours))
    supply = list(data().cubes)
    for city, words in cubes.items():
        for heap in words.split(","):
            name, number = heap.split()
            board[card(city) * len(data().colours) + colour(name)] += int(number)
            supply[colour(name)] -= int(number)
    return bytes(board), tuple(supply)


def play(state: State, *lines: str) -> State:
    """The state after these lines of a log: `Ana: drive Chicago`."""
    for line in lines:
        state, _ = step(state, line)
    return state


def step(state: State, line: str) -> tuple[State, list[str]]:
    """One line, and the keys of what is told of it."""
    actor, words = line.split(": ", 1)
    done = take_words(rules(), state, actor, words)
    for event in done.events:
        assert "{" not in event.format(shipped.kit("pandemic").wordings["en"])
    return done.state, [event.key.removeprefix("event.") for event in done.events]


def refused(state: State, line: str, rule: str) -> None:
    """The line can be read, and is forbidden by just this rule; the sentence has all its values."""
    actor, words = line.split(": ", 1)
    move = rules().parse(state, actor, words)
    assert move not in rules().moves(state, actor)
    with pytest.raises(IllegalMove) as caught:
        rules().check(state, actor, move)
    assert caught.value.rule == f"pandemic.{rule}"
    said = Sentence(f"rule.{caught.value.rule}", **caught.value.values).format(
        shipped.kit("pandemic").wordings["en"]
    )
    assert "{" not in said


def words(state: State, player: str) -> set[str]:
    """The notation of all legal moves of a player."""
    return {move.text for move in rules().moves(state, player)}


def cubes_in(state: State, city: str) -> str:
    """`yellow 2 red 1`."""
    colours = data().colours
    place = card(city) * len(colours)
    found = ((name, state.cubes[place + index]) for index, name in enumerate(colours))
    return " ".join(f"{name} {number}" for name, number in found if number)


def hand(state: State, player: str) -> str:
    return ", ".join(data().names[each] for each in state.hands[state.number(player)])


def names_of(some: Sequence[int]) -> str:
    return ", ".join(data().names[each] for each in some)


def where(state: State, player: str) -> str:
    return data().names[state.pawns[state.number(player)]]
