"""Places on the board: what a table puts on them, and which of them a fault concerns."""

from collections.abc import Iterator, Mapping

from generator.games.pandemic.plan import Plan
from generator.games.pandemic.table import Table
from generator.model.played import Laid, TokenMark
from generator.rules.core import Fault, PlaceName

RATE, OUTBREAKS, CURES = "infection_rate", "outbreaks", "cures"
"""Ids of the tracks."""
MARKERS: Mapping[str, str] = {OUTBREAKS: "outbreak", RATE: "infection_rate"}
"""Ids of the pieces on the tracks."""
STATION, PAWNS = "station", "tokens"
"""Id of a piece, and the part with the pawns, which have the ids of roles."""
_AREAS: Mapping[str, str] = {
    "outbreaks": OUTBREAKS,
    "epidemics": RATE,
    "cured": CURES,
    "eradicated": CURES,
    "deck": "player_deck",
    "discards": "player_discards",
    "infected": "infection_discards",
}
"""Areas of the board by key; other keys are not on it."""


def lay_table(plan: Plan, table: Table) -> Iterator[Laid]:
    """Yield cubes, stations, and pawns in the cities, and the markers on the tracks."""
    for heap in table.cubes:
        yield Laid(
            plan.area, plan.cities[heap.city], TokenMark(f"cube_{plan.colours[heap.colour]}", heap.number)
        )
    for city in table.stations or ():
        yield Laid(plan.area, plan.cities[city], TokenMark(STATION))
    for player, role in zip(table.players, table.roles, strict=False):
        if role and player in table.pawns:
            yield Laid(plan.area, plan.cities[table.pawns[player]], TokenMark(role, part=PAWNS))
    if table.epidemics is not None:
        yield Laid(RATE, find_rate_field(plan, table.epidemics), TokenMark(MARKERS[RATE]))
    if table.outbreaks is not None and table.outbreaks <= plan.most_outbreaks:
        yield Laid(
            OUTBREAKS, plan.tracks[OUTBREAKS].fields[table.outbreaks].id, TokenMark(MARKERS[OUTBREAKS])
        )
    gone = table.eradicated or 0
    for colour, field in plan.cure_fields.items():
        if (table.cures | gone) >> colour & 1:
            yield Laid(
                CURES, field, TokenMark(f"cure_{plan.colours[colour]}", is_turned=gone >> colour & 1 == 1)
            )


def find_rate_field(plan: Plan, epidemics: int) -> str:
    """Return the field of the infection rate after some epidemics."""
    return plan.tracks[RATE].fields[min(epidemics, len(plan.rates) - 1)].id


def find_places(plan: Plan, table: Table, fault: Fault) -> tuple[PlaceName, ...]:
    """Return the places of a fault: of the cities or the disease that it names, or else of its key."""
    key, *item = map(str, fault.path[1:])
    if key in ("cubes", "stations"):
        several = fault.values.get("cities")
        named = several if isinstance(several, tuple) else (fault.values.get("city"),)
        cities = [id for id, word in zip(plan.cities, plan.card_words, strict=False) if word in named]
        cities += [plan.cities[heap.city] for heap in table.cubes if [heap.key] == item]
        return tuple((plan.area, city) for city in dict.fromkeys(cities)) or ((plan.area, ""),)
    area = _AREAS.get(key, "")
    if area not in plan.areas:
        return ()
    places = [""]
    if area == CURES:
        colour = fault.values.get("colour")
        fields = plan.cure_fields.items()
        places = [field for number, field in fields if plan.colour_words[number] == colour]
    elif area == OUTBREAKS and table.outbreaks is not None and table.outbreaks <= plan.most_outbreaks:
        places = [plan.tracks[OUTBREAKS].fields[table.outbreaks].id]
    elif area == RATE and table.epidemics is not None:
        places = [find_rate_field(plan, table.epidemics)]
    return tuple((area, place) for place in places or ("",))
