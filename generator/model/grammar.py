"""What a language does with numbers and lists; the reader fills it in from Unicode's tables."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal, TypeAlias

Joint: TypeAlias = Literal["and", "or", ","]
"""What stands before the last item of a list: a word, or only a comma as between all the others."""

_LATIN = "0123456789"
MINUS = "\u2212"

_LEAST_GROUPED = 5
"""Digits from which on groups of three are set apart: `1234`, but `12,345`. A choice of ours."""


@dataclass(frozen=True, slots=True)
class ListStyle:
    """Patterns with `{0}` and `{1}`, as CLDR has them."""

    two: str
    start: str
    middle: str
    end: str
    softened: str = ""
    """The pattern of the last two where the last begins like `before`: Spanish `y` is `e` before `i`."""
    before: str = ""
    """A regular expression, without regard to capitals."""

    def join(self, items: Sequence[str]) -> str:
        """One text of several."""
        if len(items) < 2:
            return "".join(items)
        text = items[-1]
        if self.before and re.match(self.before, text, re.IGNORECASE):
            return replace(self, two=self.softened, end=self.softened, before="").join(items)
        if len(items) == 2:
            return _put(self.two, *items)
        for index in range(len(items) - 2, -1, -1):
            pattern = self.middle
            if index == len(items) - 2:
                pattern = self.end
            elif index == 0:
                pattern = self.start
            text = _put(pattern, items[index], text)
        return text


def _put(pattern: str, first: str, second: str) -> str:
    """By hand: the items may hold braces of their own."""
    before, rest = pattern.split("{0}")
    between, after = rest.split("{1}")
    return before + first + between + second + after


def _english_plural(number: int) -> str:
    return "one" if number == 1 else "other"


def _english_ordinal(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return "other"
    return {1: "one", 2: "two", 3: "few"}.get(number % 10, "other")


@dataclass(frozen=True, slots=True)
class Grammar:
    """The rules of one language; as it stands, those of English."""

    plural: Callable[[int], str] = _english_plural
    """The category of a number: `one`, `few`, `other`."""
    ordinal: Callable[[int], str] = _english_ordinal
    plurals: tuple[str, ...] = ("one", "other")
    """The categories that there are."""
    ordinals: tuple[str, ...] = ("one", "two", "few", "other")
    digits: str = _LATIN
    decimal: str = "."
    group: str = ","
    minus: str = MINUS
    lists_and: ListStyle = ListStyle("{0} and {1}", "{0}, {1}", "{0}, {1}", "{0} and {1}")
    lists_or: ListStyle = ListStyle("{0} or {1}", "{0}, {1}", "{0}, {1}", "{0} or {1}")
    comma: str = ", "
    """Between words that stand side by side."""

    def write(self, number: int | Decimal) -> str:
        """A number in the digits and with the signs of the language; a Decimal keeps its places."""
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
        """`Ana, Bo and Cleo`, in the way of the language."""
        if joint == ",":
            return self.comma.join(items)
        return (self.lists_and if joint == "and" else self.lists_or).join(items)
