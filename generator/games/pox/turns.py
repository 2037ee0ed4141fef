"""The parts of a turn: the bad part of a card, deaths, and the good part."""

from functools import cache
from typing import TypeAlias

from generator.games.pox.moves import Card, Cure, Done, Infect, Move, Outbreak, Spread, Vaccinate
from generator.games.pox.neighbourhood import Direction, Places, take_first
from generator.games.pox.plan import BLUE, RED, Plan
from generator.games.pox.state import Chips, End, Offer, State, Terms, replace
from generator.rules.core import Sentence, Step, shared

SOME: tuple[Offer, ...] = ((3, 0), (0, 1))
"""[S] Help after a spread with new red chips."""
NONE: tuple[Offer, ...] = ((6, 0), (0, 2), (3, 1))
"""[S] Help after a spread without new red chips: double, and no other mixtures."""
ONE: tuple[Offer, ...] = ((1, 0),)
"""[S] Help after an outbreak."""
TWO: tuple[Offer, ...] = ((2, 0),)
"""[S] Help after an outbreak that infects nobody."""

Events: TypeAlias = tuple[Sentence, ...]


def find_spread(plan: Plan, chips: Chips, direction: Direction) -> Places:
    """[S] Return the people infected by a spread: neighbours in its direction without a chip."""
    return plan.people.step(chips.red, direction) & ~chips.all


def find_exposed(plan: Plan, chips: Chips) -> Places:
    """Return the neighbours of infected people without a chip; none if the disease is contained."""
    return plan.people.around(chips.red) & ~chips.all


def find_surrounded(plan: Plan, chips: Chips) -> Places:
    """[S] Return infected people who have no healthy or immune neighbour."""
    people = plan.people
    return chips.red & ~people.around(people.whole & ~(chips.red | chips.black))


def find_candidates(plan: Plan, chips: Chips, terms: Terms, card: Card | None) -> Places:
    """[S] Return the people an outbreak may infect: of its kind, without a chip, touching nobody with one."""
    if not isinstance(card, Outbreak):
        return 0
    there = chips.all
    touching = plan.people.around_corners(there) if terms.corners_touch else plan.people.around(there)
    return plan.kinds[card.kind] & ~(there | touching)


def find_healthy(plan: Plan, chips: Chips) -> Places:
    """[S] Return the people who can be vaccinated: without a chip and not vulnerable."""
    return plan.sturdy & ~chips.all


def find_curable(plan: Plan, chips: Chips) -> Places:
    """Return the people who can be cured: infected, and not vulnerable, [OURS] since those die first."""
    return chips.red & ~plan.vulnerable


def count_left(plan: Plan, chips: Chips, chip: str) -> int:
    """Return the number of chips in the supply; [OURS] replaced chips return to it."""
    lying = chips.red if chip == RED else chips.blue
    return plan.chips[chip] - lying.bit_count()


def has_run_out(plan: Plan, chips: Chips, terms: Terms) -> bool:
    """Return whether the strict limit loses the game: the last red chip is placed."""
    return terms.has_strict_limit and not count_left(plan, chips, RED)


def bury(plan: Plan, chips: Chips, terms: Terms) -> tuple[Chips, Places, Places]:
    """Replace the chips of those who die: [S] infected vulnerable people, then surrounded people.

    [S] Nobody dies after the death that loses the game. [OURS] Each group dies in reading order.
    """
    room = terms.allowed + 1 - chips.black.bit_count()
    weak = take_first(chips.red & plan.vulnerable, room)
    if weak:
        chips = chips.put(black=weak)
    surrounded = take_first(find_surrounded(plan, chips), room - weak.bit_count())
    return chips.put(black=surrounded) if surrounded else chips, weak, surrounded


def apply_move(plan: Plan, state: State, move: Move) -> Step[State]:
    match move:
        case Vaccinate() | Cure():
            return _help(plan, state, move)
        case Done():
            return _end_turn(plan, state, state.chips, (shared("event.good.left"),), state.helped)
        case Infect():
            return _infect(plan, state, move.place)
    events: Events = ()
    if not state.deck:
        # [OURS] The played cards become the new deck.
        events = (Sentence("event.shuffle"),)
    drawn = replace(state, deck=(state.deck or plan.deck).take(move.text), card=move)
    if isinstance(move, Spread):
        return _spread(plan, drawn, move.direction, events)
    return _break_out(plan, drawn, move.kind, events)


def _spread(plan: Plan, state: State, direction: Direction, events: Events) -> Step[State]:
    chips, terms = state.chips, state.terms
    new = find_spread(plan, chips, direction)
    if not new:
        return _offer(plan, state, chips, NONE, (*events, shared(f"event.spread.{direction}")))
    if new.bit_count() > count_left(plan, chips, RED):
        # [OURS] The game is lost at once, without any effect of this card.
        return _end(state, chips, End.CHIPS, events)
    chips = chips.put(red=new)
    events = (*events, _place(plan, f"event.infect.{direction}", new))
    if has_run_out(plan, chips, terms):
        return _end(state, chips, End.LAST_CHIP, events)
    chips, weak, surrounded = bury(plan, chips, terms)
    if weak:
        events = (*events, _place(plan, "event.die.vulnerable", weak))
    if surrounded:
        events = (*events, _place(plan, "event.die.surrounded", surrounded))
    if not weak | surrounded:
        events = (*events, shared("event.die.nobody"))
    if chips.black.bit_count() > terms.allowed:
        return _end(state, chips, End.DEATHS, events)
    return _offer(plan, state, chips, SOME, events)


def _break_out(plan: Plan, state: State, kind: str, events: Events) -> Step[State]:
    if not find_candidates(plan, state.chips, state.terms, state.card):
        told = Sentence("event.outbreak.nobody", kind=Sentence(f"people.{kind}"))
        return _offer(plan, state, state.chips, TWO, (*events, told))
    if not count_left(plan, state.chips, RED):
        return _end(state, state.chips, End.CHIPS, events)
    return Step(state, events)


def _infect(plan: Plan, state: State, place: str) -> Step[State]:
    chips = state.chips.put(red=plan.people.bits[place])
    events = (shared("event.infect.outbreak", place=place),)
    if has_run_out(plan, chips, state.terms):
        return _end(state, chips, End.LAST_CHIP, events)
    return _offer(plan, state, chips, ONE, events)


def _help(plan: Plan, state: State, move: Vaccinate | Cure) -> Step[State]:
    is_cure = isinstance(move, Cure)
    chips = state.chips.put(blue=plan.people.bits[move.place])
    events = (shared("event.cure" if is_cure else "event.vaccinate", place=move.place),)
    return _offer(plan, state, chips, _use(state.offers, is_cure), events, state.helped + 1)


@cache
def _use(offers: tuple[Offer, ...], is_cure: bool) -> tuple[Offer, ...]:
    """Return what is left of the offers after a vaccination or a cure; there are few different ones."""
    if is_cure:
        return tuple((people, cures - 1) for people, cures in offers if cures)
    return tuple((people - 1, cures) for people, cures in offers if people)


def _offer(
    plan: Plan, state: State, chips: Chips, offers: tuple[Offer, ...], events: Events, helped: int = 0
) -> Step[State]:
    """Begin or continue the good part, or end the turn if nobody can be helped."""
    if not can_help(plan, chips, offers):
        return _end_turn(plan, state, chips, events, helped)
    return Step(replace(state, chips=chips, offers=offers, helped=helped), events)


@cache
def may_cure(offers: tuple[Offer, ...]) -> bool:
    return any(cures for _, cures in offers)


def can_help(plan: Plan, chips: Chips, offers: tuple[Offer, ...]) -> bool:
    if not count_left(plan, chips, BLUE):
        return False
    for people, cures in offers:
        if (people and find_healthy(plan, chips)) or (cures and find_curable(plan, chips)):
            return True
    return False


def _end_turn(plan: Plan, state: State, chips: Chips, events: Events, helped: int) -> Step[State]:
    """[S] Check only now whether the disease is contained."""
    if not find_exposed(plan, chips):
        return _end(state, chips, End.CONTAINED, events, helped)
    state = replace(state, chips=chips, turn=state.turn + 1, card=None, offers=(), helped=0)
    return Step(state, (*events, shared("event.next", player=state.players[state.active])))


def _end(state: State, chips: Chips, rule: End, events: Events, helped: int = 0) -> Step[State]:
    event = Sentence(f"event.{rule.removeprefix('pox.')}")
    return Step(replace(state, chips=chips, offers=(), helped=helped, end=rule), (*events, event))


def _place(plan: Plan, key: str, places: Places) -> Sentence:
    ids = plan.people.list_ids(places)
    return Sentence(key, places=ids, number=len(ids))
