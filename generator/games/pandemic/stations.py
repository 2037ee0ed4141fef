"""Research stations: built as an action, or by a Government Grant; when all are used, one is moved."""

from typing import Literal

from generator.errors import IllegalMove
from generator.games.pandemic.moves import Book, Move
from generator.games.pandemic.plan import NOBODY, OPERATIONS, Plan
from generator.games.pandemic.state import State, discard, put, replace, take
from generator.rules.core import Listed, Sentence


def list_places(
    plan: Plan, book: Book, state: State, verb: Literal["build", "grant"], city: int
) -> list[Move]:
    """A station from the supply, or, all being used, any of those on the board."""
    if len(state.stations) < plan.stations:
        return [book.make(verb, city)]
    return [book.make(verb, city, NOBODY, other) for other in state.stations]


def check_build(plan: Plan, state: State, move: Move) -> None:
    """Raises IllegalMove."""
    city = state.pawns[state.active]
    check_place(plan, state, city, move.other)
    if state.roles[state.active] != OPERATIONS and not state.may_hold(state.active, city):
        raise IllegalMove("pandemic.build.card", {"city": plan.city_words[city]})


def check_place(plan: Plan, state: State, city: int, source: int) -> None:
    """Raises IllegalMove unless a station may come into a city, from `source` or from the supply."""
    if city in state.stations:
        raise IllegalMove("pandemic.build.one", {"city": plan.city_words[city]})
    if len(state.stations) < plan.stations:
        if source != NOBODY:
            raise IllegalMove("pandemic.build.supply", {"number": plan.stations - len(state.stations)})
    elif source not in state.stations:
        there = Listed(plan.city_words[other] for other in state.stations)
        raise IllegalMove("pandemic.build.moved", {"number": plan.stations, "cities": there})


def apply_build(plan: Plan, state: State, move: Move, events: list[Sentence]) -> State:
    """[S] For the card of the city; [S] the Operations Expert needs none."""
    seat = state.active
    city = state.pawns[seat]
    if state.roles[seat] != OPERATIONS:
        state = discard(state, seat, city)
    return place_station(plan, state, city, move.other, events)


def place_station(plan: Plan, state: State, city: int, source: int, events: list[Sentence]) -> State:
    stations = state.stations if source == NOBODY else take(state.stations, source)
    if source == NOBODY:
        events.append(Sentence("event.station", {"city": plan.city_words[city]}))
    else:
        values = {"city": plan.city_words[city], "source": plan.city_words[source]}
        events.append(Sentence("event.station_moved", values))
    return replace(state, stations=put(stations, city))
