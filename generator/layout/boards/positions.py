"""Contents of printed places: pieces and marks of a position in a game, or empty fields of PDF forms.

Fields are transparent, so that they never hide what is printed: where a place has several, a ring or a small
sign at its edge shows each.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import Any

from generator.errors import UnknownName, describe_unknown
from generator.layout.boards.boards import lay_out_board
from generator.layout.elements.grids import NO_ENTRY, TEXT_SHARE, GridEntry, draw_entry_at
from generator.layout.elements.pieces import draw_template
from generator.layout.press import Press, get_board_piece
from generator.layout.shapes.outlines import (
    Block,
    circle,
    cut_outline,
    ellipse,
    filled,
    outlined,
    rectangle,
    stroked,
)
from generator.layout.sheets import lay_out_sheet_pages
from generator.model.elements.blocks import walk_blocks
from generator.model.elements.template import GridBlock, TrackBlock
from generator.model.geometry import Point, Rectangle
from generator.model.kit import Board, Part, Sheet
from generator.model.place_names import PartNames, name_text
from generator.model.played import NAME, TURNED, YES, Laid, LaidPart, Mark, PenMark, Takes, TokenMark
from generator.model.plots import Heat
from generator.model.printing.printing import Paper
from generator.model.texts.rich_text import escape_rich
from generator.model.values import dataclass, replace
from generator.scene.fonts import Font
from generator.scene.shapes import (
    WHITE,
    Colour,
    Document,
    FormField,
    GlyphRun,
    Group,
    Page,
    Path,
    PrintedSpot,
    Shape,
    Symbol,
    Use,
    list_spots,
    scaling,
)

_FEW, _IN_A_ROW = 4, 3
"""Up to four pieces are placed two in a row, so that they cover little of the names around them."""
_CROWDED, _STANDING = 0.5, 0.9
"""Maximum width of one of several pieces, as a share of the place, and of a standee, which may be higher."""
_WIDEST = 1.24
"""Maximum width of a row of pieces, as a share of the place: names begin right beside it."""
_PEN, _LARGEST_PEN = 0.62, 14.0
"""Size of a handwritten mark, as a share of the place, and its maximum in mm."""
_LARGEST_TEXT = 8.0
"""Maximum size of handwriting in booklets, in mm, of which a letter takes a part."""
_WIDEST_TEXT = 0.92
"""Maximum width of a handwritten text, as a share of its place."""
_APART = 1.04
"""Distance of the middles of pieces side by side, in their widths."""
_MOST_DRAWN = 4
"""More pieces of one type on a place are drawn as one piece and a number."""
_EDGE = 0.3
"""Width of the light edge of a piece, in mm."""
_SIGNS = {"text": "digit", "fill": "filled", "cross": "crossed", "circle": "circled"}
"""Fields of entries by the signs of a pen."""
_VEIL = 0.72
"""Opacity of the light veil over the board, so that its own colours do not look like numbers."""
_SIZE = 0.46
"""Radius of a mark, as a share of the shorter side of its place."""
_STEPS = 5
"""Number of steps of the scale."""
_FOOT, _KEY, _FOOT_INSET = 14.0, 5.0, 5.0
"""Height of the line below the picture, the size of a step of its scale, and its inset, in mm."""


def lay_out_position(press: Press, part: LaidPart, *, paper: Paper) -> Document:
    """Lay out one printed part and everything on it, boards at their own size.

    Raises UnknownName if the part is neither a board nor a sheet.
    """
    boards, sheets = press.kit.parts_of(Board), press.kit.parts_of(Sheet)
    if part.part in boards:
        board = boards[part.part]
        title = press.format(board.title)
        block = lay_on_board(press, board, lay_out_board(press, board), part.laid)
        page = Page(block.width, block.height, block.shapes, label=board.id)
    elif part.part in sheets:
        sheet = sheets[part.part]
        title = press.format(sheet.title)
        names = (part.owner,) if part.owner and sheet.name_field else ()
        written = write_on_sheet(part.laid)
        pages = lay_out_sheet_pages(press, sheet, paper, 1, names, title, written=written)
        drawn = set(_list_drawn(sheet))
        others = [each for each in part.laid if (each.area, each.place) not in drawn]
        (page,) = write_on_pages(press, pages, others) if others else pages
    else:
        raise UnknownName(describe_unknown("board or sheet", part.part, [*boards, *sheets]))
    return Document((page,), title, press.wording.locale)


def lay_out_marks(
    press: Press, part: LaidPart, *, size: tuple[float, float], spots: Sequence[PrintedSpot]
) -> Page:
    """Lay out only what lies on a part, or is written on it, for a page that is shown above the empty part.

    The size, in mm, and the spots are those of the empty part; raises KeyError if it has no such place.
    """
    if board := press.kit.parts_of(Board).get(part.part):
        return Page(*size, (_lay_on(press, board, part.laid),), label=part.part)
    boxes = {(spot.area, spot.place): spot.box for spot in spots}
    written = [
        _write_into(press, entry, boxes[area, place])
        for area, entries in write_on_sheet(part.laid).items()
        for place, entry in entries.items()
    ]
    return Page(*size, tuple(written), label=part.part)


def lay_out_piece(press: Press, mark: TokenMark) -> Document:
    """Lay out a piece of the kit alone, on a page of its size."""
    drawn = _draw_piece(press, mark)
    _, _, width, height = drawn.box
    page = Page(width, height, (Use(drawn, title=mark.piece),), label=mark.piece)
    return Document((page,), mark.piece, press.wording.locale)


def write_on_pages(press: Press, pages: Sequence[Page], laid: Sequence[Laid]) -> tuple[Page, ...]:
    """Return pages with marks on their places; marks on places that are not there are left out."""
    written, filled_in = write_on_sheet(laid), []
    for page in pages:
        entries = tuple(
            _write_into(press, entry, spot.box, most=_LARGEST_TEXT)
            for spot in list_spots(page)
            if (entry := written.get(spot.area, {}).get(spot.place))
        )
        filled_in.append(replace(page, shapes=(*page.shapes, Group(entries, name="position"))))
    return tuple(filled_in)


def _write_into(press: Press, entry: GridEntry, box: Rectangle, *, most: float = inf) -> Group:
    """Draw what is written into a place; words that are wider than it are smaller."""
    size = min(box.width, box.height, most)
    if entry.digit:
        width = press.line(entry.digit, "handwriting", size=size * TEXT_SHARE).width
        size *= min(1.0, box.width * _WIDEST_TEXT / width) if width else 1.0
    return draw_entry_at(press, entry, box.middle, size)


def _list_drawn(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Yield the places of a sheet that are drawn with what is written into them, unlike cells and lines."""
    for id, section in sheet.sections.items():
        for block in walk_blocks((section,)):
            if isinstance(block, GridBlock):
                yield from ((id, square.id) for square in block.grid)
            elif isinstance(block, TrackBlock):
                yield from ((id, field.id) for field in block.fields)


def write_on_sheet(laid: Sequence[Laid]) -> Mapping[str, Mapping[str, GridEntry]]:
    """Return what is written into the squares and fields of a sheet, by section and place."""
    written: dict[str, dict[str, GridEntry]] = {}
    for each in laid:
        if not isinstance(each.mark, PenMark):
            raise TypeError(f"not a mark for a sheet: {each.mark}")
        section = written.setdefault(each.area, {})
        section[each.place] = _add_mark(section.get(each.place, NO_ENTRY), each.mark)
    return written


def _add_mark(entry: GridEntry, mark: PenMark) -> GridEntry:
    written: Any = mark.text or True
    return replace(entry, **{_SIGNS[mark.sign]: written})


def lay_on_board(press: Press, board: Board, drawn: Block, laid: Sequence[Laid]) -> Block:
    """Return a board with everything on it; raises KeyError if it has no such place."""
    return replace(drawn, shapes=(*drawn.shapes, _lay_on(press, board, laid)))


def _lay_on(press: Press, board: Board, laid: Sequence[Laid]) -> Group:
    spots = {(area.id, place.id): place.spot for area in board.areas for place in area.spots}
    places: dict[tuple[str, str], list[Mark]] = {}
    for each in laid:
        places.setdefault((each.area, each.place), []).append(each.mark)
    shapes = tuple(
        shape for place, marks in places.items() for shape in _lay_on_spot(press, spots[place], marks)
    )
    return Group(shapes, name=f"{board.id}-position")


def _lay_on_spot(press: Press, spot: Rectangle, marks: Sequence[Mark]) -> Iterator[Shape]:
    pieces = [piece for mark in marks for piece in _list_pieces(mark)]
    in_a_row = 2 if len(pieces) <= _FEW else _IN_A_ROW
    rows = [pieces[start : start + in_a_row] for start in range(0, len(pieces), in_a_row)]
    sizes = [
        _fit_row([_measure_mark(press, piece, spot, is_alone=len(pieces) == 1) for piece in row], spot.width)
        for row in rows
    ]
    heights = [max(height for _, height in row) * _APART for row in sizes]
    middle_x, middle_y = spot.middle
    y = middle_y - sum(heights) / 2
    for row, row_sizes, height in zip(rows, sizes, heights, strict=True):
        x = middle_x - sum(width for width, _ in row_sizes) * _APART / 2
        for piece, (width, _) in zip(row, row_sizes, strict=True):
            middle = (x + width * _APART / 2, y + height / 2)
            yield from draw_mark(press, piece, middle, width)
            x += width * _APART
        y += height


def _list_pieces(mark: Mark) -> list[Mark]:
    if isinstance(mark, PenMark) or mark.count > _MOST_DRAWN:
        return [mark]
    return [replace(mark, count=1)] * mark.count


def _measure_mark(press: Press, mark: Mark, spot: Rectangle, *, is_alone: bool) -> tuple[float, float]:
    share = 1.0 if is_alone else _CROWDED
    if isinstance(mark, PenMark):
        size = min(spot.width, spot.height, _LARGEST_PEN / _PEN) * _PEN * share
        return size, size
    form = get_board_piece(press, mark.piece, mark.part)[1]
    if form.outline == "standee":
        scale = min(1.0, spot.width * _STANDING / form.width)
    else:
        scale = min(1.0, spot.width * share / form.width, spot.height * share / form.height)
    return form.width * scale, form.height * scale


def _fit_row(sizes: Sequence[tuple[float, float]], room: float) -> list[tuple[float, float]]:
    """Reduce the pieces of a row that would cover what is printed beside their place."""
    scale = min(1.0, room * _WIDEST / sum(width * _APART for width, _ in sizes))
    return [(width * scale, height * scale) for width, height in sizes]


def draw_mark(press: Press, mark: Mark, middle: Point, width: float) -> Iterator[Shape]:
    """Draw pieces, or what is written by hand, around a point."""
    x, y = middle
    if isinstance(mark, PenMark):
        yield draw_entry_at(press, _add_mark(NO_ENTRY, mark), middle, width)
        return
    side = "back" if mark.is_turned else "front"
    symbol = press.once(f"laid-{mark.part}-{mark.piece}-{side}", lambda: _draw_piece(press, mark))
    _, _, right, bottom = symbol.box
    scale = width / right
    height = bottom * scale
    yield Use(symbol, scaling(scale, x - width / 2, y - height / 2), title=mark.piece)
    if mark.count > _MOST_DRAWN:
        size = min(width, height)
        x, y, radius = x + size * 0.36, y - size * 0.36, size * 0.26
        yield from outlined(circle(x, y, radius), press.palette["paper"], press.palette["ink"], _EDGE)
        yield from press.centred(str(mark.count), "field", (x, y), size=radius, colour="ink")


def _draw_piece(press: Press, mark: TokenMark) -> Symbol:
    piece_set, form, piece = get_board_piece(press, mark.piece, mark.part)
    template = piece_set.templates[piece.back if mark.is_turned and piece.back else piece.front]
    fields = piece.in_language(press.wording).fields
    drawn = draw_template(press, template, fields, form.width, form.height)
    # Of a net, only the front is shown.
    form = replace(form, outline="rectangle" if form.is_net else form.outline, is_back=mark.is_turned)
    outline = cut_outline(form)
    shapes = (
        Group(drawn, clip=Path(outline, even_odd=bool(form.path))),
        stroked(outline, press.palette["paper"], 2 * _EDGE),
        stroked(outline, press.palette["ink"], _EDGE / 2),
    )
    return Symbol(f"laid-{mark.piece}", shapes, (0.0, 0.0, form.width, form.height))


def lay_out_heat(press: Press, heat: Heat, *, paper: Paper) -> Document:
    """Lay out a heat map, with a scale below it; raises UnknownName for an unknown part."""
    document = lay_out_position(press, LaidPart(heat.part, ()), paper=paper)
    page = document.pages[0]
    shares = {(area, place): share for area, place, share in heat.shares}
    veil = Group((filled(rectangle(0, 0, page.width, page.height), press.palette["paper"]),), opacity=_VEIL)
    marks: list[Shape] = []
    for spot in list_spots(page):
        share = shares.get((spot.area, spot.place), 0.0)
        if share > 0:
            x, y = spot.box.middle
            marks += _draw_mark(press, x, y, min(spot.box.width, spot.box.height) * _SIZE, share)
    foot = _draw_foot(press, heat, page)
    ground = filled(rectangle(0, 0, page.width, page.height + _FOOT), press.palette["paper"])
    shapes = (ground, *page.shapes, veil, Group(tuple(marks), name="heat"), *foot)
    return Document(
        (Page(page.width, page.height + _FOOT, shapes, label=heat.part),), heat.title, document.language
    )


def _draw_mark(press: Press, x: float, y: float, radius: float, share: float) -> tuple[Shape, ...]:
    outline = circle(x, y, radius)
    colour = press.palette["primary"]
    return (Group((filled(outline, colour),), opacity=share), stroked(outline, colour, 0.15))


def _draw_foot(press: Press, heat: Heat, page: Page) -> tuple[Shape, ...]:
    """Draw the title at the start of the line, and the scale at its end."""
    y = page.height + _FOOT / 2
    scale = press.line(
        escape_rich(heat.scale), "label", x=page.width - _FOOT_INSET, y=y, anchor="end", upright="middle"
    )
    shapes: list[Shape] = [*scale.shapes]
    start = page.width - _FOOT_INSET - scale.width - 3 - _STEPS * _KEY
    for step in range(_STEPS):
        shapes += _draw_mark(press, start + (step + 0.5) * _KEY, y, _KEY * _SIZE, (step + 1) / _STEPS)
    shapes += press.beside(
        escape_rich(heat.title), "label", (_FOOT_INSET, y), max_width=start - 2 * _FOOT_INSET
    ).shapes
    return tuple(shapes)


_AGAIN = "~"
"""Sign before the number of a place whose name another place of its area has."""
_GAP = 0.25
"""Distance of a field from the edges of its place, in mm: two fields may not touch."""
_SIGN = 0.36
"""Width of checks beside a text, as a share of the place."""
_TEXT, _LARGEST = 0.6, 5.0
"""Size of handwriting as a share of the height of its box, and its maximum in mm."""
_INSIDE = 0.92
"""Size of a check as a share of its box."""
_FAINT, _SMALL = 0.45, 0.5
"""Opacity of the signs of empty checks, and their size as a share of the box."""
_DOTS = (0.7, 0.5)
"""Dashes and gaps of the ring of an empty check, in mm."""
_RING, _HALO, _MOST_HALO = 0.25, 0.6, 0.15
"""Width of the ring of an empty check, and of the light line below it, which is seen on any art, in mm; most
of the latter, as a share of the box."""
_LONG_BOX, _BEFORE = 3.0, 0.7
"""Width of a box, by its height, from which a text begins at its side, and the space before it in mm."""


def add_fields(
    press: Press, part: Part, page: Page, takes: Sequence[Takes], *, number: int = 1, owner: str = ""
) -> Page:
    """Return a page with a field for what each place takes; without rules, people write into all places.

    `number` is that of the page in its document, and `owner` is the text in its name field. There are no
    fields for pieces that may be anywhere, such as pawns.
    """
    spots = _number_spots(page)
    own = [each for each in takes if each.part == part.id]
    maker = _FieldMaker(press, f"{part.id}/{number}", PartNames(press.wording, part))
    fields: list[FormField] = []
    for area, place in _list_places(spots, own, is_board=isinstance(part, Board)):
        box = spots[area, place]
        is_name = (area, place) == (NAME, "")
        items = [] if is_name else [*_list_items(own, area, place)]
        items = items or [_Item(f"{place}/text")]
        for item, inside in zip(items, _divide(box, items), strict=True):
            value = owner if is_name else ""
            fields.append(maker.make(item, area, place, inside, around=box, value=value))
    return replace(page, fields=tuple(fields))


def _number_spots(page: Page) -> Mapping[tuple[str, str], Rectangle]:
    """Return the boxes of places; those with the same name, such as lines of two blocks, are numbered."""
    boxes: dict[tuple[str, str], Rectangle] = {}
    counts: Counter[tuple[str, str]] = Counter()
    for spot in list_spots(page):
        name = spot.area, spot.place
        counts[name] += 1
        boxes[spot.area, f"{spot.place}{_AGAIN}{counts[name]}" if counts[name] > 1 else spot.place] = spot.box
    return boxes


def _list_places(
    spots: Mapping[tuple[str, str], Rectangle], own: Sequence[Takes], *, is_board: bool
) -> Iterator[tuple[str, str]]:
    """Yield the places of a page in the order of filling them in."""
    if (NAME, "") in spots:
        yield NAME, ""
    if not own and not is_board:
        yield from (name for name in spots if name != (NAME, ""))
    areas = dict.fromkeys(each.area for each in own)
    for area in areas:
        places = dict.fromkeys(place for each in own if each.area == area for place in each.places)
        yield from ((area, place) for place in places if (area, place) in spots)


@dataclass(frozen=True, slots=True)
class _Item:
    """Something to fill in: a text or, if there is a mark, a check."""

    name: str
    """Place, and what is filled in: `c3/text`. The name of a field ends with it."""
    mark: Mark | None = None
    state: str = YES
    longest: int = 0
    word: str = ""
    """Wording key of the piece."""
    piece: TokenMark | None = None
    """The piece whose number is written."""
    is_number: bool = False


def _list_items(own: Sequence[Takes], area: str, place: str) -> Iterator[_Item]:
    for takes in own:
        if takes.area != area or place not in takes.places:
            continue
        words = takes.names or ("",) * len(takes.marks)
        if takes.kind in ("number", "text", "player"):
            yield _Item(f"{place}/text", longest=takes.longest, is_number=takes.kind == "number")
        for mark, word in zip(takes.marks, words, strict=True):
            name = mark.sign if isinstance(mark, PenMark) else mark.piece + TURNED * mark.is_turned
            if takes.kind == "heap" and isinstance(mark, TokenMark):
                digits = len(str(takes.numbers[1]))
                yield _Item(f"{place}/{name}", longest=digits, word=word, piece=mark, is_number=True)
            elif takes.kind == "mark" and len(takes.marks) == 1:
                yield _Item(f"{place}/{name}", mark, word=word)
            elif takes.kind == "mark":
                yield _Item(f"{place}/mark", mark, name, word=word)
            elif takes.kind == "marker" and len(takes.marks) == 1:
                yield _Item(f"/{name}", mark, place, word=word)


def _divide(box: Rectangle, items: Sequence[_Item]) -> Iterator[Rectangle]:
    """Yield the box of each item: checks below each other beside a text, or all of them in rows."""
    texts = [item for item in items if item.mark is None]
    if len(texts) == 1 < len(items):
        # Icons are at the top right.
        left, edge = box.right - box.width * _SIGN, min(box.width * _SIGN, box.height / (len(items) - 1))
        bottom = box.bottom
        for item in items:
            if item.mark is None:
                yield Rectangle(box.left, box.top, left, box.bottom).grown(-_GAP)
            else:
                yield Rectangle(left, bottom - edge, box.right, bottom).grown(-_GAP)
                bottom -= edge
        return
    columns = {1: 1, 2: 1, 3: 3}.get(len(items), 2)
    rows = -(-len(items) // columns)
    width, height = box.width / columns, box.height / rows
    if columns == 3:
        # At the foot of the place, below what it shows.
        height = min(width, height)
    top = box.bottom - rows * height
    for index in range(len(items)):
        row, column = divmod(index, columns)
        left = box.left + column * width
        if column == 0 and index == len(items) - 1:
            left = box.left + (box.width - width) / 2
        yield Rectangle(left, top + row * height, left + width, top + (row + 1) * height).grown(-_GAP)


class _FieldMaker:
    """Makes the fields of one page."""

    def __init__(self, press: Press, start: str, names: PartNames) -> None:
        self.press, self.start, self.names = press, start, names
        self._looks: dict[tuple[Mark, float, float], tuple[Shape, ...]] = {}

    def make(
        self, item: _Item, area: str, place: str, box: Rectangle, *, around: Rectangle, value: str
    ) -> FormField:
        """Make a field in a box, which is the place `around` it or a part of that."""
        id, _, count = place.partition(_AGAIN)
        label = self.names.find(area, id).full + (f" ({count})" if count else "")
        name, label = f"{self.start}/{area}/{item.name}", self._describe(item, label)
        field = FormField(
            name=name, box=box, label=label, font=self._font, colour=self.press.palette["pencil"]
        )
        if item.mark is None:
            return self._fill_text(field, item, box, value)
        width, height = round(box.width, 3), round(box.height, 3)
        shapes = self._draw(item.mark, width, height)
        is_alone = box == around.grown(-_GAP)
        ground: tuple[Shape, ...] = ()
        if not is_alone and isinstance(item.mark, PenMark):
            ground = (self._draw_small(item.mark, box, around),)
        elif not is_alone or isinstance(item.mark, TokenMark):
            ground = tuple(self._draw_ring(item.mark, width, height))
        return replace(field, state=item.state, shapes=shapes, ground=ground)

    def _fill_text(self, field: FormField, item: _Item, box: Rectangle, value: str) -> FormField:
        is_long = box.width >= _LONG_BOX * box.height and not item.is_number
        is_from_right = is_long and self.press.wording.direction == "rtl"
        line = self._choose_colour(item.piece) if item.piece else None
        ground: tuple[Shape, ...] = ()
        if line:
            edge = _RING / 2
            ground = (stroked(rectangle(edge, edge, box.width - _RING, box.height - _RING), line, _RING),)
        size = min(box.height * _TEXT, _LARGEST)
        shapes: tuple[Shape, ...] = ()
        if value:
            options = {"max_width": box.width, "colour": "pencil", "size": size, "thing": f"name {value!r}"}
            text = self.press.beside(escape_rich(value), "handwriting", (0.0, box.height / 2), **options)
            x = box.width - text.width - _BEFORE if is_from_right else _BEFORE
            shapes = text.at(x, 0.0)
        return replace(
            field,
            value=value,
            # Names of people may be longer than their box.
            size=size if is_long or item.is_number else 0.0,
            longest=item.longest,
            is_centred=not is_long,
            is_from_right=is_from_right,
            shapes=shapes,
            ground=ground,
            line=line,
        )

    def _draw(self, mark: Mark, width: float, height: float) -> tuple[Shape, ...]:
        """Draw a mark in the middle of a box; equal boxes share it."""
        key = mark, width, height
        if key not in self._looks:
            across = min(width, height)
            if isinstance(mark, TokenMark):
                form = get_board_piece(self.press, mark.piece, mark.part)[1]
                across = min(width, height * form.width / form.height)
            middle = width / 2, height / 2
            self._looks[key] = tuple(draw_mark(self.press, mark, middle, across * _INSIDE))
        return self._looks[key]

    def _draw_small(self, sign: PenMark, box: Rectangle, around: Rectangle) -> Shape:
        """Draw a small sign at the edge of a place, away from what is printed in its middle."""
        across = min(box.width, box.height) * _SMALL
        (x, y), (to_x, to_y) = box.middle, around.middle
        # As far from the middle of the place as the box allows.
        reach = (box.width - across) / 2, (box.height - across) / 2
        ways = ((at > to + _GAP) - (at < to - _GAP) for at, to in ((x, to_x), (y, to_y)))
        left, top = (way * most for way, most in zip(ways, reach, strict=True))
        middle = box.width / 2 + left, box.height / 2 + top
        return Group(tuple(draw_mark(self.press, sign, middle, across)), opacity=_FAINT)

    def _draw_ring(self, mark: Mark, width: float, height: float) -> Iterator[Shape]:
        halo = min(_HALO, min(width, height) * _MOST_HALO)
        across = min(width, height) - halo
        ring = ellipse((width - across) / 2, (height - across) / 2, across, across)
        colour = self._choose_colour(mark) if isinstance(mark, TokenMark) else self.press.palette["pencil"]
        yield stroked(ring, WHITE, halo)
        yield stroked(ring, colour, min(_RING, halo / 2), dash=_DOTS)

    def _choose_colour(self, mark: TokenMark) -> Colour:
        """Return the colour of a piece, or that of a pencil if it has none."""
        colour = str(get_board_piece(self.press, mark.piece, mark.part)[2].fields.get("colour", ""))
        return self.press.palette[colour if colour in self.press.kit.theme.colours else "pencil"]

    def _describe(self, item: _Item, label: str) -> str:
        if isinstance(item.mark, PenMark):
            return name_text(self.press.wording, f"form.{item.mark.sign}", {"place": label})
        if item.word:
            piece = name_text(self.press.wording, item.word)
            return name_text(self.press.wording, "form.piece", {"place": label, "piece": piece})
        return label

    @cached_property
    def _font(self) -> Font:
        shapes = self.press.centred("0", "handwriting", (0.0, 0.0))
        return next(shape.font for shape in shapes if isinstance(shape, GlyphRun))
