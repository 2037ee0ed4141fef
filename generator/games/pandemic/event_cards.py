"""Event cards: when they may be played, by whom, and their effects."""

from bisect import bisect_left
from collections.abc import Iterable
from itertools import chain

from generator.errors import IllegalMove, forbid
from generator.games.pandemic.moves import Book, Move
from generator.games.pandemic.plan import EVENTS, FORECAST_CARDS, NOBODY, Cards, Plan, Role
from generator.games.pandemic.state import State, discard, is_quiet_moment, put, replace, take
from generator.games.pandemic.travels import arrive, check_place, list_places, place_station
from generator.games.pandemic.turns import end_infections
from generator.rules.core import Sentence
from generator.rules.states import change

_VERB_OF = {event: verb for verb, event in EVENTS.items()}


def _list_event_cards(plan: Plan, state: State, seat: int) -> Cards:
    events = _pick_events(plan, state.hands[seat])
    if state.unknown[seat]:
        events += _pick_events(plan, state.unseen)
    if state.stored != NOBODY and state.roles[seat] == Role.PLANNER:
        events += (state.stored,)
    return events


def _pick_events(plan: Plan, cards: Cards) -> Cards:
    first = len(plan.cities)
    return cards[bisect_left(cards, first) :] if cards and cards[-1] >= first else ()


def _has_stored(state: State, seat: int, card: int) -> bool:
    """Return whether a player stores a card as the Contingency Planner."""
    return card == state.stored != NOBODY and state.roles[seat] == Role.PLANNER


def may_play(plan: Plan, state: State, seat: int) -> bool:
    """Return whether a player may have an event that can be played now."""
    events = _list_event_cards(plan, state, seat)
    return any(_is_playable(plan, state, _VERB_OF[plan.cards[card]]) for card in events)


def _is_playable(plan: Plan, state: State, verb: str) -> bool:
    """Return whether an event is allowed at the moment, and could have an effect."""
    if verb == "resilient":
        return bool(state.infected)
    if state.phase == "intensify" or (verb == "quiet" and state.is_quiet):
        return False
    if verb == "forecast":
        return bool(state.infections)
    return verb != "grant" or len(state.stations) < len(plan.cities)


def list_events(plan: Plan, book: Book, state: State, seat: int, *, from_hand: bool = False) -> list[Move]:
    """Return the events that a player may play; `from_hand` excludes the one on the role card."""
    found: list[Move] = []
    for card in _list_event_cards(plan, state, seat):
        verb = _VERB_OF[plan.cards[card]]
        if _is_playable(plan, state, verb) and not (from_hand and card == state.stored):
            found += _list_uses(plan, book, state, verb)
    return found


def _list_uses(plan: Plan, book: Book, state: State, verb: str) -> Iterable[Move]:
    if verb == "airlift":
        return chain.from_iterable(book.elsewhere(verb, city, pawn) for pawn, city in enumerate(state.pawns))
    if verb == "grant":
        free = (city for city in range(len(plan.cities)) if city not in state.stations)
        return chain.from_iterable(list_places(plan, book, state, verb, city) for city in free)
    if verb == "resilient":
        moves = book.by_number(verb)
        return [moves[city] for city in state.infected]
    return (book.make(verb),)


def check_event(plan: Plan, state: State, seat: int, move: Move, *, from_hand: bool = False) -> None:
    card, verb = plan.event(move.verb), move.verb
    if not is_quiet_moment(state) and (verb, state.phase) != ("resilient", "intensify"):
        raise IllegalMove("pandemic.event.moment", move=move.text)
    is_stored = _has_stored(state, seat, card) and not from_hand
    if card == NOBODY or not (is_stored or state.may_hold(seat, card)):
        raise IllegalMove("pandemic.event.holder", player=state.players[seat], move=move.text)
    if verb == "airlift" and state.pawns[move.seat] == move.to:
        raise IllegalMove("pandemic.move.stay", to=plan.card_words[move.to])
    if verb == "grant":
        check_place(plan, state, move.to, move.other)
    forbid(verb == "quiet" and state.is_quiet, "pandemic.quiet.twice")
    if verb == "resilient" and move.to not in state.infected:
        raise IllegalMove("pandemic.resilient.discards", city=plan.card_words[move.to])
    if verb == "forecast":
        number = _count_shown(state)
        forbid(not number, "pandemic.forecast.none")
        if move.cards and (len(move.cards) != number or _take_top(state.infections, move.cards) is None):
            raise IllegalMove("pandemic.forecast.cards", number=number)


def apply_event(plan: Plan, state: State, seat: int, move: Move, events: list[Sentence]) -> State:
    """Carry out a checked event. [S] Its card is discarded, or leaves the game from the role card."""
    card = plan.event(move.verb)
    if _has_stored(state, seat, card):
        state = replace(state, stored=NOBODY, gone=put(state.gone, card))
    else:
        state = discard(state, seat, card)
    match move.verb:
        case "airlift":
            moved = replace(state, pawns=change(state.pawns, move.seat, move.to))
            return arrive(plan, moved, move.seat, events)
        case "grant":
            return place_station(plan, state, move.to, move.other, events)
        case "quiet":
            quiet = replace(state, is_quiet=True)
            return end_infections(plan, quiet, events) if state.phase == "infect" else quiet
        case "resilient":
            return replace(state, infected=take(state.infected, move.to), removed=put(state.removed, move.to))
    if move.cards:
        rest = _take_top(state.infections, move.cards) or ()
        return replace(state, infections=(*((city,) for city in move.cards), *rest))
    return replace(state, seer=seat, to_see=_count_shown(state))


def _count_shown(state: State) -> int:
    """[OURS] A Forecast shows all cards if there are fewer than six."""
    return min(FORECAST_CARDS, sum(map(len, state.infections)))


def _take_top(layers: tuple[Cards, ...], cards: Cards) -> tuple[Cards, ...] | None:
    """Return the layers without some cards; None unless these can be the top cards, each once."""
    rests: list[Cards] = []
    for layer in layers:
        rest = tuple(city for city in layer if city not in cards)
        if len(rest) < len(layer) and any(rests):
            return None
        rests.append(rest)
    taken = sum(map(len, layers)) - sum(map(len, rests))
    return tuple(filter(None, rests)) if taken == len(cards) else None
