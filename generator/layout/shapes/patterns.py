"""Patterns that fill a panel: a second cue beside a colour, and what the backs of cards are made of.

Every pattern is centred on the panel, so that it looks the same from both ends, and reaches a
little beyond it: whoever draws it cuts it to the panel's outline.
"""

from collections.abc import Callable, Iterator, Mapping
from math import ceil, sqrt

from generator.layout.shapes.curves import circle, line, polygon, rectangle
from generator.model.rectangles import Rectangle
from generator.model.template import PATTERNS
from generator.scene.shapes import Colour, Path, Segment, Stroke

Points = Iterator[tuple[float, float]]


def draw_pattern(name: str, edges: Rectangle, colour: Colour, *, size: float = 0.0) -> tuple[Path, ...]:
    """A pattern of PATTERNS; `size` is after how many mm it repeats, 0: its own."""
    return (_PATTERNS[name](edges, size or PATTERNS[name], colour),)


def _stripes(edges: Rectangle, size: float, colour: Colour) -> Path:
    """Falling to the left, two fifths of the ground covered; `size` is measured across them."""
    left, top, right, bottom = edges
    step = size * sqrt(2)
    middle = (left + right + top + bottom) / 2
    reach = (right - left + bottom - top) / 2 + step
    count = ceil(reach / step)
    segments: list[Segment] = []
    for index in range(-count, count + 1):
        total = middle + index * step
        segments += line(total - top + size, top - size, total - bottom - size, bottom + size)
    return Path(tuple(segments), stroke=Stroke(colour, size * 0.4))


def _dots(edges: Rectangle, size: float, colour: Colour) -> Path:
    return _each(edges, size, colour, lambda x, y: circle(x, y, size * 0.2))


def _rings(edges: Rectangle, size: float, colour: Colour) -> Path:
    return _each(edges, size, colour, lambda x, y: circle(x, y, size * 0.3), line_width=size * 0.09)


def _crosses(edges: Rectangle, size: float, colour: Colour) -> Path:
    arm, half = size * 0.26, size * 0.08

    def cross(x: float, y: float) -> tuple[Segment, ...]:
        return polygon(
            [
                (x - half, y - arm),
                (x + half, y - arm),
                (x + half, y - half),
                (x + arm, y - half),
                (x + arm, y + half),
                (x + half, y + half),
                (x + half, y + arm),
                (x - half, y + arm),
                (x - half, y + half),
                (x - arm, y + half),
                (x - arm, y - half),
                (x - half, y - half),
            ]
        )

    return _each(edges, size, colour, cross)


def _hexagons(edges: Rectangle, size: float, colour: Colour) -> Path:
    """A honeycomb: of every cell the three sides that its neighbours do not draw."""
    side = size / sqrt(3)

    def sides(x: float, y: float) -> tuple[Segment, ...]:
        half = size / 2
        return (
            ("M", x - half, y + side / 2),
            ("L", x - half, y - side / 2),
            ("L", x, y - side),
            ("L", x + half, y - side / 2),
        )

    return _each(edges, size, colour, sides, line_width=size * 0.07)


def _scales(edges: Rectangle, size: float, colour: Colour) -> Path:
    """Rows of half circles, each row shifted by half a circle, as on a fish."""
    radius = size / 2
    handle = radius * 0.5522847498
    segments: list[Segment] = []
    for x, y in _lattice(edges, size, size / 2):
        segments += (
            ("M", x - radius, y),
            ("C", x - radius, y - handle, x - handle, y - radius, x, y - radius),
            ("C", x + handle, y - radius, x + radius, y - handle, x + radius, y),
        )
    return Path(tuple(segments), stroke=Stroke(colour, size * 0.07))


def _checks(edges: Rectangle, size: float, colour: Colour) -> Path:
    half = size / 2
    segments: list[Segment] = []
    for x, y in _lattice(edges, size, half):
        segments += rectangle(x - half / 2, y - half / 2, half, half)
    return Path(tuple(segments), fill=colour)


def _bricks(edges: Rectangle, size: float, colour: Colour) -> Path:
    """Bricks twice as long as high."""
    left, _, right, _ = edges
    height = size / 2
    segments: list[Segment] = []
    rows = set()
    for x, y in _lattice(edges, size, height):
        segments += line(x, y - height / 2, x, y + height / 2)
        rows.add(y)
    for y in sorted(rows):
        segments += line(left - size, y + height / 2, right + size, y + height / 2)
    return Path(tuple(segments), stroke=Stroke(colour, size * 0.07))


def _waves(edges: Rectangle, size: float, colour: Colour) -> Path:
    left, top, right, bottom = edges
    step, lift = size / 2, size * 0.16
    x_middle, y_middle = (left + right) / 2, (top + bottom) / 2
    columns, rows = ceil((right - left) / 2 / size) + 1, ceil((bottom - top) / 2 / step) + 1
    segments: list[Segment] = []
    for row in range(-rows, rows + 1):
        y = y_middle + row * step
        x = x_middle - columns * size
        segments.append(("M", x, y))
        for _ in range(2 * columns):
            # Half a period up, half a period down: handles that come near to a sine.
            handle = size * 0.182
            segments.append(("C", x + handle, y - lift, x + size / 2 - handle, y - lift, x + size / 2, y))
            x += size / 2
            segments.append(("C", x + handle, y + lift, x + size / 2 - handle, y + lift, x + size / 2, y))
            x += size / 2
    return Path(tuple(segments), stroke=Stroke(colour, size * 0.1))


def _each(
    edges: Rectangle,
    size: float,
    colour: Colour,
    draw: Callable[[float, float], tuple[Segment, ...]],
    *,
    line_width: float = 0.0,
) -> Path:
    """Something at every point of a lattice of triangles, all of it one path."""
    segments: list[Segment] = []
    for x, y in _lattice(edges, size, size * sqrt(3) / 2):
        segments += draw(x, y)
    if line_width:
        return Path(tuple(segments), stroke=Stroke(colour, line_width))
    return Path(tuple(segments), fill=colour)


def _lattice(edges: Rectangle, across: float, down: float) -> Points:
    """Points in rows from the middle outwards, every other row shifted by half a step."""
    left, top, right, bottom = edges
    x_middle, y_middle = (left + right) / 2, (top + bottom) / 2
    columns, rows = ceil((right - left) / 2 / across) + 1, ceil((bottom - top) / 2 / down) + 1
    for row in range(-rows, rows + 1):
        shift = across / 2 if row % 2 else 0.0
        for column in range(-columns, columns + 1):
            yield x_middle + column * across + shift, y_middle + row * down


_Draw = Callable[[Rectangle, float, Colour], Path]

_PATTERNS: Mapping[str, _Draw] = {
    "stripes": _stripes,
    "dots": _dots,
    "checks": _checks,
    "waves": _waves,
    "bricks": _bricks,
    "rings": _rings,
    "hexagons": _hexagons,
    "crosses": _crosses,
    "scales": _scales,
}
