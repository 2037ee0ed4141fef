"""Places: cells of grids, places of maps, fields of tracks, and boxes, for drawing and for rules."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import cos, pi, sin

from generator.model.fields import Field
from generator.model.rectangles import Point, Rectangle
from generator.model.tilings import TILINGS, Tiling

_ROUND = 32
"""Number of corners of the outline of a round place."""


class Places(ABC):
    """Named places: what grids, maps, tracks, and boxes offer to rules, figures, and positions.

    Lengths are in mm from the top left corner of the board, or in cells from that of the grid.
    """

    @property
    @abstractmethod
    def ids(self) -> tuple[str, ...]:
        """Ids in order; an empty id is the area itself, such as a box for cards."""

    @abstractmethod
    def outline(self, id: str) -> tuple[Point, ...]:
        """Return the corners of a place; raises KeyError."""

    @abstractmethod
    def spot(self, id: str) -> Rectangle:
        """Return the box of what lies on a place; raises KeyError."""

    def neighbours(self, id: str) -> tuple[str, ...]:
        """Return the ids of the places that are linked with a place or share an edge with it."""
        return ()


@dataclass(frozen=True)
class Place:
    """A place on a board; the theme describes its marks, like those of squares."""

    id: str
    x: float
    y: float
    """Position of the centre."""
    kind: str = ""
    """For example, the colour of a town."""
    marks: tuple[str, ...] = ()
    label: str = ""
    """Wording key of the label; empty for no label."""
    fields: Mapping[str, Field] | None = None
    """Other columns of its row."""

    def all_fields(self) -> Mapping[str, Field]:
        """Return the fields for its template: `id`, `kind`, each mark as `yes`, and the other columns."""
        marks: dict[str, Field] = dict.fromkeys(self.marks, "yes")
        return {**(self.fields or {}), **marks, "id": self.id, "kind": self.kind}

    def box(self, width: float) -> Rectangle:
        """Return the square around its centre."""
        return Rectangle(self.x, self.y, self.x, self.y).grown(width / 2)

    def circle(self, width: float) -> tuple[Point, ...]:
        """Return the corners of a polygon that is almost a circle around its centre."""
        turns = (2 * pi * step / _ROUND for step in range(_ROUND))
        return tuple((self.x + cos(turn) * width / 2, self.y + sin(turn) * width / 2) for turn in turns)


@dataclass(frozen=True, slots=True)
class GridCell:
    """One cell of a grid; x and y count columns and rows from the left and from the top.

    x is a multiple of one half: rows of a wall of squares are shifted by half a square.
    """

    id: str
    """Id as printed: `c3`."""
    x: float
    y: int
    marks: tuple[str, ...] = ()
    """Marks from the grid's legend: `goal`, `start` ..."""
    kind: str = ""
    fields: Mapping[str, Field] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Grid(Places):
    """A grid of cells; neighbours share a whole edge, and squares of a wall rest on two halves."""

    cells: tuple[GridCell, ...]
    tiling: Tiling = TILINGS["square"]

    def __iter__(self) -> Iterator[GridCell]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    @cached_property
    def by_id(self) -> Mapping[str, GridCell]:
        return {cell.id: cell for cell in self.cells}

    @cached_property
    def _by_place(self) -> Mapping[tuple[float, int], GridCell]:
        return {(cell.x, cell.y): cell for cell in self.cells}

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(self.by_id)

    def outline(self, id: str) -> tuple[Point, ...]:
        cell = self.by_id[id]
        return self.tiling.outline(cell.x, cell.y)

    def middle(self, id: str) -> Point:
        cell = self.by_id[id]
        return self.tiling.middle(cell.x, cell.y)

    def spot(self, id: str) -> Rectangle:
        lefts, tops = zip(*self.outline(id), strict=True)
        return Rectangle(min(lefts), min(tops), max(lefts), max(tops))

    def neighbours(self, id: str) -> tuple[str, ...]:
        return tuple(cell.id for cell in self.beside(self.by_id[id]))

    @cached_property
    def extent(self) -> Point:
        """Width and height, from the top left corner of the drawing."""
        _, _, rights, bottoms = zip(*(self.spot(id) for id in self.ids), strict=True)
        return max(rights), max(bottoms)

    @property
    def width(self) -> float:
        """Width in squares, from the left edge of the grid's text to the right edge of the last square."""
        return max(cell.x for cell in self.cells) + 1

    @property
    def height(self) -> int:
        return max(cell.y for cell in self.cells) + 1

    def at(self, x: float, y: int) -> GridCell | None:
        return self._by_place.get((x, y))

    def beside(self, cell: GridCell) -> tuple[GridCell, ...]:
        """Return the cells that share a whole edge with this one; of squares: left, right, above, below."""
        return self._find(self.tiling.list_beside(cell.x, cell.y))

    def beneath(self, cell: GridCell) -> tuple[GridCell, ...]:
        """Return the squares of the next lower row that support this one: one, or two halves."""
        return self._find((cell.x + dx, cell.y + 1) for dx in (-0.5, 0.0, 0.5))

    def _find(self, places: Iterator[tuple[float, int]]) -> tuple[GridCell, ...]:
        found = (self.at(x, y) for x, y in places)
        return tuple(other for other in found if other is not None)

    def row(self, y: int) -> tuple[GridCell, ...]:
        return tuple(cell for cell in self.cells if cell.y == y)

    @property
    def rows(self) -> list[list[str]]:
        """Ids of the squares of each row that has any, from the top."""
        return [[cell.id for cell in row] for y in range(self.height) if (row := self.row(y))]

    def column(self, x: float) -> tuple[GridCell, ...]:
        return tuple(cell for cell in self.cells if cell.x == x)

    def marked(self, mark: str) -> tuple[GridCell, ...]:
        return tuple(cell for cell in self.cells if mark in cell.marks)


NO_CELLS = Grid(())
