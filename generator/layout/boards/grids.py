"""Grids of a board with names along the edges, complete or, in figures, a part of them."""

from collections.abc import Iterable, Iterator
from itertools import chain
from math import dist

from generator.layout.boards.tokens import draw_arrow, draw_token, place_drawer
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import circle, polygon, polyline, stroked
from generator.model.board import EDGE_LABELS, Board, GridArea
from generator.model.figures import BoardFigure
from generator.model.places import Place, name_lines
from generator.scene.shapes import Group, Path, Shape, Stroke
from generator.scene.transforms import scaling, translation

_LABELS = 5.0
"""Room for letters and numbers of a figure, at the top and on the left."""
_TOKEN = 0.62
"""Minimum size of tokens in a figure, as a share of a cell, so that their icons are legible."""
_RING = 0.9
_TOP = (0.02, 0.14)
"""Distance of an id from the top of a hexagon with an edge, or a corner, there, as a share of its width."""
_NEAR = 0.001


def lay_out_board_grid(press: Press, area: GridArea) -> tuple[Shape, ...]:
    """Draw the cells of a grid, with letters above and below it and numbers on both sides."""
    draw = place_drawer(press, area)
    cells = tuple(
        Group(draw(place), f"{area.id}-{place.id}", transform=translation(place.spot.left, place.spot.top))
        for place in area.places
    )
    shapes: tuple[Shape, ...] = (Group(cells, name=f"{area.id}-cells"),)
    if area.cells != "square" and area.line:
        outlines = tuple(segment for place in area.places for segment in polygon(place.outline))
        shapes += (Path(outlines, stroke=Stroke(press.palette[area.stroke], area.line, join="round")),)
    shapes += tuple(_draw_lines(press, area))
    if not area.labelled:
        return shapes
    names = [_draw_id(press, area, place) for place in area.places if not area.has_edge_labels]
    if area.has_edge_labels:
        columns, rows = name_lines(area.places)
        left, top, right, bottom = area.box.grown(-EDGE_LABELS / 2)
        spots = [(name, (x, y)) for x, name in columns.items() for y in (top, bottom)]
        spots += [(name, (x, y)) for y, name in rows.items() for x in (left, right)]
        names = [press.centred(name, "board_label", middle, colour="soft") for name, middle in spots]
    return (*shapes, Group(tuple(chain.from_iterable(names)), name=f"{area.id}-names"))


def _draw_lines(press: Press, area: GridArea) -> Iterator[Path]:
    places = area.places.by_id
    for line in area.lines:
        courses = [[(places[id].x, places[id].y) for id in line.through]] if line.through else []
        for first, second in line.between:
            others = places[second].outline
            near = [one for one in places[first].outline if min(dist(one, other) for other in others) < _NEAR]
            courses.append(near)
        segments = tuple(segment for course in courses for segment in polyline(course))
        yield Path(segments, stroke=Stroke(press.palette[line.colour], line.line, cap="round", join="round"))


def _draw_id(press: Press, area: GridArea, place: Place) -> Iterable[Shape]:
    """Set the id at the top of a hexagon, which has less room below a corner, or in the middle."""
    y = place.y
    if area.cells.startswith("hex"):
        y = place.spot.top + press.style("label").size * 0.7 + area.cell * _TOP[area.cells == "hex_pointed"]
    thing = f"{area.id} {place.id}"
    return press.centred(place.id, "label", (place.x, y), max_width=area.cell * 0.5, thing=thing)


def lay_out_board_figure(press: Press, figure: BoardFigure, *, width: float) -> Block:
    """Draw the cells from the first place to the last, at the figure's size if the width allows."""
    board = press.kit.parts_of(Board)[figure.board]
    area = next(area for area in board.areas if isinstance(area, GridArea) and area.id == figure.area)
    first, last = area.places.by_id[figure.first], area.places.by_id[figure.last]
    shown = [place for place in area.places if first.x <= place.x <= last.x and first.y <= place.y <= last.y]
    names = name_lines(shown)
    left, top = (min(line) - area.cell / 2 for line in names)
    columns, rows = (round((max(line) - min(line)) / area.cell) + 1 for line in names)
    edge = _LABELS if figure.labels else 0.0
    size = min(figure.size, (width - edge) / columns)
    scale = size / area.cell
    draw = place_drawer(press, area)
    cells = tuple(
        Group(draw(place), transform=translation(place.spot.left - left, place.spot.top - top))
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
