"""Booklets: blocks that flow through the columns of as many pages as they need, or of folded sheets.

Sheets are not moved for creep: even twelve sheets of paper move the innermost pages by about 1 mm, which is
little beside their margins and only matters where the fore edge is trimmed.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from math import ceil
from typing import TypeAlias

from generator.errors import LayoutError
from generator.layout.boards.figures import lay_out_figure
from generator.layout.elements.blocks import BlockSetter, measure_space_below
from generator.layout.elements.drawer import list_shown
from generator.layout.imposition.marks import MarginLine
from generator.layout.press import Press
from generator.layout.shapes.blocks import PlacedBlock
from generator.layout.shapes.frames import Frame
from generator.layout.shapes.outlines import line
from generator.layout.sheets import FOOTER_HEIGHT, HEADER_HEIGHT, lay_out_footer, lay_out_title
from generator.model.elements.blocks import (
    AnyBlock,
    Figure,
    IconTable,
    ListBlock,
    PiecesFigure,
    SectionFigure,
    Table,
)
from generator.model.geometry import ROUNDING
from generator.model.kit import Booklet
from generator.model.style import Paper
from generator.model.values import replace
from generator.scene.shapes import Colour, Group, Page, Path, Shape, Stroke, Transform, scaling, translation

_SMALLEST_SCALE = 0.8
_STEPS, _BALANCING_STEPS = 7, 12
"""Numbers of steps in search of the largest type, and of the lowest columns."""
_SHORT = 24.0
"""Items that are lower than this stay with the figure or table after them."""
_KEPT_WITH_TEXT = (SectionFigure, PiecesFigure, IconTable, ListBlock, Table)
_Column: TypeAlias = list[PlacedBlock]


def lay_out_booklet_pages(
    press: Press,
    booklet: Booklet,
    paper: Paper,
    title: str,
    *,
    sheet: Paper | None = None,
    reduced: Paper | None = None,
) -> list[Page]:
    """Lay out all pages with their margin lines, once for each language if the booklet asks for it.

    `sheet` is the paper of the game's sheets, which figures show, if pages are smaller. `reduced` is smaller
    paper, on which the pages are drawn at a scale; their margin lines keep their size.
    """
    page = paper.oriented(booklet.orientation)
    presses = press.by_language() if booklet.by_language else (press,)
    laid_out = [
        press.turn(shapes, page.width)
        for press in (own.in_reading_order() for own in presses)
        for shapes in BookletSetting(press, booklet, paper, sheet=sheet).lay_out()
    ]
    if reduced:
        reduced = reduced.oriented(booklet.orientation)
        move = scale_into(page, reduced)
        laid_out, page = [(Group(shapes, transform=move),) for shapes in laid_out], reduced
    margin, inset = MarginLine(press, title), max(0.0, _MARGIN - page.margin)
    pages = []
    for number, shapes in enumerate(laid_out, start=1):
        foot = margin.place(
            Frame(page),
            page=number,
            pages=len(laid_out),
            inset=inset,
            may_shorten=sheet is not None,
            is_number=number > 1 and booklet.ruler == "first",
        )
        pages.append(Page(page.width, page.height, (*shapes, foot), label=f"{booklet.id} {number}"))
    return pages


class BookletSetting:
    """A booklet in type of any scale; figures, whose size does not depend on it, are laid out once."""

    def __init__(self, press: Press, booklet: Booklet, paper: Paper, *, sheet: Paper | None = None) -> None:
        self._press, self._booklet, self._sheet = press, booklet, sheet or paper
        self._page = page = paper.oriented(booklet.orientation)
        self._side = max(_MARGIN, page.margin)
        self._width = page.width - 2 * self._side
        self._column = (self._width - _COLUMN_GAP * (booklet.columns - 1)) / booklet.columns
        self._bottom = page.height - self._side - FOOTER_HEIGHT - _FOOTER_GAP
        # Two languages may take twice the pages of one.
        self._most_pages = booklet.most_pages * press.wording.languages
        self._kept: dict[int, PlacedBlock] = {}

    def lay_out(self) -> list[tuple[Shape, ...]]:
        """Return the shapes of each page in reading order; reports more pages than the booklet may have."""
        findings = self._press.findings
        pages = self._shrink() if self._booklet.fit else None
        before = findings.count
        pages = pages or self._fill_pages(1.0)
        most = self._most_pages
        # If something is too large for its place, no scale was found, and the number of pages means nothing.
        if most and len(pages) > most and findings.count == before:
            items = [item for columns in pages[most:] for column in columns for item in column]
            over = sum(item.block.height + item.before for item in items)
            problem = f"the text has {len(pages)} pages; at most {most} are allowed"
            self._press.report(self._booklet.id, problem, over_mm=over, paper=self._page.name)
        return [self._draw_page(columns, index) for index, columns in enumerate(pages)]

    def _shrink(self) -> list[list[_Column]] | None:
        """Return the pages in the largest type that fits; None if the smallest is too large."""
        low, high = _SMALLEST_SCALE, 1.0
        if fitting := self._fit(high):
            return fitting
        for _ in range(_STEPS):
            scale = (low + high) / 2
            if pages := self._fit(scale):
                fitting, low = pages, scale
            else:
                high = scale
        return fitting or self._fit(low)

    def _fit(self, scale: float) -> list[list[_Column]] | None:
        pages = self._press.findings.attempt(lambda: self._fill_pages(scale))
        return pages if pages and len(pages) <= self._most_pages else None

    def _fill_pages(self, scale: float) -> list[list[_Column]]:
        items: list[PlacedBlock] = []
        below = 0.0
        for number, block in enumerate(self._booklet.blocks):
            with self._press.findings.at("blocks", number):
                own = self._lay_out_block(number, block, scale)
            if own:
                own[0] = replace(own[0], before=below or own[0].before)
                below = measure_space_below(block)
            if items and isinstance(block, _KEPT_WITH_TEXT) and items[-1].block.height <= _SHORT:
                items[-1] = replace(items[-1], keeps_next=True)
            items += own
        rooms = (self._bottom - self._measure_top(page) for page in count())
        return _divide_into_pages(items, rooms, self._booklet.columns, self._booklet.id)

    def _lay_out_block(self, number: int, block: AnyBlock, scale: float) -> list[PlacedBlock]:
        if not isinstance(block, Figure):
            setter = BlockSetter(self._press, scale=scale, area=block.id)
            shown = [(replace(setter, fields=seen), one) for one, seen in list_shown((block,), {})]
            return [item for setter, one in shown for item in setter.list_items(one, self._column)]
        if number not in self._kept:
            self._kept[number] = lay_out_figure(self._press, block, width=self._column, paper=self._sheet)
        return [self._kept[number]]

    def _measure_top(self, page: int) -> float:
        return self._side + (0.0 if page else HEADER_HEIGHT + _TITLE_GAP)

    def _draw_page(self, columns: list[_Column], index: int) -> tuple[Shape, ...]:
        press, booklet = self._press, self._booklet
        shapes: list[Shape] = []
        if index == 0:
            header = lay_out_title(press, booklet, width=self._width)
            shapes.append(header.at(self._side, self._side, name="header"))
        for number, column in enumerate(columns):
            placed: list[Shape] = []
            x = self._side + number * (self._column + _COLUMN_GAP)
            y = self._measure_top(index)
            for position, item in enumerate(column):
                y += item.before if position else 0.0
                placed.append(item.block.at(x, y))
                y += item.block.height
            shapes.append(Group(tuple(placed), name=f"column-{number + 1}"))
        footer = lay_out_footer(
            press, credit=press.format(booklet.credit), width=self._width, is_read=index == 0
        )
        return (*shapes, footer.at(self._side, self._bottom + _FOOTER_GAP, name="footer"))


def _divide_into_pages(
    items: Sequence[PlacedBlock], rooms: Iterator[float], count: int, name: str
) -> list[list[_Column]]:
    """Return the columns of each page; `rooms` are the heights of the columns, page by page.

    Raises LayoutError, with the name of the booklet, if an item is taller than a column.
    """
    pages: list[list[_Column]] = []
    rest = list(items)
    while rest:
        room = next(rooms)
        columns, after = _fill_columns(rest, room, count, name, shrinks=True)
        if not after:
            columns = _balance(rest, room, count, name)
        pages.append(columns)
        rest = after
    return pages


def _fill_columns(
    items: Sequence[PlacedBlock], room: float, count: int, name: str, *, shrinks: bool = False
) -> tuple[list[_Column], _Column]:
    """Return the columns and the remaining items; figures at the ends of columns may be reduced."""
    columns: list[_Column] = []
    rest = list(items)
    for _ in range(count):
        column, rest = _fill_column(rest, room, name, shrinks=shrinks)
        columns.append(column)
    return columns, rest


def _fill_column(items: _Column, room: float, name: str, *, shrinks: bool) -> tuple[_Column, _Column]:
    """Return what fits, without the headings at its end that would be separated from their text."""
    if items and items[0].again:
        head = PlacedBlock(items[0].again, 0.0, keeps_next=True)
        items = [head, replace(items[0], before=0.0, again=None), *items[1:]]
    used, count = 0.0, 0
    for item in items:
        height = item.block.height + (item.before if count else 0.0)
        if used + height > room + ROUNDING:
            smaller = item.smaller(room - used - item.before) if shrinks and item.smaller and count else None
            if smaller:
                items = [*items[:count], replace(item, block=smaller), *items[count + 1 :]]
                count += 1
            break
        used += height
        count += 1
    if items and not count:
        raise LayoutError(name, "one item is taller than a column", over_mm=items[0].block.height - room)
    if count < len(items):
        ends = (end for end in range(count, 0, -1) if not items[end - 1].keeps_next)
        count = next(ends, count)
    return items[:count], items[count:]


def _balance(items: Sequence[PlacedBlock], room: float, count: int, name: str) -> list[_Column]:
    """Return the lowest columns that hold everything, so that the last page ends evenly."""
    low, high = max(item.block.height for item in items), room
    best, _ = _fill_columns(items, room, count, name)
    for _ in range(_BALANCING_STEPS):
        middle = (low + high) / 2
        columns, after = _fill_columns(items, middle, count, name)
        is_torn = any(column and column[-1].keeps_next for column in columns[:-1])
        if after or is_torn:
            low = middle
        else:
            best, high = columns, middle
    return best


PER_SHEET = 4
"""Pages of a folded sheet."""
_MOST_PAGES = 1000
"""Maximum number of pages of half the size."""
_TICK, _STAPLE = 5.0, 12.0
"""Lengths of the marks at both ends of the fold, and of a staple, which covers its mark, in mm."""
_STAPLES = (0.25, 0.75)
"""Positions of the staples along the fold."""
_GREY = Colour(0.45, 0.45, 0.45)
_WIDTH = 0.2


def halve_paper(paper: Paper) -> Paper:
    """Return the page of a folded sheet, in portrait orientation."""
    width, height = sorted((paper.height / 2, paper.width))
    return replace(paper, name=f"half of {paper.name}", width=width, height=height, labels=None)


def halve_booklet(booklet: Booklet) -> Booklet:
    """Return the booklet for pages of half the size: half the columns, and as many pages as it needs."""
    return replace(booklet, columns=max(1, booklet.columns // 2), most_pages=_MOST_PAGES, fit=True)


def scale_into(page: Paper, smaller: Paper) -> Transform:
    """Return the transform that reduces a page to the middle of a smaller one."""
    scale = min(smaller.width / page.width, smaller.height / page.height)
    x, y = (smaller.width - page.width * scale) / 2, (smaller.height - page.height * scale) / 2
    return scaling(scale, x, y)


def list_sides(count: int) -> Iterator[tuple[int, int]]:
    """Yield the two pages on each side of the sheets, those of a front before those of its back.

    Pages are numbered from 1; 0 is a blank page, which fills the last sheet. The first page of a pair is on
    the left, or above the fold, and is on the right in languages that are read from right to left.
    """
    last = ceil(count / PER_SHEET) * PER_SHEET
    for first in range(1, last // 2, 2):
        for pair in ((last + 1 - first, first), (first + 1, last - first)):
            yield pair[0] if pair[0] <= count else 0, pair[1] if pair[1] <= count else 0


def fold_pages(pages: Sequence[Page], paper: Paper, *, is_stacked: bool, is_reversed: bool) -> list[Page]:
    """Place the pages of a booklet on both sides of sheets, which a printer flips over their short edge.

    `is_stacked` places one above the other, as for landscape pages, whose fold is at the top; otherwise the
    fold is at the left, or at the right if the order is reversed.
    """
    sheet = paper if is_stacked else paper.turned()
    second = translation(0.0, sheet.height / 2) if is_stacked else translation(sheet.width / 2, 0.0)
    sides = list(list_sides(len(pages)))
    length, start = (sheet.width if is_stacked else sheet.height), sheet.margin
    fold = ((start, start + _TICK), (length - start - _TICK, length - start))
    staples = [(length * at - _STAPLE / 2, length * at + _STAPLE / 2) for at in _STAPLES]
    placed = []
    for index, numbers in enumerate(sides):
        shown = numbers[::-1] if is_reversed and not is_stacked else numbers
        halves = zip(shown, (translation(0.0, 0.0), second), strict=True)
        shapes: list[Shape] = [
            Group(pages[number - 1].shapes, name=f"page {number}", transform=half)
            for number, half in halves
            if number
        ]
        if index % 2 == 0:
            # Marks are on the outside of the booklet.
            shapes.append(_draw_along(sheet, is_stacked, "fold", fold))
        if index == 0 and len(sides) > 2:
            shapes.append(_draw_along(sheet, is_stacked, "staples", staples))
        label = " · ".join(str(number or "–") for number in shown)
        placed.append(Page(sheet.width, sheet.height, tuple(shapes), label=label))
    return placed


def _draw_along(sheet: Paper, is_stacked: bool, name: str, ends: Sequence[tuple[float, float]]) -> Group:
    """Draw lines on the fold, each from one distance along it to another."""
    x, y = sheet.width / 2, sheet.height / 2
    lines = [line(near, y, far, y) if is_stacked else line(x, near, x, far) for near, far in ends]
    path = Path(tuple(segment for drawn in lines for segment in drawn), stroke=Stroke(_GREY, _WIDTH))
    return Group((path,), name=name)


_MARGIN, _COLUMN_GAP, _TITLE_GAP, _FOOTER_GAP = 13.0, 8.0, 3.0, 2.0
"""Minimum margin of a page, and distances between columns, below the title, and above the footer."""
