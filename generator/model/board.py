"""Boards: grids of places, maps of linked places, tracks, and boxes for cards, on one ground.

All positions are mm from the board's top left corner, at the board's own size.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.model.template import Element

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a board; marks are looked up in the theme as those of squares are."""

    id: str
    x: float
    y: float
    """Its middle."""
    kind: str = ""
    """What stands there: a person's kind, a city's colour. Its template is the area's for it."""
    marks: tuple[str, ...] = ()
    label: str = ""
    """Wording key; empty: none."""
    label_at: Point | None = None
    """Middle of the label, where it does not stand in the usual place."""


@dataclass(frozen=True, slots=True)
class Link:
    """Two places that are neighbours; `around`: it leaves one edge of the map and comes in at the other."""

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
    looks: Mapping[str, tuple[Element, ...]]
    """By kind: what is drawn in the cell."""


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
    looks: Mapping[str, tuple[Element, ...]]


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
    ground: tuple[Element, ...] = ()
    """Drawn behind everything."""
    bleed: float = 0.0
