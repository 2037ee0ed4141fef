"""A position in the middle of a game: tokens on the printed board, a pencil's marks on the printed sheet."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.layout.boards.windows import list_pieces
from generator.layout.elements.templates import draw_template
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import circle, filled, line, rounded_rectangle, stroked
from generator.layout.shapes.outlines import cut_outline
from generator.layout.sheets.squares import Entry
from generator.model.board import Board, BoxArea, GridArea, MapArea, PlateArea, TrackArea
from generator.model.pieces import Form, Piece, PieceSet
from generator.model.position import Laid, Mark, PenMark, TokenMark
from generator.model.rectangles import Point
from generator.scene.shapes import Group, Path, Shape, Symbol, Use
from generator.scene.transforms import scaling

_FEW, _IN_A_ROW = 4, 3
"""Up to four things lie two in a row, so that they cover little of the names around them."""
_CROWDED, _STANDING = 0.5, 0.9
"""Where several things lie on one place each is at most so wide, as a part of the place; and who
stands on feet, who may be higher."""
_WIDEST = 1.24
"""A row of things, as a part of the place: names begin right beside it."""
_PEN = 0.62
_LARGEST_PEN = 14.0
"""Of what is written, in mm: a box for cards has room for more."""
_APART = 1.04
_MOST_DRAWN = 4
"""Of one kind on one place; more are one, and a number."""
_EDGE = 0.3
_INSET = 0.94
"""Of a box for what lies in it."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where things are laid: its middle, and the room there."""

    x: float
    y: float
    width: float
    height: float


def lay_on_board(press: Press, board: Board, drawn: Block, laid: Sequence[Laid]) -> Block:
    """The board as it was drawn, with what lies on it; KeyError for a place that it has not."""
    spots = dict(_list_spots(board))
    places: dict[tuple[str, str], list[Mark]] = {}
    for each in laid:
        places.setdefault((each.area, each.place), []).append(each.mark)
    shapes: list[Shape] = []
    for place, marks in places.items():
        shapes += _lay_on_spot(press, spots[place], marks)
    return Block(
        (*drawn.shapes, Group(tuple(shapes), name=f"{board.id}-position")), drawn.width, drawn.height
    )


def write_on_sheet(laid: Sequence[Laid]) -> Mapping[str, Mapping[str, Entry]]:
    """What is written into the squares and fields of a sheet, by section and place."""
    written: dict[str, dict[str, Entry]] = {}
    for each in laid:
        mark = each.mark
        if not isinstance(mark, PenMark):
            raise TypeError(f"not a mark for a sheet: {mark}")
        section = written.setdefault(each.area, {})
        entry = section.get(each.place, Entry())
        section[each.place] = Entry(
            digit=mark.text if mark.sign == "text" else entry.digit,
            filled=entry.filled or mark.sign == "fill",
            crossed=entry.crossed or mark.sign == "cross",
            circled=entry.circled or mark.sign == "circle",
        )
    return written


def _list_spots(board: Board) -> Iterator[tuple[tuple[str, str], _Spot]]:
    """Every place of the board by its area and its own id; an area itself has no id of its own."""
    for area in board.areas:
        match area:
            case GridArea():
                for place in area.places:
                    yield (area.id, place.id), _Spot(place.x, place.y, area.cell, area.cell)
            case MapArea():
                for place in area.places:
                    yield (area.id, place.id), _Spot(place.x, place.y, area.place_size, area.place_size)
            case TrackArea():
                for field in area.fields:
                    yield (area.id, field.id), _Spot(*field.at, area.size, area.size)
            case BoxArea() | PlateArea():
                width, height = area.size
                yield (area.id, ""), _Spot(*area.box.middle, width * _INSET, height * _INSET)


def _lay_on_spot(press: Press, spot: _Spot, marks: Sequence[Mark]) -> Iterator[Shape]:
    """Beside one another, in rows around the middle."""
    things = [thing for mark in marks for thing in _list_things(mark)]
    in_a_row = 2 if len(things) <= _FEW else _IN_A_ROW
    rows = [things[start : start + in_a_row] for start in range(0, len(things), in_a_row)]
    sizes = [
        _fit_row([_find_size(press, thing, spot, is_alone=len(things) == 1) for thing in row], spot.width)
        for row in rows
    ]
    heights = [max(height for _, height in row) * _APART for row in sizes]
    y = spot.y - sum(heights) / 2
    for row, row_sizes, height in zip(rows, sizes, heights, strict=True):
        x = spot.x - sum(width for width, _ in row_sizes) * _APART / 2
        for thing, (width, _) in zip(row, row_sizes, strict=True):
            middle = (x + width * _APART / 2, y + height / 2)
            yield from _draw_thing(press, thing, middle, width)
            x += width * _APART
        y += height


def _list_things(mark: Mark) -> Iterator[Mark]:
    if isinstance(mark, PenMark) or mark.count > _MOST_DRAWN:
        yield mark
        return
    for _ in range(mark.count):
        yield replace(mark, count=1)


def _find_size(press: Press, mark: Mark, spot: _Spot, *, is_alone: bool) -> tuple[float, float]:
    """Width and height: as large as it is, or as the room allows."""
    if isinstance(mark, PenMark):
        size = min(spot.width, spot.height, _LARGEST_PEN / _PEN) * _PEN * (1.0 if is_alone else _CROWDED)
        return size, size
    form = _find_piece(press, mark)[1]
    if form.outline == "standee":
        scale = min(1.0, spot.width * _STANDING / form.width)
    else:
        part = 1.0 if is_alone else _CROWDED
        scale = min(1.0, spot.width * part / form.width, spot.height * part / form.height)
    return form.width * scale, form.height * scale


def _fit_row(sizes: Sequence[tuple[float, float]], room: float) -> list[tuple[float, float]]:
    """Smaller, where the things of a row would cover what is printed beside their place."""
    scale = min(1.0, room * _WIDEST / sum(width * _APART for width, _ in sizes))
    return [(width * scale, height * scale) for width, height in sizes]


def _find_piece(press: Press, mark: TokenMark) -> tuple[PieceSet, Form, Piece]:
    return next(
        (piece_set, form, piece)
        for piece_set, form, piece in list_pieces(press)
        if piece.id == mark.piece and mark.part in ("", piece_set.id)
    )


def _draw_thing(press: Press, mark: Mark, middle: Point, width: float) -> Iterator[Shape]:
    if isinstance(mark, PenMark):
        yield from _draw_pen(press, mark, middle, width)
        return
    side = "back" if mark.is_turned else "front"
    symbol = press.once(f"laid-{mark.part}-{mark.piece}-{side}", lambda: _draw_piece(press, mark))
    _, _, right, bottom = symbol.box
    scale = width / right
    height = bottom * scale
    yield Use(symbol, scaling(scale, middle[0] - width / 2, middle[1] - height / 2), title=mark.piece)
    if mark.count > _MOST_DRAWN:
        yield from _draw_number(press, mark.count, middle, min(width, height))


def _draw_piece(press: Press, mark: TokenMark) -> Symbol:
    """One side of a piece, cut out, with a thin light edge that keeps it off what lies below."""
    piece_set, form, piece = _find_piece(press, mark)
    template = piece_set.templates[piece.back if mark.is_turned and piece.back else piece.front]
    drawn = draw_template(press, template, piece.fields, form.width, form.height)
    outline = (
        cut_outline(form)
        if form.outline in ("round", "hexagon")
        else rounded_rectangle(0, 0, form.width, form.height, form.corner)
    )
    shapes = (
        Group(drawn, clip=Path(outline)),
        stroked(outline, press.palette["paper"], 2 * _EDGE),
        stroked(outline, press.palette["ink"], _EDGE / 2),
    )
    return Symbol(f"laid-{mark.piece}", shapes, (0.0, 0.0, form.width, form.height))


def _draw_number(press: Press, number: int, middle: Point, size: float) -> Iterator[Shape]:
    """On a light disc, at the upper right."""
    x, y, radius = middle[0] + size * 0.36, middle[1] - size * 0.36, size * 0.26
    disc = circle(x, y, radius)
    yield filled(disc, press.palette["paper"])
    yield stroked(disc, press.palette["ink"], _EDGE)
    yield from press.line(
        str(number), "field", x=x, y=y, anchor="middle", upright="middle", size=radius, colour="ink"
    ).shapes


def _draw_pen(press: Press, mark: PenMark, middle: Point, size: float) -> Iterator[Shape]:
    """On a board one writes seldom; but a mark is a mark."""
    ink = press.palette["ink"]
    x, y = middle
    half = size / 2
    match mark.sign:
        case "circle":
            yield stroked(circle(x, y, half), ink, size * 0.08)
        case "fill":
            yield filled(circle(x, y, half), ink)
        case "cross":
            yield stroked(line(x - half, y - half, x + half, y + half), ink, size * 0.08)
            yield stroked(line(x + half, y - half, x - half, y + half), ink, size * 0.08)
        case "text":
            yield from press.line(
                mark.text, "field", x=x, y=y, anchor="middle", upright="middle", size=size * 0.7, colour="ink"
            ).shapes
