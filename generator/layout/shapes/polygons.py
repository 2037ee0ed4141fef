"""Distances to outlines, and outlines that are further out."""

from collections.abc import Sequence
from math import dist, hypot, sqrt

from generator.layout.shapes.curves import polygon
from generator.model.geometry import Point
from generator.scene.shapes import Segment
from generator.scene.svg_outline import Part, cut_up

_SHORTEST = 1e-6


def measure_distance(part: Part, point: Point) -> float:
    """Return the distance of a point from a straight part of an outline."""
    (x, y), end = part
    dx, dy = end[0] - x, end[1] - y
    length = dx * dx + dy * dy
    share = ((point[0] - x) * dx + (point[1] - y) * dy) / length if length else 0.0
    share = min(max(share, 0.0), 1.0)
    return hypot(x + dx * share - point[0], y + dy * share - point[1])


def grow_outline(segments: Sequence[Segment], by: float) -> tuple[Segment, ...]:
    """Return an outline that is further out everywhere, with blunt corners; it may overlap itself."""
    parts = [(one, two) for one, two in cut_up(segments) if dist(one, two) > _SHORTEST]
    if sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in parts) < 0:
        parts = [(two, one) for one, two in reversed(parts)]
    ways = [((two[0] - one[0]) / dist(one, two), (two[1] - one[1]) / dist(one, two)) for one, two in parts]
    points: list[Point] = []
    for (_, (x, y)), (dx, dy), (dx2, dy2) in zip(parts, ways, [*ways[1:], *ways[:1]], strict=True):
        half = hypot(dx + dx2, dy + dy2) / 2
        further = sqrt(max(1 - half * half, 0.0)) / (1 + half)
        if dx * dy2 < dy * dx2:
            # Inside a bend, the path goes back to the corner, so that it encloses what it passes twice.
            points += [(x + dy * by, y - dx * by), (x, y), (x + dy2 * by, y - dx2 * by)]
        else:
            points.append((x + (dy + dx * further) * by, y + (dy * further - dx) * by))
            points.append((x + (dy2 - dx2 * further) * by, y - (dx2 + dy2 * further) * by))
    return polygon(points) if points else ()
