"""What the rules need of the kit: cities and links, cards, cubes, stations, tracks, roles and events.

Inside the rules cities and cards are numbers: a city has the number of its card, events follow the
cities. Colours are numbers in the order of their cubes. In logs all of them have names.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import TypeAlias

from generator.errors import NoRules
from generator.model.board import Board, MapArea, TrackArea
from generator.model.kit import Kit
from generator.model.pieces import Piece, PieceSet
from generator.rules.core import Sentence, Value
from generator.rules.notation import Reader, read_names

Cards: TypeAlias = tuple[int, ...]
NOBODY = -1

AIRLIFT, FORECAST, GRANT = "airlift", "forecast", "government_grant"
QUIET, RESILIENT = "one_quiet_night", "resilient_population"
EVENTS = (AIRLIFT, FORECAST, GRANT, QUIET, RESILIENT)

PLANNER, DISPATCHER, MEDIC = "contingency_planner", "dispatcher", "medic"
OPERATIONS, QUARANTINE = "operations_expert", "quarantine_specialist"
RESEARCHER, SCIENTIST = "researcher", "scientist"
ROLES = (PLANNER, DISPATCHER, MEDIC, OPERATIONS, QUARANTINE, RESEARCHER, SCIENTIST)

LEVELS: Mapping[str, int] = {"standard": 5, "introductory": 4, "heroic": 6}
"""[S] Epidemics by difficulty, the usual one first."""
HANDS: Mapping[int, int] = {2: 4, 3: 3, 4: 2}
"""[S] Cards dealt to each, by the number of players."""
FIRST_CUBES = (3, 3, 3, 2, 2, 2, 1, 1, 1)
"""[S] The cubes of the set-up, a city each."""
MOST_IN_CITY = 3
"""[S] Of a colour."""
ACTIONS = 4
DRAWS = 2
HAND_LIMIT = 7
CURE_CARDS, SCIENTIST_CARDS = 5, 4
FORECAST_CARDS = 6


@dataclass(frozen=True)
class Plan:
    """All numbers of one kit."""

    kit: Kit
    cities: tuple[str, ...]
    """Ids; a city's number is its place here, and that of its two cards."""
    colour_of: tuple[int, ...]
    """By city."""
    population: tuple[int, ...]
    """By city."""
    links: tuple[tuple[int, ...], ...]
    """By city: the cities that it is linked to, in the order of their numbers."""
    colours: tuple[str, ...]
    cubes: tuple[int, ...]
    """By colour: all there are."""
    events: tuple[str, ...]
    roles: tuple[str, ...]
    stations: int
    rates: tuple[int, ...]
    most_outbreaks: int
    """The last field of the track: who comes there has lost."""
    epidemics: int
    """As many as are printed."""
    start: int
    """Where the first station and all pawns begin."""
    board: str
    area: str
    """Ids of the board and of its map."""
    rate_fields: tuple[str, ...]
    outbreak_fields: tuple[str, ...]
    cure_fields: Mapping[int, str]
    """Ids of the fields of tracks, in their order; of the cures by colour."""

    @cached_property
    def near(self) -> tuple[int, ...]:
        """By city: itself and its neighbours, as bits."""
        return tuple(
            sum((1 << other for other in others), 1 << city) for city, others in enumerate(self.links)
        )

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Ids of cities and events, by number."""
        return (*self.cities, *self.events)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Of cities and events, as logs have them."""
        return (
            *(name_city(city) for city in self.cities),
            *(event.replace("_", " ") for event in self.events),
        )

    @cached_property
    def city_words(self) -> tuple[Value, ...]:
        """The printed name of each city; its name in logs, where a kit has no word for it."""
        return tuple(self._word(f"city.{city}", name_city(city)) for city in self.cities)

    @cached_property
    def colour_words(self) -> tuple[Value, ...]:
        return tuple(self._word(f"disease.{colour}", colour) for colour in self.colours)

    @cached_property
    def card_words(self) -> tuple[Value, ...]:
        """Of cities and events."""
        events = (self._word(f"event.{event}.name", name_role(event)) for event in self.events)
        return (*self.city_words, *events)

    @cached_property
    def readers(self) -> Mapping[str, Reader[int]]:
        """Readers of names, as logs write them and as the loaded languages print them."""
        most = len(self.cities)
        cards = (
            f"city.{id}" if number < most else f"event.{id}.name" for number, id in enumerate(self.cards)
        )
        names = [*self._list_names(cards), *zip(self.names, count())]
        card, city = read_names(names), read_names(pair for pair in names if pair[1] < most)
        colours = self._list_names(f"disease.{colour}" for colour in self.colours)
        return {
            "card": card,
            "cost": card,
            "city": city,
            "source": city,
            "colour": read_names([*colours, *zip(self.colours, count())]),
            "role": read_names(zip(map(name_role, self.roles), count())),
        }

    def _list_names(self, keys: Iterable[str]) -> Iterator[tuple[str, int]]:
        """Printed names in all languages, with their numbers."""
        for number, key in enumerate(keys):
            for wording in self.kit.wordings.values():
                if key in wording:
                    yield wording.say(key), number

    def role_word(self, role: str) -> Value:
        return self._word(f"role.{role}.name", name_role(role))

    def _word(self, key: str, plain: str) -> Value:
        known = all(key in wording for wording in self.kit.wordings.values())
        return Sentence(key) if known else plain

    @cached_property
    def levels(self) -> Mapping[str, int]:
        """Difficulties for which enough epidemics are printed."""
        return {level: number for level, number in LEVELS.items() if number <= self.epidemics}

    def event(self, id: str) -> int:
        """Number of an event's card; -1: it is not printed."""
        return len(self.cities) + self.events.index(id) if id in self.events else -1


def name_city(id: str) -> str:
    """`Sao Paulo`: the id in words, which no language changes."""
    return " ".join(word.capitalize() for word in id.split("_"))


def name_role(id: str) -> str:
    return id.replace("_", " ")


def share_out(number: int, piles: int) -> tuple[int, ...]:
    """[S] As even as can be, the smaller piles at the bottom, which is the end."""
    each, over = divmod(number, piles)
    return (each + 1,) * over + (each,) * (piles - over)


def make_plan(kit: Kit) -> Plan:
    """Raises NoRules when the kit lacks something that the rules need, or has what they do not know."""
    board, area = _find_map(kit)
    cities = tuple(place.id for place in area.places)
    number = {city: index for index, city in enumerate(cities)}
    links: list[set[int]] = [set() for _ in cities]
    for link in area.links:
        links[number[link.first]].add(number[link.second])
        links[number[link.second]].add(number[link.first])
    colours, cubes = _find_cubes(kit)
    unknown = sorted({place.kind for place in area.places} - set(colours))
    if unknown:
        raise NoRules(f"{kit.id}: there are no cubes `cube_{unknown[0]}` for the cities of this colour")
    start = [place.id for place in area.places if "start" in place.marks]
    if len(start) != 1:
        raise NoRules(f"{kit.id}: one city must have the mark `start`, {len(start)} have it")
    cards = _find_cards(kit, "city_cards", cities)
    _find_cards(kit, "infection_cards", cities)
    rates, outbreaks = _find_track(kit, "infection_rate"), _find_track(kit, "outbreaks")
    return Plan(
        kit=kit,
        cities=cities,
        colour_of=tuple(colours.index(place.kind) for place in area.places),
        population=tuple(_number(kit, cards[city], "population") for city in cities),
        links=tuple(tuple(sorted(others)) for others in links),
        colours=colours,
        cubes=cubes,
        events=_find_events(kit),
        roles=_find_roles(kit),
        stations=_count(kit, "station"),
        rates=_read_rates(kit, rates),
        most_outbreaks=len(outbreaks.fields) - 1,
        epidemics=_count(kit, "epidemic"),
        start=number[start[0]],
        board=board,
        area=area.id,
        rate_fields=tuple(field.id for field in rates.fields),
        outbreak_fields=tuple(field.id for field in outbreaks.fields),
        cure_fields=_find_cures(kit, colours),
    )


def check_enough(plan: Plan) -> None:
    """Raises NoRules when the set-up would run out of cards, or no game could be won."""
    id = plan.kit.id
    if not plan.levels:
        raise NoRules(f"{id}: {min(LEVELS.values())} epidemics are needed, {plan.epidemics} are printed")
    needed = max(number * hand for number, hand in HANDS.items())
    if len(plan.cards) < needed:
        raise NoRules(
            f"{id}: {needed} cities and events are needed for the hands, there are {len(plan.cards)}"
        )
    if len(plan.cities) < len(FIRST_CUBES):
        raise NoRules(
            f"{id}: {len(FIRST_CUBES)} cities are infected at the set-up, there are {len(plan.cities)}"
        )
    if not plan.stations:
        raise NoRules(f"{id}: no piece is called `station`")
    if len(plan.roles) < max(HANDS):
        raise NoRules(f"{id}: {max(HANDS)} roles are needed, there are {len(plan.roles)}")


def _find_map(kit: Kit) -> tuple[str, MapArea]:
    """With the id of its board."""
    for part in kit.parts:
        for area in part.areas if isinstance(part, Board) else ():
            if isinstance(area, MapArea):
                return part.id, area
    raise NoRules(f"{kit.id}: no board has a map with cities")


def _find_track(kit: Kit, id: str) -> TrackArea:
    for track in _list_tracks(kit):
        if track.id == id:
            return track
    raise NoRules(f"{kit.id}: no board has a track `{id}`")


def _list_tracks(kit: Kit) -> Iterator[TrackArea]:
    for part in kit.parts:
        for area in part.areas if isinstance(part, Board) else ():
            if isinstance(area, TrackArea):
                yield area


def _read_rates(kit: Kit, track: TrackArea) -> tuple[int, ...]:
    labels = [field.label for field in track.fields]
    if not all(label.isdecimal() and len(label) < 3 for label in labels):
        raise NoRules(f"{kit.id}: the fields of the track `{track.id}` must be numbers")
    return tuple(int(label) for label in labels)


def _find_cures(kit: Kit, colours: Sequence[str]) -> Mapping[int, str]:
    """The fields for the markers of cures, as far as they are printed."""
    fields = (field for track in _list_tracks(kit) if track.id == "cures" for field in track.fields)
    marked = {mark: field.id for field in fields for mark in field.marks}
    return {colour: marked[f"cure_{name}"] for colour, name in enumerate(colours) if f"cure_{name}" in marked}


def _pieces_of(kit: Kit, part_id: str = "") -> Iterator[Piece]:
    for part in kit.parts:
        if isinstance(part, PieceSet) and part_id in ("", part.id):
            yield from part.pieces


def _count(kit: Kit, id: str) -> int:
    return sum(piece.count for piece in _pieces_of(kit) if piece.id == id)


def _find_cubes(kit: Kit) -> tuple[tuple[str, ...], tuple[int, ...]]:
    pieces = [piece for piece in _pieces_of(kit) if piece.id.startswith("cube_")]
    if not pieces:
        raise NoRules(f"{kit.id}: no pieces are called `cube_` and a colour")
    return tuple(piece.id.removeprefix("cube_") for piece in pieces), tuple(piece.count for piece in pieces)


def _find_cards(kit: Kit, part_id: str, cities: Sequence[str]) -> Mapping[str, Piece]:
    """A card for each city, and no other."""
    found = {piece.id: piece for piece in _pieces_of(kit, part_id)}
    for city in cities:
        if city not in found or found[city].count != 1:
            raise NoRules(f"{kit.id}: `{part_id}` must have one card of `{city}`")
    others = [id for id in found if id not in cities]
    if others:
        raise NoRules(f"{kit.id}: `{part_id}` has a card of `{others[0]}`, which is no city of the board")
    return found


def _find_events(kit: Kit) -> tuple[str, ...]:
    found = []
    for piece in _pieces_of(kit, "player_cards"):
        if piece.id == "epidemic":
            continue
        if piece.id not in EVENTS or piece.count != 1:
            raise NoRules(f"{kit.id}: the rules know one event each of {', '.join(EVENTS)}; not `{piece.id}`")
        found.append(piece.id)
    return tuple(found)


def _find_roles(kit: Kit) -> tuple[str, ...]:
    found = [piece.id for piece in _pieces_of(kit, "role_cards") if piece.id != "reference"]
    for role in found:
        if role not in ROLES:
            raise NoRules(f"{kit.id}: the rules do not know the role `{role}`")
    return tuple(dict.fromkeys(found))


def _number(kit: Kit, piece: Piece, name: str) -> int:
    text = piece.fields.get(name)
    if not isinstance(text, str) or not text.isdecimal() or len(text) > 12:
        raise NoRules(f"{kit.id}: the card of `{piece.id}` has no `{name}`, a number")
    return int(text)
