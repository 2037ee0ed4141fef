"""Lines of drawings that are shown smaller than they were made: a line keeps a width that can be printed."""

from collections.abc import Iterable
from operator import is_

from generator.model.values import replace
from generator.scene.shapes import Group, Path, Shape, Stroke, Symbol, Use, find_scale

LEAST_LINE = 0.1
"""Minimum width of a scaled line on paper, in mm: most print shops ask for 0.25 pt, which is 0.088 mm."""
_ENOUGH = 0.999
"""Share of the minimum below which a line is too thin; above, it is so by rounding."""


def strengthen(shapes: Iterable[Shape], scale: float) -> tuple[Shape, ...]:
    """Return shapes for a drawing at a scale, whose lines are at least `LEAST_LINE` wide on paper.

    Dashes keep their proportion. Shapes without thin lines, and symbols of them, stay the same objects.
    """
    made: dict[tuple[Symbol, float], Symbol] = {}

    def change(shape: Shape, scale: float) -> Shape:
        match shape:
            case Path(stroke=Stroke() as line):
                wider = scale_stroke(line, scale)
                return shape if wider is line else replace(shape, stroke=wider)
            case Group():
                inner, is_same = change_all(shape.shapes, scale * find_scale(shape.transform))
                return shape if is_same else replace(shape, shapes=inner)
            case Use(symbol=symbol):
                scale *= find_scale(shape.transform)
                key = symbol, round(scale, 4)
                if key not in made:
                    inner, is_same = change_all(symbol.shapes, scale)
                    made[key] = symbol if is_same else Symbol(symbol.name, inner, symbol.box)
                return shape if made[key] is symbol else replace(shape, symbol=made[key])
        return shape

    def change_all(shapes: Iterable[Shape], scale: float) -> tuple[tuple[Shape, ...], bool]:
        old = tuple(shapes)
        new = tuple(change(shape, scale) for shape in old)
        return new, all(map(is_, new, old))

    return change_all(shapes, scale)[0]


def scale_stroke(line: Stroke, scale: float) -> Stroke:
    """Return a line that is at least `LEAST_LINE` wide when it is drawn at a scale."""
    if not 0 < line.width * scale < LEAST_LINE * _ENOUGH:
        return line
    factor = LEAST_LINE / (line.width * scale)
    dash = tuple(length * factor for length in line.dash)
    return replace(line, width=line.width * factor, dash=dash, phase=line.phase * factor)
