"""The formats of decks and of files of tokens."""

import re
from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, WithJsonSchema

from generator.read.declared.formats.scalars import (
    ID,
    LENGTH,
    Count,
    Edge,
    Format,
    Id,
    Size,
    Switch,
    Text,
    WordKey,
    Wrong,
    matching,
    parse_size,
    scalar,
)

MOST_PIECES = 100_000
"""Pieces of one deck, every one counted as often as it is printed."""

BacksName = Literal["none", "separate", "fold", "duplex-long", "duplex-short"]

_TIMES = re.compile(r"[x×](?=\s*[-+.\d])")
"""Between two lengths; an `x` within a word is a letter of a unit that nobody knows."""

_parse_id = matching(ID, "the name of a size", "such as `poker`, or `63 mm x 88 mm`")


def _parse_extent(text: str) -> str | tuple[float, float]:
    """A name of a size; or width and height, one length standing for both."""
    if not text[:1].isdigit():
        return _parse_id(text)
    sides = _TIMES.split(text)
    if len(sides) > 2:
        raise Wrong(f"`{text}` is no size", "write width and height: `63 mm x 88 mm`")
    lengths = [parse_size(side.strip()) for side in sides]
    return lengths[0], lengths[-1]


Extent = Annotated[
    str | tuple[float, float],
    scalar(_parse_extent),
    WithJsonSchema(
        {
            "type": "string",
            "pattern": f"^({ID}|{LENGTH}([x×]{LENGTH})?)$",
            "description": "a named size, or `63 mm x 88 mm`",
        }
    ),
]


def _parse_pieces(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) <= MOST_PIECES:
        raise Wrong(f"`{text}` is no number of pieces", "write how many there are, such as `48`")
    return int(text)


def _parse_expected(value: Any) -> int | dict[str, int]:
    if isinstance(value, dict):
        if not all(isinstance(count, str) for count in value.values()):
            raise Wrong("must be a number for each id", "write `expect: {red_chip: 40, blue_chip: 50}`")
        return {id: _parse_pieces(count) for id, count in value.items()}
    if not isinstance(value, str):
        raise Wrong("must be a number", "write how many pieces there are in all, such as `48`")
    return _parse_pieces(value)


Expected = Annotated[
    int | dict[str, int],
    PlainValidator(_parse_expected),
    WithJsonSchema(
        {"anyOf": [{"type": "integer"}, {"type": "object", "additionalProperties": {"type": "integer"}}]}
    ),
]


class PieceSetFormat(Format):
    """What decks and tokens have in common."""

    id: Id = Field(description="The name of its files.")
    title: WordKey = Field(description="Wording key of what it is called.")
    front: Id = Field("", description="Template of the pieces that name none.")
    back: Id = Field("", description="Template of their backs.")
    backs: BacksName | None = Field(
        None, description="How backs come onto paper; `duplex-long` where there are backs."
    )
    expect: Expected | None = Field(
        None, description="How many pieces there must be, in all or by id; another number is an error."
    )
    fields: dict[Id, Any] = Field({}, description="Fields of all pieces that do not say otherwise.")
    templates: dict[Id, Any] = Field({}, description="Templates of this file's own.")
    bleed: Edge | None = Field(None, description="What is drawn beyond the cut, where there is room for it.")
    safe: Edge | None = Field(None, description="Words come no nearer to the cut than this.")


class DeckFormat(PieceSetFormat):
    """Cards of one size."""

    size: Extent = Field(description="A named size, such as `poker`, or width and height: `63 mm x 88 mm`.")
    corner: Edge | None = Field(None, description="Radius of the corners, where it is not that of the size.")
    cards: Any = Field(description="A list of cards with their fields, or the name of a CSV file.")


TokenShape = Literal["square", "round", "hexagon", "rectangle", "standee", "cube"]


class TokenFormat(Format):
    """How a token is cut; all other keys are fields for its templates."""

    shape: TokenShape = Field(
        "round", description="standee: folded, with a foot at each end; cube: a net of six faces."
    )
    size: Extent = Field(description="`16 mm`, or width and height: `20 mm x 35 mm`.")
    corner: Edge = Field(0.0, description="Radius of the corners of squares and rectangles.")


class TokensFormat(PieceSetFormat):
    """Tokens of any form, printed on the same sheets."""

    shape: TokenShape = Field("round", description="Of the tokens that do not say otherwise.")
    size: Extent | None = Field(None, description="Of the tokens that do not say otherwise.")
    corner: Edge = Field(0.0, description="Of the squares and rectangles that do not say otherwise.")
    tokens: Any = Field(description="A list of tokens, or the name of a CSV file.")


class PieceFormat(Format):
    """A piece of a deck: keys that are not known are fields for its templates."""

    id: Id = Field(description="Its name.")
    count: Count = Field(1, description="How often it is printed.")
    front: Id = Field("", description="Template of its front.")
    back: Id = Field("", description="Template of its back.")
    by_language: Switch = Field(
        False, description="With two languages at once it is printed once in each: for helps full of words."
    )


class CardSizeFormat(Format):
    """A size of cards that one can buy sleeves for."""

    name: Text = Field(description="What people call it.")
    width: Size = Field(description="Its width, upright.")
    height: Size = Field(description="Its height.")
    corner: Edge = Field(description="Radius of its corners.")
