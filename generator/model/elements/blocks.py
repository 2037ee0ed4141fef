"""Blocks: texts, lists, tables, and more, one below the other on cards, on sheets, and in booklets.

Only those of templates may have fields of a piece. Figures show other parts of the game; a flow chart is one.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, cached_property
from itertools import pairwise, product
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from generator.errors import Wrong, suggest
from generator.model.elements import boxes
from generator.model.elements.areas import PlacedArea
from generator.model.elements.boxes import AnyElement, Measure, Sideways, list_computed, parse_over
from generator.model.elements.squares import Cells, list_squares, parse_squares
from generator.model.language import kinds
from generator.model.language.expressions import INDEX, ITEM, Pattern, list_roots
from generator.model.language.kinds import (
    Aligned,
    ColourPattern,
    Doc,
    IconName,
    Id,
    Key,
    Kind,
    Length,
    PieceId,
    Size,
    Switch,
    Title,
    Written,
)
from generator.model.values import dataclass, field, fields, is_dataclass, replace

_Text = Annotated[kinds.TextPattern, Doc("Wording key, or the text itself, which may contain fields.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyBlock(AnyElement):
    """The keys of all blocks; those with `each` are one below the other."""

    old_keys: ClassVar[Mapping[str, str]] = {"over": "each"}
    tells: Annotated[
        kinds.RuleIds, Doc("Rules that it tells, by their ids without that of the game: `spread.blocked`.")
    ] = ()
    free: Annotated[
        kinds.FreeNumbers, Doc("Numbers of its texts that have no name: `[8, 35]`, or `all`.")
    ] = ()
    number: Annotated[int, Written.NEVER] = 0
    """Number of the rules that it tells, which is printed in the margin of a booklet; 0: none."""
    variants: Annotated[tuple["AnyBlock", ...], Written.NEVER] = ()
    """The block in each style, with its condition, if its style depends on fields."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnBlock(AnyBlock):
    """The keys of all blocks that are drawings."""

    alt: Annotated[
        _Text, Doc("What it shows, for screen readers; by default, its texts or the number of its squares.")
    ] = ""


def find_words_problems(words: Any) -> Iterator[Wrong]:
    """Yield a problem for words with both a wording key and a text, or with neither."""
    if bool(words.say) == bool(words.text):
        yield Wrong("needs either `say` or `text`", "write `say: key.of.wording` or `text: ...`")


@dataclass(frozen=True, slots=True)
class WordsBlock(AnyBlock, boxes.LetteredElement):
    """A paragraph."""

    text: Annotated[_Text, Written.ALONE] = ""
    say: Annotated[kinds.WordsPattern, Doc("Wording key, which may contain fields: `card.{id}`.")] = ""
    role: Annotated[kinds.RolePattern, Doc("Role of type; by default, that of the stack.")] = ""
    align: Annotated[Aligned | None, Doc("Alignment of the lines.")] = None
    colour: Annotated[ColourPattern, Doc("Colour; by default, that of the role.")] = ""

    find_problems = find_words_problems


@dataclass(frozen=True, slots=True)
class Heading(AnyBlock):
    """A heading."""

    text: Annotated[_Text, Written.FIRST, Key("heading")]
    level: Annotated[Literal[1, 2], Doc("1: heading of a section; 2: heading within a section.")] = 1
    icon: Annotated[IconName, Doc("Icon before the heading.")] = ""
    space: Annotated[
        kinds.Edge | None, Doc("Space above it, of which two fifths are below it; by default, by its level.")
    ] = None


@dataclass(frozen=True, slots=True)
class Paragraph(AnyBlock):
    """A paragraph: plain, introductory, in a box, labelled as our own design, or small (credits)."""

    text: Annotated[_Text, Written.FIRST]
    kind: Annotated[Literal["text", "lead", "note", "ours", "credit"], Written.AS_KEY] = "text"


@dataclass(frozen=True, slots=True)
class RuleBlock(AnyBlock):
    """A line from side to side."""

    colour: Annotated[ColourPattern, Written.ALONE, Doc("Colour.")] = "ink"
    line: Annotated[Size, Doc("Width of the line.")] = 0.3


def _parse_space(text: str) -> float:
    """Return a height in mm, or a share as a negative number."""
    share = re.fullmatch(r"([1-9]\d?|100)(\s*shares?)?", "1" if text.strip() == "auto" else text.strip())
    return -float(share[1]) if share else kinds.parse_limited_length(text)


SPACE = kinds.Kind("length, or share", _parse_space, {"type": ["integer", "string"]}, takes_fields=True)


@dataclass(frozen=True, slots=True)
class SpaceBlock(AnyBlock):
    """Space in place of the gap."""

    height: Annotated[
        float,
        SPACE,
        Written.ALONE,
        Doc("`3 mm`, or a share of what is left: `1 share`, or `1` without `unit`."),
    ]


@dataclass(frozen=True, slots=True)
class BoxesBlock(DrawnBlock):
    """Empty boxes to tick, on as many lines as necessary."""

    count: Annotated[kinds.AnglePattern, Written.ALONE, Doc("Number of boxes: `5`, `{armour}`.")]
    size: Annotated[Size, Doc("Width and height of a box, and a third of the distance.")] = 4.0
    colour: Annotated[ColourPattern, Doc("Colour of the outline.")] = "ink"


@dataclass(frozen=True, slots=True)
class ListBlock(AnyBlock):
    """A list with bullets, numbers, or icons."""

    draw: Annotated[
        tuple[WordsBlock, ...], Written.FIRST, Key("list"), Length(1), Doc("Texts, or keys of `words`.")
    ]
    numbered: Annotated[kinds.Switch, Doc("Print numbers instead of bullets.")] = False
    icons: Annotated[tuple[IconName, ...], Doc("Icons instead of bullets, one for each item.")] = ()

    def find_problems(self) -> Iterator[Wrong]:
        return kinds.find_mismatch(len(self.icons), "icon", len(self.draw), "item", path=("icons",))


@dataclass(frozen=True, slots=True)
class IconRow(AnyBlock):
    """Icons and their meaning."""

    icons: Annotated[tuple[IconName, ...], Length(1), Doc("The icons, on the left.")]
    text: _Text


@dataclass(frozen=True, slots=True)
class IconTable(AnyBlock):
    """Icons on the left, their meaning on the right, and a line between the rows."""

    draw: Annotated[tuple[IconRow, ...], Written.FIRST, Key("icons"), Length(1), Doc("The rows.")]


@dataclass(frozen=True, slots=True)
class KeyBlock(AnyBlock):
    """Icons and their meaning in small type, without lines between the rows."""

    draw: Annotated[tuple[IconRow, ...], Written.FIRST, Key("key"), Length(1), Doc("The rows.")]
    title: Annotated[Title, Doc("Text of the heading.")] = ""
    columns: Annotated[kinds.Positive, Doc("Number of columns of rows.")] = 1


@dataclass(frozen=True, slots=True)
class LabelledLines(AnyBlock):
    """Lines to write on, each after its label."""

    labels: Annotated[tuple[Title, ...], Written.FIRST, Length(1), Doc("Text before each line.")]
    line_height: Annotated[Size, Doc("Distance between lines.")]
    columns: Annotated[kinds.Positive, Doc("Number of columns of lines.")] = 1


@dataclass(frozen=True, slots=True)
class SquareShapes:
    """A shape of squares beside an icon, or several to choose from."""

    icon: Annotated[IconName, Doc("Icon on the left.")]
    squares: Annotated[tuple[kinds.Text, ...], Length(1), Doc("Drawings of the shapes, as in a grid.")]
    frame: Annotated[
        kinds.Repeat, Doc("Columns and rows of a frame that is drawn in place of several shapes: `2x3`.")
    ] = (0, 0)

    @property
    def shapes(self) -> tuple[Cells, ...]:
        """The shapes, each from column and row 0."""
        return tuple(list_squares(parse_squares(drawing)[0]) for drawing in self.squares)

    def find_problems(self) -> Iterator[Wrong]:
        if (len(self.squares) > 1) != (self.frame != (0, 0)):
            yield Wrong("needs either one shape, or several and a `frame`", "such as `frame: 2x3`")
        for index, drawing in enumerate(self.squares):
            for wrong in parse_squares(drawing)[1]:
                yield replace(wrong, path=("squares", index))


@dataclass(frozen=True, slots=True)
class ShapesBlock(DrawnBlock):
    """Shapes of squares, such as polyominoes, each beside an icon."""

    shapes: Annotated[tuple[SquareShapes, ...], Written.FIRST, Length(1), Doc("Shapes from left to right.")]
    size: Annotated[Size, Doc("Width and height of a small square.")]


@dataclass(frozen=True, slots=True)
class LineTable(AnyBlock):
    """A table to write in, with column headings and ruled lines."""

    headings: Annotated[tuple[Title, ...], Length(1), Doc("Texts of the column headings.")]
    lines: Annotated[kinds.Positive, Doc("Number of lines.")]
    line_height: Annotated[Size, Doc("Distance between lines.")]
    icons: Annotated[tuple[IconName, ...], Doc("Icons, one for each heading.")] = ()

    def find_problems(self) -> Iterator[Wrong]:
        return kinds.find_mismatch(len(self.icons), "icon", len(self.headings), "heading", path=("icons",))


@dataclass(frozen=True, slots=True)
class Cell(WordsBlock):
    """A cell of a table; an empty one is to write in."""

    text: Annotated[_Text, kinds.EMPTY_OR_TEXT, Written.ALONE] = ""

    def find_problems(self) -> Iterator[Wrong]:
        if self.each:
            yield Wrong("a cell is not repeated", "write `each` in a row", key="each")
        yield from find_words_problems(self) if self.say else ()


@dataclass(frozen=True, slots=True)
class BlankLook:
    """The look of cells to write in."""

    fill: Annotated[ColourPattern, Written.ALONE, Doc("Colour of the cells.")] = ""
    stroke: Annotated[ColourPattern, Doc("Colour of their outlines.")] = ""
    line: Annotated[Size, Doc("Width of the outlines.")] = 0.3
    corner: Annotated[kinds.Edge, Doc("Radius of the corners; a large one makes capsules.")] = 1.0
    gap: Annotated[kinds.Edge, Doc("Distance between cells.")] = 0.7


@dataclass(frozen=True, slots=True)
class TableRow(AnyBlock):
    """The cells of a row, or a heading across all columns."""

    cells: Annotated[tuple[Cell, ...], Written.ALONE, Doc('Texts; `""` is a cell to write in.')] = ()
    heading: Annotated[_Text, Written.ALONE, Doc("Heading across all columns.")] = ""
    total: Annotated[tuple[Cell, ...], Doc("Cells of a row of totals, in bold.")] = ()
    icon: Annotated[kinds.IconPattern, Doc("Icon before its first cell.")] = ""
    colour: Annotated[ColourPattern, Doc("Colour of the icon.")] = ""
    cell: Annotated[BlankLook | None, Doc("Look of its cells to write in, instead of that of the table.")] = (
        None
    )

    @property
    def draw(self) -> tuple[Cell, ...]:
        """The cells from left to right; empty for a heading."""
        return self.cells or self.total

    def find_problems(self) -> Iterator[Wrong]:
        if [bool(self.cells), bool(self.heading), bool(self.total)].count(True) != 1:
            hint = "write `[cell, cell]`, `total: [cell, cell]`, or a text for a heading"
            yield Wrong("is not a row", hint)


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column of a table."""

    head: Annotated[Title, Doc("Text of the column heading.")] = ""
    icon: Annotated[IconName, Doc("Icon in the column heading.")] = ""
    width: Annotated[kinds.FactorValue, Written.ALONE, Doc("Width relative to the other columns.")] = 1.0
    align: Annotated[Sideways, Doc("Alignment of the cells.")] = "start"
    grid: Annotated[
        kinds.Count,
        Doc("Number of equal places in which the lines of a cell are side by side."),
    ] = 0


@dataclass(frozen=True, slots=True)
class Table(AnyBlock, boxes.LetteredElement):
    """Text, numbers, and icons in rows and columns, or rows to write in."""

    columns: Annotated[tuple[TableColumn, ...], Doc("Columns; by default, equal ones without headings.")] = ()
    draw: Annotated[tuple[TableRow, ...], Key("rows"), Written.ALONE, Doc("Rows from top to bottom.")] = ()
    empty: Annotated[kinds.Count, Doc("Number of rows to write in, below the others.")] = 0
    look: Annotated[
        Literal["zebra", "lines", "grid", "plain"], Doc("Shaded rows, thin lines, frames, or nothing.")
    ] = "zebra"
    rule: Annotated[ColourPattern, Doc("Colour of thin lines.")] = "faint"
    cell: Annotated[BlankLook | None, Doc("Look of the cells to write in.")] = None
    row_heads: Annotated[kinds.Switch, Doc("The first cell of each row is its heading.")] = False
    row_height: Annotated[kinds.Edge, Doc("Minimum height of a row.")] = 0.0
    scale: Annotated[kinds.FactorValue, Doc("Type size relative to the surrounding text: `1.4`.")] = 1.0
    caption: Annotated[_Text, Doc("Text below it.")] = ""
    scored: Annotated[
        kinds.Text | None, Doc("A round as for `petri score --round`, whose scores are in the row of totals.")
    ] = None

    @property
    def spans(self) -> tuple[TableColumn, ...]:
        """The columns, or those of the first row with cells."""
        return self.columns or (TableColumn(),) * max((len(row.draw) for row in self.draw), default=1)

    @property
    def rows(self) -> tuple[TableRow, ...]:
        """The filled rows, followed by the empty ones."""
        return self.draw + (TableRow((Cell(),) * len(self.spans)),) * self.empty

    @property
    def open_places(self) -> tuple[str, ...]:
        """Names of the cells to write in, in the order of reading."""
        return tuple(
            self.name_cell(row, index, number)
            for index, row in enumerate(self.rows)
            for number, cell in enumerate(row.draw[self.row_heads :], 1)
            if not (cell.text or cell.say)
        )

    def name_cell(self, row: TableRow, index: int, column: int) -> str:
        """Return the name of a cell: its row and the number of its column, after the heading of the row."""
        return f"{row.id or f'row_{index + 1}'}_{column}"

    def find_problems(self) -> Iterator[Wrong]:
        if not self.rows:
            yield Wrong("the table has no rows", "add `rows: ...` or `empty: ...`")
        if self.empty and not self.row_height:
            yield Wrong("the height of these rows is missing", "add `row_height: 8 mm`", path=("empty",))
        columns, hint = len(self.spans), '`""` is an empty cell'
        for index, row in enumerate(self.draw):
            path = ("rows", index, "total") if row.total else ("rows", index)
            yield from kinds.find_mismatch(len(row.draw), "cell", columns, "column", path=path, hint=hint)


def walk_blocks(elements: Iterable[Any]) -> Iterator[Any]:
    """Yield elements or blocks, each before those in it."""
    for element in elements:
        yield element
        yield from walk_blocks(getattr(element, "variants", ()) or getattr(element, "draw", ()))


_PLAIN = {"drawn", "run_labels", "squares", "written"}
"""Values without fields of a piece: drawings, and the labels in tracks."""


_LEAVES = frozenset((int, float, bool, type(None), Measure))
_NO_FIELDS: frozenset[str] = frozenset()
_OWN = {"when", "let", "tables", "each", *_PLAIN}
"""Values of an element that are looked at on their own, or not at all."""


FieldsOfElements: TypeAlias = dict[int, tuple[AnyElement, frozenset[str]]]
"""Elements, by their identities, with the fields on which they depend."""


def list_fields(value: object, known: FieldsOfElements | None = None) -> frozenset[str]:
    """Return the fields of a piece on which a block or an element and everything in it depend.

    With `known`, elements in it are not looked at again, and others are added.
    """
    if known is None or not isinstance(value, AnyElement):
        return _list_fields(value, known)
    if id(value) not in known:
        known[id(value)] = value, _list_fields(value, known)
    return known[id(value)][1]


def _list_fields(value: object, known: FieldsOfElements | None) -> frozenset[str]:
    kind: Any = type(value)
    if kind is str:
        return _list_fields_of_text(str(value))
    if kind in _LEAVES:
        return _NO_FIELDS
    if isinstance(value, Pattern):
        return list_roots(value)
    if (own := _list_own(kind)) is None:
        inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, tuple) else ()
        return _NO_FIELDS.union(*(list_fields(each, known) for each in inner if _may_use_fields(each)))
    if isinstance(value, PlacedArea):
        # What draws a place depends on the fields of the place.
        computed = (each.pattern for each in list_computed(value))
        return list_roots(*value.when, Pattern(value.angle), *computed)
    given = (getattr(value, name) for name in own)
    names = _NO_FIELDS.union(*[list_fields(each, known) for each in given if _may_use_fields(each)])
    names |= list_roots(*getattr(value, "when", ()))
    over = getattr(value, "over", "")
    if over and isinstance(over, str):
        names = names - {ITEM, INDEX} | list_roots(parse_over(over))
    return value.list_outer(names) if isinstance(value, AnyElement) else names


def _may_use_fields(value: Any) -> bool:
    """Return False for most values of an element, which are nothing, or a plain text or number."""
    return "{" in value if type(value) is str else bool(value) and type(value) not in _LEAVES


def _list_fields_of_text(text: str) -> frozenset[str]:
    if "{" in text:
        with suppress(Wrong):
            return list_roots(Pattern(text))
    return _NO_FIELDS


@cache
def _list_own(kind: type) -> tuple[str, ...] | None:
    """Return the values of a kind of element in which fields may be; None for values that have no parts."""
    if not is_dataclass(kind):
        return None
    return tuple(field.name for field in fields(kind) if field.name not in _OWN)


def find_field_problems(blocks: Iterable[AnyBlock], numbers: Collection[str] = ()) -> Iterator[Wrong]:
    """Yield a problem for each block of a sheet or booklet that needs more than `numbers` of the kit."""
    for index, block in enumerate(blocks):
        if list_fields(block).difference(numbers):
            message = "only stacks of templates have fields and conditions"
            yield Wrong(message, "write the texts", path=("blocks", index))


Labels = Annotated[Switch, Doc("Print the letters and numbers of rows and columns.")]
Handwriting = Annotated[
    kinds.Text,
    Key("entries"),
    Doc(
        "One line per row, one entry per square or field: a number; `x` crossed out; `o` circled, `o3` "
        "around a number; `#` filled; `?` a question mark; `!` not allowed, `!3` wrong; `.` nothing."
    ),
]
_Entries = Annotated[Mapping[str, str], Written.NEVER]
"""Handwriting by the ids of squares, fields, or places."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure(DrawnBlock):
    """A part of the game, drawn as it is printed, with a caption below it."""

    caption: Annotated[Title, Doc("Text below it.")] = ""


_LINE_NUMBER = kinds.Kind("number", int, {"type": "integer", "minimum": 0})


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
    after: Annotated[
        int | None,
        _LINE_NUMBER,
        Doc("`petri check` compares the entries with the sheet after this line of the booklet's `play`."),
    ] = None
    of: Annotated[kinds.Text, Doc("Player whose sheet it is; by default, the first.")] = ""
    moves: Annotated[tuple[kinds.Text, ...], Doc("Moves from there, as in a log: `[5 curve c2]`.")] = ()
    outcome: Annotated[
        Mapping[kinds.Text, tuple[kinds.Text, ...]],
        Doc("Entries that the moves write: `{5: [c2]}`; the figure may have them already."),
    ] = field(default_factory=dict, hash=False)
    entries: _Entries = field(default_factory=dict, hash=False)

    def find_problems(self) -> Iterator[Wrong]:
        if self.after is None:
            for key in (key for key in ("of", "moves", "outcome") if getattr(self, key)):
                yield Wrong("needs `after`", "add `after: 0`, or a later line of `play`", key=key)
        elif self.squares:
            yield Wrong("does not apply to other `squares`", "remove one of the two", key="after")


@dataclass(frozen=True, slots=True, kw_only=True)
class _BoardPart(Figure):
    board: Annotated[kinds.BoardId, Doc("Id of a board.")]
    arrows: Annotated[tuple[tuple[Id, Id], ...], Doc("Arrows between places: `[d4, e4]`.")] = ()
    ringed: Annotated[tuple[Id, ...], Doc("Places with a ring around them.")] = ()
    after: Annotated[
        int | None,
        _LINE_NUMBER,
        Doc("`petri check` compares the pieces with those after this line of the booklet's `play`."),
    ] = None
    follows: Annotated[Switch, Doc("The pieces are those to which the moves of the figure before lead.")] = (
        False
    )
    moves: Annotated[tuple[kinds.Text, ...], Doc("Moves from here, as in a log: `[spread east]`.")] = ()
    outcome: Annotated[
        Mapping[PieceId, tuple[Id, ...]],
        Doc(
            "Pieces that the moves put on places: `{infection: [e4, g6]}`; the figure may have them already."
        ),
    ] = field(default_factory=dict, hash=False)
    choices: Annotated[tuple[Id, ...], Doc("All places here that can be chosen after the moves.")] = ()
    ends: Annotated[kinds.RuleIds, Doc("Rule by which the game is over in this position.")] = ()

    @property
    def is_example(self) -> bool:
        """True if the referee can check it."""
        return self.after is not None or bool(self.follows or self.moves or self.ends)


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
    entries: _Entries = field(default_factory=dict, hash=False)


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


@dataclass(frozen=True, slots=True)
class ComponentsFigure(Figure):
    """All cards and tokens of the game: a piece of each kind, with its name and number."""

    size: Annotated[Size, Doc("Maximum width and height of a piece.")] = 16.0


_FIGURES = SectionFigure, BoardFigure, MapFigure, Overview, PiecesFigure, ComponentsFigure
FIGURES = kinds.name_kinds(_FIGURES, "Figure")
"""All kinds of figures by their key in files."""

FlowNode: TypeAlias = tuple[int, int]
"""Column and row, starting at 0."""
_COLUMNS = "abcdefgh"
_MOST_ROWS = 20


def _parse_cell(text: str) -> FlowNode:
    match = re.fullmatch(rf"([{_COLUMNS}])([1-9]|1\d|{_MOST_ROWS})", text)
    if not match:
        hint = f"column a to {_COLUMNS[-1]}, row 1 to {_MOST_ROWS}: `b3`"
        raise Wrong(f"`{text}` is not a cell of a flow chart", hint)
    return _COLUMNS.index(match[1]), int(match[2]) - 1


_CELL_SCHEMA = {"type": "string", "pattern": rf"^[{_COLUMNS}][1-9]\d?$"}
CellText = Annotated[FlowNode, Kind("place", _parse_cell, _CELL_SCHEMA)]
Leaves: TypeAlias = Annotated[
    Literal["sideways", "downwards"] | None,
    Doc(
        "Direction in which an arrow with a corner starts; `downwards` may be upwards. By default, sideways "
        "from questions and downwards from other steps; the other one if a box is in the way."
    ),
]


@dataclass(frozen=True, slots=True)
class FlowWay:
    """An answer, and the step to which it leads."""

    to: Annotated[Id, Doc("Id of the next step.")]
    label: Annotated[Title, Key("say"), Doc("Text of the answer: a word or two.")]
    leaves: Leaves = None


@dataclass(frozen=True, slots=True)
class FlowStep:
    """One box of the chart."""

    id: Annotated[Id, Doc("Id of the step in this chart.")]
    text: Annotated[Title, Key("say"), Doc("Its text.")]
    cell: Annotated[CellText, Key("at"), Doc("Column and row: `b3`.")]
    kind: Annotated[Literal["start", "step", "question", "end"], Doc("Shape of the box.")] = "step"
    icons: Annotated[tuple[kinds.IconName, ...], Doc("Icons above the text.")] = ()
    colour: Annotated[kinds.ColourText, Doc("Colour of the outline and the icons.")] = "primary"
    to: Annotated[Id, Doc("Id of the next step.")] = ""
    leaves: Leaves = None
    answers: Annotated[tuple[FlowWay, ...], Key("ways"), Doc("Answers to a question.")] = ()

    @property
    def ways(self) -> tuple[FlowWay, ...]:
        """The arrows of the step: one without an answer, or one for each answer."""
        return (FlowWay(self.to, "", self.leaves),) if self.to else self.answers

    def find_problems(self) -> Iterator[Wrong]:
        if self.to and self.answers:
            yield Wrong("is not allowed beside `ways`", "keep one of them", key="to")
        elif self.kind == "question" and len(self.answers) < 2:
            hint = "write each as `- {say: ..., to: ...}`"
            yield Wrong("a question needs at least two answers", hint, path=("ways",))
        elif self.kind == "end" and self.ways:
            hint = "make it a `step`, or remove `to` and `ways`"
            yield Wrong("an end cannot lead to another step", hint, path=("kind",))
        elif self.kind != "end" and not self.ways:
            yield Wrong("leads nowhere", "add `to: ...`, or write `kind: end`", path=("id",))


@dataclass(frozen=True)
class Flow(DrawnBlock):
    """A flow chart: steps and questions as boxes, connected by arrows."""

    steps: Annotated[tuple[FlowStep, ...], Length(1), Doc("Steps; arrows have one corner at most.")]
    widths: Annotated[
        tuple[kinds.FactorValue, ...], Doc("Relative column widths: `[1, 2, 2]`; by default, equal.")
    ] = ()
    caption: Annotated[Title, Doc("Text below the chart.")] = ""

    @cached_property
    def by_id(self) -> Mapping[str, FlowStep]:
        """The steps by id; if an id is used twice, the first step."""
        return {step.id: step for step in reversed(self.steps)}

    @cached_property
    def _taken(self) -> Mapping[FlowNode, FlowStep]:
        """The first step of each cell."""
        return {step.cell: step for step in reversed(self.steps)}

    @property
    def columns(self) -> int:
        return 1 + max(step.cell[0] for step in self.steps)

    @property
    def rows(self) -> int:
        return 1 + max(step.cell[1] for step in self.steps)

    def find_problems(self) -> Iterator[Wrong]:
        problems = [*self._find_contradictions()]
        yield from problems
        for path, step, way in self._list_ways() if not problems else ():
            if self.route(step, way) is None:
                hint = "keep a row and a column free for it, or move one of the two"
                yield Wrong(f"the arrow to `{way.to}` runs through another step", hint, path=path)
        yield from kinds.find_mismatch(len(self.widths), "width", self.columns, "column", path=("widths",))

    def _find_contradictions(self) -> Iterator[Wrong]:
        for index, step in enumerate(self.steps):
            path, other = ("steps", index), self._taken[step.cell]
            if self.by_id[step.id] is not step:
                yield Wrong(f"duplicate step `{step.id}`", "give it another id", path=(*path, "id"))
            if other is not step:
                yield Wrong(f"`{other.id}` has the same place", "give it another place", path=(*path, "at"))
        for where, step, way in self._list_ways():
            if way.to not in self.by_id:
                yield Wrong(f"unknown step `{way.to}`", suggest(way.to, self.by_id), path=where)
            elif way.to == step.id:
                yield Wrong("leads to itself", path=where)

    def _list_ways(self) -> Iterator[tuple[tuple[str | int, ...], FlowStep, FlowWay]]:
        """Yield the path of each `to`, the step where its arrow starts, and the arrow."""
        for index, step in enumerate(self.steps):
            for number, way in enumerate(step.ways):
                inner = ("to",) if step.to else ("ways", number, "to")
                yield ("steps", index, *inner), step, way

    def route(self, step: FlowStep, way: FlowWay) -> tuple[FlowNode, ...] | None:
        """Return the cells where an arrow starts, bends, and ends; None if every route crosses a box.

        The route is straight if the steps share a row or a column; otherwise it has one corner.
        """
        start, end = step.cell, self.by_id[way.to].cell
        if start[0] == end[0] or start[1] == end[1]:
            return (start, end) if self._is_free(start, end) else None
        corners = {"sideways": (end[0], start[1]), "downwards": (start[0], end[1])}
        first = way.leaves or ("sideways" if step.kind == "question" else "downwards")
        others = [name for name in corners if name != first and not way.leaves]
        routes = ((start, corners[name], end) for name in (first, *others))
        return next((route for route in routes if self._is_free(*route)), None)

    def _is_free(self, *corners: FlowNode) -> bool:
        between: set[tuple[int, ...]] = set()
        for ends in pairwise(corners):
            between |= set(product(*(range(min(both), max(both) + 1) for both in zip(*ends, strict=True))))
        return not (between - {corners[0], corners[-1]}) & self._taken.keys()
