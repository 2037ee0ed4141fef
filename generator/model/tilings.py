"""Shapes of the cells of grids, how they are arranged, and their coordinates.

A new shape is an entry in `TILINGS` and a word in `CellShape`.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from math import sqrt
from typing import Annotated, Literal, TypeAlias

from generator.model.functions import format_letters
from generator.model.kinds import Kind, matching
from generator.model.rectangles import Point
from generator.model.values import dataclass

CellShape: TypeAlias = Literal["square", "hex_flat", "hex_pointed", "triangle"]
Corner: TypeAlias = Literal["top", "bottom", "top right", "bottom right"]
Step: TypeAlias = tuple[float, int]
"""Column and line of a cell in a drawing."""

COORDINATES = "letter", "column", "row", "row_letter", "place", "number", "q", "r"
_PATTERN = rf"(?=.*\{{)([^{{}}]|\{{({'|'.join(COORDINATES)})(:0\d)?\}})+"
_LEFT, _SIDE, _HIGH = 0.5 / sqrt(3), 1 / sqrt(3), sqrt(3) / 2
"""Half and whole side of a hexagon whose opposite edges are 1 apart; height of a triangle."""


@dataclass(frozen=True, slots=True)
class Tiling:
    """Cells of one shape that fill the plane; lengths are in widths of a cell."""

    step: Point
    """Distance between columns and between lines."""
    outlines: tuple[tuple[Point, ...], ...]
    """Corners of the first cell; if there are several outlines, cells alternate."""
    size: Point = (1.0, 1.0)
    shift: Step = (0.0, 0)
    """Shift of every other row to the right, and of every other column downwards."""

    def outline(self, x: float, y: int) -> tuple[Point, ...]:
        """Return the corners of a cell, measured from the top left corner of the grid."""
        outline = self.outlines[int(x + y) % len(self.outlines)]
        return tuple((x * self.step[0] + left, y * self.step[1] + top) for left, top in outline)

    def fill(self, columns: int, rows: int) -> list[Step]:
        """Return the cells of a block, row by row."""
        across, down = self.shift
        cells = product(range(rows), range(columns))
        return [(column + row % 2 * across, row * (1 + down) + column % 2 * down) for row, column in cells]

    def ring(self, count: int) -> list[Step]:
        """Return a cell with rings of cells around it, row by row."""
        cells = self.fill(2 * count + 1, 2 * count + 1)
        beside, found = find_neighbours([self.outline(*cell) for cell in cells]), {len(cells) // 2}
        for _ in range(count):
            found |= {other for cell in found for other in beside[cell]}
        chosen = [cells[number] for number in found]
        # The first hexagon is at the left and at the top, even if others of its row are half a cell off.
        left, top = map(min, zip(*chosen, strict=True)) if any(self.shift) else (0.0, 0)
        return sorted(((x - left, int(y - top)) for x, y in chosen), key=lambda cell: cell[::-1])


def find_neighbours(outlines: Sequence[Sequence[Point]]) -> list[list[int]]:
    """Return the indices of those that share an edge with each outline."""
    found: list[list[int]] = [[] for _ in outlines]
    seen: dict[frozenset[Point], int] = {}
    for number, outline in enumerate(outlines):
        corners = [(round(x, 4), round(y, 4)) for x, y in outline]
        for edge in map(frozenset, pairwise((*corners, corners[0]))):
            other = seen.setdefault(edge, number)
            if other != number:
                found[number].append(other)
                found[other].append(number)
    return found


_POINTED = (0.5, 0.0), (1.0, _LEFT), (1.0, 3 * _LEFT), (0.5, 2 * _SIDE), (0.0, 3 * _LEFT), (0.0, _LEFT)
_UP, _DOWN = ((0.5, 0.0), (1.0, _HIGH), (0.0, _HIGH)), ((0.0, 0.0), (1.0, 0.0), (0.5, _HIGH))
TILINGS: Mapping[CellShape, Tiling] = {
    "square": Tiling((1.0, 1.0), (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),)),
    "hex_pointed": Tiling((1.0, 3 * _LEFT), (_POINTED,), (1.0, 2 * _SIDE), (0.5, 0)),
    "hex_flat": Tiling((3 * _LEFT, 0.5), (tuple((y, x) for x, y in _POINTED),), (2 * _SIDE, 1.0), (0.0, 1)),
    "triangle": Tiling((0.5, _HIGH), (_UP, _DOWN), (1.0, _HIGH)),
}


_NAMES = f"it may contain {', '.join(f'`{{{name}}}`' for name in COORDINATES)}"
_parse_pattern = matching(_PATTERN, "a pattern for coordinates", _NAMES)
CoordinatePattern = Annotated[str, Kind("coordinates", _parse_pattern)]
"""A pattern such as `{letter}{row}` or `{column:02}{row:02}`."""


def name_cells(cells: Sequence[Step], tiling: Tiling, pattern: str, start: Corner = "top") -> list[str]:
    """Return the id of each cell by a pattern; columns and rows count from a corner."""
    (across, down), (middle_x, middle_y) = tiling.shift, cells[len(cells) // 2]
    columns, rows = [int(x) for x, _ in cells], [y // (1 + down) for _, y in cells]
    if "right" in start:
        columns = [max(columns) - column for column in columns]
    if "bottom" in start:
        rows = [max(rows) - row for row in rows]
    names = []
    for number, ((x, y), column, row) in enumerate(zip(cells, columns, rows, strict=True)):
        dx, dy = x - middle_x, y - middle_y
        axial = {"q": round(dx - across * dy), "r": round((dy - down * dx) / (1 + down))}
        counts = {"column": column + 1, "row": row + 1, "number": number + 1}
        counts["place"] = rows[: number + 1].count(row)
        counted = {"letter": column, "row_letter": row}.items()
        letters = {name: format_letters(index + 1).lower() for name, index in counted}
        names.append(pattern.format(**letters, **counts, **axial))
    return names
