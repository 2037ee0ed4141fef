"""Moving pawns and building research stations, by actions and events."""

from generator.errors import IllegalMove, forbid
from generator.games.pandemic.moves import Book, Move
from generator.games.pandemic.plan import NOBODY, Cards, Plan, Role
from generator.games.pandemic.spread import Spread
from generator.games.pandemic.state import State, discard, put, replace, take
from generator.rules.core import Listed, Sentence
from generator.rules.states import change

TRAVELS = ("drive", "fly", "charter", "shuttle", "join", "operate")


def list_travels(plan: Plan, book: Book, state: State, city: int, cards: Cards, seat: int) -> list[Move]:
    """Return the moves of a pawn in a city, paid with `cards`; `seat` owns it, or NOBODY if one's own."""
    found = [*book.drives(city, seat)]
    most = len(plan.cities)
    flights = book.by_number("fly", seat)
    found += [flights[card] for card in cards if card < most and card != city]
    if city in cards:
        found += book.elsewhere("charter", city, seat)
    if city in state.stations:
        shuttles = book.by_number("shuttle", seat)
        found += [shuttles[other] for other in state.stations if other != city]
    return found


def list_dispatches(plan: Plan, book: Book, state: State, cards: Cards) -> list[Move]:
    """[S] Return the Dispatcher's moves: of others' pawns like one's own, and of any pawn to another."""
    found: list[Move] = []
    for seat, city in enumerate(state.pawns):
        if seat != state.active:
            found += list_travels(plan, book, state, city, cards, seat)
        found += [book.make("join", other, seat) for other in sorted({*state.pawns} - {city})]
    return found


def list_operations(plan: Plan, book: Book, state: State, city: int, cards: Cards) -> list[Move]:
    """[S] Return flights from a station to any city for any city card, once per turn."""
    if city not in state.stations or state.has_flown:
        return []
    paid = [card for card in cards if card < len(plan.cities)]
    return [move for card in paid for move in book.elsewhere("operate", city, other=card)]


def check_travel(plan: Plan, state: State, move: Move) -> None:
    seat, verb = state.active, move.verb
    pawn = seat if move.seat == NOBODY else move.seat
    if move.seat != NOBODY and (state.roles[seat] != Role.DISPATCHER or (pawn == seat and verb != "join")):
        raise IllegalMove("pandemic.dispatcher.pawns", player=state.players[pawn])
    city, to = state.pawns[pawn], move.to
    rule = ""
    if to == city:
        rule = "pandemic.move.stay"
    elif verb == "drive" and to not in plan.links[city]:
        rule = "pandemic.move.linked"
    elif verb == "fly" and not state.may_hold(seat, to):
        rule = "pandemic.move.direct"
    elif verb == "charter" and not state.may_hold(seat, city):
        rule = "pandemic.move.charter"
    elif verb == "shuttle" and not {city, to} <= {*state.stations}:
        rule = "pandemic.move.shuttle"
    elif verb == "join" and to not in state.pawns:
        rule = "pandemic.dispatcher.join"
    elif verb == "operate" and (state.roles[seat] != Role.OPERATIONS or city not in state.stations):
        rule = "pandemic.operations.flight"
    elif verb == "operate" and state.has_flown:
        rule = "pandemic.operations.once"
    elif verb == "operate" and (move.other >= len(plan.cities) or not state.may_hold(seat, move.other)):
        raise IllegalMove("pandemic.hand.card", card=plan.card_words[move.other])
    if rule:
        raise IllegalMove(rule, city=plan.card_words[city], to=plan.card_words[to])


def apply_travel(plan: Plan, state: State, move: Move, events: list[Sentence]) -> State:
    seat = state.active
    pawn = seat if move.seat == NOBODY else move.seat
    pawns = change(state.pawns, pawn, move.to)
    if move.verb == "fly":
        moved = discard(state, seat, move.to, pawns=pawns)
    elif move.verb == "charter":
        moved = discard(state, seat, state.pawns[pawn], pawns=pawns)
    elif move.verb == "operate":
        moved = discard(state, seat, move.other, has_flown=True, pawns=pawns)
    else:
        moved = replace(state, pawns=pawns)
    return arrive(plan, moved, pawn, events)


def arrive(plan: Plan, state: State, seat: int, events: list[Sentence]) -> State:
    """[P] Let the Medic remove cured diseases on arrival."""
    if not state.cured or state.roles[seat] != Role.MEDIC:
        return state
    spread = Spread(plan, state, events)
    spread.heal_medic_city()
    return spread.finish()


def list_places(plan: Plan, book: Book, state: State, verb: str, city: int) -> list[Move]:
    """Return the moves that build a station, from the supply or, if it is empty, from the board."""
    if len(state.stations) < plan.stations:
        return [book.make(verb, city)]
    return [book.make(verb, city, NOBODY, other) for other in state.stations]


def check_place(plan: Plan, state: State, city: int, source: int) -> None:
    """Raise IllegalMove unless a station can be moved to a city from `source`, or from the supply."""
    left = plan.stations - len(state.stations)
    forbid(city in state.stations, "pandemic.build.one", city=plan.card_words[city])
    forbid(left and source != NOBODY, "pandemic.build.supply", number=left)
    if not left and source not in state.stations:
        there = Listed(plan.card_words[other] for other in state.stations)
        raise IllegalMove("pandemic.build.moved", number=plan.stations, cities=there)


def check_build(plan: Plan, state: State, move: Move) -> None:
    city = state.pawns[state.active]
    check_place(plan, state, city, move.other)
    if state.roles[state.active] != Role.OPERATIONS and not state.may_hold(state.active, city):
        raise IllegalMove("pandemic.build.card", city=plan.card_words[city])


def build(plan: Plan, state: State, move: Move, events: list[Sentence]) -> State:
    """[S] Build a station for the card of the city; [S] the Operations Expert needs no card."""
    seat = state.active
    city = state.pawns[seat]
    if state.roles[seat] != Role.OPERATIONS:
        state = discard(state, seat, city)
    return place_station(plan, state, city, move.other, events)


def place_station(plan: Plan, state: State, city: int, source: int, events: list[Sentence]) -> State:
    stations = state.stations
    if source == NOBODY:
        events.append(Sentence("event.station", city=plan.card_words[city]))
    else:
        values = {"city": plan.card_words[city], "source": plan.card_words[source]}
        events.append(Sentence("event.station_moved", **values))
        stations = take(stations, source)
    return replace(state, stations=put(stations, city))
