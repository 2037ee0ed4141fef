"""Lines, polygons, and other shapes of templates; their outlines are in `layout/elements/drawn.py`."""

from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY
from typing import Annotated, Literal, TypeAlias, get_args

from generator.errors import Wrong
from generator.model import kinds
from generator.model.boxes import OR_WHOLE, WHOLE, At, Boxed, BoxedElement, Measure
from generator.model.kinds import ColourPattern, Doc, Edge, Key, Length, Number, Share, Size, Switch
from generator.model.values import dataclass

_POINTS = Length(2, 1000)
_FROM = Doc("Beginning in degrees, clockwise from the top.")
_CENTRE = Measure(part=0.5)


@dataclass(frozen=True, slots=True)
class GradientFill:
    """Colours that change along a line, or from the middle outwards."""

    start: Annotated[ColourPattern, Key("from"), Doc("First colour.")]
    end: Annotated[ColourPattern, Key("to"), Doc("Last colour.")]
    via: Annotated[ColourPattern, Doc("Colour halfway.")] = ""
    kind: Annotated[Literal["linear", "radial"], Doc("Along a line, or around the middle.")] = "linear"
    angle: Annotated[kinds.AnglePattern, Doc("Direction: 0 to the right, 90 down.")] = "0"
    at: Annotated[At, Doc("Middle of a radial gradient.")] = (_CENTRE, _CENTRE)


@dataclass(frozen=True, slots=True)
class LinedElement(BoxedElement):
    """The keys of elements with a line."""

    box: Annotated[Boxed, OR_WHOLE] = WHOLE
    _: KW_ONLY
    stroke: Annotated[ColourPattern, Doc("Colour of the line.")] = "ink"
    line: Annotated[Edge, Doc("Width of the line.")] = 0.3
    dash: Annotated[tuple[Size, ...], Length(1, 8), Doc("Lengths of dashes and gaps: `[2 mm, 1 mm]`.")] = ()
    phase: Annotated[Edge, Doc("Distance into the dashes at which the line begins.")] = 0.0
    cap: Annotated[Literal["butt", "round", "square"], Doc("Ends of the line and of its dashes.")] = "butt"
    join: Annotated[Literal["miter", "round", "bevel"], Doc("Corners of the line.")] = "miter"
    gradient: Annotated[GradientFill | None, Doc("Colours of the fill; without one, of the line.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledElement(LinedElement):
    """The keys of elements with a fill and an outline."""

    fill: Annotated[ColourPattern, Doc("Colour of the fill.")] = ""
    stroke: Annotated[ColourPattern, Doc("Colour of the outline.")] = ""
    behind: Annotated[Switch, Doc("Draw the outline below the fill: only its outer half is visible.")] = False

    def find_problems(self) -> Iterator[Wrong]:
        if not (self.fill or self.stroke or self.gradient):
            yield Wrong("draws nothing", "add `fill`, `stroke`, or `gradient`")


@dataclass(frozen=True, slots=True, kw_only=True)
class LineElement(LinedElement):
    """A straight line."""

    start: Annotated[At, Key("from"), Doc("Beginning.")]
    end: Annotated[At, Key("to"), Doc("End.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class PolylineElement(LinedElement):
    """A line through several points."""

    points: Annotated[tuple[At, ...], kinds.Written.ALONE, _POINTS, Doc("Positions in the box.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrowElement(PolylineElement):
    """A line through points, with a head at its end."""

    head: Annotated[Edge, Doc("Length of the head; by default, 5 times the width of the line.")] = 0.0
    heads: Annotated[Literal["end", "start", "both"], Doc("Ends that have heads.")] = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class PolygonElement(FilledElement):
    """A regular polygon in the ellipse of its box, or a polygon through points."""

    sides: Annotated[kinds.Count, Doc("Number of sides if it is regular; a corner is at the top.")] = 0
    points: Annotated[tuple[At, ...], _POINTS, Doc("Corners, as positions in the box.")] = ()

    def find_problems(self) -> Iterator[Wrong]:
        yield from FilledElement.find_problems(self)
        if bool(self.points) == (self.sides > 2):
            yield Wrong("needs either `points` or at least 3 `sides`", "such as `sides: 6`")


@dataclass(frozen=True, slots=True, kw_only=True)
class StarElement(FilledElement):
    """A star in the ellipse of its box."""

    points: Annotated[kinds.Positive, Doc("Number of points; the first is at the top.")] = 5
    inner: Annotated[Share, Doc("Distance of the inner corners from the middle, as a share.")] = 0.382


@dataclass(frozen=True, slots=True, kw_only=True)
class ArcElement(LinedElement):
    """A part of the ellipse in a box."""

    start: Annotated[Number, Key("from"), _FROM] = 0.0
    end: Annotated[Number, Key("to"), Doc("End in degrees.")] = 180.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SectorElement(FilledElement):
    """A slice of the ellipse in a box, or of a ring."""

    start: Annotated[Number, Key("from"), _FROM] = 0.0
    end: Annotated[Number, Key("to"), Doc("End in degrees.")] = 90.0
    inner: Annotated[Share, Doc("Radius of the hole, as a share.")] = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PathElement(FilledElement):
    """An outline of SVG path data, in mm from the top left corner of its box."""

    data: Annotated[kinds.PathPattern, kinds.Written.ALONE, Doc("SVG path data: `M 0 0 C 5 9 15 9 20 0 Z`.")]
    view: Annotated[tuple[Size, ...], Length(2, 2), Doc("Width and height that the box shows.")] = ()


_Open: TypeAlias = LineElement | PolylineElement | ArrowElement
_Drawn: TypeAlias = _Open | PolygonElement | StarElement | ArcElement | SectorElement | PathElement
DRAWN: Mapping[str, type[LinedElement]] = kinds.name_kinds(get_args(_Drawn), "Element")
