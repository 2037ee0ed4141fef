"""The formats of templates: elements in boxes, and templates that extend others."""

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, PlainValidator, WithJsonSchema

from generator.model.fields import Pattern
from generator.model.template import PATTERNS, Condition, Measure
from generator.model.units import parse_length
from generator.read.declared.formats.scalars import (
    ID,
    Count,
    Edge,
    Format,
    Id,
    Size,
    Switch,
    Text,
    Wrong,
    matching,
    scalar,
)
from generator.read.files.phrases import say_count

_TERM = re.compile(r"\s*([+-]?)\s*([^+\-\s][^+\-]*?)\s*(?=[+-]|$)")
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*%")
_FIELD = r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*"
_CONDITION = re.compile(rf"(?P<not>not\s+)?(?P<field>{_FIELD})(?:\s*(?P<sign>!?=)\s*(?P<values>[^=\s].*))?")
_MEASURE_HINT = "write it like `4 mm`, `50%` or `50% - 2 mm`"


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


def _parse_condition(text: str) -> Condition:
    match = _CONDITION.fullmatch(text.strip())
    if match is None or (match["not"] and match["sign"]):
        hint = "write `field`, `not field`, `field = a, b` or `field != a`"
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


def _named(pattern: str, what: str, hint: str) -> PlainValidator:
    """A name as it stands, or with a field in it that gives it."""
    parse = matching(pattern, what, hint)
    return scalar(lambda text: text if Pattern(text).names else parse(text))


PatternColour = Annotated[
    str,
    _named(f"#[0-9a-fA-F]{{6}}|{ID}", "a colour", 'a name of the theme, "#1f4e9c" or a field: "{colour}"'),
    WithJsonSchema({"type": "string"}),
]

PatternName = Annotated[
    str,
    _named(ID, "a name", "small letters, digits and `_`, or with a field: `card_{kind}`"),
    WithJsonSchema({"type": "string"}),
]

PatternNumber = Annotated[
    str,
    _named(r"-?\d{1,9}(\.\d{1,9})?", "a number", "write it like `90`, or with a field: `{angle}`"),
    WithJsonSchema({"type": ["number", "string"]}),
]

PatternKey = Annotated[
    str,
    _named(r"[a-z0-9_]+(\.[a-z0-9_]+)*", "a key of the wording", "such as `card.title` or `city.{id}`"),
    WithJsonSchema({"type": "string"}),
]

PatternFile = Annotated[
    str,
    _named(
        r"[^/\\:.][^/\\:]*(/[^/\\:.][^/\\:]*)*",
        "the name of a file",
        "in the game's own folder: `pictures/map.svg`, or with a field: `pictures/{id}.png`",
    ),
    WithJsonSchema({"type": "string"}),
]

FieldName = Annotated[
    str,
    scalar(matching(_FIELD, "the name of a field", "small letters, digits and `_`")),
    WithJsonSchema({"type": "string", "pattern": f"^{_FIELD}$"}),
]

MeasureText = Annotated[
    Measure,
    scalar(_parse_measure),
    WithJsonSchema({"anyOf": [{"type": "string", "pattern": "mm|cm|in|pt|%"}, {"const": 0}]}),
]


def _check_sides(box: list[Measure]) -> list[Measure]:
    if len(box) != 4:
        raise Wrong(f"has {say_count(len(box), 'number')}", "a box is [left, top, width, height]")
    return box


BoxText = Annotated[
    list[MeasureText],
    AfterValidator(_check_sides),
    Field(
        description="[left, top, width, height]: `4 mm`, `50%` of the piece, or `50% - 2 mm`.",
        json_schema_extra={"minItems": 4, "maxItems": 4},
    ),
]

Conditions = Annotated[
    tuple[Condition, ...],
    PlainValidator(_parse_conditions),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]


class ElementFormat(Format):
    """What every element may have."""

    id: Id = Field("", description="A name by which templates that extend this one may replace it.")
    when: Conditions = Field(
        (), description="Drawn only when all hold: `field`, `not field`, `field = a, b`, `field != a`."
    )


class GroundFormat(ElementFormat):
    """The whole piece in one colour, out to the bleed."""

    fill: PatternColour = Field(description="A colour.")


class PanelFormat(ElementFormat):
    """A shape in a box: filled, with a line around it, with a pattern over the fill."""

    box: BoxText | None = Field(None, description="Where it stands; without one, the whole piece.")
    shape: Literal["rectangle", "ellipse", "hexagon", "diamond"] = Field(
        "rectangle", description="Its outline."
    )
    fill: PatternColour = Field("", description="A colour.")
    stroke: PatternColour = Field("", description="Colour of the line around it.")
    line: Edge = Field(0.0, description="Width of that line.")
    corner: Edge = Field(0.0, description="Radius of a rectangle's corners.")
    pattern: PatternName = Field("", description=f"Drawn over the fill: {', '.join(PATTERNS)}.")
    pattern_colour: PatternColour = Field("", description="Colour of the pattern.")
    pattern_size: Edge = Field(0.0, description="After how much the pattern repeats.")
    bleeds: Switch = Field(False, description="Edges on the trim, or beyond, are drawn out to the bleed.")


class WordsFormat(ElementFormat):
    """Words in a box, set smaller until they fit: a sentence of the wording, or a text."""

    box: BoxText = Field(description="Where they stand.")
    role: PatternName = Field(description="Role of type in the theme.")
    say: PatternKey = Field("", description="Wording key, with fields where it says so: `city.{id}`.")
    text: Text = Field("", description="A text as it stands, with fields in it: `{population}`.")
    align: Literal["start", "center", "end", "justify"] = Field("start", description="Within the lines.")
    upright: Literal["top", "middle", "bottom"] = Field("top", description="Within the height of the box.")
    colour: PatternColour = Field("", description="A colour, where it is not the role's own.")
    angle: PatternNumber = Field("0", description="Degrees, clockwise, around the middle of the box.")
    lines: Count = Field(0, description="Never more lines than this; 0: as many as fit.")
    over: Switch = Field(False, description="May lie on other words.")
    grouped: Switch = Field(
        False,
        description="Fields that are numbers of five digits and more are grouped as the language does it.",
    )
    alike: str = Field(
        "", description="Words of one name are set in one size, that of those that need the smallest."
    )


class IconFormat(ElementFormat):
    """An icon, as large as its box allows."""

    box: BoxText = Field(description="Where it stands.")
    icon: PatternName = Field(description="Name of the icon.")
    colour: PatternColour = Field("ink", description="A colour.")
    stroke: PatternColour = Field("", description="Colour of a line around it.")
    line: Size = Field(0.2, description="Width of that line.")
    angle: PatternNumber = Field("0", description="Degrees, clockwise.")


class PictureFormat(ElementFormat):
    """A picture of the game's folder, SVG or PNG."""

    box: BoxText | None = Field(None, description="Where it stands; without one, the whole piece.")
    file: PatternFile = Field(description="File in the game's folder.")
    fit: Literal["contain", "cover"] = Field(
        "contain", description="contain: all of it is seen; cover: the box is full, what is too much is cut."
    )
    bleeds: Switch = Field(False, description="Edges on the trim, or beyond, are drawn out to the bleed.")


class RepeatFormat(ElementFormat):
    """Elements drawn once for each item of a list, in cells side by side or one below the other."""

    box: BoxText = Field(description="Where the cells stand.")
    over: FieldName = Field(description="A field that is a list, or the number of times.")
    draw: list[Any] = Field(
        min_length=1, description="Elements; `{item}` is the item, boxes lie in the cell."
    )
    direction: Literal["row", "column"] = Field("row", description="Side by side, or one below the other.")
    cell: MeasureText | None = Field(
        None, description="Width of a cell in a row, height in a column; without it, square cells."
    )
    gap: Edge = Field(1.0, description="Between the cells.")
    align: Literal["start", "center", "end"] = Field("start", description="Of all cells in the box.")


class TurnedFormat(ElementFormat):
    """Elements turned by 180 degrees around the middle of the piece."""

    draw: list[Any] = Field(min_length=1, description="Elements.")


class BoardViewFormat(ElementFormat):
    """A piece of a board of the game, drawn small around a place."""

    box: BoxText = Field(description="Where it stands.")
    board: Id = Field(description="Id of the board.")
    place: PatternName = Field(description="Id of the place in the middle: `{id}`.")
    reach: Size = Field(
        description="How much is shown, as its width on the board; more, where neighbours need it."
    )
    shows: Literal["neighbours", "place"] = Field(
        "neighbours", description="neighbours: where one can go from there; place: only where it lies."
    )


ELEMENT_FORMATS: dict[str, type[ElementFormat]] = {
    "ground": GroundFormat,
    "panel": PanelFormat,
    "words": WordsFormat,
    "icon": IconFormat,
    "picture": PictureFormat,
    "repeat": RepeatFormat,
    "turned": TurnedFormat,
    "board": BoardViewFormat,
}

SHORT_FORMS = {"ground": "fill", "turned": "draw"}
"""Elements that may be written as the value of this one key alone: `ground: red`."""


class ChangesFormat(Format):
    """A template that is another one with changes."""

    extends: Id = Field(description="The template from which all is taken that is not said here.")
    replace: dict[Id, Any] = Field({}, description="Elements of it by their id -> what stands there instead.")
    remove: list[Id] = Field([], description="Ids of elements that are left out.")
    add: list[Any] = Field([], description="Elements drawn after those of the other template.")


class TemplatesFormat(Format):
    """Templates by id: each a list of elements, or changes to another template."""

    templates: dict[Id, Any] = Field(min_length=1, description="Templates by id.")
