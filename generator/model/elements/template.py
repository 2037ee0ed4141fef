"""Templates of cards, tokens, backs: elements in boxes, drawn from back to front.

Strings of an element may contain fields of the piece in braces: `{name}`, and `{item}` or `{item.name}`
inside a repeated element. Readers resolve `extends`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import KW_ONLY
from functools import cached_property
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

from generator.errors import Wrong
from generator.model.elements import blocks, boxes
from generator.model.elements.areas import (
    NOWHERE,
    BoxArea,
    FieldShape,
    GridArea,
    MapArea,
    Track,
    TrackArea,
)
from generator.model.elements.blocks import FIGURES, Flow
from generator.model.elements.boxes import (
    OR_WHOLE,
    WHOLE,
    Anchor,
    Boxed,
    BoxedElement,
    Locals,
    MeasureText,
    OverText,
)
from generator.model.elements.squares import (
    PLAIN_GRID,
    Legend,
    Naming,
    Places,
    SquareCell,
    name_lines,
    parse_squares,
)
from generator.model.language import kinds
from generator.model.language.expressions import Field, Pattern
from generator.model.language.kinds import ColourPattern, Doc, Edge, Key, Length, Size, Switch, Text, Written
from generator.model.values import dataclass, field, replace

_CENTRE = boxes.Measure(part=0.5)


@dataclass(frozen=True, slots=True)
class GradientFill:
    """Colours that change along a line, or from the middle outwards."""

    colours: Annotated[tuple[ColourPattern, ...], Length(2, 16), Doc("Colours at equal distances.")] = ()
    start: Annotated[ColourPattern, Key("from"), Doc("First colour, instead of `colours`.")] = ""
    end: Annotated[ColourPattern, Key("to"), Doc("Last colour.")] = ""
    via: Annotated[ColourPattern, Doc("Colour halfway.")] = ""
    kind: Annotated[Literal["linear", "radial"], Doc("Along a line, or around the middle.")] = "linear"
    angle: Annotated[kinds.AnglePattern, Doc("Direction: 0 to the right, 90 down.")] = "0"
    at: Annotated[Anchor, Doc("Middle of a radial gradient.")] = (_CENTRE, _CENTRE)

    @property
    def stops(self) -> tuple[str, ...]:
        """The colours from the first to the last."""
        return self.colours or (self.start, *filter(None, (self.via,)), self.end)

    def find_problems(self) -> Iterator[Wrong]:
        given = {"from": self.start, "via": self.via, "to": self.end}
        for key, value in given.items():
            if self.colours and value:
                yield Wrong("has `colours`, too", "write `colours: [...]`, or `from` and `to`", key=key)
            elif not (self.colours or value or key == "via"):
                yield Wrong(f"`{key}` is missing", f"add `{key}: ...`, or write `colours: [red, gold, blue]`")


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

    start: Annotated[Anchor, Key("from"), Doc("Beginning.")]
    end: Annotated[Anchor, Key("to"), Doc("End.")]


_POINTS = Length(2, 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class PolylineElement(LinedElement):
    """A line through several points."""

    points: Annotated[tuple[Anchor, ...], Written.ALONE, _POINTS, Doc("Positions in the box.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrowElement(PolylineElement):
    """A line through points, with a head at its end."""

    head: Annotated[Edge, Doc("Length of the head; by default, 5 times the width of the line.")] = 0.0
    heads: Annotated[Literal["end", "start", "both"], Doc("Ends that have heads.")] = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class PolygonElement(FilledElement):
    """A regular polygon in the ellipse of its box, or a polygon through points."""

    sides: Annotated[kinds.Count, Doc("Number of sides if it is regular; a corner is at the top.")] = 0
    points: Annotated[tuple[Anchor, ...], _POINTS, Doc("Corners, as positions in the box.")] = ()

    def find_problems(self) -> Iterator[Wrong]:
        yield from FilledElement.find_problems(self)
        if bool(self.points) == (self.sides > 2):
            yield Wrong("needs either `points` or at least 3 `sides`", "such as `sides: 6`")


@dataclass(frozen=True, slots=True, kw_only=True)
class StarElement(FilledElement):
    """A star in the ellipse of its box."""

    points: Annotated[kinds.Positive, Doc("Number of points; the first is at the top.")] = 5
    inner: Annotated[kinds.Fraction, Doc("Distance of the inner corners from the middle, as a share.")] = (
        0.382
    )


_FROM = Doc("Beginning in degrees, clockwise from the top.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArcElement(LinedElement):
    """A part of the ellipse in a box."""

    start: Annotated[kinds.Number, Key("from"), _FROM] = 0.0
    end: Annotated[kinds.Number, Key("to"), Doc("End in degrees.")] = 180.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SectorElement(FilledElement):
    """A slice of the ellipse in a box, or of a ring."""

    start: Annotated[kinds.Number, Key("from"), _FROM] = 0.0
    end: Annotated[kinds.Number, Key("to"), Doc("End in degrees.")] = 90.0
    inner: Annotated[kinds.Fraction, Doc("Radius of the hole, as a share.")] = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PathElement(FilledElement):
    """An outline of SVG path data, in mm from the top left corner of its box."""

    data: Annotated[kinds.PathPattern, Written.ALONE, Doc("SVG path data: `M 0 0 C 5 9 15 9 20 0 Z`.")]
    view: Annotated[tuple[Size, ...], Length(2, 2), Doc("Width and height that the box shows.")] = ()


_Open: TypeAlias = LineElement | PolylineElement | ArrowElement
_Drawn: TypeAlias = _Open | PolygonElement | StarElement | ArcElement | SectorElement | PathElement
DRAWN: Mapping[str, type[LinedElement]] = kinds.name_kinds(get_args(_Drawn), "Element")

PATTERNS: Mapping[str, float] = {
    "stripes": 2.4, "dots": 2.6, "checks": 4.0, "waves": 4.0, "bricks": 5.0,
    "rings": 3.6, "hexagons": 4.2, "crosses": 3.6, "scales": 5.0, "hatches": 1.5, "grid": 5.0, "stars": 3.0,
    "rays": 20.0, "halftone": 3.4, "grain": 1.6,
}  # fmt: skip
"""Patterns over the fill of a panel, with the distance in mm after which each repeats by default."""


@dataclass(frozen=True, slots=True)
class Ground(boxes.AnyElement):
    """The whole piece in one colour, including the bleed."""

    fill: Annotated[ColourPattern, Written.ALONE, Doc("Colour.")]


_SHAPES = f"{', '.join(kinds.SHAPES)}; cells: `XX./.XX`; or SVG path data in mm"

_Side: TypeAlias = Literal["left", "top", "right", "bottom"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelElement(FilledElement):
    """A shape with a fill, a pattern over the fill, an outline, or several of these."""

    shape: Annotated[kinds.ShapePattern, Doc(f"Shape: {_SHAPES}.")] = "rectangle"
    corner: Annotated[
        kinds.Corner | None,
        Doc(
            "Radius of the corners: `3 mm`, or `20%` of the shorter side. By default, a frame follows the "
            "corners of the panel or piece around it."
        ),
    ] = None
    line: Annotated[Edge, Doc("Width of the outline; 0.4 mm if it is double.")] = 0.0
    double: Annotated[Switch, Doc("Draw a thin second line, 0.9 mm inside of the outline.")] = False
    sides: Annotated[tuple[_Side, ...], Doc("Sides of a rectangle that have a line; by default, all.")] = ()
    pattern: Annotated[kinds.PatternName, Doc(f"Pattern over the fill: {', '.join(PATTERNS)}.")] = ""
    pattern_colour: Annotated[ColourPattern, Doc("Colour of the pattern.")] = ""
    pattern_size: Annotated[Edge, Doc("Distance after which the pattern repeats.")] = 0.0
    pattern_angle: Annotated[kinds.Number, Doc("Clockwise rotation of the pattern, in degrees.")] = 0.0

    def find_problems(self) -> Iterator[Wrong]:
        if not self.pattern:
            yield from FilledElement.find_problems(self)
        if self.stroke and not self.line and not self.double:
            yield Wrong("has no width", "add `line: 0.3 mm`", key="stroke")
        if self.double and not self.stroke:
            yield Wrong("has no colour", "add `stroke: ...`", key="double")
        if self.double and (self.sides or self.pattern):
            other = "sides" if self.sides else "pattern"
            yield Wrong(f"has `{other}`, too", "draw two panels", key="double")
        if self.pattern and not self.pattern_colour:
            yield Wrong("has no colour", "add `pattern_colour: ...`", key="pattern")


@dataclass(frozen=True, slots=True)
class WordsElement(BoxedElement, boxes.LetteredElement):
    """Text in a box, from the wording or given directly; it is set smaller until it fits."""

    box: Boxed
    role: Annotated[kinds.RolePattern, Doc("Role of type in the theme.")] = "body"
    say: Annotated[kinds.WordsPattern, Doc("Wording key, which may contain fields: `card.{id}`.")] = ""
    text: Annotated[kinds.TextPattern, Doc("The text itself, which may contain fields: `{population}`.")] = ""
    align: Annotated[kinds.Aligned, Doc("Alignment of the lines.")] = "start"
    upright: Annotated[kinds.Upright, Doc("Vertical alignment in the box.")] = "top"
    colour: Annotated[ColourPattern, Doc("Colour; by default, that of the role.")] = ""
    stroke: Annotated[ColourPattern, Doc("Colour of a line around the letters.")] = ""
    line: Annotated[Size, Doc("Width of the line around the letters.")] = 0.3
    scrim: Annotated[
        ColourPattern, Doc("Colour of a soft band behind text over a picture, across what is around it.")
    ] = ""
    along: Annotated[
        kinds.AlongPattern,
        Doc("Path of a single line, in mm from the top left corner of the box; or degrees of an arc: `90`."),
    ] = ""
    lines: Annotated[kinds.Count, Doc("Maximum number of lines; 0: as many as fit.")] = 0
    over: Annotated[Switch, Doc("Allow its box to overlap that of another text.")] = False
    grouped: Annotated[Switch, Doc("Group the digits of numbers of five or more digits in fields.")] = False
    hyphenate: Annotated[
        Switch | None,
        Doc("Break words where the language allows it; by default, in five lines or more of long words."),
    ] = None
    direction: Annotated[
        kinds.TextDirection, Doc("Direction of reading; `auto`: that of the deck, or of the letters.")
    ] = "auto"
    alike: Annotated[Text, Doc("Name of a group of texts that all get the smallest of their sizes.")] = ""

    find_problems = blocks.find_words_problems


_Missing: TypeAlias = Literal["error", "nothing", "placeholder"]


@dataclass(frozen=True, slots=True)
class IconElement(BoxedElement):
    """An icon, as large as fits in its box."""

    box: Boxed
    icon: Annotated[kinds.IconPattern, Doc("Name of the icon.")]
    colour: Annotated[ColourPattern, Doc("Colour; by default `ink`, or the icon's own if several.")] = ""
    stroke: Annotated[ColourPattern, Doc("Colour of the outline.")] = ""
    line: Annotated[Size, Doc("Width of the outline.")] = 0.2
    missing: Annotated[_Missing, Doc("Drawn instead if there is no such icon.")] = "error"


WITHOUT = "#-"
"""Separator between the name of a picture and the parts that are left out."""
_Fit: TypeAlias = Literal["contain", "cover", "stretch"]
_Crop: TypeAlias = tuple[kinds.Percent, kinds.Percent, kinds.Percent, kinds.Percent]


@dataclass(frozen=True, slots=True)
class PictureElement(BoxedElement):
    """A picture from the game's folder: SVG, JPEG, PNG, WebP, AVIF, GIF, TIFF, BMP, or a page of a PDF."""

    old_keys: ClassVar[Mapping[str, str]] = {"own_bleed": "art_bleed"}

    file: Annotated[kinds.FilePattern, Doc("File in the game's folder; nothing if the name is empty.")]
    box: Annotated[Boxed, OR_WHOLE] = WHOLE
    fit: Annotated[_Fit, Doc("Show the whole picture, fill the box, or distort.")] = "contain"
    focus: Annotated[
        kinds.FocusPattern, Doc("Point that stays in view with `cover`: `top`, `left bottom`, `30% 20%`.")
    ] = "middle"
    crop: Annotated[_Crop, Doc("Cut off at left, top, right, and bottom: `10%` each.")] = (0.0, 0.0, 0.0, 0.0)
    flip: Annotated[Literal["horizontal", "vertical"] | None, Doc("Mirror the picture.")] = None
    tint: Annotated[ColourPattern, Doc('Colour for all tones of the picture; `"#000000"`: grey.')] = ""
    missing: Annotated[_Missing, Doc("Drawn instead if the file is missing, or cannot be read.")] = "error"
    recolour: Annotated[
        Mapping[kinds.ColourLiteral, ColourPattern],
        Doc('New colours of shapes in an SVG file: `{"#ff0000": "{colour}"}`.'),
    ] = field(default_factory=dict, hash=False)
    bleed: Annotated[
        Literal["mirror", "extend"] | None,
        Doc("Fill the bleed with a mirror image or the stretched edges of the picture."),
    ] = None
    frame: Annotated[
        Edge,
        Doc("Draw it as a frame of nine parts: size of its corners; its sides and its middle are stretched."),
    ] = 0.0
    frame_part: Annotated[
        kinds.Percent, Doc("Size of these corners in the file, as a part of its shorter side.")
    ] = 0.3
    art_bleed: Annotated[
        Edge | None,
        Doc(
            "Bleed in the file, on all sides, which is printed beyond the cut; by default, that of the deck."
        ),
    ] = None
    without: Annotated[
        tuple[kinds.PlainPattern, ...],
        Doc("Ids or labels of parts of an SVG file that are not drawn: `[shadow, layer_{kind}]`."),
    ] = ()

    def name_drawn(self, file: str, fields: Mapping[str, Field]) -> str:
        """Return the name of a file with the parts to leave out; raises as `Pattern.fill` does."""
        names = [Pattern(name).fill(fields) for name in self.without] if file else []
        return file + "".join(f"{WITHOUT}{name}" for name in names if name)

    def find_problems(self) -> Iterator[Wrong]:
        left, top, right, bottom = self.crop
        if left + right >= 1 or top + bottom >= 1:
            yield Wrong("leaves nothing of the picture", "less than 100 % together", key="crop")
        if self.bleeds and self.bleed:
            yield Wrong("`bleeds` makes the picture larger", "write `bleeds` or `bleed`", key="bleed")
        if self.bleeds and self.art_bleed:
            yield Wrong("`bleeds` makes the picture larger", "leave out `bleeds`", key="art_bleed")
        if self.frame and not 0 < self.frame_part < 0.5:
            yield Wrong("leaves nothing between the corners", "less than 50 %", key="frame_part")


@dataclass(frozen=True, slots=True)
class RepeatElement(BoxedElement):
    """Elements drawn once for each item of a list, in cells side by side or one below the other."""

    box: Boxed
    over: Annotated[
        OverText, Doc("Field that is a list or a number, range such as `1..6` or `A..F`, or expression.")
    ]
    draw: Annotated[
        "Elements",
        Doc("Elements of a cell; boxes are relative to it, `{item}` is the item, `{index}` its number."),
    ]
    direction: Annotated[
        Literal["row", "column", "turn"],
        Doc("Direction of the cells; `turn`: each is the box, turned further around its middle."),
    ] = "row"
    around: Annotated[kinds.ShapePattern, Doc("Shape with cells at its corners, or along an ellipse.")] = ""
    cell: Annotated[MeasureText, Doc("Width of cells in a row, height in a column; 0: square.")] = boxes.ZERO
    gap: Annotated[Edge, Doc("Distance between cells.")] = 1.0
    align: Annotated[boxes.Sideways, Doc("Alignment of the cells in the box.")] = "start"
    lines: Annotated[kinds.Positive, Doc("Maximum number of rows or columns of cells in the box.")] = 1
    shrinks: Annotated[Switch, Doc("Draw cells smaller until they fit.")] = False

    def find_cell(self, width: float, height: float) -> tuple[float, float]:
        """Return the width and height of a cell in a box."""
        if self.around or self.direction == "turn":
            side = self.cell.within(width) or width / 5
            return (side, side) if self.around else (width, height)
        is_row = self.direction == "row"
        length, across = (width, height) if is_row else (height, width)
        depth = (across - self.gap * (self.lines - 1)) / self.lines
        cell = self.cell.within(length) or depth
        return (cell, depth) if is_row else (depth, cell)


@dataclass(frozen=True, slots=True)
class GroupElement(BoxedElement):
    """Elements that are moved, turned, cut off, or faded together."""

    draw: Annotated["Elements", Written.ALONE, Doc("Elements; their boxes are within the box of the group.")]
    box: Annotated[Boxed, OR_WHOLE] = WHOLE


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankElement(BoxedElement):
    """A place to write in, in forms and on screens; nothing is drawn."""

    id: Annotated[kinds.Id, Doc("Id of the place; `name` is the place for the name of the player.")]
    box: Annotated[Boxed, OR_WHOLE] = WHOLE
    title: Annotated[kinds.Title, Doc("Its name for screen readers; by default, its id.")] = ""


@dataclass(frozen=True, slots=True)
class TurnedElement(boxes.AnyElement):
    """Elements turned by 180 degrees around the middle of the piece."""

    draw: Annotated["Elements", Written.ALONE, Doc("Elements.")]


@dataclass(frozen=True, slots=True)
class PartElement(boxes.AnyElement):
    """The elements of a part, drawn like those around them, where its call has `each`, `let`, or `when`."""

    draw: Annotated["Elements", Written.NEVER, Doc("Elements.")]

    @property
    def is_scope(self) -> bool:
        """True if its elements have other fields than the elements around it."""
        return bool(self.each or self.let)


@dataclass(frozen=True, slots=True)
class BoardElement(BoxedElement):
    """A section of a board of the game, drawn small."""

    box: Boxed
    board: Annotated[kinds.BoardId, Doc("Id of the board.")]
    place: Annotated[kinds.PlacePattern, Doc("Id of the place in the middle: `{id}`.")]
    reach: Annotated[Size, Doc("Width of the section on the board; it grows to show all neighbours.")]
    shows: Annotated[Literal["neighbours", "place"], Doc("Neighbours too, or only the place.")] = "neighbours"


@dataclass(frozen=True, slots=True)
class QrElement(BoxedElement):
    """A QR code with a link or any other text."""

    box: Annotated[Boxed, Doc("Position and size; the code is a square in the middle.")]
    text: Annotated[kinds.PlainPattern, Doc("Text, which may contain fields: `https://example.org/{id}`.")]
    colour: Annotated[ColourPattern, Doc("Colour of the squares; it must be dark.")] = "ink"
    ground: Annotated[ColourPattern, Doc("Colour of the background and the quiet zone.")] = "paper"
    level: Annotated[Literal["l", "m", "q", "h"], Doc("Error correction: 7, 15, 25, or 30 %.")] = "m"


@dataclass(frozen=True, slots=True)
class BarcodeElement(BoxedElement):
    """A barcode: a row of bars, as wide as its box."""

    box: Annotated[Boxed, Doc("Position and size, with light space at both ends.")]
    text: Annotated[kinds.PlainPattern, Doc("Text or digits, which may contain fields: `{id}`.")]
    kind: Annotated[
        Literal["code128", "code39", "ean13", "ean8", "upca"],
        Doc("`code128` holds any characters of ASCII, `code39` capitals and digits, others only digits."),
    ] = "code128"
    colour: Annotated[ColourPattern, Doc("Colour of the bars; it must be dark.")] = "ink"
    ground: Annotated[ColourPattern, Doc("Colour of the background.")] = "paper"


@dataclass(frozen=True, slots=True)
class StackElement(BoxedElement, boxes.LetteredElement):
    """Blocks one below the other, in one box: all texts get smaller by the same share until they fit."""

    box: Boxed
    draw: Annotated["Blocks", Key("blocks"), Doc("Blocks from top to bottom.")]
    over: Annotated[OverText, Doc("List, number, or range: repeat the blocks for each `{item}`.")] = ""
    role: Annotated[kinds.RolePattern, Doc("Role of type of texts without their own.")] = "card_body"
    gap: Annotated[Edge, Doc("Distance between blocks.")] = 1.2
    upright: Annotated[kinds.Upright, Doc("Vertical alignment in the box.")] = "top"


@dataclass(frozen=True, slots=True)
class RowBlock(blocks.AnyBlock):
    """Blocks side by side."""

    draw: Annotated["Blocks", Key("blocks"), Written.ALONE, Doc("Blocks from left to right.")]
    widths: Annotated[tuple[kinds.FactorValue, ...], Doc("Relative widths of the blocks.")] = ()
    gap: Annotated[Edge, Doc("Distance between the blocks.")] = 2.0

    def find_problems(self) -> Iterator[Wrong]:
        return kinds.find_mismatch(len(self.widths), "width", len(self.draw), "block", path=("widths",))


@dataclass(frozen=True, slots=True)
class StackBlock(blocks.AnyBlock, boxes.LetteredElement):
    """Blocks one below the other, such as those of each item of a list."""

    draw: Annotated["Blocks", Key("blocks"), Written.ALONE, Doc("Blocks from top to bottom.")]
    role: Annotated[kinds.RolePattern, Doc("Role of type of texts without their own.")] = "card_body"
    gap: Annotated[Edge, Doc("Distance between blocks.")] = 1.2


@dataclass(frozen=True, kw_only=True)
class TrackBlock(Track, blocks.DrawnBlock):
    """Fields to cross out or circle one after the other, in as many rows as necessary."""

    colour: Annotated[kinds.ColourText, Doc("Colour of the lines.")] = "line"
    shape: Annotated[FieldShape, Doc("Shape of the fields.")] = "square"
    draw: Annotated[
        "Elements",
        Doc("Elements of each field, in place of its look, with `{label}`, `{id}`, and its marks."),
    ] = ()

    def list_outer(self, names: Iterable[str]) -> frozenset[str]:
        """Return the fields of the piece that it needs, without those of its own fields."""
        own = frozenset().union(*map(self.describe, self.fields))
        return blocks.AnyBlock.list_outer(self, frozenset(names) - own)

    def find_problems(self) -> Iterator[Wrong]:
        yield from Track.find_problems(self)
        for index, one in enumerate(self.written):
            if one.at != NOWHERE:
                hint = "remove it, or write the track as an element of a `drawing`"
                yield Wrong("has a position, but follows the others", hint, path=("fields", index), key="at")


@dataclass(frozen=True)
class GridBlock(blocks.DrawnBlock):
    """Squares to fill in."""

    size: Annotated[Size, Doc("Width and height of a square.")]
    squares: Annotated[Text, Doc("Drawing of the squares below a `|`, two characters per square.")]
    legend: Annotated[
        Mapping[kinds.Character, SquareCell], Doc("Marks of squares by their character, or their keys.")
    ] = field(default_factory=dict, hash=False)
    labelled: Annotated[Switch, Doc("Print the letters and numbers of rows and columns.")] = True
    draw: Annotated["Elements", Key("ground"), Doc("Elements behind the squares, in their box.")] = ()
    margins: Annotated[
        tuple[Edge, Edge, Edge, Edge], Doc("Space around the squares: left, top, right, and bottom.")
    ] = (0.0,) * 4
    naming: Annotated[
        Naming,
        Doc(
            "grid: column letter, row number from the top. rows: row letter from the bottom, "
            "number from the left. columns: column letter, number from the bottom."
        ),
    ] = "grid"
    bonuses: Annotated[
        Mapping[Text, kinds.MarkName],
        Key("row_bonuses"),
        Doc("Bonuses for filled rows, by label: `f`."),
    ] = field(default_factory=dict, hash=False)

    @property
    def characters(self) -> Legend:
        """The legend; by default, `#` is a square without marks."""
        return {**PLAIN_GRID, **self.legend}

    @cached_property
    def grid(self) -> Places:
        """The squares of the drawing."""
        return parse_squares(self.squares, legend=self.characters, naming=self.naming)[0]

    @property
    def row_bonuses(self) -> Mapping[float, str]:
        """Marks of the bonuses for filled rows, by y."""
        labels = name_lines(self.grid, self.naming)[1]
        return {y: self.bonuses[label] for y, label in labels.items() if label in self.bonuses}

    def find_problems(self) -> Iterator[Wrong]:
        for wrong in parse_squares(self.squares, legend=self.characters, naming=self.naming)[1]:
            yield replace(wrong, path=("squares",))
        rows = {*name_lines(self.grid, self.naming)[1].values()}
        labels = sorted(rows, key=lambda label: (len(label), label))
        several = len(labels) > 1
        for label in (label for label in self.bonuses if labels and label not in labels):
            hint = f"the rows are {labels[0]} to {labels[-1]}" if several else f"the only row is {labels[0]}"
            yield Wrong(f"there is no row `{label}`", hint, path=("row_bonuses",), key=label)


@dataclass(frozen=True, slots=True)
class DrawingBlock(blocks.DrawnBlock, boxes.LetteredElement):
    """Elements of templates, such as a picture, in a box as wide as the text around it."""

    draw: Annotated["Elements", Doc("Elements; their boxes are within the drawing.")]
    height: Annotated[
        float,
        blocks.SPACE,
        Doc("Height of the box; in a stack, also a share of what is left: `1 share`, or `auto`."),
    ]
    least: Annotated[Edge, Doc("Minimum height of a share, for which texts get smaller.")] = 0.0
    mirrored: Annotated[
        Switch, Doc("Mirror it, but not its texts, in languages that are read from right to left.")
    ] = False


BLOCKS = kinds.OneOf(
    {
        "words": blocks.WordsBlock,
        "heading": blocks.Heading,
        **dict.fromkeys(("text", "lead", "note", "ours", "credit"), blocks.Paragraph),
        "rule": blocks.RuleBlock,
        "space": blocks.SpaceBlock,
        "boxes": blocks.BoxesBlock,
        "list": blocks.ListBlock,
        "table": blocks.Table,
        "icons": blocks.IconTable,
        "lines": blocks.LineTable,
        "labels": blocks.LabelledLines,
        "key": blocks.KeyBlock,
        "grid": GridBlock,
        "track": TrackBlock,
        "shapes": blocks.ShapesBlock,
        "flow": Flow,
        "row": RowBlock,
        "stack": StackBlock,
        "drawing": DrawingBlock,
        **FIGURES,
    },
    "block",
    example="text",
)
"""All kinds of blocks that may be on cards, on sheets, and in booklets, by their key in files."""
Blocks: TypeAlias = Annotated[tuple[blocks.AnyBlock, ...], BLOCKS, Length(1)]
_Inked: TypeAlias = Ground | PanelElement | WordsElement | IconElement | PictureElement
_Codes: TypeAlias = QrElement | BarcodeElement
_Others: TypeAlias = (
    RepeatElement | TurnedElement | BoardElement | _Codes | GroupElement | StackElement | BlankElement
)
_Area: TypeAlias = GridArea | MapArea | TrackArea | BoxArea
Element: TypeAlias = _Inked | _Others | PartElement | LinedElement | _Area

AREAS = kinds.name_kinds(get_args(_Area), "Area")
"""All kinds of areas by their key in files."""
_KINDS = kinds.name_kinds(get_args(_Inked | _Others), "Element")
_MEANT = {
    "words": ("text", "label", "paragraph", "string"),
    "picture": ("image", "img", "photo", "art"),
    "panel": ("rect", "rectangle", "square", "circle", "ellipse", "frame"),
    "ground": ("background", "fill", "colour", "color"),
    "icon": ("symbol",),
    "qr": ("qrcode", "qr_code"),
}
ELEMENTS = kinds.OneOf(
    {**_KINDS, **AREAS, **DRAWN},
    "element",
    example="panel",
    others="A part of `parts`.",
    meant={name: kind for kind, names in _MEANT.items() for name in names},
)
"""All kinds of elements by their key in files."""
Elements: TypeAlias = Annotated[tuple[Element, ...], ELEMENTS, Length(1)]


@dataclass(frozen=True)
class Overrides:
    """A template that changes another template."""

    extends: Annotated[kinds.Id, Doc("Id of the other template.")]
    replace: Annotated[
        Mapping[kinds.Id, Annotated[Element, ELEMENTS]],
        Doc("New elements by the id of those that they replace."),
    ] = field(default_factory=dict)
    remove: Annotated[tuple[kinds.Id, ...], Doc("Ids of elements to leave out.")] = ()
    add: Annotated[tuple[Element, ...], ELEMENTS, Doc("Elements to draw after all others.")] = ()
    let: Annotated[Locals, Doc("Values for all elements, in place of those with the same names.")] = field(
        default_factory=dict
    )


@dataclass(frozen=True)
class ScopedTemplate:
    """A template with values that all of its elements see."""

    draw: Annotated[tuple[Element, ...], ELEMENTS, Length(1), Doc("Elements.")]
    let: Annotated[Locals, Doc("Values by name: `{dark: cost > 5}`.")] = field(default_factory=dict)


TEMPLATE = kinds.Anything(noun="template", either=(Elements, Overrides, ScopedTemplate))
"""A template in a file: a list of elements, with local values or not, or changes to another template."""


@dataclass(frozen=True, slots=True)
class Template:
    """The appearance of one side of a piece."""

    id: str
    elements: tuple[Element, ...]
