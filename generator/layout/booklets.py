"""Booklets: blocks that flow through the columns of as many pages as they need, below covers and heads."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import NamedTuple, TypeAlias

from generator.errors import LayoutError
from generator.layout.boards.figures import lay_out_figure
from generator.layout.elements.blocks import BELOW_HEADING, BlockSetter
from generator.layout.elements.drawer import list_shown
from generator.layout.elements.words import shorten_title
from generator.layout.imposition.marks import MarginLine
from generator.layout.press import Press
from generator.layout.shapes.blocks import PlacedBlock
from generator.layout.shapes.frames import Frame
from generator.layout.shapes.outlines import rectangle
from generator.layout.sheets import FOOTER_HEIGHT, HEADER_HEIGHT, draw_tagged, lay_out_footer, lay_out_title
from generator.model.elements.blocks import (
    AnyBlock,
    Figure,
    Heading,
    IconTable,
    ListBlock,
    PiecesFigure,
    SectionFigure,
    Table,
)
from generator.model.elements.pages import DESIGN_LENGTH, DESIGN_WIDTH, PageBand, name_heading
from generator.model.geometry import ROUNDING
from generator.model.kit import Booklet
from generator.model.style import Paper
from generator.model.values import replace
from generator.scene.shapes import (
    Group,
    Page,
    Path,
    Shape,
    Tag,
    Transform,
    scaling,
)

_MOST_PAGES = 1000
"""Maximum number of pages of half the size."""
_SMALLEST_SCALE = 0.8
_STEPS, _BALANCING_STEPS = 7, 12
"""Numbers of steps in search of the largest type, and of the lowest columns."""
_SHORT = 24.0
"""Items that are lower than this stay with the figure or table after them."""
_KEPT_WITH_TEXT = (SectionFigure, PiecesFigure, IconTable, ListBlock, Table)
_Column: TypeAlias = list[PlacedBlock]
_NO_TAGS: Mapping[str, Tag] = {}
_TITLE_TAGS: Mapping[str, Tag] = {"title": "h1", "name": "h1", "subtitle": "p", "credit": "p"}
_COVER_TAGS: Mapping[str, Tag] = {"title": "h1", "game": "h1", "name": "p", "subtitle": "p"}
"""Parts of the text that show fields of templates, on the first page and on a cover."""


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
        _Sheet(press.turn(shapes, page.width), has_foot)
        for press in (own.in_reading_order() for own in presses)
        for shapes, has_foot in BookletSetting(press, booklet, paper, sheet=sheet).lay_out()
    ]
    if reduced:
        reduced = reduced.oriented(booklet.orientation)
        move = scale_into(page, reduced)
        laid_out = [one._replace(shapes=(Group(one.shapes, transform=move),)) for one in laid_out]
        page = reduced
    margin, inset = MarginLine(press, title), max(0.0, _MARGIN - page.margin)
    pages, has_ruler = [], False
    for number, (shapes, has_foot) in enumerate(laid_out, start=1):
        ruler = booklet.ruler or ("none" if has_foot else "first")
        if ruler != "none":
            foot = margin.place(
                Frame(page),
                page=number,
                pages=len(laid_out),
                inset=inset,
                may_shorten=sheet is not None,
                is_number=has_ruler and ruler == "first",
            )
            shapes, has_ruler = (*shapes, foot), True
        pages.append(Page(page.width, page.height, shapes, label=f"{booklet.id} {number}"))
    return pages


def halve_booklet(booklet: Booklet) -> Booklet:
    """Return the booklet for pages of half the size: half the columns, and as many pages as it needs."""
    return replace(booklet, columns=max(1, booklet.columns // 2), most_pages=_MOST_PAGES, fit=True)


def scale_into(page: Paper, smaller: Paper) -> Transform:
    """Return the transform that reduces a page to the middle of a smaller one."""
    scale = min(smaller.width / page.width, smaller.height / page.height)
    x, y = (smaller.width - page.width * scale) / 2, (smaller.height - page.height * scale) / 2
    return scaling(scale, x, y)


class _Sheet(NamedTuple):
    """The shapes of a page, in reading order, and whether it has a foot of its own, or is a cover."""

    shapes: tuple[Shape, ...]
    has_foot: bool = False


class BookletSetting:
    """A booklet in type of any scale; figures, whose size does not depend on it, are laid out once."""

    def __init__(self, press: Press, booklet: Booklet, paper: Paper, *, sheet: Paper | None = None) -> None:
        self._press, self._booklet, self._sheet = press, booklet, sheet or paper
        self._page = page = paper.oriented(booklet.orientation)
        self._side = max(_MARGIN, page.margin)
        self._width = page.width - 2 * self._side
        self._column = (self._width - _COLUMN_GAP * (booklet.columns - 1)) / booklet.columns
        length = DESIGN_WIDTH if booklet.orientation == "portrait" else DESIGN_LENGTH
        self._zoom = page.width / length
        """Scale of the templates of pages."""
        # Two languages may take twice the pages of one.
        self._most_pages = booklet.most_pages * press.wording.languages
        self._kept: dict[int, PlacedBlock] = {}

    def lay_out(self) -> list[_Sheet]:
        """Return the pages in reading order; reports more pages than the booklet may have."""
        findings = self._press.findings
        pages = self._shrink() if self._booklet.fit else None
        before = findings.count
        pages = pages or self._fill_pages(1.0)
        most = self._most_pages
        # If something is too large for its place, no scale was found, and the number of pages means nothing.
        count = self._count_sheets(pages)
        if most and count > most and findings.count == before:
            items = [item for columns in pages[most - count :] for column in columns for item in column]
            over = sum(item.block.height + item.before for item in items)
            problem = f"the text has {count} pages; at most {most} are allowed"
            self._press.report(self._booklet.id, problem, over_mm=over, paper=self._page.name)
        before = count - len(pages)
        sheets = [
            self._draw_page(columns, index, index + before + 1, count) for index, columns in enumerate(pages)
        ]
        if before:
            cover = PageBand(template=self._booklet.look.cover)
            drawn = self._draw_band(cover, _COVER_TAGS, number=1, count=count)
            sheets.insert(0, _Sheet((drawn,), has_foot=True))
        return sheets

    def _count_sheets(self, pages: Sequence[object]) -> int:
        """Return the number of pages with the cover, which only several pages have."""
        cover = self._booklet.look.cover
        return len(pages) + bool(cover and cover.elements and len(pages) > 1)

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
        return pages if pages and self._count_sheets(pages) <= self._most_pages else None

    def _fill_pages(self, scale: float) -> list[list[_Column]]:
        items: list[PlacedBlock] = []
        below, headings = 0.0, count(1)
        for number, block in enumerate(self._booklet.blocks):
            with self._press.findings.at("blocks", number):
                if self._heading and isinstance(block, Heading) and block.level == 1:
                    own = [self._lay_out_heading(self._heading, block, next(headings), scale)]
                else:
                    own = self._lay_out_block(number, block, scale)
            if own:
                own[0] = replace(own[0], before=below or own[0].before)
                below = own[0].before * BELOW_HEADING if isinstance(block, Heading) else 0.0
            if items and isinstance(block, _KEPT_WITH_TEXT) and items[-1].block.height <= _SHORT:
                items[-1] = replace(items[-1], keeps_next=True)
            items += own
        rooms = (self._measure_bottom(page) - self._measure_top(page) for page in count())
        return _divide_into_pages(items, rooms, self._booklet.columns, self._booklet.id)

    def _lay_out_block(self, number: int, block: AnyBlock, scale: float) -> list[PlacedBlock]:
        if not isinstance(block, Figure):
            setter = BlockSetter(self._press, scale=scale, area=block.id)
            shown = [(replace(setter, fields=seen), one) for one, seen in list_shown((block,), {})]
            return [item for setter, one in shown for item in setter.list_items(one, self._column)]
        if number not in self._kept:
            self._kept[number] = lay_out_figure(self._press, block, width=self._column, paper=self._sheet)
        return [self._kept[number]]

    @property
    def _heading(self) -> PageBand | None:
        band = self._booklet.look.heading
        return band if band and band.height else None

    def _lay_out_heading(self, band: PageBand, block: Heading, number: int, scale: float) -> PlacedBlock:
        """Lay out a heading of a section by its template, as wide as a column."""
        setter = BlockSetter(self._press)
        fields = name_heading(number, setter.say(block.text), block.icon)
        width, height = self._column / scale, band.height or 0.0
        drawn = draw_tagged(self._press, band.template, fields, width, height, {"text": "h2"})
        space = block.space if block.space is not None else band.space
        before = _ABOVE_HEADING if space is None else space
        return PlacedBlock(drawn.scaled(scale), before, keeps_next=True)

    def _measure_top(self, page: int) -> float:
        if head := self._booklet.look.get_page(page).head:
            return (head.height or 0.0) * self._zoom + _BESIDE_BAND
        return self._side + (0.0 if page else HEADER_HEIGHT + _TITLE_GAP)

    def _measure_bottom(self, page: int) -> float:
        if foot := self._booklet.look.get_page(page).foot:
            return self._page.height - (foot.height or 0.0) * self._zoom - _BESIDE_BAND
        return self._page.height - self._side - FOOTER_HEIGHT - _FOOTER_GAP

    def _draw_page(self, columns: list[_Column], index: int, number: int, count: int) -> _Sheet:
        """Draw a page of text, which is the one with this number among all pages."""
        press, booklet, look = self._press, self._booklet, self._booklet.look.get_page(index)
        draw = partial(self._draw_band, number=number, count=count)
        shapes: list[Shape] = []
        if look.ground:
            shapes.append(draw(PageBand(template=look.ground)))
        if look.head:
            shapes.append(draw(look.head, _TITLE_TAGS if number == 1 else {}))
        elif index == 0:
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
        if look.foot:
            # Screen readers read the credit once.
            shapes.append(draw(look.foot, {"credit": "p"} if index == 0 else {}, is_foot=True))
        else:
            credit, is_read = press.format(booklet.credit), index == 0
            footer = lay_out_footer(press, credit=credit, width=self._width, is_read=is_read)
            shapes.append(footer.at(self._side, self._measure_bottom(index) + _FOOTER_GAP, name="footer"))
        return _Sheet(tuple(shapes), has_foot=bool(look.foot))

    def _draw_band(
        self,
        band: PageBand,
        tags: Mapping[str, Tag] = _NO_TAGS,
        *,
        number: int,
        count: int,
        is_foot: bool = False,
    ) -> Group:
        """Draw a template across the page, which is cut off at its edges; without a height, on all of it."""
        press, booklet, page = self._press, self._booklet, self._page
        whole = page.height / self._zoom
        height = whole if band.height is None else band.height
        title, game = press.format(booklet.title), press.format(press.kit.title)
        fields = {
            "id": booklet.id,
            "title": title,
            "name": shorten_title(title, game),
            "subtitle": press.format(booklet.subtitle),
            "credit": press.format(booklet.credit),
            "game": game,
            "icon": press.kit.icon,
            "number": str(number),
            "pages": str(count),
        }
        size = page.width / self._zoom, height
        block = draw_tagged(press, band.template, fields, *size, tags, shared=("number", "pages"))
        drawn = block.scaled(self._zoom).at(0.0, (whole - height) * self._zoom if is_foot else 0.0)
        return Group((drawn,), clip=Path(rectangle(0.0, 0.0, page.width, page.height)))


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


_MARGIN, _COLUMN_GAP, _TITLE_GAP, _FOOTER_GAP = 13.0, 8.0, 3.0, 2.0
"""Minimum margin of a page, and distances between columns, below the title, and above the footer."""
_BESIDE_BAND, _ABOVE_HEADING = 5.0, 5.0
"""Distance of text from the head and the foot of its page, and space above a heading with a template."""
