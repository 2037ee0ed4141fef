"""Booklets: blocks that flow through the columns of as many pages as they need, below covers and heads.

Some of their texts depend on the pages: contents, an index, and the numbers of pages behind links.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain, count
from math import ceil
from typing import NamedTuple

from generator.errors import LayoutError, format_count
from generator.layout.boards.figures import lay_out_figure
from generator.layout.columns import (
    Column,
    divide_into_pages,
    loosen,
    measure_column,
    measure_uneven,
    measure_unfilled,
    place_in_column,
)
from generator.layout.elements.blocks import BELOW_HEADING, BlockSetter
from generator.layout.elements.drawer import list_shown
from generator.layout.imposition.marks import MarginLine
from generator.layout.imposition.packing import Frame
from generator.layout.imposition.pages import PER_SHEET
from generator.layout.press import Press
from generator.layout.shapes.outlines import PlacedBlock, rectangle
from generator.layout.sheets import (
    FOOTER_HEIGHT,
    HEADER_HEIGHT,
    draw_tagged,
    lay_out_footer,
    lay_out_title,
    name_fields,
)
from generator.model.elements.blocks import (
    AnyBlock,
    Cell,
    Figure,
    Heading,
    IconTable,
    ListBlock,
    Overview,
    Paragraph,
    PiecesFigure,
    SectionFigure,
    Table,
    TableColumn,
    TableRow,
    WordsBlock,
    walk_blocks,
)
from generator.model.elements.pages import DESIGN_LENGTH, DESIGN_WIDTH, PageBand, name_heading
from generator.model.kit import Booklet, Part
from generator.model.printing.printing import THINNEST_LINE, Paper
from generator.model.texts.rich_text import plain
from generator.model.texts.wordings import Wording, make_plain_text
from generator.model.values import dataclass, fields, replace
from generator.scene.shapes import (
    LINK,
    TARGET,
    Group,
    Link,
    Page,
    Path,
    Shape,
    Tag,
    Transform,
    list_spots,
    scaling,
    thicken_lines,
)

_MOST_PAGES = 1000
"""Maximum number of pages of half the size."""
_SMALLEST_SCALE, _SMALLEST_FILL, _LARGEST_FILL = 0.8, 0.9, 1.15
"""Scales of type: the smallest for a number of pages, and those with which a booklet has no blank ones."""
_LARGEST_AT_END, _LEAST_FULL, _MOST_UNEVEN = 1.25, 0.55, 0.15
"""Largest scale of type of a booklet whose last page is rather empty; that is a page whose columns all end
above this share of its height, and not together, within another share."""
_SLIGHTLY_SMALLER, _LITTLE_WHITE, _MUCH_WHITE = (0.99, 0.98, 0.97, 0.96, 0.95), 0.01, 0.02
"""Shares of the largest type that are tried for fuller pages; white of pages that are full, or too empty."""
_STEPS = 6
"""Number of steps in search of the largest type."""
_MOST_STRETCH, _STRETCH_AT_DISPLAY = 3, 2
"""Half lines that may be added above a heading, or around a figure or panel, so that columns end together;
the rest stays white."""
_SHORT = 24.0
"""Items that are lower than this stay with the figure or table after them."""
_KEPT_WITH_TEXT = (SectionFigure, PiecesFigure, IconTable, ListBlock, Table)
_WITH_FOOT = (IconTable, Table)
"""Blocks with a lower edge of their own, below which there may be more space, as below figures."""
_NOTE_LINE = 9.0
"""Distance of lines to write on."""
_MARGIN, _COLUMN_GAP, _TITLE_GAP, _FOOTER_GAP = 13.0, 8.0, 3.0, 2.0
"""Minimum margin of a page, and distances between columns, below the title, and above the footer."""
_BESIDE_BAND, _ABOVE_HEADING = 5.0, 5.0
"""Distance of text from the head and the foot of its page, and space above a heading with a template."""
_LINKS = re.compile(r"\{to ([a-z][a-z0-9_]*)\|")
"""The beginning of a link, with the id of the block to which it leads."""
_ENTRY = (TableColumn(width=8.0), TableColumn(align="end"))
"""Columns of contents and of an index: text and page."""
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
    presses = [own.in_reading_order() for own in (press.by_language() if booklet.by_language else (press,))]
    settings: list[BookletSetting] = []
    for own in presses:
        before = sum(setting.count for setting in settings)
        settings.append(_settle(own, booklet, paper, sheet=sheet, before=before))
    total, laid_out = sum(setting.count for setting in settings), list[_Sheet]()
    for own, setting in zip(presses, settings, strict=True):
        for shapes, has_foot in setting.lay_out(first=len(laid_out) + 1, last=total):
            laid_out.append(_Sheet(own.turn(shapes, page.width), has_foot))
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
    return _add_links(pages, settings) if any(setting.has_links for setting in settings) else pages


_MOST_ROUNDS = 4
"""How often a booklet is laid out until all pages are where its texts say."""


def _settle(
    press: Press, booklet: Booklet, paper: Paper, *, sheet: Paper | None, before: int
) -> "BookletSetting":
    """Return a booklet whose contents, index, and links name the pages of its headings.

    `before` is the number of pages in other languages before it. Raises LayoutError if the pages change with
    each round.
    """
    make = partial(BookletSetting, paper=paper, sheet=sheet)
    if not is_numbered(booklet):
        plain_one = make(press, booklet)
        if booklet.fill and booklet.contents is None and plain_one.count_notes():
            filled = _settle(press, replace(booklet, contents=True), paper, sheet=sheet, before=before)
            if filled.count <= plain_one.count:
                return filled
        return plain_one
    pages: Mapping[str, int] = {}
    for _ in range(_MOST_ROUNDS):
        setting = make(*_add_page_numbers(press, booklet, pages))
        found = press.findings.attempt(partial(setting.find_pages, before))
        if found is None or found == pages:
            return make(*_add_page_numbers(press, booklet, pages))
        pages = found
    raise LayoutError(press.name(booklet.id), "the pages of its contents change in each round", over_mm=0.0)


def _add_links(pages: Sequence[Page], settings: Sequence["BookletSetting"]) -> list[Page]:
    """Return pages with their links, and with the places to which those lead."""
    titles = {id: title for setting in settings for id, title in setting.titles.items()}
    linked = []
    for page in pages:
        spots = [*list_spots(page)]
        targets = {spot.place: spot.box.top for spot in spots if spot.area == TARGET}
        boxes = ((spot.box, spot.place) for spot in spots if spot.area == LINK)
        areas = tuple(Link((*box,), id, make_plain_text(titles.get(id, ""))) for box, id in boxes)
        linked.append(replace(page, links=areas, targets=targets))
    return linked


def is_cover(page: Page) -> bool:
    """Return True if a page of a booklet has no text of its own: it is one template."""
    return [shape.name for shape in page.shapes if isinstance(shape, Group)] == [_ART]


def draw_cover_art(press: Press, booklet: Booklet, paper: Paper) -> Page:
    """Draw the cover as the picture of a game: without the name of the booklet, but with that of the game."""
    press = press.in_reading_order()
    cover, page = PageBand(template=booklet.look.cover), paper.oriented(booklet.orientation)
    setting = BookletSetting(press, booklet, paper)
    drawn = setting.draw_band(cover, _COVER_TAGS, number=1, count=1, without=("name",))
    return Page(page.width, page.height, press.turn((drawn,), page.width))


def halve_booklet(booklet: Booklet, *, is_limited: bool = False) -> Booklet:
    """Return the booklet for pages of half the size: half the columns, and as many sheets as it needs.

    If it is limited, the sheets have room for no more than two halves of each page that it may have.
    """
    columns = max(1, booklet.columns // 2)
    most = ceil(2 * booklet.most_pages / PER_SHEET) * PER_SHEET if is_limited else _MOST_PAGES
    return replace(booklet, columns=columns, most_pages=most, fit=True, multiple=PER_SHEET)


def scale_into(page: Paper, smaller: Paper) -> Transform:
    """Return the transform that reduces a page to the middle of a smaller one."""
    scale = min(smaller.width / page.width, smaller.height / page.height)
    x, y = (smaller.width - page.width * scale) / 2, (smaller.height - page.height * scale) / 2
    return scaling(scale, x, y)


_ART = "art"
"""Name of groups with what is drawn by a template of pages."""


class _Sheet(NamedTuple):
    """The shapes of a page, in reading order, and whether it has a foot of its own, or is a cover."""

    shapes: tuple[Shape, ...]
    has_foot: bool = False


class BookletSetting:
    """A booklet in type of any scale; figures, whose size does not depend on it, are laid out once."""

    def __init__(self, press: Press, booklet: Booklet, paper: Paper, *, sheet: Paper | None = None) -> None:
        self._press, self._booklet, self._sheet = press, booklet, sheet or paper
        self._paper, page = paper, paper.oriented(booklet.orientation)
        self._page = page
        self._side = max(_MARGIN, page.margin)
        self._width = page.width - 2 * self._side
        self._column = (self._width - _COLUMN_GAP * (booklet.columns - 1)) / booklet.columns
        length = DESIGN_WIDTH if booklet.orientation == "portrait" else DESIGN_LENGTH
        self._zoom = page.width / length
        """Scale of the templates of pages."""
        # Two languages may take twice the pages of one.
        self._most_pages = booklet.most_pages * press.wording.languages
        self._kept: dict[int, PlacedBlock] = {}
        self._tried: dict[tuple[float, bool], list[list[Column]] | None] = {}
        """Pages in type of some scales, with a grid or without."""
        self._is_even = booklet.even
        """False, too, for a text that only fits without the space that the grid needs."""

    @cached_property
    def columns(self) -> list[list[Column]]:
        """The columns of the pages with text; reports more pages than the booklet may have."""
        findings = self._press.findings
        pages = self._choose_pages()
        if self._booklet.fit and not pages:
            self._is_even = False
            pages = self._choose_pages()
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
        return [*self._loosen(pages[:-1]), *pages[-1:]] if self._is_even else pages

    def _loosen(self, pages: Sequence[list[Column]]) -> Iterator[list[Column]]:
        """Yield pages with wider gaps where all columns end far above the foot."""
        for number, columns in enumerate(pages):
            yield loosen(columns, self._measure_bottom(number) - self._measure_top(number))

    @property
    def titles(self) -> Mapping[str, str]:
        """The texts of headings by their ids."""
        headings = (block for block in self._booklet.blocks if isinstance(block, Heading))
        return {block.id: self._press.format(block.text) for block in headings}

    def find_pages(self, before: int) -> Mapping[str, int]:
        """Return the numbers of the pages of headings, of which the first follows a number of other pages."""
        first = before + self._count_sheets(self.columns) - len(self.columns) + 1
        return {
            shape.region.place: page
            for page, columns in enumerate(self.columns, start=first)
            for item in chain.from_iterable(columns)
            for shape in item.block.shapes
            if isinstance(shape, Group) and shape.region and shape.region.area == TARGET
        }

    @cached_property
    def _linked(self) -> frozenset[str]:
        """The ids of blocks to which links lead."""
        if is_numbered(self._booklet):
            return frozenset(one.id for one in self._booklet.blocks if isinstance(one, Heading) and one.id)
        sentences = (text for wording in self._press.wording.each for text in wording.sentences.values())
        named = {name for text in sentences if "{to " in text for name in _LINKS.findall(text)}
        return frozenset(named.intersection(block.id for block in self._booklet.blocks))

    @property
    def has_links(self) -> bool:
        """True if there are links to its headings."""
        return bool(self._linked)

    @property
    def count(self) -> int:
        """Number of pages, with the cover, pages for notes, and the last page."""
        return self._count_sheets(self.columns) + self.count_notes() + bool(self._booklet.back)

    def count_notes(self) -> int:
        """Return the number of pages for notes that fill the booklet."""
        count, fill = self._count_sheets(self.columns) + bool(self._booklet.back), self._booklet.fill
        return -count % fill if fill else 0

    def lay_out(self, *, first: int = 1, last: int = 0) -> list[_Sheet]:
        """Return the pages in reading order, from a number on; `last` is that of the last page of all."""
        pages, last = self.columns, last or first + self.count - 1
        start = first + self._count_sheets(pages) - len(pages)
        sheets = [self._draw_page(columns, index, start + index, last) for index, columns in enumerate(pages)]
        if self._booklet.close and len(pages) > 1:
            sheets[-1] = sheets[-1]._replace(shapes=(*sheets[-1].shapes, *self._draw_close()))
        if start > first:
            cover = PageBand(template=self._booklet.look.cover)
            drawn = self.draw_band(cover, _COVER_TAGS, number=first, count=last)
            sheets.insert(0, _Sheet((drawn,), has_foot=True))
        for _ in range(self.count_notes()):
            sheets.append(self._draw_notes(first + len(sheets), last))
        if self._booklet.back:
            sheets.append(self._draw_back(first + len(sheets), last))
        return sheets

    def draw_band(
        self,
        band: PageBand,
        tags: Mapping[str, Tag] = _NO_TAGS,
        *,
        number: int,
        count: int,
        is_foot: bool = False,
        without: Collection[str] = (),
    ) -> Group:
        """Draw a template across the page, which is cut off at its edges; without a height, on all of it.

        Elements that show nothing but fields in `without` are left out.
        """
        press, booklet, page = self._press, self._booklet, self._page
        whole = page.height / self._zoom
        height = whole if band.height is None else band.height
        fields = {
            **name_fields(press, booklet),
            "subtitle": press.format(booklet.subtitle),
            "credit": press.format(booklet.credit),
            "number": str(number),
            "pages": str(count),
        }
        size = page.width / self._zoom, height
        shared = ("number", "pages")
        block = draw_tagged(press, band.template, fields, *size, tags, shared=shared, without=without)
        drawn = block.scaled(self._zoom).at(0.0, (whole - height) * self._zoom if is_foot else 0.0)
        return Group((drawn,), name=_ART, clip=Path(rectangle(0.0, 0.0, page.width, page.height)))

    def _draw_close(self) -> Iterator[Shape]:
        """Draw what closes the booklet in the middle of the rest of its last page, if there is room."""
        columns, index = self.columns[-1], len(self.columns) - 1
        top = self._measure_top(index) + max(map(measure_column, columns)) + _ABOVE_CLOSE
        room = self._measure_bottom(index) - top
        if room < _LEAST_CLOSE:
            return
        setter = BlockSetter(self._press)
        items = [item for block in self._booklet.close for item in setter.list_items(block, self._width)]
        height = measure_column(items)
        scale = min(1.0, room / height)
        left = self._side + self._width * (1 - scale) / 2
        down = top + (room - height * scale) / 2
        drawn = (item.block.at(0.0, y) for y, item in place_in_column(items))
        placed = thicken_lines(drawn, THINNEST_LINE, scale=scale)
        yield Group(placed, name="close", transform=scaling(scale, left, down))

    def _draw_notes(self, number: int, last: int) -> _Sheet:
        """Draw a page with lines to write on."""
        heading = self._fill_pages(1.0, (Heading("booklet.notes"),))[0]
        sheet = self._draw_page(heading, number, number, last)
        top = self._measure_top(number) + measure_column(heading[0]) + _NOTE_LINE
        count = int((self._measure_bottom(number) - top) / _NOTE_LINE) + 1
        lines = (
            self._press.rule(self._side, self._side + self._width, top + index * _NOTE_LINE, "faint", 0.2)
            for index in range(count)
        )
        return sheet._replace(shapes=(*sheet.shapes, Group(tuple(lines), name="notes")))

    def _draw_back(self, number: int, last: int) -> _Sheet:
        """Draw the last page, with the parts that people look at while they play."""
        press, booklet = self._press, self._booklet
        parts = [part for part in press.kit.parts if part.id in booklet.back]
        columns = min((part.columns if isinstance(part, Booklet) else 1 for part in parts), default=1)
        blocks = tuple(_list_back_blocks(parts))
        last_page = replace(
            booklet, blocks=blocks, columns=columns, contents=False, index=False, back=(), fill=0
        )
        setting = BookletSetting(press, last_page, self._paper, sheet=self._sheet)
        pages = setting.columns
        if len(pages) > 1:
            over = sum(item.block.height for column in pages[1] for item in column)
            press.report(f"{booklet.id} back", "does not fit on one page", over_mm=over)
        return setting._draw_page(pages[0], number, number, last)

    def _count_sheets(self, pages: Sequence[object]) -> int:
        """Return the number of pages with the cover, which only several pages have."""
        cover = self._booklet.look.cover
        return len(pages) + bool(cover and cover.elements and len(pages) > 1)

    def _choose_pages(self) -> list[list[Column]] | None:
        """Return the pages in the type that fills them, or that fits; None if the smallest is too large.

        A booklet whose pages are a multiple of a number has smaller type if it needs a page less, or else
        larger type, so that it has no blank pages. Warns if there are some.
        """
        booklet, most = self._booklet, self._most_pages
        natural = self._fit(_MOST_PAGES, 1.0) if booklet.multiple > 1 else None
        if not natural:
            return self._find_largest(most, _SMALLEST_SCALE, 1.0) if booklet.fit else None
        pages, multiple = self._count_sheets(natural), booklet.multiple
        fewer, more = pages // multiple * multiple, ceil(pages / multiple) * multiple
        if fewer and fewer < pages and (fitting := self._find_largest(fewer, _SMALLEST_FILL, 1.0)):
            return fitting
        if booklet.fit and most and more > most:
            return self._find_largest(most, _SMALLEST_SCALE, 1.0)
        filled = self._find_largest(more, 1.0, _LARGEST_FILL) or natural
        if self._ends_early(filled) or self._measure_white(filled, with_last=False) > _MUCH_WHITE:
            larger = self._find_largest(more, _LARGEST_FILL, _LARGEST_AT_END) or filled
            filled = min(filled, larger, key=self._measure_white)
        blank = more - self._count_sheets(filled)
        if blank and fewer:
            self._warn_of_blank_pages(natural, blank, pages - fewer, fewer)
        return filled

    def _ends_early(self, pages: Sequence[Sequence[Column]]) -> bool:
        """Return True if the last page is rather empty, and its columns do not end together."""
        last = len(pages) - 1
        room = self._measure_bottom(last) - self._measure_top(last)
        heights = [measure_column(column) / room for column in pages[last]]
        return max(heights) < _LEAST_FULL and max(heights) - min(heights) > _MOST_UNEVEN

    def _warn_of_blank_pages(self, pages: list[list[Column]], blank: int, beyond: int, fewer: int) -> None:
        """Warn of blank pages at the end, and say how much text is on the pages that are too many."""
        items = [item for columns in pages[-beyond:] for column in columns for item in column]
        body = self._press.style("body")
        lines = ceil(sum(item.block.height + item.before for item in items) / (body.size * body.leading))
        name = self._press.name(self._booklet.id)
        with_lines, without = format_count(blank, "blank page"), format_count(lines, "line")
        self._press.findings.warn(f"{name} has {with_lines}; with {without} less, it fits on {fewer} pages")

    def _find_largest(self, most: int, low: float, high: float) -> list[list[Column]] | None:
        """Return at most so many pages in the largest type between two scales; None if there is none.

        Type is a little smaller if the pages are fuller then.
        """
        fit = partial(self._fit, most)
        largest = high if fit(high) else low
        for _ in range(_STEPS if fit(low) and not fit(high) else 0):
            scale = (largest + high) / 2
            if fit(scale):
                largest = scale
            else:
                high = scale
        if not (best := fit(largest)):
            return None
        for share in _SLIGHTLY_SMALLER if self._is_even else ():
            white = self._measure_white(best)
            pages = fit(max(largest * share, low)) if white > _LITTLE_WHITE else None
            if pages and len(pages) == len(best) and self._measure_white(pages) < white:
                best = pages
        return best

    def _measure_white(self, pages: Sequence[Sequence[Column]], *, with_last: bool = True) -> float:
        """Return the squares of the shares of columns that are white; of the last page, what is too much.

        Columns that do not end together count twice: they are seen first.
        """
        rooms = [self._measure_bottom(page) - self._measure_top(page) for page in range(len(pages))]
        *others, last = zip(pages, rooms, strict=True)
        if not with_last:
            return sum(measure_unfilled(*page) for page in others)
        too_much = max(1 - max(map(measure_column, last[0])) / last[1] - (1 - _LEAST_FULL), 0.0)
        return too_much**2 + sum(measure_unfilled(*page) for page in others) + measure_uneven(*last)

    def _fit(self, most: int, scale: float) -> list[list[Column]] | None:
        key = (scale, self._is_even)
        if key not in self._tried:
            self._tried[key] = self._press.findings.attempt(lambda: self._fill_pages(scale))
        pages = self._tried[key]
        return pages if pages and self._count_sheets(pages) <= most else None

    def _fill_pages(self, scale: float, blocks: Sequence[AnyBlock] | None = None) -> list[list[Column]]:
        """Return the pages of the booklet, or of other blocks."""
        items: list[PlacedBlock] = []
        below, headings = 0.0, count(1)
        is_below_display = is_below_figure = False
        body = self._press.style("body", scale=scale)
        grid = body.size * body.leading / 2 if self._is_even else 0.0
        first = 0 if blocks is None else len(self._booklet.blocks)
        for number, block in enumerate(self._booklet.blocks if blocks is None else blocks, start=first):
            with self._press.findings.at("blocks", number):
                own = self._list_items(number, block, scale, headings)
            is_text_above = bool(items) and not is_below_figure and items[-1].block.height <= _SHORT
            follows = is_text_above and isinstance(block, _KEPT_WITH_TEXT)
            if own and block.id in self._linked:
                own[0] = replace(own[0], block=own[0].block.named(block.id))
            if own:
                is_below_figure = isinstance(block, Figure)
                is_heading = isinstance(block, Heading)
                is_display = isinstance(block, Figure) or _is_panel(block)
                stretch = _STRETCH_AT_DISPLAY if is_display or is_below_display else 0
                stretch = 0 if below else _MOST_STRETCH if is_heading else stretch
                is_below_display = is_display or isinstance(block, _WITH_FOOT)
                # A panel needs the same distance from a heading as from a text.
                before = max(below, own[0].before) if _is_panel(block) else below or own[0].before
                own[0] = replace(own[0], before=before, grid=grid, stretch=stretch)
                below = own[0].before * BELOW_HEADING if is_heading else 0.0
                if is_heading:
                    # The text below a heading is on the grid.
                    own[0] = replace(own[0], anchor=own[0].block.height + below)
            if follows:
                items[-1] = replace(items[-1], keeps_next=True)
            items += own
        rooms = (self._measure_bottom(page) - self._measure_top(page) for page in count())
        columns, name = self._booklet.columns, self._booklet.id
        return divide_into_pages(items, rooms, columns, name, is_even=self._is_even)

    def _list_items(
        self, number: int, block: AnyBlock, scale: float, headings: Iterator[int]
    ) -> list[PlacedBlock]:
        """Return the items of a block; headings of sections are counted."""
        if isinstance(block, Figure):
            if number not in self._kept:
                self._kept[number] = lay_out_figure(self._press, block, width=self._column, paper=self._sheet)
            return [self._kept[number]]
        is_section = self._heading and isinstance(block, Heading) and block.level == 1
        place = next(headings) if is_section else 0
        key = ("block", id(block), place, scale, self._column)
        return [*self._press.recall(key, lambda: self._lay_out_block(block, place, scale), block)]

    def _lay_out_block(self, block: AnyBlock, place: int, scale: float) -> list[PlacedBlock]:
        """Lay out a block that is no figure; `place` is the number of a heading of a section, or 0."""
        if self._heading and isinstance(block, Heading) and place:
            return [self._lay_out_heading(self._heading, block, place, scale)]
        setter = BlockSetter(self._press, scale=scale, area=block.id)
        shown = [(replace(setter, fields=seen), one) for one, seen in list_shown((block,), {})]
        items = [item for setter, one in shown for item in _keep(one, setter.list_items(one, self._column))]
        return _tag_entries(items) if isinstance(block, EntryTable) else items

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

    def _draw_page(self, columns: list[Column], index: int, number: int, count: int) -> _Sheet:
        """Draw a page of text, which is the one with this number among all pages."""
        press, booklet, look = self._press, self._booklet, self._booklet.look.get_page(index)
        draw = partial(self.draw_band, number=number, count=count)
        shapes: list[Shape] = []
        if look.ground:
            shapes.append(draw(PageBand(template=look.ground)))
        if look.head:
            has_cover = self.count > len(self.columns)
            shapes.append(draw(look.head, _TITLE_TAGS if index == 0 and not has_cover else {}))
        elif index == 0:
            header = lay_out_title(press, booklet, width=self._width)
            shapes.append(header.at(self._side, self._side, name="header"))
        for number, column in enumerate(columns):
            x = self._side + number * (self._column + _COLUMN_GAP)
            top = self._measure_top(index)
            placed = [item.block.at(x, top + down) for down, item in place_in_column(column)]
            shapes.append(Group(tuple(placed), name=f"column-{number + 1}"))
        if look.foot:
            shapes.append(draw(look.foot, {"credit": "p"} if number == count else {}, is_foot=True))
        else:
            credit = press.format(booklet.credit)
            footer = lay_out_footer(press, credit=credit, width=self._width, is_read=number == count)
            shapes.append(footer.at(self._side, self._measure_bottom(index) + _FOOTER_GAP, name="footer"))
        return _Sheet(tuple(shapes), has_foot=bool(look.foot))


def _tag_entries(items: Iterable[PlacedBlock]) -> list[PlacedBlock]:
    """Return the rows of a table as entries for readers of text: no cell is the head of another."""
    return [replace(item, block=replace(item.block, shapes=_tag_entry(item.block.shapes))) for item in items]


def _tag_entry(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    tags: Mapping[Tag, Tag] = {"tr": "toci", "td": "p"}
    return tuple(
        replace(
            one,
            tag=tags.get(one.tag, one.tag),
            shapes=_tag_entry(one.shapes) if one.tag != "td" else one.shapes,
        )
        if isinstance(one, Group)
        else one
        for one in shapes
    )


def _list_back_blocks(parts: Iterable[Part]) -> Iterator[AnyBlock]:
    """Yield the blocks of the last page: those of other booklets, and complete boards and sheets."""
    for part in parts:
        yield Heading(part.title)
        yield from part.blocks if isinstance(part, Booklet) else (Overview(part.id),)


_ABOVE_CLOSE, _LEAST_CLOSE = 8.0, 35.0
"""Distance of what closes a booklet from the text, and the least room for it, in mm."""
_LEAST_DIVIDED = 2
"""Most items of a list with icons that may be divided anywhere."""


def _keep(block: AnyBlock, items: list[PlacedBlock]) -> list[PlacedBlock]:
    """Return the items of a block, of which only texts and items within long lists may be divided.

    The last two items of a list with icons stay together, as those of other lists do.
    """
    if isinstance(block, Paragraph | WordsBlock):
        return items
    if isinstance(block, IconTable) and len(items) > _LEAST_DIVIDED:
        items = [*items[:-2], replace(items[-2], keeps_next=True), items[-1]]
    kept = [False, *(item.keeps_next for item in items)]
    may_divide = isinstance(block, ListBlock)
    return [
        item
        if may_divide and not (item.keeps_next or before)
        else replace(item, block=replace(item.block, lines=0))
        for item, before in zip(items, kept, strict=False)
    ]


def _is_panel(block: AnyBlock) -> bool:
    return isinstance(block, Paragraph) and block.kind in ("note", "ours")


@dataclass(frozen=True, slots=True)
class EntryTable(Table):
    """Entries of contents or of an index, each with its page."""


def is_numbered(booklet: Booklet) -> bool:
    """Return True if texts of a booklet name pages."""
    return bool(booklet.contents or booklet.index)


def _add_page_numbers(press: Press, booklet: Booklet, pages: Mapping[str, int]) -> tuple[Press, Booklet]:
    """Return the booklet with its contents and index, and the press that prints pages behind links.

    `pages` are the numbers of the pages of headings, as far as they are known.
    """
    named = tuple(_name_headings(booklet))
    kit = press.kit
    wordings = {locale: _add_to_links(one, pages) for locale, one in kit.wordings.items()}
    blocks = [*named]
    if booklet.index:
        blocks += _make_index(press, named, pages)
    if booklet.contents:
        first = next((index for index, one in enumerate(named) if isinstance(one, Heading)), len(named))
        blocks[first:first] = _make_contents(press, named, pages)
    return press.with_wordings(wordings), replace(booklet, blocks=tuple(blocks))


def _name_headings(booklet: Booklet) -> Iterator[AnyBlock]:
    """Yield the blocks, with an id for each heading."""
    for number, block in enumerate(booklet.blocks, start=1):
        is_unnamed = isinstance(block, Heading) and not block.id
        yield replace(block, id=f"heading_{number}") if is_unnamed else block


def _make_contents(
    press: Press, blocks: tuple[AnyBlock, ...], pages: Mapping[str, int]
) -> tuple[AnyBlock, ...]:
    headings = (one for one in blocks if isinstance(one, Heading) and one.level == 1)
    rows = tuple(_make_row(press.format(one.text), one.id, pages) for one in headings)
    return Heading("booklet.contents"), EntryTable(_ENTRY, rows, look="lines")


def _make_index(press: Press, blocks: tuple[AnyBlock, ...], pages: Mapping[str, int]) -> tuple[AnyBlock, ...]:
    """Return the words of headings and links, in the order of their letters."""
    entries = [(one.id, press.format(one.text)) for one in blocks if isinstance(one, Heading)]
    entries += (link for text in _list_linked(press, blocks) for link in _split_links(text))
    found: dict[str, tuple[str, str]] = {}
    for id, words in entries:
        found.setdefault(_fold(words), (plain(words), id))
    rows = tuple(_make_row(words, id, pages) for _, (words, id) in sorted(found.items()))
    return Heading("booklet.index"), EntryTable(_ENTRY, rows, look="plain")


def _fold(text: str) -> str:
    """Return a text for sorting: its letters and digits without accents, whatever their case."""
    letters = unicodedata.normalize("NFKD", plain(text).casefold())
    return "".join(letter for letter in letters if letter.isalnum() or letter.isspace()).strip()


def _make_row(words: str, id: str, pages: Mapping[str, int]) -> TableRow:
    return TableRow((Cell(text=f"{{to {id}|{words}}}"), Cell(text=str(pages.get(id, 0)))))


def _list_linked(press: Press, blocks: tuple[AnyBlock, ...]) -> Iterator[str]:
    """Yield the texts of blocks that have links."""
    for block in walk_blocks(blocks):
        for text in (getattr(block, one.name) for one in fields(block)):
            if isinstance(text, str) and text and _LINKS.search(said := press.format(text)):
                yield said


def _split_links(text: str) -> Iterator[tuple[str, str]]:
    """Yield the id and the words of each link."""
    for found in _LINKS.finditer(text):
        yield found[1], text[found.end() : _find_end(text, found.end())]


def _find_end(text: str, start: int) -> int:
    """Return the position of the brace that closes the one before a position."""
    depth = 1
    for brace in re.finditer(r"\\.|[{}]", text[start:]):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if not depth:
            return start + brace.start()
    return len(text)


def _add_to_links(wording: Wording, pages: Mapping[str, int]) -> Wording:
    """Return a wording that has the page behind each link to a known heading."""
    linked = {key: text for key, text in wording.sentences.items() if "{to " in text}
    for key, text in linked.items():
        for found in reversed([*_LINKS.finditer(text)]):
            if page := pages.get(found[1]):
                end = _find_end(text, found.end()) + 1
                text = f"{text[:end]} {wording.format('booklet.on_page', {'page': page})}{text[end:]}"
        linked[key] = text
    return replace(wording, sentences={**wording.sentences, **linked}) if linked else wording
