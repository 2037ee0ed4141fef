"""Distances between pieces on a sheet, and the sheet with its slots."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product

from generator.errors import LayoutError
from generator.layout.imposition.slots import Slot
from generator.layout.shapes.frames import Flip, Frame
from generator.model.geometry import ROUNDING, Rectangle
from generator.model.pieces import Form
from generator.model.printing.printing import Printing
from generator.model.values import dataclass, replace

SHORT_MARK = 2.5
"""Length at which a mark is still visible; room for it takes precedence over an optional bleed."""
_AIR = 0.4
"""Gap between the bleeds of two pieces that do not share a cut, in mm."""
_BETWEEN_CUT_OUT = 3.0
"""Gap for round and hexagonal pieces and nets, which cannot share cuts and need room for scissors."""
_MARKS_BETWEEN = 4.0
"""Pieces that are further apart than their bleeds plus this do not affect each other."""


@dataclass(frozen=True, eq=False)
class Layout:
    """Slots on one side of a sheet; sheets with the same cuts share one."""

    frame: Frame
    slots: tuple[Slot, ...]

    def mirrored(self, flip: Flip) -> "Layout":
        """Return the layout of the backs."""
        page = self.frame.page
        return Layout(self.frame.mirrored(flip), tuple(slot.mirrored(page, flip) for slot in self.slots))

    def cut_out(self, start: int, forms: Sequence[Form]) -> "Layout":
        """Return the slots from `start` for pieces with outlines of their own."""
        slots = zip(self.slots[start:], forms, strict=True)
        return replace(self, slots=tuple(replace(slot, form=form) for slot, form in slots))


@dataclass(frozen=True, slots=True)
class Spacing:
    """Distances in mm between trims, and around all of them."""

    between: float
    bleed: float
    """Maximum bleed towards another piece."""
    kept: float = 0.0
    """Minimum bleed on all sides."""
    marks: float = 0.0
    """Room for marks beyond the bleed."""
    air: float = _AIR
    """Gap between the bleeds of two pieces."""


def find_spacings(form: Form, printing: Printing) -> tuple[Spacing, Spacing | None]:
    """Return the minimum spacing for pieces of one form, and the preferred spacing.

    Raises LayoutError if the gutter has no room for the bleeds of both neighbours.
    """
    gutter, air = printing.gutter, find_air(printing)
    if printing.bleed is not None:
        between = 2 * printing.bleed + air if printing.bleed else 0.0
        if gutter is not None and gutter < between - ROUNDING:
            problem = (
                f"is too small for a bleed of {printing.bleed:g} mm on both sides, which needs {between:g} mm"
            )
            raise LayoutError("gutter", problem, over_mm=between - gutter)
        return Spacing(gutter or between, printing.bleed, kept=printing.bleed, air=air), None
    if gutter is not None:
        return Spacing(gutter, min(form.bleed, gutter / 2), air=air), None
    between = 0.0 if form.is_cropped else _BETWEEN_CUT_OUT
    apart = max(between, 2 * form.bleed + _AIR)
    return Spacing(between, between / 2), Spacing(apart, form.bleed, form.bleed, marks_room(printing))


def find_air(printing: Printing) -> float:
    """Return the gap between the bleeds of two pieces; a machine needs none, as it cuts them apart."""
    return 0.0 if printing.cutter else _AIR


def marks_room(printing: Printing) -> float:
    """Return the room for visible marks beyond the art."""
    return printing.marks.offset + SHORT_MARK if printing.marks.sides != "none" else 0.0


def centre(frame: Frame, width: float, height: float, around: float) -> tuple[float, float]:
    """Return the top left corner of a block in the middle of the page, or as close to it as possible.

    `around` is kept free on all sides; if that is impossible, all sides have the same space.
    """
    left, top, right, bottom = frame.area.grown(-around)
    x, y = frame.middle
    return _place(x - width / 2, left, right - width), _place(y - height / 2, top, bottom - height)


def _place(wanted: float, low: float, high: float) -> float:
    return min(max(wanted, low), high) if low <= high else (low + high) / 2


def lay_out_slots(slots: Sequence[Slot], frame: Frame, spacing: Spacing, printing: Printing) -> Layout:
    """Return the layout of slots whose positions are final, with art extended until it meets other art.

    Between two pieces, it extends at most by `spacing.bleed` and to the middle; towards the edges, it leaves
    room for crop marks in the printable area, but extends at least by `spacing.kept`.
    """
    free = [_list_free(slot, frame.bounds, spacing, printing) for slot in slots]
    for first, second in _list_neighbours(slots):
        _part(slots[first].trim, slots[second].trim, free[first], free[second], spacing)
    for zone, (slot, room) in product(frame.zones, zip(slots, free, strict=True)):
        side, distance = _find_side(slot.trim, zone)
        room[side] = min(room[side], distance)
    return Layout(
        frame,
        tuple(
            replace(slot, reach=tuple([max(0.0, min(side, slot.form.bleed)) for side in room]))
            for slot, room in zip(slots, free, strict=True)
        ),
    )


def _list_free(slot: Slot, bounds: Rectangle, spacing: Spacing, printing: Printing) -> list[float]:
    left, top, right, bottom = slot.trim
    room = (left - bounds.left, top - bounds.top, bounds.right - right, bounds.bottom - bottom)
    marks = marks_room(printing) if slot.form.is_cropped else 0.0
    return [max(side - marks, spacing.kept) for side in room]


def _list_neighbours(slots: Sequence[Slot]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of slots that may affect each other, comparing only those in nearby buckets."""
    near = 2 * max(slot.form.bleed for slot in slots) + _MARKS_BETWEEN
    size = near + max(side for slot in slots for side in (slot.trim.width, slot.trim.height))
    buckets: dict[tuple[float, float], list[int]] = defaultdict(list)
    for second, slot in enumerate(slots):
        left, top, right, bottom = slot.trim.grown(near)
        column, row = slot.trim.left // size, slot.trim.top // size
        for across, down in product((-1, 0, 1), repeat=2):
            for first in buckets[column + across, row + down]:
                other = slots[first].trim
                if other[0] < right and other[2] > left and other[1] < bottom and other[3] > top:
                    yield first, second
        buckets[column, row].append(second)


def _part(
    first: Rectangle, second: Rectangle, free: list[float], other: list[float], spacing: Spacing
) -> None:
    """Give each of two neighbouring pieces half of the space between them, up to the bleed.

    A small gap stays white: where two bleeds meet, printers and screens draw a seam in neither colour.
    """
    side, distance = _find_side(first, second)
    half = min(round(max(distance - spacing.air, 0.0) / 2, 6), spacing.bleed)
    opposite = (side + 2) % 4
    free[side], other[opposite] = min(free[side], half), min(other[opposite], half)


def _find_side(box: Rectangle, other: Rectangle) -> tuple[int, float]:
    """Return the side of a box (left, top, right, or bottom) that faces another, and the distance."""
    across = max(box.left - other.right, other.left - box.right)
    down = max(box.top - other.bottom, other.top - box.bottom)
    side = 0 if across >= down else 1
    return (side + 2 if box[side] < other[side] else side), max(across, down)
