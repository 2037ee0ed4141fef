"""Figures: sections of sheets, parts of boards, cards, and tokens, on cards, on sheets, and in booklets."""

from collections.abc import Mapping
from typing import Annotated

from generator.model import kinds
from generator.model.blocks import AnyBlock
from generator.model.kinds import Doc, Id, Key, Length, PieceId, Size, Switch, Title, Written
from generator.model.values import dataclass, field

Labels = Annotated[Switch, Doc("Print the letters and numbers of rows and columns.")]
Handwriting = Annotated[
    kinds.Text,
    Key("entries"),
    Doc(
        "One line per row, one entry per square or field: a number; `x` crossed out; `o` circled, `o3` "
        "around a number; `#` filled; `?` a question mark; `!` not allowed, `!3` wrong; `.` nothing."
    ),
]
Entries = Annotated[Mapping[str, str], Written.NEVER]
"""Handwriting by the ids of squares, fields, or places."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure(AnyBlock):
    """A part of the game, drawn as it is printed, with a caption below it."""

    caption: Annotated[Title, Doc("Text below it.")] = ""


@dataclass(frozen=True, slots=True)
class SectionFigure(Figure):
    """A section of a sheet, or a part of it, with handwritten marks."""

    section: Annotated[Id, Written.FIRST, Doc("Id of the section.")]
    squares: Annotated[kinds.Text, Doc("Other squares of its grid, drawn as in the sheet.")] = ""
    written: Handwriting = ""
    labels: Labels = False
    first: Annotated[kinds.Count, Doc("Number of fields of its track to skip at the start.")] = 0
    values: Annotated[tuple[kinds.Positive, ...], Doc("Numbers of its shapes, from 1; by default, all.")] = ()
    every_form: Annotated[Switch, Doc("Draw every shape in place of a frame.")] = False
    entries: Entries = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class _BoardPart(Figure):
    board: Annotated[kinds.BoardId, Doc("Id of a board.")]
    arrows: Annotated[tuple[tuple[Id, Id], ...], Doc("Arrows between places: `[d4, e4]`.")] = ()
    ringed: Annotated[tuple[Id, ...], Doc("Places with a ring around them.")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFigure(_BoardPart):
    """Some cells of a grid on a board, with tokens."""

    first: Annotated[Id, Key("from"), Doc("Place at the top left: `c3`.")]
    last: Annotated[Id, Key("to"), Doc("Place at the bottom right.")]
    area: Annotated[Id, Doc("Id of the grid; by default, the first one of the board.")] = ""
    drawn: Annotated[kinds.Text, Key("tokens"), Doc("Rows of places: a character of `legend`, or `.`.")] = ""
    legend: Annotated[
        Mapping[kinds.Character, PieceId], Doc("Ids of tokens or cards by their character.")
    ] = field(default_factory=dict, hash=False)
    written: Handwriting = ""
    size: Annotated[Size, Doc("Width and height of a cell; smaller if there is not enough room.")] = 11.0
    labels: Labels = False
    tokens: Annotated[tuple[tuple[str, str], ...], Written.NEVER] = ()
    """Place, and id of the piece on it."""
    entries: Entries = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class MapFigure(_BoardPart):
    """Some places of a map with their links and tokens; the map around them is shown, too."""

    places: Annotated[tuple[Id, ...], Length(1), Doc("Places to show and name.")]
    tokens: Annotated[Mapping[Id, tuple[PieceId, ...]], Doc("Ids of tokens or cards by place.")] = field(
        default_factory=dict, hash=False
    )


@dataclass(frozen=True, slots=True)
class Overview(Figure):
    """A complete board or sheet, drawn small."""

    part: Annotated[Id, Written.ALONE, Doc("Id of a board or a sheet.")]
    numbered: Annotated[
        tuple[Id, ...], Doc("Areas, places, or sections to label with 1, 2, 3, in this order.")
    ] = ()


@dataclass(frozen=True, slots=True)
class PiecesFigure(Figure):
    """Cards or tokens side by side, drawn small."""

    pieces: Annotated[tuple[PieceId, ...], Key("show"), Length(1), Doc("Ids of cards or tokens, in order.")]
    size: Annotated[kinds.Edge, Doc("Maximum width of the widest piece; never above its real size.")] = 0.0


FIGURES = kinds.name_kinds((SectionFigure, BoardFigure, MapFigure, Overview, PiecesFigure), "Figure")
"""All kinds of figures by their key in files."""
