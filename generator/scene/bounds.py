"""Boxes around shapes, and the places and outlines of glyphs, without rendering."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias, cast

from generator.model.geometry import Rectangle
from generator.scene.shapes import Glyph, GlyphRun, Group, Path, Picture, Piece, Segment, Shape, Use
from generator.scene.transforms import move_point
from generator.scene.walk import walk

Box: TypeAlias = tuple[float, float, float, float]
"""(left, top, right, bottom)"""

_MITER = 5.0
"""Maximum distance of the corner of a line from its path, in line widths (PDF's default)."""


def find_bounds(shapes: Iterable[Shape]) -> Box:
    """Return a box that contains everything that is drawn, without regard to clips; of nothing, zeros."""
    points = [
        move_point(transform, x, y)
        for shape, transform, _ in walk(shapes, symbols=False)
        if not isinstance(shape, Group)
        for x in find_box(shape)[::2]
        for y in find_box(shape)[1::2]
    ]
    return Rectangle.around(points or [(0.0, 0.0)])


def find_box(shape: Path | GlyphRun | Picture | Use) -> Box:
    """Return a box that contains a shape, in its own coordinates; of a use, in those of its symbol."""
    if isinstance(shape, Use):
        return shape.symbol.box
    if isinstance(shape, Picture):
        left, top, right, bottom = shape.view.part
        x, y, width, height = shape.x, shape.y, shape.width, shape.height
        return x + left * width, y + top * height, x + right * width, y + bottom * height
    if isinstance(shape, GlyphRun):
        em = shape.size / shape.font.units_per_em
        top, bottom = shape.y - shape.font.ascent * em, shape.y - shape.font.descent * em
        return shape.x, top, shape.x + run_width(shape), bottom
    numbers = [number for _, *points in shape.segments for number in points] or [0.0, 0.0]
    grow = 0.0
    if shape.stroke is not None:
        has_corners = shape.stroke.join == "miter" and len(shape.segments) > 2
        grow = shape.stroke.width * (_MITER if has_corners else 0.75)
    return Rectangle.around(zip(numbers[::2], numbers[1::2], strict=True)).grown(grow)


def run_width(run: GlyphRun) -> float:
    """Return the distance from the start of a run to the start of the next, in mm."""
    em = run.size / run.font.units_per_em
    width = sum(piece.advance for piece in run.pieces) * em
    if run.spacing:
        width += run.spacing * sum(piece.text.isspace() for piece in run.pieces)
    if run.tracking:
        width += run.tracking * sum(len({glyph.cluster for glyph in piece.glyphs}) for piece in run.pieces)
    return width


def place_glyphs(run: GlyphRun) -> Iterator[tuple[Piece, Glyph, float]]:
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
