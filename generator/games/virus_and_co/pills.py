"""Pills of three colours, which are paid with and counted in the end."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

COLOURS = ("blue", "yellow", "red")
LETTERS = "byr"

_TEXT = re.compile(r"[byr]{1,99}")


class Pills(NamedTuple):
    """So many of each colour."""

    blue: int = 0
    yellow: int = 0
    red: int = 0

    @property
    def points(self) -> int:
        """[S] As the pharmacy card shows them."""
        return self.blue + 2 * self.yellow + 3 * self.red

    @property
    def number(self) -> int:
        return self.blue + self.yellow + self.red

    @property
    def text(self) -> str:
        """`bbyr`; `0` for none."""
        return "b" * self.blue + "y" * self.yellow + "r" * self.red or "0"

    def __str__(self) -> str:
        return self.text

    def plus(self, other: "Pills") -> "Pills":
        return Pills(self.blue + other.blue, self.yellow + other.yellow, self.red + other.red)

    def minus(self, other: "Pills") -> "Pills":
        """Never asked for more than there are."""
        return Pills(self.blue - other.blue, self.yellow - other.yellow, self.red - other.red)

    def times(self, number: int) -> "Pills":
        return Pills(self.blue * number, self.yellow * number, self.red * number)

    def covers(self, other: "Pills") -> bool:
        """Whether these could be given out of it."""
        return self.blue >= other.blue and self.yellow >= other.yellow and self.red >= other.red

    def meet(self, other: "Pills") -> "Pills":
        """As many of each as both have."""
        return Pills(min(self.blue, other.blue), min(self.yellow, other.yellow), min(self.red, other.red))

    def singles(self) -> Iterator["Pills"]:
        """One of each colour that there is."""
        for single, count in zip(ONE_EACH, self, strict=True):
            if count:
                yield single


NO_PILLS = Pills()
ONE_EACH = (Pills(blue=1), Pills(yellow=1), Pills(red=1))


def count_pills(colours: Iterable[str]) -> Pills:
    """From names of colours; ValueError for one that no pill has."""
    found = [COLOURS.index(colour) for colour in colours]
    return Pills(found.count(0), found.count(1), found.count(2))


def parse_pills(text: str) -> Pills | None:
    """From letters in any order, or `0`; None for anything else."""
    if text == "0":
        return NO_PILLS
    if not _TEXT.fullmatch(text):
        return None
    return Pills(*(text.count(letter) for letter in LETTERS))


def add_pills(purses: Iterable[Pills]) -> Pills:
    total = NO_PILLS
    for pills in purses:
        total = total.plus(pills)
    return total


@lru_cache(maxsize=4096)
def list_payments(purse: Pills, due: int) -> tuple[Pills, ...]:
    """All ways to pay what is due; none: it cannot be paid.

    [S] Who cannot pay exactly may pay more. [OURS] Who can does; and nobody pays a pill that could be
    left out.
    """
    if due <= 0:
        return (NO_PILLS,)
    some = [Pills(*counts) for counts in product(*(range(count + 1) for count in purse))]
    exact = tuple(pills for pills in some if pills.points == due)
    return exact or tuple(pills for pills in some if pills.points > due and not has_needless(pills, due))


def has_needless(pills: Pills, due: int) -> bool:
    """Whether one of the pills could be left out."""
    return any(pills.points - single.points >= due for single in pills.singles())


@lru_cache(maxsize=1024)
def list_handfuls(purse: Pills, number: int) -> tuple[Pills, ...]:
    """All ways to give so many pills of any colours."""
    some = (Pills(*counts) for counts in product(*(range(count + 1) for count in purse)))
    return tuple(pills for pills in some if pills.number == number)
