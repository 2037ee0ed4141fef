"""Functions that expressions may call, and the values that they take and return."""

import re
from collections.abc import Callable, Mapping
from math import ceil, floor, isfinite
from typing import TypeAlias

from generator.errors import Wrong, suggest

Value: TypeAlias = str | float | bool | tuple["Value", ...] | Mapping[str, "Value"]

MOST_TEXT = 10_000
"""Maximum length of a text or list that an expression makes."""
_LARGEST = 1e12
_NUMBER = re.compile(r"\s*[-+−]?([0-9]{1,15}(\.[0-9]{1,15})?|\.[0-9]{1,15})\s*")
_FALSE = frozenset({"", "0", "no", "false"})
_ROMAN = {
    1000: "M", 900: "CM", 500: "D", 400: "CD", 100: "C", 90: "XC",
    50: "L", 40: "XL", 10: "X", 9: "IX", 5: "V", 4: "IV", 1: "I",
}  # fmt: skip
_MOST_ROMAN = 3999


def is_true(value: object) -> bool:
    """Return False for an empty value, `0`, `no`, and `false`."""
    return value.lower() not in _FALSE if isinstance(value, str) else bool(value)


def number_or_none(value: Value) -> float | None:
    """Return the number that a value is or looks like."""
    if isinstance(value, int | float):
        return None if isinstance(value, bool) else value
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        text = value.strip().replace("−", "-")
        return float(text) if "." in text else int(text)
    return None


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
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{round(value, 6) + 0.0:.6f}".rstrip("0").rstrip(".")
    if isinstance(value, tuple):
        return ", ".join(map(format_value, value))
    return "a row" if isinstance(value, Mapping) else str(value)


def format_roman(number: int) -> str:
    """Return a number in Roman digits; raises Wrong."""
    if not 1 <= number <= _MOST_ROMAN:
        raise Wrong(f"`{number}` cannot be written in Roman digits", f"1 to {_MOST_ROMAN}")
    text = ""
    for value, letters in _ROMAN.items():
        count, number = divmod(number, value)
        text += letters * count
    return text


def format_letters(number: int) -> str:
    """Return A to Z for 1 to 26, then AA, AB, as spreadsheets name their columns; raises Wrong."""
    if not 1 <= number <= _LARGEST:
        raise Wrong(f"`{number}` has no letter", "letters begin at 1")
    text = ""
    while number:
        number, letter = divmod(number - 1, 26)
        text = chr(ord("A") + letter) + text
    return text


def parse_roman(text: str) -> int:
    """Return the number that a text in Roman digits is; 0 for any other text."""
    number, rest = 0, text
    for value, letters in _ROMAN.items():
        while rest.startswith(letters):
            number, rest = number + value, rest.removeprefix(letters)
    return number if not rest and 0 < number <= _MOST_ROMAN and format_roman(number) == text else 0


def make_slug(text: str) -> str:
    """Return a text in lower case, with `_` for all that is neither letter nor digit."""
    return re.sub(r"[\W_]+", "_", text.lower()).strip("_")


def _whole(value: Value) -> int:
    number = to_number(value)
    if number != int(number):
        raise Wrong(f"`{format_value(number)}` is not a whole number")
    return int(number)


def _items(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else tuple(value) if isinstance(value, Mapping) else (value,)


def _numbers(values: tuple[Value, ...]) -> list[float]:
    found = [to_number(item) for value in values for item in _items(value) if item != ""]
    if not found:
        raise Wrong("there is no number among the values")
    return found


def _round(value: Value, digits: Value = 0) -> Value:
    places = _whole(digits)
    if not 0 <= places <= 6:
        raise Wrong(f"`{places}` decimals are not possible", "0 to 6")
    number, factor = to_number(value), 10**places
    # Halves are rounded away from zero, as people do.
    return check_number(floor(abs(number) * factor + 0.5 + 1e-9) / factor * (-1 if number < 0 else 1))


def _pad(value: Value, width: Value, character: Value = "0") -> Value:
    size, by = _whole(width), format_value(character)
    if len(by) != 1 or not 0 <= size <= 100:
        raise Wrong("a text is padded with one character to at most 100")
    return format_value(value).rjust(size, by)


def _title(value: Value) -> Value:
    word = re.compile(r"[^\W\d_]+(['’][^\W\d_]+)?")
    return word.sub(lambda found: found[0][:1].upper() + found[0][1:], format_value(value))


def _repeat(value: Value, count: Value) -> Value:
    text, times = format_value(value), _whole(count)
    if len(text) * times > MOST_TEXT:
        raise Wrong(f"the result has more than {MOST_TEXT} characters")
    return text * times


def _replace(value: Value, old: Value, new: Value) -> Value:
    text, before, after = format_value(value), format_value(old), format_value(new)
    if not before:
        raise Wrong("there is no text to replace")
    if len(text) + text.count(before) * len(after) > MOST_TEXT:
        raise Wrong(f"the result has more than {MOST_TEXT} characters")
    return text.replace(before, after)


def _split(value: Value, by: Value = ",") -> Value:
    if not (separator := format_value(by)):
        raise Wrong("the separator is empty")
    return tuple(part.strip() for part in format_value(value).split(separator) if part.strip())


def _find(table: Value, field: Value, wanted: Value) -> Value:
    rows = [*table.values()] if isinstance(table, Mapping) else _items(table)
    name, text = format_value(field), format_value(wanted)
    known: dict[str, None] = {}
    for row in rows:
        if isinstance(row, Mapping):
            if name in row and format_value(row[name]) == text:
                return row
            known.update(dict.fromkeys(row))
    if name not in known:
        raise Wrong(f"no row has a field `{name}`", suggest(name, known))
    raise Wrong(f"no row has `{text}` in `{name}`")


def _join(items: Value, by: Value = ", ") -> Value:
    return format_value(by).join(map(format_value, _items(items)))


def _measure(value: Value) -> Value:
    return len(value if isinstance(value, tuple | Mapping) else format_value(value))


def _to_number_or(value: Value, otherwise: Value = 0) -> Value:
    number = number_or_none(value)
    return otherwise if number is None else number


FUNCTIONS: Mapping[str, tuple[Callable[..., Value], str]] = {
    "abs": (lambda value: abs(to_number(value)), "abs(change)"),
    "ceil": (lambda value: ceil(to_number(value)), "ceil(cost / 2)"),
    "find": (_find, 'find(cards, "name", partner)'),
    "floor": (lambda value: floor(to_number(value)), "floor(cost / 2)"),
    "join": (_join, 'join(tags, " · ")'),
    "len": (_measure, "len(tags)"),
    "letter": (lambda value: format_letters(_whole(value)), "letter(number)"),
    "lower": (lambda value: format_value(value).lower(), "lower(name)"),
    "max": (lambda *values: max(_numbers(values)), "max(cost, 1)"),
    "min": (lambda *values: min(_numbers(values)), "min(cost, 9)"),
    "number": (_to_number_or, "number(cost, 0)"),
    "pad": (_pad, "pad(number, 3)"),
    "repeat": (_repeat, 'repeat("*", stars)'),
    "replace": (_replace, 'replace(text, "~", name)'),
    "roman": (lambda value: format_roman(_whole(value)), "roman(level)"),
    "round": (_round, "round(cost / 3, 1)"),
    "slug": (lambda value: make_slug(format_value(value)), "slug(name)"),
    "split": (_split, 'split(tags, ";")'),
    "sum": (lambda *values: check_number(sum(_numbers(values))), "sum(costs)"),
    "text": (format_value, "text(cost)"),
    "title": (_title, "title(kind)"),
    "trim": (lambda value: format_value(value).strip(), "trim(name)"),
    "upper": (lambda value: format_value(value).upper(), "upper(name)"),
}
"""All functions by name, each with an example."""
