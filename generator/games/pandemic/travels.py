"""Actions that move a pawn: by oneself, by the Dispatcher, or with the Operations Expert's flight."""

from generator.errors import IllegalMove
from generator.games.pandemic.moves import Book, Move
from generator.games.pandemic.plan import DISPATCHER, MEDIC, NOBODY, OPERATIONS, Cards, Plan
from generator.games.pandemic.spread import Spread
from generator.games.pandemic.state import State, change_number, discard, replace
from generator.rules.core import Sentence


def list_travels(plan: Plan, book: Book, state: State, city: int, cards: Cards, seat: int) -> list[Move]:
    """Of a pawn in a city, paid from `cards`; `seat` is whose it is, where it is not one's own."""
    drives = book.by_number("drive", seat)
    found = [drives[other] for other in plan.links[city]]
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
    """[S] Another's pawn as if it were one's own; any pawn to a city where another one is."""
    found: list[Move] = []
    for seat, city in enumerate(state.pawns):
        if seat != state.active:
            found += list_travels(plan, book, state, city, cards, seat)
        others = sorted({*state.pawns} - {city})
        found += [book.make("join", other, seat) for other in others]
    return found


def list_operations(plan: Plan, book: Book, state: State, city: int, cards: Cards) -> list[Move]:
    """[S] Once a turn from a station to any city, for any city card."""
    if state.has_flown or city not in state.stations:
        return []
    found: list[Move] = []
    for card in cards:
        if card < len(plan.cities):
            found += book.elsewhere("operate", city, other=card)
    return found


def check_travel(plan: Plan, state: State, move: Move) -> None:
    """Raises IllegalMove."""
    seat = state.active
    pawn = seat
    if move.seat != NOBODY:
        pawn = move.seat
        if state.roles[seat] != DISPATCHER or (pawn == seat and move.verb != "join"):
            raise IllegalMove("pandemic.dispatcher.pawns", {"player": state.players[pawn]})
    city, verb = state.pawns[pawn], move.verb
    values = {"city": plan.city_words[city], "to": plan.city_words[move.to]}
    if move.to == city:
        raise IllegalMove("pandemic.move.stay", values)
    if verb == "drive":
        if move.to not in plan.links[city]:
            raise IllegalMove("pandemic.move.linked", values)
    elif verb == "fly":
        if not state.may_hold(seat, move.to):
            raise IllegalMove("pandemic.move.direct", values)
    elif verb == "charter":
        if not state.may_hold(seat, city):
            raise IllegalMove("pandemic.move.charter", values)
    elif verb == "shuttle":
        if city not in state.stations or move.to not in state.stations:
            raise IllegalMove("pandemic.move.shuttle", values)
    elif verb == "join":
        if move.to not in state.pawns:
            raise IllegalMove("pandemic.dispatcher.join", values)
    else:
        _check_operations(plan, state, move, city)


def _check_operations(plan: Plan, state: State, move: Move, city: int) -> None:
    if state.roles[state.active] != OPERATIONS or city not in state.stations:
        raise IllegalMove("pandemic.operations.flight", {"city": plan.city_words[city]})
    if state.has_flown:
        raise IllegalMove("pandemic.operations.once")
    if move.other >= len(plan.cities) or not state.may_hold(state.active, move.other):
        raise IllegalMove("pandemic.hand.card", {"card": plan.card_words[move.other]})


def apply_travel(plan: Plan, state: State, move: Move, events: list[Sentence]) -> State:
    """What check_travel has allowed; the action is still to be counted."""
    seat = state.active
    pawn = seat if move.seat == NOBODY else move.seat
    verb = move.verb
    if verb == "fly":
        state = discard(state, seat, move.to)
    elif verb == "charter":
        state = discard(state, seat, state.pawns[pawn])
    elif verb == "operate":
        state = replace(discard(state, seat, move.other), has_flown=True)
    return move_pawn(plan, state, pawn, move.to, events)


def move_pawn(plan: Plan, state: State, seat: int, city: int, events: list[Sentence]) -> State:
    """[P] Wherever the Medic comes to, cured diseases go."""
    moved = replace(state, pawns=change_number(state.pawns, seat, city))
    if not state.cured or state.roles[seat] != MEDIC:
        return moved
    spread = Spread(plan, moved, events)
    spread.heal_medic_city()
    return spread.finish()
