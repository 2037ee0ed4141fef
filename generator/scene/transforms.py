"""Arithmetic of transforms: common ones, one after the other, and what they do to points."""

from collections.abc import Iterable
from math import cos, radians, sin

from generator.scene.shapes import Segment, Transform


def translation(x: float, y: float) -> Transform:
    """Return what moves a thing's origin to a point."""
    return (1.0, 0.0, 0.0, 1.0, x, y)


def scaling(scale: float, x: float = 0.0, y: float = 0.0) -> Transform:
    """Return what scales a thing and moves its origin to a point."""
    return (scale, 0.0, 0.0, scale, x, y)


def rotation(degrees: float, x: float, y: float) -> Transform:
    """Return what turns a thing clockwise around a point."""
    across, along = cos(radians(degrees)), sin(radians(degrees))
    return (across, along, -along, across, x - x * across + y * along, y - x * along - y * across)


def half_turn(width: float, height: float) -> Transform:
    """Return what turns a box of this size upside down, in its place."""
    return (-1.0, 0.0, 0.0, -1.0, width, height)


def shift(transform: Transform, x: float, y: float) -> Transform:
    """Return the same transform, its result moved."""
    a, b, c, d, e, f = transform
    return (a, b, c, d, e + x, f + y)


def compose(outer: Transform, inner: Transform) -> Transform:
    """First the inner, then the outer: what a group in a group amounts to."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (
        a * g + c * h,
        b * g + d * h,
        a * i + c * j,
        b * i + d * j,
        a * k + c * m + e,
        b * k + d * m + f,
    )


def move_point(transform: Transform, x: float, y: float) -> tuple[float, float]:
    """Where a point of a thing lies on the page."""
    a, b, c, d, e, f = transform
    return a * x + c * y + e, b * x + d * y + f


def move_back(transform: Transform, x: float, y: float) -> tuple[float, float]:
    """A point of the page in the thing's own coordinates; ZeroDivisionError where all is flattened."""
    a, b, c, d, e, f = transform
    scale = a * d - b * c
    x, y = x - e, y - f
    return (d * x - c * y) / scale, (a * y - b * x) / scale


def move_segments(transform: Transform, segments: Iterable[Segment]) -> tuple[Segment, ...]:
    """An outline of a thing where it lies on the page."""
    moved: list[Segment] = []
    for segment in segments:
        match segment:
            case ("C", x1, y1, x2, y2, x, y):
                first, second = move_point(transform, x1, y1), move_point(transform, x2, y2)
                moved.append(("C", *first, *second, *move_point(transform, x, y)))
            case ("L", x, y):
                moved.append(("L", *move_point(transform, x, y)))
            case ("M", x, y):
                moved.append(("M", *move_point(transform, x, y)))
            case _:
                moved.append(segment)
    return tuple(moved)
