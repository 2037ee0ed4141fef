"""The form of a table in a score file: only the cubes are required, and a key that is left out is unknown.

table:
  cubes: {Lagos: yellow 2, Cairo: black 3 blue 1}
  outbreaks: 3
  cured: [blue]
  infected: [Lagos, Lima]
  discards: [Tokyo, airlift]
  hands: {Ana: [Chicago, Lima], Bo: "?, ?, Paris"}
  pawns: {Ana: Cairo, Bo: Atlanta}
  lost: cubes
"""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from generator.errors import suggest
from generator.games.pandemic.moves import UNKNOWN
from generator.games.pandemic.plan import Plan
from generator.games.pandemic.table import CAUSES, CubeHeap, Hand, Table
from generator.rules.core import Entry, EntryPath, Value
from generator.rules.score_form import (
    PLAYER,
    Asked,
    Asking,
    ByPlayer,
    Keys,
    Many,
    Reading,
    Schema,
    Text,
    ask_entry,
    read_as,
)
from generator.rules.slips import Slip

V = TypeVar("V")

NUMBERS = ("outbreaks", "epidemics", "turn", "deck")
COLOURS = ("cured", "eradicated")
CITIES = ("stations", "infected", "removed")
CARDS = ("discards", "gone", "stored")
ASKED = ("cubes", *NUMBERS, "cured", "stations", "infected", "lost")
MOST_NUMBER = 999


class Cubes:
    """Cubes by city: `yellow 2`, `black 3, blue 1`; a number alone is of the city's own colour."""

    hint = "write `Lagos: yellow 2`, or `Cairo: black 3 blue 1`"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.blank: Entry = {}

    def read(self, data: Entry, path: EntryPath, reading: Reading) -> tuple[CubeHeap, ...]:
        if not isinstance(data, dict):
            reading.add(path, "must be cities with their cubes", self.hint)
            return ()
        city_of = _read_name(self.plan, "city")
        found: dict[int, list[CubeHeap]] = {}
        for key, value in data.items():
            try:
                city = city_of(key)
            except Slip as slip:
                reading.add((*path, key), slip.message, slip.hint, at="key")
                continue
            if city in found:
                reading.add((*path, key), "this city stands here a second time", "keep one of them")
            cubes = self._parse(value, self.plan.colour_of[city])
            if cubes is None:
                reading.add((*path, key), f"`{value}` are no cubes", self.hint)
            found[city] = [CubeHeap(city, *each, key) for each in (cubes or {}).items()]
        return tuple(heap for heaps in found.values() for heap in heaps if heap.number)

    def _parse(self, value: Entry, own: int) -> Mapping[int, int] | None:
        """Numbers by colour."""
        text = value if isinstance(value, str) else ""
        if re.fullmatch(r"\d{1,3}", text):
            return {own: int(text)}
        words = text.replace(",", " ").split()
        found: dict[int, int] = {}
        for name, number in zip(words[::2], words[1::2], strict=False):
            colour = self.plan.readers["colour"].read(name, True)
            if colour is None or not re.fullmatch(r"\d{1,3}", number):
                return None
            found[colour] = int(number)
        return found if words and len(found) * 2 == len(words) else None

    def schema(self) -> Schema:
        heap = {"type": ["string", "number"], "description": self.hint}
        return {"type": "object", "additionalProperties": heap}

    def ask(self, asked: Asked) -> Asking:
        """Ask for one colour after the other."""
        cubes: dict[str, Entry] = {}
        for colour, word in zip(self.plan.colours, self.plan.colour_words, strict=True):
            values: dict[str, Value] = {"colour": word}
            add = partial(_add_colour, cubes, colour)
            cubes = yield from ask_entry(self, asked.about("cubes", values), add)
        return cubes


def _add_colour(cubes: Mapping[str, Entry], colour: str, answer: str) -> dict[str, Entry]:
    """Add `Lagos 2, Lima` of one colour to the cubes of others."""
    found = dict(cubes)
    for item in filter(None, map(str.strip, answer.split(","))):
        city, _, number = item.rpartition(" ")
        if not city or not number.isdecimal():
            city, number = item, "1"
        found[city] = f"{found.get(city, '')} {colour} {number}".strip()
    return found


def make_form(plan: Plan) -> Keys[Table]:
    """Return the form of a table, without the players, roles, and level, which the head of a file has."""
    number = read_as(
        lambda text: int(text) if re.fullmatch(r"\d{1,3}", text) else None,
        f"must be a number from 0 to {MOST_NUMBER}",
        "such as `turn: 3`",
        pattern=r"\d{1,3}",
    )
    cause = read_as(
        lambda text: text if text in ("", *CAUSES) else None,
        "is no way to lose",
        f"one of: {', '.join(CAUSES)}",
        pattern="|".join(CAUSES),
    )
    city, card, colour = (_make_text(_read_name(plan, kind)) for kind in ("city", "card", "colour"))
    held = _make_text(lambda text: UNKNOWN if text == "?" else card.parse(text, ()))
    return Keys(
        shapes={
            "cubes": Cubes(plan),
            **dict.fromkeys(NUMBERS, number),
            **dict.fromkeys(COLOURS, _make_list(colour, "diseases", "such as `[blue, red]`")),
            **dict.fromkeys(CITIES, _make_list(city, "cities", "such as `[Lagos, Lima]`")),
            **dict.fromkeys(CARDS, _make_list(card, "cards", "such as `[Lima, airlift]`")),
            "hands": _make_seats(_make_list(held, "cards", "such as `[Lima, ?]`"), "`hands: {Ana: Lima}`"),
            "pawns": _make_seats(city, "`pawns: {Ana: Lima}`"),
            "active": PLAYER,
            "lost": cause,
        },
        make=_make_table,
        what="keys with values",
        hint="such as `cubes: {Lagos: yellow 2}`",
        required=("cubes",),
        asked=ASKED,
    )


def _read_name(plan: Plan, kind: str) -> Callable[[str], int]:
    """Return a function that reads a name, which may be cut short unless it is a colour; it raises Slip."""
    names = {"city": plan.names[: len(plan.cities)], "card": plan.names, "colour": plan.colours}[kind]

    def read(text: str) -> int:
        number = plan.readers[kind].read(text, kind == "colour")
        if number is None:
            message = f"`{text}` is no disease" if kind == "colour" else f"there is no {kind} `{text}`"
            raise Slip(0, message, suggest(text, names))
        return number

    return read


def _make_text(read: Callable[[str], V]) -> Text[V]:
    return Text(parse=lambda text, players: read(text), hint="write one name")


def _make_list(each: Text[V], things: str, hint: str) -> Many[V]:
    return Many(each=each, things=things, hint=f"{hint}, or `[]` for none", between=r"\s*,\s*")


def _make_seats(each: Any, hint: str) -> ByPlayer[Any]:
    return ByPlayer(each=each, what="players with what they have", hint=f"such as {hint}", is_partial=True)


def _make_table(found: Mapping[str, Any]) -> Table:
    values = dict(found)
    for key in COLOURS:
        if key in found:
            values[key] = sum(1 << colour for colour in {*found[key]})
    for key in (*CITIES, *CARDS):
        if key in found:
            values[key] = tuple(sorted(found[key]))
    for player, cards in found.get("hands", {}).items():
        known = tuple(sorted(card for card in cards if card != UNKNOWN))
        values["hands"] = {**values["hands"], player: Hand(known, len(cards) - len(known))}
    return Table(**values)
