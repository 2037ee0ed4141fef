"""The parts of a turn: the bad part of a card, deaths, and the good part."""

from typing import TypeAlias

from generator.games.pox.moves import Card, Cure, Done, Infect, Move, Outbreak, Spread, Vaccinate
from generator.games.pox.neighbourhood import Direction, Places, take_first
from generator.games.pox.plan import BLUE, RED, Plan
from generator.games.pox.state import Chips, End, Offer, State, Terms, replace
from generator.rules.core import Sentence, Step

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
    return plan.people.whole & ~(chips.all | plan.vulnerable)


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
        case Vaccinate(place) | Cure(place):
            return _help(plan, state, move, plan.people.bits[place])
        case Done():
            return _end_turn(plan, state, (Sentence("event.good.left"),))
        case Infect(place):
            return _infect(plan, state, place)
    events: Events = ()
    if not state.deck:
        # [OURS] The played cards become the new deck.
        events = (Sentence("event.shuffle"),)
    drawn = replace(state, deck=(state.deck or plan.deck).take(move.text), card=move)
    if isinstance(move, Spread):
        return _spread(plan, drawn, move.direction, events)
    return _break_out(plan, drawn, move.kind, events)


def _spread(plan: Plan, state: State, direction: Direction, events: Events) -> Step[State]:
    new = find_spread(plan, state.chips, direction)
    if not new:
        return _offer(plan, state, NONE, (*events, Sentence(f"event.spread.{direction}")))
    if new.bit_count() > count_left(plan, state.chips, RED):
        # [OURS] The game is lost at once, without any effect of this card.
        return _end(state, End.CHIPS, events)
    chips = state.chips.put(red=new)
    events = (*events, _place(plan, f"event.infect.{direction}", new))
    if has_run_out(plan, chips, state.terms):
        return _end(replace(state, chips=chips), End.LAST_CHIP, events)
    chips, weak, surrounded = bury(plan, chips, state.terms)
    state = replace(state, chips=chips)
    if weak:
        events = (*events, _place(plan, "event.die.vulnerable", weak))
    if surrounded:
        events = (*events, _place(plan, "event.die.surrounded", surrounded))
    if not weak | surrounded:
        events = (*events, Sentence("event.die.nobody"))
    if chips.black.bit_count() > state.terms.allowed:
        return _end(state, End.DEATHS, events)
    return _offer(plan, state, SOME, events)


def _break_out(plan: Plan, state: State, kind: str, events: Events) -> Step[State]:
    if not find_candidates(plan, state.chips, state.terms, state.card):
        told = Sentence("event.outbreak.nobody", kind=Sentence(f"people.{kind}"))
        return _offer(plan, state, TWO, (*events, told))
    if not count_left(plan, state.chips, RED):
        return _end(state, End.CHIPS, events)
    return Step(state, events)


def _infect(plan: Plan, state: State, place: str) -> Step[State]:
    state = replace(state, chips=state.chips.put(red=plan.people.bits[place]))
    events = (Sentence("event.infect.outbreak", place=place),)
    if has_run_out(plan, state.chips, state.terms):
        return _end(state, End.LAST_CHIP, events)
    return _offer(plan, state, ONE, events)


def _offer(plan: Plan, state: State, offers: tuple[Offer, ...], events: Events) -> Step[State]:
    """Begin the good part, or end the turn if nobody can be helped."""
    state = replace(state, offers=offers)
    if not can_help(plan, state):
        return _end_turn(plan, state, events)
    return Step(state, events)


def _help(plan: Plan, state: State, move: Vaccinate | Cure, place: Places) -> Step[State]:
    if isinstance(move, Cure):
        offers = tuple((more, cures - 1) for more, cures in state.offers if cures)
        event = Sentence("event.cure", place=move.place)
    else:
        offers = tuple((more - 1, cures) for more, cures in state.offers if more)
        event = Sentence("event.vaccinate", place=move.place)
    helped = replace(state, chips=state.chips.put(blue=place), helped=state.helped + 1)
    return _offer(plan, helped, offers, (event,))


def can_help(plan: Plan, state: State) -> bool:
    chips = state.chips
    if not count_left(plan, chips, BLUE):
        return False
    for vaccinations, cures in state.offers:
        if (vaccinations and find_healthy(plan, chips)) or (cures and find_curable(plan, chips)):
            return True
    return False


def _end_turn(plan: Plan, state: State, events: Events) -> Step[State]:
    """[S] Check only now whether the disease is contained."""
    if not find_exposed(plan, state.chips):
        return _end(state, End.CONTAINED, events)
    state = replace(state, turn=state.turn + 1, card=None, offers=(), helped=0)
    return Step(state, (*events, Sentence("event.next", player=state.players[state.active])))


def _end(state: State, rule: End, events: Events) -> Step[State]:
    event = Sentence(f"event.{rule.removeprefix('pox.')}")
    return Step(replace(state, offers=(), end=rule), (*events, event))


def _place(plan: Plan, key: str, places: Places) -> Sentence:
    ids = plan.people.list_ids(places)
    return Sentence(key, places=ids, number=len(ids))
