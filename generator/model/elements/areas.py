"""Areas of boards and pieces: grids of places, tracks of fields, boxes for cards, maps of linked places.

Positions are in mm from the top left corner of the board at its own size, or of the piece. A template draws
each place, like a card. The fields of a place are `id`, `kind`, each mark, and the other columns of its row.
"""

import math
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Any, Literal, TypeAlias

from generator.errors import Wrong
from generator.model.elements import squares
from generator.model.elements.boxes import OverText, SeenElement
from generator.model.elements.squares import (
    NO_PLACES,
    TILINGS,
    CellShape,
    CellTiling,
    Parity,
    Place,
    Places,
    TilingCorner,
)
from generator.model.geometry import ROUNDING, Point, Rectangle
from generator.model.language import kinds
from generator.model.language.expressions import Field
from generator.model.language.kinds import (
    ROWS,
    Anything,
    ColourPattern,
    ColourText,
    Count,
    Doc,
    Edge,
    Id,
    Key,
    Length,
    Number,
    PointPosition,
    Size,
    Text,
    Written,
)
from generator.model.values import dataclass, field, replace


@dataclass(frozen=True, kw_only=True)
class PlacedArea(SeenElement, ABC):
    """Base class of areas."""

    id: Annotated[Id, Doc("Id of the area on its board; without one, it may overlap everything.")] = ""
    over: Annotated[tuple[Id, ...], Doc("Earlier areas that it may overlap.")] = ()

    @property
    def places(self) -> Places:
        """Places whose ids are unique on the board."""
        return NO_PLACES

    @property
    def spots(self) -> Places:
        """All places on which something can lie; the id of the area itself is empty."""
        return self.places

    @property
    @abstractmethod
    def box(self) -> Rectangle:
        """The bounding box of the area."""

    @property
    def boxes(self) -> tuple[Rectangle, ...]:
        """The rectangles that the area covers."""
        return (self.box,)


_INSET = 0.94
"""Size of what lies in a box, as a share of the box."""


@dataclass(frozen=True, kw_only=True)
class SizedArea(PlacedArea):
    """Base class of areas with a given size."""

    at: Annotated[PointPosition, Doc("Top left corner.")]
    size: Annotated[kinds.PositiveLength, Doc("Width and height: `400 mm x 230 mm`.")]

    @property
    def box(self) -> Rectangle:
        (left, top), (width, height) = self.at, self.size
        return Rectangle(left, top, left + width, top + height)

    @property
    def spots(self) -> Places:
        (x, y), (across, down) = self.box.middle, self.box.size
        inside = Rectangle.centred(x, y, across * _INSET, down * _INSET)
        return self.places or Places((Place("", x, y, outline=inside.corners),))


MOST_RINGS = 25
"""Maximum number of rings of a grid."""
Drawn: TypeAlias = Annotated[
    Any, kinds.Anything(noun="list of elements"), Doc("Elements of a place, in place of a `look`.")
]
"""Elements that are read with the area; those of the `look` if there is one."""
EDGE_LABELS = 6.0
"""Space for the letters and numbers along each edge of a grid."""


def _parse_edges(value: Any) -> tuple[str, ...]:
    edges = value if isinstance(value, list) else [value]
    if not edges or not all(isinstance(edge, str) and edge for edge in edges):
        raise Wrong("must be an edge or a list of edges", "write it like `[n, ne]`")
    return tuple(edges)


_EDGES = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
EdgeNames = Annotated[
    tuple[str, ...], kinds.Kind("edge, or list of edges", _parse_edges, _EDGES, takes_data=True)
]


@dataclass(frozen=True, slots=True)
class CellLine:
    """A line on the edges of cells, or through the middles of cells."""

    each: Annotated[
        OverText, Doc("Rows of a table, for each of which there is a line: `rivers where item.wide`.")
    ] = ""
    between: Annotated[tuple[tuple[Text, Text], ...], Doc("Pairs of cells with the edge between them.")] = ()
    through: Annotated[
        tuple[Text, ...],
        Doc("Cells whose middles the line connects; with a distance: `0203 + 3 mm, -2 mm`."),
    ] = ()
    at: Annotated[Text, Doc("Cell with the edges of `edge`: `0203`, `{item.at}`.")] = ""
    edge: Annotated[
        EdgeNames,
        Doc("Edges: `n`, `ne`, `se`, `s`, `sw`, `nw`; `ne`, `e`, `se`, `sw`, `w`, `nw`; `n`, `e`, `s`, `w`."),
    ] = ()
    colour: Annotated[ColourPattern, Doc("Colour.")] = "ink"
    line: Annotated[Size, Doc("Width.")] = 0.8
    dash: Annotated[tuple[Size, ...], Length(1, 8), Doc("Lengths of dashes and gaps: `[2 mm, 1 mm]`.")] = ()
    phase: Annotated[kinds.Edge, Doc("Distance into the dashes at which the line begins.")] = 0.0
    cap: Annotated[
        Literal["butt", "round", "square"] | None,
        Doc("Ends of the line and of its dashes; by default `round`, or `butt` with dashes."),
    ] = None
    join: Annotated[Literal["miter", "round", "bevel"], Doc("Corners of the line.")] = "round"
    bend: Annotated[Number, Doc("Height of arcs between cells, as a share of their length.")] = 0.0
    courses: Annotated[tuple[tuple[Point, ...], ...], Written.NEVER] = ()
    """Points of each piece, in mm."""

    def find_problems(self) -> Iterator[Wrong]:
        if not (self.between or self.through or self.at):
            yield Wrong("draws nothing", "add `through: [...]`, or `at: ...` and `edge: ...`")
        if bool(self.at) != bool(self.edge):
            yield Wrong("`at` and `edge` belong together", "such as `at: b2` and `edge: [n, ne]`")


@dataclass(frozen=True, kw_only=True, eq=False)
class GridArea(PlacedArea):
    """Squares, hexagons, or triangles with coordinates: `e5`, row 1 at the top."""

    at: Annotated[PointPosition, Doc("Top left corner of the cells.")]
    cell: Annotated[Size, Doc("Width of a cell; of hexagons, between opposite edges.")]
    cells: Annotated[CellShape, Doc("Shape of the cells; of hexagons, also what is at the top.")] = "square"
    drawing: Annotated[Text, Key("places"), Doc("Drawing of the places, two characters per place.")] = ""
    count: Annotated[kinds.Repeat, Key("size"), Doc("Columns and rows, without a drawing: `17 x 10`.")] = (
        0,
        0,
    )
    rings: Annotated[Count, Doc("Rings of cells around the middle one, without a drawing.")] = 0
    hidden: Annotated[tuple[Text, ...], Doc("Ids of cells to leave out.")] = ()
    table: Annotated[
        Any, kinds.Anything(kinds.ROWS, "list, or a table"), Doc("Fields of cells, by `id`.")
    ] = ""
    legend: Annotated[
        Mapping[kinds.Character, squares.GridCell],
        Doc("Places by their character; by default, `#` is a place."),
    ] = field(default_factory=dict)
    coordinates: Annotated[squares.CoordinatePattern, Doc("Pattern of the ids.")] = "{letter}{row}"
    start: Annotated[TilingCorner, Key("from"), Doc("Corner from which columns and rows count.")] = "top"
    lower: Annotated[
        Parity | None,
        Doc("Columns of `hex_flat`, by their printed number, that are half a cell lower: `odd` or `even`."),
    ] = None
    shifted: Annotated[
        Parity | None,
        Doc("Rows of `hex_pointed`, by their printed number, that are half a cell to the right."),
    ] = None
    look: Annotated[Id, Doc("Template of a cell; by default, its marks on the colour of its kind.")] = ""
    draw: Drawn = ()
    lying: Annotated[
        tuple[Edge, Edge, Edge, Edge] | None,
        Key("spot"),
        Doc("Box in a cell for what lies there: left, top, width, and height; by default, the cell."),
    ] = None
    labelled: Annotated[
        kinds.Switch, Doc("Print letters and numbers along the edges, or ids in the cells.")
    ] = True
    stroke: Annotated[ColourText, Doc("Colour of the outlines of cells that are not squares.")] = "line"
    line: Annotated[kinds.Edge, Doc("Width of these outlines.")] = 0.3
    lines: Annotated[tuple[CellLine, ...], Doc("Rivers, borders, and roads.")] = ()
    columns: Annotated[float, Written.NEVER] = 0
    rows: Annotated[int, Written.NEVER] = 0
    places: Annotated[Places, Written.NEVER] = NO_PLACES

    @property
    def spots(self) -> Places:
        if self.lying is None:
            return self.places
        left, top, width, height = self.lying
        corners = ((place, place.spot.left + left, place.spot.top + top) for place in self.places)
        return Places(
            replace(place, outline=Rectangle(x, y, x + width, y + height).corners) for place, x, y in corners
        )

    @property
    def characters(self) -> Mapping[str, squares.GridCell]:
        """The legend, or its default."""
        return self.legend or squares.PLAIN_GRID

    @property
    def cell_size(self) -> tuple[float, float]:
        """Width and height of a cell."""
        width, height = TILINGS[self.cells].size
        return width * self.cell, height * self.cell

    @property
    def has_edge_labels(self) -> bool:
        return self.labelled and self.cells == "square"

    @property
    def box(self) -> Rectangle:
        """The cells, including the letters and numbers around them."""
        around = EDGE_LABELS if self.has_edge_labels else 0.0
        (left, top), tiling = self.at, TILINGS[self.cells]
        right = left + ((self.columns - 1) * tiling.step[0] + tiling.size[0]) * self.cell
        bottom = top + ((self.rows - 1) * tiling.step[1] + tiling.size[1]) * self.cell
        return Rectangle(left, top, right, bottom).grown(around)

    @property
    def tiling(self) -> CellTiling:
        """The tiling of the cells, with the columns or rows that are half a cell off."""
        tiling, wanted = TILINGS[self.cells], self.lower or self.shifted
        if not wanted:
            return tiling
        name = "column" if self.lower else "row"
        first = squares.count_printed(self.coordinates, name, self.count, self.start)
        return replace(tiling, offset=int((first % 2 == 1) == (wanted == "odd")))

    def find_problems(self) -> Iterator[Wrong]:
        for key, cells, what in (("lower", "hex_flat", "columns"), ("shifted", "hex_pointed", "rows")):
            if getattr(self, key) and self.cells != cells:
                yield Wrong(f"is for {what} of `cells: {cells}`", "remove it", key=key)
            elif getattr(self, key) and self.count == (0, 0):
                yield Wrong("is for grids with `size`", "a drawing shows it; remove it", key=key)
        if [bool(self.drawing), self.count != (0, 0), bool(self.rings)].count(True) != 1:
            yield Wrong("needs a drawing or a size", "write one of `places`, `size: 17 x 10`, and `rings: 3`")
        if self.count[0] * self.count[1] > squares.MOST_CELLS or self.rings > MOST_RINGS:
            hint = f"at most {squares.MOST_CELLS} in a block, or {MOST_RINGS} rings"
            yield Wrong("has too many cells", hint)


@dataclass(frozen=True, kw_only=True)
class BoxArea(SizedArea):
    """A labelled box for a pile of cards or a marker."""

    title: Annotated[kinds.Title, Doc("Text of the label.")] = ""
    hint: Annotated[kinds.Title, Doc("Short text at the bottom.")] = ""
    icon: Annotated[kinds.IconName, Doc("Icon in the middle.")] = ""
    colour: Annotated[ColourText, Doc("Colour of the edge and the icon.")] = "primary"
    fill: Annotated[ColourText, Doc("Fill; by default, paper with a tint of the colour.")] = ""
    corner: Annotated[kinds.Edge, Doc("Radius of the corners.")] = 3.0


FieldShape: TypeAlias = Literal["square", "circle"]
NOWHERE: PointPosition = (-1.0, -1.0)
"""Position of a field that is not given."""


@dataclass(frozen=True, slots=True)
class TrackField:
    """One field of a track."""

    label: Annotated[kinds.RichText, Doc("Text in the field; in a row, by default its number.")] = ""
    marks: Annotated[tuple[kinds.MarkName, ...], Doc("Marks, as for squares.")] = ()
    bonus: Annotated[kinds.MarkName, Doc("Mark of the bonus that the field gives.")] = ""
    cost: Annotated[Count, Doc("Minimum cost of the field: the number of small circles above it.")] = 0
    at: Annotated[
        PointPosition, Doc("Middle of the field, instead of its place on the course of the track.")
    ] = NOWHERE
    id: Annotated[str, Written.NEVER] = ""


@dataclass(frozen=True, kw_only=True)
class Track:
    """The keys of all tracks."""

    size: Annotated[Size, Doc("Width or diameter of a field.")]
    written: Annotated[tuple[TrackField, ...], Key("fields"), Doc("Fields, listed one by one.")] = ()
    count: Annotated[kinds.Positive, Doc("Number of plain fields, which are numbered.")] = 0
    first: Annotated[Count, Doc("Number in the first field.")] = 1
    run_labels: Annotated[tuple[kinds.RichText, ...], Key("labels"), Doc("Texts of plain fields.")] = ()
    run_marks: Annotated[
        Mapping[Text, tuple[kinds.MarkName, ...]],
        Key("marks"),
        Doc("Marks by the place of the field, from 1."),
    ] = field(default_factory=dict, hash=False)
    role: Annotated[kinds.TextRole, Doc("Role of type of the texts in the fields.")] = ""

    @property
    def marked(self) -> Iterator[TrackField]:
        """The fields in order, with all their marks; their ids are 1, 2, 3."""
        plain = map(TrackField, self.run_labels or map(str, range(self.first, self.first + self.count)))
        for place, each in enumerate(self.written or plain, start=1):
            yield replace(each, id=str(place), marks=each.marks + self.run_marks.get(str(place), ()))

    @cached_property
    def fields(self) -> tuple[TrackField, ...]:
        """The fields in order; without a label, each has its number."""
        numbered = enumerate(self.marked, self.first)
        return tuple(replace(field, label=field.label or str(number)) for number, field in numbered)

    def describe(self, one: TrackField) -> Mapping[str, Field]:
        """Return what elements of a field see: its id, label, and bonus, and each mark of the track."""
        marks = {mark: "yes" if mark in one.marks else "" for other in self.fields for mark in other.marks}
        return {**marks, "id": one.id, "label": one.label, "bonus": one.bonus}

    def find_problems(self) -> Iterator[Wrong]:
        for key in (key for key, given in (("count", self.count), ("labels", self.run_labels)) if given):
            if self.written:
                yield Wrong(f"has both `{key}` and `fields`", "keep one of them", key=key)
        if not self.fields:
            yield Wrong("the track has no fields", "add `count: ...` or `fields: ...`")
        ids = [field.id for field in self.fields]
        for place in (place for place in self.run_marks if ids and place not in ids):
            hint = f"fields are numbered from 1 to {ids[-1]}"
            yield Wrong(f"there is no field {place}", hint, path=("marks",), key=place)


@dataclass(frozen=True, kw_only=True)
class TrackArea(Track, PlacedArea):
    """Fields for a marker, in order: on a course, or each at its own position."""

    title: Annotated[kinds.Title, Doc("Text of the title.")] = ""
    title_at: Annotated[PointPosition | None, Doc("Middle of the title; by default, above the fields.")] = (
        None
    )
    icon: Annotated[kinds.IconName, Doc("Icon before the title.")] = ""
    colour: Annotated[ColourText, Doc("Colour of the title and the lines.")] = "primary"
    shape: Annotated[FieldShape, Doc("Shape of the fields.")] = "circle"
    fill: Annotated[ColourText, Doc("Fill of fields without a mark that has one.")] = "paper"
    casing: Annotated[ColourText, Doc("Colour below the line through all fields, at both sides.")] = "paper"
    start: Annotated[PointPosition | None, Key("from"), Doc("Middle of the first field of a run.")] = None
    end: Annotated[PointPosition | None, Key("to"), Doc("Middle of the last field of a run.")] = None
    bend: Annotated[
        kinds.Number,
        Doc("Height of the arc divided by the distance between its ends; negative to bend right."),
    ] = 0.0
    along: Annotated[Literal["line", "rectangle", "circle", "polygon"], Doc("Course of a run.")] = "line"
    corners: Annotated[
        tuple[PointPosition, ...],
        Doc("Middles of its corner fields; of a rectangle or circle, two opposite corners."),
    ] = ()

    @cached_property
    def fields(self) -> tuple[TrackField, ...]:
        """The fields in order, each with its position; listed ones may have no label."""
        fields = tuple(self.marked)
        points = make_course(self.course, len(fields), self.along, self.bend) or (NOWHERE,) * len(fields)
        placed = zip(fields, points, strict=True)
        return tuple(field if field.at != NOWHERE else replace(field, at=point) for field, point in placed)

    @property
    def course(self) -> tuple[PointPosition, ...]:
        """The corners, or the ends of a run."""
        return self.corners or tuple(filter(None, (self.start, self.end)))

    @property
    def is_placed(self) -> bool:
        """True if it has fields, all with a position."""
        return bool(self.fields) and all(field.at != NOWHERE for field in self.fields)

    @property
    def is_closed(self) -> bool:
        return bool(self.course) and self.along != "line"

    @property
    def boxes(self) -> tuple[Rectangle, ...]:
        return tuple(Rectangle(*field.at, *field.at).grown(self.size / 2) for field in self.fields)

    @property
    def spots(self) -> Places:
        ids = [field.id for field in self.fields]
        before, after = (ids[-1:], ids[:1]) if self.is_closed else ([""], [""])
        fields = zip([*before, *ids], self.fields, [*ids[1:], *after], self.boxes, strict=False)
        return Places(
            Place(field.id, *field.at, outline=box.corners, neighbours=(*filter(None, (last, following)),))
            for last, field, following, box in fields
        )

    @property
    def box(self) -> Rectangle:
        """The bounding box of all fields, without the title."""
        return Rectangle.around(corner for box in self.boxes for corner in box.corners)

    def find_problems(self) -> Iterator[Wrong]:
        yield from Track.find_problems(self)
        ends = {} if self.corners else {"from": self.start, "to": self.end}
        missing = [key for key, at in ends.items() if at is None]
        if self.fields and (len(missing) == 1 or not self.is_placed):
            for key in missing:
                yield Wrong(f"`{key}` is missing", f"add `{key}: ...`")
            if not missing:
                yield Wrong("has fewer fields than corners", "increase `count`")
        if self.along in ("rectangle", "circle") and len(self.corners) not in (0, 2):
            yield Wrong(f"a {self.along} has two opposite corners", "write two of them", key="corners")
        if self.bend and len(self.course) != 2:
            yield Wrong("`bend` is only allowed for a run", "remove it", key="bend")
        for first, second in pairwise((*self.fields, *self.fields[: self.is_closed])):
            apart = math.dist(first.at, second.at)
            if apart < self.size - ROUNDING and self.is_placed:
                message = f"fields {first.id} and {second.id} overlap: their centres are {apart:.1f} mm apart"
                yield Wrong(message, f"each is {self.size:g} mm wide")
                break


def make_course(corners: Sequence[Point], count: int, along: str, bend: float) -> tuple[Point, ...]:
    """Return points on a course, one on each corner and evenly spaced between them; empty if impossible.

    `bend` turns a line into an arc: its height to the left of the line, divided by the length of the line.
    """
    if along in ("rectangle", "circle") and len(corners) == 2:
        (x1, y1), (x2, y2) = corners
        corners = (x1, y1), (x2, y1), (x2, y2), (x1, y2)
        if along == "circle":
            x, y, across, down = (x1 + x2) / 2, (y1 + y2) / 2, abs(x2 - x1) / 2, abs(y2 - y1) / 2
            turns = [2 * math.pi * step / count for step in range(count)]
            return tuple((x + across * math.sin(turn), y - down * math.cos(turn)) for turn in turns)
    is_line = along == "line"
    sides = list(pairwise(corners if is_line else (*corners, *corners[:1])))
    if count == len(sides) == 1:
        return tuple(corners[:1])
    if not sides or count - is_line < len(sides):
        return ()
    if bend:
        return _bend(corners[0], corners[-1], count, bend)
    # The side with the longest steps gets the next field.
    steps = [1] * len(sides)
    for _ in range(count - is_line - len(sides)):
        steps[max(range(len(sides)), key=lambda side: math.dist(*sides[side]) / steps[side])] += 1
    points = [
        (start[0] + (end[0] - start[0]) * step / of, start[1] + (end[1] - start[1]) * step / of)
        for (start, end), of in zip(sides, steps, strict=True)
        for step in range(of)
    ]
    return (*points, *corners[len(corners) - is_line :])


def _bend(start: Point, end: Point, count: int, bend: float) -> tuple[Point, ...]:
    """Return equidistant points on an arc."""
    (x1, y1), (x2, y2) = start, end
    dx, dy = x2 - x1, y2 - y1
    # Half the angle of the arc; `bend` is its height divided by its chord.
    half = 2 * math.atan(2 * bend)
    radius = 0.5 / math.sin(half)
    points = []
    for step in range(count):
        angle = half * (2 * (step / (count - 1)) - 1)
        along = 0.5 + radius * math.sin(angle)
        aside = radius * (math.cos(angle) - math.cos(half))
        points.append((x1 + dx * along + dy * aside, y1 + dy * along - dx * aside))
    return tuple(points)


@dataclass(frozen=True)
class Axis:
    """Piecewise smooth map from degrees to a share of the map's width or height, through given stops.

    Stops increase in degrees and are monotone in shares (latitude decreases). Between them, the curve is the
    monotone cubic of Fritsch and Carlson (1980), which never reverses. Outside the stops, it continues
    linearly.
    """

    stops: tuple[tuple[float, float], ...]

    def at(self, degrees: float) -> float:
        stops = self.stops
        index = min(max(bisect_right(stops, (degrees, float("inf"))) - 1, 0), len(stops) - 2)
        (x0, y0), (x1, y1) = stops[index], stops[index + 1]
        width = x1 - x0
        t = (degrees - x0) / width
        if not 0 <= t <= 1:
            return y0 + (y1 - y0) * t
        leaving, arriving = self._tangents[index] * width, self._tangents[index + 1] * width
        square = t * t
        cube = square * t
        return (
            y0 * (2 * cube - 3 * square + 1)
            + leaving * (cube - 2 * square + t)
            + y1 * (3 * square - 2 * cube)
            + arriving * (cube - square)
        )

    @cached_property
    def _tangents(self) -> tuple[float, ...]:
        slopes = [(y1 - y0) / (x1 - x0) for (x0, y0), (x1, y1) in pairwise(self.stops)]
        inner = []
        for (left, _), (middle, _), (right, _), (before, after) in zip(
            self.stops, self.stops[1:], self.stops[2:], pairwise(slopes), strict=False
        ):
            share = (2 * right - middle - left) / (3 * (right - left))
            is_turn = before * after <= 0
            inner.append(0.0 if is_turn else before * after / (share * after + (1 - share) * before))
        return (slopes[0], *inner, slopes[-1])


Stops: TypeAlias = Annotated[tuple[tuple[Number, Number], ...], Length(2)]


@dataclass(frozen=True)
class Projection:
    """Projection of a map; between the stops, the map is stretched smoothly."""

    longitude: Annotated[Stops, Doc("`[degrees, part of the width]`, 0 at the left, 1 at the right.")]
    latitude: Annotated[Stops, Doc("`[degrees, part of the height]`, 0 at the top, 1 at the bottom.")]

    @cached_property
    def axes(self) -> tuple[Axis, Axis]:
        """The horizontal and the vertical axis."""
        return Axis(self.longitude), Axis(self.latitude)

    def draw(self, outline: Iterable[Point], area: Rectangle) -> tuple[Point, ...]:
        """Project an outline in degrees into a map's area, in mm."""
        across, down = self.axes[0].at, self.axes[1].at
        left, top, width, height = area.left, area.top, area.width, area.height
        return tuple((left + across(x) * width, top + down(y) * height) for x, y in outline)

    def find_problems(self) -> Iterator[Wrong]:
        """Yield stops that are not monotone."""
        rising, falling = "increase with the degrees", "decrease while the degrees increase: 0 is at the top"
        for key, stops, way in (("longitude", self.longitude, rising), ("latitude", self.latitude, falling)):
            for index, ((degrees, part), (more, other)) in enumerate(pairwise(stops), start=1):
                if more <= degrees:
                    message = f"{more:g} degrees follow {degrees:g}"
                    yield Wrong(message, "degrees must increase", path=(key, index))
                elif other == part or (other > part) != (way == rising):
                    message = f"the part {other:g} follows {part:g}"
                    yield Wrong(message, f"parts must {way}", path=(key, index))


WHOLE_WORLD = Projection(((-180.0, 0.0), (180.0, 1.0)), ((-60.0, 1.0), (84.0, 0.0)))
"""Plate carrée, without Antarctica."""


@dataclass(frozen=True, slots=True)
class Way:
    """A line of a link, from a place to the other place or to the edge of the map."""

    place: Place
    other: Place
    exit: Point | None

    @property
    def start(self) -> Point:
        return self.place.x, self.place.y

    @property
    def end(self) -> Point:
        return self.exit or (self.other.x, self.other.y)


@dataclass(frozen=True, kw_only=True, eq=False)
class MapArea(SizedArea):
    """Linked places on a map."""

    table: Annotated[Any, Anything(ROWS, "list, or a table"), Key("places"), Doc("One row per place.")]
    kind: Annotated[Text, Doc("Column with the kind of each place; without a `look`, its colour.")] = ""
    label: Annotated[Text, Doc("Wording key of the labels, which may contain columns: `place.{id}`.")] = ""
    label_role: Annotated[kinds.TextRole, Doc("Role of type of the labels.")] = "map_label"
    projection: Annotated[Projection, Doc("Map projection; by default, the whole world.")] = WHOLE_WORLD
    land_file: Annotated[
        kinds.FileName,
        Key("land"),
        Doc(
            "GeoJSON file of the land (Polygon, MultiPolygon), of the game or shared by all games; `none`: "
            "neither land nor sea. By default `land.geojson`, if places have degrees."
        ),
    ] = ""
    around: Annotated[
        tuple[tuple[Id, Id], ...], Doc("Pairs of places linked across the edge of the map.")
    ] = ()
    place_size: Annotated[Size, Doc("Diameter of a place.")]
    look: Annotated[Id, Doc("Template of a place; by default, a disc in the colour of its kind.")] = ""
    draw: Drawn = ()
    labels: Annotated[kinds.Switch, Doc("Print the names of places, and at links that leave the map.")] = True
    links: Annotated[kinds.Switch, Doc("Print the links.")] = True
    plate: Annotated[ColourText, Doc("Colour of the plates below names: `transparent` for none.")] = "paper"
    halo: Annotated[kinds.ColourText, Doc("Colour of a line around the letters of names.")] = ""
    casing: Annotated[ColourText, Doc("Colour below links, at both sides.")] = "paper"
    shallows: Annotated[ColourText, Doc("Colour that the sea takes on along the coast.")] = "paper"
    places: Annotated[Places, Written.NEVER] = NO_PLACES
    land: Annotated[tuple[tuple[Point, ...], ...], Written.NEVER] = ()
    """Closed outlines, already projected; those inside others are holes (lakes)."""

    @cached_property
    def coasts(self) -> tuple[tuple[tuple[Point, ...], Rectangle], ...]:
        """The outlines of the land, each with the box around it."""
        return tuple((outline, Rectangle.around(outline)) for outline in self.land)

    @property
    def has_sea(self) -> bool:
        return self.land_file != "none"

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """One line per link, or two for a link that goes around, each up to the edge of the map."""
        places = self.places.by_id
        around = {frozenset(pair) for pair in self.around}
        ways = []
        links = ((place.id, id) for place in self.places for id in place.neighbours if place.id < id)
        for first, second in links:
            ends, goes = (places[first], places[second]), frozenset((first, second)) in around
            for start, other in (ends, ends[::-1])[: 1 + goes]:
                ways.append(Way(start, other, self._leave(start, other) if goes else None))
        return tuple(ways)

    def _leave(self, start: Place, other: Place) -> Point:
        """Return where a line to a place leaves the map, as if the map were repeated at its edge."""
        west = start.x < other.x
        edge = self.box.left if west else self.box.right
        far = other.x - self.size[0] if west else other.x + self.size[0]
        return edge, start.y + (other.y - start.y) * (edge - start.x) / (far - start.x)


def clip_outline(outline: tuple[Point, ...], area: Rectangle) -> tuple[Point, ...]:
    """Clip a closed outline to an area (Sutherland and Hodgman); empty if nothing is left.

    Where the outline leaves the area, its parts stay joined along the edge.
    """
    points = list(outline)
    for axis, edge, sign in ((0, area.left, 1), (0, area.right, -1), (1, area.top, 1), (1, area.bottom, -1)):
        inside = [(point[axis] - edge) * sign >= 0 for point in points]
        if all(inside):
            continue
        if not any(inside):
            return ()
        clipped: list[Point] = []
        for index, point in enumerate(points):
            previous = points[index - 1]
            if inside[index] != inside[index - 1]:
                share = (edge - previous[axis]) / (point[axis] - previous[axis])
                other = previous[1 - axis] + (point[1 - axis] - previous[1 - axis]) * share
                clipped.append((edge, other) if axis == 0 else (other, edge))
            if inside[index]:
                clipped.append(point)
        points = clipped
    return tuple(points) if len(points) > 2 else ()
