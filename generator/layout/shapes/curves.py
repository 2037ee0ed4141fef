"""Outlines that layouts are drawn with: all in mm, y downwards, as segments of a Path."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, hypot, sin, tau

from generator.model.rectangles import Point, Rectangle
from generator.scene.shapes import Colour, Path, Segment, Stroke

_CIRCLE = 0.5522847498
"""Length of the handles with which four cubic curves come nearest to a circle of radius 1."""


def rectangle(x: float, y: float, width: float, height: float) -> tuple[Segment, ...]:
    right, bottom = x + width, y + height
    return (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))


def box_outline(box: Rectangle) -> tuple[Segment, ...]:
    """Return the outline of a box."""
    return rectangle(box.left, box.top, box.width, box.height)


def rounded_rectangle(x: float, y: float, width: float, height: float, radius: float) -> tuple[Segment, ...]:
    """A rectangle with quarter circles for corners; a radius too large is cut to half the side."""
    r = min(radius, width / 2, height / 2)
    if r <= 0:
        return rectangle(x, y, width, height)
    k = r * (1 - _CIRCLE)
    right, bottom = x + width, y + height
    return (
        ("M", x + r, y),
        ("L", right - r, y),
        ("C", right - k, y, right, y + k, right, y + r),
        ("L", right, bottom - r),
        ("C", right, bottom - k, right - k, bottom, right - r, bottom),
        ("L", x + r, bottom),
        ("C", x + k, bottom, x, bottom - k, x, bottom - r),
        ("L", x, y + r),
        ("C", x, y + k, x + k, y, x + r, y),
        ("Z",),
    )


def circle(x: float, y: float, radius: float) -> tuple[Segment, ...]:
    """Around the centre (x, y)."""
    return ellipse(x - radius, y - radius, 2 * radius, 2 * radius)


def ellipse(x: float, y: float, width: float, height: float) -> tuple[Segment, ...]:
    """In a box."""
    rx, ry = width / 2, height / 2
    cx, cy = x + rx, y + ry
    kx, ky = rx * _CIRCLE, ry * _CIRCLE
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    )


def line(x1: float, y1: float, x2: float, y2: float) -> tuple[Segment, ...]:
    return (("M", x1, y1), ("L", x2, y2))


def polygon(points: Sequence[Point]) -> tuple[Segment, ...]:
    first, *rest = points
    return (("M", *first), *(("L", x, y) for x, y in rest), ("Z",))


def polyline(points: Sequence[Point]) -> tuple[Segment, ...]:
    first, *rest = points
    return (("M", *first), *(("L", x, y) for x, y in rest))


def smooth_curve(points: Sequence[Point]) -> tuple[Segment, ...]:
    """A curve through points that run to the right, never higher or lower than they are.

    Monotone cubic interpolation after Fritsch and Carlson (1980), with Brodlie's mean of slopes.
    """
    slopes = [(end[1] - start[1]) / (end[0] - start[0]) for start, end in pairwise(points)]
    tangents = [slopes[0]]
    for (before, after), (left, middle, right) in zip(
        pairwise(slopes), zip(points, points[1:], points[2:], strict=False), strict=True
    ):
        if before * after <= 0:
            tangents.append(0.0)
            continue
        share = (2 * right[0] - middle[0] - left[0]) / (3 * (right[0] - left[0]))
        tangents.append(before * after / (share * after + (1 - share) * before))
    tangents.append(slopes[-1])
    segments: list[Segment] = [("M", *points[0])]
    for (start, end), (leaving, arriving) in zip(pairwise(points), pairwise(tangents), strict=True):
        third = (end[0] - start[0]) / 3
        segments.append(
            (
                "C",
                start[0] + third,
                start[1] + leaving * third,
                end[0] - third,
                end[1] - arriving * third,
                *end,
            )
        )
    return tuple(segments)


def star(x: float, y: float, *, points: int, outer: float, inner: float) -> tuple[Segment, ...]:
    """A star with its first point upwards."""
    corners = []
    for index in range(points * 2):
        radius = inner if index % 2 else outer
        angle = tau * index / (points * 2)
        corners.append((x + radius * sin(angle), y - radius * cos(angle)))
    return polygon(corners)


def hatching(x: float, y: float, width: float, height: float, *, step: float) -> tuple[Segment, ...]:
    """Parallel lines rising to the right inside a box, `step` apart along its edges."""
    segments: list[Segment] = []
    reach = step / 2
    while reach < width + height:
        start = (x, y + reach) if reach <= height else (x + reach - height, y + height)
        end = (x + reach, y) if reach <= width else (x + width, y + reach - width)
        segments += line(*start, *end)
        reach += step
    return tuple(segments)


def distance(first: Point, second: Point) -> float:
    return hypot(second[0] - first[0], second[1] - first[1])


def filled(segments: Iterable[Segment], colour: Colour) -> Path:
    return Path(tuple(segments), fill=colour)


def stroked(
    segments: Iterable[Segment], colour: Colour, width: float, *, dash: tuple[float, ...] = ()
) -> Path:
    """Drawn along with round ends and corners, as a pen would."""
    return Path(tuple(segments), stroke=Stroke(colour, width, dash=dash, cap="round", join="round"))


def outlined(
    segments: Sequence[Segment], fill: Colour, colour: Colour, width: float, *, dash: tuple[float, ...] = ()
) -> tuple[Path, Path]:
    """Return a filled outline and the line around it."""
    return filled(segments, fill), stroked(segments, colour, width, dash=dash)
