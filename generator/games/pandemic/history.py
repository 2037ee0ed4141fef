"""Rule violations shown by the turn and the player deck of a table."""

from collections.abc import Iterator
from itertools import accumulate

from generator.games.pandemic.plan import DRAWS, FIRST_CUBES, HANDS, MOST_IN_CITY, Plan, share_out
from generator.games.pandemic.table import Table, check_most, make_fault
from generator.games.pandemic.turns import find_rate
from generator.model.values import dataclass
from generator.rules.core import Fault


@dataclass(frozen=True, slots=True)
class Course:
    """Progress of the player deck."""

    size: int
    """Number of its cards when the game began."""
    ends: tuple[int, ...]
    """Number of cards above the end of each pile."""
    drawn: tuple[int, int] | None
    """Fewest and most cards drawn; None if unknown."""

    @property
    def starts(self) -> tuple[int, ...]:
        return (0, *self.ends[:-1])


def find_course(plan: Plan, table: Table) -> Course | None:
    """Return None if the number of players is unknown."""
    players = len(table.players)
    if players not in HANDS:
        return None
    others = len(plan.cards) - HANDS[players] * players
    size = others + table.level
    ends = tuple(accumulate(number + 1 for number in share_out(others, table.level)))
    drawn = None
    if table.deck is not None:
        drawn = (size - table.deck, size - table.deck)
    elif table.turn is not None:
        drawn = (DRAWS * max(table.turn - 1, 0), DRAWS * table.turn)
    return Course(size, ends, drawn)


def list_faults_of_history(plan: Plan, table: Table) -> Iterator[Fault]:
    course = find_course(plan, table)
    if course is not None:
        yield from _check_deck(plan, table, course)
        yield from _check_cured_in_time(table, course)
    yield from _check_epidemics(table, course)
    plays, number = table.count_plays(plan.event("resilient")), len(table.removed or ())
    yield from check_most("pandemic.table.removed", "removed", number, plays)
    removed = plays if table.removed is None else number
    yield from _check_infected(plan, table, course, removed)
    yield from _check_growth(plan, table, removed)


def _check_deck(plan: Plan, table: Table, course: Course) -> Iterator[Fault]:
    size, deck, turn = course.size, table.deck, table.turn
    most = size // DRAWS + 1  # [S] In the last turn there are fewer than two cards to draw.
    if turn is not None and turn > most:
        yield make_fault("pandemic.table.turn", "turn", turn=turn, most=most)
        return
    if deck is None:
        return
    if turn is not None:
        before = size - DRAWS * max(turn - 1, 0)
        allowed = (before, before - DRAWS) if turn else (size,)
        if deck not in allowed:
            wanted = max(allowed[-1], 0)
            yield make_fault("pandemic.table.deck", "deck", number=deck, turn=turn, wanted=wanted)
    else:
        yield from check_most("pandemic.table.whole", "deck", deck, size)
    players = len(table.players)
    if table.discards is None or table.epidemics is None or len(table.hands) != players:
        return
    there = sum(len(cards) for _, cards in table.list_places())
    missing = size + HANDS[players] * players - deck - there - table.epidemics
    # The second of two epidemics that were drawn together may still wait.
    if not 0 <= missing <= 1 + table.count_missing(range(len(plan.cities), len(plan.cards))):
        yield make_fault("pandemic.table.cards", "deck", number=missing)


def _check_cured_in_time(table: Table, course: Course) -> Iterator[Fault]:
    """Check that enough cards for all cures were dealt or drawn."""
    if course.drawn is None or not table.cures:
        return
    needed = table.cures.bit_count() * table.cure_cards
    dealt = HANDS[len(table.players)] * len(table.players)
    most = dealt + course.drawn[1] - (table.epidemics or 0)
    if needed > most:
        yield make_fault("pandemic.table.cures", "cured", needed=needed, number=most)


def _check_epidemics(table: Table, course: Course | None) -> Iterator[Fault]:
    """Check that each pile of the player deck has had one epidemic."""
    number = table.epidemics
    if number is None:
        return
    fewest, most = 0, table.level
    if course is not None and course.drawn is not None:
        # The first of two cards is not resolved before the second one is drawn.
        done = course.drawn[0] - course.drawn[0] % DRAWS
        fewest = sum(end <= done for end in course.ends)
        most = sum(start < course.drawn[1] for start in course.starts)
    if not fewest <= number <= most:
        known = "yes" if fewest == most else "no"
        yield make_fault(
            "pandemic.table.epidemics", "epidemics", number=number, known=known, fewest=fewest, most=most
        )


def _check_infected(plan: Plan, table: Table, course: Course | None, removed: int) -> Iterator[Fault]:
    """Check that the infection discards match the rate and the turns since the last epidemic."""
    epidemics, turn = table.epidemics, table.turn
    if table.infected is None or epidemics is None:
        return
    number, first = len(table.infected), len(FIRST_CUBES)
    if not epidemics and number + removed < first:
        yield make_fault("pandemic.table.first", "infected", number=number, fewest=first)
        return
    if turn is None or course is None or epidemics > table.level:
        return
    most = _count_most(plan, turn, epidemics, course)
    latest = _find_latest(epidemics, course) if epidemics else 1
    if epidemics and turn <= latest:
        # Before its discards are shuffled, or if it loses the game, an epidemic has added one more.
        most = max(most, _count_most(plan, turn, epidemics - 1, course) + 1)
    yield from check_most("pandemic.table.infected", "infected", number, most)
    # The fewest if the last epidemic came as late as possible, and every One Quiet Night after it.
    turns = max(turn - latest - table.count_plays(plan.event("quiet")), 0)
    drawn = (0 if epidemics else first) + find_rate(plan, epidemics) * turns
    fewest = min(drawn, len(plan.cities)) - removed
    if number < fewest:
        yield make_fault("pandemic.table.fewer", "infected", number=number, fewest=fewest)


def _find_latest(epidemics: int, course: Course) -> int:
    """Return the last turn in which the last epidemic can have been drawn."""
    drawn = course.drawn[1] if course.drawn else course.size
    return (min(course.ends[epidemics - 1], drawn) - 1) // DRAWS + 1


def _count_most(plan: Plan, turn: int, epidemics: int, course: Course) -> int:
    """Return the most infection discards possible, if the last epidemic was drawn as early as possible."""
    rate = find_rate(plan, epidemics)
    if not epidemics:
        return len(FIRST_CUBES) + rate * turn
    earliest = course.starts[epidemics - 1] // DRAWS + 1
    return rate * max(turn - earliest + 1, 0)


def _check_growth(plan: Plan, table: Table, removed: int) -> Iterator[Fault]:
    """Check the cubes: [S] one per infection card, three per epidemic, one per neighbour of an outbreak."""
    outbreaks, epidemics = table.outbreaks, table.epidemics
    if outbreaks is None or epidemics is None:
        return
    if not epidemics and table.infected is not None:
        infections = max(len(table.infected) + removed - len(FIRST_CUBES), 0)
        infected = {*table.infected, *(table.removed or ())}
        found = [heap for heap in table.cubes if heap.city not in infected]
        if not outbreaks and len(found) > (removed if table.removed is None else 0):
            city = plan.card_words[found[0].city]
            yield make_fault("pandemic.table.source", "cubes", found[0].key, city=city)
            return
    elif table.turn is not None:
        infections = max(find_rate(plan, number) for number in range(epidemics + 1)) * table.turn
    else:
        return
    most = sum(FIRST_CUBES) + infections + MOST_IN_CITY * epidemics
    most += outbreaks * max(map(len, plan.links))
    yield from check_most("pandemic.table.growth", "cubes", sum(heap.number for heap in table.cubes), most)
