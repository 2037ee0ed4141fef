"""Sets as bits of one number: a few operations on numbers apply to all members at once."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import compress
from typing import Generic, TypeVar

T = TypeVar("T")

DIGITS = bytes.maketrans(b"01", b"\0\1")
"""Table that translates the digits `0` and `1` to the bytes 0 and 1."""


def pick(items: Sequence[T], bits: int) -> list[T]:
    """Return the items of a set in their order; `items` has one for each bit."""
    digits = f"{bits:b}".encode().translate(DIGITS)
    return list(compress(items, reversed(digits)))


class Picker(Generic[T]):
    """Picks from the same items again and again, in a third of the time: it remembers each ten bits."""

    def __init__(self, items: Sequence[T]) -> None:
        """`items` has one for each bit."""
        self.items = items
        starts = range(0, len(items), _WIDTH)
        self._parts = [cache(partial(pick, items[start : start + _WIDTH])) for start in starts]

    def pick(self, bits: int) -> list[T]:
        """Return the items of a set in their order."""
        found: list[T] = []
        for part in self._parts:
            found += part(bits & _MASK)
            bits >>= _WIDTH
        return found


_WIDTH = 10
_MASK = (1 << _WIDTH) - 1


def list_bits(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits of a set, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
