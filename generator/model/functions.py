"""Values of expressions, and the functions that expressions may call."""

import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from math import ceil, floor, isfinite
from typing import TypeAlias, TypeVar

from generator.errors import Wrong

Value: TypeAlias = str | float | bool | tuple["Value", ...] | Mapping[str, "Value"]

Item = TypeVar("Item")

MOST_TEXT = 10_000
"""Maximum length of a text or list that an expression makes."""
_LARGEST = 1e12
_NUMBER = re.compile(r"\s*[-+−]?([0-9]{1,15}(\.[0-9]{1,15})?|\.[0-9]{1,15})\s*")
_WORD = re.compile(r"([^\W\d_])([^\W_]*(['’][^\W_]+)?)")
_ROMAN = {
    1000: "M", 900: "CM", 500: "D", 400: "CD", 100: "C", 90: "XC",
    50: "L", 40: "XL", 10: "X", 9: "IX", 5: "V", 4: "IV", 1: "I",
}  # fmt: skip


def is_true(value: object) -> bool:
    """Return False for an empty value, `0`, `no`, and `false`."""
    return value.lower() not in ("", "0", "no", "false") if isinstance(value, str) else bool(value)


def number_or_none(value: Value) -> float | None:
    """Return the number that a value is or looks like."""
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        number = float(value.replace("−", "-"))
        return int(number) if number == int(number) else number
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def to_number(value: Value) -> float:
    """Return the number that a value is or looks like; raises Wrong."""
    number = number_or_none(value)
    if number is None:
        shown = format_value(value)
        raise Wrong(f"`{shown}` is not a number" if shown else "an empty value is not a number")
    return number


def check_number(number: float) -> float:
    """Return a result, as a whole number if it is one; raises Wrong if it is too large."""
    if not isfinite(number) or abs(number) > _LARGEST:
        raise Wrong("the result is too large")
    return int(number) if number == int(number) else number


def format_value(value: Value) -> str:
    """Return a value as a text: numbers with at most 6 decimals, lists with commas."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{round(value, 6) + 0.0:.6f}".rstrip("0").rstrip(".")
    if isinstance(value, tuple):
        return ", ".join(map(format_value, value))
    return "a row" if isinstance(value, Mapping) else str(value)


def format_roman(number: int) -> str:
    """Return a number in Roman digits."""
    text = ""
    for value, letters in _ROMAN.items():
        text, number = text + letters * (number // value), number % value
    return text


def format_letters(number: int) -> str:
    """Return A to Z for 1 to 26, then AA, AB, as spreadsheets name their columns."""
    return format_letters((number - 1) // 26) + chr(ord("A") + (number - 1) % 26) if number > 0 else ""


def make_slug(text: str) -> str:
    """Return a text in lower case, with `_` for all that is neither letter nor digit."""
    return re.sub(r"[\W_]+", "_", text.lower()).strip("_")


def _whole(value: Value, least: int = 0, most: int = 100) -> int:
    number = to_number(value)
    if number != int(number) or not least <= number <= most:
        raise Wrong(f"`{format_value(number)}` is not a whole number from {least} to {most}")
    return int(number)


def _items(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else (value,)


def _numbers(values: tuple[Value, ...]) -> list[float]:
    found = [to_number(item) for value in values for item in _items(value) if item != ""]
    if not found:
        raise Wrong("there is no number among the values")
    return found


def _round(value: Value, digits: Value = 0) -> Value:
    number, factor = to_number(value), 10 ** _whole(digits, most=6)
    # Halves are rounded away from zero, as people do.
    return check_number(floor(abs(number) * factor + 0.5 + 1e-9) / factor * (-1 if number < 0 else 1))


def _replace(value: Value, old: Value, new: Value) -> Value:
    text, before, after = map(format_value, (value, old, new))
    if not before or text.count(before) * len(after) > MOST_TEXT:
        raise Wrong("there is no text to replace" if not before else "the result is too long")
    return text.replace(before, after)


def _split(value: Value, by: Value = ",") -> Value:
    parts = format_value(value).split(format_value(by) or ",")
    return tuple(part.strip() for part in parts if part.strip())


def _pad(value: Value, width: Value, by: Value = "0") -> Value:
    return format_value(value).rjust(_whole(width), format_value(by)[:1] or " ")


def _range(first: Value, last: Value) -> Value:
    return tuple(range(_whole(first, -999, 999), _whole(last, -999, 999) + 1))


def _join(items: Value, by: Value = ", ") -> Value:
    return format_value(by)[:99].join(map(format_value, _items(items)))


def _pick(items: Value, seed: Value) -> Value:
    return next(iter(sort_by_chance(_items(items), format_value(seed))), "")


def _shuffle(items: Value, seed: Value) -> Value:
    return tuple(sort_by_chance(_items(items), format_value(seed)))


def sort_by_chance(items: Iterable[Item], seed: str) -> list[Item]:
    """Return items in an order that looks random; it is the same each time for the same seed."""
    mixed = sorted(enumerate(items), key=lambda each: sha256(f"{seed}/{each[0]}".encode()).digest())
    return [item for _, item in mixed]


FUNCTIONS: Mapping[str, tuple[Callable[..., Value], str]] = {
    "abs": (lambda value: abs(to_number(value)), "abs(change)"),
    "ceil": (lambda value: ceil(to_number(value)), "ceil(cost / 2)"),
    "floor": (lambda value: floor(to_number(value)), "floor(cost / 2)"),
    "join": (_join, 'join(tags, " · ")'),
    "len": (lambda value: len(value if isinstance(value, tuple) else format_value(value)), "len(tags)"),
    "letter": (lambda value: format_letters(_whole(value, 1, 10**6)), "letter(number)"),
    "lower": (lambda value: format_value(value).lower(), "lower(name)"),
    "max": (lambda *values: max(_numbers(values)), "max(cost, 1)"),
    "min": (lambda *values: min(_numbers(values)), "min(cost, 9)"),
    "number": (lambda value, other=0: other if number_or_none(value) is None else value, "number(cost, 0)"),
    "pad": (_pad, "pad(number, 3)"),
    "pick": (_pick, "pick(colours, id)"),
    "range": (_range, "range(1, 6)"),
    "repeat": (lambda value, count: format_value(value) * _whole(count), 'repeat("*", stars)'),
    "replace": (_replace, 'replace(text, "~", name)'),
    "roman": (lambda value: format_roman(_whole(value, 1, 3999)), "roman(level)"),
    "round": (_round, "round(cost / 3, 1)"),
    "shuffle": (_shuffle, "shuffle(colours, id)"),
    "slug": (lambda value: make_slug(format_value(value)), "slug(name)"),
    "split": (_split, 'split(tags, ";")'),
    "sum": (lambda *values: check_number(sum(_numbers(values))), "sum(costs)"),
    "text": (format_value, "text(cost)"),
    "title": (
        lambda value: _WORD.sub(lambda word: word[1].upper() + word[2], format_value(value)),
        "title(kind)",
    ),
    "upper": (lambda value: format_value(value).upper(), "upper(name)"),
}
"""All functions by name, each with an example."""
