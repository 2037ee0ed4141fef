"""Functions of expressions: `upper(name)`, `pad(cost, 3)`; see docs/expressions.md."""

import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from math import ceil, cos, floor, radians, sin
from typing import TypeVar

from generator.errors import Wrong
from generator.model.language.field_values import (
    FieldValue,
    check_number,
    format_field_value,
    has_text,
    is_equal,
    number_or_none,
    to_number,
)

MOST_TEXT = 10_000
"""Maximum length of a text or list that an expression makes."""

_ROMAN = {
    1000: "M", 900: "CM", 500: "D", 400: "CD", 100: "C", 90: "XC",
    50: "L", 40: "XL", 10: "X", 9: "IX", 5: "V", 4: "IV", 1: "I",
}  # fmt: skip
_WORD = re.compile(r"([^\W\d_])([^\W_]*(['’][^\W_]+)?)")
_Item = TypeVar("_Item")


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
