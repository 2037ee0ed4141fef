"""How values are written in files, declared once in the annotations of the dataclasses that hold them.

A declared dataclass is a mapping in a file, and each of its fields a key. The annotation of a field
says how its value is written: `Size`, `Id`, a `Literal`, a tuple for a list, a mapping, another
declared dataclass, or `OneOf` several. `Doc` describes the key. Readers, checks of names, JSON Schemas
and the tables of the documentation are derived from it (`generator.read.declared`). A dataclass with
`is_open = True` stands for a mapping that may have more keys, which a reader of its own looks at.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from annotated_doc import Doc as Doc

from generator.model.fields import Pattern
from generator.model.units import parse_length

Named: TypeAlias = Literal[
    "", "angle", "board", "cell", "colour", "face", "file", "icon", "label", "mark", "pattern",
    "piece", "place", "plain", "role", "sentence", "sheet", "text", "words",
]  # fmt: skip
"""What a text may name; empty: nothing that can be compared.

`words` are sentences without places for values, `sentence` those of templates, whose places fields
fill; a `label` is rich text as it is printed, a `text` rich text with fields, `plain` a text with
fields and without marks; a `cell` is one of `words` or, after `=`, a label.
"""

MOST_MM = 2000
MOST_COUNT = 1000
MOST_FACTOR = 100

ID = r"[a-z][a-z0-9]*(_[a-z0-9]+)*"
KEY = r"[a-z0-9_]+"
LENGTH = r"\s*(\d+(\.\d+)?|\.\d+)\s*(mm|cm|in|pt)\s*"
FIELD = r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*"
_WORDS_KEY = rf"{KEY}(\.{KEY})*"
_COLOUR = r"#[0-9a-fA-F]{6}"
_FILE = r"[^/\\:.][^/\\:]*(/[^/\\:.][^/\\:]*)*"


class Wrong(ValueError):
    """A value that does not fit: what is wrong, what would be right, and where below.

    `path` leads to a value below and `key` to a key there, `position` is that of a character, from 0.
    """

    def __init__(
        self,
        message: str,
        hint: str = "",
        *,
        key: str = "",
        path: tuple[str | int, ...] = (),
        position: int | None = None,
    ) -> None:
        self.message = message
        self.hint = hint
        self.key = key
        self.path = path
        self.position = position
        super().__init__(message)


class Missing(Wrong):
    """A sentence that the English wording lacks."""


class Unknown(Wrong):
    """A name that is not among those known, from which readers suggest the nearest."""

    def __init__(self, what: str, name: str, known: Collection[str], *, path: tuple[str | int, ...]) -> None:
        self.what = what
        self.name = name
        self.known = known
        super().__init__(f"{what} `{name}` is not there", path=path)


def find_mismatch(
    found: int, what: str, wanted: int, other: str, *, path: tuple[str | int, ...], hint: str = ""
) -> Iterator[Wrong]:
    """A list that has other than one item for each of something else: `1 icon for 2 items`."""
    if found != wanted:
        counts = [f"{count} {one}" + "s" * (count != 1) for count, one in ((found, what), (wanted, other))]
        yield Wrong(" for ".join(counts), hint or f"one {what} for each {other}, or none", path=path)


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of value that is written as one text, or as `parse` takes it where `takes_data`."""

    said: str
    """What it is called in the documentation: `length`."""
    parse: Callable[[Any], Any]
    """Text to value; raises Wrong."""
    schema: Mapping[str, Any] = field(default_factory=lambda: {"type": "string"})
    names: Named = ""
    takes_data: bool = False
    """`parse` is given lists and mappings, too."""


@dataclass(frozen=True, slots=True)
class Key:
    """The key of a field in files, where it is not the name of the field."""

    name: str


@dataclass(frozen=True, slots=True)
class Main:
    """A field that may be written alone, in place of all keys: `ground: red`."""


@dataclass(frozen=True, slots=True)
class Begins:
    """A field that is written under the key of its kind, the others beside it: `- heading: key`."""


@dataclass(frozen=True, slots=True)
class Length:
    """How many items a list or mapping may have."""

    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """A declared dataclass that is written as the list of its values: `[left, top, width, height]`."""

    hint: str


@dataclass(frozen=True, eq=False)
class OneOf:
    """Declared dataclasses by the key that files write before each: `- panel: {...}`.

    `tag` is the key that tells the kind where it stands inside instead (`kind: grid`).
    """

    kinds: Mapping[str, type]
    what: str
    """What it is, for messages: `element`."""
    example: str
    """A kind that messages show how to write."""
    tag: str = ""


@dataclass(frozen=True, eq=False)
class Anything:
    """Data that a reader of its own looks at; `schema`, or one of several annotations, describes it."""

    schema: Mapping[str, Any] = field(default_factory=dict)
    said: str = ""
    """What it is called in the documentation and in schemas: `template`."""
    either: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Unwritten:
    """A field that no file has: readers fill it in."""


@dataclass(frozen=True, slots=True)
class FromKey:
    """A field that no file has: the key under which a mapping or a list of kinds has the dataclass."""


def matching(pattern: str, what: str, hint: str) -> Callable[[str], str]:
    """A parser of texts that match a pattern as a whole."""
    compiled = re.compile(pattern)

    def parse(text: str) -> str:
        if not compiled.fullmatch(text):
            raise Wrong(f"`{text}` is not {what}" if text else "is empty", hint)
        return text

    return parse


def _or_field(pattern: str, what: str, hint: str) -> Callable[[str], str]:
    """The same for texts that may have fields in them, which give what is missing."""
    parse = matching(pattern, what, hint)
    return lambda text: text if Pattern(text).names else parse(text)


def _parse_text(text: str) -> str:
    if not text.strip():
        raise Wrong("is empty", "write a text")
    return text


def parse_size(text: str) -> float:
    """A length above 0 in mm."""
    size = _parse_length(text)
    if not 0 < size <= MOST_MM:
        raise Wrong(f"`{text}` is out of range", f"use more than 0 and at most {MOST_MM} mm")
    return size


def _parse_edge(text: str) -> float:
    size = _parse_length(text)
    if not 0 <= size <= MOST_MM:
        raise Wrong(f"`{text}` is out of range", f"use 0 to {MOST_MM} mm")
    return size


def _parse_extent(text: str) -> tuple[float, float]:
    if not re.fullmatch(r"[^x×]+[x×][^x×]+", text):
        raise Wrong(f"`{text}` is not a width and height", "write it like `420 mm x 297 mm`")
    width, height = (parse_size(part.strip()) for part in re.split("[x×]", text))
    return width, height


def _parse_length(text: str) -> float:
    try:
        return parse_length(text)
    except ValueError:
        number = re.fullmatch(r"\s*([+-]?[\d.,]+)\s*(\S*)\s*", text)
        if number is None:
            raise Wrong(f"`{text}` is not a length", "write it like `8 mm`, `2.5 in`, or `9 pt`") from None
        if "," in number[1]:
            hint = f"write `{text.replace(',', '.')}`"
            raise Wrong(f"`{text}` has a comma instead of a decimal point", hint) from None
        if not number[2]:
            raise Wrong(f"`{text}` has no unit", f"write `{text} mm`, or use cm, in, or pt") from None
        raise Wrong(f"unknown unit `{number[2]}`", "use mm, cm, in, or pt") from None


def _parse_number(text: str) -> float:
    if not re.fullmatch(r"-?\d{1,9}(\.\d{1,9})?", text):
        raise Wrong(f"`{text}` is not a number", "write it like `2` or `1.35`")
    return float(text)


def _parse_factor(text: str) -> float:
    number = _parse_number(text)
    if not 0 < number <= MOST_FACTOR:
        size = "small" if number <= 0 else "large"
        raise Wrong(f"`{text}` is too {size}", f"more than 0, at most {MOST_FACTOR}")
    return number


def _parse_count(text: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text):
        raise Wrong(f"`{text}` is not a whole number", "write it like `3`")
    if int(text) > MOST_COUNT:
        raise Wrong(f"`{text}` is too large", f"at most {MOST_COUNT}")
    return int(text)


def _parse_positive(text: str) -> int:
    count = _parse_count(text)
    if count == 0:
        raise Wrong("must be at least 1")
    return count


def _parse_switch(text: str) -> bool:
    if text not in ("true", "false"):
        raise Wrong(f"`{text}` is neither true nor false", "write `true` or `false`")
    return text == "true"


def _pattern(pattern: str) -> dict[str, Any]:
    return {"type": "string", "pattern": f"^{pattern}$"}


def _whole(least: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": MOST_COUNT}


_TEXTS = {"type": ["string", "number", "boolean"], "description": "a text"}
_parse_id = matching(ID, "an id", "lower-case letters, digits, and `_`, such as `spread_curve`")
_parse_icon = matching(ID, "the name of an icon", "lower-case letters, digits, and `_`, such as `test_tube`")
_parse_words_key = matching(
    _WORDS_KEY, "a key of the wording", "such as `analysis.title`; the texts are in wording/"
)
_parse_colour = matching(
    f"{_COLOUR}|{ID}", "a colour", 'such as "#1f4e9c", in quotes, or the name of another'
)
_parse_file = matching(_FILE, "the name of a file", "such as `sheet.yaml`, in the game's own folder")
_parse_field = matching(FIELD, "the name of a field", "lower-case letters, digits, and `_`")


def _parse_character(text: str) -> str:
    if len(text) != 1 or text in ".| \t":
        raise Wrong(
            f"`{text}` is not a valid character for a square", "use one character except `.`, `|`, or a space"
        )
    return text


Character = Annotated[str, Kind("character", _parse_character)]
"""A character of a drawing that is a square."""
RichText = Annotated[str, Kind("rich text", _parse_text, _TEXTS, "label")]
"""A text with marks, icons and colours."""
Text = Annotated[str, Kind("text", _parse_text, _TEXTS)]
"""A text that is not empty."""
Id = Annotated[str, Kind("id", _parse_id, _pattern(ID))]
Mark = Annotated[str, Kind("mark", _parse_id, _pattern(ID), "mark")]
Role = Annotated[str, Kind("role of type", _parse_id, _pattern(ID), "role")]
BoardId = Annotated[str, Kind("id", _parse_id, _pattern(ID), "board")]
Icon = Annotated[str, Kind("icon", _parse_icon, _pattern(ID), "icon")]
PieceId = Annotated[str, Kind("piece id", _parse_id, _pattern(ID), "piece")]
SheetId = Annotated[str, Kind("sheet id", _parse_id, _pattern(ID), "sheet")]
WordsKey = Annotated[str, Kind("wording key", _parse_words_key, _pattern(_WORDS_KEY), "words")]
Colour = Annotated[str, Kind("colour", _parse_colour, _pattern(f"({_COLOUR}|{ID})"), "colour")]
ColourName = Annotated[str, Kind("colour", _parse_id, _pattern(ID), "colour")]
"""A colour of the theme, by its name alone."""
ColourValue = Annotated[str, Kind("colour", _parse_colour, _pattern(f"({_COLOUR}|{ID})"))]
"""A colour that is compared with nothing: where colours are declared."""
FileName = Annotated[str, Kind("file", _parse_file, _pattern(_FILE))]
FieldName = Annotated[str, Kind("field", _parse_field, _pattern(FIELD))]
Size = Annotated[float, Kind("length", parse_size, _pattern(LENGTH))]
"""A length above 0, in mm."""
Edge = Annotated[float, Kind("length", _parse_edge, {"anyOf": [_pattern(LENGTH), {"const": 0}]})]
"""A length from 0, in mm; a bare 0 needs no unit."""
At: TypeAlias = tuple[Edge, Edge]
"""A point: from the left and from the top edge."""
Extent = Annotated[
    tuple[float, float], Kind("width x height", _parse_extent, _pattern(f"{LENGTH}[x×]{LENGTH}"))
]
"""Width and height, in mm."""
Number = Annotated[float, Kind("number", _parse_number, {"type": "number"})]
Factor = Annotated[
    float, Kind("number", _parse_factor, {"type": "number", "exclusiveMinimum": 0, "maximum": MOST_FACTOR})
]
Count = Annotated[int, Kind("number", _parse_count, _whole(0))]
Positive = Annotated[int, Kind("number", _parse_positive, _whole(1))]
Face = Annotated[int, Kind("die face", _parse_positive, _whole(1), "face")]
Switch = Annotated[bool, Kind("`true` or `false`", _parse_switch, {"type": "boolean"})]

# Values of templates: each may be a field of the piece, or hold some: `card_{kind}`.
ColourPattern = Annotated[
    str,
    Kind(
        "colour",
        _or_field(f"{_COLOUR}|{ID}", "a colour", 'a name of the theme, "#1f4e9c" or a field: "{colour}"'),
        names="colour",
    ),
]
_NAME = _or_field(ID, "a name", "lower-case letters, digits, and `_`, or with a field: `card_{kind}`")
IconPattern = Annotated[str, Kind("icon", _NAME, names="icon")]
RolePattern = Annotated[str, Kind("role of type", _NAME, names="role")]
PatternName = Annotated[str, Kind("pattern", _NAME, names="pattern")]
PlacePattern = Annotated[str, Kind("place", _NAME, names="place")]
PlainPattern = Annotated[str, Kind("text", _parse_text, _TEXTS, "plain")]
"""A text without marks."""
TextPattern = Annotated[str, Kind("rich text", _parse_text, _TEXTS, "text")]
AnglePattern = Annotated[
    str,
    Kind(
        "degrees",
        _or_field(r"-?\d{1,9}(\.\d{1,9})?", "a number", "write it like `90`, or with a field: `{angle}`"),
        {"type": ["number", "string"]},
        "angle",
    ),
]
WordsPattern = Annotated[
    str,
    Kind(
        "wording key",
        _or_field(_WORDS_KEY, "a key of the wording", "such as `card.title` or `city.{id}`"),
        names="sentence",
    ),
]
FilePattern = Annotated[
    str,
    Kind(
        "file",
        _or_field(
            _FILE,
            "the name of a file",
            "in the game's own folder: `pictures/map.svg`, or with a field: `pictures/{id}.png`",
        ),
        names="file",
    ),
]
