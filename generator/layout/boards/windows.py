"""Figures of a board: some of its cells drawn small, tokens, arrows and rings upon them."""

from collections.abc import Callable, Iterator
from math import dist

from generator.layout.boards.templates import place_drawer
from generator.layout.elements.templates import draw_template
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import circle, filled, line, polygon, stroked
from generator.layout.shapes.outlines import cut_outline
from generator.model.board import Board, GridArea, Place
from generator.model.booklet import BoardFigure
from generator.model.pieces import Form, Piece, PieceSet
from generator.model.rectangles import Point
from generator.scene.shapes import Group, Path, Shape
from generator.scene.transforms import scaling, translation

_LABELS = 5.0
"""Room for letters and numbers at the top and at the side where reading starts."""
_TOKEN = 0.62
"""Tokens are drawn at least so large, as a part of a cell, that their signs can be read."""
_RING = 0.9
_ARROW = 0.9
_CASING = 2.0
_HEAD = 2.6


def lay_out_board_figure(press: Press, figure: BoardFigure, *, width: float) -> Block:
    """The cells from the first place to the last, as large as the figure says or the width allows."""
    board, area = _find_area(press, figure)
    window = _find_window(area, figure)
    edge = _LABELS if figure.labels else 0.0
    size = min(figure.size, (width - edge) / window.columns)
    scale = size / area.cell
    draw = place_drawer(press, board, area)
    half = area.cell / 2
    cells = [
        Group(draw(place), transform=translation(place.x - half - window.left, place.y - half - window.top))
        for place in window.places
    ]
    shapes: list[Shape] = [Group(tuple(cells), name="figure-cells", transform=scaling(scale, edge, edge))]

    def at(id: str) -> Point:
        place = window.by_id[id]
        return edge + (place.x - window.left) * scale, edge + (place.y - window.top) * scale

    for place, token in figure.tokens:
        shapes.append(draw_token(press, token, at(place), scale=scale, least=size * _TOKEN))
    for ringed in figure.ringed:
        ring = circle(*at(ringed), size * 0.49)
        shapes.append(stroked(ring, press.palette["paper"], 2 * _RING))
        shapes.append(stroked(ring, press.palette["primary"], _RING))
    for start, end in figure.arrows:
        shapes += draw_arrow(press, at(start), at(end), gap=size * _TOKEN / 2 * 0.8)
    if figure.labels:
        shapes += _draw_labels(press, window, at, edge)
    return Block(tuple(shapes), edge + window.columns * size, edge + window.rows * size)


class _Window:
    """The places that are shown, and where the first of them begins on the board."""

    def __init__(self, area: GridArea, places: list[Place]) -> None:
        self.places = places
        self.by_id = {place.id: place for place in places}
        xs, ys = sorted({place.x for place in places}), sorted({place.y for place in places})
        self.left, self.top = xs[0] - area.cell / 2, ys[0] - area.cell / 2
        self.columns = round((xs[-1] - xs[0]) / area.cell) + 1
        self.rows = round((ys[-1] - ys[0]) / area.cell) + 1


def _find_area(press: Press, figure: BoardFigure) -> tuple[Board, GridArea]:
    """Readers have checked the names."""
    for part in press.kit.parts:
        if isinstance(part, Board) and part.id == figure.board:
            for area in part.areas:
                if isinstance(area, GridArea) and area.id == figure.area:
                    return part, area
    raise KeyError(figure.board)


def _find_window(area: GridArea, figure: BoardFigure) -> _Window:
    by_id = {place.id: place for place in area.places}
    first, last = by_id[figure.first], by_id[figure.last]
    return _Window(
        area,
        [place for place in area.places if first.x <= place.x <= last.x and first.y <= place.y <= last.y],
    )


def draw_token(press: Press, id: str, middle: Point, *, scale: float, least: float) -> Group:
    """A piece's front, cut out, with a thin light edge that keeps it off what lies below.

    It is drawn at a scale, and at least so many mm wide or high.
    """
    piece_set, form, piece = next(found for found in list_pieces(press) if found[2].id == id)
    if piece.by_language:
        press = press.by_language()[0]
    shapes = draw_template(press, piece_set.templates[piece.front], piece.fields, form.width, form.height)
    outline = cut_outline(form)
    scale = max(scale, least / max(form.width, form.height))
    edge = stroked(outline, press.palette["paper"], 0.3 / scale)
    x, y = middle[0] - form.width * scale / 2, middle[1] - form.height * scale / 2
    cut = Group(shapes, clip=Path(outline))
    return Group((cut, edge), name=f"figure-{id}", transform=scaling(scale, x, y))


def list_pieces(press: Press) -> Iterator[tuple[PieceSet, Form, Piece]]:
    """Every kind of card and token of the kit, with its form and the set that has its templates."""
    for part in press.kit.parts:
        if isinstance(part, PieceSet):
            for deck in part.decks:
                for piece in deck.pieces:
                    yield part, deck.form, piece


def draw_arrow(press: Press, start: Point, end: Point, *, gap: float, colour: str = "ink") -> list[Shape]:
    """From near one place to near another, `gap` away from each, light around it."""
    whole = dist(start, end)
    across, down = (end[0] - start[0]) / whole, (end[1] - start[1]) / whole

    def along(part: float, aside: float = 0.0) -> Point:
        return (start[0] + across * part - down * aside, start[1] + down * part + across * aside)

    tip, neck = whole - gap, whole - gap - _HEAD
    shaft = line(*along(min(gap, neck - 0.5)), *along(neck))
    head = polygon((along(tip), along(neck, _HEAD * 0.6), along(neck, -_HEAD * 0.6)))
    ink, paper = press.palette[colour], press.palette["paper"]
    return [
        stroked(shaft, paper, _CASING),
        stroked(head, paper, _CASING - _ARROW),
        stroked(shaft, ink, _ARROW),
        filled(head, ink),
    ]


def _draw_labels(press: Press, window: _Window, at: Callable[[str], Point], edge: float) -> list[Shape]:
    """Letters above, numbers at the side, read off the places' ids."""
    columns = {at(id)[0]: id.rstrip("0123456789") for id in window.by_id}
    rows = {at(id)[1]: id.lstrip("abcdefghijklmnopqrstuvwxyz") for id in window.by_id}
    spots = [(x, edge / 2, name) for x, name in columns.items()]
    spots += [(edge / 2, y, name) for y, name in rows.items()]
    shapes: list[Shape] = []
    for x, y, name in spots:
        shapes += press.line(name, "label", x=x, y=y, anchor="middle", upright="middle").shapes
    return shapes
