"""Sets as bits of one number: a few operations on numbers apply to all members at once."""

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import TypeVar

T = TypeVar("T")

DIGITS = bytes.maketrans(b"01", b"\0\1")
"""Table that translates the digits `0` and `1` to the bytes 0 and 1."""


def pick(items: Sequence[T], bits: int) -> list[T]:
    """Return the items of a set in their order; `items` has one for each bit."""
    digits = f"{bits:b}".encode().translate(DIGITS)
    return list(compress(items, digits[::-1]))


def list_bits(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits of a set, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
