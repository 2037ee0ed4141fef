"""How far things stand from each other on a sheet, and the sheet with its places once that is known."""

from collections.abc import Sequence
from dataclasses import dataclass

from generator.errors import LayoutError
from generator.layout.imposition.slots import AIR, Slot, make_slot, set_reach
from generator.layout.shapes.frames import Flip, Frame
from generator.layout.shapes.outlines import footprint
from generator.model.pieces import Form
from generator.model.printing import Printing

SHORT_MARK = 2.5
"""A mark of this length is still well seen: room for it comes before bleed that nobody asked for."""
_BETWEEN_CUT_OUT = 3.0
"""Round and hexagonal things and nets cannot share cuts: scissors want some space."""
_ROUNDING = 1e-6


@dataclass(frozen=True, eq=False)
class Layout:
    """Places on one side of a sheet; sheets that are cut alike share one."""

    frame: Frame
    slots: tuple[Slot, ...]

    def mirrored(self, flip: Flip) -> "Layout":
        """The places of the backs."""
        page = self.frame.page
        return Layout(self.frame.mirrored(flip), tuple(slot.mirrored(page, flip) for slot in self.slots))


@dataclass(frozen=True, slots=True)
class Spacing:
    """Distances in mm between trims, and of what is kept around all of them."""

    between: float
    bleed: float
    """No art goes further towards another thing."""
    kept: float = 0.0
    """Bleed that is printed all around in any case."""
    marks: float = 0.0
    """Room for marks beyond that."""


@dataclass(frozen=True, slots=True)
class Cell:
    """How things of one form are set side by side: standing as they are, or turned by 90 degrees."""

    form: Form
    turned: bool
    between: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height on the page."""
        left, top, right, bottom = footprint(self.form)
        return (bottom - top, right - left) if self.turned else (right - left, bottom - top)

    def extent(self, columns: int, rows: int) -> tuple[float, float]:
        """Of a block."""
        width, height = self.size
        return (
            columns * (width + self.between) - self.between,
            rows * (height + self.between) - self.between,
        )

    def fit(self, width: float, height: float) -> tuple[int, int]:
        """The columns and rows of the largest block that a box holds."""
        columns, rows = (
            max(0, int((room + self.between + _ROUNDING) / (size + self.between)))
            for room, size in zip((width, height), self.size, strict=True)
        )
        return columns, rows

    def block(self, left: float, top: float, columns: int, rows: int) -> list[Slot]:
        """Slots row by row, with the first one's top left corner there."""
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
    """The nearest that like things may lie, and how they should where that costs no place.

    LayoutError for a gutter that has no room for the bleed of both neighbours.
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
    """What well seen marks take beyond the art."""
    return printing.marks.offset + SHORT_MARK if printing.marks.sides != "none" else 0.0


def centre(frame: Frame, width: float, height: float, around: float) -> tuple[float, float]:
    """The top left corner of a block in the middle of the page, or as near to it as it may lie.

    `around` is kept free on all sides; where that is not possible all sides have as much.
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
    """The layout of slots that have found their places."""
    room = marks_room(printing)
    return Layout(frame, set_reach(slots, frame, bleed=spacing.bleed, outside=room, kept=spacing.kept))
