"""All ways that a game of four cities can go, counted twice.

Once with the moves that the engine lists; once with every move that there are words for, of which the
check lets through what is legal. The drives of a pawn are counted a third time, as walks in a graph.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from generator.games.pandemic.data import Book, PandemicData, PandemicMove, State, read_data
from generator.games.pandemic.game import Pandemic
from generator.model.elements.areas import MapArea, PlacedArea
from generator.model.kit import Board, Kit, PieceSet
from generator.rules.core import NATURE, IllegalMove
from tests import shipped
from tests.referee import take_move

CITIES = ("atlanta", "chicago", "miami", "washington")


@cache
def small() -> Pandemic:
    """Atlanta is linked to the other three, Miami to Washington; two events, five roles."""
    return Pandemic(read_data(cut(shipped.kit("pandemic"))))


def cut(kit: Kit) -> Kit:
    parts = []
    for part in kit.parts:
        if isinstance(part, Board):
            part = replace(part, draw=tuple(cut_area(area) for area in part.draw))
        elif isinstance(part, PieceSet) and part.id in ("city_cards", "infection_cards", "player_cards"):
            kept = (*CITIES, "epidemic", "airlift", "resilient_population")
            part = replace(
                part,
                decks=tuple(
                    replace(deck, pieces=tuple(piece for piece in deck.pieces if piece.id in kept))
                    for deck in part.decks
                ),
            )
        parts.append(part)
    return replace(kit, parts=tuple(parts))


def cut_area(area: PlacedArea) -> PlacedArea:
    if not isinstance(area, MapArea):
        return area
    kept = (place for place in area.places if place.id in CITIES)
    return replace(
        area,
        places=tuple(
            replace(place, neighbours=tuple(id for id in place.neighbours if id in CITIES)) for place in kept
        ),
    )


def data() -> PandemicData:
    return small().data


def begin(roles: tuple[str, str], hands: tuple[str, str], left: int = 4) -> State:
    """The first turn, with blue cubes in Chicago and yellow ones in Miami; two cards are in the deck."""
    names = data().names
    held = tuple(
        tuple(sorted(names.index(card.strip()) for card in hand.split(",") if card)) for hand in hands
    )
    state = small().start(("Ana", "Bo"), {})
    cubes = bytearray(len(CITIES) * 4)
    cubes[4 * 1 + 0] = cubes[4 * 2 + 1] = 3
    unseen = tuple(card for card in range(len(names)) if not any(card in hand for hand in held))
    return replace(
        state,
        roles=roles,
        hands=held,
        unseen=unseen,
        piles=((len(unseen), 1),),
        infections=((0, 3),),
        infected=(1, 2),
        cubes=bytes(cubes),
        supply=(21, 21, 24, 24),
        stations=(0, 3),
        phase="actions",
        left=left,
        turn=1,
        active=0,
    )


def count(state: State, depth: int) -> int:
    """The games of so many moves, by the moves that are listed."""
    if not depth:
        return 1
    rules = small()
    return sum(
        count(take_move(rules, state, actor, move).state, depth - 1)
        for actor in rules.actors(state)
        for move in rules.moves(state, actor)
    )


def count_by_check(state: State, depth: int) -> int:
    """The same, by all moves that there are words for."""
    if not depth:
        return 1
    rules = small()
    total = 0
    for actor in (*state.players, NATURE):
        for move in speak(state.players):
            try:
                after = take_move(rules, state, actor, move).state
            except IllegalMove:
                continue
            total += count_by_check(after, depth - 1)
    return total


@cache
def speak(players: tuple[str, ...]) -> tuple[PandemicMove, ...]:
    """Every move that can be written down at this table, a card that nobody knows excepted."""
    return tuple(dict.fromkeys(_speak(Book(data(), players), range(len(players)))))


def _speak(book: Book, seats: range) -> Iterator[PandemicMove]:
    cities, cards = range(len(data().cities)), range(len(data().cards))
    for verb in ("pass", "forecast", "quiet", "begin", "epidemic", "intensify", "build"):
        yield book.make(verb)
    for city in cities:
        yield from (book.make(verb, city) for verb in ("drive", "fly", "charter", "shuttle", "grant", "next"))
        yield from (book.make(verb, city) for verb in ("infect", "look", "resilient"))
        yield from (book.make("build", -1, -1, other) for other in cities)
        yield from (book.make("grant", city, -1, other) for other in cities)
        yield from (book.make("operate", city, -1, card) for card in cards)
        for seat in seats:
            verbs = ("drive", "fly", "charter", "shuttle", "join", "airlift")
            yield from (book.make(verb, city, seat) for verb in verbs)
    for card in cards:
        yield from (book.make(verb, card) for verb in ("discard", "recall", "draw"))
        yield from (book.make(verb, card, seat) for verb in ("give", "take", "deal") for seat in seats)
    for colour in range(len(data().colours)):
        yield book.make("treat", colour)
        for number in (4, 5):
            yield from (book.make("cure", colour, cards=some) for some in combinations(cards, number))
    yield from (book.make("role", role, seat) for role in range(len(data().roles)) for seat in seats)


TABLES = {
    "two without cards": (("scientist", "medic"), ("", ""), 2),
    "cards of cities": (("quarantine_specialist", "medic"), ("Atlanta, Miami", "Chicago"), 2),
    "a dispatcher": (("dispatcher", "scientist"), ("Atlanta", "Miami"), 1),
    "an expert and events": (
        ("operations_expert", "researcher"),
        ("Miami, airlift", "Chicago, resilient population"),
        1,
    ),
    "a planner": (("contingency_planner", "researcher"), ("airlift", "Miami, Chicago"), 2),
}
COUNTS = {
    "two without cards": (5, 22, 147),
    "cards of cities": (10, 59, 232),
    "a dispatcher": (16, 80, 320),
    "an expert and events": (18, 202, 1152),
    "a planner": (13, 107, 743),
}
"""The first ones also by hand: three drives, a shuttle flight and stopping are 5; a direct flight, three
charter flights and a card that can be given make 10."""


@pytest.mark.parametrize("name", sorted(TABLES))
def test_games_are_counted_alike_in_two_ways(name: str) -> None:
    """One, two and three moves deep; and the numbers stay what they were when they were first counted."""
    roles, hands, left = TABLES[name]
    state = begin(roles, hands, left)
    counted = tuple(count(state, depth) for depth in (1, 2, 3))
    assert counted == tuple(count_by_check(state, depth) for depth in (1, 2, 3))
    assert counted == COUNTS[name], counted


def test_drives_are_walks_in_the_graph() -> None:
    """`move.linked`: without cards one drives, or passes: powers of the matrix of links."""
    state = replace(begin(("quarantine_specialist", "medic"), ("", "")), stations=(), cubes=bytes(16))
    links = [[1 if other in data().links[city] else 0 for other in range(4)] for city in range(4)]
    walks = [1, 0, 0, 0]
    expected = []
    for _ in range(3):
        # After each walk one may stop, which is a game of its own at that depth.
        expected.append(sum(walks) + sum(walks[city] * sum(links[city]) for city in range(4)))
        walks = [sum(walks[city] * links[city][other] for city in range(4)) for other in range(4)]
    drives_only = [count_drives(state, depth) for depth in (1, 2, 3)]
    assert drives_only == expected


def count_drives(state: State, depth: int) -> int:
    """Games of so many moves in which nothing follows once somebody has passed."""
    if not depth:
        return 1
    moves = small().moves(state, "Ana")
    assert {move.verb for move in moves} <= {"drive", "pass"}
    total = 0
    for move in moves:
        if move.verb == "pass":
            total += 1 if depth == 1 else 0
        else:
            total += count_drives(small().apply(state, "Ana", move).state, depth - 1)
    return total
