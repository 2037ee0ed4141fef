"""The formats of a kit, its dice, and the words of its languages."""

from typing import Annotated, Any, Literal

from pydantic import Field

from generator.read.declared.formats.scalars import (
    Count,
    FileName,
    Format,
    Frame,
    Icon,
    Id,
    Language,
    Players,
    Positive,
    Text,
    WordKey,
)


class SheetPart(Format):
    """A page that players write on."""

    sheet: FileName = Field(description="File of the sheet.")


class BookletPart(Format):
    """A text with figures: rules, a player aid."""

    booklet: FileName = Field(description="File of the booklet.")


class DeckPart(Format):
    """Cards."""

    deck: FileName = Field(description="File of the deck.")


class TokensPart(Format):
    """Tokens of any form, on the same sheets."""

    tokens: FileName = Field(description="File of the tokens.")


class BoardPart(Format):
    """What lies in the middle of the table."""

    board: FileName = Field(description="File of the board.")


PART_FORMATS: dict[str, type[Format]] = {
    "sheet": SheetPart,
    "board": BoardPart,
    "deck": DeckPart,
    "tokens": TokensPart,
    "booklet": BookletPart,
}
"""Each has one key, which says what it is and names its file."""


class CreditFormat(Format):
    """Who made what."""

    role: WordKey = Field(description="Wording key of the role: `credit.designer`.")
    names: Annotated[list[Text], Field(min_length=1)] = Field(description="Who.")


class KitFormat(Format):
    """A game as it is printed: its parts, in the order in which they are built."""

    id: Id = Field(description="The name of the game's folder.")
    title: WordKey = Field(description="Wording key of the game's name.")
    players: Players = Field(description="How many can play: `2+`, `3-6`.")
    icon: Icon = Field("", description="The game's sign: it stands before every title.")
    theme: Id = Field(description="A file of themes/, without `.yaml`.")
    dice: FileName = Field("", description="File of what the faces of the dice stand for.")
    templates: list[FileName] = Field([], description="Files of templates for cards, tokens and boards.")
    parts: list[Any] = Field(min_length=1, description="What is printed, each in a file of its own.")
    papers: list[Id] = Field([], description="Papers that it is made for; all, where nothing is said.")
    credits: list[CreditFormat] = Field([], description="Who made the game.")


class FaceFormat(Format):
    """A face: one `shape`; or any connected shape of at most `most` squares within a `frame`."""

    value: Positive = Field(description="The number of the face.")
    shape: Text = Field("", description="The shape, drawn below a `|` as squares of a sheet are.")
    most: Count = Field(0, description="Any connected shape of 1 to so many squares ...")
    frame: Frame = Field((0, 0), description="... that fits into so many columns and rows: `2x3`.")


class DiceFormat(Format):
    """What the faces of a die stand for."""

    faces: list[FaceFormat] = Field(min_length=1, description="The faces, each value once.")


class WordingFormat(Format):
    """The sentences of one language."""

    language: Language = Field("", description="What the language calls itself: `Español`.")
    direction: Literal["ltr", "rtl"] = Field("ltr", description="Left to right, or right to left.")
    status: Literal["released", "draft"] = Field(
        "released", description="`draft`: sentences may be missing, and are then said in English."
    )
    words: dict[str, Any] = Field(min_length=1, description="Sentences under nested keys.")
