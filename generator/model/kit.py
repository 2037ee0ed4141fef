"""A game with its printed parts: boards, sheets, booklets, sets of pieces. Sizes are in mm."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, TypeVar

from generator.errors import Problem, Wrong
from generator.model.elements import boxes, template
from generator.model.elements.areas import PlacedArea
from generator.model.elements.blocks import AnyBlock, ShapesBlock, TrackBlock, find_field_problems
from generator.model.elements.squares import Place
from generator.model.elements.template import ELEMENTS, TEMPLATE, Blocks, Elements, GridBlock, Template
from generator.model.language import kinds
from generator.model.language.kinds import Doc, FileName, Id, Key, Length, Switch, Text, Title, WordsKey
from generator.model.pieces import PieceSet
from generator.model.scoring.judge import Scoring
from generator.model.storage import BoxKeys, DividerKeys
from generator.model.style import Icon, PictureFile, Theme
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Board:
    """A game board."""

    id: Annotated[Id, Doc("Id for file names: `board`.")]
    title: Annotated[WordsKey, Doc("Wording key of the board's name.")]
    size: Annotated[kinds.PositiveLength, Doc("Width and height: `420 mm x 297 mm`.")]
    ground: Annotated[Id, Doc("Template of the background; by default, plain paper.")] = ""
    poster: Annotated[Switch, Doc("Print at this size on several sheets, unless `--size` is given.")] = False
    templates: Annotated[Mapping[Id, Annotated[Template, TEMPLATE]], Doc("Templates for this board.")] = (
        field(default_factory=dict)
    )
    draw: Annotated[Elements, Key("areas"), Doc("Areas and other elements from back to front.")]

    @property
    def areas(self) -> tuple[PlacedArea, ...]:
        """The areas among the elements."""
        return tuple(element for element in self.draw if isinstance(element, PlacedArea))

    @property
    def places(self) -> Iterator[Place]:
        """The places of all areas."""
        for area in self.areas:
            yield from area.places


Orientation = Annotated[Literal["portrait", "landscape"], Doc("Orientation of the paper.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Blocks one below the other, as on cards, but without fields."""

    title: Annotated[Title, Doc("Text of the heading.")]
    draw: Annotated[Blocks, Key("blocks"), Doc("Blocks from top to bottom.")]
    id: Annotated[str, kinds.Written.AS_KEY] = ""
    icon: Annotated[kinds.IconName, Doc("Icon beside the heading.")] = ""
    hint: Annotated[Title, Doc("Short text below the heading.")] = ""
    role: Annotated[kinds.TextRole, Doc("Role of type of texts without their own.")] = "card_body"
    gap: Annotated[kinds.Edge, Doc("Distance between blocks.")] = 1.2

    @property
    def content(self) -> AnyBlock:
        """The block for figures and rules of games: the grid, track, or shapes, or else the first."""
        played = GridBlock | TrackBlock | ShapesBlock
        return next((block for block in self.draw if isinstance(block, played)), self.draw[0])

    def find_problems(self) -> Iterator[Wrong]:
        return find_field_problems(self.draw)


@dataclass(frozen=True, slots=True)
class Panel:
    """Sections one above the other in a band."""

    sections: Annotated[tuple[Id, ...], Length(1), Doc("Ids of sections.")]
    share: Annotated[kinds.FactorValue, Doc("Width relative to the other panels of the band.")] = 1.0


Band = Annotated[tuple[Panel, ...], Length(1)]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page to write on."""

    id: Annotated[Id, Doc("Id for file names: `sheet`.")]
    title: Annotated[Title, Doc("Title, or its wording key.")]
    sections: Annotated[Mapping[Id, Section], Length(1), Doc("Sections by id.")]
    bands: Annotated[tuple[Band, ...], Length(1), Doc("Bands from top to bottom, each a list of panels.")]
    subtitle: Annotated[Title, Doc("Text of the line below the title.")] = ""
    name_field: Annotated[Title, Doc("Label of a field for the player's name.")] = ""
    orientation: Orientation = "portrait"
    credit: Annotated[Title, Doc("Text of the small line at the foot.")] = ""
    draw: Annotated[
        tuple[template.Element, ...], ELEMENTS, Key("ground"), Doc("Elements behind everything, on the page.")
    ] = ()


@dataclass(frozen=True, slots=True)
class Booklet:
    """A title and blocks, in columns on as many pages as necessary."""

    id: Annotated[Id, Doc("Id for file names: `rules`.")]
    title: Annotated[Title, Doc("Title, or its wording key.")]
    blocks: Annotated[Blocks, Doc("Blocks from top to bottom.")]
    subtitle: Annotated[Title, Doc("Text of the line below the title.")] = ""
    columns: Annotated[kinds.Positive, Doc("Number of columns of a page.")] = 2
    most_pages: Annotated[kinds.Count, Doc("Maximum number of pages; 0: no limit.")] = 0
    fit: Annotated[Switch, Doc("Reduce the type size until the text fits on `most_pages`.")] = False
    by_language: Annotated[Switch, Doc("Print each of two languages on its own pages.")] = False
    orientation: Orientation = "portrait"
    credit: Annotated[Title, Doc("Text of the small line at the foot.")] = ""

    def find_problems(self) -> Iterator[Wrong]:
        yield from find_field_problems(self.blocks)
        if self.fit and not self.most_pages:
            yield Wrong("the number of pages is missing", "add `most_pages: ...`", path=("fit",))


Part: TypeAlias = Sheet | Board | Booklet | PieceSet
"""A part, which is printed to files of its own."""
PartType = TypeVar("PartType", Sheet, Board, Booklet, PieceSet)

_PLAYERS = r"[1-9]\d?(\+|-[1-9]\d?)?"
_match_players = kinds.matching(_PLAYERS, "a number of players", "such as `2`, `2+` or `3-6`")


def _parse_players(text: str) -> str:
    least, _, most = _match_players(text).partition("-")
    if most and int(least) > int(most):
        raise Wrong(f"`{text}` is not a range", f"the smaller number comes first: `{most}-{least}`")
    return text


_PLAYERS_SCHEMA = {"type": ["string", "integer"], "pattern": f"^{_PLAYERS}$"}
Players = Annotated[str, kinds.Kind("number of players", _parse_players, _PLAYERS_SCHEMA)]


@dataclass(frozen=True, slots=True)
class Credit:
    """People and their role, printed with the rules."""

    role: Annotated[WordsKey, Doc("Wording key of the role: `credit.designer`.")]
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


_PARTS = dict.fromkeys(("sheet", "board", "deck", "tokens", "booklet"), PartFile)
PARTS = kinds.OneOf(_PARTS, "part", example="sheet")
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
    direction: Annotated[
        boxes.TextDirection, Doc("Direction of reading; `auto`: that of the first letter of each text.")
    ] = "auto"


@dataclass(frozen=True, kw_only=True)
class KitHead(TextKeys):
    """General data of a game."""

    id: Annotated[Id, Doc("Id of the game; by default, the name of its folder, with `_` for `-`.")] = ""
    title: Annotated[Title, Doc("Name of the game, or its wording key; by default, from the id.")] = ""
    players: Annotated[Players, Doc("Number of players: `2+`, `3-6`.")] = "1+"
    icon: Annotated[kinds.IconName, Doc("Icon before every title.")] = ""
    papers: Annotated[tuple[Id, ...], Doc("Sizes for `--paper all` and `petri check`; by default, all.")] = ()
    credits: Annotated[tuple[Credit, ...], Doc("Authors, artists, and others.")] = ()
    licence: Annotated[Text, Doc("Licence of texts and pictures, for web pages: `CC BY 4.0`.")] = ""
    notice: Annotated[
        WordsKey, Doc("Wording key of a text about sources and trade marks, for web pages.")
    ] = ""


@dataclass(frozen=True, kw_only=True)
class KitFile(KitHead):
    """A game as it is printed: its parts, in the order in which they are built."""

    parts: Annotated[tuple[PartFile, ...], PARTS, Length(1), Doc("Printed parts, each in its own file.")]
    theme: Annotated[Id, Doc("Id of the theme: the name of its file, without `.yaml`.")] = "base"
    templates: Annotated[tuple[FileName, ...], Doc("Files of templates for cards, tokens, and boards.")] = ()
    score: Annotated[FileName, Doc("File of what counts on a finished sheet: `score.yaml`.")] = ""
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
    scoring: Scoring | None = None
    """The rules of its score.yaml; None: it has none, or its sheet was not read."""
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
