"""Lines and outlines as segments, in mm, from which everything is drawn."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, product
from math import ceil, dist, hypot, sqrt
from operator import is_

from generator.model.elements.template import PATTERNS
from generator.model.geometry import Point, Rectangle
from generator.model.values import replace
from generator.scene.shapes import (
    Colour,
    GlyphRun,
    Group,
    Path,
    Picture,
    Segment,
    Shape,
    Stroke,
    Symbol,
    Use,
    measure_box,
    measure_least_scale,
    move_segments,
    outline_run,
    rotation,
    scaling,
    translation,
)
from generator.scene.svg_outline import StraightPart, cut_up, split_outline

CIRCLE = 0.5522847498
"""Length of the handles of four cubic curves that approximate a circle of radius 1."""


def rectangle(x: float, y: float, width: float, height: float) -> tuple[Segment, ...]:
    """Return a rectangle with its top left corner at (x, y)."""
    right, bottom = x + width, y + height
    return (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))


def box_outline(box: Rectangle) -> tuple[Segment, ...]:
    """Return the outline of a box."""
    return rectangle(box.left, box.top, box.width, box.height)


def rounded_rectangle(x: float, y: float, width: float, height: float, radius: float) -> tuple[Segment, ...]:
    """Return a rectangle with rounded corners; the radius is at most half the shorter side."""
    r = min(radius, width / 2, height / 2)
    if r <= 0:
        return rectangle(x, y, width, height)
    right, bottom = x + width, y + height
    return rounded((x, y, r), (right, y, r), (right, bottom, r), (x, bottom, r))


def rounded(*corners: tuple[float, float, float], near: float = 1 - CIRCLE) -> tuple[Segment, ...]:
    """Return an outline with rounded right angles: x, y, and the radius of each corner.

    Handles end at a share of the radius, `near`, from the corner.
    """
    parts: list[tuple[Segment, ...]] = []
    for index, (x, y, r) in enumerate(corners):
        corner = complex(x, y)
        sides = (complex(*corners[other % len(corners)][:2]) - corner for other in (index - 1, index + 1))
        before, after = (side / abs(side) * r for side in sides)
        start, handle, handle2, end = (corner + by for by in (before, before * near, after * near, after))
        curve: Segment = ("C", handle.real, handle.imag, handle2.real, handle2.imag, end.real, end.imag)
        parts.append((("L", start.real, start.imag), *([curve] if r else [])))
    first, *others = parts
    return (("M", *first[-1][-2:]), *chain.from_iterable(others), *(first if len(first) > 1 else ()), ("Z",))


def circle(x: float, y: float, radius: float) -> tuple[Segment, ...]:
    """Return a circle around (x, y)."""
    return ellipse(x - radius, y - radius, 2 * radius, 2 * radius)


def ellipse(x: float, y: float, width: float, height: float) -> tuple[Segment, ...]:
    """Return the ellipse in a box."""
    rx, ry = width / 2, height / 2
    cx, cy = x + rx, y + ry
    kx, ky = rx * CIRCLE, ry * CIRCLE
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    )


def line(x1: float, y1: float, x2: float, y2: float) -> tuple[Segment, ...]:
    """Return a straight line."""
    return (("M", x1, y1), ("L", x2, y2))


def polyline(points: Sequence[Point]) -> tuple[Segment, ...]:
    """Return straight lines from point to point."""
    first, *rest = points
    return (("M", *first), *(("L", x, y) for x, y in rest))


def polygon(points: Sequence[Point]) -> tuple[Segment, ...]:
    """Return a closed outline of straight lines."""
    return (*polyline(points), ("Z",))


def hatching(x: float, y: float, width: float, height: float, *, step: float) -> tuple[Segment, ...]:
    """Return parallel lines rising to the right inside a box, `step` apart along its edges."""
    segments: list[Segment] = []
    reach = step / 2
    while reach < width + height:
        start = (x, y + reach) if reach <= height else (x + reach - height, y + height)
        end = (x + reach, y) if reach <= width else (x + width, y + reach - width)
        segments += line(*start, *end)
        reach += step
    return tuple(segments)


def filled(segments: Iterable[Segment], colour: Colour) -> Path:
    """Return an area."""
    return Path(tuple(segments), fill=colour)


def stroked(
    segments: Iterable[Segment], colour: Colour, width: float, *, dash: tuple[float, ...] = ()
) -> Path:
    """Return a line with round ends and corners."""
    return Path(tuple(segments), stroke=Stroke(colour, width, dash=dash, cap="round", join="round"))


def outlined(
    segments: Sequence[Segment], fill: Colour, colour: Colour, width: float, *, dash: tuple[float, ...] = ()
) -> tuple[Path, Path]:
    """Return a filled outline and the line around it."""
    return filled(segments, fill), stroked(segments, colour, width, dash=dash)


_SHORTEST = 1e-6
"""Length below which a straight part has no direction."""


def measure_distance(part: StraightPart, point: Point) -> float:
    """Return the distance of a point from a straight part of an outline."""
    (x, y), end = part
    dx, dy = end[0] - x, end[1] - y
    length = dx * dx + dy * dy
    share = ((point[0] - x) * dx + (point[1] - y) * dy) / length if length else 0.0
    share = min(max(share, 0.0), 1.0)
    return hypot(x + dx * share - point[0], y + dy * share - point[1])


def grow_outline(segments: Sequence[Segment], by: float) -> tuple[Segment, ...]:
    """Return an outline that is further out everywhere, with blunt corners; it may overlap itself."""
    parts = [(start, end) for start, end in cut_up(segments) if dist(start, end) > _SHORTEST]
    if sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in parts) < 0:
        parts = [(end, start) for start, end in reversed(parts)]
    sides = [(x2 - x, y2 - y, dist((x, y), (x2, y2))) for (x, y), (x2, y2) in parts]
    directions = [(across / length, down / length) for across, down, length in sides]
    following = [*directions[1:], *directions[:1]]
    points: list[Point] = []
    for (_, (x, y)), (dx, dy), (dx2, dy2) in zip(parts, directions, following, strict=True):
        half = hypot(dx + dx2, dy + dy2) / 2
        further = sqrt(max(1 - half * half, 0.0)) / (1 + half)
        if dx * dy2 < dy * dx2:
            # Inside a bend, the path goes back to the corner, so that it encloses what it passes twice.
            points += [(x + dy * by, y - dx * by), (x, y), (x + dy2 * by, y - dx2 * by)]
        else:
            points.append((x + (dy + dx * further) * by, y + (dy * further - dx) * by))
            points.append((x + (dy2 - dx2 * further) * by, y - (dx2 + dy2 * further) * by))
    return polygon(points) if points else ()


def draw_shadow(shapes: Sequence[Shape], colour: Colour, by: Point, blur: float) -> Group:
    """Return the shadow of shapes, with an edge of this width that fades away."""
    count = 8 if blur else 1
    share = 1 - (1 - min(colour.alpha, 0.999)) ** (1 / count)
    solid = replace(colour, alpha=1.0)
    layers = (Group(trace(shapes, solid, blur * index / count), opacity=share) for index in range(count))
    return Group(tuple(layers), transform=translation(*by))


def trace(shapes: Iterable[Shape], colour: Colour, grow: float = 0.0) -> tuple[Shape, ...]:
    """Return shapes in one colour and larger on all sides; letters become outlines, without text."""
    return tuple(_trace(shape, colour, grow) for shape in shapes)


def _trace(shape: Shape, colour: Colour, grow: float) -> Shape:
    if isinstance(shape, Group | Use):
        a, b, c, d, _, _ = shape.transform
        grow /= sqrt(abs(a * d - b * c)) or 1.0
        inner: Sequence[Shape] = shape.shapes if isinstance(shape, Group) else shape.symbol.shapes
        clip = shape.clip if isinstance(shape, Group) else None
        if clip and grow:
            lines = (grow_outline(line, grow) for line in split_outline(clip.segments))
            clip = Path(tuple(segment for line in lines for segment in line))
        return Group(trace(inner, colour, grow), transform=shape.transform, clip=clip)
    if isinstance(shape, Picture):
        shape = Path(box_outline(Rectangle(*measure_box(shape))), fill=colour)
    elif isinstance(shape, GlyphRun):
        shape = Path(outline_run(shape), fill=colour)
    line = shape.stroke or Stroke(colour, 0.0)
    if line.width or grow:
        join = "round" if grow else line.join
        dash = () if shape.fill else line.dash
        line = replace(line, colour=colour, width=line.width + 2 * grow, join=join, dash=dash)
        return replace(shape, fill=shape.fill and colour, stroke=line)
    return replace(shape, fill=colour, stroke=None)


LEAST_LINE = 0.1
"""Minimum width of a scaled line on paper, in mm: most print shops ask for 0.25 pt, which is 0.088 mm."""
_ENOUGH = 0.999
"""Share of the minimum below which a line is too thin: above it, the difference is a rounding error."""


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
                inner, is_same = change_all(shape.shapes, scale * measure_least_scale(shape.transform))
                return shape if is_same else replace(shape, shapes=inner)
            case Use(symbol=symbol):
                scale *= measure_least_scale(shape.transform)
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
