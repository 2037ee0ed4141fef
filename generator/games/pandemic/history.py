"""What can have happened until now, as far as the turn and the player deck tell: draws, cures, infections."""

from collections.abc import Iterator
from dataclasses import dataclass

from generator.games.pandemic.plan import (
    DRAWS,
    FIRST_CUBES,
    HANDS,
    MOST_IN_CITY,
    QUIET,
    RESILIENT,
    Plan,
    share_out,
)
from generator.games.pandemic.table import Table, make_fault
from generator.games.pandemic.turns import find_rate
from generator.rules.core import Fault


@dataclass(frozen=True, slots=True)
class Course:
    """How far the player deck has come."""

    size: int
    """Its cards when the game began."""
    ends: tuple[int, ...]
    """How many cards lie above the end of each of its piles."""
    drawn: tuple[int, int] | None
    """The fewest and the most cards that were drawn; None: nobody knows."""

    @property
    def starts(self) -> tuple[int, ...]:
        return (0, *self.ends[:-1])

    @property
    def most_turns(self) -> int:
        """[S] In the last of them there are fewer than two cards to draw."""
        return self.size // DRAWS + 1


def find_course(plan: Plan, table: Table) -> Course | None:
    """None: nobody knows how many played."""
    players = len(table.players)
    if players not in HANDS:
        return None
    whole = len(plan.cards) - HANDS[players] * players + table.level
    ends: list[int] = []
    for size in share_out(whole - table.level, table.level):
        ends.append((ends[-1] if ends else 0) + size + 1)
    if table.deck is not None:
        drawn = (whole - table.deck, whole - table.deck)
    elif table.turn is not None:
        drawn = (DRAWS * max(table.turn - 1, 0), DRAWS * table.turn)
    else:
        drawn = None
    return Course(whole, tuple(ends), drawn)


def list_faults_of_history(plan: Plan, table: Table) -> Iterator[Fault]:
    """All faults, each with its place in the score file."""
    course = find_course(plan, table)
    if course is not None:
        yield from _check_deck(plan, table, course)
        yield from _check_cures(table, course)
    yield from _check_epidemics(table, course)
    yield from _check_removed(plan, table)
    yield from _check_infected(plan, table, course)
    yield from _check_growth(plan, table)


def _check_deck(plan: Plan, table: Table, course: Course) -> Iterator[Fault]:
    """[S] Two cards are drawn in each turn."""
    whole = course.size
    if table.turn is not None and table.turn > course.most_turns:
        yield make_fault("pandemic.table.turn", "turn", turn=table.turn, most=course.most_turns)
        return
    if table.deck is None:
        return
    if table.turn is not None:
        before = whole - DRAWS * max(table.turn - 1, 0)
        allowed = (before, before - DRAWS) if table.turn else (whole,)
        if table.deck not in allowed:
            wanted = max(allowed[-1], 0)
            yield make_fault("pandemic.table.deck", "deck", number=table.deck, turn=table.turn, wanted=wanted)
    elif table.deck > whole:
        yield make_fault("pandemic.table.whole", "deck", number=table.deck, most=whole)
    players = len(table.players)
    if table.discards is None or table.epidemics is None or len(table.hands) != players:
        return
    there = sum(len(cards) for _, cards in table.list_player_cards())
    there += sum(hand.unknown for hand in table.hands.values())
    missing = whole + HANDS[players] * players - table.deck - there - table.epidemics
    # The second of two epidemics that were drawn together may still wait.
    if not 0 <= missing <= 1 + table.count_missing(map(plan.event, plan.events)):
        yield make_fault("pandemic.table.cards", "deck", number=missing)


def _check_cures(table: Table, course: Course) -> Iterator[Fault]:
    """Cards for all cures must have been dealt or drawn, whatever became of the others."""
    if course.drawn is None or not table.cures:
        return
    needed = table.cures.bit_count() * table.cure_cards
    dealt = HANDS[len(table.players)] * len(table.players)
    most = dealt + course.drawn[1] - (table.epidemics or 0)
    if needed > most:
        yield make_fault("pandemic.table.cures", "cured", needed=needed, number=most)


def _check_epidemics(table: Table, course: Course | None) -> Iterator[Fault]:
    """One epidemic lies in each pile of the player deck."""
    number = table.epidemics
    if number is None:
        return
    fewest, most = 0, table.level
    if course is not None and course.drawn is not None:
        # The first of two cards is not carried out before the second one is drawn.
        done = course.drawn[0] - course.drawn[0] % DRAWS
        fewest = sum(end <= done for end in course.ends)
        most = sum(start < course.drawn[1] for start in course.starts)
    if not fewest <= number <= most:
        known = "yes" if fewest == most else "no"
        yield make_fault(
            "pandemic.table.epidemics", "epidemics", number=number, known=known, fewest=fewest, most=most
        )


def _check_removed(plan: Plan, table: Table) -> Iterator[Fault]:
    """[S] Resilient Population takes one card out of the game."""
    most, number = table.count_plays(plan.event(RESILIENT)), len(table.removed or ())
    if number > most:
        yield make_fault("pandemic.table.removed", "removed", number=number, most=most)


def _count_removed(plan: Plan, table: Table) -> int:
    """Infection cards that are out of the game, at most."""
    if table.removed is None:
        return table.count_plays(plan.event(RESILIENT))
    return len(table.removed)


def _check_infected(plan: Plan, table: Table, course: Course | None) -> Iterator[Fault]:
    """Since the last epidemic as many cities were infected as the rate says."""
    if table.infected is None or table.epidemics is None:
        return
    number = len(table.infected)
    if not table.epidemics and number + _count_removed(plan, table) < len(FIRST_CUBES):
        yield make_fault("pandemic.table.first", "infected", number=number, fewest=len(FIRST_CUBES))
        return
    if table.turn is None or course is None or table.epidemics > table.level:
        return
    most = _count_most(plan, table.turn, table.epidemics, course)
    if table.epidemics and table.turn <= _find_latest(table.epidemics, course):
        # Until its discards are shuffled, or for ever where it loses the game, an epidemic has added one.
        most = max(most, _count_most(plan, table.turn, table.epidemics - 1, course) + 1)
    if number > most:
        yield make_fault("pandemic.table.infected", "infected", number=number, most=most)
    fewest = _count_fewest(plan, table, table.turn, table.epidemics, course)
    if number < fewest:
        yield make_fault("pandemic.table.fewer", "infected", number=number, fewest=fewest)


def _find_latest(epidemics: int, course: Course) -> int:
    """The last turn in which the last of the epidemics can have been drawn."""
    drawn = course.drawn[1] if course.drawn else course.size
    return (min(course.ends[epidemics - 1], drawn) - 1) // DRAWS + 1


def _count_most(plan: Plan, turn: int, epidemics: int, course: Course) -> int:
    """Infection discards when so many epidemics were drawn, the last as early as can be."""
    rate = find_rate(plan, epidemics)
    if not epidemics:
        return len(FIRST_CUBES) + rate * turn
    earliest = course.starts[epidemics - 1] // DRAWS + 1
    return rate * max(turn - earliest + 1, 0)


def _count_fewest(plan: Plan, table: Table, turn: int, epidemics: int, course: Course) -> int:
    """The last epidemic was drawn as late as can be, and every One Quiet Night played after it."""
    first, latest = (0, _find_latest(epidemics, course)) if epidemics else (len(FIRST_CUBES), 1)
    turns = max(turn - latest - table.count_plays(plan.event(QUIET)), 0)
    return min(first + find_rate(plan, epidemics) * turns, len(plan.cities)) - _count_removed(plan, table)


def _check_growth(plan: Plan, table: Table) -> Iterator[Fault]:
    """[S] One for each infection card, up to three for an epidemic, one for each neighbour of an outbreak."""
    outbreaks, epidemics = table.outbreaks, table.epidemics
    if outbreaks is None or epidemics is None:
        return
    if not epidemics and table.infected is not None:
        infections = max(len(table.infected) + _count_removed(plan, table) - len(FIRST_CUBES), 0)
        unsaid = _count_removed(plan, table) if table.removed is None else 0
        infected = {*table.infected, *(table.removed or ())}
        found = [heap for heap in table.cubes if heap.number and heap.city not in infected]
        if not outbreaks and len(found) > unsaid:
            city = plan.city_words[found[0].city]
            yield make_fault("pandemic.table.source", "cubes", item=found[0].key, city=city)
            return
    elif table.turn is not None:
        infections = max(find_rate(plan, rate) for rate in range(epidemics + 1)) * table.turn
    else:
        return
    most = sum(FIRST_CUBES) + infections + MOST_IN_CITY * epidemics
    most += outbreaks * max(len(others) for others in plan.links)
    number = sum(heap.number for heap in table.cubes)
    if number > most:
        yield make_fault("pandemic.table.growth", "cubes", number=number, most=most)
