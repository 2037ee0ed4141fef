"""What a table can break, as far as can be told from what lies on it."""

from collections import Counter
from collections.abc import Iterator, Mapping

from generator.games.pandemic.plan import (
    CURE_CARDS,
    DRAWS,
    FIRST_CUBES,
    HAND_LIMIT,
    HANDS,
    MOST_IN_CITY,
    PLANNER,
    SCIENTIST,
    SCIENTIST_CARDS,
    Plan,
    share_out,
)
from generator.games.pandemic.state import State
from generator.games.pandemic.table import Table, take_table
from generator.rules.core import Fault, Value


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
        _check_deck,
        _check_epidemics,
        _check_infected,
        _check_lost,
    ):
        yield from check(plan, table)


def _fault(rule: str, key: str, values: Mapping[str, Value] | None = None, *, item: str = "") -> Fault:
    path = ("table", key, item) if item else ("table", key)
    return Fault(rule, where=f"{key} {item}".strip(), values=values or {}, path=path)


def _check_cubes(plan: Plan, table: Table) -> Iterator[Fault]:
    for heap in table.cubes:
        if heap.number > MOST_IN_CITY:
            values: dict[str, Value] = {
                "city": plan.city_words[heap.city],
                "colour": plan.colour_words[heap.colour],
                "number": heap.number,
                "most": MOST_IN_CITY,
            }
            yield _fault("pandemic.table.city", "cubes", values, item=heap.key)
    for colour, most in enumerate(plan.cubes):
        number = table.count_colour(colour)
        if number > most:
            values = {"colour": plan.colour_words[colour], "number": number, "most": most}
            yield _fault("pandemic.table.colour", "cubes", values)


def _check_outbreaks(plan: Plan, table: Table) -> Iterator[Fault]:
    """A cube comes into a city of another colour by outbreaks only, one for each link on its way."""
    outbreaks = table.outbreaks
    if outbreaks is None:
        return
    if outbreaks > plan.most_outbreaks:
        values: dict[str, Value] = {"number": outbreaks, "most": plan.most_outbreaks}
        yield _fault("pandemic.table.track", "outbreaks", values)
    needed = 0
    for colour in range(len(plan.colours)):
        steps = _measure_steps(plan, colour)
        needed += max((steps[heap.city] for heap in table.cubes if heap.colour == colour), default=0)
    if outbreaks < needed:
        values = {"number": outbreaks, "needed": needed}
        yield _fault("pandemic.table.spread", "outbreaks", values)


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
    has_scientist = SCIENTIST in table.roles or "" in table.roles or not table.roles
    needed = SCIENTIST_CARDS if has_scientist else CURE_CARDS
    for colour, word in enumerate(plan.colour_words):
        cubes = table.count_colour(colour)
        is_cured, is_gone = table.cured >> colour & 1, table.eradicated >> colour & 1
        if is_gone and not is_cured:
            yield _fault("pandemic.table.cured", "eradicated", {"colour": word})
        elif is_gone and cubes:
            yield _fault("pandemic.table.eradicated", "eradicated", {"colour": word, "number": cubes})
        elif is_cured and not is_gone and not cubes:
            yield _fault("pandemic.table.gone", "cured", {"colour": word})
        if is_cured and table.discards is not None:
            spent = sum(card < len(plan.cities) and plan.colour_of[card] == colour for card in table.discards)
            if spent < needed:
                values: dict[str, Value] = {"colour": word, "number": spent, "needed": needed}
                yield _fault("pandemic.table.cure", "discards", values)


def _check_stations(plan: Plan, table: Table) -> Iterator[Fault]:
    stations = table.stations
    if stations is None:
        return
    if not 1 <= len(stations) <= plan.stations:
        values: dict[str, Value] = {"number": len(stations), "most": plan.stations}
        yield _fault("pandemic.table.stations", "stations", values)
    for city, number in Counter(stations).items():
        if number > 1:
            yield _fault("pandemic.table.station", "stations", {"city": plan.city_words[city]})


def _check_twice(plan: Plan, table: Table) -> Iterator[Fault]:
    """A card lies in one place only."""
    for rows in (
        (("infected", table.infected or ()), ("removed", table.removed)),
        tuple(table.list_player_cards()),
    ):
        met: dict[int, str] = {}
        for key, cards in rows:
            for card in cards:
                if card in met:
                    values = {"card": plan.card_words[card], "first": met[card], "second": key}
                    yield _fault("pandemic.table.twice", key, values)
                met[card] = key


def _check_hands(plan: Plan, table: Table) -> Iterator[Fault]:
    for seat, hand in table.hands.items():
        if hand.size > HAND_LIMIT:
            player = table.players[seat]
            values: dict[str, Value] = {"player": player, "number": hand.size, "most": HAND_LIMIT}
            yield _fault("pandemic.table.hand", "hands", values, item=player)


def _check_planner(plan: Plan, table: Table) -> Iterator[Fault]:
    """Only the Contingency Planner stores an event, and only from there one leaves the game."""
    for key, cards in (("stored", table.stored), ("gone", table.gone)):
        if not cards:
            continue
        has_city = any(card < len(plan.cities) for card in cards)
        has_planner = PLANNER in table.roles or "" in table.roles or not table.roles
        if has_city or not has_planner or (key == "stored" and len(cards) > 1):
            shown = ", ".join(plan.names[card] for card in cards)
            yield _fault("pandemic.table.planner", key, {"cards": shown})


def _count_dealt(plan: Plan, table: Table) -> int | None:
    """Cards of the player deck when the game began; None: nobody knows how many played."""
    players = len(table.players)
    if players not in HANDS:
        return None
    return len(plan.cards) - HANDS[players] * players + table.level


def _check_deck(plan: Plan, table: Table) -> Iterator[Fault]:
    whole = _count_dealt(plan, table)
    if whole is None or table.deck is None:
        return
    if table.turn is not None:
        before = whole - DRAWS * max(table.turn - 1, 0)
        allowed = (before, before - DRAWS) if table.turn else (whole,)
        if table.deck not in allowed:
            values: dict[str, Value] = {
                "number": table.deck,
                "turn": table.turn,
                "wanted": max(allowed[-1], 0),
            }
            yield _fault("pandemic.table.deck", "deck", values)
    seats = set(range(len(table.players)))
    if table.discards is None or table.epidemics is None or set(table.hands) != seats:
        return
    there = sum(len(cards) for _, cards in table.list_player_cards())
    there += sum(hand.unknown for hand in table.hands.values())
    # The second of two epidemics that were drawn together may still wait.
    missing = whole + HANDS[len(seats)] * len(seats) - table.deck - there - table.epidemics
    if missing not in (0, 1):
        yield _fault("pandemic.table.cards", "deck", {"number": missing})


def _check_epidemics(plan: Plan, table: Table) -> Iterator[Fault]:
    """One epidemic lies in each pile of the player deck."""
    whole, number = _count_dealt(plan, table), table.epidemics
    if number is None:
        return
    fewest, most = 0, table.level
    drawn = _count_drawn(plan, table)
    if whole is not None and drawn is not None:
        starts = _list_starts(plan, table)
        most = sum(start < drawn[1] for start in starts)
        ends = [*starts[1:], whole]
        fewest = sum(end < drawn[0] for end in ends)
    if not fewest <= number <= most:
        values: dict[str, Value] = {"number": number, "fewest": fewest, "most": most}
        yield _fault("pandemic.table.epidemics", "epidemics", values)


def _count_drawn(plan: Plan, table: Table) -> tuple[int, int] | None:
    """The fewest and the most cards that were drawn; None: nobody knows."""
    whole = _count_dealt(plan, table)
    if whole is None:
        return None
    if table.deck is not None:
        return whole - table.deck, whole - table.deck
    if table.turn is None:
        return None
    return DRAWS * max(table.turn - 1, 0), DRAWS * table.turn


def _list_starts(plan: Plan, table: Table) -> list[int]:
    """How many cards lie above each pile of the player deck."""
    whole = _count_dealt(plan, table) or 0
    starts = [0]
    for size in share_out(whole - table.level, table.level)[:-1]:
        starts.append(starts[-1] + size + 1)
    return starts


def _check_infected(plan: Plan, table: Table) -> Iterator[Fault]:
    """Since the last epidemic, no more cities were infected than the rate allows."""
    if table.infected is None or table.epidemics is None:
        return
    number = len(table.infected)
    if not table.epidemics and number + len(table.removed) < len(FIRST_CUBES):
        values: dict[str, Value] = {"number": number, "fewest": len(FIRST_CUBES)}
        yield _fault("pandemic.table.first", "infected", values)
    if table.turn is None or _count_dealt(plan, table) is None or table.epidemics > table.level:
        return
    most = _most_infected(plan, table, table.epidemics)
    if table.epidemics:
        # A game that is lost in an epidemic has its discards not shuffled.
        most = max(most, _most_infected(plan, table, table.epidemics - 1) + 1)
    if number > most:
        yield _fault("pandemic.table.infected", "infected", {"number": number, "most": most})


def _most_infected(plan: Plan, table: Table, epidemics: int) -> int:
    """Infection discards when so many epidemics were drawn, the last as early as can be."""
    turn = table.turn or 0
    rate = plan.rates[min(epidemics, len(plan.rates) - 1)]
    if not epidemics:
        return len(FIRST_CUBES) + rate * turn
    earliest = _list_starts(plan, table)[epidemics - 1] // DRAWS + 1
    return rate * max(turn - earliest + 1, 0)


def _check_lost(plan: Plan, table: Table) -> Iterator[Fault]:
    is_won = table.cured == (1 << len(plan.colours)) - 1
    is_worst = table.outbreaks == plan.most_outbreaks
    if is_won and (table.lost or is_worst):
        yield _fault("pandemic.table.won", "cured")
        return
    # A cube, or up to three at once in an epidemic, were missing.
    is_scarce = any(
        table.count_colour(colour) > plan.cubes[colour] - MOST_IN_CITY for colour in range(len(plan.colours))
    )
    impossible = {
        "cubes": not is_scarce,
        "cards": table.deck is not None and table.deck >= DRAWS,
        "outbreaks": table.outbreaks is not None and not is_worst,
    }
    if table.lost and impossible[table.lost]:
        yield _fault("pandemic.table.lost", "lost", {"cause": table.lost})


def compare_tables(plan: Plan, table: Table, state: State) -> Iterator[Fault]:
    """Where a table differs from the end of the log that stands in the same file; what is left out agrees."""
    played = take_table(plan, state)
    pairs: tuple[tuple[str, object, object], ...] = (
        ("cubes", _sum_cubes(table), _sum_cubes(played)),
        ("outbreaks", table.outbreaks, played.outbreaks),
        ("epidemics", table.epidemics, played.epidemics),
        ("turn", table.turn, played.turn),
        ("deck", table.deck, played.deck),
        ("cured", table.cured, played.cured),
        ("eradicated", table.eradicated, played.eradicated),
        ("stations", table.stations, played.stations),
        ("infected", table.infected, played.infected),
        ("discards", table.discards, played.discards),
        ("lost", table.lost or None, played.lost),
    )
    for key, typed, there in pairs:
        if typed is not None and typed != there:
            yield _fault("pandemic.log.differs", key, {"key": key})
    for seat, city in table.pawns.items():
        if city != played.pawns[seat]:
            yield _fault("pandemic.log.differs", "pawns", {"key": "pawns"}, item=table.players[seat])


def _sum_cubes(table: Table) -> dict[tuple[int, int], int]:
    return {(heap.city, heap.colour): heap.number for heap in table.cubes}
