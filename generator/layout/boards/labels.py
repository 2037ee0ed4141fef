"""Names of places on small plates, each beside its place and clear of everything else."""

from collections.abc import Iterable, Sequence
from itertools import product
from math import inf, sqrt
from typing import Literal, NamedTuple, TypeAlias

from generator.layout.press import Press
from generator.layout.shapes.curves import box_outline, filled
from generator.layout.text.typesetter import TextBlock
from generator.model.geometry import Point, Rectangle
from generator.model.texts.wordings import below_each_other
from generator.model.values import dataclass
from generator.scene.shapes import Shape

_PASSES = 20
"""Maximum number of times that all labels are moved."""
_ENOUGH = 16
"""Number of free positions per label that are compared with the other labels."""
_SHIFTED, _FAR, _OTHER_FORM = 1.2, 9.0, 8.0
"""Cost of a less preferred side, of a distance of one label height, and of a less preferred form."""
_ON_PLACE, _ON_LABEL, _ON_LINE = 600.0, 250.0, 60.0
"""Cost of touching a place or other kept ground, another label, or a line."""
_OUTSIDE = 5000.0
"""Cost of a position beyond the frame."""
_EACH, _EACH_OF_LINE = 20.0, 5.0
"""Additional cost per square millimetre, or millimetre of a line, that is covered."""
_CLEARANCE = 0.4
"""Distance between labels and everything else, in mm."""
_PADDING = (0.6, 0.4)
"""Space around a name on its plate, at the sides and above and below, in mm."""
_CAPITALS = 0.75
"""Height of capitals as a share of the font size, with some space."""
_INSET = 0.6
"""Distance of names from the frame, in mm."""

Segment2D: TypeAlias = tuple[Point, Point]
_LabelSide: TypeAlias = Literal["right", "left", "above", "below"]


@dataclass(frozen=True, slots=True)
class NamePlate:
    """A name on one line or two, and the size of the plate under it, in mm."""

    lines: tuple[TextBlock, ...]
    size: tuple[float, float]
    step: float
    """Distance between the lines."""

    def at(self, middle: Point) -> list[Shape]:
        """Return the shapes of the name, centred on a point."""
        x, y = middle
        y -= self.step * (len(self.lines) - 1) / 2
        return [shape for index, line in enumerate(self.lines) for shape in line.at(x, y + index * self.step)]


@dataclass(frozen=True, slots=True)
class LabelSpot:
    """The middle and the radius of something with a name, as it is drawn."""

    label: str
    """Wording key; empty: no name."""
    x: float
    y: float
    radius: float


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


class _Spot(NamedTuple):
    """A position of a label relative to its place."""

    side: _LabelSide
    shift: float
    """Shift along that side, from -1 to 1: as far as the label still touches the ring around the place."""
    distance: float
    """Distance from the place, as a share of the label's height."""
    form: int
    cost: float


def draw_names(
    press: Press,
    role: str,
    spots: Iterable[LabelSpot],
    lines: Sequence[Segment2D],
    frame: Rectangle,
    taken: Sequence[Rectangle] = (),
) -> list[Shape]:
    """Draw the names of spots in a frame; those without free space are left out."""
    size = press.style(role).smallest
    shown = [spot for spot in spots if spot.label and frame.distance(spot.x, spot.y) == 0]
    plates = [set_name(press, role, spot.label, size, padding=_PADDING, capitals=_CAPITALS) for spot in shown]
    labels = [make_label(spot, forms) for spot, forms in zip(shown, plates, strict=True)]
    placed = place_labels(labels, lines=lines, frame=frame.grown(-_INSET), taken=taken)
    shapes: list[Shape] = []
    used: list[Rectangle] = [*taken]
    for forms, own, (_, box, form, _) in zip(plates, labels, placed, strict=True):
        others = [*used, *(other.ring for other in labels if other is not own)]
        if box.beyond(frame) <= 0 and not any(box.overlap(other) > 0 for other in others):
            used.append(box)
            shapes.append(filled(box_outline(box), press.palette["paper"]))
            shapes += forms[form].at(box.middle)
    return shapes


def set_name(
    press: Press, role: str, key: str, size: float, *, padding: tuple[float, float], capitals: float
) -> list[NamePlate]:
    """Set a name on one line and, if it can be divided, on two.

    `padding` of the plate is in mm, `capitals` is their height as a share of the font size.
    """
    name = press.format(key)
    step = size * press.style(role).leading
    plates = []
    for lines in filter(None, ([name], split_name(name))):
        blocks = [
            press.line(line, role, anchor="middle", upright="middle", size=size, thing=key) for line in lines
        ]
        width = max(block.width for block in blocks) + 2 * padding[0]
        height = size * capitals + step * (len(blocks) - 1) + 2 * padding[1]
        plates.append(NamePlate(tuple(blocks), (width, height), step))
    return plates


def make_label(spot: LabelSpot, forms: Sequence[NamePlate]) -> Label:
    """Return the label to be placed for a name that is set in several forms."""
    return Label(spot.x, spot.y, spot.radius, tuple(plate.size for plate in forms))


def split_name(name: str) -> list[str]:
    """Divide a name into two even lines, at a space or after a hyphen; empty for a single word.

    Names in two languages are divided between them.
    """
    below = below_each_other(name)
    if "\n" in below:
        return below.split("\n")
    ends = [index for index, character in enumerate(name[:-1]) if character in " -"]
    if not ends:
        return []
    middle = min(ends, key=lambda index: abs(index - len(name) / 2))
    return [name[: middle + 1].rstrip(" "), name[middle + 1 :]]


def place_labels(
    labels: Sequence[Label], *, lines: Sequence[Segment2D], frame: Rectangle, taken: Sequence[Rectangle] = ()
) -> tuple[PlacedLabel, ...]:
    """Return a box for each label, always the same for the same map.

    Each starts at its own best position; those that clash move to the best position with regard to the
    others, until none clashes or nothing improves. `taken` is kept free; boxes stay in the frame if possible.
    """
    choices = []
    for label in labels:
        rings = (other.ring for other in labels if other is not label)
        choices.append(_list_choices(label, lines, frame, (*rings, *taken)))
    chosen = [own[0] for own in choices]
    near = _list_near(choices)

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


def _list_choices(
    label: Label, lines: Sequence[Segment2D], frame: Rectangle, taken: Iterable[Rectangle]
) -> list[PlacedLabel]:
    """Return boxes around a place, cheapest first; more of them if all preferred ones touch something."""
    width, height = (max(form[side] for form in label.forms) for side in (0, 1))
    reach = _FARTHEST * height + label.radius + _CLEARANCE
    around = Rectangle(label.x - width, label.y - height, label.x + width, label.y + height).grown(reach)
    kept = [box for box in taken if box.overlap(around)]
    crossing = [(Rectangle.around(line), line) for line in lines if around.cut(*line)]
    choices: list[PlacedLabel] = []

    def measure_cost(box: Rectangle) -> float:
        if box.beyond(frame):
            return _OUTSIDE
        box = box.grown(_CLEARANCE)
        total = 0.0
        left, top, right, bottom = box
        for (x1, y1, x2, y2), ends in crossing:
            if x1 < right and x2 > left and y1 < bottom and y2 > top and (length := box.cut(*ends)):
                total += _ON_LINE + _EACH_OF_LINE * length
        return _cover(box, kept, _ON_PLACE) + total

    def try_spots(spots: Sequence[_Spot], enough: float) -> bool:
        free = 0
        for spot in spots:
            if spot.form < len(label.forms):
                box = _place_beside(label, spot)
                choices.append(PlacedLabel(spot.cost + measure_cost(box), box, spot.form))
                free += choices[-1].cost == spot.cost
                if free == enough:
                    break
        return free > 0

    if not try_spots(_PREFERRED, _ENOUGH):
        try_spots(_FINE, inf)
    return sorted(choices, key=lambda choice: choice.cost)


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


def _cover(box: Rectangle, kept: Iterable[Rectangle], cost: float) -> float:
    total, (left, top, right, bottom) = 0.0, box
    for other in kept:
        # Nearly all others are far away.
        x1, y1, x2, y2 = other
        if x1 < right and x2 > left and y1 < bottom and y2 > top:
            total += cost + _EACH * box.overlap(other)
    return total


def _list_near(choices: Sequence[Sequence[PlacedLabel]]) -> list[list[int]]:
    """Return, for each label, the others that one of its boxes could meet."""
    reaches = [Rectangle.around(corner for choice in own for corner in choice.box.corners) for own in choices]
    return [
        [other for other, reach in enumerate(reaches) if other != index and own.grown(1.0).overlap(reach)]
        for index, own in enumerate(reaches)
    ]


def _make_spot(side: _LabelSide, shift: float, distance: float, form: int, rank: int) -> _Spot:
    return _Spot(side, shift, distance, form, rank * _SHIFTED + distance * _FAR + form * _OTHER_FORM)


_BESIDE: tuple[_LabelSide, ...] = ("right", "left")
_BELOW: tuple[_LabelSide, ...] = ("above", "below")
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
