"""The people of the board as sets: a place is a bit, a set of places a number.

Bits are counted along the rows from the top left place, as one reads. So one step in a direction is a
shift of the whole set, and what happens to everybody at once is a few operations on numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, compress, islice
from typing import Literal, TypeAlias, TypeVar, get_args

from generator.model.board import GridArea

Direction: TypeAlias = Literal["north", "east", "south", "west"]
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)

Places: TypeAlias = int
"""A set of places."""

T = TypeVar("T")

_DIGITS = bytes.maketrans(b"01", b"\0\1")
"""From digits as they are written to the numbers 0 and 1."""


@dataclass(frozen=True)
class Neighbourhood:
    """Places in rows and columns; there may be gaps, where nobody lives."""

    area: str
    """Id of the board's grid."""
    columns: int
    rows: int
    ids: Mapping[int, str]
    """By bit, in the order of the bits; no id for a gap."""

    @cached_property
    def bits(self) -> Mapping[str, int]:
        """A set of one place, by its id."""
        return {id: 1 << bit for bit, id in self.ids.items()}

    @cached_property
    def whole(self) -> Places:
        return sum(self.bits.values())

    @cached_property
    def _not_first(self) -> Places:
        """All places but those of the first column: from there one can go west."""
        return self.whole & ~sum(1 << row * self.columns for row in range(self.rows))

    @cached_property
    def _not_last(self) -> Places:
        return self.whole & ~sum(1 << (row + 1) * self.columns - 1 for row in range(self.rows))

    def step(self, places: Places, direction: Direction) -> Places:
        """The neighbours in one direction; [S] the board ends at its edge."""
        return self.steps(places)[DIRECTIONS.index(direction)]

    def steps(self, places: Places) -> tuple[Places, Places, Places, Places]:
        """The neighbours in each of the directions, in their order."""
        columns, whole = self.columns, self.whole
        return (
            places >> columns & whole,
            (places & self._not_last) << 1 & whole,
            places << columns & whole,
            (places & self._not_first) >> 1 & whole,
        )

    def around(self, places: Places) -> Places:
        """All neighbours of these places: above, below, left and right."""
        north, east, south, west = self.steps(places)
        return north | east | south | west

    def around_corners(self, places: Places) -> Places:
        """All places that share a side or a corner with these."""
        row = places | (places & self._not_first) >> 1 | (places & self._not_last) << 1
        columns = self.columns
        return (row | row >> columns | row << columns) & self.whole

    def list_ids(self, places: Places) -> tuple[str, ...]:
        """As one reads the board."""
        return tuple(self.ids[bit] for bit in list_bits(places))

    @cached_property
    def id_rows(self) -> tuple[tuple[str, ...], ...]:
        """The ids of each row; empty for a gap."""
        ids = [self.ids.get(bit, "") for bit in range(self.rows * self.columns)]
        return tuple(tuple(ids[start : start + self.columns]) for start in range(0, len(ids), self.columns))

    @cached_property
    def all_ids(self) -> tuple[str, ...]:
        """By bit; empty for a gap."""
        return tuple(chain.from_iterable(self.id_rows))


def pick(things: Sequence[T], places: Places) -> list[T]:
    """Of things, one for each bit, those of a set of places, as one reads the board."""
    # The set written as a binary number, from its last digit on, says of each thing whether it is in.
    digits = f"{places:b}".encode().translate(_DIGITS)
    return list(compress(things, reversed(digits)))


def list_bits(places: Places) -> Iterator[int]:
    """The bits of a set, the lowest first."""
    while places:
        lowest = places & -places
        yield lowest.bit_length() - 1
        places ^= lowest


def take_first(places: Places, number: int) -> Places:
    """Return this number of places, as one reads; all of them, where there are fewer."""
    if places.bit_count() <= number:
        return places
    return sum(1 << bit for bit in islice(list_bits(places), number))


def make_neighbourhood(grid: GridArea) -> Neighbourhood:
    """Of the grid that is printed."""
    left, top = grid.at
    found = {
        int((place.y - top) // grid.cell) * grid.columns + int((place.x - left) // grid.cell): place.id
        for place in grid.places
    }
    return Neighbourhood(grid.id, grid.columns, grid.rows, dict(sorted(found.items())))
