"""Labels of a map: each beside its place, touching no other label, place or link."""

from collections.abc import Iterable, Sequence
from itertools import product
from math import inf, sqrt
from typing import Literal, NamedTuple, TypeAlias

from generator.model.geometry import Point, Rectangle

Side: TypeAlias = Literal["right", "left", "above", "below"]

_PASSES = 20
_ENOUGH = 16
"""Number of free positions per label that are compared with the other labels."""
_SHIFTED, _FAR, _OTHER_FORM = 1.2, 9.0, 8.0
"""Cost of a less preferred side, of a distance of one label height, and of a less preferred form."""
_ON_PLACE, _ON_LABEL, _ON_LINE = 600.0, 250.0, 60.0
"""Cost of touching a place or other kept ground, another label, or a line."""
_OUTSIDE = 5000.0
_EACH = 20.0
_EACH_OF_LINE = 5.0
"""Additional cost per square millimetre, or millimetre of a line, that is covered."""
_CLEARANCE = 0.4
"""Distance between labels and everything else, in mm."""


class _Spot(NamedTuple):
    side: Side
    shift: float
    """Shift along that side, from -1 to 1: as far as the label still touches the ring around the place."""
    distance: float
    """Distance from the place, as a share of the label's height."""
    form: int
    cost: float


def _make_spot(side: Side, shift: float, distance: float, form: int, rank: int) -> _Spot:
    return _Spot(side, shift, distance, form, rank * _SHIFTED + distance * _FAR + form * _OTHER_FORM)


_BESIDE: tuple[Side, ...] = ("right", "left")
_BELOW: tuple[Side, ...] = ("above", "below")
# Right and left first, as on most maps.
_RANKS = (
    *((_BESIDE, 0.0), (_BESIDE, 0.3), (_BESIDE, 0.6), (_BELOW, 0.0)),
    *((_BESIDE, 1.0), (_BELOW, 0.3), (_BELOW, 0.6)),
)
_PREFERRED = sorted(
    (
        _make_spot(side, shift * sign, distance, form, rank)
        for form in (0, 1)
        for distance in (0.0, 0.3, 0.65, 1.0, 1.5)
        for rank, (sides, shift) in enumerate(_RANKS)
        for sign in ((-1, 1) if shift else (1,))
        for side in sides
    ),
    key=lambda spot: spot.cost,
)
"""Preferred positions of labels, best first."""
_FINE = [
    _make_spot(side, step / 10, distance / 4, form, 7)
    for form, distance, side, step in product((0, 1), range(13), (*_BESIDE, *_BELOW), range(-10, 11))
]
"""Positions for labels that would touch something everywhere else."""
_FARTHEST = max(spot.distance for spot in _FINE)


class Label(NamedTuple):
    """A label to be placed: the middle and radius of what it names, and its own size, in mm."""

    x: float
    y: float
    radius: float
    forms: tuple[tuple[float, float], ...]
    """Possible widths and heights, best first: on one line, on two."""

    @property
    def ring(self) -> Rectangle:
        """The box around what it names."""
        return Rectangle(self.x, self.y, self.x, self.y).grown(self.radius)


class PlacedLabel(NamedTuple):
    """A position of a label, and what it costs regardless of other labels."""

    cost: float
    box: Rectangle
    form: int
    """Index of its form."""
    is_free: bool = False
    """True if it touches nothing."""


def _cover(box: Rectangle, kept: Iterable[Rectangle], cost: float) -> float:
    """Return the cost of everything that a box touches."""
    total, (left, top, right, bottom) = 0.0, box
    for other in kept:
        # Nearly all others are far away.
        x1, y1, x2, y2 = other
        if x1 < right and x2 > left and y1 < bottom and y2 > top:
            total += cost + _EACH * box.overlap(other)
    return total


def place_labels(
    labels: Sequence[Label],
    *,
    lines: Sequence[tuple[Point, Point]],
    frame: Rectangle,
    taken: Sequence[Rectangle] = (),
) -> tuple[PlacedLabel, ...]:
    """Return a box for each label, always the same for the same map.

    Each starts at its own best position; those that clash move to the best position with regard to the
    others, until none clashes or nothing improves. `taken` is kept free; boxes stay in the frame if possible.
    """
    choices = [_find_choices(label, labels, lines, frame, taken) for label in labels]
    chosen = [own[0] for own in choices]
    near = _find_near(choices)

    def clash(index: int, box: Rectangle) -> float:
        return _cover(box.grown(_CLEARANCE), (chosen[other].box for other in near[index]), _ON_LABEL)

    def improve(index: int) -> bool:
        clashing = clash(index, chosen[index].box)
        if not clashing:
            return False
        best, least = chosen[index], chosen[index].cost + clashing
        for choice in choices[index]:
            if choice.cost >= least:
                break
            cost = choice.cost + clash(index, choice.box)
            if cost < least:
                best, least = choice, cost
        moved = best is not chosen[index]
        chosen[index] = best
        return moved

    for _ in range(_PASSES):
        moved = [improve(index) for index in range(len(labels))]
        if not any(moved):
            break
    return tuple(
        choice._replace(is_free=choice.cost < _ON_LINE and not clash(index, choice.box))
        for index, choice in enumerate(chosen)
    )


def _find_choices(
    label: Label,
    labels: Sequence[Label],
    lines: Sequence[tuple[Point, Point]],
    frame: Rectangle,
    taken: Sequence[Rectangle],
) -> list[PlacedLabel]:
    """Return boxes around a place, cheapest first; more of them if all preferred ones touch something."""
    width, height = (max(form[side] for form in label.forms) for side in (0, 1))
    reach = _FARTHEST * height + label.radius + _CLEARANCE
    around = Rectangle(label.x - width, label.y - height, label.x + width, label.y + height).grown(reach)
    rings = (other.ring for other in labels if other is not label)
    kept = [box for box in (*rings, *taken) if box.overlap(around)]
    crossing = [(Rectangle.around(line), line) for line in lines if around.cut(*line)]
    found: list[PlacedLabel] = []

    def find_cost(box: Rectangle) -> float:
        if box.beyond(frame):
            return _OUTSIDE
        box = box.grown(_CLEARANCE)
        total = 0.0
        left, top, right, bottom = box
        for (x1, y1, x2, y2), line in crossing:
            if x1 < right and x2 > left and y1 < bottom and y2 > top and (length := box.cut(*line)):
                total += _ON_LINE + _EACH_OF_LINE * length
        return _cover(box, kept, _ON_PLACE) + total

    def try_spots(spots: Sequence[_Spot], enough: float) -> bool:
        free = 0
        for spot in spots:
            if spot.form < len(label.forms):
                box = _place_beside(label, spot)
                found.append(PlacedLabel(spot.cost + find_cost(box), box, spot.form))
                free += found[-1].cost == spot.cost
                if free == enough:
                    break
        return free > 0

    if not try_spots(_PREFERRED, _ENOUGH):
        try_spots(_FINE, inf)
    return sorted(found, key=lambda choice: choice.cost)


def _place_beside(label: Label, spot: _Spot) -> Rectangle:
    width, height = label.forms[spot.form]
    ring = label.radius + spot.distance * height
    sign = 1 if spot.side in ("right", "below") else -1
    is_beside = spot.side in _BESIDE
    along, across = (height, width) if is_beside else (width, height)
    shift = spot.shift * (along / 2 + ring * 0.75)
    away = sign * (sqrt(max(ring * ring - max(abs(shift) - along / 2, 0.0) ** 2, 0.0)) + across / 2)
    dx, dy = (away, shift) if is_beside else (shift, away)
    x, y = label.x + dx, label.y + dy
    return Rectangle(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def _find_near(choices: Sequence[Sequence[PlacedLabel]]) -> list[list[int]]:
    """Return, for each label, the others that one of its boxes could meet."""
    reaches = [Rectangle.around(corner for one in own for corner in one.box.corners) for own in choices]
    return [
        [other for other, reach in enumerate(reaches) if other != index and own.grown(1.0).overlap(reach)]
        for index, own in enumerate(reaches)
    ]
