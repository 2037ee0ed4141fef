"""Boards: grids of places, maps of linked places, tracks, and boxes for cards, on one ground.

All positions are mm from the board's top left corner, at the board's own size. A place is drawn
by a template, as a card is: its fields are those of its row, with `id`, `kind` and every mark.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.model.fields import Field
from generator.model.rectangles import Point, Rectangle
from generator.model.template import Template

EDGE_LABELS = 6.0
"""Room for the letters and numbers along each edge of a grid."""


@dataclass(frozen=True)
class Place:
    """A place of a board; marks are looked up in the theme as those of squares are."""

    id: str
    x: float
    y: float
    """Its middle."""
    kind: str = ""
    """What stands there: a person's kind, a city's colour."""
    marks: tuple[str, ...] = ()
    label: str = ""
    """Wording key; empty: none."""
    fields: Mapping[str, Field] | None = None
    """What its row says besides; None: nothing."""

    def all_fields(self) -> Mapping[str, Field]:
        """What its template may name: `id`, `kind`, each mark as `yes`, and what its row says."""
        marks: dict[str, Field] = dict.fromkeys(self.marks, "yes")
        return {**(self.fields or {}), **marks, "id": self.id, "kind": self.kind}


@dataclass(frozen=True, slots=True)
class Link:
    """Two places that are neighbours; `around`: over the edge of the map and in at the other."""

    first: str
    second: str
    around: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """A link as it is drawn from a place: to the other place, or out of the map towards it."""

    place: Place
    other: Place
    exit: Point | None

    @property
    def start(self) -> Point:
        return self.place.x, self.place.y

    @property
    def end(self) -> Point:
        return self.exit or (self.other.x, self.other.y)


@dataclass(frozen=True)
class GridArea:
    """Places in rows and columns, lettered and numbered along the edges (`e5`, row 1 on top)."""

    id: str
    columns: int
    rows: int
    left: float
    top: float
    cell: float
    places: tuple[Place, ...]
    look: str = ""
    """Id of the template that draws a cell; empty: a square with the looks of its marks."""
    labelled: bool = True

    @property
    def box(self) -> Rectangle:
        """The cells, with the letters and numbers around them."""
        around = EDGE_LABELS if self.labelled else 0.0
        right, bottom = self.left + self.columns * self.cell, self.top + self.rows * self.cell
        return Rectangle(self.left, self.top, right, bottom).grown(around)


@dataclass(frozen=True)
class MapArea:
    """Places with links between them, on land drawn as outlines."""

    id: str
    left: float
    top: float
    width: float
    height: float
    places: tuple[Place, ...]
    links: tuple[Link, ...]
    land: tuple[tuple[Point, ...], ...]
    """Closed outlines, already projected; outlines inside others are holes (lakes)."""
    place_size: float
    """Diameter of a place."""
    look: str = ""
    """Id of the template that draws a place; empty: a disc in the colour of its kind."""
    label_role: str = "map_label"

    @property
    def box(self) -> Rectangle:
        return Rectangle(self.left, self.top, self.left + self.width, self.top + self.height)

    @property
    def ways(self) -> tuple[Way, ...]:
        """A line for each link; two for one that goes around, each up to the edge where it leaves."""
        places = {place.id: place for place in self.places}
        ways = []
        for link in self.links:
            first, second = places[link.first], places[link.second]
            if link.around:
                ways.append(Way(first, second, self._leave(first, second)))
                ways.append(Way(second, first, self._leave(second, first)))
            else:
                ways.append(Way(first, second, None))
        return tuple(ways)

    def _leave(self, start: Place, other: Place) -> Point:
        """Where a straight line to a place leaves that lies as if the map began anew at its edge."""
        west = start.x < other.x
        edge = self.left if west else self.left + self.width
        far = other.x - self.width if west else other.x + self.width
        return edge, start.y + (other.y - start.y) * (edge - start.x) / (far - start.x)


@dataclass(frozen=True, slots=True)
class BoardField:
    """One field of a track on a board."""

    id: str
    x: float
    y: float
    """Its middle."""
    label: str
    """Printed as it stands."""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TrackArea:
    """Fields on a line, in order; a marker moves along them."""

    id: str
    title: str
    fields: tuple[BoardField, ...]
    size: float
    shape: Literal["square", "circle"] = "circle"
    title_at: Point | None = None
    """Middle of the title; None: above the fields."""
    icon: str = ""
    """Stands before the title."""
    colour: str = "primary"

    @property
    def boxes(self) -> tuple[Rectangle, ...]:
        """Of each field."""
        half = self.size / 2
        return tuple(Rectangle(field.x, field.y, field.x, field.y).grown(half) for field in self.fields)

    @property
    def box(self) -> Rectangle:
        """Of all fields, without the title."""
        boxes = self.boxes
        return Rectangle(
            min(box.left for box in boxes),
            min(box.top for box in boxes),
            max(box.right for box in boxes),
            max(box.bottom for box in boxes),
        )


@dataclass(frozen=True, slots=True)
class BoxArea:
    """A box that a pile of cards or a marker lies on, with a label."""

    id: str
    title: str
    left: float
    top: float
    width: float
    height: float
    icon: str = ""
    colour: str = "primary"
    hint: str = ""
    corner: float = 3.0

    @property
    def box(self) -> Rectangle:
        return Rectangle(self.left, self.top, self.left + self.width, self.top + self.height)


@dataclass(frozen=True)
class PlateArea:
    """Something to look at, drawn by a template: a name, a legend, a picture."""

    id: str
    left: float
    top: float
    width: float
    height: float
    look: str
    """Id of the template."""
    fields: Mapping[str, Field]
    """What the template may name, `id` among them."""

    @property
    def box(self) -> Rectangle:
        return Rectangle(self.left, self.top, self.left + self.width, self.top + self.height)


Area: TypeAlias = GridArea | MapArea | TrackArea | BoxArea | PlateArea


@dataclass(frozen=True)
class Board:
    """What lies in the middle of the table."""

    id: str
    title: str
    width: float
    height: float
    areas: tuple[Area, ...]
    templates: Mapping[str, Template]
    ground: str = ""
    """Id of the template that is drawn behind everything."""
    poster: bool = False
    """Printed at its own size over several sheets, where nobody says otherwise."""

    @property
    def places(self) -> Iterator[Place]:
        """Of all grids and maps."""
        for area in self.areas:
            if isinstance(area, GridArea | MapArea):
                yield from area.places
