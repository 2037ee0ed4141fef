"""Shapes of SVG files: their boxes, their clips, and the dots of lines without length."""

from collections.abc import Iterable, Sequence
from typing import cast

from generator.model.geometry import Point, Rectangle
from generator.model.values import replace
from generator.scene import shapes as scene
from generator.scene import svg_outline
from generator.scene.bounds import Extent, measure_box, walk
from generator.scene.shapes import Group, Path, Segment, Shape, Transform
from generator.scene.svg_outline import measure_outline, parse_outline, split_outline

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


def make_dots(path: Path, transform: Transform, width: float) -> list[Path]:
    """Return the dots of a line's parts without length, which not every program draws (SVG 2, 13.5.4).

    `width` is that of the line before the transform, `transform` is that of the line.
    """
    stroke = path.stroke
    if stroke is None or stroke.cap == "butt":
        return []
    dots = []
    for line in split_outline(path.segments):
        points = set[tuple[object, ...]]().union(*map(_list_points, line))
        if len(points) != 1 or (len(line) == 1 and line[0][0] == "M"):
            continue
        x, y = scene.move_point(scene.invert(transform), *cast("Point", next(iter(points))))
        half = width / 2
        sides = {"x": x - half, "y": y - half, "width": width, "height": width}
        shape = "rect"
        if stroke.cap == "round":
            shape, sides = "circle", {"cx": x, "cy": y, "r": half}
        outline = parse_outline(svg_outline.describe_shape(shape, sides), transform=transform)
        dots.append(Path(outline, stroke.colour))
    return dots


def leave_out_dots(path: Path) -> Path:
    """Return a path without its parts that have no length, also at the beginning of a line."""
    kept: list[Segment] = []
    for line in split_outline(path.segments):
        first, *others = line
        while others and others[0][0] != "Z" and _list_points(others[0]) == {first[1:]}:
            del others[0]
        if any(one[0] != "Z" for one in others):
            kept += first, *others
    return path if len(kept) == len(path.segments) else replace(path, segments=tuple(kept))


def _list_points(segment: Segment) -> set[tuple[object, ...]]:
    return {segment[at : at + 2] for at in range(1, len(segment), 2)}
