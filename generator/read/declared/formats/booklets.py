"""The format of a booklet: a title and its blocks, each known by the key that it starts with."""

from typing import Annotated, Any, Literal

from pydantic import Field, WithJsonSchema

from generator.read.declared.formats.board_figures import BoardFigureFormat, MapFigureFormat, OverviewFormat
from generator.read.declared.formats.flows import FlowFormat
from generator.read.declared.formats.piece_figures import PiecesFigureFormat
from generator.read.declared.formats.scalars import (
    Count,
    Edge,
    Factor,
    Format,
    Icon,
    Id,
    Level,
    Positive,
    Size,
    Switch,
    Text,
    WordKey,
)


class HeadingFormat(Format):
    """A heading."""

    heading: WordKey = Field(description="Wording key of the heading.")
    level: Level = Field(1, description="1: a section of the text; 2: a part of a section.")
    icon: Icon = Field("", description="Icon before the heading.")


class TextFormat(Format):
    """A paragraph."""

    text: WordKey = Field(description="Wording key of the paragraph.")


class LeadFormat(Format):
    """The opening lines."""

    lead: WordKey = Field(description="Wording key of the opening lines.")


class NoteFormat(Format):
    """A paragraph that is set off in a box."""

    note: WordKey = Field(description="Wording key of the note.")


class OursFormat(Format):
    """A paragraph about what is our own design, labelled so."""

    ours: WordKey = Field(description="Wording key of the paragraph.")


class CreditFormat(Format):
    """Who made what, in small type."""

    credit: WordKey = Field(description="Wording key of the line.")


class ListFormat(Format):
    """A list with bullets, numbers or icons."""

    items: Annotated[list[WordKey], Field(min_length=1)] = Field(
        alias="list", description="Wording key of each item."
    )
    numbered: Switch = Field(False, description="Numbers in place of bullets.")
    icons: list[Icon] = Field([], description="One icon for each item in place of its bullet.")


class GridFigure(Format):
    """Squares with things written into them, drawn as on the sheet."""

    section: Id = Field(description="Section of a sheet whose look and legend are used.")
    squares: Text = Field(description="The squares, drawn as in a sheet.")
    entries: Text = Field(
        "",
        description="A line for each row, an entry for each square: a number; `x` crossed; `o` circled, `o3` "
        "with its number; `#` filled; `?` asked about; `!` not allowed, `!3` wrong; `.` nothing.",
    )
    caption: WordKey = Field("", description="Wording key of the words below the figure.")
    labels: Switch = Field(False, description="Print the letters and numbers of rows and columns.")


class GridFigureFormat(Format):
    """Squares with things written into them."""

    grid: GridFigure = Field(description="The figure.")


class TrackFigure(Format):
    """Fields of a track with marks upon them."""

    section: Id = Field(description="Section of a sheet: a track.")
    first: Count = Field(0, description="How many fields at its start are left out.")
    entries: Annotated[list[Any], Field(min_length=1)] = Field(
        description='For each field `x` crossed, `o` circled, `""` untouched.'
    )
    caption: WordKey = Field("", description="Wording key of the words below the figure.")


class TrackFigureFormat(Format):
    """Fields of a track with marks upon them."""

    track: TrackFigure = Field(description="The figure.")


class ShapesFigure(Format):
    """Die faces and the shapes they stand for."""

    values: list[Positive] = Field([], description="Which faces; all where nothing is said.")
    caption: WordKey = Field("", description="Wording key of the words below the figure.")
    every_form: Switch = Field(False, description="Draw every shape that a free face allows.")


class ShapesFigureFormat(Format):
    """Die faces and the shapes they stand for."""

    shapes: ShapesFigure = Field(description="The figure.")


class SheetFigure(Format):
    """A whole sheet drawn small."""

    sheet: Id = Field(description="Id of a sheet of the kit.")
    caption: WordKey = Field("", description="Wording key of the words below the figure.")
    numbered: list[Id] = Field([], description="Sections that get the numbers 1, 2, 3 ...")


class SheetFigureFormat(Format):
    """A whole sheet drawn small, its sections numbered."""

    sheet: SheetFigure = Field(description="The figure.")


class IconRow(Format):
    """Pictures and their words."""

    icons: Annotated[list[Icon], Field(min_length=1)] = Field(description="The pictures, on the left.")
    text: WordKey = Field(description="Wording key of the words on the right.")


class IconTableFormat(Format):
    """Pictures on the left, words on the right."""

    icons: Annotated[list[IconRow], Field(min_length=1)] = Field(description="The rows.")


class LineTable(Format):
    """A table to write in."""

    headings: Annotated[list[WordKey], Field(min_length=1)] = Field(description="Wording key of each column.")
    lines: Positive = Field(description="How many lines.")
    line_height: Size = Field(description="From line to line.")
    icons: list[Icon] = Field([], description="One icon for each column.")


class LineTableFormat(Format):
    """A table to write in: a heading for each column, ruled lines below it."""

    lines: LineTable = Field(description="The table.")


class ColumnFormat(Format):
    """A column of a table."""

    head: WordKey = Field("", description="Wording key of its head.")
    icon: Icon = Field("", description="Icon in its head.")
    width: Factor = Field(1.0, description="Its part of the width, against the other columns.")
    align: Literal["start", "center", "end"] = Field("start", description="How its cells are set.")


_TEXT = {"type": ["string", "number", "boolean"]}
_CELLS = {"type": "array", "items": _TEXT}
_TOTAL = {
    "type": "object",
    "properties": {"total": _CELLS},
    "required": ["total"],
    "additionalProperties": False,
}
_ROW = {"anyOf": [{"type": "string"}, _CELLS, _TOTAL]}


class Table(Format):
    """Words, numbers and icons in rows and columns, or rows to write in."""

    columns: Annotated[list[ColumnFormat], Field(min_length=1)] = Field(
        description="The columns, from left to right."
    )
    rows: list[Annotated[Any, WithJsonSchema(_ROW)]] = Field(
        [],
        description='A list of cells for each row: a wording key, `=3` for a text as it stands, `"=:virus:"` '
        'for icons, `""` to write in; `total: [...]` for what the rows above come to; or a wording key '
        "alone: a heading over all columns.",
    )
    empty: Count = Field(0, description="So many rows more, to write in.")
    look: Literal["zebra", "lines", "grid"] = Field(
        "zebra", description="zebra: every other row on light ground; lines: hairlines; grid: framed cells."
    )
    row_heads: Switch = Field(False, description="The first cell of a row says what the row is about.")
    row_height: Edge = Field(0.0, description="Rows are at least so high: room to write.")
    scale: Factor = Field(1.0, description="Size of its type against the type around it: `1.4`.")
    caption: WordKey = Field("", description="Wording key of the words below the table.")


class TableFormat(Format):
    """Words, numbers and icons in rows and columns, or rows to write in."""

    table: Table = Field(description="The table.")


BlockFormat = (
    HeadingFormat
    | TextFormat
    | LeadFormat
    | NoteFormat
    | OursFormat
    | CreditFormat
    | ListFormat
    | GridFigureFormat
    | TrackFigureFormat
    | ShapesFigureFormat
    | SheetFigureFormat
    | BoardFigureFormat
    | MapFigureFormat
    | OverviewFormat
    | PiecesFigureFormat
    | IconTableFormat
    | LineTableFormat
    | TableFormat
    | FlowFormat
)

BLOCK_FORMATS: dict[str, type[BlockFormat]] = {
    "heading": HeadingFormat,
    "text": TextFormat,
    "lead": LeadFormat,
    "note": NoteFormat,
    "ours": OursFormat,
    "credit": CreditFormat,
    "list": ListFormat,
    "grid": GridFigureFormat,
    "track": TrackFigureFormat,
    "shapes": ShapesFigureFormat,
    "sheet": SheetFigureFormat,
    "board": BoardFigureFormat,
    "map": MapFigureFormat,
    "overview": OverviewFormat,
    "pieces": PiecesFigureFormat,
    "icons": IconTableFormat,
    "lines": LineTableFormat,
    "table": TableFormat,
    "flow": FlowFormat,
}


class BookletFormat(Format):
    """A title and its blocks, set in columns over as many pages as they need."""

    id: Id = Field(description="Part of the names of the files: `rules`.")
    title: WordKey = Field(description="Wording key of the title.")
    subtitle: WordKey = Field("", description="Wording key of the line below the title.")
    blocks: list[Any] = Field(min_length=1, description="What is set, one after the other.")
    columns: Positive = Field(2, description="Columns of a page.")
    most_pages: Count = Field(0, description="More pages than this are an error; 0: no limit.")
    fit: Switch = Field(False, description="Set smaller until it fits on `most_pages`.")
    by_language: Switch = Field(
        False, description="With two languages at once it is set once in each, the second after the first."
    )
    orientation: Literal["portrait", "landscape"] = Field("portrait", description="How the paper lies.")
    credit: WordKey = Field("", description="Wording key of the small line at the foot.")
