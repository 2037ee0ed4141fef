"""Texts with figures: rules, player aids, pages of instructions. All words are wording keys."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

from generator.model.flow import Flow
from generator.model.kinds import (
    BoardId,
    Character,
    Count,
    Doc,
    Edge,
    Face,
    Factor,
    Icon,
    Id,
    Key,
    Kind,
    Length,
    OneOf,
    PieceId,
    Positive,
    SheetId,
    Size,
    Switch,
    Text,
    WordsKey,
    Written,
    Wrong,
    find_mismatch,
    matching,
)
from generator.model.places import NO_SQUARES, SquareGrid

Caption = Annotated[WordsKey, Doc("Wording key of the words below it.")]
Labels = Annotated[Switch, Doc("Print the letters and numbers of rows and columns.")]
SectionId = Annotated[Id, Doc("Section of a sheet whose style and legend are used.")]
ShownBoard = Annotated[BoardId, Doc("Id of a board of the kit.")]
Arrows = Annotated[tuple[tuple[Id, Id], ...], Doc("Arrows from one place to another: `[d4, e4]`.")]
Ringed = Annotated[tuple[Id, ...], Doc("Places with a ring around them.")]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading."""

    text: Annotated[WordsKey, Written.FIRST, Key("heading"), Doc("Wording key of the heading.")]
    level: Annotated[Literal[1, 2], Doc("1: a section of the text; 2: a part of a section.")] = 1
    icon: Annotated[Icon, Doc("Icon before the heading.")] = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph: plain, opening lines, set off in a box, labelled as our own design, or small credits."""

    text: Annotated[WordsKey, Written.FIRST, Doc("Wording key of the paragraph.")]
    style: Annotated[Literal["text", "lead", "note", "ours", "credit"], Written.AS_KEY] = "text"


@dataclass(frozen=True, slots=True)
class ItemList:
    """A list with bullets, numbers or icons."""

    items: Annotated[tuple[WordsKey, ...], Written.FIRST, Key("list"), Length(1), Doc("Wording keys.")]
    numbered: Annotated[Switch, Doc("Numbers in place of bullets.")] = False
    icons: Annotated[tuple[Icon, ...], Doc("One icon for each item in place of its bullet.")] = ()

    def find_problems(self) -> Iterator[Wrong]:
        if self.icons:
            yield from find_mismatch(len(self.icons), "icon", len(self.items), "item", path=("icons",))


@dataclass(frozen=True, slots=True)
class GridFigure:
    """Squares with things written into them, drawn as on the sheet."""

    section: SectionId
    squares: Annotated[Text, Doc("The squares, drawn as in a sheet.")]
    drawn: Annotated[
        Text,
        Key("entries"),
        Doc(
            "A line for each row, an entry for each square: a number; `x` crossed; `o` circled, `o3` "
            "with its number; `#` filled; `?` asked about; `!` not allowed, `!3` wrong; `.` nothing."
        ),
    ] = ""
    caption: Caption = ""
    labels: Labels = False
    grid: Annotated[SquareGrid, Written.NEVER] = NO_SQUARES
    entries: Annotated[tuple[str, ...], Written.NEVER] = ()
    """One for each square of the grid, empty for nothing."""


_parse_field_entry = matching(
    "[xo]?", "a mark of a field", 'write `x` for crossed, `o` for circled, `""` for untouched'
)
FieldEntry = Annotated[str, Kind('`x`, `o` or `""`', _parse_field_entry, {"enum": ["", "x", "o"]})]


@dataclass(frozen=True, slots=True)
class TrackFigure:
    """Fields of a track with marks upon them."""

    section: Annotated[Id, Doc("Section of a sheet: a track.")]
    entries: Annotated[
        tuple[FieldEntry, ...], Length(1), Doc('For each field `x` crossed, `o` circled, `""` untouched.')
    ]
    first: Annotated[Count, Doc("Number of fields that are left out at its start.")] = 0
    caption: Caption = ""


@dataclass(frozen=True, slots=True)
class ShapesFigure:
    """Die faces and the shapes that they stand for."""

    values: Annotated[tuple[Face, ...], Doc("The faces; by default all.")] = ()
    caption: Caption = ""
    every_form: Annotated[Switch, Doc("Draw every shape that a free face allows.")] = False


@dataclass(frozen=True, slots=True)
class SheetFigure:
    """A complete sheet drawn small, its sections numbered."""

    sheet: Annotated[SheetId, Doc("Id of a sheet of the kit.")]
    caption: Caption = ""
    numbered: Annotated[tuple[Id, ...], Doc("Sections that get the numbers 1, 2, 3 ...")] = ()


@dataclass(frozen=True, slots=True)
class BoardFigure:
    """Some cells of a board's grid, with tokens upon them."""

    board: ShownBoard
    first: Annotated[Id, Key("from"), Doc("The place at the top left: `c3`.")]
    last: Annotated[Id, Key("to"), Doc("The place at the bottom right.")]
    area: Annotated[Id, Doc("Id of a grid on the board; by default the first one.")] = ""
    drawn: Annotated[
        Text,
        Key("tokens"),
        Doc("A line for each row, a character for each place: a token of `legend`, `.` for none."),
    ] = ""
    legend: Annotated[
        Mapping[Character, PieceId], Doc("Character of the drawing -> id of a token or card.")
    ] = field(default_factory=dict)
    arrows: Arrows = ()
    ringed: Ringed = ()
    size: Annotated[Size, Doc("Edge of a cell, where there is room.")] = 11.0
    labels: Labels = False
    caption: Caption = ""
    tokens: Annotated[tuple[tuple[str, str], ...], Written.NEVER] = ()
    """Place, and id of the piece that lies there."""


@dataclass(frozen=True, slots=True)
class MapFigure:
    """Some places of a board's map with their links, tokens beside them; the map around is shown too."""

    board: ShownBoard
    places: Annotated[tuple[Id, ...], Length(1), Doc("Places that are shown and named.")]
    tokens: Annotated[
        Mapping[Id, tuple[PieceId, ...]], Doc("Place -> ids of the tokens or cards that lie there.")
    ] = field(default_factory=dict)
    arrows: Arrows = ()
    ringed: Ringed = ()
    caption: Caption = ""


@dataclass(frozen=True, slots=True)
class BoardOverview:
    """A complete board drawn small, parts of it numbered."""

    board: ShownBoard
    numbered: Annotated[tuple[Id, ...], Doc("Areas or places that get the numbers 1, 2, 3 ...")] = ()
    caption: Caption = ""


@dataclass(frozen=True, slots=True)
class PiecesFigure:
    """Cards or tokens side by side, drawn small."""

    pieces: Annotated[
        tuple[PieceId, ...], Key("show"), Length(1), Doc("Ids of cards or tokens, in their order.")
    ]
    size: Annotated[
        Edge, Doc("Width of the widest of them; by default as much as there is room for, up to its own.")
    ] = 0.0
    caption: Caption = ""


@dataclass(frozen=True, slots=True)
class IconRow:
    """Pictures and their words."""

    icons: Annotated[tuple[Icon, ...], Length(1), Doc("The pictures, on the left.")]
    text: Annotated[WordsKey, Doc("Wording key of the words on the right.")]


@dataclass(frozen=True, slots=True)
class IconTable:
    """Pictures on the left, words on the right, a line between the rows."""

    rows: Annotated[tuple[IconRow, ...], Written.FIRST, Key("icons"), Length(1), Doc("The rows.")]


@dataclass(frozen=True, slots=True)
class LineTable:
    """A table to write in: a heading for each column, ruled lines below it."""

    headings: Annotated[tuple[WordsKey, ...], Length(1), Doc("Wording key of each column.")]
    lines: Annotated[Positive, Doc("Number of lines.")]
    line_height: Annotated[Size, Doc("From line to line.")]
    icons: Annotated[tuple[Icon, ...], Doc("One icon for each heading.")] = ()

    def find_problems(self) -> Iterator[Wrong]:
        if self.icons:
            yield from find_mismatch(len(self.icons), "icon", len(self.headings), "heading", path=("icons",))


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table: words by key, or a text as it is; neither: a cell to write in."""

    say: str = ""
    text: str = ""


def _parse_cell(text: str) -> Cell:
    return Cell(text=text[1:]) if text.startswith("=") else Cell(say=text)


CellText = Annotated[Cell, Kind("cell", _parse_cell, {"type": ["string", "number", "boolean"]}, "cell")]
"""A wording key, a text after `=`, or nothing."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """The cells of a row, or a heading across all columns."""

    plain: Annotated[
        tuple[CellText, ...],
        Key("cells"),
        Written.ALONE,
        Doc('Wording keys; `=3` for a text as it is, `"=:virus:"` for icons, `""` to write in.'),
    ] = ()
    heading: Annotated[WordsKey, Written.ALONE, Doc("Wording key of a heading over all columns.")] = ""
    total: Annotated[
        tuple[CellText, ...], Doc("Cells with the sum of the rows above: bold, below a thick line.")
    ] = ()

    @property
    def cells(self) -> tuple[Cell, ...]:
        """From left to right; none for a heading."""
        return self.plain or self.total

    def find_problems(self) -> Iterator[Wrong]:
        if [bool(self.plain), bool(self.heading), bool(self.total)].count(True) != 1:
            hint = "write `[cell, cell]`, `total: [cell, cell]`, or a wording key for a heading"
            yield Wrong("is no row", hint)


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table."""

    head: Annotated[WordsKey, Doc("Wording key of its head.")] = ""
    icon: Annotated[Icon, Doc("Icon in its head.")] = ""
    width: Annotated[Factor, Doc("Its part of the width, against the other columns.")] = 1.0
    align: Annotated[Literal["start", "center", "end"], Doc("How its cells are set.")] = "start"


@dataclass(frozen=True, slots=True)
class Table:
    """Words, numbers and icons in rows and columns, or rows to write in."""

    columns: Annotated[tuple[TableColumn, ...], Length(1), Doc("The columns, from left to right.")]
    filled: Annotated[
        tuple[TableRow, ...],
        Key("rows"),
        Doc("A list of cells for each row, `total: [...]`, or a wording key alone for a heading."),
    ] = ()
    empty: Annotated[Count, Doc("Number of rows to write in, below the others.")] = 0
    look: Annotated[
        Literal["zebra", "lines", "grid"],
        Doc("zebra: every other row on light ground; lines: hairlines; grid: framed cells."),
    ] = "zebra"
    row_heads: Annotated[Switch, Doc("The first cell of a row says what the row is about.")] = False
    row_height: Annotated[Edge, Doc("Least height of a row: room to write.")] = 0.0
    scale: Annotated[Factor, Doc("Size of its type against the type around it: `1.4`.")] = 1.0
    caption: Caption = ""

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """The rows with something in them, and below them those to write in."""
        return self.filled + (TableRow((Cell(),) * len(self.columns)),) * self.empty

    def find_problems(self) -> Iterator[Wrong]:
        if not self.rows:
            yield Wrong("the table has no rows", "add `rows: ...` or `empty: ...`")
        if self.empty and not self.row_height:
            yield Wrong("nothing says how high these rows are", "add `row_height: 8 mm`", path=("empty",))
        for index, row in enumerate(self.filled):
            path = ("rows", index, "total") if row.total else ("rows", index)
            cells, columns = len(row.cells), len(self.columns)
            if cells:
                hint = '`""` is an empty cell'
                yield from find_mismatch(cells, "cell", columns, "column", path=path, hint=hint)


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

BLOCKS = OneOf(
    {
        "heading": Heading,
        "text": Paragraph,
        "lead": Paragraph,
        "note": Paragraph,
        "ours": Paragraph,
        "credit": Paragraph,
        "list": ItemList,
        "grid": GridFigure,
        "track": TrackFigure,
        "shapes": ShapesFigure,
        "sheet": SheetFigure,
        "board": BoardFigure,
        "map": MapFigure,
        "overview": BoardOverview,
        "pieces": PiecesFigure,
        "icons": IconTable,
        "lines": LineTable,
        "table": Table,
        "flow": Flow,
    },
    "block",
    example="text",
)
"""Every kind of block by the key that files have for it."""


@dataclass(frozen=True, slots=True)
class Booklet:
    """A title and its blocks, set in columns over as many pages as they need."""

    id: Annotated[Id, Doc("Part of the names of the files: `rules`.")]
    title: Annotated[WordsKey, Doc("Wording key of the title.")]
    blocks: Annotated[tuple[Block, ...], BLOCKS, Length(1), Doc("What is set, one after the other.")]
    subtitle: Annotated[WordsKey, Doc("Wording key of the line below the title.")] = ""
    columns: Annotated[Positive, Doc("Columns of a page.")] = 2
    most_pages: Annotated[Count, Doc("More pages than this are an error; 0: no limit.")] = 0
    fit: Annotated[
        Switch, Doc("Set smaller, down to the theme's smallest size, until it fits on `most_pages`.")
    ] = False
    by_language: Annotated[
        Switch, Doc("With two languages at once it is set once in each, the second after the first.")
    ] = False
    orientation: Annotated[Literal["portrait", "landscape"], Doc("How the paper lies.")] = "portrait"
    credit: Annotated[WordsKey, Doc("Wording key of the small line at the foot.")] = ""

    def find_problems(self) -> Iterator[Wrong]:
        if self.fit and not self.most_pages:
            yield Wrong("nothing says on how many pages", "add `most_pages: ...`", path=("fit",))
