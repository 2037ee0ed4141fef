"""Rule violations that a finished or interrupted table shows."""

from collections import Counter
from collections.abc import Iterator

from generator.games.pandemic.history import find_course, list_faults_of_history
from generator.games.pandemic.moves import UNKNOWN
from generator.games.pandemic.plan import DRAWS, HAND_LIMIT, MOST_IN_CITY, Cards, Plan, Role
from generator.games.pandemic.state import State
from generator.games.pandemic.table import Table, check_most, make_fault, take_table
from generator.rules.core import Fault

COMPARED = (
    *("outbreaks", "epidemics", "turn", "active", "deck", "cured", "eradicated", "stations"),
    *("infected", "removed", "discards", "gone", "stored", "lost"),
)
"""Keys with the same values in a table and at the end of its log."""


def list_faults(plan: Plan, table: Table) -> Iterator[Fault]:
    for check in (
        _check_cubes,
        _check_outbreaks,
        _check_cures,
        _check_stations,
        _check_twice,
        _check_hands,
        list_faults_of_history,
        _check_lost,
    ):
        yield from check(plan, table)


def _check_cubes(plan: Plan, table: Table) -> Iterator[Fault]:
    for heap in table.cubes:
        values = {"city": plan.card_words[heap.city], "colour": plan.colour_words[heap.colour]}
        yield from check_most("pandemic.table.city", "cubes", heap.number, MOST_IN_CITY, heap.key, **values)
    for colour, most in enumerate(plan.cubes):
        number, word = table.count_colour(colour), plan.colour_words[colour]
        yield from check_most("pandemic.table.colour", "cubes", number, most, colour=word)


def _check_outbreaks(plan: Plan, table: Table) -> Iterator[Fault]:
    """Check the outbreaks: cubes need one for each link on their way to a city of another colour."""
    outbreaks = table.outbreaks
    if outbreaks is None:
        return
    yield from check_most("pandemic.table.track", "outbreaks", outbreaks, plan.most_outbreaks)
    needed = 0
    for colour in range(len(plan.colours)):
        steps = plan.measure(tuple(city for city, own in enumerate(plan.colour_of) if own == colour))
        needed += max((steps[heap.city] for heap in table.cubes if heap.colour == colour), default=0)
    if outbreaks < needed:
        yield make_fault("pandemic.table.spread", "outbreaks", number=outbreaks, needed=needed)


def _check_cures(plan: Plan, table: Table) -> Iterator[Fault]:
    needed = table.cure_cards
    for colour, word in enumerate(plan.colour_words):
        cubes = table.count_colour(colour)
        is_cured, is_gone = table.cures >> colour & 1, (table.eradicated or 0) >> colour & 1
        if is_gone and not is_cured:
            yield make_fault("pandemic.table.cured", "eradicated", colour=word)
        elif is_gone and cubes:
            yield make_fault("pandemic.table.eradicated", "eradicated", colour=word, number=cubes)
        elif table.eradicated is not None and is_cured and not is_gone and not cubes:
            yield make_fault("pandemic.table.gone", "cured", colour=word)
        if is_cured and table.discards is not None:
            cities = (card for card in table.discards if card < len(plan.cities))
            spent = sum(plan.colour_of[city] == colour for city in cities)
            if spent < needed:
                yield make_fault("pandemic.table.cure", "discards", colour=word, number=spent, needed=needed)


def _check_stations(plan: Plan, table: Table) -> Iterator[Fault]:
    stations, most, start = table.stations, plan.stations, plan.card_words[plan.start]
    if stations is None:
        return
    number = len(stations)
    if not 1 <= number <= most:
        yield make_fault("pandemic.table.stations", "stations", number=number, most=most)
    for city, times in Counter(stations).items():
        if times > 1:
            yield make_fault("pandemic.table.station", "stations", city=plan.card_words[city])
    if 0 < number < most and plan.start not in stations:
        yield make_fault("pandemic.table.moved", "stations", city=start, number=number, most=most)
    if table.discards is None or table.may_have(Role.OPERATIONS):
        return
    unpaid = [city for city in stations if city not in (plan.start, *table.discards)]
    if len(unpaid) > table.count_plays(plan.event("grant")):
        cities = tuple(plan.card_words[city] for city in unpaid)
        yield make_fault("pandemic.table.built", "stations", cities=cities)


def _check_twice(plan: Plan, table: Table) -> Iterator[Fault]:
    infections = (("infected", table.infected or ()), ("removed", table.removed or ()))
    for places in (infections, table.list_places()):
        met: dict[int, str] = {}
        for key, cards in places:
            for card in cards:
                if card in met and card != UNKNOWN:
                    word = plan.card_words[card]
                    yield make_fault("pandemic.table.twice", key, card=word, first=met[card], second=key)
                met[card] = key


def _check_hands(plan: Plan, table: Table) -> Iterator[Fault]:
    """Check that only the Contingency Planner has stored events or removed them from the game."""
    for player, hand in table.hands.items():
        yield from check_most("pandemic.table.hand", "hands", len(hand), HAND_LIMIT, player, player=player)
    for key, cards in (("stored", table.stored or ()), ("gone", table.gone or ())):
        has_city = any(card < len(plan.cities) for card in cards)
        if has_city or (cards and not table.may_have(Role.PLANNER)) or (key == "stored" and len(cards) > 1):
            shown = tuple(plan.card_words[card] for card in cards)
            yield make_fault("pandemic.table.planner", key, cards=shown)


def _check_lost(plan: Plan, table: Table) -> Iterator[Fault]:
    is_won = table.cures == plan.all_colours
    is_worst = table.outbreaks == plan.most_outbreaks
    if is_won and (table.lost or is_worst):
        yield make_fault("pandemic.table.won", "cured")
        return
    # The game is lost if one cube is missing, or up to three in an epidemic.
    left = [most - table.count_colour(colour) for colour, most in enumerate(plan.cubes)]
    course = find_course(plan, table)
    drawn = DRAWS * max((table.turn or 0) - 1, 0)
    has_cards = course is not None and table.turn is not None and course.size - drawn >= DRAWS
    impossible = {
        "cubes": min(left) >= MOST_IN_CITY,
        "cards": has_cards if table.deck is None else table.deck >= DRAWS,
        "outbreaks": table.outbreaks is not None and not is_worst,
    }
    if table.lost and impossible[table.lost]:
        yield make_fault("pandemic.table.lost", "lost", cause=table.lost)


def compare_tables(plan: Plan, table: Table, state: State) -> Iterator[Fault]:
    """Yield the differences between a table and the end of the log in the same file; unknown keys agree."""
    played = take_table(plan, state)
    heaps, there = ({heap[:3] for heap in each.cubes} for each in (table, played))
    if heaps != there:
        yield make_fault("pandemic.log.differs", "cubes", key="cubes")
    for key in COMPARED:
        typed = getattr(table, key)
        if typed not in (None, "") and typed != getattr(played, key):
            yield make_fault("pandemic.log.differs", key, key=key)
    for player, city in table.pawns.items():
        if city != played.pawns[player]:
            yield make_fault("pandemic.log.differs", "pawns", player, key="pawns")
    for player, hand in table.hands.items():
        if not _may_be_same(hand, played.hands[player]):
            yield make_fault("pandemic.log.differs", "hands", player, key="hands")


def _may_be_same(typed: Cards, played: Cards) -> bool:
    """Return whether the unknown cards of each hand can be the known cards of the other."""
    more, fewer = {*typed} - {*played, UNKNOWN}, {*played} - {*typed, UNKNOWN}
    fits = len(more) <= played.count(UNKNOWN) and len(fewer) <= typed.count(UNKNOWN)
    return fits and len(typed) == len(played)
