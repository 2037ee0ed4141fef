"""Rules of a language for numbers and lists, which the reader takes from Unicode's tables."""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Literal, TypeAlias

from generator.model.values import dataclass

Joint: TypeAlias = Literal["and", "or", ","]
"""Connector before the last item of a list: a word, or only a comma like between the other items."""

_LATIN = "0123456789"
MINUS = "\u2212"

_LEAST_GROUPED = 5
"""Minimum number of digits that are grouped by thousands: `1234`, but `12,345`. This is our choice."""


@dataclass(frozen=True, slots=True)
class ListStyle:
    """Patterns with `{0}` and `{1}`, as in CLDR."""

    two: str
    start: str
    middle: str
    end: str
    softened: str = ""
    """Pattern for the last two items if the last matches `before`: Spanish `y` becomes `e` before `i`."""
    before: str = ""
    """Regular expression, ignoring case."""

    def join(self, items: Sequence[str]) -> str:
        """Join texts to one."""
        if len(items) < 2:
            return "".join(items)
        *others, text = items
        two, end = self.two, self.end
        if self.before and re.match(self.before, text, re.IGNORECASE):
            two = end = self.softened
        patterns = [self.start, *[self.middle] * (len(items) - 3), end] if len(items) > 2 else [two]
        for pattern, item in zip(reversed(patterns), reversed(others), strict=True):
            text = pattern.format(item, text)
        return text


def _one_or_other(number: int) -> str:
    return "one" if number == 1 else "other"


@dataclass(frozen=True, slots=True)
class Grammar:
    """The rules of one language; the defaults are close to English."""

    plural: Callable[[int], str] = _one_or_other
    """Function that returns the category of a number: `one`, `few`, `other`."""
    ordinal: Callable[[int], str] = _one_or_other
    plurals: tuple[str, ...] = ("one", "other")
    """All categories of the language."""
    ordinals: tuple[str, ...] = ("one", "other")
    digits: str = _LATIN
    decimal: str = "."
    group: str = ","
    minus: str = MINUS
    lists_and: ListStyle = ListStyle("{0} and {1}", "{0}, {1}", "{0}, {1}", "{0} and {1}")
    lists_or: ListStyle = ListStyle("{0} or {1}", "{0}, {1}", "{0}, {1}", "{0} or {1}")
    comma: str = ", "
    """Separator between texts side by side."""

    def write(self, number: int | Decimal) -> str:
        """Format a number for the language; a Decimal keeps its decimals."""
        if isinstance(number, int) and 0 <= number < 1000 and self.digits == _LATIN:
            return str(number)
        sign = self.minus if number < 0 else ""
        whole, _, places = f"{abs(Decimal(number)):f}".partition(".")
        if len(whole) >= _LEAST_GROUPED:
            whole = f"{int(whole):,}".replace(",", self.group)
        text = f"{whole}{self.decimal}{places}" if places else whole
        if self.digits != _LATIN:
            text = text.translate(str.maketrans(_LATIN, self.digits))
        return sign + text

    def join(self, items: Sequence[str], joint: Joint = "and") -> str:
        """Join items to a list such as `Ana, Bo and Cleo`."""
        if joint == ",":
            return self.comma.join(items)
        return (self.lists_and if joint == "and" else self.lists_or).join(items)
