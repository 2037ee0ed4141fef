"""Labels of a map: each beside its place, touching no other label, place or link."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt

from generator.model.rectangles import Point, Rectangle

Edges = tuple[float, float, float, float]
"""Left, top, right, bottom: what the search works with."""

_SIDES: tuple[tuple[str, float], ...] = (
    ("right", 0.0),
    ("left", 0.0),
    ("right", -0.45),
    ("right", 0.45),
    ("left", -0.45),
    ("left", 0.45),
    ("above", 0.0),
    ("below", 0.0),
    ("right", -1.0),
    ("right", 1.0),
    ("left", -1.0),
    ("left", 1.0),
    ("above", 0.25),
    ("above", -0.25),
    ("below", 0.25),
    ("below", -0.25),
    ("above", 0.45),
    ("above", -0.45),
    ("below", 0.45),
    ("below", -0.45),
)
"""Right and left first, as maps have it. The number shifts a label along its side of the place, as
a part of its own height (right, left) or width (above, below)."""

_DISTANCES = (0.0, 0.9, 1.9, 3.0, 4.5)
_PASSES = 20
_SHIFTED, _FAR = 0.5, 4.0
"""What a less usual side and a millimetre of distance cost ..."""
_ON_PLACE, _ON_TAKEN, _ON_LABEL, _ON_LINE = 600.0, 600.0, 250.0, 60.0
"""... against touching something, and for each square millimetre (millimetre of a line) of it."""
_EACH = 20.0
_EACH_OF_LINE = 5.0


@dataclass(frozen=True, slots=True)
class Label:
    """What wants a place: the middle and radius of what it names, and its own size."""

    x: float
    y: float
    radius: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class _Choice:
    """A box that a label could have, and what it costs whatever the other labels do."""

    cost: float
    edges: Edges


def place_labels(
    labels: Sequence[Label],
    *,
    lines: Sequence[tuple[Point, Point]],
    frame: Rectangle,
    taken: Sequence[Rectangle] = (),
    clearance: float = 0.4,
) -> tuple[Rectangle, ...]:
    """A box for each label: always the same for the same map.

    Each starts with what is best for itself; those that clash move on to what is best against the
    others, until none clashes or nothing more is won. `taken` is kept free, and no box leaves the
    frame if it can.
    """
    choices = [_find_choices(label, labels, lines, frame, taken, clearance) for label in labels]
    chosen = [own[0] for own in choices]
    near = _find_near(choices)

    def clash(index: int, edges: Edges) -> float:
        box = _grown(edges, clearance)
        cost = 0.0
        for other in near[index]:
            area = _overlap(box, chosen[other].edges)
            if area:
                cost += _ON_LABEL + _EACH * area
        return cost

    for _ in range(_PASSES):
        moved = False
        for index, own in enumerate(choices):
            clashing = clash(index, chosen[index].edges)
            if not clashing:
                continue
            best, least = chosen[index], chosen[index].cost + clashing
            for choice in own:
                if choice.cost >= least:
                    break
                cost = choice.cost + clash(index, choice.edges)
                if cost < least:
                    best, least = choice, cost
            if best is not chosen[index]:
                chosen[index] = best
                moved = True
        if not moved:
            break
    return tuple(Rectangle(*choice.edges) for choice in chosen)


def _find_choices(
    label: Label,
    labels: Sequence[Label],
    lines: Sequence[tuple[Point, Point]],
    frame: Rectangle,
    taken: Sequence[Rectangle],
    clearance: float,
) -> list[_Choice]:
    """Boxes around a place, cheapest first; those inside the frame, or all if none is."""
    reach = _DISTANCES[-1] + label.radius + clearance
    around = (
        label.x - reach - label.width,
        label.y - reach - label.height,
        label.x + reach + label.width,
        label.y + reach + label.height,
    )
    spots = [
        _around(other) for other in labels if other is not label and _overlap(_around(other), around) > 0
    ]
    own = _around(label)
    near_lines = [(*start, *end) for start, end in lines if _cut(around, *start, *end) > 0]
    near_taken = [_edges(box) for box in taken if _overlap(_edges(box), around) > 0]
    found = []
    for edges, cost in _candidates(label):
        box = _grown(edges, clearance)
        for spot in spots:
            area = _overlap(box, spot)
            if area:
                cost += _ON_PLACE + _EACH * area
        cost += _EACH * _overlap(edges, own) * 0.1
        for kept in near_taken:
            area = _overlap(box, kept)
            if area:
                cost += _ON_TAKEN + _EACH * area
        for x1, y1, x2, y2 in near_lines:
            length = _cut(box, x1, y1, x2, y2)
            if length:
                cost += _ON_LINE + _EACH_OF_LINE * length
        found.append(_Choice(cost, edges))
    left, top, right, bottom = _edges(frame)
    inside = [
        choice
        for choice in found
        if choice.edges[0] >= left
        and choice.edges[1] >= top
        and choice.edges[2] <= right
        and choice.edges[3] <= bottom
    ]
    return sorted(inside or found, key=lambda choice: choice.cost)


def _candidates(label: Label) -> list[tuple[Edges, float]]:
    """Boxes that touch the ring around the place, nearer and farther, and what each costs."""
    width, height = label.width, label.height
    found = []
    for distance in _DISTANCES:
        ring = label.radius + distance
        for rank, (side, shift) in enumerate(_SIDES):
            if side in ("right", "left"):
                y = shift * (height if abs(shift) < 1 else height / 2 + ring * 0.75)
                away = sqrt(max(ring * ring - max(abs(y) - height / 2, 0.0) ** 2, 0.0))
                x = away + width / 2 if side == "right" else -away - width / 2
            else:
                x = shift * width
                away = sqrt(max(ring * ring - max(abs(x) - width / 2, 0.0) ** 2, 0.0))
                y = away + height / 2 if side == "below" else -away - height / 2
            x, y = label.x + x, label.y + y
            edges = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            found.append((edges, rank * _SHIFTED + distance * _FAR))
    return found


def _find_near(choices: Sequence[Sequence[_Choice]]) -> list[list[int]]:
    """For each label, the others that one of its boxes could meet."""
    reaches = [
        (
            min(choice.edges[0] for choice in own),
            min(choice.edges[1] for choice in own),
            max(choice.edges[2] for choice in own),
            max(choice.edges[3] for choice in own),
        )
        for own in choices
    ]
    return [
        [
            other
            for other, reach in enumerate(reaches)
            if other != index and _overlap(_grown(own, 1.0), reach) > 0
        ]
        for index, own in enumerate(reaches)
    ]


def _around(label: Label) -> Edges:
    return (
        label.x - label.radius,
        label.y - label.radius,
        label.x + label.radius,
        label.y + label.radius,
    )


def _edges(box: Rectangle) -> Edges:
    return box.left, box.top, box.right, box.bottom


def _grown(edges: Edges, by: float) -> Edges:
    return edges[0] - by, edges[1] - by, edges[2] + by, edges[3] + by


def _overlap(first: Edges, second: Edges) -> float:
    width = min(first[2], second[2]) - max(first[0], second[0])
    if width <= 0:
        return 0.0
    height = min(first[3], second[3]) - max(first[1], second[1])
    return width * height if height > 0 else 0.0


def _cut(box: Edges, x1: float, y1: float, x2: float, y2: float) -> float:
    """Length of the part of a line inside a box (Liang and Barsky)."""
    left, top, right, bottom = box
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
