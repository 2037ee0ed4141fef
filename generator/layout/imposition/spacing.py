"""Distances between pieces on a sheet, and the sheet with its slots."""

from collections.abc import Sequence
from dataclasses import dataclass

from generator.errors import LayoutError
from generator.layout.imposition.slots import AIR, Slot, make_slot, set_reach
from generator.layout.shapes.frames import Flip, Frame
from generator.layout.shapes.outlines import footprint
from generator.model.pieces import Form
from generator.model.printing import Printing

SHORT_MARK = 2.5
"""Length at which a mark is still visible; room for it takes precedence over an optional bleed."""
_BETWEEN_CUT_OUT = 3.0
"""Gap for round and hexagonal pieces and nets, which cannot share cuts and need room for scissors."""
_ROUNDING = 1e-6


@dataclass(frozen=True, eq=False)
class Layout:
    """Slots on one side of a sheet; sheets with the same cuts share one."""

    frame: Frame
    slots: tuple[Slot, ...]

    def mirrored(self, flip: Flip) -> "Layout":
        """Return the layout of the backs."""
        page = self.frame.page
        return Layout(self.frame.mirrored(flip), tuple(slot.mirrored(page, flip) for slot in self.slots))


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


@dataclass(frozen=True, slots=True)
class Cell:
    """Arrangement of pieces of one form: upright, or turned by 90 degrees."""

    form: Form
    turned: bool
    between: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height on the page."""
        left, top, right, bottom = footprint(self.form)
        return (bottom - top, right - left) if self.turned else (right - left, bottom - top)

    def extent(self, columns: int, rows: int) -> tuple[float, float]:
        """Return the size of a block."""
        width, height = self.size
        return (
            columns * (width + self.between) - self.between,
            rows * (height + self.between) - self.between,
        )

    def fit(self, width: float, height: float) -> tuple[int, int]:
        """Return the columns and rows of the largest block that fits a box."""
        columns, rows = (
            max(0, int((room + self.between + _ROUNDING) / (size + self.between)))
            for room, size in zip((width, height), self.size, strict=True)
        )
        return columns, rows

    def block(self, left: float, top: float, columns: int, rows: int) -> list[Slot]:
        """Return the slots row by row; the first one has its top left corner there."""
        width, height = self.size
        return [
            make_slot(
                self.form,
                left + column * (width + self.between),
                top + row * (height + self.between),
                turned=self.turned,
            )
            for row in range(rows)
            for column in range(columns)
        ]


def find_spacings(form: Form, printing: Printing) -> tuple[Spacing, Spacing | None]:
    """Return the minimum spacing for pieces of one form, and the preferred spacing.

    Raises LayoutError if the gutter has no room for the bleeds of both neighbours.
    """
    gutter = printing.gutter
    if printing.bleed is not None:
        between = 2 * printing.bleed + AIR if printing.bleed else 0.0
        if gutter is not None and gutter < between - _ROUNDING:
            said = f"a bleed of {printing.bleed:g} mm on both sides needs a gutter of {between:g} mm"
            raise LayoutError("gutter", said, over_mm=between - gutter)
        return Spacing(gutter or between, printing.bleed, kept=printing.bleed), None
    if gutter is not None:
        return Spacing(gutter, min(form.bleed, gutter / 2)), None
    between = 0.0 if form.is_cropped else _BETWEEN_CUT_OUT
    apart = max(between, 2 * form.bleed + AIR)
    return Spacing(between, between / 2), Spacing(apart, form.bleed, form.bleed, marks_room(printing))


def marks_room(printing: Printing) -> float:
    """Return the room for visible marks beyond the art."""
    return printing.marks.offset + SHORT_MARK if printing.marks.sides != "none" else 0.0


def centre(frame: Frame, width: float, height: float, around: float) -> tuple[float, float]:
    """Return the top left corner of a block in the middle of the page, or as close to it as possible.

    `around` is kept free on all sides; if that is impossible, all sides have the same space.
    """
    left, top, right, bottom = frame.area
    x, y = frame.middle
    return (
        _place(x - width / 2, left + around, right - around - width),
        _place(y - height / 2, top + around, bottom - around - height),
    )


def _place(wanted: float, low: float, high: float) -> float:
    return min(max(wanted, low), high) if low <= high else (low + high) / 2


def with_reach(slots: Sequence[Slot], frame: Frame, spacing: Spacing, printing: Printing) -> Layout:
    """Return the layout of slots whose positions are final."""
    room = marks_room(printing)
    return Layout(frame, set_reach(slots, frame, bleed=spacing.bleed, outside=room, kept=spacing.kept))
