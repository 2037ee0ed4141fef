"""Figures of a part of a grid, with tokens, rings, and arrows."""

from generator.layout.boards.tokens import draw_arrow, draw_token
from generator.layout.elements.grids import cell_drawer, find_line_names
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import circle, stroked
from generator.model.board import Board, GridArea
from generator.model.booklet import BoardFigure
from generator.scene.shapes import Group, Shape
from generator.scene.transforms import scaling, translation

_LABELS = 5.0
"""Room for letters and numbers of a figure, at the top and on the left."""
_TOKEN = 0.62
"""Minimum size of tokens in a figure, as a share of a cell, so that their icons are legible."""
_RING = 0.9


def lay_out_board_figure(press: Press, figure: BoardFigure, *, width: float) -> Block:
    """Draw the cells from the first place to the last, at the figure's size if the width allows."""
    board = press.kit.parts_of(Board)[figure.board]
    area = next(area for area in board.areas if isinstance(area, GridArea) and area.id == figure.area)
    by_id = {place.id: place for place in area.places}
    first, last = by_id[figure.first], by_id[figure.last]
    shown = [place for place in area.places if first.x <= place.x <= last.x and first.y <= place.y <= last.y]
    xs, ys = {place.x for place in shown}, {place.y for place in shown}
    columns_by_x, rows_by_y = find_line_names(area)
    names = (
        {x: name for x, name in columns_by_x.items() if x in xs},
        {y: name for y, name in rows_by_y.items() if y in ys},
    )
    left, top = (min(line) - area.cell / 2 for line in names)
    columns, rows = (round((max(line) - min(line)) / area.cell) + 1 for line in names)
    edge = _LABELS if figure.labels else 0.0
    size = min(figure.size, (width - edge) / columns)
    scale = size / area.cell
    draw, half = cell_drawer(press, area), area.cell / 2
    cells = tuple(
        Group(draw(place), transform=translation(place.x - half - left, place.y - half - top))
        for place in shown
    )
    shapes: list[Shape] = [Group(cells, name="figure-cells", transform=scaling(scale, edge, edge))]
    at = {place.id: (edge + (place.x - left) * scale, edge + (place.y - top) * scale) for place in shown}
    for id, token in figure.tokens:
        shapes.append(draw_token(press, token, at[id], scale=scale, least=size * _TOKEN))
    for id in figure.ringed:
        ring = circle(*at[id], size * 0.49)
        shapes.append(stroked(ring, press.palette["paper"], 2 * _RING))
        shapes.append(stroked(ring, press.palette["primary"], _RING))
    for start, end in figure.arrows:
        shapes += draw_arrow(press, at[start], at[end], gap=size * _TOKEN / 2 * 0.8)
    if figure.labels:
        spots = [(name, (edge + (x - left) * scale, edge / 2)) for x, name in names[0].items()]
        spots += [(name, (edge / 2, edge + (y - top) * scale)) for y, name in names[1].items()]
        shapes += (shape for name, middle in spots for shape in press.centred(name, "label", middle))
    return Block(tuple(shapes), edge + columns * size, edge + rows * size)
