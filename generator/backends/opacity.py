"""Finds shapes that cannot be drawn without transparency."""

from collections.abc import Iterable

from generator.scene.bounds import walk
from generator.scene.shapes import IDENTITY, GlyphRun, Group, Path, Shape, Transform, Use, find_scale


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
            paints = shape.fill, shape.stroke.colour if shape.stroke else None
            return any(paint is not None and paint.alpha != 1 for paint in paints)
        case GlyphRun():
            return shape.colour.alpha < 1
        case Use():
            return False
    pixels = find_scale(by) * dpi / 25.4
    plan = shape.file.plan(shape.view, shape.width * pixels, shape.height * pixels, splits=True)
    return bool(shape.file.embed(plan, splits=True).alpha)
