"""Figures of boards: some cells of a grid, or some places of a map, with tokens, arrows, and handwriting."""

from collections.abc import Mapping, Sequence

from generator.layout.boards.maps import draw_links, land_symbol
from generator.layout.boards.names import Line, Spot, draw_names
from generator.layout.boards.tokens import Window, draw_arrow, draw_token, place_drawer
from generator.layout.elements.grids import draw_entry_at, parse_entry
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import circle, stroked
from generator.layout.shapes.strokes import strengthen
from generator.model.elements.areas import GridArea
from generator.model.elements.figures import BoardFigure, MapFigure
from generator.model.elements.maps import MapArea
from generator.model.elements.squares import name_lines
from generator.model.geometry import Point, Rectangle, clamp
from generator.model.kit import Board
from generator.scene.shapes import Group, Shape, Symbol, Use, scaling, translation

_EDGE = 5.0
"""Room for letters and numbers, at the top and on the left, in mm."""
_ON_CELL = 0.62
"""Minimum size of tokens in cells, as a share of a cell, so that their icons are legible."""
_CELL_RING = 0.9
_SCALE = 0.62
"""Scale of a map, if there is room."""
_AROUND = 1.25
"""Width of the map around the places, in diameters of a place."""
_TOKEN = 3.4
"""Size of tokens beside places, in mm."""
_APART = 0.25
"""Distance between a place and its tokens, and around them."""
_STEP = _TOKEN + 0.25
_RING = 0.7
_COST = 20
"""Cost of hiding a place, or a square millimetre of other tokens, in mm of hidden links."""
_LINK, _CASING = 0.6, 1.5
"""Widths of links and of the light line below them, in mm."""


def lay_out_board_figure(press: Press, figure: BoardFigure | MapFigure, *, width: float) -> Block:
    """Draw some cells of a grid, or some places of a map with all links among them."""
    board = press.kit.parts_of(Board)[figure.board]
    if isinstance(figure, BoardFigure):
        grid = next(area for area in board.areas if isinstance(area, GridArea) and area.id == figure.area)
        return _lay_out_cells(press, figure, grid, width)
    area = next(area for area in board.areas if isinstance(area, MapArea))
    return _lay_out_places(press, figure, area, land_symbol(press, area, board.id, area.box), width)


def _lay_out_cells(press: Press, figure: BoardFigure, area: GridArea, width: float) -> Block:
    """Draw the cells from the first place to the last, at the figure's size if the width allows."""
    first, last = area.places.by_id[figure.first], area.places.by_id[figure.last]
    shown = [place for place in area.places if first.x <= place.x <= last.x and first.y <= place.y <= last.y]
    names = name_lines(shown)
    left, top = (min(each) - area.cell / 2 for each in names)
    columns, rows = (round((max(each) - min(each)) / area.cell) + 1 for each in names)
    edge = _EDGE if figure.labels else 0.0
    size = min(figure.size, (width - edge) / columns)
    scale = size / area.cell
    draw = place_drawer(press, area)
    cells = tuple(
        Group(draw(place), transform=translation(place.spot.left - left, place.spot.top - top))
        for place in shown
    )
    drawn = strengthen(cells, scale)
    shapes: list[Shape] = [Group(drawn, name="figure-cells", transform=scaling(scale, edge, edge))]
    at = {place.id: (edge + (place.x - left) * scale, edge + (place.y - top) * scale) for place in shown}
    for id, token in figure.tokens:
        shapes.append(draw_token(press, token, at[id], scale=scale, least=size * _ON_CELL))
    shapes += (draw_entry_at(press, parse_entry(text), at[id], size) for id, text in figure.entries.items())
    for id in figure.ringed:
        ring = circle(*at[id], size * 0.49)
        shapes.append(stroked(ring, press.palette["paper"], 2 * _CELL_RING))
        shapes.append(stroked(ring, press.palette["primary"], _CELL_RING))
    for start, end in figure.arrows:
        shapes += draw_arrow(press, at[start], at[end], gap=size * _ON_CELL / 2 * 0.8)
    if figure.labels:
        spots = [(name, (edge + (x - left) * scale, edge / 2)) for x, name in names[0].items()]
        spots += [(name, (edge / 2, edge + (y - top) * scale)) for y, name in names[1].items()]
        shapes += (shape for name, middle in spots for shape in press.centred(name, "label", middle))
    return Block(tuple(shapes), edge + columns * size, edge + rows * size)


def _lay_out_places(press: Press, figure: MapFigure, area: MapArea, land: Symbol, width: float) -> Block:
    """Draw places of a map, the map around them, and tokens beside them."""
    places = [area.places.by_id[id] for id in figure.places]
    needed = Rectangle.around((place.x, place.y) for place in places).grown(area.place_size * _AROUND)
    wide = min(max(needed.width, width / _SCALE), area.box.width)
    left = clamp(needed.middle[0] - wide / 2, area.box.left, area.box.right - wide)
    top, bottom = max(needed.top, area.box.top), min(needed.bottom, area.box.bottom)
    window = Window(Rectangle(left, top, left + wide, bottom), width / wide)
    middles = {place.id: window.at(place.x, place.y) for place in places}
    radius, draw = area.place_size / 2 * window.scale, place_drawer(press, area)
    shown = {*figure.places}
    inner = (way for way in area.ways if way.exit is None and {way.place.id, way.other.id} <= shown)
    lines = [(window.at(*way.start), window.at(*way.end)) for way in inner]
    drawn: list[Shape] = []
    for place in places:
        x, y = middles[place.id]
        if place.id in figure.ringed:
            drawn.append(stroked(circle(x, y, radius + _RING), press.palette["ink"], _RING))
        marker = strengthen(draw(place), window.scale)
        drawn.append(Group(marker, transform=scaling(window.scale, x - radius, y - radius)))
    spots = [Spot(place.label, *middles[place.id], radius + 0.4) for place in places]
    token_boxes: dict[str, Rectangle] = {}
    for id, tokens in figure.tokens.items():
        length = (len(tokens) - 1) * _STEP
        token_boxes[id] = _find_token_box(id, length, middles, radius, lines, [*token_boxes.values()])
    over: list[Shape] = []
    for start, end in figure.arrows:
        over += draw_arrow(press, middles[start], middles[end], gap=radius + 0.6, colour="red")
    for id, box in token_boxes.items():
        x, y = box.left + _TOKEN / 2 + _APART, box.middle[1]
        for number, token in enumerate(figure.tokens[id]):
            over.append(draw_token(press, token, (x + number * _STEP, y), scale=0.0, least=_TOKEN))
    shapes: list[Shape] = [*strengthen((Use(land, window.transform),), 1.0)]
    shapes += draw_links(press, lines, width=_LINK, casing=_CASING)
    names = draw_names(press, area.label_role, spots, lines, window.frame, [*token_boxes.values()])
    return window.cut((*shapes, *drawn, *names, *over), corner=1.5, name="map figure")


def _find_token_box(
    id: str,
    length: float,
    middles: Mapping[str, Point],
    radius: float,
    lines: Sequence[Line],
    taken: Sequence[Rectangle],
) -> Rectangle:
    """Return the box below, above, or beside a place where a row of tokens hides least."""
    (x, y), away = middles[id], radius + _APART + _TOKEN / 2
    aside = away + length / 2
    boxes = [
        Rectangle(x + dx - length / 2, y + dy, x + dx + length / 2, y + dy).grown(_TOKEN / 2 + _APART)
        for dx, dy in ((0.0, away), (0.0, -away), (aside, 0.0), (-aside, 0.0))
    ]
    others = [middle for other, middle in middles.items() if other != id]

    def cost(box: Rectangle) -> float:
        hidden = sum(box.cut(start, end) for start, end in lines)
        hidden += _COST * sum(box.distance(*middle) < radius + _APART for middle in others)
        return hidden + _COST * sum(box.overlap(other) for other in taken)

    return min(boxes, key=cost)
