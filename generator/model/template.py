"""Templates: how a card, a token or a back looks, as elements in boxes, drawn from back to front.

Strings of an element may hold fields of the piece in braces: `{name}`, and `{item}` or
`{item.name}` inside a repeated element. Readers have resolved `extends` by then.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from generator.model.fields import Field, find_field
from generator.model.kinds import (
    FIELD,
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
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*%")
_CONDITION = re.compile(rf"(?P<not>not\s+)?(?P<field>{FIELD})(?:\s*(?P<sign>!?=)\s*(?P<values>[^=\s].*))?")
_MEASURE_HINT = "write it like `4 mm`, `50%`, or `50% - 2 mm`"

PATTERNS: Mapping[str, float] = {
    "stripes": 2.4,
    "dots": 2.6,
    "checks": 4.0,
    "waves": 4.0,
    "bricks": 5.0,
    "rings": 3.6,
    "hexagons": 4.2,
    "crosses": 3.6,
    "scales": 5.0,
}
"""What can be drawn over the fill of a panel, and after how many mm it repeats unless told otherwise."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A length: so many mm, and a part of the width or height of what it is measured in."""

    mm: float = 0.0
    part: float = 0.0

    def within(self, extent: float) -> float:
        return self.mm + self.part * extent


def _parse_measure(text: str) -> Measure:
    """Terms of mm and percent, added up."""
    mm = part = 0.0
    position = 0
    while position < len(text) or not text:
        term = _TERM.match(text, position)
        if term is None or (position and not term[1]):
            raise Wrong(f"`{text}` is not a measure", _MEASURE_HINT)
        sign = -1.0 if term[1] == "-" else 1.0
        percent = _PERCENT.fullmatch(term[2])
        if percent:
            part += sign * float(percent[1]) / 100
        else:
            try:
                mm += sign * parse_length(term[2])
            except ValueError:
                raise Wrong(f"`{text}` is not a measure", _MEASURE_HINT) from None
        position = term.end()
    return Measure(mm, part)


MeasureText = Annotated[
    Measure,
    Kind(
        "measure", _parse_measure, {"anyOf": [{"type": "string", "pattern": "mm|cm|in|pt|%"}, {"const": 0}]}
    ),
]
"""Terms of mm and percent of the surroundings, added up: `50% - 2 mm`."""


@dataclass(frozen=True, slots=True)
class Box:
    """Where an element stands, from the left and the top edge of the piece's trim."""

    left: MeasureText
    top: MeasureText
    width: MeasureText
    height: MeasureText


WHOLE = Box(Measure(), Measure(), Measure(part=1.0), Measure(part=1.0))


@dataclass(frozen=True, slots=True)
class Condition:
    """When an element is drawn: `field` is there, is one of `values`, or (`negated`) is not."""

    field: str
    values: tuple[str, ...] = ()
    negated: bool = False

    def holds(self, fields: Mapping[str, Field]) -> bool:
        """An empty field is not there; of a list, one item with one of the values is enough."""
        value = find_field(fields, self.field)
        if not self.values:
            return bool(value) != self.negated
        items = value if isinstance(value, tuple) else (value,)
        return any(item in self.values for item in items) != self.negated


def _parse_condition(text: str) -> Condition:
    match = _CONDITION.fullmatch(text.strip())
    if match is None or (match["not"] and match["sign"]):
        hint = "write `field`, `not field`, `field = a, b`, or `field != a`"
        raise Wrong(f"`{text}` is not a condition", hint)
    values = tuple(value.strip() for value in (match["values"] or "").split(",") if value.strip())
    negated = bool(match["not"]) or match["sign"] == "!="
    return Condition(match["field"], values, negated)


def _parse_conditions(value: Any) -> tuple[Condition, ...]:
    """One condition, or a list of them that must all hold."""
    given = value if isinstance(value, list) else [value]
    if not all(isinstance(one, str) for one in given):
        raise Wrong("must be a condition or a list of conditions", "write `when: [colour = red, not icon]`")
    return tuple(_parse_condition(one) for one in given)


Boxed = Annotated[Box, Listed("a box is [left, top, width, height]")]
Conditions = Annotated[
    tuple[Condition, ...],
    Kind(
        "conditions",
        _parse_conditions,
        {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        takes_data=True,
    ),
    Doc("Drawn only when all hold: `field`, `not field`, `field = a, b`, `field != a`."),
]
ElementId = Annotated[Id, Doc("A name by which templates that extend this one may replace it.")]
Bleeds = Annotated[Switch, Doc("Edges on the trim, or beyond, are drawn out to the bleed.")]


@dataclass(frozen=True, slots=True)
class Ground:
    """The whole piece in one colour, out to the bleed."""

    fill: Annotated[ColourPattern, Written.ALONE, Doc("A colour.")]
    id: ElementId = ""
    when: Conditions = ()


@dataclass(frozen=True, slots=True)
class PanelElement:
    """A shape in a box: filled, with a line around it, with a pattern over the fill."""

    box: Annotated[Boxed, Doc("Where it stands; without one, the whole piece.")] = WHOLE
    shape: Annotated[Literal["rectangle", "ellipse", "hexagon", "diamond"], Doc("Its outline.")] = "rectangle"
    fill: Annotated[ColourPattern, Doc("A colour.")] = ""
    stroke: Annotated[ColourPattern, Doc("Colour of the line around it.")] = ""
    line: Annotated[Edge, Doc("Width of that line.")] = 0.0
    corner: Annotated[Edge, Doc("Radius of a rectangle's corners.")] = 0.0
    pattern: Annotated[PatternName, Doc(f"Drawn over the fill: {', '.join(PATTERNS)}.")] = ""
    pattern_colour: Annotated[ColourPattern, Doc("Colour of the pattern.")] = ""
    pattern_size: Annotated[Edge, Doc("Distance after which the pattern repeats.")] = 0.0
    bleeds: Bleeds = False
    id: ElementId = ""
    when: Conditions = ()

    def find_problems(self) -> Iterator[Wrong]:
        if not (self.fill or self.stroke or self.pattern):
            yield Wrong("draws nothing", "add `fill`, `stroke`, or `pattern`")
        if self.stroke and not self.line:
            yield Wrong("has no width", "add `line: 0.3 mm`", key="stroke")
        if self.pattern and not self.pattern_colour:
            yield Wrong("has no colour", "add `pattern_colour: ...`", key="pattern")


@dataclass(frozen=True, slots=True)
class WordsElement:
    """Words in a box, set smaller until they fit: a sentence of the wording, or a text."""

    box: Annotated[Boxed, Doc("Where they stand.")]
    role: Annotated[RolePattern, Doc("Role of type in the theme.")]
    say: Annotated[WordsPattern, Doc("Wording key, with fields where it says so: `city.{id}`.")] = ""
    text: Annotated[TextPattern, Doc("A text as it stands, with fields in it: `{population}`.")] = ""
    align: Annotated[Literal["start", "center", "end", "justify"], Doc("Within the lines.")] = "start"
    upright: Annotated[Literal["top", "middle", "bottom"], Doc("Within the height of the box.")] = "top"
    colour: Annotated[ColourPattern, Doc("A colour, where it is not the role's own.")] = ""
    angle: Annotated[AnglePattern, Doc("Degrees, clockwise, around the middle of the box.")] = "0"
    lines: Annotated[Count, Doc("Never more lines than this; 0: as many as fit.")] = 0
    over: Annotated[Switch, Doc("May lie on other words.")] = False
    grouped: Annotated[
        Switch, Doc("Fields that are numbers of five digits and more are grouped as the language does it.")
    ] = False
    alike: Annotated[
        Text, Doc("Words of one name are set in one size, that of those that need the smallest.")
    ] = ""
    id: ElementId = ""
    when: Conditions = ()

    def find_problems(self) -> Iterator[Wrong]:
        if bool(self.say) == bool(self.text):
            yield Wrong("needs either `say` or `text`", "write `say: key.of.wording` or `text: ...`")


@dataclass(frozen=True, slots=True)
class IconElement:
    """An icon, as large as its box allows."""

    box: Annotated[Boxed, Doc("Where it stands.")]
    icon: Annotated[IconPattern, Doc("Name of the icon.")]
    colour: Annotated[ColourPattern, Doc("A colour.")] = "ink"
    stroke: Annotated[ColourPattern, Doc("Colour of a line around it.")] = ""
    line: Annotated[Size, Doc("Width of that line.")] = 0.2
    angle: Annotated[AnglePattern, Doc("Degrees, clockwise.")] = "0"
    id: ElementId = ""
    when: Conditions = ()


@dataclass(frozen=True, slots=True)
class PictureElement:
    """A picture of the game's folder, SVG or PNG."""

    file: Annotated[FilePattern, Doc("File in the game's folder.")]
    box: Annotated[Boxed, Doc("Where it stands; without one, the whole piece.")] = WHOLE
    fit: Annotated[
        Literal["contain", "cover"],
        Doc("contain: all of it is seen; cover: the box is full, what is too much is cut."),
    ] = "contain"
    bleeds: Bleeds = False
    id: ElementId = ""
    when: Conditions = ()


@dataclass(frozen=True, slots=True)
class RepeatElement:
    """Elements drawn once for each item of a list, in cells side by side or one below the other."""

    box: Annotated[Boxed, Doc("Where the cells stand.")]
    over: Annotated[FieldName, Doc("A field that is a list, or the number of times.")]
    draw: Annotated["Elements", Doc("Elements; `{item}` is the item, boxes lie in the cell.")]
    direction: Annotated[Literal["row", "column"], Doc("Side by side, or one below the other.")] = "row"
    cell: Annotated[
        MeasureText, Doc("Width of a cell in a row, height in a column; without it, square cells.")
    ] = Measure()
    gap: Annotated[Edge, Doc("Between the cells.")] = 1.0
    align: Annotated[Literal["start", "center", "end"], Doc("Of all cells in the box.")] = "start"
    id: ElementId = ""
    when: Conditions = ()


@dataclass(frozen=True, slots=True)
class TurnedElement:
    """Elements turned by 180 degrees around the middle of the piece."""

    draw: Annotated["Elements", Written.ALONE, Doc("Elements.")]
    id: ElementId = ""
    when: Conditions = ()


@dataclass(frozen=True, slots=True)
class BoardElement:
    """A piece of a board of the game, drawn small around a place."""

    box: Annotated[Boxed, Doc("Where it stands.")]
    board: Annotated[BoardId, Doc("Id of the board.")]
    place: Annotated[PlacePattern, Doc("Id of the place in the middle: `{id}`.")]
    reach: Annotated[
        Size, Doc("Width of what is shown, measured on the board; more, where neighbours need it.")
    ]
    shows: Annotated[
        Literal["neighbours", "place"],
        Doc("neighbours: where one can go from there; place: only where it lies."),
    ] = "neighbours"
    id: ElementId = ""
    when: Conditions = ()


@dataclass(frozen=True, slots=True)
class QrElement:
    """A QR code: a link, or any text that a phone can read."""

    box: Annotated[Boxed, Doc("Where it stands; a square in the middle of it is used.")]
    text: Annotated[PlainPattern, Doc("What it says, with fields in it: `https://example.org/{id}`.")]
    colour: Annotated[ColourPattern, Doc("Colour of its squares, a dark one.")] = "ink"
    ground: Annotated[ColourPattern, Doc("Colour behind them and of the edge that phones need.")] = "paper"
    level: Annotated[
        Literal["l", "m", "q", "h"],
        Doc("How much of it may be damaged: l 7 %, m 15 %, q 25 %, h 30 %."),
    ] = "m"
    id: ElementId = ""
    when: Conditions = ()


Element: TypeAlias = (
    Ground
    | PanelElement
    | WordsElement
    | IconElement
    | PictureElement
    | RepeatElement
    | TurnedElement
    | BoardElement
    | QrElement
)

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
"""Every kind of element by the key that files have for it."""

Elements: TypeAlias = Annotated[tuple[Element, ...], ELEMENTS, Length(1)]


@dataclass(frozen=True)
class Changes:
    """A template that is another one with changes."""

    extends: Annotated[Id, Doc("The template from which everything is taken that is not changed here.")]
    replace: Annotated[
        Mapping[Id, Annotated[Element, ELEMENTS]],
        Doc("Elements of it by their id -> what stands there instead."),
    ] = field(default_factory=dict)
    remove: Annotated[tuple[Id, ...], Doc("Ids of elements that are left out.")] = ()
    add: Annotated[
        tuple[Element, ...], ELEMENTS, Doc("Elements drawn after those of the other template.")
    ] = ()


TEMPLATE = Anything(said="template", either=(Elements, Changes))
"""A template as files have it: a list of elements, or changes to another template."""


@dataclass(frozen=True, slots=True)
class Template:
    """The look of one side of a piece."""

    id: str
    elements: tuple[Element, ...]
