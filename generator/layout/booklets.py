"""Booklets: blocks flow through the columns of as many pages as they need.

Items in the columns of pages: filled one after the other, those of the last page equally high.

Figures of booklets: parts of the kit's own sheets, boards, and pieces, drawn as they are printed.

Booklets with cells to write in, such as score pads, as people have filled them in.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import TypeAlias

from generator.errors import LayoutError
from generator.layout.boards.boards import lay_out_board, write_on_sheet
from generator.layout.boards.figures import lay_out_board_figure
from generator.layout.boards.places import draw_token, get_board_piece
from generator.layout.elements.blocks import BlockSetter, lay_out_shapes
from generator.layout.elements.drawer import Setter, list_shown
from generator.layout.elements.grids import (
    GridEntry,
    draw_entry_at,
    lay_out_grid,
    lay_out_track,
    parse_grid_entry,
)
from generator.layout.imposition.booklets import scale_into
from generator.layout.imposition.margins import MarginLine
from generator.layout.press import TITLE_INSET, Press
from generator.layout.shapes.blocks import Block, PlacedBlock
from generator.layout.shapes.curves import circle, outlined, rectangle, rounded_rectangle, strengthen, stroked
from generator.layout.shapes.frames import Frame
from generator.layout.sheets import FOOTER_HEIGHT, HEADER_HEIGHT, lay_out_footer, lay_out_sheet, lay_out_title
from generator.model.elements import figures as model
from generator.model.elements.blocks import AnyBlock, IconTable, ListBlock, ShapesBlock, Table, TrackBlock
from generator.model.elements.figures import Figure, MapFigure, PiecesFigure, SectionFigure
from generator.model.elements.template import GridBlock
from generator.model.geometry import ROUNDING, Point
from generator.model.kit import Board, Booklet, Sheet
from generator.model.played import Laid
from generator.model.style import Paper
from generator.model.values import dataclass, replace
from generator.scene.bounds import list_spots
from generator.scene.shapes import Group, Page, Path, Shape, scaling

_BALANCING_STEPS = 12

Column: TypeAlias = list[PlacedBlock]


def _fill_booklet_pages(
    items: Sequence[PlacedBlock], rooms: Iterator[float], count: int, name: str
) -> list[list[Column]]:
    """Return the columns of each page; `rooms` are the heights of the columns, page by page.

    Raises LayoutError, with the name of the booklet, if an item is taller than a column.
    """
    pages: list[list[Column]] = []
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
) -> tuple[list[Column], Column]:
    """Return the columns and the remaining items; figures at the ends of columns may be reduced."""
    columns: list[Column] = []
    rest = list(items)
    for _ in range(count):
        column, rest = _fill_column(rest, room, name, shrinks=shrinks)
        columns.append(column)
    return columns, rest


def _fill_column(items: Column, room: float, name: str, *, shrinks: bool) -> tuple[Column, Column]:
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


def _balance(items: Sequence[PlacedBlock], room: float, count: int, name: str) -> list[Column]:
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


_A4 = Paper("A4", 210.0, 297.0, 5.0)
"""Paper of a sheet that a card or another sheet shows."""
_PADDING = 3.0
_CAPTION_GAP = 1.2
_SQUARE = 7.0
"""Edge of a square in a figure, if there is room."""
_LABELS = 10
_SMALL_SQUARE = 3.4
_PIECE_GAP = 2.4
_NUMBER = 5.0
"""Diameter of a number."""
_BESIDE_TITLE = (-0.6 - _NUMBER / 2, 1.4)
"""Position of a number relative to the start of the title of a section."""
_SCALABLE = (model.BoardFigure, model.Overview, MapFigure, model.PiecesFigure)
_WITHOUT_BOX = (model.Overview, MapFigure)
_LEAST, _LEAST_MAP = 0.65, 0.85
"""Minimum width of a figure that is reduced to end a column, as a share of its room; the names of places keep
their size, so that a map becomes crowded sooner."""
_TRIES = 4
"""Letters at the edge of a drawing keep their size, so its height is not proportional to its width."""


def lay_out_figure(press: Press, figure: Figure, *, width: float, paper: Paper = _A4) -> PlacedBlock:
    """Lay out the figure in a light box of the given width, with its caption below."""
    drawing = _Drawing(press, figure, width, paper)
    return PlacedBlock(drawing.frame(drawing.draw(drawing.room)), 2.6, smaller=drawing.lay_out_smaller)


@dataclass(frozen=True, slots=True)
class _Drawing:
    press: Press
    figure: Figure
    width: float
    paper: Paper

    @property
    def room(self) -> float:
        """Width for the drawing: boards take all of the box."""
        shown = self.figure.part if isinstance(self.figure, model.Overview) else ""
        is_wide = isinstance(self.figure, _WITHOUT_BOX) and shown not in self.press.kit.parts_of(Sheet)
        return self.width if is_wide else self.width - 2 * _PADDING

    def lay_out_smaller(self, height: float) -> Block | None:
        """Lay out the figure so that it is at most so high; None if it would be too small."""
        if not isinstance(self.figure, _SCALABLE):
            return None
        least = self.room * (_LEAST_MAP if isinstance(self.figure, MapFigure) else _LEAST)
        drawing = self.draw(self.room)
        size = drawing.width
        for _ in range(_TRIES):
            framed = self.frame(drawing)
            over = framed.height - height
            if over <= 1e-6:
                return framed
            size -= over * drawing.width / drawing.height + 1e-3
            if size < least:
                return None
            drawing = self.draw(size)
        return None

    def frame(self, drawing: Block) -> Block:
        """Return the drawing in its box, with the caption below."""
        press, width = self.press, self.width
        shapes: list[Shape] = []
        height = drawing.height
        if not isinstance(self.figure, _WITHOUT_BOX):
            height += 2 * _PADDING
            shapes.append(press.palette.area(rounded_rectangle(0, 0, width, height, 2.0), "panel"))
        shapes.append(drawing.at((width - drawing.width) / 2, (height - drawing.height) / 2))
        framed = Block(tuple(shapes), width, height)
        return Setter(press).add_caption(framed, self.figure.caption, gap=_CAPTION_GAP, inset=_PADDING)

    def draw(self, width: float) -> Block:
        """Return the drawing in a width."""
        press, figure = self.press, self.figure
        match figure:
            case model.SectionFigure():
                return _draw_section(press, figure, width)
            case model.BoardFigure() | MapFigure():
                return press.keep(lambda press: lay_out_board_figure(press, figure, width=width))
            case model.Overview():
                return lay_out_overview(press, figure, width=width, paper=self.paper)
            case model.PiecesFigure():
                return press.keep(lambda press: lay_out_pieces_figure(press, figure, width=width))
        raise TypeError(figure)


def _draw_section(press: Press, figure: model.SectionFigure, width: float) -> Block:
    sheets = press.kit.parts_of(Sheet).values()
    section = next(one for sheet in sheets for id, one in sheet.sections.items() if id == figure.section)
    entries = {id: parse_grid_entry(text) for id, text in figure.entries.items()}
    match section.content:
        case GridBlock() as block:
            grid = replace(block, squares=figure.squares or block.squares, labelled=figure.labels)
            columns = grid.grid.width - min(square.x for square in grid.grid)
            size = min(_SQUARE, (width - (_LABELS if figure.labels else 0)) / columns)
            grid = replace(grid, size=size, margins=(0.0,) * 4, bonuses={})
            return press.keep(partial(lay_out_grid, block=grid, entries=entries, fields=None))
        case TrackBlock() as track:
            shown = track.fields[figure.first :][: len(figure.written.split()) or None]
            return lay_out_track(press, track, width=width, entries=entries, fields=shown)
        case ShapesBlock() as block:
            numbers = figure.values or range(1, len(block.shapes) + 1)
            shapes = [block.shapes[number - 1] for number in sorted(numbers)]
            every = figure.every_form
            return lay_out_shapes(press, shapes, size=_SMALL_SQUARE, width=width, every_form=every)
    return BlockSetter(press).lay_out_stack(section, width, ({},))


def lay_out_overview(press: Press, figure: model.Overview, *, width: float, paper: Paper) -> Block:
    """Draw a complete part with numbers beside titles of sections, or on areas and places of a board."""
    if sheet := press.kit.parts_of(Sheet).get(figure.part):
        layout = lay_out_sheet(press, sheet, paper=paper)
        page = Block(layout.shapes, layout.paper.width, layout.paper.height)
        titles = {section: (x + TITLE_INSET, y) for section, (x, y) in layout.corners}
        return _draw_numbered(press, page, width, titles, figure.numbered, _BESIDE_TITLE)
    board = press.kit.parts_of(Board)[figure.part]
    corners: dict[str, Point] = {}
    for area in board.areas:
        corners[area.id] = (area.box.left, area.box.top)
        corners |= {place.id: (place.x, place.y) for place in area.places}

    def draw(press: Press) -> Block:
        return _draw_numbered(press, lay_out_board(press, board), width, corners, figure.numbered)

    return press.keep(draw)


def _draw_numbered(
    press: Press,
    page: Block,
    width: float,
    places: Mapping[str, Point],
    numbered: Sequence[str],
    shift: Point = (0.0, 0.0),
) -> Block:
    scale = width / page.width
    height = page.height * scale
    clip = Path(rectangle(0, 0, page.width, page.height))
    drawn = strengthen(page.shapes, scale)
    small = Group(drawn, transform=scaling(scale), clip=clip, name="small sheet")
    shapes: list[Shape] = [small, stroked(rectangle(0, 0, width, height), press.palette["line"], 0.25)]
    palette, light = press.palette, press.palette.upon("paper", "red")
    for number, id in enumerate(numbered, start=1):
        x, y = places[id]
        middle = (x * scale + shift[0], y * scale + shift[1])
        disc = circle(*middle, _NUMBER / 2)
        shapes += outlined(disc, palette.ground("red"), palette[light], 0.4)
        shapes += press.centred(str(number), "shape_count", middle, colour=light)
    return Block(tuple(shapes), width, height)


def lay_out_pieces_figure(press: Press, figure: model.PiecesFigure, *, width: float) -> Block:
    """Draw pieces side by side at one scale: as wide as asked for or possible, never larger than they are.

    Raises LayoutError if the gaps between them alone are wider than the figure.
    """
    shown = [get_board_piece(press, id)[1] for id in figure.pieces]
    room = width - _PIECE_GAP * (len(shown) - 1)
    if room <= 0:
        problem = f"{len(shown)} pieces do not fit side by side"
        raise LayoutError(f"{press.kit.slug} figure of pieces", problem, over_mm=-room)
    scale = min(1.0, room / sum(form.width for form in shown))
    if figure.size:
        scale = min(scale, figure.size / max(form.width for form in shown))
    height = max(form.height for form in shown) * scale
    drawn = []
    x = 0.0
    for id, form in zip(figure.pieces, shown, strict=True):
        middle = (x + form.width * scale / 2, height / 2)
        drawn.append(draw_token(press, id, middle, scale=scale, least=0.0))
        x += form.width * scale + _PIECE_GAP
    return Block((Group(tuple(drawn), name="small pieces"),), x - _PIECE_GAP, height)


_MARGIN = 13.0
_COLUMN_GAP = 8.0
_TITLE_GAP = 3.0
_FOOTER_GAP = 2.0
_SMALLEST_SCALE = 0.8
_STEPS = 7
_SHORT = 24.0
"""Items that are lower than this stay with the figure or table after them."""
_KEPT_WITH_TEXT = (SectionFigure, PiecesFigure, IconTable, ListBlock, Table)


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
        for press in (one.in_reading_order() for one in presses)
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
            Frame(page), page=number, pages=len(laid_out), inset=inset, may_shorten=sheet is not None
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

    def _shrink(self) -> list[list[Column]] | None:
        """Return the pages in the largest type that fits; None if the smallest is too large."""
        low, high = _SMALLEST_SCALE, 1.0
        if found := self._fit(high):
            return found
        for _ in range(_STEPS):
            scale = (low + high) / 2
            if pages := self._fit(scale):
                found, low = pages, scale
            else:
                high = scale
        return found or self._fit(low)

    def _fit(self, scale: float) -> list[list[Column]] | None:
        pages = self._press.findings.attempt(lambda: self._fill_pages(scale))
        return pages if pages and len(pages) <= self._most_pages else None

    def _fill_pages(self, scale: float) -> list[list[Column]]:
        items: list[PlacedBlock] = []
        for number, block in enumerate(self._booklet.blocks):
            with self._press.findings.at("blocks", number):
                own = self._lay_out_block(number, block, scale)
            if items and isinstance(block, _KEPT_WITH_TEXT) and items[-1].block.height <= _SHORT:
                items[-1] = replace(items[-1], keeps_next=True)
            items += own
        rooms = (self._bottom - self._find_top(page) for page in count())
        return _fill_booklet_pages(items, rooms, self._booklet.columns, self._booklet.id)

    def _lay_out_block(self, number: int, block: AnyBlock, scale: float) -> list[PlacedBlock]:
        if not isinstance(block, Figure):
            setter = BlockSetter(self._press, scale=scale, area=block.id)
            shown = [replace(setter, fields=seen) for _, seen in list_shown((block,), {})]
            return [item for setter in shown for item in setter.list_items(block, self._column)]
        if number not in self._kept:
            item = lay_out_figure(self._press, block, width=self._column, paper=self._sheet)
            self._kept[number] = replace(item, block=item.block.tagged("figure"))
        return [self._kept[number]]

    def _find_top(self, page: int) -> float:
        return self._side + (0.0 if page else HEADER_HEIGHT + _TITLE_GAP)

    def _draw_page(self, columns: list[Column], index: int) -> tuple[Shape, ...]:
        press, booklet = self._press, self._booklet
        shapes: list[Shape] = []
        if index == 0:
            header = lay_out_title(press, booklet, width=self._width)
            shapes.append(header.at(self._side, self._side, name="header"))
        for number, column in enumerate(columns):
            placed: list[Shape] = []
            x = self._side + number * (self._column + _COLUMN_GAP)
            y = self._find_top(index)
            for position, item in enumerate(column):
                y += item.before if position else 0.0
                placed.append(item.block.at(x, y))
                y += item.block.height
            shapes.append(Group(tuple(placed), name=f"column-{number + 1}"))
        footer = lay_out_footer(press, credit=press.format(booklet.credit), width=self._width)
        return (*shapes, footer.at(self._side, self._bottom + _FOOTER_GAP, name="footer"))


_LARGEST = 8.0
"""Maximum size of handwriting in mm, of which a letter takes a part."""


def write_on_pages(press: Press, pages: Sequence[Page], laid: Sequence[Laid]) -> tuple[Page, ...]:
    """Return pages with marks on their places; marks on places that are not there are left out."""
    written = write_on_sheet(laid)
    return tuple(_write_on_page(press, page, written) for page in pages)


def _write_on_page(press: Press, page: Page, written: Mapping[str, Mapping[str, GridEntry]]) -> Page:
    entries = tuple(
        draw_entry_at(press, entry, spot.box.middle, min(spot.box.width, spot.box.height, _LARGEST))
        for spot in list_spots(page)
        if (entry := written.get(spot.area, {}).get(spot.place))
    )
    return replace(page, shapes=(*page.shapes, Group(entries, name="position")))
