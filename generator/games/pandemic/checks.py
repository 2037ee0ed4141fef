"""What a table can break, as far as can be told from what lies on it."""

from collections import Counter
from collections.abc import Iterator

from generator.games.pandemic.history import find_course, list_faults_of_history
from generator.games.pandemic.plan import (
    DRAWS,
    GRANT,
    HAND_LIMIT,
    MOST_IN_CITY,
    OPERATIONS,
    PLANNER,
    Plan,
)
from generator.games.pandemic.state import State
from generator.games.pandemic.table import Hand, Table, make_fault, take_table
from generator.rules.core import Fault

COMPARED = (
    *("outbreaks", "epidemics", "turn", "active", "deck", "cured", "eradicated", "stations"),
    *("infected", "removed", "discards", "gone", "stored", "lost"),
)
"""Keys of a table that must be those of the log."""


def list_faults(plan: Plan, table: Table) -> Iterator[Fault]:
    """All faults, each with its place in the score file."""
    for check in (
        _check_cubes,
        _check_outbreaks,
        _check_cures,
        _check_stations,
        _check_twice,
        _check_hands,
        _check_planner,
        list_faults_of_history,
        _check_lost,
    ):
        yield from check(plan, table)


def _check_cubes(plan: Plan, table: Table) -> Iterator[Fault]:
    for heap in table.cubes:
        if heap.number > MOST_IN_CITY:
            yield make_fault(
                "pandemic.table.city",
                "cubes",
                item=heap.key,
                city=plan.city_words[heap.city],
                colour=plan.colour_words[heap.colour],
                number=heap.number,
                most=MOST_IN_CITY,
            )
    for colour, most in enumerate(plan.cubes):
        number = table.count_colour(colour)
        if number > most:
            word = plan.colour_words[colour]
            yield make_fault("pandemic.table.colour", "cubes", colour=word, number=number, most=most)


def _check_outbreaks(plan: Plan, table: Table) -> Iterator[Fault]:
    """A cube comes into a city of another colour by outbreaks only, one for each link on its way."""
    outbreaks = table.outbreaks
    if outbreaks is None:
        return
    if outbreaks > plan.most_outbreaks:
        yield make_fault("pandemic.table.track", "outbreaks", number=outbreaks, most=plan.most_outbreaks)
    needed = 0
    for colour in range(len(plan.colours)):
        steps = _measure_steps(plan, colour)
        needed += max((steps[heap.city] for heap in table.cubes if heap.colour == colour), default=0)
    if outbreaks < needed:
        yield make_fault("pandemic.table.spread", "outbreaks", number=outbreaks, needed=needed)


def _measure_steps(plan: Plan, colour: int) -> list[int]:
    """By city: the links between it and the nearest city of a colour."""
    far = len(plan.cities)
    steps = [0 if own == colour else far for own in plan.colour_of]
    waiting = [city for city, step in enumerate(steps) if not step]
    for city in waiting:
        for other in plan.links[city]:
            if steps[other] == far:
                steps[other] = steps[city] + 1
                waiting.append(other)
    return steps


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
            spent = sum(card < len(plan.cities) and plan.colour_of[card] == colour for card in table.discards)
            if spent < needed:
                yield make_fault("pandemic.table.cure", "discards", colour=word, number=spent, needed=needed)


def _check_stations(plan: Plan, table: Table) -> Iterator[Fault]:
    stations = table.stations
    if stations is None:
        return
    if not 1 <= len(stations) <= plan.stations:
        yield make_fault("pandemic.table.stations", "stations", number=len(stations), most=plan.stations)
    for city, number in Counter(stations).items():
        if number > 1:
            yield make_fault("pandemic.table.station", "stations", city=plan.city_words[city])
    if 0 < len(stations) < plan.stations and plan.start not in stations:
        start = plan.city_words[plan.start]
        yield make_fault(
            "pandemic.table.moved", "stations", city=start, number=len(stations), most=plan.stations
        )
    if table.discards is None or table.may_have(OPERATIONS):
        return
    unpaid = [city for city in stations if city != plan.start and city not in table.discards]
    if len(unpaid) > table.count_plays(plan.event(GRANT)):
        named = tuple(plan.city_words[city] for city in unpaid)
        yield make_fault("pandemic.table.built", "stations", cities=named)


def _check_twice(plan: Plan, table: Table) -> Iterator[Fault]:
    """A card lies in one place only."""
    for rows in (
        (("infected", table.infected or ()), ("removed", table.removed or ())),
        tuple(table.list_player_cards()),
    ):
        met: dict[int, str] = {}
        for key, cards in rows:
            for card in cards:
                if card in met:
                    word = plan.card_words[card]
                    yield make_fault("pandemic.table.twice", key, card=word, first=met[card], second=key)
                met[card] = key


def _check_hands(plan: Plan, table: Table) -> Iterator[Fault]:
    for player, hand in table.hands.items():
        if (number := hand.size) > HAND_LIMIT:
            yield make_fault(
                "pandemic.table.hand", "hands", item=player, player=player, number=number, most=HAND_LIMIT
            )


def _check_planner(plan: Plan, table: Table) -> Iterator[Fault]:
    """Only the Contingency Planner stores an event, and only from there one leaves the game."""
    for key, cards in (("stored", table.stored), ("gone", table.gone)):
        if not cards:
            continue
        has_city = any(card < len(plan.cities) for card in cards)
        if has_city or not table.may_have(PLANNER) or (key == "stored" and len(cards) > 1):
            shown = tuple(plan.card_words[card] for card in cards)
            yield make_fault("pandemic.table.planner", key, cards=shown)


def _check_lost(plan: Plan, table: Table) -> Iterator[Fault]:
    is_won = table.cures == (1 << len(plan.colours)) - 1
    is_worst = table.outbreaks == plan.most_outbreaks
    if is_won and (table.lost or is_worst):
        yield make_fault("pandemic.table.won", "cured")
        return
    # A cube, or up to three at once in an epidemic, were missing.
    is_scarce = any(
        table.count_colour(colour) > plan.cubes[colour] - MOST_IN_CITY for colour in range(len(plan.colours))
    )
    course = find_course(plan, table)
    drawn = DRAWS * max((table.turn or 0) - 1, 0)
    has_cards = course is not None and table.turn is not None and course.size - drawn >= DRAWS
    impossible = {
        "cubes": not is_scarce,
        "cards": has_cards if table.deck is None else table.deck >= DRAWS,
        "outbreaks": table.outbreaks is not None and not is_worst,
    }
    if table.lost and impossible[table.lost]:
        yield make_fault("pandemic.table.lost", "lost", cause=table.lost)


def compare_tables(plan: Plan, table: Table, state: State) -> Iterator[Fault]:
    """Yield the differences between a table and the end of the log in the same file; unknown keys agree."""
    played = take_table(plan, state)
    if _sum_cubes(table) != _sum_cubes(played):
        yield make_fault("pandemic.log.differs", "cubes", key="cubes")
    for key in COMPARED:
        typed = getattr(table, key)
        if typed not in (None, "") and typed != getattr(played, key):
            yield make_fault("pandemic.log.differs", key, key=key)
    for player, city in table.pawns.items():
        if city != played.pawns[player]:
            yield make_fault("pandemic.log.differs", "pawns", item=player, key="pawns")
    for player, hand in table.hands.items():
        if not _may_be_same(hand, played.hands[player]):
            yield make_fault("pandemic.log.differs", "hands", item=player, key="hands")


def _may_be_same(typed: Hand, played: Hand) -> bool:
    """Each may know cards that the other one does not."""
    more, other = {*typed.cards} - {*played.cards}, {*played.cards} - {*typed.cards}
    return typed.size == played.size and len(more) <= played.unknown and len(other) <= typed.unknown


def _sum_cubes(table: Table) -> dict[tuple[int, int], int]:
    return {(heap.city, heap.colour): heap.number for heap in table.cubes}
