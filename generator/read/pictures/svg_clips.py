"""Clips of SVG, and the boxes around shapes."""

from collections.abc import Iterable, Sequence

from generator.model.geometry import Point, Rectangle
from generator.scene.bounds import Box, find_box, walk
from generator.scene.shapes import (
    IDENTITY,
    Group,
    Path,
    Picture,
    Segment,
    Shape,
    Transform,
    invert,
    move_segments,
)
from generator.scene.svg_outline import measure_outline

_NEAR = 1e-3


def find_bounds_of(shapes: Iterable[Shape], back: Transform = IDENTITY, *, with_lines: bool = False) -> Box:
    """Return the box around shapes, inside of the transform `back`; zeros if there are none."""
    corners: list[Point] = []
    for shape, transform, _ in walk(shapes, by=invert(back)):
        segments: tuple[Segment, ...] = ()
        by = 0.0
        if isinstance(shape, Picture):
            edges = find_box(shape)
            segments = tuple(("M", x, y) for x in edges[::2] for y in edges[1::2])
        elif isinstance(shape, Path):
            segments = shape.segments
            by = shape.stroke.width / 2 if with_lines and shape.stroke else 0.0
        if box := measure_outline(move_segments(transform, segments)):
            corners += Rectangle(*box).grown(by).corners
    return Rectangle.around(corners or [(0.0, 0.0)])


def clip_shapes(shapes: list[Shape], clip: Path) -> list[Shape]:
    """Return the shapes inside of a clip; without it if it is a rectangle that cuts nothing off."""
    ends = {segment[1:] for segment in clip.segments if len(segment) == 3}
    box = measure_outline(clip.segments)
    corners = {(x, y) for x in box[::2] for y in box[1::2]} if box else {}
    if box and len(clip.segments) <= 6 and ends == corners:
        drawn = find_bounds_of(shapes, with_lines=True)
        near = _NEAR * max(box[2] - box[0], box[3] - box[1])
        # A clip that cuts nothing off would only make the drawing harder to change.
        inward = [(1, 1, -1, -1)[side] * (drawn[side] - box[side]) for side in range(4)]
        if min(inward) >= -near:
            return shapes
    return [Group(tuple(shapes), clip=clip)] if shapes else []


def join_outlines(paths: Sequence[Path]) -> Path | None:
    """Return the union of outlines; None if one path cannot show it."""
    if len(paths) < 2:
        return paths[0] if paths else Path((("M", 0.0, 0.0), ("L", 0.0, 0.0), ("Z",)))
    turns = {_find_turn(path.segments) for path in paths}
    starts = [segment for path in paths for segment in path.segments if segment[0] == "M"]
    if len(turns) > 1 or len(starts) > len(paths) or any(path.even_odd for path in paths):
        return None
    return Path(tuple(segment for path in paths for segment in path.segments))


def _find_turn(segments: Iterable[Segment]) -> bool:
    """Return True if an outline turns clockwise."""
    points = [segment[-2:] for segment in segments if segment[0] != "Z"]
    return sum(a * d - b * c for (a, b), (c, d) in zip(points, [*points[1:], *points[:1]], strict=True)) > 0
