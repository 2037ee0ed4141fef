"""Boards: grids of places, maps of linked places, tracks, and boxes for cards, on one ground.

All positions are mm from the board's top left corner, at the board's own size. A place is drawn
by a template, as a card is: its fields are those of its row, with `id`, `kind` and every mark.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.model.template import Template

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Link:
    """Two places that are neighbours; `around`: over the edge of the map and in at the other."""

    first: str
    second: str
    around: bool = False


@dataclass(frozen=True)
class GridArea:
    """Places in rows and columns, lettered and numbered along the edges (`e5`)."""

    id: str
    columns: int
    rows: int
    left: float
    top: float
    cell: float
    places: tuple[Place, ...]
    look: str
    """Id of the template that draws a cell."""
    labelled: bool = True


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
    """Closed outlines, already projected into the area."""
    place_size: float
    """Diameter of a place."""
    look: str
    """Id of the template that draws a place."""
    label_role: str = "map_label"


@dataclass(frozen=True, slots=True)
class BoardField:
    """One field of a track on a board."""

    id: str
    x: float
    y: float
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
    title_at: Point = (0.0, 0.0)


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


Area: TypeAlias = GridArea | MapArea | TrackArea | BoxArea


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
