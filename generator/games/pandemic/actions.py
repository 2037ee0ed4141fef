"""The actions of the active player."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import TypeAlias

from generator.errors import IllegalMove, forbid
from generator.games.pandemic import travels
from generator.games.pandemic.moves import Book, Move
from generator.games.pandemic.plan import NOBODY, Cards, Plan, Role, count_cure_cards
from generator.games.pandemic.spread import Spread
from generator.games.pandemic.state import WON, State, count_cubes, discard, lose_card, put, replace, take
from generator.rules.core import Sentence
from generator.rules.states import change


def list_actions(plan: Plan, book: Book, state: State) -> list[Move]:
    """Return all actions of the active player, and `pass`."""
    seat = state.active
    city, role, cards = state.pawns[seat], state.roles[seat], state.list_holdable(seat)
    found = travels.list_travels(plan, book, state, city, cards, NOBODY)
    if city in state.stations:
        found += _list_cures(plan, book, state, cards)
    elif role == Role.OPERATIONS or city in cards:
        found += travels.list_places(plan, book, state, "build", NOBODY)
    colours = len(plan.colours)
    cubes = state.cubes[city * colours : (city + 1) * colours]
    if any(cubes):
        found += [book.make("treat", colour) for colour, number in enumerate(cubes) if number]
    if state.pawns.count(city) > 1:
        found += _list_shares(plan, book, state, cards)
    if role == Role.OPERATIONS:
        found += travels.list_operations(plan, book, state, city, cards)
    elif role == Role.DISPATCHER:
        found += travels.list_dispatches(plan, book, state, cards)
    elif role == Role.PLANNER and state.stored == NOBODY:
        found += [book.make("recall", card) for card in state.discards if card >= len(plan.cities)]
    found.append(book.make("pass"))
    return found


def _list_shares(plan: Plan, book: Book, state: State, cards: Cards) -> Iterator[Move]:
    """[S] Yield shares of the card of the city; [S] the Researcher gives any city card."""
    seat = state.active
    city, most = state.pawns[seat], len(plan.cities)
    for other, place in enumerate(state.pawns):
        if place != city or other == seat:
            continue
        for verb, giver in (("give", seat), ("take", other)):
            held = cards if giver == seat else state.list_holdable(other)
            if state.roles[giver] == Role.RESEARCHER:
                yield from (book.make(verb, card, other) for card in held if card < most)
            elif city in held:
                yield book.make(verb, city, other)


def _list_cures(plan: Plan, book: Book, state: State, cards: Cards) -> Iterator[Move]:
    seat = state.active
    needed = count_cure_cards(state.roles[seat])
    if len(cards) < needed:
        return
    for colour in range(len(plan.colours)):
        if state.cured >> colour & 1:
            continue
        fitting = [card for card in cards if card < len(plan.cities) and plan.colour_of[card] == colour]
        for chosen in combinations(fitting, needed) if len(fitting) >= needed else ():
            if _can_hold_all(state, seat, chosen):
                yield book.make("cure", colour, cards=chosen)


def _can_hold_all(state: State, seat: int, cards: Cards) -> bool:
    """Return whether the unknown cards of a hand can be the missing ones of `cards`."""
    return sum(card not in state.hands[seat] for card in cards) <= state.unknown[seat]


def _check_treat(plan: Plan, state: State, move: Move) -> None:
    city = state.pawns[state.active]
    if not count_cubes(plan, state, city, move.to):
        values = {"city": plan.card_words[city], "colour": plan.colour_words[move.to]}
        raise IllegalMove("pandemic.treat.cubes", **values)


def _treat(plan: Plan, state: State, move: Move, events: list[Sentence]) -> State:
    """[S] Remove one cube, or all of a cured disease; [S] the Medic always removes all."""
    city, colour = state.pawns[state.active], move.to
    takes_all = state.cured >> colour & 1 or state.roles[state.active] == Role.MEDIC
    spread = Spread(plan, state, events)
    spread.remove(city, colour, count_cubes(plan, state, city, colour) if takes_all else 1)
    return spread.finish()


def _find_sides(state: State, move: Move) -> tuple[int, int]:
    return (state.active, move.seat) if move.verb == "give" else (move.seat, state.active)


def _check_share(plan: Plan, state: State, move: Move) -> None:
    giver, taker = _find_sides(state, move)
    card, city = move.to, state.pawns[giver]
    values = {"giver": state.players[giver], "taker": state.players[taker]}
    forbid(giver == taker or city != state.pawns[taker], "pandemic.share.together", **values)
    shown = {**values, "card": plan.card_words[card]}
    if card >= len(plan.cities) or (card != city and state.roles[giver] != Role.RESEARCHER):
        raise IllegalMove("pandemic.share.city", **shown, city=plan.card_words[city])
    forbid(not state.may_hold(giver, card), "pandemic.share.holder", **shown)


def _share(plan: Plan, state: State, move: Move, events: list[Sentence]) -> State:
    giver, taker = _find_sides(state, move)
    given = lose_card(state, giver, move.to)
    hands = change(given.hands, taker, put(given.hands[taker], move.to))
    return replace(given, hands=hands)


def _check_cure(plan: Plan, state: State, move: Move) -> None:
    seat, colour = state.active, plan.colour_words[move.to]
    city = state.pawns[seat]
    forbid(city not in state.stations, "pandemic.cure.station", city=plan.card_words[city])
    forbid(state.cured >> move.to & 1, "pandemic.cure.again", colour=colour)
    needed = count_cure_cards(state.roles[seat])
    fitting = {card for card in move.cards if card < len(plan.cities) and plan.colour_of[card] == move.to}
    forbid(not len(move.cards) == len(fitting) == needed, "pandemic.cure.cards", number=needed, colour=colour)
    for card in move.cards:
        forbid(not state.may_hold(seat, card), "pandemic.hand.card", card=plan.card_words[card])
    forbid(not _can_hold_all(state, seat, move.cards), "pandemic.hidden.number", number=state.unknown[seat])


def _cure(plan: Plan, state: State, move: Move, events: list[Sentence]) -> State:
    """[S] Cure a disease, which is eradicated if it has no cubes; [S] the last cure wins at once."""
    for card in move.cards:
        state = discard(state, state.active, card)
    state = replace(state, cured=state.cured | 1 << move.to)
    events.append(Sentence("event.cured", colour=plan.colour_words[move.to]))
    spread = Spread(plan, state, events)
    spread.check_eradicated(move.to)
    spread.heal_medic_city()
    if state.cured == plan.all_colours:
        return replace(spread.finish(), end=WON, is_won=True)
    return spread.finish()


def _check_recall(plan: Plan, state: State, move: Move) -> None:
    forbid(state.roles[state.active] != Role.PLANNER, "pandemic.planner.event")
    forbid(state.stored != NOBODY, "pandemic.planner.one", card=plan.card_words[state.stored])
    if move.to < len(plan.cities) or move.to not in state.discards:
        raise IllegalMove("pandemic.planner.discards", card=plan.card_words[move.to])


def _recall(plan: Plan, state: State, move: Move, events: list[Sentence]) -> State:
    discards = take(state.discards, move.to)
    return replace(state, discards=discards, stored=move.to)


Check: TypeAlias = Callable[[Plan, State, Move], None]
Apply: TypeAlias = Callable[[Plan, State, Move, list[Sentence]], State]
_ACTIONS: Mapping[str, tuple[Check, Apply]] = {
    **dict.fromkeys(travels.TRAVELS, (travels.check_travel, travels.apply_travel)),
    **dict.fromkeys(("give", "take"), (_check_share, _share)),
    "build": (travels.check_build, travels.build),
    "treat": (_check_treat, _treat),
    "cure": (_check_cure, _cure),
    "recall": (_check_recall, _recall),
}


def check_action(plan: Plan, state: State, move: Move) -> None:
    if move.verb in _ACTIONS:
        _ACTIONS[move.verb][0](plan, state, move)
    elif move.verb != "pass":
        raise IllegalMove("pandemic.turn.now", move=move.text)


def apply_action(plan: Plan, state: State, move: Move, events: list[Sentence]) -> State:
    """Carry out a checked action, and count it unless it wins the game."""
    done = _ACTIONS[move.verb][1](plan, state, move, events)
    return done if done.end else replace(done, left=done.left - 1)
