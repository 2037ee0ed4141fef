"""The kinds of values that files hold: each turns a text into what it means, or says what is wrong."""

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, PlainValidator, WithJsonSchema

from generator.model.kinds import Wrong as Wrong
from generator.model.units import parse_length

T = TypeVar("T")


class Format(BaseModel):
    """A mapping of a file: the keys that it may have, and no others."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


def scalar(parse: Callable[[str], T]) -> PlainValidator:
    def validate(value: Any) -> T:
        if value is None:
            raise Wrong("has no value")
        if not isinstance(value, str):
            kind = "keys with values" if isinstance(value, dict) else "a list"
            raise Wrong(f"must be one value, not {kind}")
        return parse(value)

    return PlainValidator(validate)


def matching(pattern: str, what: str, hint: str) -> Callable[[str], str]:
    compiled = re.compile(pattern)

    def parse(text: str) -> str:
        if not compiled.fullmatch(text):
            raise Wrong(f"`{text}` is not {what}" if text else "is empty", hint)
        return text

    return parse


def _parse_text(text: str) -> str:
    if not text.strip():
        raise Wrong("is empty", "write a text")
    return text


def parse_size(text: str) -> float:
    size = _parse_length(text)
    if not 0 < size <= MOST_MM:
        raise Wrong(f"`{text}` is no size", f"more than 0 and at most {MOST_MM} mm")
    return size


def _parse_edge(text: str) -> float:
    size = _parse_length(text)
    if not 0 <= size <= MOST_MM:
        raise Wrong(f"`{text}` is no size", f"from 0 to {MOST_MM} mm")
    return size


def _parse_length(text: str) -> float:
    try:
        return parse_length(text)
    except ValueError:
        number = re.fullmatch(r"\s*([+-]?[\d.,]+)\s*(\S*)\s*", text)
        if number is None:
            raise Wrong(f"`{text}` is not a length", "write it like `8 mm`, `2.5 in` or `9 pt`") from None
        if "," in number[1]:
            hint = f"write `{text.replace(',', '.')}`"
            raise Wrong(f"`{text}` has a comma where a point belongs", hint) from None
        if not number[2]:
            raise Wrong(f"`{text}` has no unit", f"write `{text} mm`, or use cm, in or pt") from None
        raise Wrong(f"`{number[2]}` is no unit of length", "the units are mm, cm, in and pt") from None


def _parse_number(text: str) -> float:
    if not re.fullmatch(r"-?\d{1,9}(\.\d{1,9})?", text):
        raise Wrong(f"`{text}` is not a number", "write it like `2` or `1.35`")
    return float(text)


def _parse_factor(text: str) -> float:
    number = _parse_number(text)
    if not 0 < number <= MOST_FACTOR:
        raise Wrong(
            f"`{text}` is too {'small' if number <= 0 else 'large'}", f"more than 0, at most {MOST_FACTOR}"
        )
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


def _parse_level(text: str) -> Literal[1, 2]:
    if text not in ("1", "2"):
        raise Wrong(f"`{text}` is no level", "write `1` or `2`")
    return 1 if text == "1" else 2


def _parse_switch(text: str) -> bool:
    if text not in ("true", "false"):
        raise Wrong(f"`{text}` is neither true nor false", "write `true` or `false`")
    return text == "true"


def _parse_frame(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([1-9]\d?) ?[x×] ?([1-9]\d?)", text)
    if match is None:
        raise Wrong(f"`{text}` is not a frame", "write columns and rows like `2x3`")
    return int(match[1]), int(match[2])


MOST_MM = 2000
MOST_COUNT = 1000
MOST_FACTOR = 100

ID = r"[a-z][a-z0-9]*(_[a-z0-9]+)*"
KEY = r"[a-z0-9_]+"
_WORD_KEY = rf"{KEY}(\.{KEY})*"
LENGTH = r"\s*(\d+(\.\d+)?|\.\d+)\s*(mm|cm|in|pt)\s*"
_COLOUR = r"#[0-9a-fA-F]{6}"
_FILE = r"[^/\\:.][^/\\:]*(/[^/\\:.][^/\\:]*)*"

Text = Annotated[
    str,
    scalar(_parse_text),
    WithJsonSchema({"type": ["string", "number", "boolean"], "description": "a text"}),
]

Id = Annotated[
    str,
    scalar(matching(ID, "an id", "small letters, digits and `_`, such as `spread_curve`")),
    WithJsonSchema({"type": "string", "pattern": f"^{ID}$"}),
]

Icon = Annotated[
    str,
    scalar(matching(ID, "the name of an icon", "small letters, digits and `_`, such as `test_tube`")),
    WithJsonSchema({"type": "string", "pattern": f"^{ID}$"}),
]

WordKey = Annotated[
    str,
    scalar(
        matching(_WORD_KEY, "a key of the wording", "such as `analysis.title`; the words stand in wording/")
    ),
    WithJsonSchema({"type": "string", "pattern": f"^{_WORD_KEY}$"}),
]

Size = Annotated[float, scalar(parse_size), WithJsonSchema({"type": "string", "pattern": f"^{LENGTH}$"})]

Edge = Annotated[
    float,
    scalar(_parse_edge),
    # Nothing needs no unit, and editors take it for a number.
    WithJsonSchema({"anyOf": [{"type": "string", "pattern": f"^{LENGTH}$"}, {"const": 0}]}),
]

Number = Annotated[float, scalar(_parse_number), WithJsonSchema({"type": "number"})]

Factor = Annotated[
    float,
    scalar(_parse_factor),
    WithJsonSchema({"type": "number", "exclusiveMinimum": 0, "maximum": MOST_FACTOR}),
]

Count = Annotated[
    int, scalar(_parse_count), WithJsonSchema({"type": "integer", "minimum": 0, "maximum": MOST_COUNT})
]

Positive = Annotated[
    int, scalar(_parse_positive), WithJsonSchema({"type": "integer", "minimum": 1, "maximum": MOST_COUNT})
]

Level = Annotated[Literal[1, 2], scalar(_parse_level), WithJsonSchema({"enum": [1, 2]})]

Switch = Annotated[bool, scalar(_parse_switch), WithJsonSchema({"type": "boolean"})]

Frame = Annotated[
    tuple[int, int],
    scalar(_parse_frame),
    WithJsonSchema({"type": "string", "pattern": r"^[1-9]\d? ?[x×] ?[1-9]\d?$"}),
]

_parse_number_of_players = matching(
    r"[1-9]\d?(\+|-[1-9]\d?)?", "a number of players", "such as `2`, `2+` or `3-6`"
)


def _parse_players(text: str) -> str:
    least, _, most = _parse_number_of_players(text).partition("-")
    if most and int(least) > int(most):
        raise Wrong(f"`{text}` falls", f"the smaller number comes first: `{most}-{least}`")
    return text


Players = Annotated[
    str,
    scalar(_parse_players),
    WithJsonSchema({"type": ["string", "integer"], "pattern": r"^[1-9]\d?(\+|-[1-9]\d?)?$"}),
]

ColourValue = Annotated[
    str,
    scalar(matching(f"{_COLOUR}|{ID}", "a colour", 'such as "#1f4e9c", in quotes, or the name of another')),
    WithJsonSchema({"type": "string", "pattern": f"^({_COLOUR}|{ID})$"}),
]

FileName = Annotated[
    str,
    scalar(matching(_FILE, "the name of a file", "such as `sheet.yaml`, in the game's own folder")),
    WithJsonSchema({"type": "string", "pattern": f"^{_FILE}$"}),
]

Language = Annotated[
    str,
    scalar(matching(r"[^\n]{1,60}", "the name of a language", "as its speakers write it: `Español`")),
    WithJsonSchema({"type": "string"}),
]
