"""Labels of a map: each beside its place, touching no other label, place or link."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import Literal

from generator.model.rectangles import Point, Rectangle

Edges = tuple[float, float, float, float]
"""Left, top, right, bottom: what the search works with."""

_PASSES = 20
_ENOUGH = 16
"""So many free places are found for each label before it is held against the others."""
_SHIFTED, _FAR, _OTHER_FORM = 1.2, 9.0, 8.0
"""What a less usual side, a label's height of distance and a less usual form cost ..."""
_ON_PLACE, _ON_TAKEN, _ON_LABEL, _ON_LINE = 600.0, 600.0, 250.0, 60.0
"""... against touching something, and for each square millimetre (millimetre of a line) of it."""
_OUTSIDE = 5000.0
_EACH = 20.0
_EACH_OF_LINE = 5.0


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a label may stand beside its place."""

    side: Literal["right", "left", "above", "below"]
    shift: float
    """Along that side, from -1 to 1: as far as the label still touches the ring around the place."""
    distance: float
    """From the place, as a part of the label's height."""
    form: int
    cost: float


_SIDES: tuple[Literal["right", "left", "above", "below"], ...] = ("right", "left", "above", "below")

_USUAL = tuple(
    sorted(
        (
            _Spot(side, shift * sign, distance, form, rank * _SHIFTED + distance * _FAR + form * _OTHER_FORM)
            for form in (0, 1)
            for distance in (0.0, 0.3, 0.65, 1.0, 1.5)
            # Right and left first, as maps have it.
            for rank, (sides, shift) in enumerate(
                (
                    (_SIDES[:2], 0.0),
                    (_SIDES[:2], 0.3),
                    (_SIDES[:2], 0.6),
                    (_SIDES[2:], 0.0),
                    (_SIDES[:2], 1.0),
                    (_SIDES[2:], 0.3),
                    (_SIDES[2:], 0.6),
                )
            )
            for sign in ((-1, 1) if shift else (1,))
            for side in sides
        ),
        key=lambda spot: spot.cost,
    )
)
"""The usual places of labels, the best first."""

_FINE = tuple(
    _Spot(side, step / 10, distance / 4, form, 7 * _SHIFTED + distance / 4 * _FAR + form * _OTHER_FORM)
    for form in (0, 1)
    for distance in range(13)
    for side in _SIDES
    for step in range(-10, 11)
)
"""For labels that would touch something everywhere else."""
_FARTHEST = max(spot.distance for spot in _FINE)


@dataclass(frozen=True, slots=True)
class Label:
    """What wants a place: the middle and radius of what it names, and its own size."""

    x: float
    y: float
    radius: float
    forms: tuple[tuple[float, float], ...]
    """Widths and heights that it may have, the best first: on one line, on two."""


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    box: Rectangle
    form: int
    """Which of its forms it has."""
    is_free: bool
    """Whether it touches nothing."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """A box that a label could have, and what it costs whatever the other labels do."""

    cost: float
    edges: Edges
    form: int


@dataclass(frozen=True, slots=True)
class _Ground:
    """What lies near a label and is in its way."""

    spots: tuple[Edges, ...]
    taken: tuple[Edges, ...]
    lines: tuple[tuple[float, float, float, float], ...]
    frame: Edges
    clearance: float

    def cost(self, edges: Edges) -> float:
        """Of all that a box touches, each with some room around it."""
        box = _grown(edges, self.clearance)
        left, top, right, bottom = self.frame
        if edges[0] < left or edges[1] < top or edges[2] > right or edges[3] > bottom:
            return _OUTSIDE
        cost = 0.0
        for spot in self.spots:
            area = _overlap(box, spot)
            if area:
                cost += _ON_PLACE + _EACH * area
        for kept in self.taken:
            area = _overlap(box, kept)
            if area:
                cost += _ON_TAKEN + _EACH * area
        left, top, right, bottom = box
        for x1, y1, x2, y2 in self.lines:
            # Nearly all lines pass at a distance: they are told apart here, without a call.
            if (
                (x1 <= left and x2 <= left)
                or (x1 >= right and x2 >= right)
                or (y1 <= top and y2 <= top)
                or (y1 >= bottom and y2 >= bottom)
            ):
                continue
            length = _cut(box, x1, y1, x2, y2)
            if length:
                cost += _ON_LINE + _EACH_OF_LINE * length
        return cost


def place_labels(
    labels: Sequence[Label],
    *,
    lines: Sequence[tuple[Point, Point]],
    frame: Rectangle,
    taken: Sequence[Rectangle] = (),
    clearance: float = 0.4,
) -> tuple[PlacedLabel, ...]:
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
    return tuple(
        PlacedLabel(
            Rectangle(*choice.edges),
            choice.form,
            choice.cost < _ON_LINE and not clash(index, choice.edges),
        )
        for index, choice in enumerate(chosen)
    )


def _find_choices(
    label: Label,
    labels: Sequence[Label],
    lines: Sequence[tuple[Point, Point]],
    frame: Rectangle,
    taken: Sequence[Rectangle],
    clearance: float,
) -> list[_Choice]:
    """Boxes around a place, cheapest first; more of them where the usual ones all touch something."""
    width = max(form[0] for form in label.forms)
    height = max(form[1] for form in label.forms)
    reach = _FARTHEST * height + label.radius + clearance
    around = _grown((label.x - width, label.y - height, label.x + width, label.y + height), reach)
    ground = _Ground(
        tuple(
            _around(other) for other in labels if other is not label and _overlap(_around(other), around) > 0
        ),
        tuple(_edges(box) for box in taken if _overlap(_edges(box), around) > 0),
        tuple((*start, *end) for start, end in lines if _cut(around, *start, *end) > 0),
        _edges(frame),
        clearance,
    )
    found: list[_Choice] = []
    free = 0
    for spot in _USUAL:
        if spot.form < len(label.forms):
            edges = _beside(label, spot)
            cost = spot.cost + ground.cost(edges)
            found.append(_Choice(cost, edges, spot.form))
            free += cost == spot.cost
            if free == _ENOUGH:
                break
    if not free:
        for spot in _FINE:
            if spot.form < len(label.forms):
                edges = _beside(label, spot)
                found.append(_Choice(spot.cost + ground.cost(edges), edges, spot.form))
    return sorted(found, key=lambda choice: choice.cost)


def _beside(label: Label, spot: _Spot) -> Edges:
    """The box of a label: it touches the ring around its place."""
    width, height = label.forms[spot.form]
    side, shift = spot.side, spot.shift
    ring = label.radius + spot.distance * height
    if side == "right" or side == "left":
        y = shift * (height / 2 + ring * 0.75)
        away = sqrt(max(ring * ring - max(abs(y) - height / 2, 0.0) ** 2, 0.0)) + width / 2
        x = away if side == "right" else -away
    else:
        x = shift * (width / 2 + ring * 0.75)
        away = sqrt(max(ring * ring - max(abs(x) - width / 2, 0.0) ** 2, 0.0)) + height / 2
        y = away if side == "below" else -away
    x, y = label.x + x, label.y + y
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


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
