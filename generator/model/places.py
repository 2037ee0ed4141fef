"""Places of boards, and squares of sheets: with their neighbours, for drawing and for scoring."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from string import digits

from generator.model.fields import Field
from generator.model.rectangles import Point, Rectangle


@dataclass(frozen=True, slots=True)
class Square:
    """One square of a grid; x and y count squares from the left and from the top.

    x is a multiple of one half: rows of a brick pyramid are shifted by half a square.
    """

    id: str
    """Id as printed on the sheet: `c3`."""
    x: float
    y: int
    marks: tuple[str, ...] = ()
    """Marks from the grid's legend: `spike`, `goal`, `extra_die` ..."""


@dataclass(frozen=True)
class SquareGrid:
    """A grid of squares; neighbours share a whole edge, and bricks rest on two halves."""

    squares: tuple[Square, ...]

    def __iter__(self) -> Iterator[Square]:
        return iter(self.squares)

    def __len__(self) -> int:
        return len(self.squares)

    @cached_property
    def by_id(self) -> Mapping[str, Square]:
        return {square.id: square for square in self.squares}

    @cached_property
    def _by_place(self) -> Mapping[tuple[float, int], Square]:
        return {(square.x, square.y): square for square in self.squares}

    @property
    def width(self) -> float:
        """Width in squares, from the left edge of the grid's text to the right edge of the last square."""
        return max(square.x for square in self.squares) + 1

    @property
    def height(self) -> int:
        return max(square.y for square in self.squares) + 1

    def at(self, x: float, y: int) -> Square | None:
        return self._by_place.get((x, y))

    def neighbours(self, square: Square) -> tuple[Square, ...]:
        """Return the squares that share a whole edge with this one: left, right, above, below."""
        return self._find_beside(square, (-1, 0), (1, 0), (0, -1), (0, 1))

    def beneath(self, square: Square) -> tuple[Square, ...]:
        """Return the squares of the next lower row that support this one: one, or two halves."""
        return self._find_beside(square, (-0.5, 1), (0, 1), (0.5, 1))

    def _find_beside(self, square: Square, *steps: tuple[float, int]) -> tuple[Square, ...]:
        found = (self.at(square.x + dx, square.y + dy) for dx, dy in steps)
        return tuple(other for other in found if other is not None)

    def row(self, y: float) -> tuple[Square, ...]:
        return tuple(square for square in self.squares if square.y == y)

    @property
    def rows(self) -> list[list[str]]:
        """Ids of the squares of each row that has any, from the top."""
        return [[square.id for square in row] for y in range(self.height) if (row := self.row(y))]

    def column(self, x: float) -> tuple[Square, ...]:
        return tuple(square for square in self.squares if square.x == x)

    def marked(self, mark: str) -> tuple[Square, ...]:
        return tuple(square for square in self.squares if mark in square.marks)


NO_SQUARES = SquareGrid(())


@dataclass(frozen=True)
class Place:
    """A place on a board; the theme describes its marks, like those of squares."""

    id: str
    x: float
    y: float
    """Position of the centre."""
    kind: str = ""
    """For example, its terrain."""
    marks: tuple[str, ...] = ()
    label: str = ""
    """Wording key of the label; empty for no label."""
    fields: Mapping[str, Field] | None = None
    """Other columns of its row."""
    outline: tuple[Point, ...] = ()
    neighbours: tuple[str, ...] = ()
    """Ids of the places that share an edge or a link with it, or are next to it on a track."""

    @property
    def spot(self) -> Rectangle:
        """The box of what lies on it."""
        across, down = zip(*self.outline, strict=True)
        return Rectangle(min(across), min(down), max(across), max(down))

    def all_fields(self) -> Mapping[str, Field]:
        """Return the fields for its template: `id`, `kind`, each mark as `yes`, and the other columns."""
        marks: dict[str, Field] = dict.fromkeys(self.marks, "yes")
        return {**(self.fields or {}), **marks, "id": self.id, "kind": self.kind}


def name_lines(
    places: Iterable[Square] | Iterable[Place], naming: str = "grid"
) -> tuple[dict[float, str], dict[float, str]]:
    """Return the labels of columns by x and of rows by y, as they are in the ids of the places."""
    columns, rows = {}, {}
    for place in places:
        letters = place.id.rstrip(digits)
        columns[place.x] = letters
        rows[place.y] = letters if naming == "rows" else place.id.removeprefix(letters)
    return columns, rows
