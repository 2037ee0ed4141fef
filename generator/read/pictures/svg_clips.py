"""Boxes and clips of shapes of SVG files."""

from collections.abc import Iterable, Sequence

from generator.model.geometry import Point, Rectangle
from generator.scene import shapes as scene
from generator.scene import svg_outline
from generator.scene.shapes import Extent, Group, Path, Segment, Shape, Transform, measure_box, walk
from generator.scene.svg_outline import measure_outline, parse_outline

_NEAR = 1e-3


def clip_shapes(shapes: list[Shape], clip: Path) -> list[Shape]:
    """Return shapes in a clip, or alone if the clip is a rectangle that cuts nothing off."""
    ends = {segment[1:] for segment in clip.segments if len(segment) == 3}
    box = measure_outline(clip.segments)
    corners = {(x, y) for x in box[::2] for y in box[1::2]} if box else {}
    if box and len(clip.segments) <= 6 and ends == corners:
        drawn = measure_shapes(shapes, with_lines=True)
        near = _NEAR * max(box[2] - box[0], box[3] - box[1])
        # A clip without effect would only make the drawing harder to change.
        inward = [(1, 1, -1, -1)[side] * (drawn[side] - box[side]) for side in range(4)]
        if min(inward) >= -near:
            return shapes
    return [Group(tuple(shapes), clip=clip)] if shapes else []


def clip_to_rectangle(shapes: list[Shape], width: float, height: float, by: Transform) -> list[Shape]:
    """Return the shapes inside of a rectangle at (0, 0) that is moved by a transform."""
    data = svg_outline.describe_shape("rect", {"width": width, "height": height})
    return clip_shapes(shapes, Path(parse_outline(data, transform=by)))


def join_outlines(paths: Sequence[Path]) -> Path | None:
    """Return the union of outlines as one path; None if that is not possible."""
    if len(paths) < 2:
        return paths[0] if paths else Path((("M", 0.0, 0.0), ("L", 0.0, 0.0), ("Z",)))
    turns = {_is_clockwise(path.segments) for path in paths}
    starts = [segment for path in paths for segment in path.segments if segment[0] == "M"]
    if len(turns) > 1 or len(starts) > len(paths) or any(path.even_odd for path in paths):
        return None
    return Path(tuple(segment for path in paths for segment in path.segments))


def _is_clockwise(segments: Iterable[Segment]) -> bool:
    points = [segment[-2:] for segment in segments if segment[0] != "Z"]
    return sum(a * d - b * c for (a, b), (c, d) in zip(points, [*points[1:], *points[:1]], strict=True)) > 0


def measure_shapes(
    shapes: Iterable[Shape], back: Transform = scene.IDENTITY, *, with_lines: bool = False
) -> Extent:
    """Return the box around shapes in the coordinates before the transform `back`; zeros without shapes."""
    corners: list[Point] = []
    for shape, transform, _ in walk(shapes, by=scene.invert(back)):
        segments: tuple[Segment, ...] = ()
        by = 0.0
        if isinstance(shape, scene.Picture):
            edges = measure_box(shape)
            segments = tuple(("M", x, y) for x in edges[::2] for y in edges[1::2])
        elif isinstance(shape, Path):
            segments = shape.segments
            by = shape.stroke.width / 2 if with_lines and shape.stroke else 0.0
        if box := measure_outline(scene.move_segments(transform, segments)):
            corners += Rectangle(*box).grown(by).corners
    return Rectangle.around(corners or [(0.0, 0.0)])
