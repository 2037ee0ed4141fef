"""Areas of boards: boxes for cards, plates, and what grids, tracks, and maps have in common.

Positions are in mm from the top left corner of the board at its own size. A template draws each place, like
a card. The fields of a place are `id`, `kind`, each mark, and the other columns of its row.
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from generator.model.fields import Field
from generator.model.kinds import At, Colour, Doc, Edge, Extent, Icon, Id, Text, WordsKey
from generator.model.places import Place, Places
from generator.model.rectangles import Point, Rectangle

_INSET = 0.94
"""Size of what lies in a box, as a share of the box."""


@dataclass(frozen=True, kw_only=True)
class PlacedArea(Places):
    """Base class of areas."""

    id: Annotated[Id, Doc("Id of the area on the board.")]
    over: Annotated[tuple[Id, ...], Doc("Earlier areas that it may overlap.")] = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """The places whose ids are unique on the board."""
        return ()

    @property
    @abstractmethod
    def box(self) -> Rectangle:
        """The bounding box of the area."""

    @property
    def boxes(self) -> tuple[Rectangle, ...]:
        """The rectangles that the area covers."""
        return (self.box,)


@dataclass(frozen=True, kw_only=True)
class SizedArea(PlacedArea):
    """Base class of areas with a given size."""

    at: Annotated[At, Doc("Top left corner.")]
    size: Annotated[Extent, Doc("Width and height: `400 mm x 230 mm`.")]

    @property
    def box(self) -> Rectangle:
        (left, top), (width, height) = self.at, self.size
        return Rectangle(left, top, left + width, top + height)

    @property
    def ids(self) -> tuple[str, ...]:
        return ("",)

    def outline(self, id: str) -> tuple[Point, ...]:
        left, top, right, bottom = self.box
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def spot(self, id: str) -> Rectangle:
        (x, y), across, down = self.box.middle, self.box.width * _INSET / 2, self.box.height * _INSET / 2
        return Rectangle(x - across, y - down, x + across, y + down)


@dataclass(frozen=True, kw_only=True)
class BoxArea(SizedArea):
    """A labelled box for a pile of cards or a marker."""

    title: Annotated[WordsKey, Doc("Wording key of its label.")] = ""
    hint: Annotated[WordsKey, Doc("Wording key of a short text at the bottom.")] = ""
    icon: Annotated[Icon, Doc("Icon in the middle.")] = ""
    colour: Annotated[Colour, Doc("Colour of the edge and the icon.")] = "primary"
    corner: Annotated[Edge, Doc("Radius of the corners.")] = 3.0


@dataclass(frozen=True, kw_only=True)
class PlateArea(SizedArea):
    """Decoration drawn by a template: a name, a legend, a picture."""

    look: Annotated[Id, Doc("Id of the template.")]
    fields: Annotated[Mapping[Id, Text], Doc("Fields for the template, in addition to `id`.")] = field(
        default_factory=dict
    )

    def all_fields(self) -> Mapping[str, Field]:
        return {**self.fields, "id": self.id}
