"""Boards: elements on a background, among them areas with places."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from generator.model import kinds
from generator.model.areas import EDGE_LABELS, BoxArea, GridArea, PlacedArea, TrackArea
from generator.model.kinds import Doc, Extent, Id, Key, Switch
from generator.model.maps import MapArea, Way
from generator.model.places import Place
from generator.model.template import TEMPLATE, Elements, Template
from generator.model.values import dataclass, field

__all__ = ["EDGE_LABELS", "Board", "BoxArea", "GridArea"]
__all__ += ["MapArea", "PlacedArea", "TrackArea", "Way"]


@dataclass(frozen=True, kw_only=True)
class Board:
    """A game board."""

    id: Annotated[Id, Doc("Id for file names: `board`.")]
    title: Annotated[kinds.WordsKey, Doc("Wording key of the board's name.")]
    size: Annotated[Extent, Doc("Width and height: `420 mm x 297 mm`.")]
    ground: Annotated[Id, Doc("Template of the background; by default, plain paper.")] = ""
    poster: Annotated[Switch, Doc("Print at this size on several sheets, unless `--size` is given.")] = False
    templates: Annotated[Mapping[Id, Annotated[Template, TEMPLATE]], Doc("Templates for this board.")] = (
        field(default_factory=dict)
    )
    draw: Annotated[Elements, Key("areas"), Doc("Areas and other elements from back to front.")]

    @property
    def areas(self) -> tuple[PlacedArea, ...]:
        """The areas among the elements."""
        return tuple(one for one in self.draw if isinstance(one, PlacedArea))

    @property
    def places(self) -> Iterator[Place]:
        """The places of all areas."""
        for area in self.areas:
            yield from area.places
