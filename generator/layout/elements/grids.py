"""Grids of cells, each drawn by a template or in the colour of its kind, with lines and labels."""

from collections.abc import Callable, Iterator
from math import dist
from typing import TypeAlias

from generator.layout.elements.drawer import Room
from generator.layout.elements.templates import ReadyTemplate
from generator.layout.press.press import Press
from generator.layout.press.squares import draw_square
from generator.layout.shapes.curves import filled, polygon, polyline
from generator.model.grids import EDGE_LABELS, CellLine, GridArea
from generator.model.places import Place
from generator.model.rectangles import Point
from generator.model.template import Template
from generator.scene.shapes import Group, Path, Segment, Shape, Stroke
from generator.scene.transforms import translation

DrawPlace: TypeAlias = Callable[[Place], tuple[Shape, ...]]
"""Draws a place with the top left corner of its box at the origin."""

_ID = 0.02
"""Distance of the id of a cell from its highest corner or edge, as a share of the width of the cell."""
_ICON = 0.5


def draw_grid(press: Press, area: GridArea) -> tuple[Shape, ...]:
    """Draw the cells of a grid from back to front, the lines between them, and their labels."""
    draw, half = cell_drawer(press, area), area.cell / 2
    cells: list[Shape] = []
    outlines: list[Segment] = []
    for place in area.places:
        if area.cells == "square":
            x, y, shapes = place.x - half, place.y - half, draw(place)
        else:
            corners = area.outline(place.id)
            x, y = (min(values) for values in zip(*corners, strict=True))
            clip = polygon([(left - x, top - y) for left, top in corners])
            shapes = (
                (Group(draw(place), clip=Path(clip)),) if area.look else _draw_cell(press, area, place, clip)
            )
        cells.append(Group(shapes, f"{area.id}-{place.id}", transform=translation(x, y)))
        outlines += polygon(area.outline(place.id))
    shapes = (Group(tuple(cells), name=f"{area.id}-cells"),)
    stroke = area.stroke or ("" if area.cells == "square" else "line")
    if stroke:
        shapes += (Path(tuple(outlines), stroke=Stroke(press.palette[stroke], area.line, join="round")),)
    shapes += tuple(_draw_line(press, area, line) for line in area.lines)
    if not area.labelled:
        return shapes
    return (*shapes, Group(tuple(_draw_labels(press, area)), name=f"{area.id}-names"))


def cell_drawer(press: Press, area: GridArea) -> DrawPlace:
    """Return a function that draws a cell by its template, or a square with its marks.

    What several cells share is drawn once.
    """
    if area.look:
        fields = [place.all_fields() for place in area.places]
        ready = ReadyTemplate(press, Template(area.look, area.drawn), Room(*area.cell_size), fields)
        return lambda place: ready.draw(place.all_fields())
    return lambda place: draw_square(
        press, size=area.cell, marks=place.marks, ground=_find_colour(press, place)
    )


def _find_colour(press: Press, place: Place) -> str:
    return place.kind if place.kind in press.kit.theme.colours else "paper"


def _draw_cell(press: Press, area: GridArea, place: Place, outline: tuple[Segment, ...]) -> tuple[Shape, ...]:
    styles = [press.mark(mark) for mark in place.marks]
    fill = next((style.fill for style in styles if style.fill), _find_colour(press, place))
    shapes: list[Shape] = [filled(outline, press.palette[fill])]
    edge, (left, top, _, _) = area.cell * _ICON, area.grid.spot(place.id)
    x, y = area.grid.middle(place.id)
    for style in [style for style in styles if style.icon][:1]:
        corner = ((x - left) * area.cell - edge / 2, (y - top) * area.cell - edge / 2)
        shapes += press.icon(style.icon, *corner, edge, colour=style.colour)
    return tuple(shapes)


def _draw_line(press: Press, area: GridArea, line: CellLine) -> Shape:
    middles = {place.id: (place.x, place.y) for place in area.places}
    segments = list(polyline([middles[id] for id in line.through])) if line.through else []
    for first, second in line.between:
        edge = find_edge(area, first, second)
        segments += polyline(edge)
    colour = press.palette[line.colour]
    return Path(tuple(segments), stroke=Stroke(colour, line.line, cap="round", join="round"))


def find_edge(area: GridArea, first: str, second: str) -> list[Point]:
    """Return the ends of the edge that two neighbours share."""
    others = area.outline(second)
    return [
        one for one in area.outline(first) if min(dist(one, other) for other in others) < area.cell * 0.01
    ]


def _draw_labels(press: Press, area: GridArea) -> Iterator[Shape]:
    if area.has_edge_labels:
        names = find_line_names(area)
        left, top, right, bottom = area.box.grown(-EDGE_LABELS / 2)
        spots = [(name, (x, y)) for x, name in names[0].items() for y in (top, bottom)]
        spots += [(name, (x, y)) for y, name in names[1].items() for x in (left, right)]
        for name, middle in spots:
            yield from press.centred(name, "board_label", middle, colour="soft")
        return
    style = press.style("label")
    for place in area.places:
        corners = area.outline(place.id)
        y = place.y
        if len(corners) == 6:
            # Hexagons with a corner at the top have less room there.
            inset = _ID + (0.12 if area.cells == "hex_pointed" else 0.0)
            y = min(top for _, top in corners) + inset * area.cell + style.size * 0.7
        width = area.cell * 0.5
        yield from press.centred(
            place.id, "label", (place.x, y), max_width=width, thing=f"{area.id} {place.id}"
        )


def find_line_names(area: GridArea) -> tuple[dict[float, str], dict[float, str]]:
    """Return the names of columns by x and of rows by y, as they are in the ids of the places."""
    cells = [(cell.x, cell.y) for cell in area.grid]
    columns, rows = {}, {}
    labels = area.coordinates.label(cells, area.grid.tiling)
    for place, (column, row) in zip(area.places, labels, strict=True):
        columns[place.x], rows[place.y] = column, row
    return columns, rows
