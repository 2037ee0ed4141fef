"""Shapes at the origin, in mm: outlines of lines, curves, and components, and blocks to be placed later.

The origin of a component is the top left corner of the box around its cut.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import accumulate, chain, pairwise, product
from math import ceil, cos, dist, hypot, pi, radians, sin, sqrt
from operator import is_
from typing import TypeAlias

from generator.model.elements.template import PATTERNS
from generator.model.geometry import Point, Rectangle, place_cells
from generator.model.kit import Form
from generator.model.language.kinds import SideShare, parse_colour
from generator.model.values import dataclass, replace
from generator.scene.shapes import (
    IDENTITY,
    TARGET,
    Colour,
    GlyphRun,
    Group,
    Path,
    Picture,
    Region,
    Segment,
    Shape,
    Stroke,
    Symbol,
    Tag,
    Use,
    measure_bounds,
    measure_box,
    measure_least_scale,
    move_segments,
    outline_run,
    rotation,
    scaling,
    translation,
)
from generator.scene.svg_outline import StraightPart, contains, cut_up, parse_outline, split_outline

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


@lru_cache(maxsize=1024)
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
    """Yield dots of many sizes at scattered places."""
    for _, share, x, y in _scatter(edges, size):
        yield from circle(x, y, radius=size * (0.03 + 0.12 * share**4))


def _rays(edges: Rectangle, size: float) -> Iterator[Segment]:
    """Yield rays from the middle; the size is the distance between them at the corners."""
    (x, y), reach = edges.middle, hypot(edges.width, edges.height) / 2
    count = max(round(2 * pi * reach / size), _LEAST_RAYS)
    # The ends of rays beyond the corners are straight.
    far, half = reach / cos(pi / count), pi / count / 2
    for index in range(count):
        turn = 2 * pi * index / count - pi / 2
        ends = [(x + far * cos(turn + by), y + far * sin(turn + by)) for by in (-half, half)]
        yield from polygon(((x, y), *ends))


def _halftone(edges: Rectangle, size: float) -> Iterator[Segment]:
    """Yield dots that grow from the upper edge to the lower one."""
    (x, y), step = edges.middle, size * _TRIANGULAR
    columns, rows = ceil(edges.width / 2 / size) + 1, ceil(edges.height / 2 / step)
    for row, column in product(range(-rows, rows + 1), range(-columns, columns + 1)):
        at = x + column * size + (size / 2 if row % 2 else 0.0), y + row * step
        share = min(max((at[1] - edges.top) / edges.height, 0.0), 1.0)
        if share * _LARGEST_DOT > _SMALLEST_DOT:
            yield from circle(*at, radius=size * share * _LARGEST_DOT)


def _grain(edges: Rectangle, size: float) -> Iterator[Segment]:
    """Yield short strokes at scattered places, in directions that look random."""
    for index, share, x, y in _scatter(edges, size):
        turn, half = 2 * pi * ((index * _GOLDEN) % 1), size * (0.1 + 0.25 * share)
        across, along = half * cos(turn), half * sin(turn)
        yield from line(x - across, y - along, x + across, y + along)


def _scatter(edges: Rectangle, size: float) -> Iterator[tuple[int, float, float, float]]:
    """Yield places that look random, about one for each square, in pairs: number, a share, x, and y."""
    (x, y), wide, high = edges.middle, edges.width / 2 + size, edges.height / 2 + size
    for index in range(ceil(2 * wide * high / size**2)):
        right, down, share = ((index * step) % 1 for step in _SPREAD)
        for side in (1, -1):
            yield index, share, x + side * (2 * right - 1) * wide, y + side * (2 * down - 1) * high


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


_LEAST_RAYS = 5
_LARGEST_DOT, _SMALLEST_DOT = 0.46, 0.03
"""Radii of the dots of a halftone, as shares of their distance; smaller ones are left out."""
_GOLDEN = (sqrt(5) - 1) / 2
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
    "rays": (_rays, 0.0),
    "halftone": (_halftone, 0.0),
    "grain": (_grain, 0.07),
}
"""Segments, and the line width as a share of the size; 0: filled."""


Draw: TypeAlias = Callable[[], tuple[Shape, ...]]
"""Draws one side of a component."""


@dataclass(frozen=True, slots=True)
class Component:
    """A component, with front and back as they are seen: the origin is the top left of its `footprint`.

    Shapes may extend to the bleed of the form. A list has the same object once for each copy. A side is drawn
    when its sheet is, so that thousands of cards need no memory.
    """

    id: str
    form: Form
    draw_front: Draw
    draw_back: Draw | None = None
    """None: the back is empty."""

    @property
    def front(self) -> tuple[Shape, ...]:
        """The shapes of the front, drawn now."""
        return self.draw_front()

    @property
    def back(self) -> tuple[Shape, ...]:
        """The shapes of the back, drawn now."""
        return self.draw_back() if self.draw_back else ()


def footprint(form: Form) -> Rectangle:
    """Return the box around the cut: of a net, around all faces and tabs."""
    net = make_net(form) if form.is_net else form
    return Rectangle(0.0, 0.0, net.width, net.height)


def cut_outline(form: Form, *, beyond: float = 0.0) -> tuple[Segment, ...]:
    """Return the cut line; `beyond` moves it outwards, except that of a net."""
    if form.is_net:
        return make_net(form).cut
    if form.outline == "path":
        mirrored = (-1.0, 0.0, 0.0, 1.0, form.width, 0.0)
        outline = parse_outline(form.path, transform=mirrored if form.is_back else IDENTITY)
        # Art continues in the holes.
        return grow_outline(split_outline(outline)[0], beyond) if beyond else outline
    box = Rectangle(0.0, 0.0, form.width, form.height).grown(beyond)
    if form.outline == "hexagon":
        further = beyond * (2 / sqrt(3) - 1)
        x, y = (0.0, further) if box.height >= box.width else (further, 0.0)
        box = Rectangle(box.left - x, box.top - y, box.right + x, box.bottom + y)
    shape = {"round": "ellipse", "hexagon": "hexagon"}.get(form.outline, "rectangle")
    return shape_outline(shape, box, form.corner + beyond if form.corner else 0.0)


def distance_to_cut(form: Form, x: float, y: float) -> float:
    """Return the distance from a point inside to the cut line; negative outside."""
    parts = _cut_up_outline(form)
    distance = min(measure_distance(part, (x, y)) for part in parts)
    return distance if contains(parts, (x, y)) else -distance


@cache
def _cut_up_outline(form: Form) -> tuple[StraightPart, ...]:
    return tuple(cut_up(cut_outline(form)))


def fold_lines(form: Form) -> tuple[Segment, ...]:
    """Return the lines along which a net is folded; empty for flat forms."""
    return make_net(form).folds if form.is_net else ()


_POINTED = ((0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25))
_FLAT = ((0.0, 0.5), (0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0))


def measure_corner(box: Rectangle, corner: float | None) -> float:
    """Return the radius of the corners of a box in mm."""
    share = min(box.width, box.height) if isinstance(corner, SideShare) else 1.0
    return (corner or 0.0) * share


def shape_outline(shape: str, box: Rectangle, corner: float | None = None) -> tuple[Segment, ...]:
    """Return the outline of a shape in a box; raises ValueError for invalid path data."""
    left, top, right, bottom = box
    match shape:
        case "ellipse":
            return ellipse(left, top, box.width, box.height)
        case "hexagon":
            # With a point at the top if it is at least as high as wide.
            corners = _POINTED if box.height >= box.width else _FLAT
            return polygon([(left + x * box.width, top + y * box.height) for x, y in corners])
        case "diamond":
            x, y = left + box.width / 2, top + box.height / 2
            return polygon([(x, top), (right, y), (x, bottom), (left, y)])
        case "cross":
            shape = ".X./XXX/.X."
    if shape.lstrip()[0] in "Mm":
        return move_segments(translation(left, top), parse_outline(shape))
    if "X" in shape:
        return tuple(segment for corners in place_cells(shape, box) for segment in polygon(corners))
    return rounded_rectangle(left, top, box.width, box.height, measure_corner(box, corner))


def list_corners(shape: str, box: Rectangle, count: int) -> list[Point]:
    """Return the corners of a shape, clockwise from the top; of an ellipse, points at the same distance."""
    if shape == "ellipse":
        return [place_point(box, 360 * index / count) for index in range(count)]
    ends = (segment[-2:] for segment in shape_outline(shape, box) if segment[0] != "Z")
    return [*dict.fromkeys(ends)]


def place_point(box: Rectangle, angle: float, share: float = 1.0) -> Point:
    """Return the point of the ellipse in a box, or of a smaller one, clockwise from the top."""
    (x, y), across, down = box.middle, box.width / 2 * share, box.height / 2 * share
    return x + across * sin(radians(angle)), y - down * cos(radians(angle))


@dataclass(frozen=True, slots=True)
class PieceFace:
    """The place of a template on a component."""

    box: Rectangle
    """Box before the rotation."""
    turned: bool = False
    """True if it is rotated by 180 degrees."""
    is_back: bool = False
    name: str = ""
    """Value of the field `face`: on a cube, a number as on dice, where opposite faces add up to 7."""


def list_piece_faces(form: Form) -> tuple[PieceFace, ...]:
    """Return the positions of the templates of a form: several on nets."""
    return make_net(form).faces if form.is_net else (PieceFace(footprint(form)),)


@dataclass(frozen=True, slots=True)
class Net:
    """A piece as it is cut out, tabs included, and folded to a standee, a cube, or a tuck box."""

    width: float
    height: float
    faces: tuple[PieceFace, ...]
    cut: tuple[Segment, ...]
    folds: tuple[Segment, ...]


@cache
def make_net(form: Form) -> Net:
    """Return the net of a form that is one."""
    return {"standee": _make_standee, "cube": _make_cube, "tuck_box": _make_tuck_box}[form.outline](form)


_SLANT = 0.55
"""Inset of the ends of a tab as a share of its depth."""
_FOOT, _DEEPEST_FOOT = 0.3, 9.0
"""Depth of a standee's foot as a share of its height, and the maximum in mm."""


def _make_standee(form: Form) -> Net:
    """Return a strip with narrower ends, which show how they are folded."""
    width, height = form.width, form.height
    foot = min(_FOOT * height, _DEEPEST_FOOT)
    bottom = 2 * height + 2 * foot
    lean = min(foot * _SLANT, width / 4)
    half = [(lean, 0.0), (width - lean, 0.0), (width, foot), (width, bottom - foot)]
    cut = polygon([*half, *((width - x, bottom - y) for x, y in half)])
    front, back = (Rectangle(0.0, y, width, y + height) for y in (foot + height, foot))
    levels = (foot, foot + height, foot + 2 * height)
    folds = tuple(chain.from_iterable(line(0, y, width, y) for y in levels))
    faces = PieceFace(front), PieceFace(back, turned=True, is_back=True)
    return Net(width, bottom, faces, cut, folds)


_TAB = 0.32
"""Depth of the tabs of a cube as a share of its edge."""


def _make_cube(form: Form) -> Net:
    """Return four faces in a row, with lid and floor at the second, and tabs on seven edges."""
    edge, tab = form.width, _TAB * form.width
    top = tab + edge
    bottom = top + form.height
    floor = bottom + edge
    lid = _add_tabs(tab, (edge, top), (edge, tab), (2 * edge, tab), (2 * edge, top))
    side = _add_tabs(tab, (4 * edge, top), (4 * edge, bottom))
    base = _add_tabs(tab, (2 * edge, bottom), (2 * edge, floor), (edge, floor), (edge, bottom))
    cut = polygon([(0.0, top), *lid, *side, *base, (0.0, bottom)])
    corners = [(index * edge, top) for index in range(4)] + [(edge, tab), (edge, bottom)]
    faces = tuple(
        PieceFace(Rectangle(x, y, x + edge, y + edge), name=name)
        for (x, y), name in zip(corners, "126534", strict=True)
    )
    folds = [line(index * edge, top, index * edge, bottom) for index in range(1, 5)]
    folds += [line(edge, y, 2 * edge, y) for y in (top, bottom)]
    for y1, y2 in ((tab, top), (bottom, floor)):
        folds += [line(x, y1, x, y2) for x in (edge, 2 * edge)]
    folds += [line(edge, y, 2 * edge, y) for y in (tab, floor)]
    return Net(4 * edge + tab, floor + tab, faces, cut, tuple(chain(*folds)))


def _add_tabs(tab: float, *corners: Point) -> Iterator[Point]:
    """Yield the corners of a clockwise outline with a tab on each edge, which is horizontal or vertical."""
    lean = tab * _SLANT
    for (x1, y1), (x2, y2) in pairwise(corners):
        across, down = ((to > start) - (to < start) for start, to in ((x1, x2), (y1, y2)))
        yield x1, y1
        yield x1 + across * lean + down * tab, y1 + down * lean - across * tab
        yield x2 - across * lean + down * tab, y2 - down * lean - across * tab
    yield corners[-1]


_GLUE, _TUCK = 12.0, 15.0
"""A tuck box: width of the strip for glue, and depth of the flap that is tucked in."""
_DUST, _LEAST_DUST, _EASE, _ROUND = 0.8, 12.0, 0.5, 5.0
"""Its small flaps beside the lid and the bottom: depth as a share of that of the box, minimum depth, which
thin boxes need for glue, distance of their sides from the neighbouring folds, and radius of their corners."""
_SLIT, _THUMB = 10.0, 10.0
"""Length of the slits beside the fold of the tuck flap, which hold the lid; radius of the thumb's notch."""


def _make_tuck_box(form: Form) -> Net:
    """Return four panels in a row: left, front with the bottom, right, and back with the lid.

    The strip for glue is on the left panel and not on the back, where it would catch the cards.
    """
    wide, high, deep = form.width, form.height, form.depth
    left, right, back, end = accumulate((_GLUE + deep, wide, deep, wide))
    lid, top, bottom, floor = accumulate((_TUCK, deep, high, deep))
    dust = min(max(_DUST * deep, _LEAST_DUST), wide / 2 - _EASE)
    slit, thumb, curve = min(_SLIT, wide / 6), min(_THUMB, wide / 4), min(_TUCK / 2, wide / 4)
    middle = (left + right) / 2
    data = f"M0 {top + 3}L{_GLUE} {top}{_draw_flap(_GLUE, left, top, -dust)}"
    data += f"H{middle - thumb}A{thumb} {thumb} 0 0 0 {middle + thumb} {top}H{right}"
    # A slit is cut from the edge and back again, so that the cut line stays in one piece.
    data += f"{_draw_flap(right, back, top, -dust)}V{lid}H{back + slit}H{back + _EASE}"
    data += f"V{curve}A{curve - _EASE} {curve} 0 0 1 {back + curve} 0H{end - curve}"
    data += f"A{curve - _EASE} {curve} 0 0 1 {end - _EASE} {curve}V{lid}H{end - slit}H{end}V{bottom}H{back}"
    data += f"{_draw_flap(back, right, bottom, dust)}V{floor}H{left}V{bottom}"
    data += f"{_draw_flap(left, _GLUE, bottom, dust)}L0 {bottom - 3}Z"
    boxes = {
        "front": Rectangle(left, top, right, bottom),
        "back": Rectangle(back, top, end, bottom),
        "left": Rectangle(_GLUE, top, left, bottom),
        "right": Rectangle(right, top, back, bottom),
        "top": Rectangle(back, lid, end, top),
        "bottom": Rectangle(left, bottom, right, floor),
    }
    folds = [line(x, top, x, bottom) for x in (_GLUE, left, right, back)]
    rows = (bottom, _GLUE, back), (top, _GLUE, left), (top, right, end), (lid, back + slit, end - slit)
    folds += [line(start, y, stop, y) for y, start, stop in rows]
    # The lid is read from the front, to which it is folded over.
    faces = tuple(PieceFace(box, turned=name == "top", name=name) for name, box in boxes.items())
    return Net(end, max(floor, bottom + dust), faces, parse_outline(data), tuple(chain(*folds)))


def _draw_flap(start: float, end: float, fold: float, depth: float) -> str:
    """Return path data from one end of a horizontal fold around a flap with round corners to the other end.

    It is above the fold if `depth` is negative, and begins at the left then.
    """
    way, down = (1 if end > start else -1), (1 if depth > 0 else -1)
    ease = min(_EASE, abs(end - start) / 8)
    radius = min(_ROUND, abs(depth) / 2, abs(end - start) / 2 - ease)
    near, far, tip = start + way * ease, end - way * ease, fold + depth
    data = f"L{near} {fold + down * ease}V{tip - down * radius}"
    data += f"A{radius} {radius} 0 0 1 {near + way * radius} {tip}H{far - way * radius}"
    return data + f"A{radius} {radius} 0 0 1 {far} {tip - down * radius}V{fold + down * ease}L{end} {fold}"


@dataclass(frozen=True, slots=True)
class Block:
    """Shapes inside (0, 0) to (width, height), in mm."""

    shapes: tuple[Shape, ...]
    width: float
    height: float
    lines: int = 0
    """Number of equal lines, between which it may be divided; 0 for all but texts."""

    def divided(self, count: int) -> tuple["Block", "Block"]:
        """Return the first lines and the others, each as a block."""
        height = self.height / self.lines * count
        first, others = _divide(self.shapes, height)
        rest = Block(others, self.width, self.height - height, self.lines - count)
        moved = (Group(tuple(map(_continue, rest.shapes)), transform=translation(0.0, -height)),)
        return Block(first, self.width, height, count), replace(rest, shapes=moved)

    def at(self, x: float, y: float, *, name: str = "", tag: Tag = "") -> Group:
        """Return the shapes, moved to a point."""
        return Group(self.shapes, name=name, transform=translation(x, y), tag=tag)

    def tagged(self, tag: Tag) -> "Block":
        """Return the block as a part of the text, such as a figure."""
        return replace(self, shapes=(Group(self.shapes, tag=tag),))

    def titled(self, title: str) -> "Block":
        """Return the block with a title that screen readers say instead of its texts; empty: as it is."""
        return replace(self, shapes=(Group(self.shapes, title=title),)) if title else self

    def named(self, target: str) -> "Block":
        """Return the block as a place to which links lead."""
        place = Group((), region=Region(TARGET, target, (0.0, 0.0, self.width, self.height)))
        return replace(self, shapes=(place, *self.shapes))

    def scaled(self, scale: float) -> "Block":
        """Return the block, drawn at a scale."""
        if scale == 1.0:
            return self
        shapes = (Group(self.shapes, transform=scaling(scale)),)
        return Block(shapes, self.width * scale, self.height * scale)


def _divide(shapes: Iterable[Shape], y: float) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
    """Return the shapes of the lines above y, and the others; what is around them is around both."""
    above: list[Shape] = []
    below: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Group) and shape.region and not shape.shapes:
            _, _, _, down, _, top = shape.transform
            (above if top + shape.region.box[3] * down < y else below).append(shape)
        elif isinstance(shape, Group):
            _, _, _, down, _, top = shape.transform
            for part, inner in zip((above, below), _divide(shape.shapes, (y - top) / down), strict=True):
                part += [replace(shape, shapes=inner)] if inner else []
        elif isinstance(shape, GlyphRun):
            (above if shape.y < y else below).append(shape)
        else:
            (above if measure_bounds((shape,)).middle[1] < y else below).append(shape)
    return tuple(above), tuple(below)


def _continue(shape: Shape) -> Shape:
    """Return the rest of a text, which continues the paragraph or the item that was begun."""
    if not isinstance(shape, Group):
        return shape
    if shape.tag and shape.tag != "li":
        return replace(shape, tag="more")
    return replace(shape, tag="", shapes=tuple(map(_continue, shape.shapes)))


EMPTY = Block((), 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """A block in a column, with the space before it."""

    block: Block
    before: float
    keeps_next: bool = False
    """True if the next item must be in the same column."""
    again: Block | None = None
    """Block repeated above it if a column begins with it: the head of a divided table."""
    smaller: Callable[[float], Block | None] | None = None
    """Returns the block reduced to the height that is left in a column, or None if that is too small."""
    resized: Callable[[float], Block] | None = None
    """Returns the block, drawn larger or smaller by a factor; never wider than its column."""
    grid: float = 0.0
    """Distance of lines in a column, on one of which it begins; 0: anywhere."""
    anchor: float = 0.0
    """Distance from its top to the place that is on such a line."""
    stretch: int = 0
    """Maximum number of such distances that may be added before it."""

    def scaled(self, scale: float) -> "PlacedBlock":
        """Return the block at a scale, without a repeated head or a reduced version."""
        return PlacedBlock(self.block.scaled(scale), self.before * scale)


def stack_blocks(items: Iterable[PlacedBlock], *, width: float = 0.0) -> Block:
    """Return blocks one below the other, aligned at the left, without the space before the first."""
    shapes: list[Shape] = []
    y = 0.0
    for block, before in ((item.block, item.before) for item in items):
        y += before if shapes else 0.0
        shapes.append(block.at(0, y))
        y += block.height
        width = max(width, block.width)
    return Block(tuple(shapes), width, y)


def stack(blocks: Iterable[Block], *, gap: float, width: float = 0.0) -> Block:
    """Return blocks one below the other with the same gap."""
    return stack_blocks((PlacedBlock(block, gap) for block in blocks), width=width)


def side_by_side(blocks: Sequence[Block], *, gap: float) -> Block:
    """Return blocks in a row, centred vertically."""
    height = max(block.height for block in blocks)
    shapes: list[Shape] = []
    x = 0.0
    for block in blocks:
        if shapes:
            x += gap
        shapes.append(block.at(x, (height - block.height) / 2))
        x += block.width
    return Block(tuple(shapes), x, height)


def make_colour(text: str) -> Colour:
    """Return the Colour of a text, such as `#1f4e9c` or `navy`; raises Wrong."""
    return Colour(*parse_colour(text))
