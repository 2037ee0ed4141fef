"""Positions during a game: what lies on a board, or is written on a sheet or in a booklet."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.errors import UnknownName, describe_unknown
from generator.layout.boards.boards import lay_out_board
from generator.layout.boards.places import get_board_piece
from generator.layout.elements.grids import NO_ENTRY, GridEntry, draw_entry_at
from generator.layout.elements.pieces import draw_template
from generator.layout.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import circle, filled, outlined, rectangle, stroked
from generator.layout.shapes.outlines import cut_outline
from generator.layout.sheets import lay_out_sheet_pages
from generator.model.geometry import Point, Rectangle
from generator.model.kit import Board, Sheet
from generator.model.played import Laid, LaidPart, Mark, PenMark, TokenMark
from generator.model.plots import Heat
from generator.model.style import Paper
from generator.model.texts.rich_text import escape_rich
from generator.model.values import replace
from generator.scene.bounds import PrintedSpot, list_spots
from generator.scene.shapes import Document, Group, Page, Path, Shape, Symbol, Use, scaling

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
        (page,) = lay_out_sheet_pages(press, sheet, paper, 1, names, title, written=written)
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
        draw_entry_at(press, entry, (box := boxes[area, place]).middle, min(box.width, box.height))
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
            draw_entry_at(press, entry, spot.box.middle, min(spot.box.width, spot.box.height, _LARGEST_TEXT))
            for spot in list_spots(page)
            if (entry := written.get(spot.area, {}).get(spot.place))
        )
        filled_in.append(replace(page, shapes=(*page.shapes, Group(entries, name="position"))))
    return tuple(filled_in)


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
