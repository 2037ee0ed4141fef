"""Grids of a board, with letters and numbers along the edges, or ids in the cells."""

from collections.abc import Iterable, Iterator
from itertools import chain
from math import dist

from generator.layout.boards.tokens import place_drawer
from generator.layout.press.press import Press
from generator.layout.shapes.curves import polygon, polyline
from generator.model.elements.areas import EDGE_LABELS, GridArea
from generator.model.elements.squares import Place, name_lines
from generator.scene.shapes import Group, Path, Region, Shape, Stroke, translation

_TOP = (0.02, 0.14)
"""Distance of an id from the top of a hexagon with an edge, or a corner, there, as a share of its width."""
_NEAR = 0.001


def lay_out_board_grid(press: Press, area: GridArea) -> tuple[Shape, ...]:
    """Draw the cells of a grid, with letters above and below it and numbers on both sides."""
    draw = place_drawer(press, area)
    cells = tuple(
        Group(
            draw(place),
            name=f"{area.id}-{place.id}",
            transform=translation(place.spot.left, place.spot.top),
            region=Region(area.id, place.id, (0.0, 0.0, place.spot.width, place.spot.height)),
        )
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
