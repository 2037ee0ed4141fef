"""The table of a finished or interrupted game: in a score file, on the board, and as a tally.

Only the cubes are required; omitted keys are unknown.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from generator.games.pandemic.data import (
    LOST_BY_CARDS,
    LOST_BY_CUBES,
    LOST_BY_OUTBREAKS,
    NOBODY,
    UNKNOWN,
    CardNumbers,
    PandemicData,
    PandemicRole,
    State,
)
from generator.model.played import Laid, TokenMark
from generator.model.values import dataclass, field
from generator.rules import core
from generator.rules.form import (
    PLAYER,
    Asking,
    ByPlayer,
    EntryText,
    FormReading,
    JsonSchema,
    Keys,
    Many,
    QuestionAsked,
    WrongAnswer,
    ask_entry,
    make_unknown,
    read_as,
    read_whole_number,
    say_hint,
    say_wrong,
)
from generator.rules.notation import fold
from generator.rules.states import remembered

CAUSES: Mapping[str, str] = {"cubes": LOST_BY_CUBES, "cards": LOST_BY_CARDS, "outbreaks": LOST_BY_OUTBREAKS}
"""Rules that lose the game, by their names in score files."""

SHARED_PART = (
    *("players", "roles", "outbreaks", "turn", "cured", "stations"),
    *("infected", "removed", "discards", "gone"),
)
"""Fields with the same meaning in tables and states."""


class CubeHeap(NamedTuple):
    """Cubes of a colour in a city."""

    city: int
    colour: int
    number: int
    key: str
    """Name of the city in the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedTable:
    """Table of a score file; None is unknown. Colours are bits, cities and cards are numbers."""

    players: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    """Ids by seat; empty if unknown."""
    level: int = 0
    """Number of epidemics with which the deck was made."""
    asks_consent: bool = False
    """Players are asked for their consent if play continues."""
    cubes: tuple[CubeHeap, ...]
    outbreaks: int | None = None
    epidemics: int | None = None
    """Number of epidemics drawn."""
    turn: int | None = None
    """The current or the last turn."""
    active: str | None = None
    """Player whose turn it is."""
    deck: int | None = None
    """Number of player cards left."""
    cured: int | None = None
    eradicated: int | None = None
    stations: CardNumbers | None = None
    infected: CardNumbers | None = None
    removed: CardNumbers | None = None
    discards: CardNumbers | None = None
    gone: CardNumbers | None = None
    stored: CardNumbers | None = None
    hands: Mapping[str, CardNumbers] = field(default_factory=dict, hash=False)
    """Cards by player; some may be UNKNOWN."""
    pawns: Mapping[str, int] = field(default_factory=dict, hash=False)
    """Cities by player."""
    lost: str = ""
    """One of CAUSES, or empty."""

    def count_colour(self, colour: int) -> int:
        return sum(heap.number for heap in self.cubes if heap.colour == colour)

    @property
    def cures(self) -> int:
        """Colours known to be cured."""
        return (self.eradicated or 0) if self.cured is None else self.cured

    def may_have(self, role: str) -> bool:
        return role in self.roles or "" in self.roles or not self.roles

    @property
    def cure_cards(self) -> int:
        """[S] Number of cards of the cheapest possible cure; fewer if a player may be the Scientist."""
        return PandemicRole.count_cure_cards(
            PandemicRole.SCIENTIST if self.may_have(PandemicRole.SCIENTIST) else ""
        )

    def count_plays(self, event: int) -> int:
        """Return how often an event may have been played: twice, if the Contingency Planner reused it."""
        places = [key for key, cards in self.list_places() if event in cards]
        if event == NOBODY or "hands" in places:
            return 0
        if places:
            return 2 if "gone" in places else 1
        if self.may_have(PandemicRole.PLANNER) and self.gone is None:
            return 2
        return int(self.discards is None or (self.may_have(PandemicRole.PLANNER) and self.stored is None))

    def count_missing(self, events: Iterable[int]) -> int:
        """Return how many of these events may be under `gone` or `stored` if the table omits these keys."""
        if not self.may_have(PandemicRole.PLANNER) or None not in (self.gone, self.stored):
            return 0
        there = {card for _, cards in self.list_places() for card in cards}
        missing = len({*events} - there)
        return missing if self.gone is None else min(missing, 1)

    def list_places(self) -> Iterator[tuple[str, CardNumbers]]:
        """Yield the player cards in each place, with the key of the file."""
        yield "discards", self.discards or ()
        yield "gone", self.gone or ()
        yield "stored", self.stored or ()
        yield from (("hands", hand) for hand in self.hands.values())


def make_fault(rule: str, key: str, item: str = "", /, **values: core.Value) -> core.Fault:
    """Return a fault located at a key of the table, or at one item of its value."""
    path = ("table", key, item) if item else ("table", key)
    return core.Fault(rule, where=f"{key} {item}".strip(), values=values, path=path)


def check_most(
    rule: str, key: str, number: int, most: int, item: str = "", /, **values: core.Value
) -> Iterator[core.Fault]:
    """Yield a fault if a number on the table is too high."""
    if number > most:
        yield make_fault(rule, key, item, number=number, most=most, **values)


def take_table(data: PandemicData, state: State) -> FinishedTable:
    colours = len(data.colours)
    cubes = tuple(
        CubeHeap(place // colours, place % colours, number, data.names[place // colours])
        for place, number in enumerate(state.cubes)
        if number
    )
    return FinishedTable(
        **{key: getattr(state, key) for key in (*SHARED_PART, "eradicated", "asks_consent")},
        level=state.epidemics,
        cubes=cubes,
        epidemics=state.increases,
        active=state.players[state.active] if state.active != NOBODY else None,
        deck=state.deck_size if state.turn else None,
        stored=(state.stored,) if state.stored != NOBODY else (),
        hands={
            player: (UNKNOWN,) * unknown + hand
            for player, hand, unknown in zip(state.players, state.hands, state.unknown, strict=True)
        },
        pawns=dict(zip(state.players, state.pawns, strict=True)),
        lost=next((cause for cause, rule in CAUSES.items() if rule == state.end), ""),
    )


def score_table(data: PandemicData, table: FinishedTable) -> core.Score:
    """[OURS] Return the tally of the known parts of a table, the same for every player."""
    colours = len(data.colours)
    gone = table.eradicated
    if gone is None and table.cured is not None:
        # A cured disease without cubes is eradicated.
        gone = sum(table.cured & 1 << colour for colour in range(colours) if not table.count_colour(colour))
    lines = {
        "cures": (_count_bits(table.cured), colours),
        "eradicated": (_count_bits(gone), colours),
        "turns": (table.turn, 0),
        "epidemics": (table.epidemics, table.level),
        "outbreaks": (table.outbreaks, data.most_outbreaks),
        "cubes": (sum(heap.number for heap in table.cubes), sum(data.cubes)),
        "stations": (None if table.stations is None else len(table.stations), data.stations),
        "deck": (table.deck, 0),
    }
    known = (
        core.ScoreLine(core.make_sentence(f"tally.{line}", **{"most": most} if most else {}), number)
        for line, (number, most) in lines.items()
        if number is not None
    )
    return core.Score((core.Round(tuple(known)),))


def _count_bits(colours: int | None) -> int | None:
    return None if colours is None else colours.bit_count()


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


def lay_table(data: PandemicData, table: FinishedTable) -> Iterator[Laid]:
    """Yield cubes, stations, and pawns in the cities, and the markers on the tracks."""
    for heap in table.cubes:
        cubes = TokenMark(f"cube_{data.colours[heap.colour]}", heap.number)
        yield Laid(data.area, data.cities[heap.city], cubes)
    for city in table.stations or ():
        yield Laid(data.area, data.cities[city], TokenMark(STATION))
    for player, role in zip(table.players, table.roles, strict=False):
        if role and player in table.pawns:
            yield Laid(data.area, data.cities[table.pawns[player]], TokenMark(role, part=PAWNS))
    for track in (RATE, OUTBREAKS):
        if field := _find_field(data, table, track):
            yield Laid(track, field, TokenMark(MARKERS[track]))
    gone = table.eradicated or 0
    for colour, field in data.cure_fields.items():
        if (table.cures | gone) >> colour & 1:
            is_turned = gone >> colour & 1 == 1
            yield Laid(CURES, field, TokenMark(f"cure_{data.colours[colour]}", is_turned=is_turned))


def _find_field(data: PandemicData, table: FinishedTable, track: str) -> str:
    """Return the field of a marker; empty if the table does not tell, or has a number beyond the track."""
    fields, number = data.tracks[track].fields, table.outbreaks
    if track == RATE:
        number = None if table.epidemics is None else min(table.epidemics, len(fields) - 1)
    return fields[number].id if number is not None and number < len(fields) else ""


def find_places(data: PandemicData, table: FinishedTable, fault: core.Fault) -> tuple[core.PlaceName, ...]:
    """Return the places of a fault: of the cities or the disease that it names, or else of its key."""
    key, *item = map(str, fault.path[1:])
    if key in ("cubes", "stations"):
        several = fault.values.get("cities")
        named = several if isinstance(several, tuple) else (fault.values.get("city"),)
        cities = [id for id, word in zip(data.cities, data.card_words, strict=False) if word in named]
        cities += [data.cities[heap.city] for heap in table.cubes if [heap.key] == item]
        return tuple((data.area, city) for city in dict.fromkeys(cities)) or ((data.area, ""),)
    area = _AREAS.get(key, "")
    if area not in data.areas:
        return ()
    places = [""]
    if area == CURES:
        colour = fault.values.get("colour")
        fields = data.cure_fields.items()
        places = [field for number, field in fields if data.colour_words[number] == colour]
    elif area in MARKERS:
        places = [_find_field(data, table, area)]
    return tuple((area, place) for place in places or ("",))


NUMBERS = ("outbreaks", "epidemics", "turn", "deck")
_CURE_COLUMNS = ("cured", "eradicated")
CITIES = ("stations", "infected", "removed")
CARDS = ("discards", "gone", "stored")
ASKED = ("cubes", *NUMBERS, "cured", "stations", "infected", "lost")


def _make_lost(data: PandemicData) -> EntryText[str]:
    """Return the form of the cause of a loss, which has a name in each language."""
    named = {f"tally.lost.{cause}": cause for cause in CAUSES}
    names = {
        fold(each.format(key)): cause
        for key, cause in named.items()
        for each in data.kit.wordings.values()
        if key in each
    }
    names |= {cause: cause for cause in ("", *CAUSES)}
    return read_as(
        lambda text: names.get(fold(text)),
        say_hint("available", names=core.Listed(core.Sentence(key) for key in named)),
        pattern="|".join(map(re.escape, filter(None, names))),
    )


class Cubes:
    """Cubes by city: `yellow 2`, `black 3, blue 1`, or a number of the city's own colour."""

    hint = core.Sentence("tally.form.cubes")

    def __init__(self, data: PandemicData) -> None:
        self.data = data
        self.city = _make_name(data, "city")
        self.blank: core.Entry = {}

    def read(self, entry: core.Entry, path: core.EntryPath, reading: FormReading) -> tuple[CubeHeap, ...]:
        if not isinstance(entry, dict):
            reading.add(path, say_wrong("keys"), self.hint)
            return ()
        heaps_of: dict[int, list[CubeHeap]] = {}
        for key, value in entry.items():
            try:
                city = self.city.parse(key, ())
            except WrongAnswer as wrong:
                reading.add((*path, key), wrong.sentence, wrong.advice, at="key")
                continue
            if city in heaps_of:
                reading.add((*path, key), say_wrong("twice", name=key))
            cubes = self._parse(value, self.data.colour_of[city]) if isinstance(value, str) else None
            if cubes is None:
                reading.add((*path, key), say_wrong("value", value=f"{key} {value}"), self.hint)
            heaps_of[city] = [CubeHeap(city, *each, key) for each in (cubes or {}).items()]
        return tuple(heap for heaps in heaps_of.values() for heap in heaps if heap.number)

    @remembered
    def _parse(self, text: str, own: int) -> Mapping[int, int] | None:
        words = text.replace(",", " ").split()
        if len(words) == 1:
            words = [self.data.colours[own], *words]
        numbers: dict[int, int] = {}
        for name, number in zip(words[::2], words[1::2], strict=False):
            colour = self.data.readers["colour"].read(name, True)
            if colour is None or not re.fullmatch(r"\d{1,3}", number):
                return None
            numbers[colour] = int(number)
        return numbers if words and len(numbers) * 2 == len(words) else None

    def schema(self) -> JsonSchema:
        heap = {"type": ["string", "number"], "description": self.hint}
        return {"type": "object", "additionalProperties": heap}

    def ask(self, asked: QuestionAsked) -> Asking:
        """Ask for one colour at a time."""
        cubes: dict[str, core.Entry] = {}
        for colour, word in zip(self.data.colours, self.data.colour_words, strict=True):
            add = partial(_add_colour, cubes, colour)
            cubes = yield from ask_entry(self, asked.about("cubes", {"colour": word}), add)
        return cubes


def _add_colour(cubes: Mapping[str, core.Entry], colour: str, answer: str) -> dict[str, core.Entry]:
    """Add `Lagos 2, Lima` of one colour to the cubes of others."""
    entries = dict(cubes)
    for item in filter(None, map(str.strip, answer.split(","))):
        city, _, number = item.rpartition(" ")
        if not city or not number.isdecimal():
            city, number = item, "1"
        entries[city] = f"{entries.get(city, '')} {colour} {number}".strip()
    return entries


def make_form(data: PandemicData) -> Keys[FinishedTable]:
    """Return the form of a table; players, roles, and level are in the head of the file."""
    city, card, colour = (_make_name(data, kind) for kind in ("city", "card", "colour"))
    make_seats = partial(ByPlayer[Any], is_partial=True)
    number = read_whole_number(r"\d{1,3}", say_hint("number", least=0, most=999))
    held = _make_list(_make_name(data, "card", "?"), "[Lima, ?]")
    return Keys(
        shapes={
            "cubes": Cubes(data),
            **dict.fromkeys(NUMBERS, number),
            **dict.fromkeys(_CURE_COLUMNS, _make_list(colour, "[blue]")),
            **dict.fromkeys(CITIES, _make_list(city, "[Lagos, Lima]")),
            **dict.fromkeys(CARDS, _make_list(card, "[Lima, airlift]")),
            "hands": make_seats(each=held, hint=say_hint("such_as", text="hands: {Ana: Lima}")),
            "pawns": make_seats(each=city, hint=say_hint("such_as", text="pawns: {Ana: Lima}")),
            "active": PLAYER,
            "lost": _make_lost(data),
        },
        make=_make_table,
        hint=say_hint("such_as", text="cubes: {Lagos: yellow 2}"),
        required=("cubes",),
        asked=ASKED,
    )


def _make_list(each: EntryText[int], example: str) -> Many[int]:
    return Many(each=each, hint=say_hint("such_as", text=example), between=r"\s*,\s*")


def _make_name(data: PandemicData, kind: str, unknown: str = "") -> EntryText[int]:
    """Return the form of a name; all but colours may be abbreviated."""
    cities = len(data.cities)
    words: tuple[core.Value, ...]
    names, words = {
        "city": (data.names[:cities], data.card_words[:cities]),
        "card": (data.names, data.card_words),
        "colour": (data.colours, data.colour_words),
    }[kind]
    known, reader = dict(zip(names, words, strict=True)), data.readers[kind]

    def parse(text: str, players: Sequence[str]) -> int:
        number = reader.read(text, kind == "colour")
        if number is None and text != unknown:
            fitting = [names[each] for each in reader.list_begun(text)]
            raise make_unknown(text, known, fitting=fitting)
        return UNKNOWN if number is None else number

    return EntryText(parse=parse, hint=say_hint("name"))


def _make_table(values: Mapping[str, Any]) -> FinishedTable:
    colours = {key: sum(1 << each for each in {*values[key]}) for key in _CURE_COLUMNS if key in values}
    lists = {key: tuple(sorted(values[key])) for key in (*CITIES, *CARDS) if key in values}
    hands = {player: tuple(sorted(cards)) for player, cards in values.get("hands", {}).items()}
    return FinishedTable(**{**values, **colours, **lists, "hands": hands})
