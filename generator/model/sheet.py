"""Player sheets: sections of blocks under a heading, in bands from top to bottom.

Sizes are in mm.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from generator.errors import Wrong
from generator.model import kinds
from generator.model.blocks import AnyBlock, ShapesBlock, TrackBlock, find_fields
from generator.model.kinds import Doc, Id, Length, Role, Title
from generator.model.template import ELEMENTS, Blocks, Element, GridBlock
from generator.model.values import dataclass

Orientation = Annotated[Literal["portrait", "landscape"], Doc("Orientation of the paper.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Blocks one below the other, as on cards, but without fields."""

    title: Annotated[Title, Doc("Text of the heading.")]
    draw: Annotated[Blocks, kinds.Key("blocks"), Doc("Blocks from top to bottom.")]
    id: Annotated[str, kinds.Written.AS_KEY] = ""
    icon: Annotated[kinds.Icon, Doc("Icon beside the heading.")] = ""
    hint: Annotated[Title, Doc("Short text below the heading.")] = ""
    role: Annotated[Role, Doc("Role of type of texts without their own.")] = "card_body"
    gap: Annotated[kinds.Edge, Doc("Distance between blocks.")] = 1.2

    @property
    def content(self) -> AnyBlock:
        """The block for figures and rules of games: the grid, track, or shapes, or else the first."""
        kinds = GridBlock | TrackBlock | ShapesBlock
        return next((block for block in self.draw if isinstance(block, kinds)), self.draw[0])

    def find_problems(self) -> Iterator[Wrong]:
        return find_fields(self.draw)


@dataclass(frozen=True, slots=True)
class Panel:
    """Sections one above the other in a band."""

    sections: Annotated[tuple[Id, ...], Length(1), Doc("Ids of sections.")]
    share: Annotated[kinds.Factor, Doc("Width relative to the other panels of the band.")] = 1.0


Band = Annotated[tuple[Panel, ...], Length(1)]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page to write on."""

    id: Annotated[Id, Doc("Id for file names: `sheet`.")]
    title: Annotated[kinds.WordsKey, Doc("Wording key of the title.")]
    sections: Annotated[Mapping[Id, Section], Length(1), Doc("Sections by id.")]
    bands: Annotated[tuple[Band, ...], Length(1), Doc("Bands from top to bottom, each a list of panels.")]
    subtitle: Annotated[Title, Doc("Text of the line below the title.")] = ""
    name_field: Annotated[Title, Doc("Label of a field for the player's name.")] = ""
    orientation: Orientation = "portrait"
    credit: Annotated[Title, Doc("Text of the small line at the foot.")] = ""
    draw: Annotated[
        tuple[Element, ...], ELEMENTS, kinds.Key("ground"), Doc("Elements behind everything, on the page.")
    ] = ()
