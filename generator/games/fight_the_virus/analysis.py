"""Virus analysis: shapes placed side by side on the squares of the virus.

Sets of squares are integers, one bit a square, so that one operation compares complete areas.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import reduce
from itertools import chain, product
from operator import or_
from typing import TypeAlias

from generator.errors import IllegalMove, forbid
from generator.model.elements.squares import Cells, Places
from generator.model.values import dataclass

Cell: TypeAlias = tuple[int, int]
"""Column and row of a square."""


@dataclass(frozen=True, eq=False)
class Area:
    """The squares of the virus, and every place where the shape of a die face fits.

    A kit has one, and it is equal only to itself, so results about it can be cached.
    """

    bits: Mapping[str, int]
    """Place id -> its bit."""
    stride: int
    """Bits from a square to the one beneath it: one more than the width, so that rows do not meet."""
    all_squares: int
    spikes: int
    places: Mapping[int, Collection[int]]
    """Die value -> the sets of squares that its shape may cover."""
    known: Mapping[int, tuple[str, ...]]
    """All of these, of every value, with the ids of their squares."""
    border: int
    """Squares that touch the outside; none where the area has holes, and so more than one outside."""

    def around(self, squares: int) -> int:
        """Return the squares that share an edge with some of these; they may be among these."""
        steps = squares << 1 | squares >> 1 | squares << self.stride | squares >> self.stride
        return steps & self.all_squares

    def squares(self, ids: Iterable[str]) -> int:
        """Return the set of squares with these ids; raise KeyError."""
        return reduce(or_, map(self.bits.__getitem__, ids), 0)

    def ids(self, squares: int) -> tuple[str, ...]:
        """Return the ids of the squares, in the order of the grid."""
        if squares in self.known:
            return self.known[squares]
        return tuple(id for id, bit in self.bits.items() if bit & squares)


def make_area(grid: Places, faces: Sequence[Sequence[Cells]]) -> Area:
    """[S] Shapes may not cross the border of the area: only places inside are known.

    `faces` has the shapes of each die value from 1. [OURS] Shapes may be turned and mirrored; the published
    rules do not say.
    """
    stride = int(grid.width) + 1
    corners = {square.id: (int(square.x), int(square.y)) for square in grid}
    cells = {(x, y): 1 << (y * stride + x) for x, y in corners.values()}
    bits = {id: cells[corner] for id, corner in corners.items()}
    all_squares = sum(cells.values())
    places = {value: dict.fromkeys(sorted(_list_places(cells, face))) for value, face in enumerate(faces, 1)}
    shapes = chain.from_iterable(places.values())
    return Area(
        bits=bits,
        stride=stride,
        all_squares=all_squares,
        spikes=sum(bits[square.id] for square in grid.marked("spike")),
        places=places,
        known={shape: tuple(id for id, bit in bits.items() if bit & shape) for shape in shapes},
        border=_find_border(set(cells), stride),
    )


def _find_border(cells: Set[Cell], stride: int) -> int:
    """The outside is what a walk over edges and corners reaches from beyond the area."""
    height = 1 + max(y for _, y in cells)
    beyond = {(x, y) for x in range(-1, stride) for y in range(-1, height + 1)} - cells
    outside: set[Cell] = set()
    ahead = {(-1, -1)}
    while ahead:
        outside |= ahead
        ahead = (_list_touching(ahead) & beyond) - outside
    touching = _list_touching(outside) & cells if outside == beyond else ()
    return sum(1 << (y * stride + x) for x, y in touching)


def _list_touching(cells: Iterable[Cell]) -> set[Cell]:
    """The cells themselves, and all that share an edge or a corner with them."""
    steps = tuple(product((-1, 0, 1), repeat=2))
    return {(x + right, y + down) for x, y in cells for right, down in steps}


def list_forms(shape: Cells) -> tuple[Cells, ...]:
    """Return all distinct rotations and reflections of a shape: 1 to 8."""
    found: dict[Cells, None] = {}
    for turned in (shape, [(-column, row) for column, row in shape]):
        for _ in range(4):
            turned = [(-row, column) for column, row in turned]
            left, top = map(min, zip(*turned, strict=True))
            cells = ((column - left, row - top) for column, row in turned)
            found[tuple(sorted(cells, key=lambda cell: cell[::-1]))] = None
    return tuple(found)


def _list_places(cells: Mapping[Cell, int], shapes: Iterable[Cells]) -> Iterator[int]:
    for form in (form for shape in shapes for form in list_forms(shape)):
        x0, y0 = form[0]
        for left, top in cells:
            moved = [(left + x - x0, top + y - y0) for x, y in form]
            if all(cell in cells for cell in moved):
                yield sum(cells[cell] for cell in moved)


def is_connected(area: Area, squares: int, within: int) -> bool:
    """Return True if squares of `within` join all of these squares, edge to edge."""
    stride = area.stride
    reached = squares & -squares
    while squares & ~reached:
        steps = reached << 1 | reached >> 1 | reached << stride | reached >> stride
        further = (reached | steps) & within
        if further == reached:
            return False
        reached = further
    return True


def list_sections(area: Area, squares: int) -> list[int]:
    """Return the sections of a set of squares that share no edge, the largest first."""
    found = []
    while squares:
        section, reached = 0, squares & -squares
        while reached != section:
            section, reached = reached, (reached | area.around(reached)) & squares
        found.append(section)
        squares &= ~section
    return sorted(found, key=int.bit_count, reverse=True)


def leaves_no_gap(area: Area, analysed: int, shape: int) -> bool:
    """[S] There are at most two sections: one analysed, one not.

    [OURS] Sections hold together over edges, not over corners, as shapes do.
    """
    rest = area.all_squares & ~analysed & ~shape
    # What was one section before stays one if the squares beside the new shape are still joined.
    return is_connected(area, area.around(shape) & rest, rest)


def check_shape(area: Area, analysed: int, value: int, shape: int) -> None:
    forbid(value not in area.places, "fight_the_virus.analysis.value", value=value)
    forbid(shape not in area.places[value], "fight_the_virus.analysis.shape", value=value)
    if shape & analysed:
        raise IllegalMove("fight_the_virus.analysis.free", squares=area.ids(shape & analysed))
    forbid(analysed and not area.around(analysed) & shape, "fight_the_virus.analysis.adjacent")
    forbid(not leaves_no_gap(area, analysed, shape), "fight_the_virus.analysis.gap")


def count_spikes(area: Area, shape: int) -> int:
    return (shape & area.spikes).bit_count()
