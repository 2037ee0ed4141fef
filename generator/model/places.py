"""Places of boards, and squares of sheets: with their neighbours, for drawing and for scoring."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from string import digits

from generator.model.fields import Field
from generator.model.rectangles import Point, Rectangle
from generator.model.values import dataclass


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
        return Rectangle.around(self.outline)

    def all_fields(self) -> Mapping[str, Field]:
        """Return the fields for its template: `id`, `kind`, each mark as `yes`, and the other columns."""
        marks: dict[str, Field] = dict.fromkeys(self.marks, "yes")
        return {**(self.fields or {}), **marks, "id": self.id, "kind": self.kind}


class Places(tuple[Place, ...]):
    """Places of a grid, a map, or a track; those of sheets count x and y in squares, and half squares.

    Neighbours share a whole edge; a square of a shifted row rests on two halves.
    """

    @cached_property
    def by_id(self) -> Mapping[str, Place]:
        return {place.id: place for place in self}

    @cached_property
    def _by_point(self) -> Mapping[Point, Place]:
        return {(place.x, place.y): place for place in self}

    @property
    def width(self) -> float:
        """Width in squares, from the left edge of the grid's text to the right edge of the last square."""
        return max(place.x for place in self) + 1

    @property
    def height(self) -> int:
        return int(max(place.y for place in self)) + 1

    def at(self, x: float, y: float) -> Place | None:
        return self._by_point.get((x, y))

    def neighbours(self, place: Place) -> "Places":
        """Return the squares that share a whole edge with this one: left, right, above, below."""
        return self._find_beside(place, (-1, 0), (1, 0), (0, -1), (0, 1))

    def beneath(self, place: Place) -> "Places":
        """Return the squares of the next lower row that support this one: one, or two halves."""
        return self._find_beside(place, (-0.5, 1), (0, 1), (0.5, 1))

    def _find_beside(self, place: Place, *steps: Point) -> "Places":
        return Places(filter(None, (self.at(place.x + dx, place.y + dy) for dx, dy in steps)))

    def row(self, y: float) -> "Places":
        return Places(place for place in self if place.y == y)

    @property
    def rows(self) -> list[list[str]]:
        """Ids of the squares of each row that has any, from the top."""
        return [[place.id for place in row] for y in range(self.height) if (row := self.row(y))]

    def column(self, x: float) -> "Places":
        return Places(place for place in self if place.x == x)

    def marked(self, mark: str) -> "Places":
        return Places(place for place in self if mark in place.marks)


NO_PLACES = Places()


def name_lines(places: Iterable[Place], naming: str = "grid") -> tuple[dict[float, str], dict[float, str]]:
    """Return the labels of columns by x and of rows by y, as they are in the ids of the places."""
    columns, rows = {}, {}
    for place in places:
        letters = place.id.rstrip(digits)
        columns[place.x] = letters
        rows[place.y] = letters if naming == "rows" else place.id.removeprefix(letters)
    return columns, rows
