"""Texts under shapes that are drawn after them."""

from collections.abc import Iterator, Sequence

from generator.model.geometry import Rectangle
from generator.scene.bounds import walk
from generator.scene.shapes import Colour, Group, Path, Shape, Transform, move_segments
from generator.scene.svg_outline import contains, cut_up

_SOLID, _LEAST = 0.9, 0.3
"""Minimum opacity of what covers, and minimum length of a line over letters, in mm."""


def covers(shapes: Sequence[Shape], ink: Rectangle, by: Transform) -> bool:
    """Return True if shapes hide a part of a box; `by` maps their coordinates to those of the box."""
    return any(_hides(path, ink) for path in _list_solid(shapes, by))


def _list_solid(shapes: Sequence[Shape], by: Transform) -> Iterator[Path]:
    for shape, transform, around in walk(shapes, by=by):
        groups = [one.shape for one in around if isinstance(one.shape, Group)]
        if isinstance(shape, Path) and all(group.opacity > _SOLID and not group.clip for group in groups):
            yield Path(move_segments(transform, shape.segments), shape.fill, shape.stroke)


def _hides(path: Path, ink: Rectangle) -> bool:
    parts = [*cut_up(path.segments)]
    if path.stroke and _is_solid(path.stroke.colour):
        box = ink.grown(path.stroke.width / 2)
        if sum(box.cut(start, end) for start, end in parts) > _LEAST:
            return True
    (x, y), reach = ink.middle, ink.width * 0.45
    return _is_solid(path.fill) and any(contains(parts, (x + reach * side, y)) for side in (-1, 0, 1))


def _is_solid(paint: object) -> bool:
    return isinstance(paint, Colour) and paint.alpha > _SOLID
