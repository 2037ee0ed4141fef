"""Calls of a Squib script, with layouts, measures, and fields of the cards' table, as values of ours."""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.errors import Wrong
from generator.imports.draft import (
    Draft,
    escape_marks,
    find_beside,
    find_free_name,
    format_number,
    parse_foreign_colour,
    quote_in_code,
    write_numbers,
)
from generator.read.files.text_files import MOST_TEXT_BYTES, derive_id, name_file, read_bytes
from generator.read.files.yaml import read_yaml

_TRANSFORMS: Mapping[str, Callable[[str], str]] = {
    "{}": str,
    "upper({})": str.upper,
    "lower({})": str.lower,
    "title({})": str.title,
    "slug({})": lambda text: derive_id(text, "") if text else "",
}
"""Functions of ours that scripts use, too."""
NEVER = "number < 1"
"""The condition that holds for no card."""
_SIMPLE = re.compile(r"[A-Za-z_][\w ]*|\d+")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
LayoutEntry = Mapping[str, Any]
"""Parameters of a layout by name."""
_UNITS = (("in", 1.0), ("pt", 1 / 72), ("cm", 1 / 2.54), ("mm", 1 / 25.4))
"""Inches of each unit."""
_CELLS = re.compile(r"c(ell)?s?$")
_SHORT = re.compile(r"(middle|center|deck)\s*(?:([-+/])\s*(.+))?")
_CHANGE = re.compile(r"\s*([-+*/])=\s*(.+)")
_DEEPEST = 50
DEFAULT_FONT = "Arial 36"
GRADIENT = re.compile(r"\s*\(([^()]*)\)\s*\(([^()]*)\)\s*(.*)")
_STOP = re.compile(r"(#?\w+)@([\d.]+)")
_EDGE = 0.3
_LEAST = 0.05
"""Smallest width of a line in mm."""
Bounds = tuple[float, float, float, float]


class VariedCopies(Exception):
    """Copies of a card that differ, so that each has to be a card of its own."""


@dataclass(slots=True)
class CardValues:
    """The cards of a deck: their fields, and what else differs from card to card."""

    order: Sequence[int]
    """Card of the new deck by the number of the card in the script, both from 0."""
    columns: Mapping[str, Sequence[str]]
    """Texts of fields by name, as the script has them: one for each card of the new deck."""
    fields: Mapping[tuple[int, str], str]
    """Names of fields by the number of the table and the title of the column."""
    has_table: bool
    is_sample: bool = False
    """True if the table is not there, and the fields have samples, such as `‹name›`."""
    computed: dict[str, list[str]] = field(default_factory=dict)
    """Columns that the script computed, by name."""
    used: set[str] = field(default_factory=set)
    """Fields of the table that are shown."""

    @property
    def total(self) -> int:
        """Number of cards of the new deck."""
        return max(self.order, default=-1) + 1

    # ------------------------------------------------------------------ values

    def spread(self, value: Any) -> Sequence[Any]:
        """Return a value as one for all cards of the new deck, or one for each; raises VariedCopies."""
        values = value.get("values", []) if isinstance(value, Mapping) and "column" in value else value
        if not isinstance(values, list):
            return [values]
        found: dict[int, Any] = {}
        for number, card in enumerate(self.order):
            one = values[number] if number < len(values) else None
            if found.setdefault(card, one) != one:
                raise VariedCopies
        listed = [found[card] for card in range(self.total)]
        return listed[:1] if all(one == listed[0] for one in listed) else listed

    def make_text(
        self, value: Any, hint: str, *, is_rich: bool = False, write: Callable[[Any], str] = str
    ) -> str:
        """Return a value as a text with fields.

        `write` makes texts of values that are no texts; `hint` names a column that has to be computed.
        Raises VariedCopies.
        """
        values = self._list_values(value)
        if values is None:
            return "{copy}"
        texts = [write_value(one, write) for one in values]
        if self.is_sample and "‹" in texts[0]:
            return self._fill_sample(texts[0], is_rich=is_rich)
        if len(set(texts)) == 1 and not self._name_column(value):
            return escape_marks(texts[0]) if is_rich else texts[0]
        code = self._name_column(value) or self._find_code(texts)
        if not code:
            before, column, after = self._find_pattern(texts)
            if column:
                return f"{_escape(before, is_rich)}{{{column}}}{_escape(after, is_rich)}"
            code = self.add_column(hint, [escape_marks(text) for text in texts] if is_rich else texts)
        self.used |= {*re.findall(r"[a-z]\w*", code)}
        return f"{{{code}}}"

    def _fill_sample(self, text: str, *, is_rich: bool) -> str:
        """Return a text with fields in place of their samples."""
        written = _escape(text, is_rich)
        for code, change in _TRANSFORMS.items():
            for (_, title), name in self.fields.items():
                sample = change(f"‹{title}›")
                if "‹" in sample:
                    written = written.replace(_escape(sample, is_rich), f"{{{code.format(name)}}}")
        return written

    def _list_values(self, value: Any) -> Sequence[Any] | None:
        """Return a value for all cards or one for each; None for the number of the copy."""
        try:
            return self.spread(value)
        except VariedCopies:
            if isinstance(value, list) and value[: len(self.order)] == self._list_copies():
                return None
            raise

    def _list_copies(self) -> list[int]:
        seen: dict[int, int] = {}
        copies = []
        for card in self.order:
            seen[card] = seen.get(card, 0) + 1
            copies.append(seen[card])
        return copies

    def _name_column(self, value: Any) -> str:
        """Return the field of a column that the script did not change."""
        if not isinstance(value, Mapping) or "column" not in value:
            return ""
        return self.fields.get((value.get("table", -1), str(value["column"])), "")

    def _find_code(self, texts: Sequence[str]) -> str:
        """Return the expression of values that are a field, or the number of the card."""
        if list(texts) == [str(number) for number in range(1, self.total + 1)]:
            same = next((name for name, column in self.columns.items() if list(column) == list(texts)), "")
            return same or "number"
        same = next((name for name, column in self.columns.items() if list(column) == list(texts)), "")
        return same or next(
            (self.name_computed(name) for name, column in self.computed.items() if column == texts), ""
        )

    def _find_pattern(self, texts: Sequence[str]) -> tuple[str, str, str]:
        """Return the text before a field, its expression, and the text after it, if all values are so."""
        if len(texts) != self.total:
            return "", "", ""
        for code, change in _TRANSFORMS.items():
            for name, column in self.columns.items():
                changed = [change(text) for text in column]
                if (len(set(changed)) < 2 and not self.is_sample) or not _can_be_in(changed, texts):
                    continue
                for before, after in _list_frames(changed, texts):
                    if all(text == before + one + after for text, one in zip(texts, changed, strict=True)):
                        self.used.add(name)
                        return before, code.format(name), after
        return "", "", ""

    def add_column(self, hint: str, texts: Sequence[str]) -> str:
        """Keep values that the script computed, and return the expression that shows them."""
        listed = list(texts) if len(texts) == self.total else list(texts) * self.total
        for name, column in self.computed.items():
            if column == listed:
                return self.name_computed(name)
        taken = self.computed if self.has_table else {**self.computed, "id": "", "count": "", "number": ""}
        name = find_free_name(derive_id(hint, "value"), taken)
        self.computed[name] = listed
        return self.name_computed(name)

    def name_computed(self, name: str) -> str:
        """Return the expression for a computed column."""
        return f"computed[number].{name}" if self.has_table else name

    # ------------------------------------------------------------------ conditions

    def make_condition(self, value: Any) -> str:
        """Return the condition for the cards of a range; empty for all of them. Raises VariedCopies."""
        numbers = self._list_range(value)
        if numbers is None:
            return ""
        chosen = [number in numbers for number in range(len(self.order))]
        rows = self.spread(chosen)
        cards = {card for card, is_in in enumerate(rows) if is_in} if len(rows) > 1 else set()
        if not any(rows):
            return NEVER
        if len(rows) == 1:
            return ""
        return self._describe(cards, is_computed=isinstance(value, list))

    def _list_range(self, value: Any) -> set[int] | None:
        if value is None or value == "all":
            return None
        values = value.get("values", []) if isinstance(value, Mapping) else value
        values = values if isinstance(values, list) else [values]
        return {int(one) for one in values if isinstance(one, int | float) and not isinstance(one, bool)} | {
            int(one) for one in values if isinstance(one, str) and one.isdigit()
        }

    def _describe(self, cards: set[int], *, is_computed: bool) -> str:
        """Return the condition for cards: by a field if the script chose them, or by their numbers."""
        kinds = sorted(self.columns.items(), key=lambda item: len(set(item[1])))
        for name, column in kinds if is_computed else ():
            value = column[min(cards)]
            is_kind = len(set(column)) < self.total
            if value and is_kind and cards == {card for card, one in enumerate(column) if one == value}:
                self.used.add(name)
                return (
                    f"{name} = {value}" if _SIMPLE.fullmatch(value) else f"{name} == {quote_in_code(value)}"
                )
        for name, column in self.columns.items() if is_computed else ():
            if cards == {card for card, one in enumerate(column) if one}:
                self.used.add(name)
                return f"has({name})"
            if cards == {
                card for card, one in enumerate(column) if _NUMBER.fullmatch(one) and float(one) > 0
            }:
                self.used.add(name)
                return f"{name} > 0"
        return write_numbers([card + 1 for card in sorted(cards)])


def write_value(value: Any, write: Callable[[Any], str] = str) -> str:
    """Return a value as a script prints it; empty for none."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return str(value.get("time", ""))
    return value if isinstance(value, str) else write(value)


def _escape(text: str, is_rich: bool) -> str:
    return escape_marks(text) if is_rich else text


def _can_be_in(parts: Sequence[str], texts: Sequence[str]) -> bool:
    return all(part in text for part, text in zip(parts, texts, strict=True))


def _list_frames(parts: Sequence[str], texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what may be before and after a part that is in each text, from the shortest text that has it."""
    part, text = min(
        ((part, text) for part, text in zip(parts, texts, strict=True) if part),
        key=lambda pair: len(pair[1]),
        default=("", ""),
    )
    place = text.find(part) if part else -1
    while place >= 0:
        yield text[:place], text[place + len(part) :]
        place = text.find(part, place + 1)


class NoMeasure(Exception):
    """A value that is not a length, with the reason."""


@dataclass(frozen=True, slots=True)
class PixelSpace:
    """The size of a card, and what a length in it is in pixels."""

    width: float
    height: float
    dpi: float = 300
    cell: float = 37.5

    def parse(self, value: Any, side: float = 0) -> float:
        """Return a length in pixels, or an angle in radians; `side` is that of the card. Raises NoMeasure."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            return _check_reach(float(value), value)
        text = str(value).strip()
        if short := _SHORT.fullmatch(text):
            return self._parse_short(short, side)
        for unit, inches in _UNITS:
            if text.endswith(unit):
                return _to_number(text.removesuffix(unit)) * inches * self.dpi
        if text.endswith("deg"):
            return math.radians(_to_number(text.removesuffix("deg")))
        if _CELLS.search(text):
            return _to_number(_CELLS.sub("", text)) * self.cell
        return _to_number(text)

    def _parse_short(self, short: re.Match[str], side: float) -> float:
        start = side if short[1] == "deck" else side / 2
        if not short[2]:
            return start
        other = self.parse(short[3])
        if short[2] == "/":
            return start / (other or 1)
        return start + other if short[2] == "+" else start - other


def _to_number(text: str) -> float:
    """Return the number with which a text begins, as Ruby does it."""
    found = re.match(r"\s*[-+]?(\d+\.?\d*|\.\d+)", text)
    return _check_reach(float(found[0]) if found else math.inf, text.strip())


def _check_reach(number: float, given: object) -> float:
    """Return a number that can be a length; raises NoMeasure."""
    if abs(number) < _FARTHEST:
        return number
    raise NoMeasure(f"{given} is not a length")


_FARTHEST = 1e7


@dataclass(slots=True)
class SquibLayouts:
    """Layouts of a deck, those of later files before those of earlier ones."""

    space: PixelSpace
    entries: dict[str, LayoutEntry] = field(default_factory=dict)
    type_scale: float = 1
    """Points of a size of type in the author's layouts; in those of Squib, they are points."""
    missing: list[str] = field(default_factory=list)
    """Files and layouts that are not there."""

    def add(self, name: str, entries: Any) -> None:
        """Add a file of layouts; None for one that is not in the project: a built-in one."""
        found = entries if isinstance(entries, dict) else _find_builtin(name, self.type_scale)
        if found is None:
            self.missing.append(name)
            return
        merged = {
            **self.entries,
            **{str(key): entry for key, entry in found.items() if isinstance(entry, dict)},
        }
        self.entries |= {key: self._resolve(key, merged, ()) for key in merged}

    def _resolve(self, key: str, entries: Mapping[str, LayoutEntry], seen: Sequence[str]) -> LayoutEntry:
        """Return a layout with what it has from those that it extends."""
        entry = entries.get(key, {})
        parents = entry.get("extends", [])
        parents = parents if isinstance(parents, list) else [parents]
        if key in seen or len(seen) > _DEEPEST:
            return {}
        made: dict[str, Any] = {}
        for parent in map(str, parents):
            if parent not in entries:
                self.missing.append(parent)
            made |= self._resolve(parent, entries, (*seen, key))
        for name, value in entry.items():
            change = _CHANGE.fullmatch(value) if isinstance(value, str) else None
            made[name] = self._change(made.get(name, 0), change) if change else value
        return made

    def _change(self, before: Any, change: re.Match[str]) -> float:
        """Return a value such as `+= 20`, of that which it changes."""
        with suppress(NoMeasure):
            first, second = self.space.parse(before), self.space.parse(change[2])
            results = {
                "+": first + second,
                "-": first - second,
                "*": first * second,
                "/": first / (second or 1),
            }
            return results[change[1]]
        return 0


def _find_builtin(name: str, type_scale: float) -> Mapping[str, LayoutEntry] | None:
    """Return the layouts of Squib with this name of a file; None if there are none."""
    layouts = read_yaml(Path(__file__).with_name("layouts.yaml")).data
    found = layouts.get(name) if isinstance(layouts, dict) else None
    return (
        {str(key): _unpack(entry, type_scale) for key, entry in found.items()}
        if isinstance(found, dict)
        else None
    )


def _unpack(entry: Any, type_scale: float) -> LayoutEntry:
    """Return a layout whose position and size are a list."""
    keys = dict(entry)
    if "font_size" in keys:
        keys["font_size"] = float(keys["font_size"]) / type_scale
    sides = zip(("x", "y", "width", "height"), keys.pop("box", ()), strict=False)
    return {**dict(sides), **keys}


def read_pixels(deck: Mapping[str, Any]) -> PixelSpace:
    """Return the size of a recorded deck; raises Wrong if it is missing or wrong."""
    try:
        dpi = PixelSpace(1, 1).parse(deck.get("dpi", 300))
        cell = PixelSpace(1, 1).parse(deck.get("cell", 37.5))
        space = PixelSpace(1, 1, dpi, cell)
        width, height = (space.parse(deck.get(side)) for side in ("width", "height"))
    except NoMeasure as error:
        raise Wrong(f"has a size that is wrong: {error}") from None
    if dpi < 1 or not 1 <= min(width, height) / dpi * 25.4 <= max(width, height) / dpi * 25.4 <= 1000:
        raise Wrong("has cards smaller than 1 mm or larger than 1 m")
    return PixelSpace(width, height, dpi, cell)


_BLEED = 0.125
"""Width in inches of the bleed of cards of Squib."""
_SIZES_WITH_BLEED = (
    *((2.75, 3.75), (2.5, 3.75), (3.0, 5.0), (2.0, 2.75), (1.5, 2.0)),
    *((2.25, 3.75), (2.75, 2.75), (3.75, 3.75)),
)
"""Sizes in inches of common cards with that bleed, upright."""
_WITH_TRIM = ("save_pdf", "save_png", "save_sheet", "save", "hand", "showcase")
_OLD_DPI = 96
_SMALLEST_OLD, _LARGEST_NEW = 12, 30
"""Sizes of type below the first are of a new version, and those above the second of an old one."""


def find_trim(deck: Mapping[str, Any], space: PixelSpace) -> float:
    """Return how much is cut off on each side, in pixels."""
    given: list[float] = []
    for call in deck["calls"]:
        name = "margin" if call["name"] == "cut_zone" else "trim" if call["name"] in _WITH_TRIM else ""
        default = _BLEED * space.dpi if name == "margin" else 0
        with suppress(NoMeasure):
            given += [space.parse(call["options"].get(name, default))] if name else []
    least = min(space.width, space.height)
    if found := [trim for trim in given if 0 < trim < least / 4]:
        return max(found)
    sides = sorted((space.width / space.dpi, space.height / space.dpi))
    is_known = any(abs(sides[0] - w) < 0.01 and abs(sides[1] - h) < 0.01 for w, h in _SIZES_WITH_BLEED)
    return _BLEED * space.dpi if is_known else 0.0


def write_bleed(inches: float) -> str:
    """Return a length in the unit in which it is round."""
    sixteenths = round(inches * 16, 3)
    is_round = sixteenths == round(sixteenths)
    return f"{round(inches, 4)} in" if is_round else f"{format_number(inches * 25.4)} mm"


def find_type_scale(deck: Mapping[str, Any], space: PixelSpace, project: Path) -> tuple[float, bool]:
    """Return how many points a size of type is, and True if the sizes alone decide that.

    Before version 0.14, Squib counted 96 dots in an inch.
    """
    old = _OLD_DPI / space.dpi
    lock = find_beside(project, "Gemfile.lock")
    text = read_bytes(lock, MOST_TEXT_BYTES).decode("utf-8", "replace") if lock else ""
    if version := re.search(r"^ +squib \((\d{1,4})\.(\d{1,4})", text, re.MULTILINE):
        return (old if (int(version[1]), int(version[2])) < (0, 14) else 1), False
    sizes = [*_list_type_sizes(deck)]
    is_old = bool(sizes) and min(sizes) >= _SMALLEST_OLD and max(sizes) >= _LARGEST_NEW
    return (old if is_old else 1), is_old


def _list_type_sizes(deck: Mapping[str, Any]) -> Iterator[float]:
    """Yield the sizes of type that the script and its layouts give."""
    entries = [call["options"] for call in deck["calls"]]
    for layout in deck["layouts"]:
        found = layout.get("entries")
        entries += [one for one in found.values() if isinstance(one, dict)] if isinstance(found, dict) else []
    for entry in entries:
        given = entry.get("font_size")
        ends = re.search(r"([\d.]+)\s*$", str(entry.get("font") or ""))
        for value in [*(given if isinstance(given, list) else [given]), ends[1] if ends else None]:
            with suppress(TypeError, ValueError):
                yield float(value)


@dataclass(slots=True)
class SquibPen:
    """The context that the calls of a deck share."""

    draft: Draft
    project: Path
    space: PixelSpace
    trim: float
    """Width in pixels of what is cut off on each side."""
    cards: CardValues
    images: str = ""
    """Folder of the pictures."""
    colours: Mapping[str, Any] = field(default_factory=dict)
    """Colours of the author by name."""
    font: str = DEFAULT_FONT
    type_scale: float = 1
    """Points of a size of type that the script gives."""
    script: str = ""
    """Path of the script in the project."""
    replaced: dict[str, str] = field(default_factory=dict)
    """Texts in cells that become marks of ours."""
    is_marked: bool = False
    """True if a column of the table has tags of Pango."""

    def name_place(self, file: str) -> str:
        """Return the name of a file of the project for messages."""
        return self.draft.file if file == self.script else name_file(self.project / file)

    @property
    def mm(self) -> float:
        """Millimetres of a pixel."""
        return 25.4 / self.space.dpi

    @property
    def width(self) -> float:
        """Width of a card in mm, after it is cut."""
        return (self.space.width - 2 * self.trim) * self.mm

    @property
    def height(self) -> float:
        """Height of a card in mm, after it is cut."""
        return (self.space.height - 2 * self.trim) * self.mm


@dataclass(slots=True)
class SquibCall:
    """A call of the script with its layout."""

    name: str
    options: Mapping[str, Any]
    entry: LayoutEntry
    """Parameters of its layout."""
    layout: str
    """Name of its layout."""
    pen: SquibPen
    file: str
    line: int
    embed: Sequence[Mapping[str, Any]] = ()

    def get(self, name: str, default: Any = None) -> Any:
        """Return a parameter of the call, or of its layout."""
        return self.options.get(name, self.entry.get(name, default))

    def change(self, reason: str) -> None:
        """Report that it is drawn with a change."""
        self.pen.draft.change(self.line, self.name, reason, self.file)

    def leave_out(self, reason: str) -> None:
        """Report that it, or a part of it, is not drawn."""
        self.pen.draft.leave_out(self.line, self.name, reason, self.file)

    # ------------------------------------------------------------------ numbers

    def spread(self, **defaults: Any) -> list[list[float | None]]:
        """Return lengths in pixels, a list for all cards or one for each; None for words such as `native`."""
        given = {name: self.pen.cards.spread(self.get(name, default)) for name, default in defaults.items()}
        most = max(map(len, given.values()))
        return [
            [self._measure(name, values[card % len(values)]) for name, values in given.items()]
            for card in range(most)
        ]

    def _measure(self, name: str, value: Any) -> float | None:
        if value is None or (isinstance(value, str) and value in ("native", "scale", "auto", "")):
            return None
        space = self.pen.space
        side = space.height if name.startswith(("y", "cy", "height")) else space.width
        try:
            return space.parse(value, side)
        except NoMeasure as error:
            self.change(f"`{name}`: {error}")
            return None

    def number(self, name: str, default: float) -> float:
        """Return a number that is the same on all cards; the first one, which is reported, otherwise."""
        rows = self.spread(**{name: default})
        if len(rows) > 1:
            self.change(f"`{name}` is that of the first card")
        return default if rows[0][0] is None else rows[0][0]

    def write_numbers(self, values: Sequence[float], hint: str, unit: str = "") -> str:
        """Return numbers, one for all cards or one for each, as they are written; the deck is in mm."""
        texts = [format_number(value) for value in values]
        if len(set(texts)) == 1:
            return f"{texts[0]} {unit}" if unit not in ("", "mm") else texts[0]
        return f"{{{self.pen.cards.add_column(hint, texts)}}} {unit}".rstrip()

    def word(self, name: str, default: str) -> str:
        """Return a word that is the same on all cards."""
        values = self.pen.cards.spread(self.get(name, default))
        if len(values) > 1:
            self.change(f"`{name}` is that of the first card")
        return write_value(values[0]).strip().lower()

    # ------------------------------------------------------------------ boxes

    def place(self, rows: Sequence[Bounds], angles: Sequence[float] = (0.0,)) -> dict[str, Any]:
        """Return boxes in pixels as `box` on the cut card, with `angle`; Squib turns at the corner."""
        pen = self.pen
        placed = []
        for number, (x, y, width, height) in enumerate(rows):
            angle = angles[number % len(angles)]
            middle = (
                x + math.cos(angle) * width / 2 - math.sin(angle) * height / 2,
                y + math.sin(angle) * width / 2 + math.cos(angle) * height / 2,
            )
            left, top = middle[0] - width / 2 - pen.trim, middle[1] - height / 2 - pen.trim
            placed.append(tuple(side * pen.mm for side in (left, top, width, height)))
        keys: dict[str, Any] = {
            "box": [
                self.write_numbers([row[side] for row in placed], name, "mm")
                for side, name in enumerate(("left", "top", "width", "height"))
            ]
        }
        degrees = [math.degrees(angle) % 360 for angle in angles]
        if any(round(one, 2) % 360 for one in degrees):
            keys["angle"] = self.write_numbers(degrees, "angle")
        if any(self.is_at_edge(bounds) for bounds in placed):
            keys["bleeds"] = True
        return keys

    def is_at_edge(self, bounds: Sequence[float]) -> bool:
        """Return True for a box that reaches an edge of the card."""
        x, y, width, height = bounds
        right, bottom = x + width, y + height
        return min(x, y) <= _EDGE or right >= self.pen.width - _EDGE or bottom >= self.pen.height - _EDGE

    # ------------------------------------------------------------------ colours

    def colour(self, name: str, default: str) -> str:
        """Return a colour, which may be a field; empty if nothing is seen."""
        value = self.get(name, default)
        values = [self._read_colour(one, name) for one in self.pen.cards.spread(value)]
        if len(set(values)) == 1:
            return values[0]
        given = [write_value(one) for one in self.pen.cards.spread(value)]
        is_kept = all(own and parse_foreign_colour(one) for one, own in zip(given, values, strict=True))
        return self.pen.cards.make_text(value if is_kept else self.unfold(values), name)

    def unfold(self, values: Sequence[str]) -> list[str]:
        """Return values of cards of the new deck as those of the script's cards."""
        return [values[card] for card in self.pen.cards.order]

    def _read_colour(self, value: Any, name: str) -> str:
        text = write_value(value).strip()
        own = self.pen.colours.get(text)
        text = str(own) if own else text
        if not text or text == "none":
            return ""
        found = parse_foreign_colour(text)
        if not found and not GRADIENT.fullmatch(text):
            self.change(f'`{name}`: the colour {text} is not known here, and black is used; write it as "#…"')
            return "#000000"
        if found in ("#0000", "#00000000") or (
            len(found) in (5, 9) and set(found[-(len(found) // 4) :]) == {"0"}
        ):
            return ""
        return found or text

    def paint(self, name: str, default: str) -> dict[str, Any]:
        """Return a fill as `fill` or `gradient`."""
        colour = self.colour(name, default)
        if not colour:
            return {}
        gradient = GRADIENT.fullmatch(colour)
        return {"gradient": self._read_gradient(gradient)} if gradient else {"fill": colour}

    def _read_gradient(self, gradient: re.Match[str]) -> dict[str, Any]:
        stops = sorted(
            ((float(at), colour) for colour, at in _STOP.findall(gradient[3])), key=lambda stop: stop[0]
        )
        colours = [parse_foreign_colour(colour) or "#000000" for _, colour in stops] or ["#000000"]
        first, second = ([read_float(part) for part in ends.split(",")] for ends in gradient.group(1, 2))
        self.change("the gradient spans the shape")
        if len(first) > 2:
            return {"colours": colours, "kind": "radial"}
        angle = math.degrees(math.atan2(second[1] - first[1], second[0] - first[0])) % 360
        return {"colours": colours} | ({"angle": format_number(angle)} if round(angle) else {})

    def stroke(self, *, width: float = 2.0) -> dict[str, Any]:
        """Return the keys of the outline."""
        rows = self.spread(stroke_width=width)
        line = max((row[0] or 0) for row in rows)
        colour = self.colour("stroke_color", "black")
        if line <= 0 or not colour:
            return {}
        if GRADIENT.fullmatch(colour):
            self.change("the gradient of the outline is black")
            colour = "#000000"
        keys: dict[str, Any] = {"stroke": colour, "line": format_number(max(line * self.pen.mm, _LEAST))}
        dashes = [self._measure("dash", part) or 0 for part in write_value(self.get("dash", "")).split()]
        if dashes and all(dash > 0 for dash in dashes):
            keys["dash"] = [format_number(max(dash * self.pen.mm, _LEAST)) for dash in dashes[:8]]
            keys["dash"] *= 1 + len(keys["dash"]) % 2
        for name, plain in (("cap", "butt"), ("join", "miter")):
            word = self.word(name, plain)
            keys |= {name: word} if word in ("round", "square", "bevel") and word != plain else {}
        if self.word("stroke_strategy", "fill_first") == "stroke_first":
            keys["behind"] = True
        return keys


def read_float(text: str) -> float:
    """Return a number, 0 for a text that is none."""
    try:
        return float(text)
    except ValueError:
        return 0.0


def list_angles(call: SquibCall) -> list[float]:
    """Return angles in radians, one for all cards or one for each."""
    return [row[0] or 0.0 for row in call.spread(angle=0)]


def list_boxes(call: SquibCall) -> list[Bounds]:
    """Return boxes in pixels; what is not given is the card."""
    space = call.pen.space
    rows = call.spread(x=0, y=0, width="deck", height="deck")
    return [
        (x or 0, y or 0, space.width if width is None else width, space.height if height is None else height)
        for x, y, width, height in rows
    ]


def is_true(value: Any) -> bool:
    """Return True for `true`, also as a text."""
    return value is True or str(value).lower() == "true"
