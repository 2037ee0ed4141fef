"""Slots for pieces on a sheet: position of the trim, extent of the art, and orientation."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from generator.layout.shapes.frames import Flip, Frame, flip_box, flip_transform
from generator.layout.shapes.outlines import footprint
from generator.model.pieces import Form
from generator.model.rectangles import Rectangle
from generator.model.style import Paper
from generator.scene.shapes import Transform
from generator.scene.transforms import compose, move_back, translation

Sides = tuple[float, float, float, float]
"""Values for left, top, right, and bottom, in mm."""

_NEAR = 1e-6
_MARKS_BETWEEN = 4.0
"""Pieces that are further apart than their bleeds plus this do not affect each other."""


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of a piece of one form; `transform` maps the piece's coordinates to the page."""

    form: Form
    trim: Rectangle
    """Trim on the page; the bounding box if the form is not a rectangle."""
    transform: Transform
    reach: Sides = (0.0, 0.0, 0.0, 0.0)
    """Visible extent of the art beyond the trim, on each side on the page."""

    @property
    def is_cropped(self) -> bool:
        """True if the piece is cut along straight lines with crop marks; others have a cut line."""
        return self.form.is_cropped

    @property
    def art(self) -> Rectangle:
        """The trim with the visible art beyond it."""
        left, top, right, bottom = self.trim
        before, above, after, below = self.reach
        return Rectangle(left - before, top - above, right + after, bottom + below)

    @property
    def clip(self) -> Rectangle | None:
        """The box of the art in the piece's own coordinates; None if nothing is clipped."""
        if min(self.reach) >= self.form.bleed - _NEAR:
            return None
        left, top, right, bottom = self.art
        corners = [move_back(self.transform, *corner) for corner in ((left, top), (right, bottom))]
        xs, ys = zip(*corners, strict=True)
        return Rectangle(min(xs), min(ys), max(xs), max(ys))

    def mirrored(self, page: Paper, flip: Flip) -> "Slot":
        """Return the place of the piece's back on the other side."""
        before, above, after, below = self.reach
        left, _, right, _ = footprint(self.form)
        seen_from_behind: Transform = (-1, 0, 0, 1, left + right, 0)
        return replace(
            self,
            trim=flip_box(self.trim, page, flip),
            transform=compose(compose(flip_transform(page, flip), self.transform), seen_from_behind),
            reach=(after, above, before, below) if flip == "book" else (before, below, after, above),
        )


def make_slot(form: Form, left: float, top: float, *, turned: bool) -> Slot:
    """Return a slot with its trim's top left corner there; `turned` rotates it by 90 degrees clockwise."""
    box = footprint(form)
    if turned:
        trim = Rectangle(left, top, left + box.height, top + box.width)
        return Slot(form, trim, (0, 1, -1, 0, left + box.bottom, top - box.left))
    trim = Rectangle(left, top, left + box.width, top + box.height)
    return Slot(form, trim, translation(left - box.left, top - box.top))


AIR = 0.4
"""Gap between the bleeds of two pieces that do not share a cut, in mm."""


def set_reach(
    slots: Sequence[Slot], frame: Frame, *, bleed: float, outside: float, kept: float
) -> tuple[Slot, ...]:
    """Extend the art of all slots beyond the trims until it meets other art.

    Between two pieces, it extends at most by `bleed` and to the middle; towards the edges, it leaves
    `outside` mm of the printable area free for crop marks, but extends at least by `kept`.
    """
    free = [
        _free_outside(slot.trim, frame.bounds, outside if slot.is_cropped else 0.0, kept) for slot in slots
    ]
    near = 2 * max(slot.form.bleed for slot in slots) + _MARKS_BETWEEN
    for first, second in combinations(range(len(slots)), 2):
        _part(slots[first].trim, slots[second].trim, free[first], free[second], bleed, near)
    return tuple(
        replace(slot, reach=(own[0], own[1], own[2], own[3]))
        for slot, room in zip(slots, free, strict=True)
        for own in [[max(0.0, min(side, slot.form.bleed)) for side in room]]
    )


def _free_outside(trim: Rectangle, bounds: Rectangle, outside: float, kept: float) -> list[float]:
    room = (trim[0] - bounds[0], trim[1] - bounds[1], bounds[2] - trim[2], bounds[3] - trim[3])
    return [max(side - outside, kept) for side in room]


def _part(
    first: Rectangle, second: Rectangle, free: list[float], other: list[float], bleed: float, near: float
) -> None:
    """Give each of two neighbouring pieces half of the space between them, up to the bleed.

    A small gap stays white: where two bleeds meet, printers and screens draw a seam in neither colour.
    """
    across = max(first[0] - second[2], second[0] - first[2])
    down = max(first[1] - second[3], second[1] - first[3])
    apart = max(across, down)
    if apart >= near:
        return
    half = min(round(max(apart - AIR, 0.0) / 2, 6), bleed)
    if across >= down:
        side, facing = (2, 0) if first[0] < second[0] else (0, 2)
    else:
        side, facing = (3, 1) if first[1] < second[1] else (1, 3)
    free[side], other[facing] = min(free[side], half), min(other[facing], half)
