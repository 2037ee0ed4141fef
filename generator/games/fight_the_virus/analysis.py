"""Virus analysis: shapes laid side by side over the squares of the virus.

Sets of squares are integers, one bit a square, so that a whole area is compared at once.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from generator.errors import IllegalMove
from generator.model.dice import DieFace
from generator.model.places import SquareGrid
from generator.model.polyomino import Shape, forms, free_shapes


class Place(NamedTuple):
    """What is known of a set of squares that a shape may cover."""

    ids: tuple[str, ...]
    beside: int
    """The squares that share an edge with it."""
    rim: int
    """Those that share an edge or a corner."""
    shift: int
    """Bits below its rim: without them the same shape has the same rim everywhere."""


@dataclass(frozen=True, eq=False)
class Area:
    """The squares of the virus, and every place where the shape of a die face can lie.

    A kit has one, which is equal to itself alone: so what was asked of it can be remembered.
    """

    bits: Mapping[str, int]
    """Square id -> its bit."""
    stride: int
    """Bits from a square to the one beneath it: one more than the width, so that rows do not meet."""
    whole: int
    spikes: int
    places: Mapping[int, tuple[int, ...]]
    """Die value -> the sets of squares that its shape may cover."""
    known: Mapping[int, Place]
    """Of each of these sets."""
    border: int
    """Squares that touch the outside; none where the area has holes, and so more than one outside."""

    def around(self, squares: int) -> int:
        """The squares that share an edge with some of these, and perhaps some of these."""
        steps = squares << 1 | squares >> 1 | squares << self.stride | squares >> self.stride
        return steps & self.whole

    def squares(self, ids: Iterable[str]) -> int:
        """The set of squares with these ids; raises KeyError."""
        found = 0
        for id in ids:
            found |= self.bits[id]
        return found

    def ids(self, squares: int) -> tuple[str, ...]:
        """In the order of the grid."""
        if squares in self.known:
            return self.known[squares].ids
        return tuple(id for id, bit in self.bits.items() if bit & squares)


def make_area(grid: SquareGrid, faces: Iterable[DieFace]) -> Area:
    """[S] Shapes may not cross the border of the area: only places inside are known.

    [OURS] Shapes may be turned and mirrored; the published rules do not speak of it.
    """
    stride = int(grid.width) + 1
    cells = {(int(square.x), square.y): 1 << (square.y * stride + int(square.x)) for square in grid}
    spikes = grid.marked("spike")
    bits = {square.id: cells[int(square.x), square.y] for square in grid}
    whole = sum(cells.values())
    places = {face.value: tuple(sorted(_list_places(cells, list_forms(face)))) for face in faces}
    return Area(
        bits=bits,
        stride=stride,
        whole=whole,
        spikes=sum(cells[int(square.x), square.y] for square in spikes),
        places=places,
        known={
            shape: _look_around(shape, bits, stride, whole) for shapes in places.values() for shape in shapes
        },
        border=_find_border(set(cells), stride),
    )


def _look_around(shape: int, bits: Mapping[str, int], stride: int, whole: int) -> Place:
    ids = tuple(id for id, bit in bits.items() if bit & shape)
    wide = shape | shape << 1 | shape >> 1
    beside = wide | shape << stride | shape >> stride
    rim = wide | wide << stride | wide >> stride
    lowest = (shape & -shape).bit_length() - 1
    return Place(ids, beside & whole & ~shape, rim & whole & ~shape, max(0, lowest - stride - 1))


def _find_border(cells: Set[tuple[int, int]], stride: int) -> int:
    """The outside is what a walk over edges and corners reaches from beyond the area."""
    height = 1 + max(y for _, y in cells)
    beyond = {(x, y) for x in range(-1, stride) for y in range(-1, height + 1)} - cells
    outside, ahead = {(-1, -1)}, [(-1, -1)]
    while ahead:
        x, y = ahead.pop()
        steps = {(x + right, y + down) for right in (-1, 0, 1) for down in (-1, 0, 1)}
        new = (steps & beyond) - outside
        outside |= new
        ahead.extend(new)
    if outside != beyond:
        return 0
    touching = {(x + right, y + down) for x, y in outside for right in (-1, 0, 1) for down in (-1, 0, 1)}
    return sum(1 << (y * stride + x) for x, y in touching & cells)


def list_forms(face: DieFace) -> tuple[Shape, ...]:
    """All that a face lets a player fill, as it may lie on the sheet."""
    return tuple(form for shape in free_shapes(face) for form in forms(shape))


def _list_places(cells: Mapping[tuple[int, int], int], shapes: Iterable[Shape]) -> Iterator[int]:
    width = max(x for x, _ in cells) + 1
    height = max(y for _, y in cells) + 1
    for shape in shapes:
        for left in range(width):
            for top in range(height):
                moved = [(left + x, top + y) for x, y in shape]
                if all(cell in cells for cell in moved):
                    yield sum(cells[cell] for cell in moved)


def is_whole(area: Area, squares: int, within: int) -> bool:
    """Whether all of these squares are joined, over whole edges, by squares of `within`."""
    return _is_joined(area.stride, squares, within)


def _is_joined(stride: int, squares: int, within: int) -> bool:
    reached = squares & -squares
    while squares & ~reached:
        steps = reached << 1 | reached >> 1 | reached << stride | reached >> stride
        further = (reached | steps) & within
        if further == reached:
            return False
        reached = further
    return True


_is_joined_at_once = lru_cache(maxsize=2**14)(_is_joined)
"""The same rims come again and again, wherever the shape lies."""


def leaves_no_gap(area: Area, analysed: int, shape: int) -> bool:
    """[S] There are at most two sections: one analysed, one not.

    [OURS] Sections hold together over edges, not over corners, as shapes do.
    """
    rest = area.whole & ~analysed & ~shape
    _, beside, rim, shift = area.known[shape]
    # What was one section before stays one if the squares beside the new shape are still joined,
    # round about it or by a longer way.
    if _is_joined_at_once(area.stride, (beside & rest) >> shift, (rim & rest) >> shift):
        return True
    # A way around it is closed by the analysed section, once that touches the border.
    return not analysed & area.border and is_whole(area, beside & rest, rest)


def check_shape(area: Area, analysed: int, value: int, shape: int) -> None:
    """Raises IllegalMove unless the die value's shape may be laid here."""
    if value not in area.places:
        raise IllegalMove("fight_the_virus.analysis.value", {"value": value})
    if shape not in area.places[value]:
        raise IllegalMove("fight_the_virus.analysis.shape", {"value": value})
    if shape & analysed:
        taken = " ".join(area.ids(shape & analysed))
        raise IllegalMove("fight_the_virus.analysis.free", {"squares": taken})
    if analysed and not area.around(analysed) & shape:
        raise IllegalMove("fight_the_virus.analysis.adjacent")
    if not leaves_no_gap(area, analysed, shape):
        raise IllegalMove("fight_the_virus.analysis.gap")


@lru_cache(maxsize=1024)
def list_shapes(area: Area, analysed: int, value: int) -> tuple[int, ...]:
    """Every place where the value's shape may be laid now."""
    beside = area.around(analysed) if analysed else area.whole
    return tuple(
        shape
        for shape in area.places.get(value, ())
        if not shape & analysed and shape & beside and leaves_no_gap(area, analysed, shape)
    )


def count_spikes(area: Area, shape: int) -> int:
    return (shape & area.spikes).bit_count()
