"""A game: its printed parts, its numbers, and its texts in every language."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, TypeVar

from generator.errors import Problem, Wrong
from generator.model import kinds
from generator.model.board import Board
from generator.model.booklet import Booklet
from generator.model.kinds import Doc, FileName, Id, Kind, Length, OneOf, Text, Title, matching
from generator.model.kinds import Icon as IconName
from generator.model.picture import Icon, PictureFile
from generator.model.pieces import PieceSet
from generator.model.sheet import Sheet
from generator.model.storage import BoxKeys, DividerKeys
from generator.model.style import Theme
from generator.model.values import dataclass, field
from generator.model.wording import Wording

Part: TypeAlias = Sheet | Board | Booklet | PieceSet
"""A part, which is printed to files of its own."""

PartType = TypeVar("PartType", Sheet, Board, Booklet, PieceSet)


_PLAYERS = r"[1-9]\d?(\+|-[1-9]\d?)?"
_match_players = matching(_PLAYERS, "a number of players", "such as `2`, `2+` or `3-6`")


def _parse_players(text: str) -> str:
    least, _, most = _match_players(text).partition("-")
    if most and int(least) > int(most):
        raise Wrong(f"`{text}` is not a range", f"the smaller number comes first: `{most}-{least}`")
    return text


Players = Annotated[
    str,
    Kind("number of players", _parse_players, {"type": ["string", "integer"], "pattern": f"^{_PLAYERS}$"}),
]


@dataclass(frozen=True, slots=True)
class Credit:
    """People and their role, printed with the rules."""

    role: Annotated[kinds.WordsKey, Doc("Wording key of the role: `credit.designer`.")]
    names: Annotated[tuple[Text, ...], Length(1), Doc("Names.")]


@dataclass(frozen=True, slots=True)
class PartFile:
    """A part: a sheet to write on, a board, a deck of cards, tokens, or a booklet."""

    file: Annotated[FileName, kinds.Written.FIRST, Doc("File of the part.")]
    stock: Annotated[
        Literal["paper", "card", "board"] | None,
        Doc("What it is printed on, or glued to; by default `paper` for sheets and booklets, or `card`."),
    ] = None
    instead_of: Annotated[Id, Doc("Id of a part that this one can replace: one of them is enough.")] = ""
    optional: Annotated[Text, Doc("When it can be left out: `if you have two dice`.")] = ""


PARTS = OneOf(
    dict.fromkeys(("sheet", "board", "deck", "tokens", "booklet"), PartFile), "part", example="sheet"
)
"""All types of parts, by their key in kit.yaml."""


@dataclass(frozen=True, kw_only=True)
class TextKeys:
    """How texts are set: in kit.yaml, or in a deck without one."""

    fonts: Annotated[
        Literal["game", "system"],
        Doc("Fonts of the game only, or also those that are installed on this machine."),
    ] = "game"
    quotes: Annotated[
        Literal["typed", "smart"],
        Doc("`smart`: `\"` and `'` in texts become the quotation marks of the language."),
    ] = "typed"


@dataclass(frozen=True, kw_only=True)
class KitHead(TextKeys):
    """General data of a game."""

    id: Annotated[Id, Doc("Id of the game; by default, the name of its folder, with `_` for `-`.")] = ""
    title: Annotated[Title, Doc("Name of the game, or its wording key; by default, from the id.")] = ""
    players: Annotated[Players, Doc("Number of players: `2+`, `3-6`.")] = "1+"
    icon: Annotated[IconName, Doc("Icon before every title.")] = ""
    papers: Annotated[tuple[Id, ...], Doc("Sizes for `--paper all` and `petri check`; by default, all.")] = ()
    credits: Annotated[tuple[Credit, ...], Doc("Authors, artists, and others.")] = ()
    licence: Annotated[Text, Doc("Licence of texts and pictures, for web pages: `CC BY 4.0`.")] = ""
    notice: Annotated[
        kinds.WordsKey, Doc("Wording key of a text about sources and trade marks, for web pages.")
    ] = ""


@dataclass(frozen=True, kw_only=True)
class KitFile(KitHead):
    """A game as it is printed: its parts, in the order in which they are built."""

    parts: Annotated[tuple[PartFile, ...], PARTS, Length(1), Doc("Printed parts, each in its own file.")]
    theme: Annotated[Id, Doc("Id of the theme: the name of its file, without `.yaml`.")] = "base"
    templates: Annotated[tuple[FileName, ...], Doc("Files of templates for cards, tokens, and boards.")] = ()
    box: Annotated[BoxKeys | None, Doc("Tuck boxes of decks without their own.")] = None
    divider: Annotated[DividerKeys | None, Doc("Dividers of decks without their own.")] = None


@dataclass(frozen=True)
class GameSummary:
    """The contents of a game by name."""

    id: str
    title: str
    players: str
    path: Path
    """The folder of the game, or its file."""
    parts: tuple[str, ...]
    locales: Mapping[str, bool]
    """Languages; True for a draft."""


@dataclass(frozen=True, kw_only=True)
class Kit(KitHead):
    """A game as it is printed and played."""

    folder: Path
    parts: tuple[Part, ...]
    theme: Theme
    icons: Mapping[str, Icon]
    wordings: Mapping[str, Wording]
    """Wordings by locale: the game's own texts joined with those that all games share."""
    pictures: Mapping[str, PictureFile] = field(default_factory=dict)
    """Pictures that the parts use, by file name."""
    warnings: tuple[Problem, ...] = ()
    """Problems of its files that do not prevent printing."""
    uses: Mapping[str, PartFile] = field(default_factory=dict)
    """Entries of kit.yaml for each part, by its id."""
    is_trusted: bool = False
    """True if the user allows the program to run `rules.py` of the folder."""
    file: str = ""
    """Name of the file of a game that is a single file."""

    @property
    def path(self) -> Path:
        """The folder of the game, or its file."""
        return self.folder / self.file

    @property
    def slug(self) -> str:
        """The id for file names, such as `space-race`."""
        return self.id.replace("_", "-")

    def parts_of(self, kind: type[PartType]) -> dict[str, PartType]:
        """Return the parts of one type by id."""
        return {part.id: part for part in self.parts if isinstance(part, kind)}
