"""The people of the board as sets of bits, one bit for each place.

Bits are in reading order: row by row from the top left place. One step in a direction shifts all bits of a
set, so a few operations on numbers apply an effect to all people at once.
"""

from collections.abc import Mapping
from functools import cached_property
from itertools import islice
from typing import Literal, TypeAlias, get_args

from generator.model.elements.areas import GridArea
from generator.model.values import dataclass
from generator.rules.states import Picker, list_bits

Direction: TypeAlias = Literal["north", "east", "south", "west"]
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)

Places: TypeAlias = int
"""A set of places."""


@dataclass(frozen=True)
class Neighbourhood:
    """Places in rows; some may be gaps, where nobody lives, such as the last one of each row."""

    area: str
    """Id of the board's grid."""
    stride: int
    """Number of places of a row."""
    ids: tuple[str, ...]
    """Ids by bit; empty for a gap."""

    @cached_property
    def bits(self) -> Mapping[str, int]:
        """Sets of one place, by its id."""
        return {id: 1 << bit for bit, id in enumerate(self.ids) if id}

    @cached_property
    def whole(self) -> Places:
        return sum(self.bits.values())

    def step(self, places: Places, direction: Direction) -> Places:
        """Return the neighbours in one direction; [S] the board ends at its edge."""
        return self.steps(places)[DIRECTIONS.index(direction)]

    def steps(self, places: Places) -> tuple[Places, Places, Places, Places]:
        """Return the neighbours in each direction, in the order of DIRECTIONS."""
        stride, whole = self.stride, self.whole
        return places >> stride & whole, places << 1 & whole, places << stride & whole, places >> 1 & whole

    def around(self, places: Places) -> Places:
        """Return the neighbours above, below, left, and right of these places."""
        stride = self.stride
        return (places >> stride | places << 1 | places << stride | places >> 1) & self.whole

    def around_corners(self, places: Places) -> Places:
        """Return these places and those that share a side or a corner with them."""
        row = places | places >> 1 | places << 1
        return (row | row >> self.stride | row << self.stride) & self.whole

    @cached_property
    def _picker(self) -> Picker[str]:
        return Picker(self.ids)

    def list_ids(self, places: Places) -> tuple[str, ...]:
        return tuple(self._picker.pick(places))

    @cached_property
    def id_rows(self) -> tuple[tuple[str, ...], ...]:
        """Ids of each row; empty for a gap."""
        starts = range(0, len(self.ids), self.stride)
        return tuple(self.ids[start : start + self.stride - 1] for start in starts)


def take_first(places: Places, number: int) -> Places:
    """Return the first `number` places in reading order, or all if there are fewer."""
    if places.bit_count() <= number:
        return places
    return sum(1 << bit for bit in islice(list_bits(places), number))


def make_neighbourhood(grid: GridArea) -> Neighbourhood:
    (left, top), stride = grid.at, int(grid.columns) + 1
    ids = [""] * (stride * grid.rows)
    for place in grid.places:
        row, column = int((place.y - top) // grid.cell), int((place.x - left) // grid.cell)
        ids[row * stride + column] = place.id
    return Neighbourhood(grid.id, stride, tuple(ids))
