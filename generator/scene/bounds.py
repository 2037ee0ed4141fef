"""The positions of everything that is on a page, without rendering it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias, TypeVar, cast

from generator.model.geometry import Point, Rectangle
from generator.scene.shapes import (
    IDENTITY,
    MITER_LIMIT,
    Glyph,
    GlyphRun,
    Group,
    Page,
    Path,
    Picture,
    Segment,
    Shape,
    ShapedWord,
    Transform,
    Use,
    compose_transforms,
    measure_least_scale,
    move_point,
)

AnyShape = TypeVar("AnyShape", bound=Shape)


class Placed(NamedTuple):
    """A shape with its transform and the groups around it."""

    shape: Shape
    transform: Transform
    """Transform from the shape's coordinates to the page; for a group or symbol, from its inner coordinates.
    """
    around: tuple["Placed", ...]
    """The enclosing groups and symbols, the outermost first."""

    @property
    def groups(self) -> tuple[str, ...]:
        """Names of the enclosing groups."""
        return tuple(one.shape.name for one in self.around if isinstance(one.shape, Group))


def walk(
    shapes: Iterable[Shape],
    *,
    by: Transform = IDENTITY,
    around: tuple[Placed, ...] = (),
    symbols: bool = True,
) -> Iterator[Placed]:
    """Yield every shape in drawing order, groups and uses before their contents.

    Without `symbols`, uses are not opened.
    """
    for shape in shapes:
        if not isinstance(shape, Group | Use):
            yield Placed(shape, by, around)
            continue
        placed = Placed(shape, compose_transforms(by, shape.transform), around)
        yield placed
        if symbols or isinstance(shape, Group):
            inner = shape.shapes if isinstance(shape, Group) else shape.symbol.shapes
            yield from walk(inner, by=placed.transform, around=(*around, placed), symbols=symbols)


def list_all(kind: type[AnyShape], shapes: Iterable[Shape], *, symbols: bool = True) -> Iterator[AnyShape]:
    """Yield all shapes of one type, at any depth."""
    for placed in walk(shapes, symbols=symbols):
        if isinstance(placed.shape, kind):
            yield placed.shape


def has_shown_text(shapes: Iterable[Shape]) -> bool:
    """Return True if a drawing has a text, or a title for screen readers."""
    drawn = (placed.shape for placed in walk(shapes))
    return any(
        (one.text if isinstance(one, GlyphRun) else getattr(one, "title", "")).strip() for one in drawn
    )


class PrintedSpot(NamedTuple):
    """A place and its box on the page, in mm from the top left corner."""

    area: str
    place: str
    box: Rectangle


def list_spots(page: Page) -> Iterator[PrintedSpot]:
    """Yield the places of a page, from back to front; those inside of others come after them."""
    for placed in walk(page.shapes):
        if isinstance(placed.shape, Group) and (region := placed.shape.region):
            yield PrintedSpot(region.area, region.place, move_box(placed.transform, region.box))


def move_box(transform: Transform, box: Sequence[float]) -> Rectangle:
    """Return the box around a box that is moved by a transform."""
    a, b, c, d, e, f = transform
    left, top, right, bottom = box
    if not b and not c:
        # Nearly all boxes are not turned.
        x1, x2, y1, y2 = a * left + e, a * right + e, d * top + f, d * bottom + f
        return Rectangle(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
    corners = (left, top), (right, top), (right, bottom), (left, bottom)
    return Rectangle.around([(a * x + c * y + e, b * x + d * y + f) for x, y in corners])


Extent: TypeAlias = tuple[float, float, float, float]
"""(left, top, right, bottom)"""


def measure_bounds(shapes: Iterable[Shape]) -> Rectangle:
    """Return a box that contains everything that is drawn, also outside of clips; zeros for nothing."""
    points = [
        move_point(transform, x, y)
        for shape, transform, _ in walk(shapes, symbols=False)
        if not isinstance(shape, Group)
        for x, y in measure_box(shape).corners
    ]
    return Rectangle.around(points or [(0.0, 0.0)])


def measure_visible_bounds(shapes: Iterable[Shape]) -> Rectangle:
    """Return a box around what is visible, or around the clip of a group that has one; zeros for nothing."""
    points = [point for shape in shapes for point in _list_corners(shape, IDENTITY)]
    return Rectangle.around(points or [(0.0, 0.0)])


def _list_corners(shape: Shape, by: Transform) -> list[Point]:
    if isinstance(shape, Group):
        inner = compose_transforms(by, shape.transform)
        shown = (shape.clip,) if shape.clip else shape.shapes
        return [point for one in shown for point in _list_corners(one, inner)]
    move = compose_transforms(by, shape.transform) if isinstance(shape, Use) else by
    return [move_point(move, *corner) for corner in measure_box(shape).corners]


def measure_box(shape: Path | GlyphRun | Picture | Use) -> Rectangle:
    """Return a box that contains a shape, in its own coordinates; for a use, in those of its symbol."""
    if isinstance(shape, Use):
        return Rectangle(*shape.symbol.box)
    if isinstance(shape, Picture):
        left, top, right, bottom = shape.view.part
        x, y, width, height = shape.x, shape.y, shape.width, shape.height
        return Rectangle(x + left * width, y + top * height, x + right * width, y + bottom * height)
    if isinstance(shape, GlyphRun):
        em = shape.size / shape.font.units_per_em
        top, bottom = shape.y - shape.font.ascent * em, shape.y - shape.font.descent * em
        return Rectangle(shape.x, top, shape.x + measure_run(shape), bottom)
    numbers = [number for _, *points in shape.segments for number in points] or [0.0, 0.0]
    grow = 0.0
    if shape.stroke is not None:
        has_corners = shape.stroke.join == "miter" and len(shape.segments) > 2
        limit = max(MITER_LIMIT, shape.stroke.miter_limit)
        grow = shape.stroke.width * (limit / 2 if has_corners else 0.75)
    return Rectangle.around(zip(numbers[::2], numbers[1::2], strict=True)).grown(grow)


def measure_run(run: GlyphRun) -> float:
    """Return the distance from the start of a run to the start of the next, in mm."""
    em = run.size / run.font.units_per_em
    width = sum(piece.advance for piece in run.pieces) * em
    if run.spacing:
        width += run.spacing * sum(piece.text.isspace() for piece in run.pieces)
    if run.tracking:
        width += run.tracking * sum(len({glyph.cluster for glyph in piece.glyphs}) for piece in run.pieces)
    return width


def place_glyphs(run: GlyphRun) -> Iterator[tuple[ShapedWord, Glyph, float]]:
    """Yield each glyph with its piece and the position of the pen, in font units from the start of a run."""
    scale = run.size / run.font.units_per_em
    tracking, spacing = run.tracking / scale, run.spacing / scale
    pen = 0.0
    for piece in run.pieces:
        cluster = None
        for glyph in piece.glyphs:
            if tracking and cluster not in (None, glyph.cluster):
                pen += tracking
            cluster = glyph.cluster
            yield piece, glyph, pen
            pen += glyph.advance
        if piece.glyphs:
            pen += tracking
        if spacing and piece.text.isspace():
            pen += spacing


def outline_run(run: GlyphRun) -> tuple[Segment, ...]:
    """Return the outlines of all glyphs of a run, in mm."""
    scale = run.size / run.font.units_per_em
    segments: list[tuple[str | float, ...]] = []
    for _, glyph, pen in place_glyphs(run):
        x, y = run.x + (pen + glyph.dx) * scale, run.y - glyph.dy * scale
        for command, *numbers in run.font.outline(glyph.index):
            pairs = [float(number) * scale for number in numbers]
            moved = [y - place if index % 2 else x + place for index, place in enumerate(pairs)]
            if command == "Q":
                # A quadratic curve as a cubic one.
                ends = [*map(float, segments[-1][-2:]), *moved[2:]]
                command = "C"
                moved = [(end + 2 * moved[index % 2]) / 3 for index, end in enumerate(ends)] + moved[2:]
            segments.append((command, *moved))
    return cast("tuple[Segment, ...]", tuple(segments))


def has_clear_shape(shapes: Iterable[Shape], *, dpi: float, by: Transform = IDENTITY) -> bool:
    """Return True if there is transparency at any depth; `by` maps shapes to the page."""
    return any(is_clear_shape(shape, by=around, dpi=dpi) for shape, around, _ in walk(shapes, by=by))


def is_clear_shape(shape: Shape, *, dpi: float, by: Transform = IDENTITY) -> bool:
    """Return True for a shape with transparency, but not for a group or a use that only contains some.

    Pictures are decoded as they are embedded at a resolution, since many have an opacity that hides nothing.
    """
    match shape:
        case Group():
            return shape.opacity < 1
        case Path():
            return any(paint.alpha != 1 for paint in shape.paints)
        case GlyphRun():
            return shape.colour.alpha < 1
        case Use():
            return False
    pixels = measure_least_scale(by) * dpi / 25.4
    plan = shape.file.plan(shape.view, shape.width * pixels, shape.height * pixels, splits=True)
    return bool(shape.file.embed(plan, splits=True).alpha)
