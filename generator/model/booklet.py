"""Texts with figures: rules, player aids, pages of instructions. All words are wording keys."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.model.flow import Flow
from generator.model.places import SquareGrid


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    level: Literal[1, 2] = 1
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str
    style: Literal["body", "lead", "note", "ours", "credit"] = "body"
    """lead: the opening lines; note: set off in a box; ours: what is our own design, labelled so."""


@dataclass(frozen=True, slots=True)
class ItemList:
    items: tuple[str, ...]
    numbered: bool = False
    icons: tuple[str, ...] = ()
    """One for each item in place of its bullet; empty: bullets or numbers."""


@dataclass(frozen=True, slots=True)
class GridFigure:
    """Some squares of a grid with things written into them, drawn as on the sheet."""

    section: str
    """The sheet section whose look and marks are used."""
    grid: SquareGrid
    entries: tuple[str, ...]
    """One for each square of the grid: `4`, `x` crossed, `o` circled, `#` filled, `?` asked
    about, `!` not allowed, `` nothing; a digit after `o` is circled (`o3`); after `!`, wrong."""
    caption: str = ""
    labels: bool = False


@dataclass(frozen=True, slots=True)
class TrackFigure:
    """Fields of a track with marks upon them: `o` circled, `x` crossed, `` untouched."""

    section: str
    first: int
    """Index of the first field that is shown."""
    entries: tuple[str, ...]
    caption: str = ""


@dataclass(frozen=True, slots=True)
class ShapesFigure:
    """The die faces and their shapes; `values` empty: all."""

    values: tuple[int, ...] = ()
    caption: str = ""
    every_form: bool = False
    """For a free face: draw every shape that it allows."""


@dataclass(frozen=True, slots=True)
class SheetFigure:
    """The whole sheet drawn small, its sections numbered."""

    sheet: str
    caption: str = ""
    numbered: tuple[str, ...] = ()
    """Sections that get the numbers 1, 2, 3 ..."""


@dataclass(frozen=True, slots=True)
class BoardFigure:
    """Some cells of a board's grid with tokens upon them."""

    board: str
    area: str
    """Id of the grid."""
    first: str
    """Places at the top left and the bottom right."""
    last: str
    tokens: tuple[tuple[str, str], ...] = ()
    """Place, and id of the piece that lies there."""
    arrows: tuple[tuple[str, str], ...] = ()
    """From one place to another."""
    ringed: tuple[str, ...] = ()
    """Places that are pointed out."""
    size: float = 11.0
    """Edge of a cell in mm, where there is room."""
    labels: bool = False
    caption: str = ""


@dataclass(frozen=True, slots=True)
class MapFigure:
    """A piece of a board's map: some places and their links, with tokens beside them."""

    board: str
    places: tuple[str, ...]
    """What is shown and named; the map around them is shown too."""
    tokens: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Place, and ids of the pieces that lie there."""
    arrows: tuple[tuple[str, str], ...] = ()
    """From one place to another."""
    ringed: tuple[str, ...] = ()
    """Places that are pointed out."""
    caption: str = ""


@dataclass(frozen=True, slots=True)
class BoardOverview:
    """A whole board drawn small, some of its areas and places numbered 1, 2, 3 ..."""

    board: str
    numbered: tuple[str, ...] = ()
    """Ids of areas or places."""
    caption: str = ""


@dataclass(frozen=True, slots=True)
class PiecesFigure:
    """Cards or tokens side by side, drawn small."""

    pieces: tuple[str, ...]
    """Ids, in the order in which they lie there."""
    size: float = 0.0
    """Width of the widest, in mm; 0: as wide as there is room for, at most as wide as it is."""
    caption: str = ""


@dataclass(frozen=True, slots=True)
class IconTable:
    """Pictures on the left, words on the right, a line between the rows."""

    rows: tuple[tuple[tuple[str, ...], str], ...]


@dataclass(frozen=True, slots=True)
class LineTable:
    """A table to write in: a heading for each column, ruled lines below it."""

    headings: tuple[str, ...]
    lines: int
    line_height: float
    icons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table: words by key, or a text as it stands; neither: a cell to write in."""

    say: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """Cells from left to right; a single `heading` takes the whole width."""

    cells: tuple[Cell, ...] = ()
    heading: str = ""
    height: float = 0.0
    """At least so high, in mm; 0: as the table says."""
    is_total: bool = False
    """What the rows above come to: set bold, under a thick line."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    head: str = ""
    icon: str = ""
    width: float = 1.0
    """Its part of the table's width, against the other columns."""
    align: Literal["start", "center", "end"] = "start"


@dataclass(frozen=True, slots=True)
class Table:
    """Words, numbers and icons in rows and columns, or rows to write in."""

    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]
    look: Literal["zebra", "lines", "grid"] = "zebra"
    """zebra: every other row on light ground. lines: a hairline below each. grid: every cell framed."""
    row_heads: bool = False
    """The first cell of each row says what the row is about."""
    row_height: float = 0.0
    """At least so high, in mm; 0: as high as what stands in it."""
    scale: float = 1.0
    """Size of its type against the type around it."""
    caption: str = ""


Block: TypeAlias = (
    Heading
    | Paragraph
    | ItemList
    | GridFigure
    | TrackFigure
    | ShapesFigure
    | SheetFigure
    | BoardFigure
    | MapFigure
    | BoardOverview
    | PiecesFigure
    | IconTable
    | LineTable
    | Table
    | Flow
)


@dataclass(frozen=True, slots=True)
class Booklet:
    """A title and its blocks, set in columns over as many pages as they need."""

    id: str
    title: str
    subtitle: str
    blocks: tuple[Block, ...]
    columns: int = 2
    most_pages: int = 0
    """More pages than this are an error that says so; 0: no limit."""
    fit: bool = False
    """Set smaller, down to the theme's smallest size, until it fits on `most_pages`."""
    by_language: bool = False
    """In two languages it is set once in each, the second after the first: a chart that fills a page."""
    orientation: Literal["portrait", "landscape"] = "portrait"
    credit: str = ""
