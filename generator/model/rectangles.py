"""Upright rectangles in mm, with y pointing down."""

from collections.abc import Iterable
from math import hypot
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]

ROUNDING = 1e-6
"""Overlaps smaller than this are ignored."""


def clamp(value: float, least: float, most: float) -> float:
    """Return the number between the limits that is nearest to a value."""
    return min(max(value, least), most)


class Rectangle(NamedTuple):
    """A rectangle; the search for label positions creates thousands, and a named tuple is fast to create."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, points: Iterable[Point]) -> "Rectangle":
        """Return the smallest rectangle with all points."""
        xs, ys = zip(*points, strict=True)
        return cls(min(xs), min(ys), max(xs), max(ys))

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def corners(self) -> tuple[Point, ...]:
        left, top, right, bottom = self
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def within(self, width: float, height: float) -> "Rectangle":
        """Return itself, which is the same in all surroundings, unlike a box with percent."""
        return self

    def grown(self, by: float) -> "Rectangle":
        return Rectangle(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, x: float, y: float) -> "Rectangle":
        return Rectangle(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def beyond(self, other: "Rectangle") -> float:
        """Return how far this rectangle extends beyond another; 0 if it is inside."""
        left, top, right, bottom = other
        return max(left - self.left, top - self.top, self.right - right, self.bottom - bottom, 0.0)

    def overlap(self, other: "Rectangle") -> float:
        """Return the area of the intersection."""
        width = min(self.right, other.right) - max(self.left, other.left)
        if width <= 0:
            return 0.0
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if height > 0 else 0.0

    def cut(self, start: Point, end: Point) -> float:
        """Return the length of the part of a line that is inside (Liang and Barsky)."""
        left, top, right, bottom = self
        (x1, y1), (x2, y2) = start, end
        # Nearly all lines are far away.
        if (
            (x1 <= left and x2 <= left)
            or (x1 >= right and x2 >= right)
            or (y1 <= top and y2 <= top)
            or (y1 >= bottom and y2 >= bottom)
        ):
            return 0.0
        dx, dy = x2 - x1, y2 - y1
        near, far = 0.0, 1.0
        for direction, reach in ((-dx, x1 - left), (dx, right - x1), (-dy, y1 - top), (dy, bottom - y1)):
            if direction < 0:
                near = max(near, reach / direction)
            elif direction > 0:
                far = min(far, reach / direction)
        return (far - near) * hypot(dx, dy) if far > near else 0.0

    def distance(self, x: float, y: float) -> float:
        """Return the distance from a point to the rectangle; 0 inside."""
        return hypot(max(self.left - x, x - self.right, 0.0), max(self.top - y, y - self.bottom, 0.0))
