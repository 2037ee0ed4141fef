"""Annotations that declare how the fields of dataclasses are written in files, and the short values in them.

All internal lengths are in millimetres; other units occur only in files and options.

A declared dataclass is a mapping in a file, and each of its fields is a key. The annotation of a field
declares how its value is written: `Size`, `Id`, a `Literal`, a tuple for a list, a mapping, another declared
dataclass, or `OneOf` several. `Doc` describes the key. `generator.read.declared` derives readers, checks of
names, JSON Schemas, and the tables of docs/files.md from these annotations. A dataclass with `is_open = True`
allows further keys.
"""

import re
from collections.abc import Callable, Collection, Container, Iterator, Mapping
from enum import Enum
from functools import lru_cache, partial
from typing import Annotated, Any, Literal, TypeAlias

from annotated_doc import Doc as Doc

from generator.errors import Wrong as Wrong
from generator.errors import format_count
from generator.model.language.expressions import Pattern
from generator.model.values import dataclass, field
from generator.system import DEVICES

MM_PER_INCH = 25.4
MM_PER_POINT = MM_PER_INCH / 72

_FACTORS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT}
_LENGTH = re.compile(r"\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*(\S*)\s*")
_CHANNEL = r" {0,3}-?\d{1,4}(\.\d{1,4})?(%|deg)? {0,3}"
_HEX = "[0-9a-fA-F]"
LITERAL = rf"(#({_HEX}{{3,4}}|{_HEX}{{6}}|{_HEX}{{8}})|(rgb|hsl)a?\(({_CHANNEL}[,/ ]){{2,3}}{_CHANNEL}\))"
"""Colours that are not names."""
NO_COLOUR = "none"
"""Written for a fill or a line that is not drawn."""
_HINT = 'write it like "#1f4e9c", navy, or "rgb(31, 78, 156)"'
_RANGE = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
"""A number, or two with a dash between them."""
_DASH = re.compile(r" *[-\u2013] *")
_ID = re.compile(r"(?=.*[a-z_])[a-z0-9][a-z0-9_-]*")
"""An id such as `epidemic`, or `2_1` of a card without a name; 3-4-5 is a mistake."""
PdfBacks: TypeAlias = str | tuple[int, ...]
"""`even`, `separate`, or `none`, or the numbers of the pages of backs."""
PageFlip: TypeAlias = Literal["columns", "rows"]
"""Columns or rows, which are in reverse order on the other side of the paper."""
_BACKS = ("even", "separate", "none")
Named: TypeAlias = Literal[
    "", "along", "angle", "art", "board", "colour", "file", "focus", "font", "icon", "label",
    "mark", "path", "pattern", "piece", "place", "plain", "role", "sentence", "shape", "text", "title",
    "words",
]  # fmt: skip
"""Kinds of names that readers check; empty: no check.

`words` is the key of a text without placeholders, and `sentence` the key of a text whose placeholders are
fields of a template. A `label` is rich text, and `plain` is text with fields but without marks. A `title` is
a `words` key, or a label; a `text` is a title that may contain fields. `art` is a `file` that may be missing.
"""

Upright = Literal["top", "middle", "bottom"]
Aligned = Literal["start", "center", "end", "justify"]
TextDirection = Literal["auto", "ltr", "rtl"]


@lru_cache(maxsize=4096)
def parse_length(text: str) -> float:
    """Return the millimetres of `63 mm`, `2.5 in`, `9 pt`, `1.2 cm`; raises Wrong.

    A bare `0` needs no unit; any other number does, because a number alone does not say what it measures.
    """
    if re.search(r"\d,\d", text):
        raise Wrong(f"`{text}` has a comma instead of a decimal point", f"write `{text.replace(',', '.')}`")
    match = _LENGTH.fullmatch(text)
    if match is None:
        raise Wrong(f"`{text}` is not a length", "write it like `8 mm`, `2.5 in`, or `9 pt`")
    number, unit = float(match[1]), match[2]
    if not unit and number == 0:
        return 0.0
    if not unit:
        raise Wrong(f"`{text}` has no unit", f"write `{text} mm`, or use cm, in, or pt")
    if unit not in _FACTORS:
        raise Wrong(f"unknown unit `{unit}`", "use mm, cm, in, or pt")
    return number * _FACTORS[unit]


def parse_between(text: str, least: float, most: float) -> float:
    """Return a length within limits in mm; raises ValueError."""
    length = parse_length(text)
    if not least <= length <= most:
        raise ValueError(f"{text!r} is out of range: {least:g} to {most:g} mm")
    return length


@lru_cache(maxsize=4096)
def add_unit(text: str, unit: str) -> str:
    """Return a measure with a unit after each number that has none: `50% - 2 mm` for `50% - 2`."""
    return re.sub(
        r"(?<![\w.])(\d+(?:\.\d+)?|\.\d+)(?![\w.,])(?!\s*(?:%|mm|cm|in|pt|share))", rf"\1 {unit}", text
    )


def parse_in_unit(parse: Callable[[str], Any], unit: str, text: str) -> Any:
    """Return the value of a measure whose numbers may be without a unit."""
    return parse(add_unit(text, unit))


def share_unit(lengths: list[str]) -> list[str]:
    """Give every length the unit of the last one: `63 x 88 mm`."""
    unit = re.search(r"(mm|cm|in|pt)\s*$", lengths[-1])
    return [add_unit(length, unit[1]) for length in lengths] if unit else lengths


def is_literal(text: str) -> bool:
    """Return True for `#...` and `rgb(...)`, which are not names."""
    return text.startswith("#") or "(" in text


def is_css_name(text: str) -> bool:
    """Return True for the name of a colour in CSS, in any case, and for `none`."""
    # Imported here, because themes name nearly all colours.
    from tinycss2.color4 import Color, parse_color

    return text.isalpha() and (text == NO_COLOUR or isinstance(parse_color(text), Color))


def find_colour_name(name: str, theme: Container[str]) -> str:
    """Return the name of a colour as a theme or CSS has it: `Maroon` and `DarkBlue` in small letters."""
    return name if name in theme or not name.isalpha() else name.lower()


def parse_colour(text: str) -> tuple[float, float, float, float]:
    """Return red, green, blue, and opacity, from 0 to 1; raises Wrong.

    Colours are `#1f4e9c`, `#fa0`, `#1f4e9c80`, `navy`, `rgb(31, 78, 156)`, and the like.
    """
    if re.fullmatch(LITERAL, text) and text.startswith("#"):
        digits = text[1:] if len(text) > 5 else "".join(digit * 2 for digit in text[1:])
        red, green, blue, alpha = (int((digits + "ff")[at : at + 2], 16) / 255 for at in (0, 2, 4, 6))
        return red, green, blue, alpha
    if text == NO_COLOUR:
        return 0.0, 0.0, 0.0, 0.0
    from tinycss2.color4 import parse_color

    colour = parse_color(text) if re.fullmatch(LITERAL, text) or is_css_name(text) else None
    if colour is None:
        raise Wrong(f"`{text}` is not a colour", _HINT)
    first, *others = colour.coordinates
    most = 100 if colour.space == "hsl" else 1
    if min(others) < 0 or max(others) > most or not (most == 100 or 0 <= first <= 1):
        raise Wrong(f"a number of `{text}` is out of range", _HINT)
    red, green, blue = colour.to("srgb").coordinates
    return red, green, blue, colour.alpha


def parse_entry(text: str) -> str:
    """Normalize an entry of a selection of pieces; raises ValueError.

    It is `3`, `3-10`, or `epidemic`. If numbers are ambiguous, the part precedes it: `cards:3-10`.
    """
    part, colon, words = text.rpartition(":")
    if colon:
        name = part.strip().lower()
        if not _ID.fullmatch(name):
            raise ValueError(f"{text!r}: {part!r} is not a part name; write it like cards:3-10")
        return f"{name.replace('-', '_')}:{parse_entry(words)}"
    entry = _DASH.sub("-", text.strip().lower())
    numbers = get_range(entry)
    if numbers is not None:
        if not numbers or not numbers[0]:
            hint = "write it like 3-10, starting at 1, with the smaller number first"
            raise ValueError(f"{text!r} is not a range; {hint}")
        return entry
    if not _ID.fullmatch(entry):
        raise ValueError(f"{text!r} is not a number, a range such as 3-10, or the id of a card")
    return entry.replace("-", "_")


def get_range(entry: str) -> range | None:
    """Return the numbers of `3` or `3-10`; None if the entry is an id."""
    match = _RANGE.fullmatch(entry)
    return None if match is None else range(int(match[1]), int(match[2] or match[1]) + 1)


def parse_pages(text: str) -> tuple[int, ...]:
    """Return the numbers of `2-9` or `1,3-5`; raises Wrong."""
    numbers: list[int] = []
    for part in text.replace(" ", "").split(","):
        match = re.fullmatch(r"(\d{1,4})(?:[-–](\d{1,4}))?", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 0 < first <= last:
            raise Wrong(f"`{text}` is not a range of pages", "write it like `2-9`, or `1,3-5`")
        numbers += range(first, last + 1)
    if len({*numbers}) < len(numbers):
        raise Wrong(f"`{text}` has a page twice", "write each page once")
    return tuple(numbers)


def parse_pdf_backs(text: str) -> PdfBacks:
    """Return where backs are; raises Wrong."""
    if text in _BACKS:
        return text
    if not text[:1].isdigit():
        hint = "write `even`, `separate`, `none`, or pages: `10-17`"
        raise Wrong(f"`{text}` does not say where the backs are", hint)
    return parse_pages(text)


@dataclass(frozen=True, eq=False)
class Kind:
    """A type of value that is written as a single text."""

    noun: str
    """Name in the documentation: `length`."""
    parse: Callable[[Any], Any]
    """Function that converts text to a value; raises Wrong."""
    schema: Mapping[str, Any] = field(default_factory=lambda: {"type": "string"})
    names: Named = ""
    takes_data: bool = False
    """True if `parse` also accepts lists and mappings."""
    instead: str = ""
    """Advice for a list, which is not accepted."""
    takes_fields: bool = False
    """True if the value may be computed from fields of a piece; texts with fields stay texts instead."""


@dataclass(frozen=True, slots=True)
class Key:
    """Key of a field in files, if it is not the name of the field."""

    name: str


class Written(Enum):
    """Ways to write a field in files, other than a key with a value."""

    ALONE = "may be written alone, in place of all keys: `ground: red`"
    FIRST = "is under the key of its kind, with the others beside it: `- heading: key`"
    AS_KEY = "is the key under which a mapping or a list of kinds has the dataclass"
    NEVER = "is not in files; readers fill it in"


@dataclass(frozen=True, slots=True)
class Length:
    """Minimum and maximum number of items in a list or mapping."""

    least: int = 0
    most: int | None = None
    hint: str = ""
    """Advice for a list with the wrong number of items."""


@dataclass(frozen=True, eq=False)
class OneOf:
    """A choice of declared dataclasses by key: `- panel: {...}`."""

    kinds: Mapping[str, type]
    what: str
    """Noun for messages: `element`."""
    example: str
    """Kind for examples in messages."""
    others: str = ""
    """Description of keys besides those of `kinds`, which a special reader takes."""
    meant: Mapping[str, str] = field(default_factory=dict)
    """Kinds by the names that other tools have for them, for hints."""


@dataclass(frozen=True, eq=False)
class Anything:
    """Data that needs a special reader, described by a JSON Schema or by alternative annotations."""

    schema: Mapping[str, Any] = field(default_factory=dict)
    noun: str = ""
    """Name in the documentation and in schemas: `template`."""
    either: tuple[Any, ...] = ()


def name_kinds(kinds: Collection[type], suffix: str) -> Mapping[str, type]:
    """Return dataclasses by the names of their classes, in lower case and without a suffix."""
    return {kind.__name__.removesuffix(suffix).lower(): kind for kind in kinds}


def find_mismatch(
    given: int, what: str, wanted: int, other: str, *, path: tuple[str | int, ...], hint: str = ""
) -> Iterator[Wrong]:
    """Yield a problem unless nothing is given, or the two counts are equal: `1 icon for 2 items`."""
    if given not in (0, wanted):
        message = f"{format_count(given, what)} for {format_count(wanted, other)}"
        yield Wrong(message, hint or f"one {what} for each {other}, or none", path=path)


def matching(pattern: str, what: str, hint: str) -> Callable[[str], str]:
    """Return a parser that accepts only full matches of a pattern."""

    def parse(text: str) -> str:
        if not re.fullmatch(pattern, text):
            slashes = text.replace("\\", "/")
            is_path = slashes != text and re.fullmatch(pattern, slashes)
            way_out = f"write / between folders: `{slashes}`" if is_path else hint
            if re.fullmatch(pattern, text.lower()):
                way_out = f"write it in lower case: `{text.lower()}`"
            if re.fullmatch("[0-9a-fA-F]{3,8}", text) and re.fullmatch(pattern, f"#{text}"):
                way_out = f'write `"#{text}"`'
            raise Wrong(f"`{text}` is not {what}" if text else "is empty", way_out)
        return text

    return parse


MOST_MM = 2000
"""Largest length, in mm."""
MOST_COUNT = 1000
MOST_FACTOR = 100

ID = r"[a-z][a-z0-9]*(_[a-z0-9]+)*"
PIECE_ID = r"[a-z0-9]+(_[a-z0-9]+)*"
KEY = r"[a-z0-9_]+"
LENGTH_TEXT = r"\s*(\d+(\.\d+)?|\.\d+)\s*(mm|cm|in|pt)\s*"
FIELD = r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*"
_WORDS_KEY = rf"{KEY}(\.{KEY})*"
DOTTED_KEY = rf"{KEY}(\.{KEY})+"
_LETTERS = "lower-case letters, digits, and `_`"
_COLOUR = rf"({LITERAL}|{ID}|[A-Za-z]{{3,20}})"
_NUMBER = r"-?\d{1,9}(\.\d{1,9})?"
_FILE = r"[^/\\:.][^/\\:]*(/[^/\\:.][^/\\:]*)*"


def _pattern(pattern: str) -> dict[str, Any]:
    return {"type": "string", "pattern": f"^{pattern}$"}


def _named(noun: str, pattern: str, what: str, hint: str, names: Named = "") -> Kind:
    return Kind(noun, matching(pattern, what, hint), _pattern(pattern), names)


def _id(noun: str, names: Named = "") -> Kind:
    return _named(noun, ID, "an id", f"{_LETTERS}, such as `score_track`", names)


def _parse_file_id(text: str) -> str:
    if text in DEVICES:
        message = f"`{text}` is a device on Windows, where no file may have its name"
        raise Wrong(message, f"add something: `{text}_1`")
    return str(_AN_ID.parse(text))


def _parse_colour_name(text: str) -> str:
    if is_literal(text):
        raise Wrong(f"`{text}` is not the name of a colour", "write it under `colours`, and its name here")
    return str(_AN_ID.parse(text))


def _parse_text(text: str) -> str:
    if not text.strip():
        raise Wrong("is empty", "write a text")
    return text


_TEXTS = {"type": ["string", "number", "boolean"], "description": "a text"}
_SQUARE = r"[^.|\s]", "a valid character for a square", "use one character except `.`, `|`, or a space"
Character = Annotated[str, Kind("character", matching(*_SQUARE))]
"""A character that represents a square in a drawing."""
RichText = Annotated[str, Kind("rich text", _parse_text, _TEXTS, "label")]
"""A text with marks, icons, and colours."""
Text = Annotated[str, Kind("text", _parse_text, _TEXTS)]
"""A non-empty text."""
Title = Annotated[str, Kind("wording key, or text", _parse_text, _TEXTS, "title")]
"""A wording key, or the text itself."""
_AN_ID = _id("id")
Id = Annotated[str, _AN_ID]
FileId = Annotated[str, Kind("id", _parse_file_id, _pattern(ID))]
"""An id that is part of the names of files."""
EntryValues: TypeAlias = Mapping[Id, Annotated[Any, Anything(noun="value")]]
MarkName = Annotated[str, _id("mark", "mark")]
_FEATURE = r"[A-Za-z0-9]{4}", "the tag of a feature", "such as `smcp` or `onum`"
FeatureTag = Annotated[str, _named("feature tag", *_FEATURE)]
LANGUAGE_TAG = r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?"
"""A tag of BCP 47: `de`, `pt-BR`, or `sr-Latn`."""
_LANGUAGE = LANGUAGE_TAG, "the tag of a language", "such as `de` or `pt-BR`"
LanguageTag = Annotated[str, _named("language tag", *_LANGUAGE)]
_SCRIPT = r"[A-Z][a-z]{3}", "the code of a script", "such as `Arab` or `Hebr`"
ScriptCode = Annotated[str, _named("script code", *_SCRIPT)]
TextRule = Literal[
    "balance", "hyphens", "joins", "narrow", "holes", "hang", "figures", "alike", "digits", "contrast",
    "overlap",
]  # fmt: skip
"""A rule of typesetting that is followed unless it is off."""
FeaturesKey = Annotated[tuple[FeatureTag, ...], Doc("OpenType features of the font: `[smcp, onum]`.")]
WithoutKey = Annotated[
    tuple[TextRule, ...],
    Doc(
        "Rules that are off: `balance` of lines, `hyphens`, `joins` of icons with the word before, `narrow` "
        "or broken words instead of an error, `holes` between words, `hang` of quotation marks, `figures` "
        "of tables, `alike` for one size of all titles of a deck, `digits` for groups of digits in numbers "
        "of four digits beside longer ones, `contrast` for the colour of ink or paper where that of the role "
        "is hard to read, and `overlap` for the search for letters on those of another text, or below a "
        "later element."
    ),
]
TextRole = Annotated[str, _id("role of type", "role")]
BoardId = Annotated[str, _id("id", "board")]
_ICON = r"[\w+-][\w .+-]*(/[\w+-][\w .+-]*)?", "the name of an icon", "its file without `.svg`: `test_tube`"
IconName = Annotated[str, _named("icon", *_ICON, "icon")]
_PIECE = PIECE_ID, "an id", f"{_LETTERS}, such as `san_francisco` or `15`"
_PIECES = {"type": ["string", "integer"], "pattern": f"^{PIECE_ID}$"}
PieceId = Annotated[str, Kind("piece id", matching(*_PIECE), _PIECES, "piece")]
_WORDS_HINT = "such as `rules.title`; the texts are in wording/"
WordsKey = Annotated[str, _named("wording key", _WORDS_KEY, "a key of the wording", _WORDS_HINT, "words")]
_COLOUR_HINT = 'such as "#1f4e9c", in quotes, or the name of another colour'
ColourText = Annotated[str, _named("colour", _COLOUR, "a colour", _COLOUR_HINT, "colour")]
ColourLiteral = Annotated[str, Kind("colour", lambda text: parse_colour(text) and text)]
ColourName = Annotated[str, Kind("colour", _parse_colour_name, _pattern(ID), "colour")]
ColourValue = Annotated[str, _named("colour", _COLOUR, "a colour", _COLOUR_HINT)]
"""Definition of a colour in a theme."""
_FILE_HINT = "such as `sheet.yaml`, in the game's own folder"
FileName = Annotated[str, _named("file", _FILE, "the name of a file", _FILE_HINT)]
_ROW = {"type": "object", "required": ["id"]}
ROWS = {"anyOf": [{"type": ["string", "object"]}, {"type": "array", "minItems": 1, "items": _ROW}]}
"""JSON Schema of a table: the name of a file, rows, or where they come from."""


def parse_limited_length(text: str, *, may_be_0: bool = False) -> float:
    """Return a positive length in mm; 0 is allowed with `may_be_0`. Raises Wrong."""
    size = parse_length(text)
    if not 0 <= size <= MOST_MM or not (size or may_be_0):
        allowed = f"0 to {MOST_MM}" if may_be_0 else f"more than 0 and at most {MOST_MM}"
        raise Wrong(f"`{text}` is out of range", f"use {allowed} mm")
    return size


def _parse_extent(text: str) -> tuple[float, float]:
    if not re.fullmatch(r"[^x×]+[x×][^x×]+", text):
        raise Wrong(f"`{text}` is not a width and height", "write it like `420 mm x 297 mm`")
    width, height = (parse_limited_length(part.strip()) for part in share_unit(re.split("[x×]", text)))
    return width, height


_LENGTHS = {"anyOf": [_pattern(LENGTH_TEXT), {"type": "number"}]}
"""Numbers have no unit in files with `unit`, and 0 needs none."""
Size = Annotated[float, Kind("length", parse_limited_length, _LENGTHS, takes_fields=True)]
"""A positive length in mm."""
Edge = Annotated[
    float, Kind("length", partial(parse_limited_length, may_be_0=True), _LENGTHS, takes_fields=True)
]
"""A length in mm, 0 or more; 0 needs no unit."""


class SideShare(float):
    """A part of the shorter side of a box, in place of a length."""


def _parse_corner(text: str) -> float:
    if text.rstrip().endswith("%"):
        return SideShare(_parse_percent(text))
    return parse_limited_length(text, may_be_0=True)


Corner = Annotated[
    float,
    Kind(
        "length or percentage",
        _parse_corner,
        {"anyOf": [*_LENGTHS["anyOf"], {"type": "string"}]},
        takes_fields=True,
    ),
]
"""The radius of corners: a length in mm, or a part of the shorter side of the box; 50% rounds all of it."""
PointPosition: TypeAlias = tuple[Edge, Edge]
"""Position of a point: distances from the left and top edges."""
_EXTENTS = _pattern(f"{LENGTH_TEXT}[x×]{LENGTH_TEXT}")
PositiveLength = Annotated[
    tuple[float, float], Kind("width x height", _parse_extent, _EXTENTS, takes_fields=True)
]
"""Width and height, in mm."""


def _parse_number(text: str) -> float:
    if not re.fullmatch(_NUMBER, text):
        raise Wrong(f"`{text}` is not a number", "write it like `2` or `1.35`")
    return float(text)


def _parse_factor(text: str, *, most: float = MOST_FACTOR) -> float:
    number = _parse_number(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    if not 0 < number <= most:
        size = "small" if number <= 0 else "large"
        raise Wrong(f"`{text}` is too {size}", f"more than 0, at most {most}")
    return number


_WHOLE = re.compile(r"(?<=\d)\.0+\Z")
"""The end of a whole number that a program wrote as a decimal: `3.0`."""


def _parse_count(text: str, *, least: int = 0) -> int:
    text = _WHOLE.sub("", text)
    if not re.fullmatch(r"\d{1,9}", text):
        raise Wrong(f"`{text}` is not a whole number", "write it like `3`")
    if int(text) > MOST_COUNT:
        raise Wrong(f"`{text}` is too large", f"at most {MOST_COUNT}")
    if int(text) < least:
        raise Wrong(f"must be at least {least}")
    return int(text)


def _count(noun: str, least: int, names: Named = "") -> Kind:
    schema = {"type": "integer", "minimum": least, "maximum": MOST_COUNT}
    return Kind(noun, partial(_parse_count, least=least), schema, names, takes_fields=True)


Number = Annotated[float, Kind("number", _parse_number, {"type": "number"}, takes_fields=True)]
_FACTOR_SCHEMA = {"type": "number", "exclusiveMinimum": 0, "maximum": MOST_FACTOR}
FactorValue = Annotated[float, Kind("number", _parse_factor, _FACTOR_SCHEMA, takes_fields=True)]
_SHARE = {"type": ["number", "string"], "exclusiveMinimum": 0, "maximum": 1}
Fraction = Annotated[float, Kind("number", partial(_parse_factor, most=1), _SHARE, takes_fields=True)]
"""A number that is more than 0 and at most 1: `0.5` or `50%`."""
_PERCENT = r"(\d{1,2}(\.\d{1,3})?|100)\s*%"


def _parse_percent(text: str) -> float:
    parse = matching(rf"0|{_PERCENT}", "a percentage", "write it like `10%`")
    return float(parse(text).rstrip(" %")) / 100


Percent = Annotated[
    float, Kind("percent", _parse_percent, {"type": ["string", "integer"]}, takes_fields=True)
]
Count = Annotated[int, _count("number", 0)]
Positive = Annotated[int, _count("number", 1)]
ANY_NUMBER = -1
"""A free number that stands for all numbers."""


def _parse_free(data: Any) -> tuple[int, ...]:
    given = data if isinstance(data, list) else [data]
    if given == ["all"]:
        return (ANY_NUMBER,)
    if not given or not all(isinstance(one, str) and re.fullmatch(r"\d{1,9}", one) for one in given):
        raise Wrong("must be a list of numbers, or `all`", "such as `[8, 35]`")
    return tuple(map(int, given))


_FREE = {"anyOf": [{"const": "all"}, {"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]}
FreeNumbers = Annotated[tuple[int, ...], Kind("numbers, or `all`", _parse_free, _FREE, takes_data=True)]
"""Numbers that a text has without a name."""
TextKey = Annotated[str, Kind("key of texts", str, {"type": "string", "pattern": f"^{_WORDS_KEY}$"})]


def _parse_rules(data: Any) -> tuple[str, ...]:
    given = tuple(data) if isinstance(data, list) else (data,)
    if not given or not all(isinstance(one, str) and re.fullmatch(_WORDS_KEY, one) for one in given):
        raise Wrong("must be the id of a rule, or a list of ids", "such as `spread.blocked`")
    return given


RULE_IDS = "id of a rule, or a list"
RuleIds = Annotated[tuple[str, ...], Kind(RULE_IDS, _parse_rules, {}, takes_data=True)]
_BLOCK = r"([1-9]\d?) ?[x×] ?([1-9]\d?)"
_PIXELS = r"([1-9]\d{1,4}) ?[x×] ?([1-9]\d{1,4})"


def parse_block(
    text: str, pattern: str = _BLOCK, what: str = "number of columns and rows", like: str = "2x3"
) -> tuple[int, int]:
    """Return the columns and rows of `3x2`; raises Wrong."""
    match = re.fullmatch(pattern, text)
    if match is None:
        raise Wrong(f"`{text}` is not a {what}", f"write it like `{like}`")
    return int(match[1]), int(match[2])


Repeat = Annotated[tuple[int, int], Kind("columns x rows", parse_block, _pattern(_BLOCK))]
"""Numbers of columns and rows, up to 99."""
_parse_pixels = partial(parse_block, pattern=_PIXELS, what="size in pixels", like="822 x 1122")
Pixels = Annotated[tuple[int, int], Kind("width x height, in pixels", _parse_pixels, _pattern(_PIXELS))]


def _parse_switch(text: str) -> bool:
    if text not in ("true", "false"):
        raise Wrong(f"`{text}` is neither true nor false", "write `true` or `false`")
    return text == "true"


Switch = Annotated[bool, Kind("`true` or `false`", _parse_switch, {"type": "boolean"}, takes_fields=True)]


def _or_field(noun: str, pattern: str, what: str, hint: str, names: Named, *types: str) -> Kind:
    parse = matching(pattern, what, hint)
    schema = {"type": list(types) if types else "string"}
    return Kind(noun, lambda text: text if Pattern(text).has_places else parse(text), schema, names)


_COLOUR_OR_FIELD = 'a name of the theme, "#1f4e9c" or a field: "{colour}"'
ColourPattern = Annotated[str, _or_field("colour", _COLOUR, "a colour", _COLOUR_OR_FIELD, "colour")]
_NAME = ID, "a name", f"{_LETTERS}, or with a field: `card_{{kind}}`"
IconPattern = Annotated[str, _or_field("icon", *_ICON, "icon")]
MissableIcon = Annotated[str, _or_field("icon", *_ICON, "")]
"""The name of an icon that may be missing."""
RolePattern = Annotated[str, _or_field("role of type", *_NAME, "role")]
PatternName = Annotated[str, _or_field("pattern", *_NAME, "pattern")]
PlacePattern = Annotated[str, _or_field("place", *_NAME, "place")]
PlainPattern = Annotated[str, Kind("text", _parse_text, _TEXTS, "plain")]
"""A text without marks."""
TextPattern = Annotated[str, Kind("rich text", _parse_text, _TEXTS, "text")]
EMPTY_OR_TEXT = Kind("rich text", str, _TEXTS, "text")
_ANGLE = _NUMBER, "a number", "write it like `90`, or with a field: `{angle}`"
AnglePattern = Annotated[str, _or_field("degrees", *_ANGLE, "angle", "number", "string")]
FontPattern = Annotated[str, Kind("font family", _parse_text, names="font")]
_ACROSS = rf"(left|middle|right|{_PERCENT})"
FOCUS = rf"(top|bottom)([\s,]+{_ACROSS})?|{_ACROSS}([\s,]+(top|middle|bottom|{_PERCENT}))?"
_POINTS = {"left": 0.0, "top": 0.0, "middle": 0.5, "right": 1.0, "bottom": 1.0}
FOCUS_HINT = "such as `top`, `left bottom`, or `30% 20%`"
FocusPattern = Annotated[str, _or_field("point", FOCUS, "a point of a picture", FOCUS_HINT, "focus")]
"""A point of a picture, in words or in percent."""


def parse_focus(text: str) -> tuple[float, float]:
    """Return the fractions of `top`, `left bottom`, or `30% 20%`: across, then down."""
    words = text.replace(" %", "%").replace(",", " ").split()
    words = [*words, "middle"][:2]
    words = words[::-1] if words[0] in ("top", "bottom") else words
    across, down = (_POINTS[word] if word in _POINTS else float(word[:-1]) / 100 for word in words)
    return across, down


PathPattern = Annotated[str, Kind("path data", _parse_text, {"type": "string"}, "path")]
"""SVG path data: `M 0 0 L 10 5 Z`."""
SHAPES = ("rectangle", "ellipse", "hexagon", "diamond", "cross")
"""Names of shapes of elements and tokens."""
CELLS = r"[.\s/]{0,2000}X[X.\s/]{0,2000}"
"""Pattern of a shape that is drawn as text: `XX./.XX`."""
SHAPE_TEXT = "a shape", f"one of {', '.join(SHAPES)}, a drawing such as `XX./.XX`, or SVG path data"
IS_SHAPE = rf"{'|'.join(SHAPES)}|{CELLS}|\s*[Mm][\s\S]*"
ShapePattern = Annotated[str, _or_field("shape", IS_SHAPE, *SHAPE_TEXT, "shape")]
"""An outline in a box: a name, a drawing of cells, or path data in mm from the top left corner."""
OutlinePattern = Annotated[str, Kind("path data, or a drawing", _parse_text, {"type": "string"})]
AlongPattern = Annotated[str, Kind("path data, or degrees", _parse_text, _TEXTS, "along")]
_WORDS = _WORDS_KEY, "a key of the wording", "such as `card.title` or `card.{id}`"
WordsPattern = Annotated[str, _or_field("wording key", *_WORDS, "sentence")]
_FILE_OR_FIELD = "in the game's own folder: `pictures/map.svg`, or with a field: `pictures/{id}.png`"
FilePattern = Annotated[str, _or_field("file", _FILE, "the name of a file", _FILE_OR_FIELD, "file")]
ArtPattern = Annotated[str, _or_field("file", _FILE, "the name of a file", _FILE_OR_FIELD, "art")]
