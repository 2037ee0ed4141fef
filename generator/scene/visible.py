"""The visible contents of a page, without drawing it.

Every shape has its place and its clips; a painter finds the colours along a line.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, starmap
from math import ceil, dist, floor, hypot, sqrt
from typing import NamedTuple, TypeAlias

from generator.model.geometry import Point, Rectangle
from generator.scene.shapes import (
    IDENTITY,
    WHITE,
    Colour,
    GlyphRun,
    Gradient,
    Group,
    Path,
    Picture,
    Segment,
    Shape,
    Transform,
    Use,
    compose_transforms,
    invert,
    measure_box,
    measure_least_scale,
    move_box,
    move_point,
)
from generator.scene.svg_outline import StraightPart, cut_up, split_outline

SeenAt: TypeAlias = Colour | Gradient | Picture | None
"""Shape that is seen at a point; None: white paper."""
_LineSpan: TypeAlias = tuple[float, float]
"""A part of a line, from 0 to 1."""
_Layer: TypeAlias = tuple[SeenAt, float]
"""A paint, and its opacity."""
_FINE, _MOST_PARTS = 3.0, 24
"""Number of straight parts of a curve of 1 mm, which grows with the root of its length, and its maximum."""
_BAND = 8.0
"""Height of a band in which shapes are found quickly, in mm."""
_MOST_KEPT = 5000
"""Most shapes whose measures are kept from a page to the next."""


class Clip(NamedTuple):
    """The clip of a group."""

    path: Path
    transform: Transform
    """From its coordinates to the page."""


class DrawnLeaf(NamedTuple):
    """A shape that draws something, and where."""

    shape: Path | GlyphRun | Picture
    transform: Transform
    """From its coordinates to the page."""
    box: Rectangle
    """The box around what is visible, on the page."""
    clips: tuple[Clip, ...]
    opacity: float

    @property
    def scale(self) -> float:
        """Least factor by which it is enlarged."""
        return measure_least_scale(self.transform)


class Measures:
    """Boxes and outlines of shapes, which many pages share."""

    def __init__(self) -> None:
        # No other shape has the identity of one that is kept.
        self._boxes: dict[int, tuple[object, Rectangle]] = {}
        self._outlines: dict[int, tuple[Path, list[_Outline]]] = {}

    def find_box(self, shape: Path | GlyphRun | Picture) -> Rectangle:
        """Return the box around a shape, in its own coordinates."""
        if id(shape) not in self._boxes:
            self._boxes[id(shape)] = shape, Rectangle(*measure_box(shape))
        return self._boxes[id(shape)][1]

    def list_outlines(self, path: Path) -> list["_Outline"]:
        """Return the lines of a path."""
        if id(path) not in self._outlines:
            self._outlines[id(path)] = path, [_Outline(each) for each in split_outline(path.segments)]
        return self._outlines[id(path)][1]

    def forget_some(self) -> None:
        """Forget what was measured, if it is much."""
        for found in (self._boxes, self._outlines):
            if len(found) > _MOST_KEPT:
                found.clear()


class _Outline:
    """One line of a path, divided into straight parts when they are needed."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self._segments = segments
        self.box = Rectangle(*measure_box(Path(tuple(segments))))

    @cached_property
    def parts(self) -> list[StraightPart]:
        """The straight parts of the line."""
        return [*cut_up(self._segments, _count_parts)]

    @cached_property
    def closed(self) -> list[StraightPart]:
        """The straight parts, closed by a line back to the start."""
        parts = self.parts
        is_closed = not parts or parts[-1][1] == parts[0][0]
        return parts if is_closed else [*parts, (parts[-1][1], parts[0][0])]

    @property
    def is_rectangle(self) -> bool:
        """True if its sides are those of the box around it."""
        corners = self.box.corners
        sides = {*zip(corners, (*corners[1:], corners[0]), strict=True)}
        sides |= {(end, start) for start, end in sides}
        return len(self.closed) == len(corners) and sides.issuperset(self.closed)


def _count_parts(curve: Sequence[Point]) -> int:
    """Return the number of straight parts of a curve: few if it is short."""
    length = sum(starmap(dist, pairwise(curve)))
    return min(max(ceil(_FINE * sqrt(length)), 2), _MOST_PARTS)


class _Around(NamedTuple):
    """Accumulated effect of the groups around a shape."""

    transform: Transform
    window: Rectangle
    """The part of the page that is not clipped away."""
    clips: tuple[Clip, ...] = ()
    opacity: float = 1.0

    def enter(self, shape: Group | Use, measures: Measures) -> "_Around":
        """Return the context inside a group or a symbol."""
        transform = compose_transforms(self.transform, shape.transform)
        if isinstance(shape, Use):
            return self._replace(transform=transform)
        window, clips = self.window, self.clips
        if shape.clip:
            window = move_box(transform, measures.find_box(shape.clip)).limited(window)
            clips = (*clips, Clip(shape.clip, transform))
        return _Around(transform, window, clips, self.opacity * shape.opacity)


def list_leaves(
    shapes: Iterable[Shape], page: Rectangle, measures: Measures, *, without: str = ""
) -> list[DrawnLeaf]:
    """Return everything that is visible on a page, from back to front, except for groups of a name."""
    found: list[DrawnLeaf] = []
    _add_visible(found, shapes, _Around(IDENTITY, page), measures, without)
    return found


def _add_visible(
    found: list[DrawnLeaf], shapes: Iterable[Shape], around: _Around, measures: Measures, without: str
) -> None:
    transform, window, clips, opacity = around
    for shape in shapes:
        if isinstance(shape, Group | Use):
            if without and isinstance(shape, Group) and shape.name == without:
                continue
            inside = around.enter(shape, measures)
            if not _is_empty(inside.window):
                shown = shape.shapes if isinstance(shape, Group) else shape.symbol.shapes
                _add_visible(found, shown, inside, measures, without)
        else:
            visible = move_box(transform, measures.find_box(shape)).limited(window)
            if not _is_empty(visible):
                found.append(DrawnLeaf(shape, transform, visible, clips, opacity))


def hides_box(leaf: DrawnLeaf, box: Rectangle, measures: Measures) -> bool:
    """Return True if nothing is seen in a box below a shape, such as the ground of a card."""
    shape, (a, b, c, d, _, _) = leaf.shape, leaf.transform
    is_upright = not (b or c) or not (a or d)
    if not is_upright or leaf.clips or leaf.box != box or isinstance(shape, GlyphRun):
        return False
    if isinstance(shape, Picture):
        return leaf.opacity >= 1
    if shape.fill is None or not _hides(shape.fill, leaf.opacity):
        return False
    outlines = measures.list_outlines(shape)
    return len(outlines) == 1 and outlines[0].is_rectangle


def misses_box(leaf: DrawnLeaf, box: Rectangle, measures: Measures) -> bool:
    """Return True if nothing of a shape is in a box, such as within a frame."""
    near = box.limited(leaf.box)
    if _is_empty(near):
        return True
    if not isinstance(leaf.shape, Path) or any(_enters(*clip, near, measures) for clip in leaf.clips):
        return False
    if _enters(leaf.shape, leaf.transform, near, measures):
        return False
    # No edge is in the box: its middle is as all of it.
    (x, y), width = near.middle, near.width / 2
    return Painter((leaf,), measures).look((x - width / 2, y), (x + width / 2, y), 1) == [None]


def _enters(path: Path, transform: Transform, box: Rectangle, measures: Measures) -> bool:
    """Return True if an edge of a shape is in a box, or may be."""
    try:
        inside = move_box(invert(transform), box)
    except ZeroDivisionError:
        return False
    inside = inside.grown(path.stroke.width / 2 if path.stroke else 0.0)
    outlines = (one for one in measures.list_outlines(path) if _touch(one.box, inside))
    return any(inside.cut(*part) > 0 for one in outlines for part in one.closed)


def _is_empty(box: Rectangle) -> bool:
    return box[2] <= box[0] or box[3] <= box[1]


class Painter:
    """Finds the colours along straight lines over some shapes, without drawing them."""

    def __init__(self, leaves: Sequence[DrawnLeaf], measures: Measures) -> None:
        self._order = {id(leaf): index for index, leaf in enumerate(leaves)}
        # From front to back.
        self._grounds = [
            (index, leaf) for index, leaf in enumerate(leaves) if not isinstance(leaf.shape, GlyphRun)
        ][::-1]
        self._measures = measures

    @cached_property
    def _bands(self) -> Mapping[int, Sequence[tuple[int, DrawnLeaf]]]:
        """The grounds in each horizontal band: nearly all lines are within one."""
        bands: dict[int, list[tuple[int, DrawnLeaf]]] = {}
        for ground in self._grounds:
            box = ground[1].box
            for number in range(floor(box.top / _BAND), floor(box.bottom / _BAND) + 1):
                bands.setdefault(number, []).append(ground)
        return bands

    def _list_near(self, box: Rectangle) -> Sequence[tuple[int, DrawnLeaf]]:
        """Return at least the grounds that touch a box, with their places in the order of all leaves."""
        first, last = floor(box.top / _BAND), floor(box.bottom / _BAND)
        return self._bands.get(first, ()) if first == last else self._grounds

    def look(self, start: Point, end: Point, count: int, *, below: DrawnLeaf | None = None) -> list[SeenAt]:
        """Return what is on top at `count` places along a line, words left out; or what is below a shape."""
        box = _surround(start, end)
        # From front to back: nothing is looked for below what hides it.
        layers: list[list[_Layer]] = [[] for _ in range(count)]
        hidden: set[int] = set()
        before = self._order.get(id(below), len(self._order))
        for index, leaf in self._list_near(box):
            if index >= before or not _touch(leaf.box, box):
                continue
            for spans, paint in self._list_painted(leaf, start, end):
                places = {
                    index
                    for near, far in spans
                    for index in range(max(ceil(near * count - 0.5), 0), min(ceil(far * count - 0.5), count))
                }
                for index in places - hidden:
                    layers[index].append((paint, leaf.opacity))
                if _hides(paint, leaf.opacity):
                    hidden |= places
            if len(hidden) == count:
                break
        return [_mix(reversed(found)) for found in layers]

    def _list_painted(
        self, leaf: DrawnLeaf, start: Point, end: Point
    ) -> Iterator[tuple[list[_LineSpan], SeenAt]]:
        """Yield the parts of a line on a shape, and what is painted there, from front to back."""
        shape = leaf.shape
        try:
            ends = _move_back(leaf.transform, start, end)
            for spans, paint in self._list_unclipped(shape, *ends):
                for clip in leaf.clips:
                    # What is not there is not clipped.
                    limit = self._cross(clip.path, *_move_back(clip.transform, start, end)) if spans else ()
                    spans = _cut_spans(spans, limit)
                yield spans, paint
        except ZeroDivisionError:
            # A shape that is flattened to a line is invisible.
            return

    def _list_unclipped(
        self, shape: Path | GlyphRun | Picture, start: Point, end: Point
    ) -> Iterator[tuple[list[_LineSpan], SeenAt]]:
        if isinstance(shape, Picture):
            yield _cross_box(self._measures.find_box(shape), start, end), shape
        elif isinstance(shape, Path):
            if shape.stroke:
                half = shape.stroke.width / 2
                lines = (part for one in self._find_near(shape, start, end, by=half) for part in one.parts)
                yield _cross_lines(lines, half, start, end), shape.stroke.colour
            if shape.fill:
                yield self._cross(shape, start, end), shape.fill

    def _find_near(self, path: Path, start: Point, end: Point, by: float = 0.0) -> Iterator["_Outline"]:
        """Yield the outlines of a path that are no further from a line than `by`; others do not matter."""
        box, outlines = _surround(start, end, by), self._measures.list_outlines(path)
        return (outline for outline in outlines if _touch(outline.box, box))

    def _cross(self, path: Path, start: Point, end: Point) -> list[_LineSpan]:
        """Return the parts of a line that are inside a path."""
        parts = [part for outline in self._find_near(path, start, end) for part in outline.closed]
        return find_spans(parts, start, end, even_odd=path.even_odd)


def _surround(start: Point, end: Point, by: float = 0.0) -> Rectangle:
    """Return the box around a line, enlarged by a margin."""
    (x1, y1), (x2, y2) = start, end
    return Rectangle(min(x1, x2) - by, min(y1, y2) - by, max(x1, x2) + by, max(y1, y2) + by)


def _touch(one: Rectangle, other: Rectangle) -> bool:
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]


def _move_back(transform: Transform, start: Point, end: Point) -> tuple[Point, Point]:
    back = invert(transform)
    return move_point(back, *start), move_point(back, *end)


def find_spans(
    parts: Sequence[StraightPart], start: Point, end: Point, *, even_odd: bool = False
) -> list[_LineSpan]:
    """Return the parts of a line that are inside a closed outline."""
    (x, y), dx, dy = start, end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    crossings: list[tuple[float, int]] = []
    for (x1, y1), (x2, y2) in parts:
        one, two = (x1 - x) * dy - (y1 - y) * dx, (x2 - x) * dy - (y2 - y) * dx
        if (one > 0) != (two > 0):
            share = one / (one - two)
            across, down = x1 + (x2 - x1) * share - x, y1 + (y2 - y1) * share - y
            crossings.append(((across * dx + down * dy) / length, 1 if one > 0 else -1))
    crossings.sort()
    spans: list[_LineSpan] = []
    turns, begin = 0, 0.0
    for place, turn in crossings:
        was_inside = turns
        turns = 1 - turns if even_odd else turns + turn
        if not was_inside:
            begin = place
        elif not turns:
            spans.append((begin, place))
    return spans


def _cross_box(box: Rectangle, start: Point, end: Point) -> list[_LineSpan]:
    """Return the part of a line in a box (Liang and Barsky)."""
    (x, y), dx, dy = start, end[0] - start[0], end[1] - start[1]
    near, far = 0.0, 1.0
    for step, before, after in ((dx, box.left - x, box.right - x), (dy, box.top - y, box.bottom - y)):
        if step:
            first, second = sorted((before / step, after / step))
            near, far = max(near, first), min(far, second)
        elif before > 0 or after < 0:
            return []
    return [(near, far)] if far > near else []


def _cross_lines(lines: Iterable[StraightPart], half: float, start: Point, end: Point) -> list[_LineSpan]:
    """Return the parts of a line that are on other lines, which are this wide on both sides."""
    left, top, right, bottom = _surround(start, end, half)
    spans: list[_LineSpan] = []
    for (x1, y1), (x2, y2) in lines:
        if (
            (x1 < left and x2 < left)
            or (x1 > right and x2 > right)
            or (y1 < top and y2 < top)
            or (y1 > bottom and y2 > bottom)
        ):
            continue
        length = hypot(x2 - x1, y2 - y1)
        if length:
            across, down = (x2 - x1) / length, (y2 - y1) / length
            turned = [
                ((x - x1) * across + (y - y1) * down, (y - y1) * across - (x - x1) * down)
                for x, y in (start, end)
            ]
            spans += _cross_box(Rectangle(-half, -half, length + half, half), *turned)
    return spans


def _cut_spans(spans: Sequence[_LineSpan], limits: Sequence[_LineSpan]) -> list[_LineSpan]:
    pairs = ((max(one[0], two[0]), min(one[1], two[1])) for one in spans for two in limits)
    return [(near, far) for near, far in pairs if far > near]


def _hides(paint: SeenAt, opacity: float) -> bool:
    """Return True if nothing is seen below a paint."""
    return not isinstance(paint, Colour) or paint.alpha * opacity >= 1


def _mix(layers: Iterable[_Layer]) -> SeenAt:
    """Return what is seen where several layers are painted, from back to front."""
    seen: SeenAt = None
    for paint, opacity in layers:
        seen = _cover(seen, paint, opacity)
    return seen


def _cover(below: SeenAt, paint: SeenAt, opacity: float) -> SeenAt:
    """Return what is seen where something is painted on something else."""
    if not isinstance(paint, Colour):
        return paint
    share = paint.alpha * opacity
    ground = below if below is not None else WHITE
    if share >= 1 or isinstance(ground, Picture):
        return paint if share else below
    return ground.mapped(lambda colour: colour.mixed(paint, share))


def measure_lightness(seen: SeenAt) -> float:
    """Return how light something looks, from 0 to 1; pictures and gradients with several colours are 0.5."""
    if isinstance(seen, Colour):
        return 0.2126 * seen.red + 0.7152 * seen.green + 0.0722 * seen.blue
    return 1.0 if seen is None else 0.5


def is_white(seen: SeenAt, least: float) -> bool:
    """Return True for paper, and for colours that are hardly darker."""
    return seen is None or (isinstance(seen, Colour) and min(seen.rgb) >= least)
