"""Boards: grids of places, maps of linked places, tracks, and boxes for cards, on one ground."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, TypeAlias

from generator.model.areas import EDGE_LABELS, BoxArea, GridArea, Place, PlateArea
from generator.model.kinds import Doc, Extent, Id, Length, OneOf, Switch, WordsKey
from generator.model.maps import Link, MapArea, Way
from generator.model.rectangles import Rectangle
from generator.model.template import TEMPLATE, Template
from generator.model.tracks import BoardField, TrackArea

__all__ = ["AREAS", "EDGE_LABELS", "Area", "Board", "BoardField", "BoxArea", "GridArea", "Link"]
__all__ += ["MapArea", "Place", "PlateArea", "TrackArea", "Way"]

Area: TypeAlias = GridArea | MapArea | TrackArea | BoxArea | PlateArea

AREAS = OneOf(
    {"grid": GridArea, "map": MapArea, "track": TrackArea, "box": BoxArea, "plate": PlateArea},
    "area",
    example="grid",
)
"""Every kind of area by the key that files have for it."""


@dataclass(frozen=True, kw_only=True)
class Board:
    """What lies in the middle of the table."""

    id: Annotated[Id, Doc("Part of the names of the files: `board`.")]
    title: Annotated[WordsKey, Doc("Wording key of the board's name.")]
    size: Annotated[Extent, Doc("Width and height: `420 mm x 297 mm`.")]
    ground: Annotated[
        Id, Doc("Id of the template that is drawn behind everything; without one, plain paper.")
    ] = ""
    poster: Annotated[
        Switch, Doc("Printed at its own size over several sheets, where the command names no `--size`.")
    ] = False
    templates: Annotated[
        Mapping[Id, Annotated[Template, TEMPLATE]], Doc("Templates of this board alone.")
    ] = field(default_factory=dict)
    areas: Annotated[tuple[Area, ...], AREAS, Length(1), Doc("What is on it, from back to front.")]

    @property
    def box(self) -> Rectangle:
        return Rectangle(0, 0, *self.size)

    @property
    def places(self) -> Iterator[Place]:
        """The places of all areas."""
        for area in self.areas:
            yield from area.places
