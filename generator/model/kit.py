"""A game: its printed parts, its numbers, and its texts in every language."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, TypeAlias

from generator.model.board import Board
from generator.model.booklet import Booklet
from generator.model.dice import DieFace
from generator.model.icon import Icon
from generator.model.kinds import (
    Doc,
    FileName,
    Id,
    Kind,
    Length,
    OneOf,
    Text,
    WordsKey,
    Written,
    Wrong,
    matching,
)
from generator.model.kinds import Icon as IconName
from generator.model.picture import PictureFile
from generator.model.pieces import PieceSet
from generator.model.sheet import Sheet
from generator.model.style import Theme
from generator.model.wording import Wording

Part: TypeAlias = Sheet | Board | Booklet | PieceSet
"""A part, which is printed to files of its own."""


_PLAYERS = r"[1-9]\d?(\+|-[1-9]\d?)?"
_match_players = matching(_PLAYERS, "a number of players", "such as `2`, `2+` or `3-6`")


def _parse_players(text: str) -> str:
    least, _, most = _match_players(text).partition("-")
    if most and int(least) > int(most):
        raise Wrong(f"`{text}` falls", f"the smaller number comes first: `{most}-{least}`")
    return text


Players = Annotated[
    str,
    Kind("number of players", _parse_players, {"type": ["string", "integer"], "pattern": f"^{_PLAYERS}$"}),
]


@dataclass(frozen=True, slots=True)
class Credit:
    """A credit: who made what, printed with the rules."""

    role: Annotated[WordsKey, Doc("Wording key of the role: `credit.designer`.")]
    names: Annotated[tuple[Text, ...], Length(1), Doc("Who.")]


@dataclass(frozen=True, slots=True)
class PartFile:
    """Reference to the file of a part."""

    file: Annotated[FileName, Written.FIRST, Doc("File of the part.")]


class SheetFile(PartFile):
    """A page that players write on."""


class BoardFile(PartFile):
    """A board in the middle of the table."""


class DeckFile(PartFile):
    """A deck of cards."""


class TokensFile(PartFile):
    """Tokens of any form, on the same sheets."""


class BookletFile(PartFile):
    """A text with figures, such as rules or a player aid."""


PARTS = OneOf(
    {
        "sheet": SheetFile,
        "board": BoardFile,
        "deck": DeckFile,
        "tokens": TokensFile,
        "booklet": BookletFile,
    },
    "part",
    example="sheet",
)
"""All types of parts, by their key in kit.yaml."""


@dataclass(frozen=True, kw_only=True)
class KitHead:
    """General data of a game."""

    id: Annotated[Id, Doc("What the game is called in files: the name of its folder, with `_`.")]
    title: Annotated[WordsKey, Doc("Wording key of the game's name.")]
    players: Annotated[Players, Doc("How many can play: `2+`, `3-6`.")]
    icon: Annotated[IconName, Doc("The game's sign, printed before every title.")] = ""
    papers: Annotated[
        tuple[Id, ...],
        Doc("Papers that it is made for: what `--paper all` builds and `petri check` tries; by default all."),
    ] = ()
    credits: Annotated[tuple[Credit, ...], Doc("Who made the game.")] = ()


@dataclass(frozen=True, kw_only=True)
class KitFile(KitHead):
    """A game as it is printed: its parts, in the order in which they are built."""

    theme: Annotated[Id, Doc("A file of themes/, without `.yaml`.")]
    parts: Annotated[tuple[PartFile, ...], PARTS, Length(1), Doc("What is printed, each in its own file.")]
    dice: Annotated[FileName, Doc("File of what the faces of the dice stand for.")] = ""
    templates: Annotated[tuple[FileName, ...], Doc("Files of templates for cards, tokens and boards.")] = ()


@dataclass(frozen=True, kw_only=True)
class Kit(KitHead):
    """A game as it is printed and played."""

    folder: Path
    parts: tuple[Part, ...]
    theme: Theme
    icons: Mapping[str, Icon]
    dice: tuple[DieFace, ...]
    wordings: Mapping[str, Wording]
    """Wordings by locale: the game's own texts joined with those that all games share."""
    pictures: Mapping[str, PictureFile] = field(default_factory=dict)
    """Pictures that the parts use, by file name."""
    is_trusted: bool = False
    """True if the user allows the program to run `rules.py` of the folder."""

    @property
    def slug(self) -> str:
        """The id for file names, such as `fight-the-virus`."""
        return self.id.replace("_", "-")
