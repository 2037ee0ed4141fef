"""Pages as lists of placed shapes, in millimetres from the top left corner, with y pointing down.

Layout creates pages, back ends draw them, and tests compare them. Pages do not depend on a file format.
Repeated shapes are in one Symbol, which each Use places, so that back ends can also write them only once.
`walk` finds the position of everything that is on a page, without rendering it; a `Viewer` changes its
colours.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import chain
from math import cos, hypot, radians, sin
from typing import Literal, NamedTuple, TypeAlias, TypeVar, cast, get_args

from fontTools.misc.transform import Transform as Matrix

from generator.model.geometry import Point, Rectangle
from generator.model.values import dataclass, field, replace
from generator.model.vision import Rgb, Vision, see
from generator.scene.fonts import Font
from generator.scene.pictures import PictureView, RasterFile

MoveTo: TypeAlias = tuple[Literal["M"], float, float]
LineTo: TypeAlias = tuple[Literal["L"], float, float]
CurveTo: TypeAlias = tuple[Literal["C"], float, float, float, float, float, float]
Close: TypeAlias = tuple[Literal["Z"]]
Segment: TypeAlias = MoveTo | LineTo | CurveTo | Close

Transform: TypeAlias = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f): x' = a x + c y + e, y' = b x + d y + f, in mm, like matrix() in SVG."""
ALL_OF_IT = PictureView()
IDENTITY: Transform = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Colour:
    """An RGB colour: red, green, blue, and opacity from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    @property
    def hex(self) -> str:
        """The colour as `#rrggbb`, without its opacity."""
        red, green, blue = round(self.red * 255), round(self.green * 255), round(self.blue * 255)
        return f"#{red:02x}{green:02x}{blue:02x}"

    @property
    def rgb(self) -> tuple[float, float, float]:
        """Red, green, and blue, without the opacity."""
        return self.red, self.green, self.blue

    @property
    def colours(self) -> tuple["Colour", ...]:
        """The colours of this paint: one."""
        return (self,)

    def mixed(self, other: "Colour", share: float) -> "Colour":
        """Return the opaque colour between this one and another, of which it has a share."""
        pairs = zip(self.rgb, other.rgb, strict=True)
        return Colour(*(one + (another - one) * share for one, another in pairs))

    def mapped(self, change: Callable[["Colour"], "Colour"]) -> "Colour":
        """Return what `change` makes of the colour."""
        return change(self)


BLACK, WHITE = Colour(0.0, 0.0, 0.0), Colour(1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Gradient:
    """Colours that change along a line or, with a radius, from a point to a circle around another point.

    The first and the last colour continue beyond. `transform` maps points of the gradient to the path.
    """

    stops: tuple[tuple[float, Colour], ...]
    """Positions from 0 to 1, ascending, and their colours; at least one."""
    start: tuple[float, float]
    end: tuple[float, float]
    """The middle of the circle of a radial gradient."""
    radius: float = 0.0
    transform: Transform = IDENTITY

    @property
    def alpha(self) -> float | None:
        """The opacity; None if it changes."""
        first, *others = {colour.alpha for colour in self.colours}
        return None if others else first

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours of all stops."""
        return tuple(colour for _, colour in self.stops)

    def mapped(self, change: Callable[[Colour], Colour]) -> "Gradient":
        """Return the gradient with each of its colours changed."""
        return replace(self, stops=tuple((place, change(colour)) for place, colour in self.stops))


Paint: TypeAlias = Colour | Gradient
Cap: TypeAlias = Literal["butt", "round", "square"]
Join: TypeAlias = Literal["miter", "round", "bevel"]
MITER_LIMIT = 10.0
"""Miter limit of most lines, which is PDF's default."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """Line style of a path, with width and dash lengths in mm."""

    colour: Paint
    width: float
    dash: tuple[float, ...] = ()
    cap: Cap = "butt"
    join: Join = "miter"
    phase: float = 0.0
    """Distance into the dashes at which the line begins, in mm."""
    miter_limit: float = MITER_LIMIT
    """How many times its width a pointed corner may be long before it is cut off."""


@dataclass(frozen=True, slots=True)
class Path:
    """An outline that is filled, stroked, or both: first filled, then stroked."""

    segments: tuple[Segment, ...]
    fill: Paint | None = None
    stroke: Stroke | None = None
    even_odd: bool = False

    @property
    def paints(self) -> tuple[Paint, ...]:
        """The paints of the fill and of the line, as far as it has them."""
        both = self.fill, self.stroke and self.stroke.colour
        return tuple(paint for paint in both if paint)


@dataclass(frozen=True, slots=True)
class Glyph:
    """One glyph of a shaped piece of text, in font units with y pointing up."""

    index: int
    advance: int
    dx: int = 0
    dy: int = 0
    cluster: int = 0
    """Index of the first character of this glyph in `ShapedWord.text`."""


@dataclass(frozen=True, slots=True, eq=False)
class ShapedWord:
    """A shaped word or space, also called a piece, with its glyphs in drawing order, left to right.

    The shaper caches pieces: the same word in the same font is the same object. Pieces are compared by
    identity, so that a back end can cache their encoding.
    """

    text: str
    """Text in logical order, even if the glyphs run from right to left."""
    glyphs: tuple[Glyph, ...]
    advance: int
    """Sum of the advances of the glyphs, in font units."""

    @property
    def is_right_to_left(self) -> bool:
        """True if glyphs run against the characters; if this is undecided, the first letter decides."""
        if not self.glyphs:
            return False
        first, last = self.glyphs[0].cluster, self.glyphs[-1].cluster
        if first != last:
            return first > last
        directions = map(unicodedata.bidirectional, self.text)
        return next((direction != "L" for direction in directions if direction in ("L", "R", "AL")), False)


class GlyphRun(NamedTuple):
    """Consecutive pieces with one font, size, and colour on one base line.

    A named tuple is created three times as fast as a dataclass, and every card has a dozen glyph runs.
    """

    font: Font
    size: float
    """Font size in mm."""
    x: float
    y: float
    """Distance of the base line from the top, in mm."""
    pieces: tuple[ShapedWord, ...]
    colour: Colour
    text: str
    """Text for screen readers and for copying, in logical order."""
    spacing: float = 0.0
    """Extra width of each space in a justified line, in mm."""
    tracking: float = 0.0
    """Letter spacing in mm, added after each cluster of glyphs (a letter with its marks)."""
    language: str = ""
    """BCP 47 tag; empty: the language of the document."""
    has_space: bool = False
    """True if a space after it, which is invisible at the end of a line, separates it from the next line."""

    @property
    def has_right_to_left(self) -> bool:
        """True if it has letters that are drawn against the order of the text."""
        return not self.text.isascii() and any(piece.is_right_to_left for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Picture:
    """A raster picture in a box: the box of the complete picture, of which a view may show a part."""

    file: RasterFile
    x: float
    y: float
    width: float
    height: float
    title: str = ""
    view: PictureView = ALL_OF_IT
    is_on_rim: bool = False
    """True for a page of a PDF file around which its rim is drawn, with white below the page."""


@dataclass(frozen=True, slots=True)
class Region:
    """Place at which people point, write, or place pieces, by its names in the data of the game."""

    area: str
    """Id of an area of a board or a section of a sheet, or the side of a card: `front`, `back`."""
    place: str
    """Id of a place, a square, or a card; empty: the area itself."""
    box: tuple[float, float, float, float]
    """(left, top, right, bottom) in the coordinates inside the group."""


LINK, TARGET = "#link", "#target"
"""Areas of regions that are links of a booklet, and the places to which links lead."""


Tag: TypeAlias = Literal["", "h1", "h2", "h3", "p", "li", "lbl", "toci", "tr", "th", "td", "figure", "more"]
"""Role of a group in the text of a page: a heading, a paragraph, an item of a list and its label, an entry of
contents, a row of a table and its cells, a figure, or more of the text before it. Adjacent items are a list,
entries contents, rows a table.
"""


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together: a layer or a part of the page.

    `shapes` may be a sequence that creates them on demand, as for cards. `name` is the name of the group in
    SVG. `title` describes a drawing without text (a die face, an icon) to screen readers. `clip` uses the
    coordinates inside the group.
    """

    shapes: Sequence["Shape"]
    name: str = ""
    title: str = ""
    transform: Transform = IDENTITY
    clip: Path | None = None
    opacity: float = 1.0
    """Opacity of the group as a whole: what its shapes cover of each other stays covered."""
    tag: Tag = ""
    """For readers of text, such as screen readers; what is not in a group with a tag is decoration."""
    region: Region | None = None
    """The place of the data that it shows."""

    @property
    def is_only_tagged(self) -> bool:
        """True if the group has a tag and nothing that can be seen."""
        return bool(self.tag) and self == Group(self.shapes, tag=self.tag)


@dataclass(frozen=True, slots=True, eq=False)
class Symbol:
    """Shapes that are drawn once and used several times; compared by identity."""

    name: str
    shapes: tuple["Shape", ...]
    box: tuple[float, float, float, float]
    """(left, top, right, bottom) in the symbol's own coordinates; nothing is drawn outside."""


@dataclass(frozen=True, slots=True)
class Use:
    """A symbol placed on the page."""

    symbol: Symbol
    transform: Transform = IDENTITY
    title: str = ""


Shape: TypeAlias = Path | GlyphRun | Picture | Group | Use
TextShape: TypeAlias = GlyphRun | Use | Path | Group
"""Letters, icons, and lines under or through them; or a group of these with narrower letters."""


@dataclass(frozen=True, slots=True)
class Mask:
    """A picture that is drawn in full and then cut out, which takes less time than to draw it in a clip."""

    outline: Shape
    """A white shape, outside of which a raster file is transparent."""
    shapes: tuple[Shape, ...]
    """The shapes of the page without their clip."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormField:
    """A place of a page that people fill in on the screen: with a text or, if it has a state, by a check.

    Several with the same name are one field, of which at most one is checked.
    """

    name: str
    box: tuple[float, float, float, float]
    """(left, top, right, bottom) in mm."""
    label: str
    """Text for people who do not see the page, also shown under the pointer."""
    font: Font
    colour: Colour
    state: str = ""
    """Name of the checked state; empty: it is a text."""
    value: str = ""
    size: float = 0.0
    """Font size in mm; 0: as large as fits."""
    longest: int = 0
    """Maximum number of characters; 0: any."""
    is_centred: bool = False
    is_from_right: bool = False
    """True for a text that begins at the right edge, as in Arabic."""
    shapes: tuple[Shape, ...] = ()
    """How the check or the value looks, in mm from the top left corner of the box."""
    ground: tuple[Shape, ...] = ()
    """Shapes below its contents, drawn alone if it is empty."""
    line: Colour | None = None
    """Colour of the line around a text, through which the page is seen; None: there is no line."""


@dataclass(frozen=True, slots=True)
class Link:
    """A place of a page that leads to another place of the document."""

    box: tuple[float, float, float, float]
    """(left, top, right, bottom) in mm."""
    target: str
    words: str
    """Text of the link."""


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet of paper."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    """Layers and other shapes, from back to front."""
    label: str = ""
    """Label of the page within its document."""
    trim: tuple[float, float, float, float] | None = None
    """(left, top, right, bottom) in mm; None: the whole page."""
    bleed: tuple[float, float, float, float] | None = None
    pixels: tuple[int, int] | None = None
    """Width and height of raster files; None: from their resolution."""
    is_clear: bool = False
    """True if raster files are transparent where nothing is drawn."""
    cut: tuple[Group, ...] = ()
    """Layers `cut` and `fold` with a path for each piece, for cutting machines: they are not on the page."""
    mask: Mask | None = None
    """How raster files of the page are cut out; None: by the clips of its shapes."""
    fields: tuple[FormField, ...] = ()
    """Fields to fill in on the screen, in the order of the tab key; only PDF files have them."""
    links: tuple[Link, ...] = ()
    """Links to targets of any page, in reading order; only PDF files have them."""
    targets: Mapping[str, float] = field(default_factory=dict)
    """Distance from the top in mm, by the name of the target."""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline that a PDF viewer shows beside the pages."""

    title: str
    page: int
    """Page index, starting at 0."""
    level: int = 0


@dataclass(frozen=True, slots=True)
class Document:
    """The pages of one file, and its metadata."""

    pages: tuple[Page, ...]
    title: str
    language: str
    """BCP 47 tag, such as `en` or `es`."""
    author: str = ""
    subject: str = ""
    keywords: tuple[str, ...] = ()
    bookmarks: tuple[Bookmark, ...] = ()
    duplex: Literal["", "long", "short"] = ""
    """The edge over which the printer flips the paper; empty: one side only."""


def translation(x: float, y: float) -> Transform:
    """Return the transform that moves the origin to a point."""
    return (1.0, 0.0, 0.0, 1.0, x, y)


def scaling(scale: float, x: float = 0.0, y: float = 0.0) -> Transform:
    """Return the transform that scales and moves the origin to a point."""
    return (scale, 0.0, 0.0, scale, x, y)


def rotation(degrees: float, x: float, y: float) -> Transform:
    """Return the clockwise rotation around a point."""
    across, along = cos(radians(degrees)), sin(radians(degrees))
    return (across, along, -along, across, x - x * across + y * along, y - x * along - y * across)


def half_turn(width: float, height: float) -> Transform:
    """Return the rotation by 180 degrees of a box of this size, in its place."""
    return (-1.0, 0.0, 0.0, -1.0, width, height)


def measure_least_scale(transform: Transform) -> float:
    """Return by how much a transform enlarges at least, in any of its two directions."""
    if transform[:4] == IDENTITY[:4]:
        return 1.0
    a, b, c, d, _, _ = transform
    return min(hypot(a, b), hypot(c, d))


def shift(transform: Transform, x: float, y: float) -> Transform:
    """Return the transform followed by a translation."""
    a, b, c, d, e, f = transform
    return (a, b, c, d, e + x, f + y)


def compose_transforms(outer: Transform, inner: Transform) -> Transform:
    """Return the transform that applies first `inner`, then `outer`, as for nested groups."""
    a, b, c, d, _, _ = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, *move_point(outer, k, m))


def move_point(transform: Transform, x: float, y: float) -> tuple[float, float]:
    """Map a point from the coordinates of a shape to the page."""
    a, b, c, d, e, f = transform
    return a * x + c * y + e, b * x + d * y + f


def invert(transform: Transform) -> Transform:
    """Return the transform from the page to a shape; raises ZeroDivisionError if the shape is flattened."""
    inverse: Transform = Matrix(*transform).inverse()
    return inverse


def move_segments(transform: Transform, segments: Iterable[Segment]) -> tuple[Segment, ...]:
    """Map an outline from the coordinates of a shape to the page."""
    moved: list[tuple[object, ...]] = []
    a, b, c, d, e, f = transform
    for command, *numbers in cast("Iterable[tuple[str, *tuple[float, ...]]]", segments):
        for index in range(0, len(numbers), 2):
            x, y = numbers[index : index + 2]
            numbers[index : index + 2] = a * x + c * y + e, b * x + d * y + f
        moved.append((command, *numbers))
    return cast("tuple[Segment, ...]", tuple(moved))


AnyShape = TypeVar("AnyShape", bound=Shape)


class Placed(NamedTuple):
    """A shape with its transform and the groups around it."""

    shape: Shape
    transform: Transform
    """Transform from the shape's coordinates to the page; for a group or symbol, from its inner coordinates.
    """
    around: tuple["Placed", ...]
    """The enclosing groups and symbols, the outermost first."""

    @property
    def groups(self) -> tuple[str, ...]:
        """Names of the enclosing groups."""
        return tuple(one.shape.name for one in self.around if isinstance(one.shape, Group))


def walk(
    shapes: Iterable[Shape],
    *,
    by: Transform = IDENTITY,
    around: tuple[Placed, ...] = (),
    symbols: bool = True,
) -> Iterator[Placed]:
    """Yield every shape in drawing order, groups and uses before their contents.

    Without `symbols`, uses are not opened.
    """
    for shape in shapes:
        if not isinstance(shape, Group | Use):
            yield Placed(shape, by, around)
            continue
        placed = Placed(shape, compose_transforms(by, shape.transform), around)
        yield placed
        if symbols or isinstance(shape, Group):
            inner = shape.shapes if isinstance(shape, Group) else shape.symbol.shapes
            yield from walk(inner, by=placed.transform, around=(*around, placed), symbols=symbols)


def thicken_lines(shapes: Iterable[Shape], least: float, *, scale: float = 1.0) -> tuple[Shape, ...]:
    """Return shapes that are drawn at a scale, with lines of at least `least` mm there."""
    changed: dict[tuple[int, float], Symbol] = {}

    def change(shape: Shape, scale: float) -> Shape:
        if isinstance(shape, Group):
            inner = scale * measure_least_scale(shape.transform)
            return replace(shape, shapes=tuple(change(each, inner) for each in shape.shapes))
        if isinstance(shape, Use):
            inner = scale * measure_least_scale(shape.transform)
            symbol = shape.symbol
            if (key := (id(symbol), round(inner, 4))) not in changed:
                drawn = tuple(change(each, inner) for each in symbol.shapes)
                changed[key] = replace(symbol, shapes=drawn)
            return replace(shape, symbol=changed[key])
        if isinstance(shape, Path) and shape.stroke and scale and 0 < shape.stroke.width * scale < least:
            return replace(shape, stroke=replace(shape.stroke, width=least / scale))
        return shape

    return tuple(change(each, scale) for each in shapes)


def list_all(kind: type[AnyShape], shapes: Iterable[Shape], *, symbols: bool = True) -> Iterator[AnyShape]:
    """Yield all shapes of one type, at any depth."""
    for placed in walk(shapes, symbols=symbols):
        if isinstance(placed.shape, kind):
            yield placed.shape


def find_words(shapes: Iterable[Shape]) -> str:
    """Return the texts of a drawing in drawing order, or titles where there are some, in one line.

    An icon beside a text that is its title is read once.
    """
    texts = [*_list_words(shapes)]
    said = {text.casefold() for text, is_title in texts if not is_title}
    read = (text for text, is_title in texts if not (is_title and text.casefold() in said))
    return " ".join(" ".join(read).split())


def _list_words(shapes: Iterable[Shape]) -> Iterator[tuple[str, bool]]:
    """Yield each text, with True for a title."""
    for shape in shapes:
        if isinstance(shape, GlyphRun):
            yield shape.text, False
        elif isinstance(shape, Group | Use | Picture) and shape.title:
            yield shape.title, True
        elif isinstance(shape, Group):
            yield from _list_words(shape.shapes)
        elif isinstance(shape, Use):
            yield from _list_symbol_words(shape.symbol)


@lru_cache(512)
def _list_symbol_words(symbol: Symbol) -> tuple[tuple[str, bool], ...]:
    return tuple(_list_words(symbol.shapes))


def reads_as_language(words: str) -> bool:
    """Return True for a text that describes a drawing: at least half are letters, and not one word again."""
    letters = [word for word in words.casefold().split() if any(map(str.isalpha, word))]
    is_monotonous = len(letters) > 2 and len({*letters}) == 1
    return 2 * sum(map(str.isalpha, words)) >= len(words) > 0 and not is_monotonous


class PrintedSpot(NamedTuple):
    """A place and its box on the page, in mm from the top left corner."""

    area: str
    place: str
    box: Rectangle


def list_spots(page: Page) -> Iterator[PrintedSpot]:
    """Yield the places of a page, from back to front; those inside of others come after them."""
    for placed in walk(page.shapes):
        if isinstance(placed.shape, Group) and (region := placed.shape.region):
            yield PrintedSpot(region.area, region.place, move_box(placed.transform, region.box))


def move_box(transform: Transform, box: Sequence[float]) -> Rectangle:
    """Return the box around a box that is moved by a transform."""
    a, b, c, d, e, f = transform
    left, top, right, bottom = box
    if not b and not c:
        # Nearly all boxes are not turned.
        x1, x2, y1, y2 = a * left + e, a * right + e, d * top + f, d * bottom + f
        return Rectangle(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
    corners = (left, top), (right, top), (right, bottom), (left, bottom)
    return Rectangle.around([(a * x + c * y + e, b * x + d * y + f) for x, y in corners])


Extent: TypeAlias = tuple[float, float, float, float]
"""(left, top, right, bottom)"""


def measure_bounds(shapes: Iterable[Shape]) -> Rectangle:
    """Return a box that contains everything that is drawn, also outside of clips; zeros for nothing."""
    points = [
        move_point(transform, x, y)
        for shape, transform, _ in walk(shapes, symbols=False)
        if not isinstance(shape, Group)
        for x, y in measure_box(shape).corners
    ]
    return Rectangle.around(points or [(0.0, 0.0)])


def measure_visible_bounds(shapes: Iterable[Shape]) -> Rectangle:
    """Return a box around what is visible, or around the clip of a group that has one; zeros for nothing."""
    points = [point for shape in shapes for point in _list_corners(shape, IDENTITY)]
    return Rectangle.around(points or [(0.0, 0.0)])


def _list_corners(shape: Shape, by: Transform) -> list[Point]:
    if isinstance(shape, Group):
        inner = compose_transforms(by, shape.transform)
        shown = (shape.clip,) if shape.clip else shape.shapes
        return [point for one in shown for point in _list_corners(one, inner)]
    move = compose_transforms(by, shape.transform) if isinstance(shape, Use) else by
    return [move_point(move, *corner) for corner in measure_box(shape).corners]


def measure_box(shape: Path | GlyphRun | Picture | Use) -> Rectangle:
    """Return a box that contains a shape, in its own coordinates; for a use, in those of its symbol."""
    if isinstance(shape, Use):
        return Rectangle(*shape.symbol.box)
    if isinstance(shape, Picture):
        left, top, right, bottom = shape.view.part
        x, y, width, height = shape.x, shape.y, shape.width, shape.height
        return Rectangle(x + left * width, y + top * height, x + right * width, y + bottom * height)
    if isinstance(shape, GlyphRun):
        em = shape.size / shape.font.units_per_em
        top, bottom = shape.y - shape.font.ascent * em, shape.y - shape.font.descent * em
        return Rectangle(shape.x, top, shape.x + measure_run(shape), bottom)
    numbers = [*chain.from_iterable([segment[1:] for segment in shape.segments])] or [0.0, 0.0]
    across, down = numbers[::2], numbers[1::2]
    grow = 0.0
    if shape.stroke is not None:
        has_corners = shape.stroke.join == "miter" and len(shape.segments) > 2
        limit = max(MITER_LIMIT, shape.stroke.miter_limit)
        grow = shape.stroke.width * (limit / 2 if has_corners else 0.75)
    return Rectangle(min(across) - grow, min(down) - grow, max(across) + grow, max(down) + grow)


def measure_run(run: GlyphRun) -> float:
    """Return the distance from the start of a run to the start of the next, in mm."""
    em = run.size / run.font.units_per_em
    width = sum(piece.advance for piece in run.pieces) * em
    if run.spacing:
        width += run.spacing * sum(piece.text.isspace() for piece in run.pieces)
    if run.tracking:
        width += run.tracking * sum(len({glyph.cluster for glyph in piece.glyphs}) for piece in run.pieces)
    return width


def ink_of(run: GlyphRun) -> Rectangle:
    """Return the box of a run from the base line to the height of its capitals, without descenders."""
    em = run.size / run.font.units_per_em
    width = sum(piece.advance for piece in run.pieces) * em
    return Rectangle(run.x, run.y - run.font.cap_height * em, run.x + width, run.y)


def place_glyphs(run: GlyphRun) -> Iterator[tuple[ShapedWord, Glyph, float]]:
    """Yield each glyph with its piece and the position of the pen, in font units from the start of a run."""
    scale = run.size / run.font.units_per_em
    tracking, spacing = run.tracking / scale, run.spacing / scale
    pen = 0.0
    for piece in run.pieces:
        cluster = None
        for glyph in piece.glyphs:
            if tracking and cluster not in (None, glyph.cluster):
                pen += tracking
            cluster = glyph.cluster
            yield piece, glyph, pen
            pen += glyph.advance
        if piece.glyphs:
            pen += tracking
        if spacing and piece.text.isspace():
            pen += spacing


def outline_run(run: GlyphRun) -> tuple[Segment, ...]:
    """Return the outlines of all glyphs of a run, in mm."""
    scale = run.size / run.font.units_per_em
    segments: list[tuple[str | float, ...]] = []
    for _, glyph, pen in place_glyphs(run):
        x, y = run.x + (pen + glyph.dx) * scale, run.y - glyph.dy * scale
        outline = cast("Iterable[tuple[str, *tuple[float, ...]]]", run.font.outline(glyph.index))
        for command, *numbers in outline:
            moved = [
                y - number * scale if index % 2 else x + number * scale
                for index, number in enumerate(numbers)
            ]
            if command == "Q":
                # A quadratic curve as a cubic one.
                ends = [*map(float, segments[-1][-2:]), *moved[2:]]
                command = "C"
                moved = [(end + 2 * moved[index % 2]) / 3 for index, end in enumerate(ends)] + moved[2:]
            segments.append((command, *moved))
    return cast("tuple[Segment, ...]", tuple(segments))


def has_clear_shape(shapes: Iterable[Shape], *, dpi: float, by: Transform = IDENTITY) -> bool:
    """Return True if there is transparency at any depth; `by` maps shapes to the page."""
    return any(is_clear_shape(shape, by=around, dpi=dpi) for shape, around, _ in walk(shapes, by=by))


def is_clear_shape(shape: Shape, *, dpi: float, by: Transform = IDENTITY) -> bool:
    """Return True for a shape with transparency, but not for a group or a use that only contains some.

    Pictures are decoded as they are embedded at a resolution, since many have an opacity that hides nothing.
    """
    match shape:
        case Group():
            return shape.opacity < 1
        case Path():
            return any(paint.alpha != 1 for paint in shape.paints)
        case GlyphRun():
            return shape.colour.alpha < 1
        case Use():
            return False
    pixels = measure_least_scale(by) * dpi / 25.4
    plan = shape.file.plan(shape.view, shape.width * pixels, shape.height * pixels, splits=True)
    return bool(shape.file.embed(plan, splits=True).alpha)


LIGHT = "light"
"""Look of photographs that save ink."""
_LEFT = 0.35
"""Share of the ink that a light picture has."""


def _lighten(colour: Rgb) -> Rgb:
    red, green, blue = (1 - (1 - part) * _LEFT for part in colour)
    return red, green, blue


LOOKS: Mapping[str, Callable[[Rgb], Rgb]] = {
    LIGHT: _lighten,
    **{vision: partial(see, vision=vision) for vision in get_args(Vision)},
}
"""Changes of colours by name, which pictures have, too."""


class Viewer:
    """Changes the colours of pages to those that somebody sees.

    A symbol is changed once for all pages, so that back ends still write it only once.
    """

    def __init__(self, vision: Vision) -> None:
        self._vision = vision
        self._see = cache(lambda colour: Colour(*see(colour.rgb, vision), colour.alpha))
        self._change_symbol = cache(self._make_symbol)

    def view(self, document: Document) -> Document:
        """Return the pages in other colours."""
        pages = (replace(page, shapes=tuple(map(self._change, page.shapes))) for page in document.pages)
        return replace(document, pages=tuple(pages))

    def _change(self, shape: Shape) -> Shape:
        match shape:
            case GlyphRun():
                return shape._replace(colour=self._see(shape.colour))
            case Group():
                return replace(shape, shapes=tuple(map(self._change, shape.shapes)))
            case Use():
                return replace(shape, symbol=self._change_symbol(shape.symbol))
            case Picture():
                looks = (*shape.view.looks, self._vision)
                return replace(shape, view=shape.view._replace(looks=looks))
        stroke = shape.stroke and replace(shape.stroke, colour=shape.stroke.colour.mapped(self._see))
        return replace(shape, fill=shape.fill and shape.fill.mapped(self._see), stroke=stroke)

    def _make_symbol(self, symbol: Symbol) -> Symbol:
        return replace(symbol, shapes=tuple(map(self._change, symbol.shapes)))
