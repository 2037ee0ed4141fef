"""Arithmetic of transforms: constructors, composition, and application to points."""

from collections.abc import Iterable
from math import cos, hypot, radians, sin
from typing import cast

from fontTools.misc.transform import Transform as Matrix

from generator.scene.shapes import IDENTITY, Segment, Transform


def translation(x: float, y: float) -> Transform:
    """Return the transform that moves the origin to a point."""
    return (1.0, 0.0, 0.0, 1.0, x, y)


def scaling(scale: float, x: float = 0.0, y: float = 0.0) -> Transform:
    """Return the transform that scales and moves the origin to a point."""
    return (scale, 0.0, 0.0, scale, x, y)


def rotation(degrees: float, x: float, y: float) -> Transform:
    """Return the clockwise rotation around a point."""
    across, along = cos(radians(degrees)), sin(radians(degrees))
    return (across, along, -along, across, x - x * across + y * along, y - x * along - y * across)


def half_turn(width: float, height: float) -> Transform:
    """Return the rotation by 180 degrees of a box of this size, in its place."""
    return (-1.0, 0.0, 0.0, -1.0, width, height)


def find_scale(transform: Transform) -> float:
    """Return by how much a transform enlarges at least, in any of its two directions."""
    if transform[:4] == IDENTITY[:4]:
        return 1.0
    a, b, c, d, _, _ = transform
    return min(hypot(a, b), hypot(c, d))


def shift(transform: Transform, x: float, y: float) -> Transform:
    """Return the transform followed by a translation."""
    a, b, c, d, e, f = transform
    return (a, b, c, d, e + x, f + y)


def compose(outer: Transform, inner: Transform) -> Transform:
    """Return the transform that applies first `inner`, then `outer`, as for nested groups."""
    a, b, c, d, _, _ = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, *move_point(outer, k, m))


def move_point(transform: Transform, x: float, y: float) -> tuple[float, float]:
    """Map a point from the coordinates of a shape to the page."""
    a, b, c, d, e, f = transform
    return a * x + c * y + e, b * x + d * y + f


def invert(transform: Transform) -> Transform:
    """Return the transform from the page to a shape; raises ZeroDivisionError if the shape is flattened."""
    inverse: Transform = Matrix(*transform).inverse()
    return inverse


def move_segments(transform: Transform, segments: Iterable[Segment]) -> tuple[Segment, ...]:
    """Map an outline from the coordinates of a shape to the page."""
    moved: list[tuple[object, ...]] = []
    a, b, c, d, e, f = transform
    for command, *numbers in cast("Iterable[tuple[str, *tuple[float, ...]]]", segments):
        for index in range(0, len(numbers), 2):
            x, y = numbers[index : index + 2]
            numbers[index : index + 2] = a * x + c * y + e, b * x + d * y + f
        moved.append((command, *numbers))
    return cast("tuple[Segment, ...]", tuple(moved))
