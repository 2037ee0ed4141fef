"""Plane figures in mm, with y pointing down."""

from collections.abc import Iterable, Sequence
from math import hypot
from typing import Literal, NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]
ROUNDING = 1e-6
"""Overlaps smaller than this are ignored."""
_SIDES = ((0, 1), (1, 1j), (1 + 1j, -1), (1j, -1j))
"""Start and direction of each side of a square, clockwise, as complex numbers."""


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

    @classmethod
    def centred(cls, x: float, y: float, width: float, height: float) -> "Rectangle":
        """Return the rectangle of a size with its middle at a point."""
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

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
    def size(self) -> tuple[float, float]:
        return self.width, self.height

    @property
    def corners(self) -> tuple[Point, ...]:
        left, top, right, bottom = self
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def within(self, width: float, height: float) -> "Rectangle":
        """Return itself: unlike a box with percent, it does not depend on its surroundings."""
        return self

    def grown(self, by: float) -> "Rectangle":
        return Rectangle(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, x: float, y: float) -> "Rectangle":
        return Rectangle(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def reduced(self, ratio: float) -> "Rectangle":
        """Return the largest box with a ratio of width to height, in the middle of this one."""
        (x, y), across = self.middle, min(self.width, self.height * ratio) / 2
        return Rectangle(x - across, y - across / ratio, x + across, y + across / ratio)

    def limited(self, other: "Rectangle") -> "Rectangle":
        """Return the part inside another rectangle; if there is none, its width or height is negative."""
        left, top, right, bottom = other
        return Rectangle(
            left if left > self.left else self.left,
            top if top > self.top else self.top,
            right if right < self.right else self.right,
            bottom if bottom < self.bottom else self.bottom,
        )

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


def place_cells(drawing: str, box: Rectangle) -> list[list[Point]]:
    """Return the outlines of a drawing such as `XX./.XX` that fills a box; holes are counter-clockwise."""
    rows = drawing.replace("/", "\n").split()
    wide, high = box.width / max(map(len, rows)), box.height / len(rows)
    cells = [complex(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"]
    known = {*cells}
    starts = ((cell + start, way) for cell in cells for start, way in _SIDES if cell - way * 1j not in known)
    edges = dict.fromkeys(starts, 0)
    outlines = []
    while edges:
        at, way = first = next(iter(edges))
        corners: list[Point] = []
        while edges.pop((at, way), 1) == 0:
            at, before = at + way, way
            # A turn to the right comes first, so that cells that only share a corner stay apart.
            turns = (way * 1j, way, way * -1j)
            way = next(turn for turn in turns if (at, turn) in edges or (at, turn) == first)
            if way != before:
                corners.append((box.left + at.real * wide, box.top + at.imag * high))
        outlines.append(corners[-1:] + corners[:-1])
    return outlines


def describe_tab(
    extent: tuple[float, float],
    side: Literal["top", "right", "bottom", "left"],
    at: float,
    size: tuple[float, float],
    *,
    corner: float,
) -> str:
    """Return the outline of a piece with a tab in mm; beside the tab, the piece is lower.

    `extent` is the size of the piece with its tab, `at` the start of the tab along its edge, and `size` the
    length and height of the tab.
    """
    is_turned = side in ("left", "right")
    long, high = extent[::-1] if is_turned else extent
    wide, deep = size
    corners = [(0.0, deep), (at, deep), (at, 0.0), (at + wide, 0.0)]
    corners += [(at + wide, deep), (long, deep), (long, high), (0.0, high)]
    if side in ("bottom", "right"):
        corners = [(x, high - y) for x, y in corners]
    if is_turned:
        corners = [(y, x) for x, y in corners]
    # At the end of an edge, a corner of the tab coincides with one of the piece; both are left out.
    rounded = [(round(x, 4), round(y, 4)) for x, y in corners]
    once = [point for point in rounded if rounded.count(point) == 1]
    return round_corners(once, min(corner, deep / 2, wide / 2))


def round_corners(points: Sequence[Point], radius: float) -> str:
    """Return path data of a polygon with right angles, whose corners are round."""
    corners, data = [complex(*point) for point in points], "M"
    for index, corner in enumerate(corners):
        back, ahead = (corners[other % len(corners)] - corner for other in (index - 1, index + 1))
        by = min(radius, abs(back) / 2, abs(ahead) / 2)
        start, end = (corner + way / abs(way) * by for way in (back, ahead))
        is_right = (ahead / back).imag < 0
        arc = f"A{by:.4f} {by:.4f} 0 0 {is_right:d} {end.real:.4f} {end.imag:.4f}"
        data += f"{start.real:.4f} {start.imag:.4f}{arc if radius else ''}L"
    return data.removesuffix("L") + "Z"
