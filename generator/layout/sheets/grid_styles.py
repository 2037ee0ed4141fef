"""Drawings behind the squares of a grid: a disc with stalks, a hill."""

from itertools import pairwise
from math import atan2, cos, hypot, sin
from typing import TypeAlias

from generator.layout.press.press import Press
from generator.layout.shapes.curves import (
    circle,
    filled,
    line,
    rectangle,
    rounded_rectangle,
    smooth_curve,
    stroked,
)
from generator.model.places import SquareGrid
from generator.model.rectangles import Rectangle
from generator.model.sheet import GridSection
from generator.scene.shapes import Group, Path, Shape

Margins: TypeAlias = tuple[float, float, float, float]
"""Space of a style around its squares, in mm: left, top, right, and bottom."""

NO_MARGINS: Margins = (0.0, 0.0, 0.0, 0.0)


def find_margins(look: str, size: float) -> Margins:
    """Return the margins of a style for squares of a size."""
    if look == "disc":
        return (size * 0.4,) * 4
    return (size * 0.35, size * 0.5, size * 0.35, 0.6) if look == "hill" else NO_MARGINS


def draw_style(press: Press, section: GridSection, grid: SquareGrid, size: float) -> tuple[Shape, ...]:
    """Draw the ground of a grid whose top left corner is the origin."""
    if section.look == "disc":
        return _draw_disc(press, section.stalks, grid, size)
    return _draw_hill(press, grid, size) if section.look == "hill" else ()


def _draw_disc(press: Press, stalks: str, grid: SquareGrid, size: float) -> tuple[Shape, ...]:
    centre_x, centre_y = grid.width * size / 2, grid.height * size / 2
    outer = [square for square in grid.marked(stalks) if len(grid.neighbours(square)) < 4]
    radius = max(
        hypot(x * size - centre_x, y * size - centre_y)
        for square in grid
        for x, y in Rectangle(square.x, square.y, square.x + 1, square.y + 1).corners
        if square not in outer
    )
    shapes: list[Shape] = [
        filled(circle(centre_x, centre_y, radius + 1.4), press.palette["shade_edge"]),
        filled(circle(centre_x, centre_y, radius + 0.2), press.palette["shade"]),
    ]
    for square in outer:
        middle = ((square.x + 0.5) * size, (square.y + 0.5) * size)
        angle = atan2(middle[1] - centre_y, middle[0] - centre_x)
        edge = size / 2 / max(abs(cos(angle)), abs(sin(angle)))
        away = hypot(middle[0] - centre_x, middle[1] - centre_y)
        tip = max(edge, radius + 1.4 - away) + size * 0.36
        shapes.append(_draw_club(press, middle, angle, tip, size))
    return tuple(shapes)


def _draw_club(press: Press, middle: tuple[float, float], angle: float, tip: float, size: float) -> Shape:
    colour = press.palette["accent"]
    stalk, thick, across = size * 0.15, size * 0.2, size * 0.62
    shapes: tuple[Path, ...] = (
        filled(rectangle(0, -stalk / 2, tip - thick / 2, stalk), colour),
        filled(rounded_rectangle(tip - thick, -across / 2, thick, across, thick / 2), colour),
    )
    a, b = cos(angle), sin(angle)
    return Group(shapes, transform=(a, b, -b, a, *middle))


def _draw_hill(press: Press, grid: SquareGrid, size: float) -> tuple[Shape, ...]:
    columns = sorted({square.x for square in grid})
    bottom = grid.height * size
    rise = size * 0.34
    tops = [min(square.y for square in grid.column(x)) * size - rise for x in columns]
    left, right = columns[0] * size, (columns[-1] + 1) * size
    # Where two columns meet, the hill passes over the higher one.
    points = [(x * size, min(pair)) for x, pair in zip(columns[1:], pairwise(tops), strict=False)]
    points = [(left - size * 0.35, bottom), (left, tops[0]), *points]
    points += [(right, tops[-1]), (right + size * 0.35, bottom)]
    hill = smooth_curve(points)
    return (
        filled((*hill, ("Z",)), press.palette["shade"]),
        stroked(hill, press.palette["red"], 0.8),
        stroked(line(left - 2, bottom + 0.3, right + 2, bottom + 0.3), press.palette["line"], 0.5),
    )
