"""Areas of boards: grids of places, tracks of fields, boxes for cards, and plates.

Positions are in mm from the top left corner of the board at its own size. A template draws each place, like
a card. The fields of a place are `id`, `kind`, each mark, and the other columns of its row.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count, pairwise
from typing import Annotated, Literal

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
    Mark,
    Number,
    RichText,
    Size,
    Switch,
    Text,
    WordsKey,
    Written,
    Wrong,
)
from generator.model.rectangles import ROUNDING, Point, Rectangle

EDGE_LABELS = 6.0
"""Space for the letters and numbers along each edge of a grid."""


@dataclass(frozen=True)
class Place:
    """A place on a board; the theme describes its marks, like those of squares."""

    id: str
    x: float
    y: float
    """Position of the centre."""
    kind: str = ""
    """For example, the colour of a city."""
    marks: tuple[str, ...] = ()
    label: str = ""
    """Wording key of the label; empty for no label."""
    fields: Mapping[str, Field] | None = None
    """Other columns of its row."""

    def all_fields(self) -> Mapping[str, Field]:
        """Return the fields for its template: `id`, `kind`, each mark as `yes`, and the other columns."""
        marks: dict[str, Field] = dict.fromkeys(self.marks, "yes")
        return {**(self.fields or {}), **marks, "id": self.id, "kind": self.kind}


@dataclass(frozen=True, kw_only=True)
class PlacedArea(ABC):
    """Base class of areas."""

    id: Annotated[Id, Doc("Id of the area on the board.")]
    over: Annotated[tuple[Id, ...], Doc("Earlier areas that it may overlap.")] = ()

    @property
    def places(self) -> tuple[Place, ...]:
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


@dataclass(frozen=True, slots=True)
class GridCell:
    """The meaning of a character in the drawing of a grid."""

    kind: Annotated[Id, Doc("Kind of place: the field `kind` of its template.")] = ""
    marks: Annotated[tuple[Id, ...], Doc("Marks: fields of the template with the value `yes`.")] = ()


@dataclass(frozen=True, kw_only=True)
class GridArea(PlacedArea):
    """Places in rows and columns, lettered and numbered along the edges (`e5`, row 1 at the top)."""

    at: Annotated[At, Doc("Top left corner of the cells.")]
    cell: Annotated[Size, Doc("Width and height of a cell.")]
    drawing: Annotated[Text, Key("places"), Doc("Drawing of the places, two characters per place.")]
    legend: Annotated[
        Mapping[Character, GridCell], Doc("Places by their character; by default, `#` is a place.")
    ] = field(default_factory=dict)
    look: Annotated[Id, Doc("Template of a cell; by default, squares with their marks.")] = ""
    labelled: Annotated[Switch, Doc("Print letters and numbers along the edges, in strips of 6 mm.")] = True
    columns: Annotated[int, Written.NEVER] = 0
    rows: Annotated[int, Written.NEVER] = 0
    places: Annotated[tuple[Place, ...], Written.NEVER] = ()

    @property
    def characters(self) -> Mapping[str, GridCell]:
        """The legend, or its default."""
        return self.legend or {"#": GridCell()}

    @property
    def box(self) -> Rectangle:
        """The cells, including the letters and numbers around them."""
        around = EDGE_LABELS if self.labelled else 0.0
        left, top = self.at
        right, bottom = left + self.columns * self.cell, top + self.rows * self.cell
        return Rectangle(left, top, right, bottom).grown(around)


@dataclass(frozen=True, kw_only=True)
class BoxArea(SizedArea):
    """A labelled box for a pile of cards or a marker."""

    title: Annotated[WordsKey, Doc("Wording key of the label.")] = ""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardField:
    """One field of a track on a board."""

    at: Annotated[At, Doc("Middle of the field.")]
    label: Annotated[RichText, Doc("Text in the field.")] = ""
    marks: Annotated[tuple[Mark, ...], Doc("Marks, as for squares.")] = ()
    id: Annotated[str, Written.NEVER] = ""


@dataclass(frozen=True, kw_only=True)
class TrackArea(PlacedArea):
    """Fields for a marker, in order: listed one by one, or a run that is evenly spaced between two points."""

    title: Annotated[WordsKey, Doc("Wording key of the title.")] = ""
    title_at: Annotated[At | None, Doc("Middle of the title; by default, above the fields.")] = None
    icon: Annotated[Icon, Doc("Icon before the title.")] = ""
    colour: Annotated[Colour, Doc("Colour of the title and the lines.")] = "primary"
    size: Annotated[Size, Doc("Width or diameter of a field.")]
    shape: Annotated[Literal["square", "circle"], Doc("Shape of the fields.")] = "circle"
    written: Annotated[tuple[BoardField, ...], Key("fields"), Doc("The fields, if they are not a run.")] = ()
    start: Annotated[At | None, Key("from"), Doc("Middle of the first field of a run.")] = None
    end: Annotated[At | None, Key("to"), Doc("Middle of the last field of a run.")] = None
    bend: Annotated[
        Number, Doc("Height of the arc divided by the distance between its ends; negative to bend right.")
    ] = 0.0
    labels: Annotated[tuple[RichText, ...], Doc("Text in each field of a run.")] = ()
    run_marks: Annotated[
        Mapping[Text, tuple[Mark, ...]], Key("marks"), Doc("Marks of a run, by field number from 1.")
    ] = field(default_factory=dict)

    @cached_property
    def fields(self) -> tuple[BoardField, ...]:
        """The fields in order, numbered from 1."""
        if self.written or self.start is None or self.end is None:
            return tuple(replace(field, id=str(number)) for number, field in enumerate(self.written, 1))
        points = run_points(self.start, self.end, len(self.labels), bend=self.bend)
        numbered = zip(map(str, count(1)), points, self.labels, strict=False)
        marks = self.run_marks
        return tuple(
            BoardField(at=at, label=label, marks=marks.get(id, ()), id=id) for id, at, label in numbered
        )

    @property
    def boxes(self) -> tuple[Rectangle, ...]:
        half = self.size / 2
        return tuple(Rectangle(*field.at, *field.at).grown(half) for field in self.fields)

    @property
    def box(self) -> Rectangle:
        """The bounding box of all fields, without the title."""
        lefts, tops, rights, bottoms = zip(*self.boxes, strict=True)
        return Rectangle(min(lefts), min(tops), max(rights), max(bottoms))

    def find_problems(self) -> Iterator[Wrong]:
        run = {"from": self.start, "to": self.end, "labels": self.labels}
        is_run = any(run.values())
        if bool(self.written) == is_run:
            message = "has both `fields` and a run" if is_run else "has no fields"
            yield Wrong(message, "keep either `fields`, or `from`, `to`, and `labels`")
        elif is_run:
            for key in (key for key, value in run.items() if not value):
                yield Wrong(f"`{key}` is missing", f"add `{key}: ...`")
            ids = [field.id for field in self.fields]
            for number in (number for number in self.run_marks if ids and number not in ids):
                hint = f"fields are numbered from 1 to {ids[-1]}"
                yield Wrong(f"there is no field {number}", hint, path=("marks",), key=number)
        else:
            for key, value in (("bend", self.bend), ("marks", self.run_marks)):
                if value:
                    yield Wrong(f"`{key}` is only allowed for a run", "remove it", key=key)
        for first, second in pairwise(self.fields):
            apart = math.dist(first.at, second.at)
            if apart < self.size - ROUNDING:
                message = f"fields {first.id} and {second.id} overlap: their centres are {apart:.1f} mm apart"
                yield Wrong(message, f"each is {self.size:g} mm wide")
                break


def run_points(start: Point, end: Point, count: int, *, bend: float) -> tuple[Point, ...]:
    """Return equidistant points on a line or an arc.

    `bend` is the height of the arc to the left of the line, divided by the length of the line.
    """
    if count == 1:
        return (start,)
    (x1, y1), (x2, y2) = start, end
    dx, dy = x2 - x1, y2 - y1
    shares = [index / (count - 1) for index in range(count)]
    if not bend:
        return tuple((x1 + dx * share, y1 + dy * share) for share in shares)
    # Half the angle of the arc; `bend` is its height divided by its chord.
    half = 2 * math.atan(2 * bend)
    radius = 0.5 / math.sin(half)
    points = []
    for share in shares:
        angle = half * (2 * share - 1)
        along = 0.5 + radius * math.sin(angle)
        aside = radius * (math.cos(angle) - math.cos(half))
        points.append((x1 + dx * along + dy * aside, y1 + dy * along - dx * aside))
    return tuple(points)
