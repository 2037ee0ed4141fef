"""Outlines as segments of a Path, in mm."""

from collections.abc import Iterable, Sequence
from itertools import chain

from generator.model.geometry import Point, Rectangle
from generator.scene.shapes import Colour, Path, Segment, Stroke

CIRCLE = 0.5522847498
"""Length of the handles of four cubic curves that approximate a circle of radius 1."""


def rectangle(x: float, y: float, width: float, height: float) -> tuple[Segment, ...]:
    right, bottom = x + width, y + height
    return (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))


def box_outline(box: Rectangle) -> tuple[Segment, ...]:
    """Return the outline of a box."""
    return rectangle(box.left, box.top, box.width, box.height)


def rounded_rectangle(x: float, y: float, width: float, height: float, radius: float) -> tuple[Segment, ...]:
    """Return a rectangle with rounded corners; the radius is at most half the shorter side."""
    r = min(radius, width / 2, height / 2)
    if r <= 0:
        return rectangle(x, y, width, height)
    right, bottom = x + width, y + height
    return rounded((x, y, r), (right, y, r), (right, bottom, r), (x, bottom, r))


def rounded(*corners: tuple[float, float, float], near: float = 1 - CIRCLE) -> tuple[Segment, ...]:
    """Return an outline with rounded right angles: x, y, and the radius of each corner.

    Handles end at a share of the radius, `near`, from the corner.
    """
    parts: list[tuple[Segment, ...]] = []
    for index, (x, y, r) in enumerate(corners):
        corner = complex(x, y)
        sides = (complex(*corners[other % len(corners)][:2]) - corner for other in (index - 1, index + 1))
        before, after = (side / abs(side) * r for side in sides)
        start, one, two, end = (corner + by for by in (before, before * near, after * near, after))
        curve: Segment = ("C", one.real, one.imag, two.real, two.imag, end.real, end.imag)
        parts.append((("L", start.real, start.imag), *([curve] if r else [])))
    first, *others = parts
    return (("M", *first[-1][-2:]), *chain.from_iterable(others), *(first if len(first) > 1 else ()), ("Z",))


def circle(x: float, y: float, radius: float) -> tuple[Segment, ...]:
    """Return a circle around (x, y)."""
    return ellipse(x - radius, y - radius, 2 * radius, 2 * radius)


def ellipse(x: float, y: float, width: float, height: float) -> tuple[Segment, ...]:
    """Return the ellipse in a box."""
    rx, ry = width / 2, height / 2
    cx, cy = x + rx, y + ry
    kx, ky = rx * CIRCLE, ry * CIRCLE
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


def polyline(points: Sequence[Point]) -> tuple[Segment, ...]:
    first, *rest = points
    return (("M", *first), *(("L", x, y) for x, y in rest))


def polygon(points: Sequence[Point]) -> tuple[Segment, ...]:
    return (*polyline(points), ("Z",))


def hatching(x: float, y: float, width: float, height: float, *, step: float) -> tuple[Segment, ...]:
    """Return parallel lines rising to the right inside a box, `step` apart along its edges."""
    segments: list[Segment] = []
    reach = step / 2
    while reach < width + height:
        start = (x, y + reach) if reach <= height else (x + reach - height, y + height)
        end = (x + reach, y) if reach <= width else (x + width, y + reach - width)
        segments += line(*start, *end)
        reach += step
    return tuple(segments)


def filled(segments: Iterable[Segment], colour: Colour) -> Path:
    return Path(tuple(segments), fill=colour)


def stroked(
    segments: Iterable[Segment], colour: Colour, width: float, *, dash: tuple[float, ...] = ()
) -> Path:
    """Return a line with round ends and corners."""
    return Path(tuple(segments), stroke=Stroke(colour, width, dash=dash, cap="round", join="round"))


def outlined(
    segments: Sequence[Segment], fill: Colour, colour: Colour, width: float, *, dash: tuple[float, ...] = ()
) -> tuple[Path, Path]:
    """Return a filled outline and the line around it."""
    return filled(segments, fill), stroked(segments, colour, width, dash=dash)
