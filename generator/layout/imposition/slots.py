"""Slots for pieces on a sheet: position of the trim, extent of the art, and orientation."""

from itertools import count, product

from generator.layout.shapes.curves import box_outline
from generator.layout.shapes.frames import Flip, flip_box, flip_transform
from generator.layout.shapes.outlines import footprint
from generator.model.geometry import ROUNDING, Rectangle
from generator.model.pieces import Form
from generator.model.style import Paper
from generator.model.values import dataclass, replace
from generator.scene.shapes import Path, Transform, compose, invert, move_point, translation


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of a piece of one form; `transform` maps the piece's coordinates to the page."""

    form: Form
    trim: Rectangle
    """Trim on the page; the bounding box if the form is not a rectangle."""
    transform: Transform
    reach: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    """Visible extent of the art beyond the trim on the page: left, top, right, and bottom, in mm."""

    @property
    def art(self) -> Rectangle:
        """The trim with the visible art beyond it."""
        left, top, right, bottom = self.trim
        before, above, after, below = self.reach
        return Rectangle(left - before, top - above, right + after, bottom + below)

    @property
    def clip(self) -> Path | None:
        """The outline of the art in the piece's own coordinates; None if nothing is clipped."""
        if min(self.reach) >= self.form.bleed - ROUNDING:
            return None
        back = invert(self.transform)
        return Path(box_outline(Rectangle.around(move_point(back, *corner) for corner in self.art.corners)))

    def mirrored(self, page: Paper, flip: Flip) -> "Slot":
        """Return the place of the piece's back on the other side."""
        before, above, after, below = self.reach
        seen_from_behind: Transform = (-1, 0, 0, 1, footprint(self.form).right, 0)
        return replace(
            self,
            trim=flip_box(self.trim, page, flip),
            transform=compose(compose(flip_transform(page, flip), self.transform), seen_from_behind),
            reach=(after, above, before, below) if flip == "book" else (before, below, after, above),
        )


def make_slot(form: Form, left: float, top: float, *, turned: bool = False) -> Slot:
    """Return a slot with its trim's top left corner there; `turned` rotates it by 90 degrees clockwise."""
    _, _, width, height = footprint(form)
    if turned:
        trim = Rectangle(left, top, left + height, top + width)
        return Slot(form, trim, (0, 1, -1, 0, left + height, top))
    return Slot(form, Rectangle(left, top, left + width, top + height), translation(left, top))


@dataclass(frozen=True, slots=True)
class Cell:
    """Arrangement of pieces of one form: upright, or turned by 90 degrees."""

    form: Form
    turned: bool
    between: float
    groups: tuple[int, int] | None = None
    """Columns and rows of a group, which is filled before the next one."""
    gap: float = 0.0
    """Additional space between groups."""
    pitch: tuple[float, float] | None = None
    """From a place to the next, instead of the space between pieces."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height on the page."""
        _, _, width, height = footprint(self.form)
        return (height, width) if self.turned else (width, height)

    def _offset(self, axis: int, index: int, size: float) -> float:
        step = self.pitch[axis] if self.pitch else size + self.between
        return index * step + (index // self.groups[axis] * self.gap if self.groups else 0.0)

    def extent(self, columns: int, rows: int) -> tuple[float, float]:
        """Return the size of a block."""
        width, height = self.size
        return self._offset(0, columns - 1, width) + width, self._offset(1, rows - 1, height) + height

    def ends(self, columns: int, rows: int) -> tuple[list[float], list[float]]:
        """Return where columns and rows of a block end, on the right and at the bottom."""
        across, down = (
            [self._offset(axis, index, size) + size for index in range(count)]
            for axis, (size, count) in enumerate(zip(self.size, (columns, rows), strict=True))
        )
        return across, down

    def fit(self, width: float, height: float) -> tuple[int, int]:
        """Return the columns and rows of the largest block that fits a box."""
        columns, rows = (
            next(index for index in count() if self._offset(axis, index, size) + size > room + ROUNDING)
            for axis, (room, size) in enumerate(zip((width, height), self.size, strict=True))
        )
        return columns, rows

    def block(self, left: float, top: float, columns: int, rows: int) -> list[Slot]:
        """Return the slots row by row, or group by group; the first has its top left corner there."""
        across, down = self.groups or (columns, rows)
        places = sorted(
            product(range(rows), range(columns)), key=lambda at: (at[0] // down, at[1] // across, at)
        )
        width, height = self.size
        corners = [
            (left + self._offset(0, column, width), top + self._offset(1, row, height))
            for row, column in places
        ]
        return [make_slot(self.form, *corner, turned=self.turned) for corner in corners]
