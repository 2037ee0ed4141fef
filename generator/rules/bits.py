"""Sets as bits of one number: a few operations on numbers apply to all members at once."""

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import Generic, TypeVar

T = TypeVar("T")

DIGITS = bytes.maketrans(b"01", b"\0\1")
"""Table that translates the digits `0` and `1` to the bytes 0 and 1."""


def pick(items: Sequence[T], bits: int) -> list[T]:
    """Return the items of a set in their order; `items` has one for each bit."""
    digits = f"{bits:b}".encode().translate(DIGITS)
    return list(compress(items, digits[::-1]))


_WIDTH = 10
_LOWEST = (1 << _WIDTH) - 1


class Picker(Generic[T]):
    """Picks from the same items again and again, in a third of the time: it remembers each ten bits."""

    def __init__(self, items: Sequence[T]) -> None:
        """`items` has one for each bit."""
        self.items = items
        self._parts = [_Part(items[start : start + _WIDTH]) for start in range(0, len(items), _WIDTH)]

    def pick(self, bits: int) -> list[T]:
        """Return the items of a set in their order."""
        found: list[T] = []
        for part in self._parts:
            found += part[bits & _LOWEST]
            bits >>= _WIDTH
        return found


class _Part(dict[int, list[T]]):
    """Some items in a row, by the sets that were asked for."""

    def __init__(self, items: Sequence[T]) -> None:
        self._items = items

    def __missing__(self, bits: int) -> list[T]:
        found = self[bits] = pick(self._items, bits)
        return found


def list_bits(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits of a set, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
