"""The form of a table in a score file. Only the cubes are required; omitted keys are unknown."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from generator.errors import Wrong, suggest
from generator.games.pandemic.moves import UNKNOWN
from generator.games.pandemic.plan import Plan
from generator.games.pandemic.table import CAUSES, CubeHeap, Table
from generator.rules import score_form as form
from generator.rules.core import Entry, EntryPath
from generator.rules.states import remembered

NUMBERS = ("outbreaks", "epidemics", "turn", "deck")
COLOURS = ("cured", "eradicated")
CITIES = ("stations", "infected", "removed")
CARDS = ("discards", "gone", "stored")
ASKED = ("cubes", *NUMBERS, "cured", "stations", "infected", "lost")
LOST = form.read_as(
    lambda text: text if text in ("", *CAUSES) else None,
    "is not a way to lose",
    f"one of: {', '.join(CAUSES)}",
    pattern="|".join(CAUSES),
)


class Cubes:
    """Cubes by city: `yellow 2`, `black 3, blue 1`, or a number of the city's own colour."""

    hint = "write `Lagos: yellow 2`, or `Cairo: black 3 blue 1`"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.city = _make_name(plan, "city")
        self.blank: Entry = {}

    def read(self, data: Entry, path: EntryPath, reading: form.Reading) -> tuple[CubeHeap, ...]:
        if not isinstance(data, dict):
            reading.add(path, "must be cities with their cubes", self.hint)
            return ()
        found: dict[int, list[CubeHeap]] = {}
        for key, value in data.items():
            try:
                city = self.city.parse(key, ())
            except Wrong as wrong:
                reading.add((*path, key), wrong.message, wrong.hint, at="key")
                continue
            if city in found:
                reading.add((*path, key), "duplicate city", "keep one of them")
            cubes = self._parse(value, self.plan.colour_of[city]) if isinstance(value, str) else None
            if cubes is None:
                reading.add((*path, key), f"`{value}` is not a number of cubes", self.hint)
            found[city] = [CubeHeap(city, *each, key) for each in (cubes or {}).items()]
        return tuple(heap for heaps in found.values() for heap in heaps if heap.number)

    @remembered
    def _parse(self, text: str, own: int) -> Mapping[int, int] | None:
        words = text.replace(",", " ").split()
        if len(words) == 1:
            words = [self.plan.colours[own], *words]
        found: dict[int, int] = {}
        for name, number in zip(words[::2], words[1::2], strict=False):
            colour = self.plan.readers["colour"].read(name, True)
            if colour is None or not re.fullmatch(r"\d{1,3}", number):
                return None
            found[colour] = int(number)
        return found if words and len(found) * 2 == len(words) else None

    def schema(self) -> form.Schema:
        heap = {"type": ["string", "number"], "description": self.hint}
        return {"type": "object", "additionalProperties": heap}

    def ask(self, asked: form.Asked) -> form.Asking:
        """Ask for one colour at a time."""
        cubes: dict[str, Entry] = {}
        for colour, word in zip(self.plan.colours, self.plan.colour_words, strict=True):
            add = partial(_add_colour, cubes, colour)
            cubes = yield from form.ask_entry(self, asked.about("cubes", {"colour": word}), add)
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


def make_form(plan: Plan) -> form.Keys[Table]:
    """Return the form of a table; players, roles, and level are in the head of the file."""
    city, card, colour = (_make_name(plan, kind) for kind in ("city", "card", "colour"))
    must = "must be a number from 0 to 999"
    make_seats = partial(form.ByPlayer[Any], what="players with their cards or cities", is_partial=True)
    held = _make_list(_make_name(plan, "card", "?"), "cards", "[Lima, ?]")
    return form.Keys(
        shapes={
            "cubes": Cubes(plan),
            **{key: form.read_number(r"\d{1,3}", must, f"such as `{key}: 3`") for key in NUMBERS},
            **dict.fromkeys(COLOURS, _make_list(colour, "diseases", "[blue]")),
            **dict.fromkeys(CITIES, _make_list(city, "cities", "[Lagos, Lima]")),
            **dict.fromkeys(CARDS, _make_list(card, "cards", "[Lima, airlift]")),
            "hands": make_seats(each=held, hint="such as `hands: {Ana: Lima}`"),
            "pawns": make_seats(each=city, hint="such as `pawns: {Ana: Lima}`"),
            "active": form.PLAYER,
            "lost": LOST,
        },
        make=_make_table,
        what="keys with values",
        hint="such as `cubes: {Lagos: yellow 2}`",
        required=("cubes",),
        asked=ASKED,
    )


def _make_list(each: form.Text[int], plural: str, example: str) -> form.Many[int]:
    hint = f"such as `{example}`, or `[]` for none"
    return form.Many(each=each, plural=plural, hint=hint, between=r"\s*,\s*")


def _make_name(plan: Plan, kind: str, unknown: str = "") -> form.Text[int]:
    """Return the form of a name; all but colours may be abbreviated."""
    names = {"city": plan.names[: len(plan.cities)], "card": plan.names, "colour": plan.colours}[kind]

    def parse(text: str, players: Sequence[str]) -> int:
        number = plan.readers[kind].read(text, kind == "colour")
        if number is None and text != unknown:
            message = f"`{text}` is not a disease" if kind == "colour" else f"unknown {kind} `{text}`"
            raise Wrong(message, suggest(text, names))
        return UNKNOWN if number is None else number

    return form.Text(parse=parse, hint="write one name")


def _make_table(found: Mapping[str, Any]) -> Table:
    colours = {key: sum(1 << each for each in {*found[key]}) for key in COLOURS if key in found}
    lists = {key: tuple(sorted(found[key])) for key in (*CITIES, *CARDS) if key in found}
    hands = {player: tuple(sorted(cards)) for player, cards in found.get("hands", {}).items()}
    return Table(**{**found, **colours, **lists, "hands": hands})
