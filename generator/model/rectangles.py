"""Upright rectangles in mm, y downwards: what keeps apart on a board."""

from dataclasses import dataclass
from math import hypot
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Rectangle:
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def grown(self, by: float) -> "Rectangle":
        return Rectangle(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def beyond(self, other: "Rectangle") -> float:
        """How far it stands out of another one; 0: it lies inside."""
        return max(
            other.left - self.left,
            other.top - self.top,
            self.right - other.right,
            self.bottom - other.bottom,
            0.0,
        )

    def overlap(self, other: "Rectangle") -> float:
        """The area that both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if width > 0 and height > 0 else 0.0

    def cut(self, start: Point, end: Point) -> float:
        """Length of the part of a line that lies inside (Liang and Barsky)."""
        (x1, y1), (x2, y2) = start, end
        if (
            max(x1, x2) <= self.left
            or min(x1, x2) >= self.right
            or max(y1, y2) <= self.top
            or min(y1, y2) >= self.bottom
        ):
            return 0.0
        dx, dy = x2 - x1, y2 - y1
        near, far = 0.0, 1.0
        edges = ((-dx, x1 - self.left), (dx, self.right - x1), (-dy, y1 - self.top), (dy, self.bottom - y1))
        for direction, reach in edges:
            if direction < 0:
                near = max(near, reach / direction)
            elif direction > 0:
                far = min(far, reach / direction)
        return (far - near) * hypot(dx, dy) if far > near else 0.0

    def distance(self, x: float, y: float) -> float:
        """From a point to the nearest one of the rectangle; 0 inside."""
        return hypot(max(self.left - x, x - self.right, 0.0), max(self.top - y, y - self.bottom, 0.0))
