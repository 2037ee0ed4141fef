"""Values of expressions: numbers, truth, tables, and functions of them; see docs/expressions.md.

A cell of a spreadsheet has a value with the text that shows it: `$3.00` for 3, or `25%` for 0.25.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from math import ceil, cos, floor, isfinite, radians, sin
from typing import Any, TypeAlias, TypeVar
from unicodedata import combining, normalize

from generator.errors import Wrong
from generator.model.values import dataclass

T = TypeVar("T")
PLACE_TABLE = "place()"
"""Name under which elements see the places of areas, by id: those of `place("0203").x`."""
NO_PLACES_HINT = "`place` finds those of grids and maps that are before it on the same board or piece"
MOST_LOOKED_AT = 10_000
"""Maximum number of rows that an expression compares one by one."""
MOST_TEXT = 10_000
"""Maximum length of a text or list that an expression makes."""
_ROMAN = {
    1000: "M", 900: "CM", 500: "D", 400: "CD", 100: "C", 90: "XC",
    50: "L", 40: "XL", 10: "X", 9: "IX", 5: "V", 4: "IV", 1: "I",
}  # fmt: skip
_WORD = re.compile(r"([^\W\d_])([^\W_]*(['’][^\W_]+)?)")
_Item = TypeVar("_Item")


class ShownValue(str):
    """A text with the value that it shows: `ShownValue("$3.00", "3")`.

    It is printed like any text; calculations, comparisons, and sorting use the value.
    """

    __slots__ = ("value",)
    value: str
    """A number, `true` or `false`, an ISO date, or `hours:minutes:seconds`."""

    def __new__(cls, text: str, value: str) -> "ShownValue":
        shown = super().__new__(cls, text)
        shown.value = value
        return shown

    def __reduce__(self) -> tuple[type["ShownValue"], tuple[str, str]]:
        return ShownValue, (str(self), self.value)


def to_value(given: T) -> T | str:
    """Return the value that a text shows; all else is its own value."""
    return given.value if isinstance(given, ShownValue) else given


FieldValue: TypeAlias = str | float | bool | tuple["FieldValue", ...] | Mapping[str, "FieldValue"]

_YES = frozenset({"yes", "y", "true", "on", "x"})
_NO = frozenset({"no", "n", "false", "off", "-", ""})
_ABSENT = frozenset({"", "no", "false"})


def truth_or_none(value: object) -> bool | None:
    """Return the truth of a value; None for a text that means neither yes nor no.

    Numbers are true unless they are 0, and lists and rows unless they are empty.
    """
    value = to_value(value)
    if not isinstance(value, str):
        return bool(value)
    number = number_or_none(value)
    if number is not None:
        return number != 0
    word = value.strip().lower()
    return True if word in _YES else False if word in _NO else None


def to_truth(value: object, name: str = "") -> bool:
    """Return the truth of a value; raises Wrong for a text that means neither yes nor no.

    `name` is the field that has the value, for a suggestion.
    """
    truth = truth_or_none(value)
    if truth is None:
        name = name or "name"
        words = "write yes/no, y/n, true/false, on/off, x/-, 1/0, or leave it empty"
        others = f"to ask for any text, write `has({name})`; for one of several, `{name} = a, b`"
        raise Wrong(f"`{value}` is neither yes nor no", f"{words}; {others}")
    return truth


def is_there(value: object) -> bool:
    """Return False for a value in place of which `or` takes the next: empty, 0, no, or false."""
    value = to_value(value)
    if isinstance(value, str):
        return value.strip().lower() not in _ABSENT and number_or_none(value) != 0
    return bool(value)


def has_text(value: FieldValue) -> bool:
    """Return True if a value prints anything, or is a list with items."""
    return bool(value.strip()) if isinstance(value, str) else value is not False and value not in ((), {})


_NUMBER = re.compile(r"\s*[-+−]?([0-9]{1,15}(\.[0-9]{1,15})?|\.[0-9]{1,15})\s*")
_DIGITS = 6
"""Decimals that are printed, and compared."""


def number_or_none(value: object) -> float | None:
    """Return the number that a value is or looks like."""
    if type(value) is int or type(value) is float:
        return value
    value = to_value(value)
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        number = float(value.replace("−", "-"))
        return int(number) if number == int(number) else number
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def to_number(value: FieldValue) -> float:
    """Return the number that a value is or looks like; raises Wrong."""
    number = number_or_none(value)
    if number is None:
        shown = format_field_value(value)
        raise Wrong(f"`{shown}` is not a number" if shown else "an empty value is not a number")
    return number


_LARGEST = 1e12


def check_number(number: float) -> float:
    """Return a result, as a whole number if it is one; raises Wrong if it is too large."""
    if not isfinite(number) or abs(number) > _LARGEST:
        raise Wrong("the result is too large")
    return int(number) if number == int(number) else number


def round_as_printed(number: float) -> float:
    """Return a number with the decimals that are printed: 0.3 for 0.1 + 0.2."""
    return round(number, _DIGITS)


def is_equal(first: object, second: object) -> bool:
    """Return True if two values are equal: numbers as they are printed, all else as text."""
    if isinstance(first, bool) or isinstance(second, bool):
        return truth_or_none(first) == truth_or_none(second)
    left, right = number_or_none(first), number_or_none(second)
    if left is not None and right is not None:
        return round_as_printed(left) == round_as_printed(right)
    return first == second or to_value(first) == to_value(second)


def format_field_value(value: FieldValue) -> str:
    """Return a value as a text: numbers with at most 6 decimals, lists with commas."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{round(value, _DIGITS) + 0.0:.{_DIGITS}f}".rstrip("0").rstrip(".")
    if isinstance(value, tuple):
        return ", ".join(map(format_field_value, value))
    return "a row" if isinstance(value, Mapping) else str(value)


@dataclass(frozen=True, eq=False)
class RowTable(Mapping[str, Any]):
    """Rows by their ids; hashed by identity, because it may be large and never changes."""

    rows: Mapping[str, FieldValue]

    def __getitem__(self, id: str) -> Any:
        return self.rows[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __hash__(self) -> int:
        return id(self)

    def __reduce__(self) -> tuple[type["RowTable"], tuple[Mapping[str, FieldValue]]]:
        # The index is rebuilt when it is needed.
        return RowTable, (self.rows,)

    @cached_property
    def items_in_order(self) -> tuple[FieldValue, ...]:
        """The rows in the order of the table."""
        return tuple(self.rows.values())

    @cached_property
    def _indexes(self) -> dict[str, dict[object, list[int]]]:
        return {}

    def list_with(self, name: str, value: FieldValue) -> Sequence[FieldValue] | None:
        """Return the rows whose field equals a value; None if every row must be compared."""
        if name not in self._indexes:
            self._indexes[name] = self._make_index(name)
        index, keys = self._indexes[name], _list_keys(value)
        if keys is None or _OTHER in index:
            return None
        found = {number for key in keys for number in index.get(key, ())}
        return [self.items_in_order[number] for number in sorted(found)]

    def _make_index(self, name: str) -> dict[object, list[int]]:
        index: dict[object, list[int]] = {}
        for number, row in enumerate(self.items_in_order):
            value = row.get(name) if isinstance(row, Mapping) else None
            for key in (_list_keys(value) if value is not None else None) or (_OTHER,):
                index.setdefault(key, []).append(number)
        return index


_OTHER = object()
"""Index key of values that cannot be indexed, such as lists, and of rows without the field."""


def _list_keys(value: FieldValue) -> Sequence[object] | None:
    """Return index keys, of which equal values share at least one; None for values without index keys."""
    if isinstance(value, bool | tuple | Mapping):
        return None
    number = number_or_none(value)
    texts = {str(value), str(to_value(value))}
    return [*texts] if number is None else [*texts, round_as_printed(number)]


def list_items(value: object) -> tuple[Any, ...]:
    """Return the rows of a table, the items of a list, or of a number: that number of items.

    Raises ValueError for any other text.
    """
    if value is None or value == "":
        return ()
    if isinstance(value, RowTable):
        return value.items_in_order
    value = format_field_value(value) if isinstance(value, int | float) else value
    if isinstance(value, str):
        if not re.fullmatch(r"\d{1,3}", value):
            raise ValueError(f"`{value}` is neither a list nor a number from 0 to 999")
        return tuple(str(number) for number in range(1, int(value) + 1))
    return value if isinstance(value, tuple) else (value,)


def rank_value(value: object) -> tuple[int, float, list[tuple[int, str]], str]:
    """Return a key for sorting: numbers first, then texts with their numbers in order, empty ones last.

    Accents decide only between texts that are equal without them: `Ä` is beside `A`.
    """
    number = number_or_none(value)
    if number is not None:
        return 0, number, [], ""
    text = value.strip().casefold() if isinstance(value, str) else ""
    plain = "".join(one for one in normalize("NFKD", text) if not combining(one))
    parts = re.split(r"(\d{1,9})", plain)
    ranks = [(int(part), "") if part.isdecimal() else (0, part) for part in parts]
    return (1 if text else 2), 0.0, ranks, text


def format_roman(number: int) -> str:
    """Return a number in Roman digits."""
    text = ""
    for value, letters in _ROMAN.items():
        text, number = text + letters * (number // value), number % value
    return text


def format_letters(number: int) -> str:
    """Return A to Z for 1 to 26, then AA, AB, as spreadsheets name their columns."""
    return format_letters((number - 1) // 26) + chr(ord("A") + (number - 1) % 26) if number > 0 else ""


def name_field(text: str) -> str:
    """Return the name of a field that is like a text: `card_name` for `Card Name` and `cardName`."""
    return slugify(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text))


def slugify(text: str) -> str:
    """Return a text in lower-case letters and figures, with `_` for anything else."""
    return re.sub(r"[\W_]+", "_", text.lower()).strip("_")


def _whole(value: FieldValue, least: int = 0, most: int = 100) -> int:
    number = to_number(value)
    if number != int(number) or not least <= number <= most:
        raise Wrong(f"`{format_field_value(number)}` is not a whole number from {least} to {most}")
    return int(number)


def _items(value: FieldValue) -> tuple[FieldValue, ...]:
    return value if isinstance(value, tuple) else (value,)


def _numbers(values: tuple[FieldValue, ...]) -> list[float]:
    numbers = [to_number(item) for value in values for item in _items(value) if item != ""]
    if not numbers:
        raise Wrong("there is no number among the values")
    return numbers


def _round(value: FieldValue, digits: FieldValue = 0) -> FieldValue:
    number, factor = to_number(value), 10 ** _whole(digits, most=6)
    # Halves are rounded away from zero, as people do.
    return check_number(floor(abs(number) * factor + 0.5 + 1e-9) / factor * (-1 if number < 0 else 1))


def _replace(value: FieldValue, old: FieldValue, new: FieldValue) -> FieldValue:
    text, before, after = map(format_field_value, (value, old, new))
    if not before or text.count(before) * len(after) > MOST_TEXT:
        raise Wrong("there is no text to replace" if not before else "the result is too long")
    return text.replace(before, after)


def _split(value: FieldValue, by: FieldValue = ",") -> FieldValue:
    text = format_field_value(value)
    return tuple(part.strip() for part in text.split(format_field_value(by) or ",")) if text.strip() else ()


def _pad(value: FieldValue, width: FieldValue, by: FieldValue = "0") -> FieldValue:
    text, filler = format_field_value(value), (split_letters(format_field_value(by)) or [" "])[0]
    sign = text[0] if filler == "0" and number_or_none(text) is not None and text[0] in "-+−" else ""
    return sign + filler * (_whole(width) - len(split_letters(text))) + text.removeprefix(sign)


def _count_items(value: FieldValue) -> FieldValue:
    return len(value if isinstance(value, tuple | Mapping) else split_letters(format_field_value(value)))


def _to_number_or(value: FieldValue, other: FieldValue = 0) -> FieldValue:
    return to_number(value) if has_text(value) else other


def _range(first: FieldValue, last: FieldValue, step: FieldValue = 1) -> FieldValue:
    start, end, by = (_whole(value, -999, 999) for value in (first, last, step))
    if not by:
        raise Wrong("the step of a range is not 0")
    way = 1 if by > 0 else -1
    if (end - start) * way < -1:
        way_back = f"range({start}, {end}, {-by})"
        raise Wrong(f"there is nothing from {start} to {end}", f"`{way_back}` counts the other way")
    return tuple(range(start, end + way, by))


def _join(items: FieldValue, by: FieldValue = ", ") -> FieldValue:
    return format_field_value(by)[:99].join(map(format_field_value, _items(items)))


def _count(values: FieldValue, wanted: FieldValue) -> FieldValue:
    return sum(is_equal(each, wanted) for each in _items(values))


def _different(values: FieldValue) -> FieldValue:
    numbers = ((each, number_or_none(each)) for each in _items(values))
    return len({format_field_value(each if number is None else number) for each, number in numbers} - {""})


def _nth(values: FieldValue, place: FieldValue) -> FieldValue:
    items, number = _items(values), floor(to_number(place))
    return items[min(number, len(items)) - 1] if number > 0 and items else 0


def _part(value: FieldValue, place: FieldValue, other: FieldValue = "") -> FieldValue:
    """Return an item of a list, a letter of a text, or a row of a table; another value if there is none."""
    if isinstance(value, Mapping):
        return value.get(format_field_value(place), other)
    if place == "":
        return other
    number = to_number(place)
    if number != int(number):
        raise Wrong(f"`{format_field_value(number)}` is not the number of an item", "whole numbers, from 1")
    items = value if isinstance(value, tuple) else split_letters(format_field_value(value))
    return items[int(number) - (number > 0)] if 1 <= abs(number) <= len(items) else other


def _upto(pairs: FieldValue, number: FieldValue) -> FieldValue:
    items, reached = _items(pairs), to_number(number)
    if len(items) % 2:
        raise Wrong("the list has no pairs", "write a number and the value from it on: `[20, 5, 63, 35]`")
    found: FieldValue = 0
    for least, value in zip(items[::2], items[1::2], strict=True):
        found = value if to_number(least) <= reached else found
    return found


def _shuffle(items: FieldValue, seed: FieldValue) -> tuple[FieldValue, ...]:
    return tuple(sort_by_chance(_items(items), format_field_value(seed)))


def sort_by_chance(items: Iterable[_Item], seed: str) -> list[_Item]:
    """Return items in an order that looks random; it is the same each time for the same seed."""
    mixed = sorted(enumerate(items), key=lambda each: sha256(f"{seed}/{each[0]}".encode()).digest())
    return [item for _, item in mixed]


FUNCTIONS: Mapping[str, tuple[Callable[..., FieldValue], str]] = {
    "abs": (lambda value: abs(to_number(value)), "abs(change)"),
    "ceil": (lambda value: ceil(to_number(value)), "ceil(cost / 2)"),
    "cos": (lambda degrees: check_number(cos(radians(to_number(degrees)))), "cos(angle)"),
    "count": (_count, "count(values, 6)"),
    "different": (_different, "different(values)"),
    "floor": (lambda value: floor(to_number(value)), "floor(cost / 2)"),
    "has": (has_text, "has(name)"),
    "join": (_join, 'join(tags, " · ")'),
    "len": (_count_items, "len(tags)"),
    "letter": (lambda value: format_letters(_whole(value, 1, 10**6)), "letter(number)"),
    "lower": (lambda value: format_field_value(value).lower(), "lower(name)"),
    "max": (lambda *values: max(_numbers(values)), "max(cost, 1)"),
    "min": (lambda *values: min(_numbers(values)), "min(cost, 9)"),
    "nth": (_nth, "nth([1, 3, 6, 10], level)"),
    "number": (_to_number_or, "number(cost, 0)"),
    "pad": (_pad, "pad(number, 3)"),
    "part": (_part, "part(tags, 3, 'none')"),
    "pick": (lambda items, seed: next(iter(_shuffle(items, seed)), ""), "pick(colours, id)"),
    "range": (_range, "range(1, 6)"),
    "repeat": (lambda value, count: format_field_value(value) * _whole(count), 'repeat("*", stars)'),
    "replace": (_replace, 'replace(text, "~", name)'),
    "roman": (lambda value: format_roman(_whole(value, 1, 3999)), "roman(level)"),
    "round": (_round, "round(cost / 3, 1)"),
    "shuffle": (_shuffle, "shuffle(colours, id)"),
    "sin": (lambda degrees: check_number(sin(radians(to_number(degrees)))), "sin(angle)"),
    "slug": (lambda value: slugify(format_field_value(value)), "slug(name)"),
    "split": (_split, 'split(tags, ";")'),
    "sum": (lambda *values: check_number(sum(_numbers(values))), "sum(costs)"),
    "text": (format_field_value, "text(cost)"),
    "title": (
        lambda value: _WORD.sub(lambda word: word[1].upper() + word[2], format_field_value(value)),
        "title(kind)",
    ),
    "upto": (_upto, "upto([20, 5, 63, 35], total)"),
    "upper": (lambda value: format_field_value(value).upper(), "upper(name)"),
}
"""All functions by name, each with an example."""


def split_letters(text: str) -> list[str]:
    """Return the letters of a text, each with its accents and everything else that is joined to it."""
    if text.isascii() and "\r" not in text:
        return list(text)
    # Imported here, because few texts need it.
    from icu4py.breakers import CharacterBreaker

    return list(CharacterBreaker(text, "root"))
