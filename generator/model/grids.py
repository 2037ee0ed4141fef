"""Grids: squares, hexagons, or triangles, with the fields of each cell in a table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any

from generator.model.areas import PlacedArea
from generator.model.coordinates import COORDINATES, CoordinatePattern, Coordinates, Corner
from generator.model.kinds import (
    Anything,
    At,
    Block,
    Character,
    Colour,
    Count,
    Doc,
    Id,
    Key,
    Size,
    Switch,
    Text,
    Written,
    Wrong,
)
from generator.model.places import NO_CELLS, Grid, Place
from generator.model.rectangles import Point, Rectangle
from generator.model.tilings import CellShape

EDGE_LABELS = 6.0
"""Space for the letters and numbers along each edge of a grid."""


@dataclass(frozen=True, slots=True)
class CellKind:
    """The meaning of a character in the drawing of a grid."""

    kind: Annotated[Id, Doc("Kind of place: the field `kind` of its template.")] = ""
    marks: Annotated[tuple[Id, ...], Doc("Marks: fields of the template with the value `yes`.")] = ()


@dataclass(frozen=True, slots=True)
class CellLine:
    """A line along the edges between cells, or through the middles of cells."""

    between: Annotated[
        tuple[tuple[Text, Text], ...], Doc("Pairs of neighbours; the line is the edge between them.")
    ] = ()
    through: Annotated[tuple[Text, ...], Doc("Cells whose middles the line connects.")] = ()
    colour: Annotated[Colour, Doc("Colour.")] = "ink"
    line: Annotated[Size, Doc("Width.")] = 0.8

    def find_problems(self) -> Iterator[Wrong]:
        if not self.between and len(self.through) < 2:
            yield Wrong("draws nothing", "add `between: [[a1, a2]]` or `through: [a1, a2]`")


@dataclass(frozen=True, kw_only=True)
class GridArea(PlacedArea):
    """Squares, hexagons, or triangles in rows and columns, with an id each: `e5`, row 1 at the top."""

    at: Annotated[At, Doc("Top left corner of the cells.")]
    cell: Annotated[Size, Doc("Width of a cell; of hexagons, between opposite edges.")]
    cells: Annotated[
        CellShape,
        Doc("Shape of the cells; hexagons have an edge at the top (`hex_flat`) or a corner (`hex_pointed`)."),
    ] = "square"
    drawing: Annotated[
        Text,
        Key("places"),
        Doc("Drawing of the cells, two characters per cell; shifted cells start one later."),
    ] = ""
    count: Annotated[Block, Key("size"), Doc("Columns and rows instead of a drawing: `17 x 10`.")] = (0, 0)
    rings: Annotated[Count, Doc("Rings of hexagons around the middle one, instead of a drawing.")] = 0
    hidden: Annotated[tuple[Text, ...], Doc("Ids of cells to leave out.")] = ()
    legend: Annotated[
        Mapping[Character, CellKind], Doc("Cells by their character; by default, `#` is a cell.")
    ] = field(default_factory=dict)
    table: Annotated[
        Any,
        Anything({"type": ["string", "array"], "items": {"type": "object"}}),
        Doc("CSV file or list with `id`, `kind`, `marks`, and any other fields of cells."),
    ] = ""
    pattern: Annotated[
        CoordinatePattern, Key("coordinates"), Doc(f"Pattern of the ids, which may contain {COORDINATES}.")
    ] = "{letter}{row}"
    start: Annotated[Corner, Key("from"), Doc("Corner from which columns and rows count.")] = "top"
    look: Annotated[
        Id,
        Doc("Template of a cell, cut off at its edges; by default, the colour of its kind or marks."),
    ] = ""
    labelled: Annotated[
        Switch,
        Doc("Print letters and numbers along the edges, 6 mm wide; of other cells, the id at the top."),
    ] = True
    stroke: Annotated[Colour, Doc("Colour of the outlines of cells.")] = ""
    line: Annotated[Size, Doc("Width of the outlines of cells.")] = 0.3
    lines: Annotated[tuple[CellLine, ...], Doc("Lines between cells: rivers, borders, roads.")] = ()
    grid: Annotated[Grid, Written.NEVER] = NO_CELLS
    drawn: Annotated[tuple[Any, ...], Written.NEVER] = ()
    """The elements of `look`."""

    @property
    def characters(self) -> Mapping[str, CellKind]:
        """The legend, or its default."""
        return self.legend or {"#": CellKind()}

    @property
    def coordinates(self) -> Coordinates:
        return Coordinates(self.pattern, self.start)

    @property
    def cell_size(self) -> tuple[float, float]:
        """Width and height of the box of a cell."""
        box = self.grid.spot(self.grid.cells[0].id)
        return box.width * self.cell, box.height * self.cell

    @property
    def has_edge_labels(self) -> bool:
        """True if there are letters and numbers along the edges."""
        return self.labelled and self.cells == "square"

    @property
    def box(self) -> Rectangle:
        """The cells, including the letters and numbers around them."""
        around = EDGE_LABELS if self.has_edge_labels else 0.0
        (left, top), (width, height) = self.at, self.grid.extent
        return Rectangle(left, top, left + width * self.cell, top + height * self.cell).grown(around)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        return tuple(
            Place(cell.id, *self._put(self.grid.middle(cell.id)), cell.kind, cell.marks, fields=cell.fields)
            for cell in self.grid
        )

    @property
    def ids(self) -> tuple[str, ...]:
        return self.grid.ids

    def outline(self, id: str) -> tuple[Point, ...]:
        return tuple(map(self._put, self.grid.outline(id)))

    def spot(self, id: str) -> Rectangle:
        return Rectangle(*self._put(self.grid.middle(id)), *self._put(self.grid.middle(id))).grown(
            self.cell / 2
        )

    def neighbours(self, id: str) -> tuple[str, ...]:
        return self.grid.neighbours(id)

    def _put(self, point: Point) -> Point:
        return self.at[0] + point[0] * self.cell, self.at[1] + point[1] * self.cell

    def find_problems(self) -> Iterator[Wrong]:
        given = {"places": self.drawing, "size": self.count[0], "rings": self.rings}
        said = [f"`{key}`" for key, value in given.items() if value]
        if len(said) != 1:
            message = f"has {' and '.join(said)}" if said else "has no cells"
            yield Wrong(message, "keep one of `places`, `size`, and `rings`" if said else "add `size: 8 x 8`")
        if self.rings and not self.cells.startswith("hex"):
            yield Wrong("needs hexagons", "write `cells: hex_flat` or `cells: hex_pointed`", key="rings")
