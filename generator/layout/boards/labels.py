"""Labels of a map: each beside its place, touching no other label, place or link."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from generator.model.rectangles import Point, Rectangle

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
_CLEARANCE = 0.4
"""Between labels and all else, in mm."""


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
    box: Rectangle
    form: int


@dataclass(frozen=True, slots=True)
class _Ground:
    """What lies near a label and is in its way."""

    spots: tuple[Rectangle, ...]
    taken: tuple[Rectangle, ...]
    lines: tuple[tuple[Point, Point], ...]
    frame: Rectangle

    def cost(self, box: Rectangle) -> float:
        """Of all that a box touches, each with some room around it."""
        if box.beyond(self.frame):
            return _OUTSIDE
        box = box.grown(_CLEARANCE)
        cost = 0.0
        for spot in self.spots:
            area = box.overlap(spot)
            if area:
                cost += _ON_PLACE + _EACH * area
        for kept in self.taken:
            area = box.overlap(kept)
            if area:
                cost += _ON_TAKEN + _EACH * area
        for start, end in self.lines:
            length = box.cut(start, end)
            if length:
                cost += _ON_LINE + _EACH_OF_LINE * length
        return cost


def place_labels(
    labels: Sequence[Label],
    *,
    lines: Sequence[tuple[Point, Point]],
    frame: Rectangle,
    taken: Sequence[Rectangle] = (),
) -> tuple[PlacedLabel, ...]:
    """A box for each label: always the same for the same map.

    Each starts with what is best for itself; those that clash move on to what is best against the
    others, until none clashes or nothing more is won. `taken` is kept free, and no box leaves the
    frame if it can.
    """
    choices = [_find_choices(label, labels, lines, frame, taken) for label in labels]
    chosen = [own[0] for own in choices]
    near = _find_near(choices)

    def clash(index: int, box: Rectangle) -> float:
        box = box.grown(_CLEARANCE)
        cost = 0.0
        for other in near[index]:
            area = box.overlap(chosen[other].box)
            if area:
                cost += _ON_LABEL + _EACH * area
        return cost

    for _ in range(_PASSES):
        moved = False
        for index, own in enumerate(choices):
            clashing = clash(index, chosen[index].box)
            if not clashing:
                continue
            best, least = chosen[index], chosen[index].cost + clashing
            for choice in own:
                if choice.cost >= least:
                    break
                cost = choice.cost + clash(index, choice.box)
                if cost < least:
                    best, least = choice, cost
            if best is not chosen[index]:
                chosen[index] = best
                moved = True
        if not moved:
            break
    return tuple(
        PlacedLabel(
            choice.box,
            choice.form,
            choice.cost < _ON_LINE and not clash(index, choice.box),
        )
        for index, choice in enumerate(chosen)
    )


def _find_choices(
    label: Label,
    labels: Sequence[Label],
    lines: Sequence[tuple[Point, Point]],
    frame: Rectangle,
    taken: Sequence[Rectangle],
) -> list[_Choice]:
    """Boxes around a place, cheapest first; more of them where the usual ones all touch something."""
    width = max(form[0] for form in label.forms)
    height = max(form[1] for form in label.forms)
    reach = _FARTHEST * height + label.radius + _CLEARANCE
    around = Rectangle(label.x - width, label.y - height, label.x + width, label.y + height).grown(reach)
    ground = _Ground(
        tuple(ring for other in labels if other is not label and (ring := _around(other)).overlap(around)),
        tuple(box for box in taken if box.overlap(around)),
        tuple(line for line in lines if around.cut(*line)),
        frame,
    )
    found: list[_Choice] = []
    free = 0
    for spot in _USUAL:
        if spot.form < len(label.forms):
            box = _beside(label, spot)
            cost = spot.cost + ground.cost(box)
            found.append(_Choice(cost, box, spot.form))
            free += cost == spot.cost
            if free == _ENOUGH:
                break
    if not free:
        for spot in _FINE:
            if spot.form < len(label.forms):
                box = _beside(label, spot)
                found.append(_Choice(spot.cost + ground.cost(box), box, spot.form))
    return sorted(found, key=lambda choice: choice.cost)


def _beside(label: Label, spot: _Spot) -> Rectangle:
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
    return Rectangle(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def _find_near(choices: Sequence[Sequence[_Choice]]) -> list[list[int]]:
    """For each label, the others that one of its boxes could meet."""
    reaches = [
        Rectangle(
            min(choice.box.left for choice in own),
            min(choice.box.top for choice in own),
            max(choice.box.right for choice in own),
            max(choice.box.bottom for choice in own),
        )
        for own in choices
    ]
    return [
        [other for other, reach in enumerate(reaches) if other != index and own.grown(1.0).overlap(reach)]
        for index, own in enumerate(reaches)
    ]


def _around(label: Label) -> Rectangle:
    return Rectangle(label.x, label.y, label.x, label.y).grown(label.radius)
