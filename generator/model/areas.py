"""Areas of boards: grids of places, boxes for cards, and plates to look at.

All positions are mm from the board's top left corner, at the board's own size. A place is drawn
by a template, as a card is: its fields are those of its row, with `id`, `kind` and every mark.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from generator.model.fields import Field
from generator.model.kinds import (
    At,
    Character,
    Colour,
    Doc,
    Edge,
    Extent,
    Icon,
    Id,
    Key,
    Size,
    Switch,
    Text,
    WordsKey,
    Written,
)
from generator.model.rectangles import Rectangle

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


@dataclass(frozen=True, kw_only=True)
class PlacedArea:
    """What all areas have."""

    id: Annotated[Id, Doc("Its name among the areas of the board.")]
    over: Annotated[tuple[Id, ...], Doc("Areas before it on which it may lie.")] = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """What cards and moves may name."""
        return ()

    @property
    def box(self) -> Rectangle:
        """The ground that it takes."""
        raise NotImplementedError

    @property
    def boxes(self) -> tuple[Rectangle, ...]:
        """The ground that it takes, piece by piece."""
        return (self.box,)


@dataclass(frozen=True, kw_only=True)
class SizedArea(PlacedArea):
    """What areas of a given size have."""

    at: Annotated[At, Doc("Its top left corner.")]
    size: Annotated[Extent, Doc("Width and height: `400 mm x 230 mm`.")]

    @property
    def box(self) -> Rectangle:
        (left, top), (width, height) = self.at, self.size
        return Rectangle(left, top, left + width, top + height)


@dataclass(frozen=True, slots=True)
class GridCell:
    """What a character of the drawing stands for."""

    kind: Annotated[Id, Doc("What stands there: the field `kind` of the template.")] = ""
    marks: Annotated[tuple[Id, ...], Doc("Marks: fields of the template with the value `yes`.")] = ()


@dataclass(frozen=True, kw_only=True)
class GridArea(PlacedArea):
    """Places in rows and columns, lettered and numbered along the edges (`e5`, row 1 on top)."""

    at: Annotated[At, Doc("Its top left corner, without the letters along the edges.")]
    cell: Annotated[Size, Doc("Edge of a cell.")]
    drawing: Annotated[
        Text,
        Key("places"),
        Doc("The places, drawn below a `|` as squares of a sheet are: two characters a place."),
    ]
    legend: Annotated[
        Mapping[Character, GridCell],
        Doc("Character of the drawing -> what stands there; by default `#` is a place."),
    ] = field(default_factory=dict)
    look: Annotated[Id, Doc("Id of the template of a cell; without one, squares with their marks.")] = ""
    labelled: Annotated[Switch, Doc("Print letters and numbers along the edges, where they take 6 mm.")] = (
        True
    )
    columns: Annotated[int, Written.NEVER] = 0
    rows: Annotated[int, Written.NEVER] = 0
    places: Annotated[tuple[Place, ...], Written.NEVER] = ()
    """What `drawing` shows."""

    @property
    def characters(self) -> Mapping[str, GridCell]:
        """The legend, or its default."""
        return self.legend or {"#": GridCell()}

    @property
    def box(self) -> Rectangle:
        """The cells, with the letters and numbers around them."""
        around = EDGE_LABELS if self.labelled else 0.0
        left, top = self.at
        right, bottom = left + self.columns * self.cell, top + self.rows * self.cell
        return Rectangle(left, top, right, bottom).grown(around)


@dataclass(frozen=True, kw_only=True)
class BoxArea(SizedArea):
    """A box that a pile of cards or a marker lies on, with a label."""

    title: Annotated[WordsKey, Doc("Wording key of its label.")] = ""
    hint: Annotated[WordsKey, Doc("Wording key of a few words at its foot.")] = ""
    icon: Annotated[Icon, Doc("Icon in the middle.")] = ""
    colour: Annotated[Colour, Doc("Of its edge and its icon.")] = "primary"
    corner: Annotated[Edge, Doc("Radius of its corners.")] = 3.0


@dataclass(frozen=True, kw_only=True)
class PlateArea(SizedArea):
    """Something to look at, drawn by a template: a name, a legend, a picture."""

    look: Annotated[Id, Doc("Id of the template that draws it.")]
    fields: Annotated[Mapping[Id, Text], Doc("Fields for the template, which also has `id`.")] = field(
        default_factory=dict
    )

    def all_fields(self) -> Mapping[str, Field]:
        """What its template may name."""
        return {**self.fields, "id": self.id}
