"""Pieces of different forms on the same sheets: blocks of equal pieces, the highest first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from generator.layout.imposition.slots import Slot
from generator.layout.imposition.spacing import (
    SHORT_MARK,
    Cell,
    Layout,
    Spacing,
    centre,
    find_spacings,
    marks_room,
    with_reach,
)
from generator.layout.shapes.frames import Frame
from generator.model.pieces import Form
from generator.model.printing import Printing
from generator.model.rectangles import Rectangle
from generator.scene.transforms import shift

_BETWEEN_BLOCKS = 6.0
_BLEED_BETWEEN_BLOCKS = 1.5
"""Bleed between blocks, which leaves room for marks."""


@dataclass(slots=True)
class _Stock:
    """The pieces of one form that are still to be placed."""

    cell: Cell
    count: int


def pack_mixed(forms: Mapping[Form, int], frames: Sequence[Frame], printing: Printing) -> list[Layout]:
    """Return the way that needs the fewest sheets: pieces as they are, all upright, or all on their side.

    Returns an empty result if no way holds all pieces.
    """
    ways = []
    kept = printing.bleed or 0.0
    for around, frame, lying in product((kept + marks_room(printing), kept), frames, (None, False, True)):
        stock = [_Stock(_make_cell(form, lying, printing), count) for form, count in forms.items()]
        stock.sort(key=lambda item: item.cell.size[::-1], reverse=True)
        ways.append(_fill_sheets(stock, frame, around, printing))
    return min((way for way in ways if way), key=len, default=[])


def _make_cell(form: Form, lying: bool | None, printing: Printing) -> Cell:
    between = find_spacings(form, printing)[0].between
    standing = Cell(form, False, between)
    width, height = standing.size
    if lying is None or width == height or (width > height) == lying:
        return standing
    return replace(standing, turned=True)


def _fill_sheets(stock: Sequence[_Stock], frame: Frame, around: float, printing: Printing) -> list[Layout]:
    """Fill sheets with a margin on all sides; empty if a piece does not fit on the sheet this way."""
    bleed = printing.bleed
    apart = max(printing.gutter or 0.0, _BETWEEN_BLOCKS if bleed is None else 2 * bleed + SHORT_MARK)
    spacing = Spacing(apart, _BLEED_BETWEEN_BLOCKS if bleed is None else bleed, bleed or 0.0)
    layouts = []
    while any(item.count for item in stock):
        slots = _fill(frame.area.grown(-around), stock, apart)
        if not slots:
            return []
        layouts.append(with_reach(_moved_to_middle(slots, frame, around), frame, spacing, printing))
    return layouts


def _fill(region: Rectangle, stock: Sequence[_Stock], apart: float) -> list[Slot]:
    """Place a block of the highest piece that fits at the top left, then fill beside and below it."""
    left, top, right, bottom = region
    for item in stock:
        cell = item.cell
        columns, rows = cell.fit(right - left, bottom - top)
        columns = min(columns, item.count)
        if columns and rows:
            break
    else:
        return []
    full = min(item.count // columns, rows)
    rest = min(item.count - full * columns, columns) if full < rows else 0
    item.count -= full * columns + rest
    width, height = cell.extent(columns, full)
    slots = cell.block(left, top, columns, full)
    slots += _fill(Rectangle(left + width + apart, top, right, top + height), stock, apart)
    end = top + height
    if rest:
        # The last row is not full: use the room beside it, with a gap to the row above.
        start, end = end + cell.between, top + cell.extent(columns, full + 1)[1]
        slots += cell.block(left, start, rest, 1)
        beside = left + cell.extent(rest, 1)[0] + apart
        slots += _fill(Rectangle(beside, top + height + apart, right, end), stock, apart)
    return slots + _fill(Rectangle(left, end + apart, right, bottom), stock, apart)


def _moved_to_middle(slots: Sequence[Slot], frame: Frame, around: float) -> list[Slot]:
    left, top = (min(slot.trim[side] for slot in slots) for side in (0, 1))
    right, bottom = (max(slot.trim[side] for slot in slots) for side in (2, 3))
    x, y = centre(frame, right - left, bottom - top, around)
    return [_moved(slot, x - left, y - top) for slot in slots]


def _moved(slot: Slot, x: float, y: float) -> Slot:
    return replace(slot, trim=slot.trim.moved(x, y), transform=shift(slot.transform, x, y))
