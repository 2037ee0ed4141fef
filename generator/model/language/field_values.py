"""Values of fields and expressions: numbers, truth, equality, and how values are printed.

A cell of a spreadsheet has a value with the text that shows it: `$3.00` for 3, or `25%` for 0.25.
"""

import re
from collections.abc import Mapping
from math import isfinite
from typing import TypeAlias, TypeVar

from generator.errors import Wrong

T = TypeVar("T")


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
