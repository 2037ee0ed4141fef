"""Booklets: text with figures, such as rules and player aids. All texts are wording keys."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

from generator.model import kinds
from generator.model.boxes import Sideways
from generator.model.flow import Flow
from generator.model.kinds import Doc, Icon, Id, Key, Length, PieceId, Size, Switch, WordsKey, Written, Wrong
from generator.model.places import NO_SQUARES, SquareGrid
from generator.model.sheet import Orientation
from generator.model.stack import StackBlock, find_fields

Labels = Annotated[Switch, Doc("Print the letters and numbers of rows and columns.")]


def _match_icons(icons: tuple[str, ...], items: tuple[str, ...], what: str) -> Iterator[Wrong]:
    if icons:
        yield from kinds.find_mismatch(len(icons), "icon", len(items), what, path=("icons",))


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading."""

    text: Annotated[WordsKey, Written.FIRST, Key("heading"), Doc("Wording key of the heading.")]
    level: Annotated[Literal[1, 2], Doc("1: heading of a section; 2: heading within a section.")] = 1
    icon: Annotated[Icon, Doc("Icon before the heading.")] = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph: plain, introductory, in a box, labelled as our own design, or small (credits)."""

    text: Annotated[WordsKey, Written.FIRST, Doc("Wording key of the paragraph.")]
    style: Annotated[Literal["text", "lead", "note", "ours", "credit"], Written.AS_KEY] = "text"


@dataclass(frozen=True, slots=True)
class ItemList:
    """A list with bullets, numbers, or icons."""

    items: Annotated[tuple[WordsKey, ...], Written.FIRST, Key("list"), Length(1), Doc("Keys of the items.")]
    numbered: Annotated[Switch, Doc("Print numbers instead of bullets.")] = False
    icons: Annotated[tuple[Icon, ...], Doc("Icons instead of bullets, one for each item.")] = ()

    def find_problems(self) -> Iterator[Wrong]:
        return _match_icons(self.icons, self.items, "item")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Figure:
    caption: Annotated[WordsKey, Doc("Wording key of the text below it.")] = ""


@dataclass(frozen=True, slots=True)
class GridFigure(_Figure):
    """Squares with handwritten marks, drawn as on the sheet."""

    section: Annotated[Id, Doc("Section of a sheet whose style and legend are used.")]
    squares: Annotated[kinds.Text, Doc("Drawing of the squares, as in a sheet.")]
    drawn: Annotated[
        kinds.Text,
        Key("entries"),
        Doc(
            "One line per row, one entry per square: a number; `x` crossed out; `o` circled, `o3` around a "
            "number; `#` filled; `?` a question mark; `!` not allowed, `!3` wrong; `.` nothing."
        ),
    ] = ""
    labels: Labels = False
    grid: Annotated[SquareGrid, Written.NEVER] = NO_SQUARES
    entries: Annotated[tuple[str, ...], Written.NEVER] = ()
    """One for each square of the grid; empty: nothing."""


_parse_field_entry = kinds.matching(
    "[xo]?", "a mark of a field", 'write `x` for crossed, `o` for circled, `""` for untouched'
)
FieldEntry = Annotated[str, kinds.Kind('`x`, `o` or `""`', _parse_field_entry, {"enum": ["", "x", "o"]})]


@dataclass(frozen=True, slots=True)
class TrackFigure(_Figure):
    """Fields of a track with handwritten marks."""

    section: Annotated[Id, Doc("Track of a sheet, by the id of its section.")]
    entries: Annotated[
        tuple[FieldEntry, ...], Length(1), Doc("One for each field: crossed out, circled, or untouched.")
    ]
    first: Annotated[kinds.Count, Doc("Number of fields to skip at the start.")] = 0


@dataclass(frozen=True, slots=True)
class ShapesFigure(_Figure):
    """Shapes of squares of a sheet, each beside its icon."""

    section: Annotated[Id, Doc("Shapes of a sheet, by the id of their section.")]
    values: Annotated[tuple[kinds.Positive, ...], Doc("Their numbers, from 1; by default, all.")] = ()
    every_form: Annotated[Switch, Doc("Draw every shape in place of a frame.")] = False


@dataclass(frozen=True, slots=True)
class SheetFigure(_Figure):
    """A complete sheet, drawn small."""

    sheet: Annotated[kinds.SheetId, Doc("Id of a sheet.")]
    numbered: Annotated[tuple[Id, ...], Doc("Sections to label with 1, 2, 3, in this order.")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _BoardPart(_Figure):
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
    ] = field(default_factory=dict)
    size: Annotated[Size, Doc("Width and height of a cell; smaller if there is not enough room.")] = 11.0
    labels: Labels = False
    tokens: Annotated[tuple[tuple[str, str], ...], Written.NEVER] = ()
    """Place, and id of the piece on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MapFigure(_BoardPart):
    """Some places of a map with their links and tokens; the map around them is shown, too."""

    places: Annotated[tuple[Id, ...], Length(1), Doc("Places to show and name.")]
    tokens: Annotated[Mapping[Id, tuple[PieceId, ...]], Doc("Ids of tokens or cards by place.")] = field(
        default_factory=dict
    )


@dataclass(frozen=True, slots=True)
class BoardOverview(_Figure):
    """A complete board, drawn small."""

    board: Annotated[kinds.BoardId, Doc("Id of a board.")]
    numbered: Annotated[tuple[Id, ...], Doc("Areas or places to label with 1, 2, 3, in this order.")] = ()


@dataclass(frozen=True, slots=True)
class PiecesFigure(_Figure):
    """Cards or tokens side by side, drawn small."""

    pieces: Annotated[tuple[PieceId, ...], Key("show"), Length(1), Doc("Ids of cards or tokens, in order.")]
    size: Annotated[kinds.Edge, Doc("Maximum width of the widest piece; never above its real size.")] = 0.0


@dataclass(frozen=True, slots=True)
class IconRow:
    """Icons and their meaning."""

    icons: Annotated[tuple[Icon, ...], Length(1), Doc("The icons, on the left.")]
    text: Annotated[WordsKey, Doc("Wording key of the text on the right.")]


@dataclass(frozen=True, slots=True)
class IconTable:
    """Icons on the left, their meaning on the right, and a line between the rows."""

    rows: Annotated[tuple[IconRow, ...], Written.FIRST, Key("icons"), Length(1), Doc("The rows.")]


@dataclass(frozen=True, slots=True)
class LineTable:
    """A table to write in, with column headings and ruled lines."""

    headings: Annotated[tuple[WordsKey, ...], Length(1), Doc("Wording keys of the column headings.")]
    lines: Annotated[kinds.Positive, Doc("Number of lines.")]
    line_height: Annotated[Size, Doc("Distance between lines.")]
    icons: Annotated[tuple[Icon, ...], Doc("Icons, one for each heading.")] = ()

    def find_problems(self) -> Iterator[Wrong]:
        return _match_icons(self.icons, self.headings, "heading")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table: text by key, text as it is, or neither, to write in."""

    say: str = ""
    text: str = ""


def _parse_cell(text: str) -> Cell:
    return Cell(text=text[1:]) if text.startswith("=") else Cell(say=text)


CellText = Annotated[Cell, kinds.Kind("cell", _parse_cell, {"type": ["string", "number", "boolean"]}, "cell")]
"""A wording key, a text after `=`, or nothing."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """The cells of a row, or a heading across all columns."""

    plain: Annotated[
        tuple[CellText, ...],
        Key("cells"),
        Written.ALONE,
        Doc('Wording keys; `=3` for a text as it is, `"=:virus:"` for an icon, `""` for a cell to write in.'),
    ] = ()
    heading: Annotated[WordsKey, Written.ALONE, Doc("Wording key of a heading across all columns.")] = ""
    total: Annotated[tuple[CellText, ...], Doc("Cells of a row of totals, in bold.")] = ()

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells from left to right; empty for a heading."""
        return self.plain or self.total

    def find_problems(self) -> Iterator[Wrong]:
        if [bool(self.plain), bool(self.heading), bool(self.total)].count(True) != 1:
            hint = "write `[cell, cell]`, `total: [cell, cell]`, or a wording key for a heading"
            yield Wrong("is not a row", hint)


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table."""

    head: Annotated[WordsKey, Doc("Wording key of the column heading.")] = ""
    icon: Annotated[Icon, Doc("Icon in the column heading.")] = ""
    width: Annotated[kinds.Factor, Doc("Width relative to the other columns.")] = 1.0
    align: Annotated[Sideways, Doc("Alignment of the cells.")] = "start"


@dataclass(frozen=True, slots=True)
class Table(_Figure):
    """Text, numbers, and icons in rows and columns, or rows to write in."""

    columns: Annotated[tuple[TableColumn, ...], Length(1), Doc("The columns from left to right.")]
    filled: Annotated[tuple[TableRow, ...], Key("rows"), Doc("Rows from top to bottom.")] = ()
    empty: Annotated[kinds.Count, Doc("Number of rows to write in, below the others.")] = 0
    look: Annotated[Literal["zebra", "lines", "grid"], Doc("Shaded rows, thin lines, or frames.")] = "zebra"
    row_heads: Annotated[Switch, Doc("The first cell of each row is its heading.")] = False
    row_height: Annotated[kinds.Edge, Doc("Minimum height of a row.")] = 0.0
    scale: Annotated[kinds.Factor, Doc("Type size relative to the surrounding text: `1.4`.")] = 1.0

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """The filled rows, followed by the empty ones."""
        return self.filled + (TableRow((Cell(),) * len(self.columns)),) * self.empty

    def find_problems(self) -> Iterator[Wrong]:
        if not self.rows:
            yield Wrong("the table has no rows", "add `rows: ...` or `empty: ...`")
        if self.empty and not self.row_height:
            yield Wrong("the height of these rows is missing", "add `row_height: 8 mm`", path=("empty",))
        for index, row in enumerate(self.filled):
            path = ("rows", index, "total") if row.total else ("rows", index)
            if row.cells:
                given, columns = len(row.cells), len(self.columns)
                hint = '`""` is an empty cell'
                yield from kinds.find_mismatch(given, "cell", columns, "column", path=path, hint=hint)


_SheetPart: TypeAlias = GridFigure | TrackFigure | ShapesFigure | SheetFigure
Figure: TypeAlias = _SheetPart | BoardFigure | MapFigure | BoardOverview | PiecesFigure
Block: TypeAlias = Heading | Paragraph | ItemList | Figure | IconTable | LineTable | Table | Flow | StackBlock

BLOCKS = kinds.OneOf(
    {
        "heading": Heading,
        **dict.fromkeys(("text", "lead", "note", "ours", "credit"), Paragraph),
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
        "stack": StackBlock,
    },
    "block",
    example="text",
)
"""All kinds of blocks by their key in files."""


@dataclass(frozen=True, slots=True)
class Booklet:
    """A title and blocks, in columns on as many pages as necessary."""

    id: Annotated[Id, Doc("Id for file names: `rules`.")]
    title: Annotated[WordsKey, Doc("Wording key of the title.")]
    blocks: Annotated[tuple[Block, ...], BLOCKS, Length(1), Doc("Blocks from top to bottom.")]
    subtitle: Annotated[WordsKey, Doc("Wording key of the line below the title.")] = ""
    columns: Annotated[kinds.Positive, Doc("Number of columns of a page.")] = 2
    most_pages: Annotated[kinds.Count, Doc("Maximum number of pages; 0: no limit.")] = 0
    fit: Annotated[Switch, Doc("Reduce the type size until the text fits on `most_pages`.")] = False
    by_language: Annotated[Switch, Doc("Print each of two languages on its own pages.")] = False
    orientation: Orientation = "portrait"
    credit: Annotated[WordsKey, Doc("Wording key of the small line at the foot.")] = ""

    def find_problems(self) -> Iterator[Wrong]:
        for index, block in enumerate(self.blocks):
            yield from find_fields(block, "blocks", index) if isinstance(block, StackBlock) else ()
        if self.fit and not self.most_pages:
            yield Wrong("the number of pages is missing", "add `most_pages: ...`", path=("fit",))
