"""Shapes of the cells of grids, and how they are arranged.

Columns and rows are those of a drawing: in half steps across for squares and hexagons with a corner at the
top, which may be shifted, and in half rows for hexagons with an edge at the top. A new shape is an entry in
`TILINGS` and a word in `CellShape`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Literal, TypeAlias

from generator.model.rectangles import Point

CellShape: TypeAlias = Literal["square", "hex_flat", "hex_pointed", "triangle"]
Step: TypeAlias = tuple[float, int]
"""Column and row, or the distance to another column and row."""

_SIDE, _HALF = 1 / sqrt(3), 0.5 / sqrt(3)
"""Side of a hexagon whose opposite edges are 1 apart, and half of it."""
_HIGH = sqrt(3) / 2
"""Height of a triangle with sides of 1."""


@dataclass(frozen=True, slots=True)
class Tiling:
    """Cells of one shape that fill the plane; lengths are in widths of a cell."""

    step: Point
    """Distance between columns and between rows."""
    outlines: tuple[tuple[Point, ...], ...]
    """Corners of the cell in column and row 0; if there are several, cells alternate."""
    beside: tuple[tuple[Step, ...], ...]
    """Steps to the cells that share an edge, for each outline."""
    shift: Step = (0.0, 0)
    """Shift of every other row to the right, and of every other column downwards."""

    @property
    def lines_per_row(self) -> int:
        """Lines of a drawing from a cell to the one below it."""
        return 1 + self.shift[1]

    def outline(self, x: float, y: int) -> tuple[Point, ...]:
        """Return the corners of a cell, measured from the top left corner of the grid."""
        across, down = x * self.step[0], y * self.step[1]
        outline = self.outlines[int(x + y) % len(self.outlines)]
        return tuple((across + left, down + top) for left, top in outline)

    def middle(self, x: float, y: int) -> Point:
        """Return the centre of a cell, measured from the top left corner of the grid."""
        outline = self.outlines[int(x + y) % len(self.outlines)]
        left, top = (sum(values) / len(outline) for values in zip(*outline, strict=True))
        return x * self.step[0] + left, y * self.step[1] + top

    def list_beside(self, x: float, y: int) -> Iterator[Step]:
        """Yield the columns and rows of the cells that share an edge with a cell."""
        for dx, dy in self.beside[int(x + y) % len(self.beside)]:
            yield x + dx, y + dy

    def fill(self, columns: int, rows: int) -> Iterator[Step]:
        """Yield the cells of a block, row by row."""
        for row in range(rows):
            for column in range(columns):
                yield column + row % 2 * self.shift[0], row * self.lines_per_row + column % 2 * self.shift[1]

    def ring(self, count: int) -> list[Step]:
        """Return a cell with rings of cells around it, row by row."""
        found: set[Step] = {(0.0, 0)}
        for _ in range(count):
            found |= {other for cell in found for other in self.list_beside(*cell)}
        left, top = (min(values) for values in zip(*found, strict=True))
        return sorted(((x - left, y - int(top)) for x, y in found), key=lambda cell: cell[::-1])

    def find_axial(self, dx: float, dy: int) -> tuple[int, int]:
        """Return the axial coordinates q and r of a distance between cells."""
        return round(dx - self.shift[0] * dy), round((dy - self.shift[1] * dx) / self.lines_per_row)


_BESIDE = ((-1.0, 0), (1.0, 0))
_POINTED = ((0.5, 0.0), (1.0, _HALF), (1.0, 3 * _HALF), (0.5, 2 * _SIDE), (0.0, 3 * _HALF), (0.0, _HALF))
TILINGS: Mapping[CellShape, Tiling] = {
    "square": Tiling(
        (1.0, 1.0), (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),), ((*_BESIDE, (0.0, -1), (0.0, 1)),)
    ),
    "hex_pointed": Tiling(
        (1.0, 3 * _HALF),
        (_POINTED,),
        ((*_BESIDE, (-0.5, -1), (0.5, -1), (-0.5, 1), (0.5, 1)),),
        shift=(0.5, 0),
    ),
    "hex_flat": Tiling(
        (3 * _HALF, 0.5),
        (tuple((y, x) for x, y in _POINTED),),
        (((0.0, -2), (0.0, 2), (-1.0, -1), (1.0, -1), (-1.0, 1), (1.0, 1)),),
        shift=(0.0, 1),
    ),
    "triangle": Tiling(
        (0.5, _HIGH),
        (((0.5, 0.0), (1.0, _HIGH), (0.0, _HIGH)), ((0.0, 0.0), (1.0, 0.0), (0.5, _HIGH))),
        ((*_BESIDE, (0.0, 1)), (*_BESIDE, (0.0, -1))),
    ),
}
