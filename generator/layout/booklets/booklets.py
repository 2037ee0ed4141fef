"""Booklets: blocks flow through the columns of as many pages as they need."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.errors import LayoutError
from generator.layout.booklets.blocks import lay_out_items
from generator.layout.booklets.items import Item
from generator.layout.press.press import Press
from generator.layout.sheets.headers import FOOTER_HEIGHT, HEADER_HEIGHT, lay_out_footer, lay_out_title
from generator.model.booklet import (
    Block,
    BoardFigure,
    BoardOverview,
    Booklet,
    GridFigure,
    IconTable,
    ItemList,
    MapFigure,
    PiecesFigure,
    ShapesFigure,
    SheetFigure,
    Table,
    TrackFigure,
)
from generator.model.style import Paper
from generator.scene.shapes import Group, Shape

BOOKLET_MARGIN = 13.0
_COLUMN_GAP = 8.0
_TITLE_GAP = 3.0
_SMALLEST_SCALE = 0.8
_STEPS = 7
_SHORT = 24.0
"""What is lower than this stays with the figure or table that follows."""
_KEPT_WITH_TEXT = (GridFigure, TrackFigure, ShapesFigure, PiecesFigure, IconTable, ItemList, Table)
_KEEPS_ITS_SIZE = (BoardFigure, BoardOverview, GridFigure, MapFigure, PiecesFigure, SheetFigure, TrackFigure)


@dataclass(frozen=True, slots=True)
class _Frame:
    """The columns of a page, in mm."""

    page: Paper
    columns: int

    @property
    def side(self) -> float:
        return max(BOOKLET_MARGIN, self.page.margin)

    @property
    def width(self) -> float:
        return self.page.width - 2 * self.side

    @property
    def column(self) -> float:
        return (self.width - _COLUMN_GAP * (self.columns - 1)) / self.columns

    def top(self, page: int) -> float:
        return self.side + (HEADER_HEIGHT + _TITLE_GAP if page == 0 else 0.0)

    @property
    def bottom(self) -> float:
        return self.page.height - self.side - FOOTER_HEIGHT - 2.0

    def height(self, page: int) -> float:
        return self.bottom - self.top(page)


Column = list[Item]


def lay_out_booklet(press: Press, booklet: Booklet, *, paper: Paper) -> list[tuple[Shape, ...]]:
    """The shapes of each page, in reading order; more pages than the booklet may have are reported."""
    page = paper if booklet.orientation == "portrait" else paper.turned()
    frame = _Frame(page, booklet.columns)
    blocks = _Blocks(press, booklet, width=frame.column, paper=paper)
    fitted = _shrink(press, booklet, frame, blocks) if booklet.fit else None
    before = press.findings.count
    pages = fitted or _fill_pages(blocks.set(1.0), frame, booklet)
    most = _most_pages(press, booklet)
    # Where something is too large for its place, no size of type was found: pages say nothing then.
    if most and len(pages) > most and press.findings.count == before:
        over = sum(_column_height(column) for columns in pages[most:] for column in columns)
        what = f"the text has {len(pages)} pages; at most {most} are allowed"
        press.report(booklet.id, what, over_mm=over, paper=page.name)
    return [_draw_page(press, booklet, frame, columns, index) for index, columns in enumerate(pages)]


class _Blocks:
    """The blocks of a booklet, set in type of any scale; what has no type of its own is laid out once."""

    def __init__(self, press: Press, booklet: Booklet, *, width: float, paper: Paper) -> None:
        self._press = press
        self._blocks = booklet.blocks
        self._width = width
        self._paper = paper
        self._kept: dict[int, list[Item]] = {}

    def set(self, scale: float) -> list[Item]:
        items: list[Item] = []
        for number, block in enumerate(self._blocks):
            own = self._lay_out(number, block, scale)
            if items and isinstance(block, _KEPT_WITH_TEXT) and items[-1].block.height <= _SHORT:
                items[-1] = replace(items[-1], keeps_next=True)
            items += own
        return items

    def _lay_out(self, number: int, block: Block, scale: float) -> list[Item]:
        known = self._kept.get(number)
        if known is None:
            known = lay_out_items(self._press, block, width=self._width, paper=self._paper, scale=scale)
            if isinstance(block, _KEEPS_ITS_SIZE):
                self._kept[number] = known
        return known


def _shrink(press: Press, booklet: Booklet, frame: _Frame, blocks: _Blocks) -> list[list[Column]] | None:
    """The largest type with which the booklet fits; None when the smallest is too large."""
    found = _fit(press, booklet, frame, blocks, 1.0)
    if found:
        return found
    low, high = _SMALLEST_SCALE, 1.0
    found = _fit(press, booklet, frame, blocks, low)
    for _ in range(_STEPS if found else 0):
        scale = (low + high) / 2
        pages = _fit(press, booklet, frame, blocks, scale)
        if pages:
            found, low = pages, scale
        else:
            high = scale
    return found


def _fit(
    press: Press, booklet: Booklet, frame: _Frame, blocks: _Blocks, scale: float
) -> list[list[Column]] | None:
    """The pages at this size of type; None when they are too many, or a thing is too large for a column."""
    pages = press.findings.attempt(lambda: _fill_pages(blocks.set(scale), frame, booklet))
    return pages if pages and len(pages) <= _most_pages(press, booklet) else None


def _most_pages(press: Press, booklet: Booklet) -> int:
    """Two languages may take twice the pages of one."""
    return booklet.most_pages * press.wording.languages


def _fill_pages(items: Sequence[Item], frame: _Frame, booklet: Booklet) -> list[list[Column]]:
    """Columns filled from the first to the last; those of the last page equally high."""
    pages: list[list[Column]] = []
    rest = list(items)
    while rest:
        room = frame.height(len(pages))
        columns, after = _fill_columns(rest, room, frame.columns, booklet, shrinks=True)
        if not after:
            columns = _balance(rest, room, frame.columns, booklet)
        pages.append(columns)
        rest = after
    return pages


def _fill_columns(
    items: Sequence[Item], room: float, count: int, booklet: Booklet, *, shrinks: bool = False
) -> tuple[list[Column], list[Item]]:
    """As many columns, and what is left; figures at their ends may be drawn smaller."""
    columns: list[Column] = []
    rest = list(items)
    for _ in range(count):
        column, rest = _fill_column(rest, room, booklet, shrinks=shrinks)
        columns.append(column)
    return columns, rest


def _fill_column(
    items: list[Item], room: float, booklet: Booklet, *, shrinks: bool
) -> tuple[Column, list[Item]]:
    """What fits, less the headings at its end that would be parted from what they head."""
    if items and items[0].again:
        head = Item(items[0].again, 0.0, keeps_next=True)
        items = [head, replace(items[0], before=0.0, again=None), *items[1:]]
    used = 0.0
    count = 0
    for item in items:
        height = item.block.height + (item.before if count else 0.0)
        if used + height > room + 1e-6:
            smaller = item.smaller(room - used - item.before) if shrinks and item.smaller and count else None
            if smaller:
                items = [*items[:count], replace(item, block=smaller), *items[count + 1 :]]
                count += 1
            break
        used += height
        count += 1
    if items and not count:
        raise LayoutError(
            booklet.id, "one item is higher than a column", over_mm=items[0].block.height - room
        )
    if count < len(items):
        end = count
        while end > 1 and items[end - 1].keeps_next:
            end -= 1
        if not items[end - 1].keeps_next:
            count = end
    return items[:count], items[count:]


def _balance(items: Sequence[Item], room: float, count: int, booklet: Booklet) -> list[Column]:
    """The lowest columns that still hold everything, so that the last page ends evenly."""
    low = max(item.block.height for item in items)
    high = room
    best, _ = _fill_columns(items, room, count, booklet)
    for _ in range(12):
        middle = (low + high) / 2
        columns, after = _fill_columns(items, middle, count, booklet)
        if after or _is_torn(columns):
            low = middle
        else:
            best, high = columns, middle
    return best


def _is_torn(columns: Sequence[Column]) -> bool:
    """Whether a column ends with what should stay with the next one's beginning."""
    return any(column and column[-1].keeps_next for column in columns[:-1])


def _column_height(column: Column) -> float:
    return sum(item.block.height + item.before for item in column)


def _draw_page(
    press: Press, booklet: Booklet, frame: _Frame, columns: list[Column], index: int
) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    if index == 0:
        title = lay_out_title(
            press,
            title=press.say(booklet.title),
            subtitle=press.say(booklet.subtitle) if booklet.subtitle else "",
            width=frame.width,
            thing=booklet.id,
        )
        shapes.append(title.at(frame.side, frame.side, name="header"))
    for number, column in enumerate(columns):
        placed: list[Shape] = []
        x = frame.side + number * (frame.column + _COLUMN_GAP)
        y = frame.top(index)
        for position, item in enumerate(column):
            y += item.before if position else 0.0
            placed.append(item.block.at(x, y))
            y += item.block.height
        shapes.append(Group(tuple(placed), name=f"column-{number + 1}"))
    footer = lay_out_footer(press, credit=press.say(booklet.credit), width=frame.width)
    shapes.append(footer.at(frame.side, frame.bottom + 2.0, name="footer"))
    return tuple(shapes)
