"""Patterns that fill a panel: a second cue besides colour, and the backs of cards.

Every pattern is centred on the panel, so that it looks the same from both ends, and extends a little beyond
it: the caller clips it to the outline of the panel.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import product
from math import ceil, hypot, sqrt

from generator.layout.shapes.curves import CIRCLE, circle, line, polygon, polyline, rectangle
from generator.model.elements.template import PATTERNS
from generator.model.geometry import Point, Rectangle
from generator.scene.shapes import (
    Colour,
    Group,
    Path,
    Segment,
    Shape,
    Stroke,
    move_segments,
    rotation,
    scaling,
)

_SPREAD = (0.7548776662, 0.5698402910, 0.6180339887)
"""Steps that fill a square and a range evenly (the plastic numbers and the golden ratio)."""


@lru_cache(64)
def draw_pattern(
    name: str, edges: Rectangle, colour: Colour, *, size: float = 0.0, angle: float = 0.0
) -> tuple[Shape, ...]:
    """Draw a pattern of PATTERNS; `size` is its period in mm, 0: the default."""
    if angle:
        x, y = edges.middle
        turned = Rectangle(x, y, x, y).grown(hypot(edges.width, edges.height) / 2)
        return (Group(draw_pattern(name, turned, colour, size=size), transform=rotation(angle, x, y)),)
    draw, line_width = _PATTERNS[name]
    size = size or PATTERNS[name]
    segments = tuple(draw(edges, size))
    if line_width:
        return (Path(segments, stroke=Stroke(colour, size * line_width)),)
    return (Path(segments, fill=colour),)


def _stripes(edges: Rectangle, size: float) -> Iterator[Segment]:
    """Yield lines that fall to the left; `size` is the distance between them."""
    left, top, right, bottom = edges
    step = size * sqrt(2)
    middle = (left + right + top + bottom) / 2
    reach = (right - left + bottom - top) / 2 + step
    count = ceil(reach / step)
    for index in range(-count, count + 1):
        total = middle + index * step
        yield from line(total - top + size, top - size, total - bottom - size, bottom + size)


def _grid(edges: Rectangle, size: float) -> Iterator[Segment]:
    (x, y), count = edges.middle, ceil(max(edges.width, edges.height) / 2 / size)
    for index in range(-count, count + 1):
        by, reach = index * size, count * size
        yield from line(x + by, y - reach, x + by, y + reach)
        yield from line(x - reach, y + by, x + reach, y + by)


def _stars(edges: Rectangle, size: float) -> Iterator[Segment]:
    """Yield dots of many sizes at places that look random, about one for each square of the size."""
    (x, y), wide, high = edges.middle, edges.width / 2 + size, edges.height / 2 + size
    for index in range(ceil(2 * wide * high / size**2)):
        right, down, share = ((index * step) % 1 for step in _SPREAD)
        for side in (1, -1):
            at = x + side * (2 * right - 1) * wide, y + side * (2 * down - 1) * high
            yield from circle(*at, radius=size * (0.03 + 0.12 * share**4))


def _waves(edges: Rectangle, size: float) -> Iterator[Segment]:
    (x_middle, y_middle), step = edges.middle, size / 2
    # These handles approximate a sine.
    handle, lift = size * 0.182, size * 0.16
    columns, rows = ceil(edges.width / 2 / size) + 1, ceil(edges.height / 2 / step) + 1
    for row in range(-rows, rows + 1):
        x, y = x_middle - columns * size, y_middle + row * step
        yield "M", x, y
        for half in range(4 * columns):
            control = y + (lift if half % 2 else -lift)
            yield "C", x + handle, control, x + step - handle, control, x + step, y
            x += step


def _repeat(
    figure: Sequence[Segment], down: float, edges: Rectangle, size: float, *, share: float = 1.0
) -> Iterator[Segment]:
    """Yield a figure, drawn at a share of the size, in rows; every other row is shifted by half a step."""
    (x, y), step = edges.middle, size * down
    columns, rows = ceil(edges.width / 2 / size) + 1, ceil(edges.height / 2 / step) + 1
    for row, column in product(range(-rows, rows + 1), range(-columns, columns + 1)):
        place = x + column * size + (size / 2 if row % 2 else 0.0), y + row * step
        yield from move_segments(scaling(size * share, *place), figure)


_TRIANGULAR = sqrt(3) / 2
"""Distance of the rows of a triangular lattice."""
_SIDE, _HANDLE = 1 / sqrt(3), CIRCLE / 2
_DOT = circle(0, 0, 1)
_SQUARE = rectangle(-0.25, -0.25, 0.5, 0.5)
_BRICK = (*line(0, -0.25, 0, 0.25), *line(-0.5, 0.25, 0.5, 0.25))
_ARM: tuple[Point, ...] = ((-0.08, -0.26), (0.08, -0.26), (0.08, -0.08))
_HALF_CROSS = (*_ARM, *((-y, x) for x, y in _ARM))
_CROSS = polygon([*_HALF_CROSS, *((-x, -y) for x, y in _HALF_CROSS)])
_HONEYCOMB = polyline([(-0.5, _SIDE / 2), (-0.5, -_SIDE / 2), (0, -_SIDE), (0.5, -_SIDE / 2)])
"""Three sides of each cell, because its neighbours have the others."""
_HALF_CIRCLE: tuple[Segment, ...] = (
    ("M", -0.5, 0),
    ("C", -0.5, -_HANDLE, -_HANDLE, -0.5, 0, -0.5),
    ("C", _HANDLE, -0.5, 0.5, -_HANDLE, 0.5, 0),
)
_PATTERNS: Mapping[str, tuple[Callable[[Rectangle, float], Iterable[Segment]], float]] = {
    "stripes": (_stripes, 0.4),
    "dots": (partial(_repeat, _DOT, _TRIANGULAR, share=0.2), 0.0),
    "checks": (partial(_repeat, _SQUARE, 0.5), 0.0),
    "waves": (_waves, 0.1),
    "bricks": (partial(_repeat, _BRICK, 0.5), 0.07),
    "rings": (partial(_repeat, _DOT, _TRIANGULAR, share=0.3), 0.09),
    "hexagons": (partial(_repeat, _HONEYCOMB, _TRIANGULAR), 0.07),
    "crosses": (partial(_repeat, _CROSS, _TRIANGULAR), 0.0),
    "scales": (partial(_repeat, _HALF_CIRCLE, 0.5), 0.07),
    "hatches": (_stripes, 0.12),
    "grid": (_grid, 0.04),
    "stars": (_stars, 0.0),
}
"""Segments, and the line width as a share of the size; 0: filled."""
