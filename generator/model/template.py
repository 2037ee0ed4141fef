"""Templates of cards, tokens, and backs: elements in boxes, drawn from back to front.

Strings of an element may contain fields of the piece in braces: `{name}`, and `{item}` or `{item.name}`
inside a repeated element. Readers resolve `extends`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

from generator.model.conditions import Condition as Condition
from generator.model.conditions import Conditions
from generator.model.kinds import (
    AnglePattern,
    Anything,
    BoardId,
    ColourPattern,
    Count,
    Doc,
    Edge,
    FieldName,
    FilePattern,
    IconPattern,
    Id,
    Kind,
    Length,
    Listed,
    OneOf,
    PatternName,
    PlacePattern,
    PlainPattern,
    RolePattern,
    Size,
    Switch,
    Text,
    TextPattern,
    WordsPattern,
    Written,
    Wrong,
)
from generator.model.units import parse_length

_TERM = re.compile(r"\s*([+-]?)\s*([^+\-\s][^+\-]*?)\s*(?=[+-]|$)")

PATTERNS: Mapping[str, float] = {
    "stripes": 2.4, "dots": 2.6, "checks": 4.0, "waves": 4.0, "bricks": 5.0,
    "rings": 3.6, "hexagons": 4.2, "crosses": 3.6, "scales": 5.0,
}  # fmt: skip
"""Patterns over the fill of a panel, with the distance in mm after which each repeats by default."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A length: `mm`, plus a part of the width or height of the surroundings."""

    mm: float = 0.0
    part: float = 0.0

    def within(self, extent: float) -> float:
        return self.mm + self.part * extent


def _parse_measure(text: str) -> Measure:
    wrong = Wrong(f"`{text}` is not a measure", "write it like `4 mm`, `50%`, or `50% - 2 mm`")
    mm = part = 0.0
    position = 0
    while position < len(text) or not text:
        term = _TERM.match(text, position)
        if term is None or (position and not term[1]):
            raise wrong
        percent = re.fullmatch(r"(\d+(?:\.\d+)?)\s*%", term[2])
        try:
            if percent:
                part += float(f"{term[1]}{percent[1]}") / 100
            else:
                mm += parse_length(term[2]) * (-1 if term[1] == "-" else 1)
        except Wrong:
            raise wrong from None
        position = term.end()
    return Measure(mm, part)


_MEASURES = {"anyOf": [{"type": "string", "pattern": "mm|cm|in|pt|%"}, {"const": 0}]}
MeasureText = Annotated[Measure, Kind("measure", _parse_measure, _MEASURES)]
"""Terms of mm and percent of the surroundings, added up: `50% - 2 mm`."""


@dataclass(frozen=True, slots=True)
class Box:
    """The position of an element, from the left and the top edge of the piece's trim, and its size."""

    left: MeasureText
    top: MeasureText
    width: MeasureText
    height: MeasureText


WHOLE = Box(Measure(), Measure(), Measure(part=1.0), Measure(part=1.0))


Boxed = Annotated[Box, Listed("a box is [left, top, width, height]"), Doc("Position and size.")]
_OR_WHOLE = Doc("Position and size; by default, the whole piece.")
Bleeds = Annotated[Switch, Doc("Extend edges on or beyond the trim to the bleed.")]
Sideways = Literal["start", "center", "end"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Element:
    id: Annotated[Id, Doc("Name by which a template that extends this one can replace the element.")] = ""
    when: Annotated[
        Conditions,
        Doc(
            "Draw only if all hold: `field`, `field = a, b`, `{field: [a, b]}`, or an expression: `cost > 3`."
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class Ground(_Element):
    """The whole piece in one colour, including the bleed."""

    fill: Annotated[ColourPattern, Written.ALONE, Doc("Colour.")]


@dataclass(frozen=True, slots=True)
class PanelElement(_Element):
    """A shape with a fill, a pattern over the fill, an outline, or several of these."""

    box: Annotated[Boxed, _OR_WHOLE] = WHOLE
    shape: Annotated[Literal["rectangle", "ellipse", "hexagon", "diamond"], Doc("Shape.")] = "rectangle"
    fill: Annotated[ColourPattern, Doc("Colour of the fill.")] = ""
    stroke: Annotated[ColourPattern, Doc("Colour of the outline.")] = ""
    line: Annotated[Edge, Doc("Width of the outline.")] = 0.0
    corner: Annotated[Edge, Doc("Radius of the corners of a rectangle.")] = 0.0
    pattern: Annotated[PatternName, Doc(f"Pattern over the fill: {', '.join(PATTERNS)}.")] = ""
    pattern_colour: Annotated[ColourPattern, Doc("Colour of the pattern.")] = ""
    pattern_size: Annotated[Edge, Doc("Distance after which the pattern repeats.")] = 0.0
    bleeds: Bleeds = False

    def find_problems(self) -> Iterator[Wrong]:
        if not (self.fill or self.stroke or self.pattern):
            yield Wrong("draws nothing", "add `fill`, `stroke`, or `pattern`")
        if self.stroke and not self.line:
            yield Wrong("has no width", "add `line: 0.3 mm`", key="stroke")
        if self.pattern and not self.pattern_colour:
            yield Wrong("has no colour", "add `pattern_colour: ...`", key="pattern")


@dataclass(frozen=True, slots=True)
class WordsElement(_Element):
    """Text in a box, from the wording or given directly; it is set smaller until it fits."""

    box: Boxed
    role: Annotated[RolePattern, Doc("Role of type in the theme.")]
    say: Annotated[WordsPattern, Doc("Wording key, which may contain fields: `city.{id}`.")] = ""
    text: Annotated[TextPattern, Doc("The text itself, which may contain fields: `{population}`.")] = ""
    align: Annotated[Literal["start", "center", "end", "justify"], Doc("Alignment of the lines.")] = "start"
    upright: Annotated[Literal["top", "middle", "bottom"], Doc("Vertical alignment in the box.")] = "top"
    colour: Annotated[ColourPattern, Doc("Colour; by default, that of the role.")] = ""
    angle: Annotated[AnglePattern, Doc("Clockwise rotation around the middle of the box, in degrees.")] = "0"
    lines: Annotated[Count, Doc("Maximum number of lines; 0: as many as fit.")] = 0
    over: Annotated[Switch, Doc("Allow overlaps with other text.")] = False
    grouped: Annotated[Switch, Doc("Group the digits of fields that are numbers of five or more digits.")] = (
        False
    )
    alike: Annotated[Text, Doc("Name of a group of texts that all get the smallest of their sizes.")] = ""

    def find_problems(self) -> Iterator[Wrong]:
        if bool(self.say) == bool(self.text):
            yield Wrong("needs either `say` or `text`", "write `say: key.of.wording` or `text: ...`")


@dataclass(frozen=True, slots=True)
class IconElement(_Element):
    """An icon, as large as fits in its box."""

    box: Boxed
    icon: Annotated[IconPattern, Doc("Name of the icon.")]
    colour: Annotated[ColourPattern, Doc("Colour of the icon.")] = "ink"
    stroke: Annotated[ColourPattern, Doc("Colour of the outline.")] = ""
    line: Annotated[Size, Doc("Width of the outline.")] = 0.2
    angle: Annotated[AnglePattern, Doc("Clockwise rotation, in degrees.")] = "0"


@dataclass(frozen=True, slots=True)
class PictureElement(_Element):
    """A picture from the game's folder, SVG or PNG."""

    file: Annotated[FilePattern, Doc("File in the game's folder.")]
    box: Annotated[Boxed, _OR_WHOLE] = WHOLE
    fit: Annotated[Literal["contain", "cover"], Doc("Show the whole picture, or fill the box.")] = "contain"
    bleeds: Bleeds = False


@dataclass(frozen=True, slots=True)
class RepeatElement(_Element):
    """Elements drawn once for each item of a list, in cells side by side or one below the other."""

    box: Boxed
    over: Annotated[FieldName, Doc("Field that is a list, or a number of repetitions.")]
    draw: Annotated["Elements", Doc("Elements of a cell; `{item}` is the item, boxes are within the cell.")]
    direction: Annotated[Literal["row", "column"], Doc("Direction of the cells.")] = "row"
    cell: Annotated[MeasureText, Doc("Width of cells in a row, height in a column; 0: square.")] = Measure()
    gap: Annotated[Edge, Doc("Distance between cells.")] = 1.0
    align: Annotated[Sideways, Doc("Alignment of the cells in the box.")] = "start"


@dataclass(frozen=True, slots=True)
class TurnedElement(_Element):
    """Elements turned by 180 degrees around the middle of the piece."""

    draw: Annotated["Elements", Written.ALONE, Doc("Elements.")]


@dataclass(frozen=True, slots=True)
class BoardElement(_Element):
    """A part of a board of the game, drawn small."""

    box: Boxed
    board: Annotated[BoardId, Doc("Id of the board.")]
    place: Annotated[PlacePattern, Doc("Id of the place in the middle: `{id}`.")]
    reach: Annotated[Size, Doc("Width of the part on the board; it grows to show all neighbours.")]
    shows: Annotated[Literal["neighbours", "place"], Doc("Show neighbours, or only the place.")] = (
        "neighbours"
    )


@dataclass(frozen=True, slots=True)
class QrElement(_Element):
    """A QR code with a link or any other text."""

    box: Annotated[Boxed, Doc("Position and size; the code is a square in the middle.")]
    text: Annotated[PlainPattern, Doc("The text, which may contain fields: `https://example.org/{id}`.")]
    colour: Annotated[ColourPattern, Doc("Colour of the squares; it must be dark.")] = "ink"
    ground: Annotated[ColourPattern, Doc("Colour of the background and the quiet zone.")] = "paper"
    level: Annotated[Literal["l", "m", "q", "h"], Doc("Error correction: l 7 %, m 15 %, q 25 %, h 30 %.")] = (
        "m"
    )


_Inked: TypeAlias = Ground | PanelElement | WordsElement | IconElement | PictureElement | QrElement
Element: TypeAlias = _Inked | RepeatElement | TurnedElement | BoardElement

ELEMENTS = OneOf(
    {
        "ground": Ground,
        "panel": PanelElement,
        "words": WordsElement,
        "icon": IconElement,
        "picture": PictureElement,
        "repeat": RepeatElement,
        "turned": TurnedElement,
        "board": BoardElement,
        "qr": QrElement,
    },
    "element",
    example="panel",
)
"""All kinds of elements by their key in files."""

Elements: TypeAlias = Annotated[tuple[Element, ...], ELEMENTS, Length(1)]


@dataclass(frozen=True)
class Changes:
    """A template that changes another template."""

    extends: Annotated[Id, Doc("Id of the other template.")]
    replace: Annotated[
        Mapping[Id, Annotated[Element, ELEMENTS]], Doc("New elements by the id of those that they replace.")
    ] = field(default_factory=dict)
    remove: Annotated[tuple[Id, ...], Doc("Ids of elements to leave out.")] = ()
    add: Annotated[tuple[Element, ...], ELEMENTS, Doc("Elements to draw after all others.")] = ()


TEMPLATE = Anything(said="template", either=(Elements, Changes))
"""A template in a file: a list of elements, or changes to another template."""


@dataclass(frozen=True, slots=True)
class Template:
    """The appearance of one side of a piece."""

    id: str
    elements: tuple[Element, ...]
