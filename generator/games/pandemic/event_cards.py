"""Events: who may play which of them when, and what they do."""

from bisect import bisect_left
from collections.abc import Iterable
from itertools import chain

from generator.errors import IllegalMove
from generator.games.pandemic.moves import EVENT_OF, Book, Move
from generator.games.pandemic.plan import (
    AIRLIFT,
    FORECAST,
    FORECAST_CARDS,
    GRANT,
    NOBODY,
    PLANNER,
    QUIET,
    RESILIENT,
    Cards,
    Plan,
)
from generator.games.pandemic.state import State, is_quiet_moment, lose_card, put, replace, take
from generator.games.pandemic.stations import check_place, list_places, place_station
from generator.games.pandemic.travels import move_pawn
from generator.games.pandemic.turns import end_infections
from generator.rules.core import Sentence


def list_event_cards(plan: Plan, state: State, seat: int) -> Cards:
    """The events that a player holds, or may hold."""
    events = pick_events(plan, state.hands[seat])
    if state.unknown[seat]:
        events += pick_events(plan, state.unseen)
    if state.stored != NOBODY and is_planner(state, seat):
        events += (state.stored,)
    return events


def pick_events(plan: Plan, cards: Cards) -> Cards:
    """They follow the cities."""
    first = len(plan.cities)
    return cards[bisect_left(cards, first) :] if cards and cards[-1] >= first else ()


def is_planner(state: State, seat: int) -> bool:
    return state.roles[seat] == PLANNER


def may_play(plan: Plan, state: State, seat: int) -> bool:
    """Whether a player has an event that can be played now."""
    events = list_event_cards(plan, state, seat)
    return bool(events) and any(_is_playable(plan, state, card) for card in events)


def _is_playable(plan: Plan, state: State, card: int) -> bool:
    """As far as the moment allows, and there is something that it could do."""
    id = plan.cards[card]
    if id == RESILIENT:
        return bool(state.infected)
    if state.phase == "intensify" or (id == QUIET and state.is_quiet):
        return False
    if id == FORECAST:
        return bool(state.infections)
    return id != GRANT or len(state.stations) < len(plan.cities)


def list_events(plan: Plan, book: Book, state: State, seat: int, *, from_hand: bool = False) -> list[Move]:
    """`from_hand`: without the one on the Contingency Planner's card."""
    found: list[Move] = []
    for card in list_event_cards(plan, state, seat):
        if _is_playable(plan, state, card) and not (from_hand and card == state.stored):
            found += _list_uses(plan, book, state, plan.cards[card])
    return found


def _list_uses(plan: Plan, book: Book, state: State, id: str) -> Iterable[Move]:
    if id == AIRLIFT:
        return chain.from_iterable(
            book.elsewhere("airlift", city, pawn) for pawn, city in enumerate(state.pawns)
        )
    if id == GRANT:
        free = (city for city in range(len(plan.cities)) if city not in state.stations)
        return chain.from_iterable(list_places(plan, book, state, "grant", city) for city in free)
    if id == RESILIENT:
        moves = book.by_number("resilient")
        return [moves[city] for city in state.infected]
    return (book.make("forecast" if id == FORECAST else "quiet"),)


def find_card(plan: Plan, move: Move) -> int:
    """The card that an event is played with; NOBODY: the kit does not print it."""
    return plan.event(EVENT_OF[move.verb])


def check_event(plan: Plan, state: State, seat: int, move: Move, *, from_hand: bool = False) -> None:
    """Raises IllegalMove unless the player may play this event now."""
    card = find_card(plan, move)
    is_resilient = move.verb == "resilient" and state.phase == "intensify"
    if not is_resilient and not is_quiet_moment(state):
        raise IllegalMove("pandemic.event.moment", {"move": move.text})
    is_stored = card == state.stored and is_planner(state, seat)
    if card == NOBODY or not (state.may_hold(seat, card) or (is_stored and not from_hand)):
        raise IllegalMove("pandemic.event.holder", {"player": state.players[seat], "move": move.text})
    match move.verb:
        case "airlift":
            if state.pawns[move.seat] == move.to:
                values = {"city": plan.city_words[move.to], "to": plan.city_words[move.to]}
                raise IllegalMove("pandemic.move.stay", values)
        case "grant":
            check_place(plan, state, move.to, move.other)
        case "quiet":
            if state.is_quiet:
                raise IllegalMove("pandemic.quiet.twice")
        case "resilient":
            if move.to not in state.infected:
                raise IllegalMove("pandemic.resilient.discards", {"city": plan.city_words[move.to]})
        case _:
            if not state.infections:
                raise IllegalMove("pandemic.forecast.none")
            number = count_shown(state)
            if move.cards and (len(move.cards) != number or take_top(state.infections, move.cards) is None):
                raise IllegalMove("pandemic.forecast.cards", {"number": number})


def apply_event(plan: Plan, state: State, seat: int, move: Move, events: list[Sentence]) -> State:
    """What check_event has allowed."""
    state = _spend(state, seat, find_card(plan, move))
    match move.verb:
        case "airlift":
            return move_pawn(plan, state, move.seat, move.to, events)
        case "grant":
            return place_station(plan, state, move.to, move.other, events)
        case "quiet":
            quiet = replace(state, is_quiet=True)
            return end_infections(plan, quiet, events) if state.phase == "infect" else quiet
        case "resilient":
            return replace(state, infected=take(state.infected, move.to), removed=put(state.removed, move.to))
        case _:
            rest = take_top(state.infections, move.cards) or ()
            if move.cards:
                return replace(state, infections=(*((city,) for city in move.cards), *rest))
            return replace(state, seer=seat, to_see=count_shown(state))


def count_shown(state: State) -> int:
    """[S] Number of cards that a Forecast shows. [OURS] If there are fewer than six, it shows all."""
    return min(FORECAST_CARDS, sum(map(len, state.infections)))


def take_top(layers: tuple[Cards, ...], cards: Cards) -> tuple[Cards, ...] | None:
    """Return the layers without some cards; None unless these may be the top cards, each once."""
    rests: list[Cards] = []
    for layer in layers:
        rest = tuple(city for city in layer if city not in cards)
        if len(rest) < len(layer) and any(rests):
            return None
        rests.append(rest)
    taken = sum(map(len, layers)) - sum(map(len, rests))
    return tuple(filter(None, rests)) if taken == len(cards) else None


def _spend(state: State, seat: int, card: int) -> State:
    """[S] To the discards; [S] from the Contingency Planner's card out of the game."""
    if card == state.stored and is_planner(state, seat):
        return replace(state, stored=NOBODY, gone=put(state.gone, card))
    return replace(lose_card(state, seat, card), discards=put(state.discards, card))
