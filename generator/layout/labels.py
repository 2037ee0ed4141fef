"""Labels of a map: each beside its place, touching no other label, place or link."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin

Point = tuple[float, float]

_ANGLES = (0, 180, 90, 270, 30, 330, 150, 210, 60, 300, 120, 240)
"""Right and left first, as maps have it; degrees, clockwise since y runs downwards."""
_DISTANCES = (0.0, 1.2, 2.6, 4.5)
_PASSES = 12


@dataclass(frozen=True, slots=True)
class Rectangle:
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: float) -> "Rectangle":
        return Rectangle(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def overlap(self, other: "Rectangle") -> float:
        """The area that both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if width > 0 and height > 0 else 0.0

    def cut(self, start: Point, end: Point) -> float:
        """Length of the part of a line that lies inside (Liang and Barsky)."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        near, far = 0.0, 1.0
        edges = (
            (-dx, start[0] - self.left),
            (dx, self.right - start[0]),
            (-dy, start[1] - self.top),
            (dy, self.bottom - start[1]),
        )
        for direction, reach in edges:
            if direction == 0:
                if reach < 0:
                    return 0.0
            elif direction < 0:
                near = max(near, reach / direction)
            else:
                far = min(far, reach / direction)
        return (far - near) * hypot(dx, dy) if far > near else 0.0


@dataclass(frozen=True, slots=True)
class Label:
    """What wants a place: the middle and radius of what it names, and its own size."""

    x: float
    y: float
    radius: float
    width: float
    height: float


def place_labels(
    labels: Sequence[Label],
    *,
    lines: Sequence[tuple[Point, Point]],
    frame: Rectangle,
    taken: Sequence[Rectangle] = (),
    clearance: float = 0.4,
) -> tuple[Rectangle, ...]:
    """A box for each label: always the same for the same map.

    Starts with the usual side of each and moves the worst ones until none collides or nothing
    more is won; `taken` is kept free, and no box leaves the frame.
    """
    spots = [
        Rectangle(
            label.x - label.radius,
            label.y - label.radius,
            label.x + label.radius,
            label.y + label.radius,
        )
        for label in labels
    ]
    choices = [_candidates(label, frame) for label in labels]
    fixed = [
        [_fixed_cost(box.grown(clearance), index, rank, spots, lines, taken) for rank, box in enumerate(own)]
        for index, own in enumerate(choices)
    ]
    chosen = [
        min(range(len(own)), key=lambda rank: costs[rank]) for own, costs in zip(choices, fixed, strict=True)
    ]

    def clash(index: int, rank: int) -> float:
        box = choices[index][rank].grown(clearance)
        return sum(
            200 + 20 * box.overlap(choices[other][chosen[other]])
            for other in range(len(labels))
            if other != index and box.overlap(choices[other][chosen[other]]) > 0
        )

    for _ in range(_PASSES):
        moved = False
        for index, costs in enumerate(fixed):
            best = min(range(len(costs)), key=lambda rank: costs[rank] + clash(index, rank))
            if costs[best] + clash(index, best) < costs[chosen[index]] + clash(index, chosen[index]):
                chosen[index] = best
                moved = True
        if not moved:
            break
    return tuple(own[rank] for own, rank in zip(choices, chosen, strict=True))


def _candidates(label: Label, frame: Rectangle) -> list[Rectangle]:
    """Boxes around the place, the best first; those inside the frame, or all if none is."""
    found = []
    for distance in _DISTANCES:
        for angle in _ANGLES:
            dx, dy = cos(radians(angle)), sin(radians(angle))
            # The box touches the ring around the place with the side that faces it.
            reach = label.radius + distance
            x = label.x + dx * reach + (dx * label.width / 2 if abs(dx) > 0.3 else 0)
            y = label.y + dy * reach + (dy * label.height / 2 if abs(dy) > 0.3 else 0)
            if 0.3 < abs(dx) < 0.9:
                x = label.x + dx * reach * 0.8 + (label.width / 2 if dx > 0 else -label.width / 2)
            found.append(
                Rectangle(
                    x - label.width / 2,
                    y - label.height / 2,
                    x + label.width / 2,
                    y + label.height / 2,
                )
            )
    inside = [
        box
        for box in found
        if box.left >= frame.left
        and box.right <= frame.right
        and box.top >= frame.top
        and box.bottom <= frame.bottom
    ]
    return inside or found


def _fixed_cost(
    box: Rectangle,
    index: int,
    rank: int,
    spots: Sequence[Rectangle],
    lines: Sequence[tuple[Point, Point]],
    taken: Sequence[Rectangle],
) -> float:
    """What is wrong with a box whatever the other labels do; its rank breaks ties."""
    cost = float(rank) * 0.5
    for other, spot in enumerate(spots):
        area = box.overlap(spot)
        if area > 0:
            cost += 400 + 20 * area if other != index else 100 * area
    for start, end in lines:
        length = box.cut(start, end)
        if length > 0:
            cost += 60 + 5 * length
    for other_box in taken:
        if box.overlap(other_box) > 0:
            cost += 500
    return cost
