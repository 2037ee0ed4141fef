"""Placing pieces on sheets: each form in a grid; leftovers of several forms share sheets."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from operator import itemgetter

from generator.errors import LayoutError
from generator.layout.imposition import spacing as spacings
from generator.layout.imposition.slots import Cell, Slot
from generator.layout.imposition.spacing import Layout, Spacing, centre, lay_out_slots, marks_room
from generator.layout.shapes.frames import Edge, Flip, Frame
from generator.model.geometry import ROUNDING, Rectangle
from generator.model.pieces import Form
from generator.model.printing.printing import Printing, RegistrationMarks
from generator.model.style import Paper
from generator.model.values import dataclass, replace
from generator.scene.shapes import shift

_STRIPS: tuple[Edge, ...] = ("bottom", "left")
_FOLDS: tuple[Flip, ...] = ("book", "calendar")
_BETWEEN_BLOCKS = 6.0
"""Distance between blocks of different forms."""
_PLAY = 0.3
"""Distance that a piece may extend beyond its label."""
_BLEED_BETWEEN_BLOCKS = 1.5
"""Bleed around each block, which leaves room for marks."""


@dataclass(frozen=True, slots=True)
class _Grid:
    frame: Frame
    cell: Cell
    columns: int
    rows: int
    spacing: Spacing
    lost: int = 0
    """Number of places that would touch the zones of registration marks."""

    @property
    def count(self) -> int:
        return self.columns * self.rows - self.lost

    def sized(self, columns: int, rows: int) -> "_Grid":
        """Return the grid with other columns and rows."""
        grid = replace(self, columns=columns, rows=rows, lost=0)
        if self.frame.marks is None or not grid.count:
            return grid
        place, ends = grid._find_place(self.spacing.kept), self.cell.ends(columns, rows)
        lost = 0
        for zone in grid._list_zones():
            across, down = (
                sum(zone[axis] < place[axis] + end < zone[axis + 2] + size for end in ends[axis])
                for axis, size in enumerate(self.cell.size)
            )
            lost += across * down
        return replace(grid, lost=lost)

    def merit(self, marks: float) -> tuple[int, bool, bool, bool, bool]:
        """Rank grids by number of pieces, visible marks, upright pieces, and upright pages."""
        around = self.spacing.kept + marks
        width, height = self.cell.extent(self.columns, self.rows)
        left, top = centre(self.frame, width, height, around)
        bounds, page = self.frame.bounds, self.frame.page
        room = min(left - bounds[0], top - bounds[1], bounds[2] - left - width, bounds[3] - top - height)
        upright = page.width <= page.height
        return self.count, room >= around, not self.cell.turned, upright, self.frame.strip == "bottom"

    def lay_out(self, printing: Printing, count: int) -> Layout:
        """Lay out the first `count` places; a partly filled sheet uses the same positions as a full one."""
        slots = self._list_slots(self.spacing.kept + marks_room(printing))
        return lay_out_slots(slots[:count], self.frame, self.spacing, printing)

    def _list_slots(self, around: float) -> list[Slot]:
        """Return all places, without those that would touch the zones of registration marks."""
        slots, zones = self.cell.block(*self._find_place(around), self.columns, self.rows), self._list_zones()
        return [slot for slot in slots if not any(slot.trim.overlap(zone) for zone in zones)]

    def _find_place(self, around: float) -> tuple[float, float]:
        """Return the top left corner of the block."""
        if labels := self.frame.page.labels:
            sides = zip(labels.first, labels.size, self.cell.size, strict=True)
            left, top = (start + (size - piece) / 2 for start, size, piece in sides)
            return left, top
        return centre(self.frame, *self.cell.extent(self.columns, self.rows), around)

    def _list_zones(self) -> list[Rectangle]:
        """Return the zones without trims: those of registration marks, with the bleed around them."""
        return [zone.grown(self.spacing.kept - ROUNDING) for zone in self.frame.zones]

    def shrunk(self, count: int) -> "_Grid":
        """Return the grid with as few rows as have so many places.

        For a machine, it has no free columns either, so that the outlines are in the middle of the page.
        """
        columns = min(self.columns, count) if self.frame.marks else self.columns
        ways = (self.sized(columns, rows) for rows in range(-(-count // columns), self.rows + 1))
        return next((grid for grid in ways if grid.count >= count), self)


def pack(
    forms: Mapping[Form, int], paper: Paper, printing: Printing, *, folded: bool, part: str
) -> list[tuple[Layout, int]]:
    """Return each layout and its number of sheets, in order; a layout has one slot for each piece on a sheet.

    Each form fills its own sheets; the leftovers of all forms share sheets if that saves any. Raises
    LayoutError, with the name `part`, if a form does not fit on the paper.
    """
    marks = marks_room(printing)
    ways: list[tuple[tuple[object, ...], list[tuple[Layout, int]]]] = []
    for frames in list_frames(paper, printing, folded=folded):
        grids = {form: _find_grid(frames, form, printing) for form in forms}
        if all(grid.count for grid in grids.values()):
            sheets = _pack_grids(forms, grids, frames, printing)
            count = sum(count for _, count in sheets)
            length = frames[0].marks.length if frames[0].marks else 0.0
            ways.append(((-count, length, *(grid.merit(marks)[1:] for grid in grids.values())), sheets))
    if not ways:
        raise _too_large(forms, paper, printing, folded, part)
    return max(ways, key=itemgetter(0))[1]


def list_frames(paper: Paper, printing: Printing, *, folded: bool) -> list[list[Frame]]:
    """Return all ways to use a sheet, grouped by what is the same throughout a document.

    This is the orientation of the pages, and the length of registration marks.
    """
    pages = [paper] if paper.labels else [paper, paper.turned()]
    if printing.turned is not None and not paper.labels:
        pages = pages[1:] if printing.turned else pages[:1]
    folds: tuple[Flip | None, ...] = _FOLDS if folded else (None,)
    strips: tuple[Edge | None, ...] = _STRIPS
    marks: list[RegistrationMarks | None] = [None]
    if cutter := printing.cutter:
        # Between registration marks, the margin line takes nothing from the pieces.
        strips = (None,) if cutter.takes_pictures else _STRIPS[:1]
        if all_marks := cutter.marks:
            marks = [replace(all_marks, lengths=(length,)) for length in all_marks.lengths]
    ways = list(product(strips, folds))
    return [
        [Frame(page, strip, fold, marks=one) for strip, fold in ways] for page, one in product(pages, marks)
    ]


def _pack_grids(
    forms: Mapping[Form, int], grids: Mapping[Form, _Grid], frames: Sequence[Frame], printing: Printing
) -> list[tuple[Layout, int]]:
    complete: list[tuple[Layout, int]] = []
    each: list[tuple[Layout, int]] = []
    left_over: dict[Form, int] = {}
    is_by_hand = printing.grid or printing.groups or printing.start > 1 or frames[0].page.labels
    for form, count in forms.items():
        grid = grids[form]
        full, rest = divmod(count, grid.count)
        if full:
            complete.append((grid.lay_out(printing, grid.count), full))
            each.append(complete[-1])
        if rest:
            left_over[form] = rest
            if not is_by_hand and (grid.frame.marks or not full):
                grid = grid.shrunk(rest)
            each.append((grid.lay_out(printing, rest), 1))
    if len(left_over) > 1 and not is_by_hand:
        mixed = _pack_mixed(left_over, frames, printing)
        if 0 < len(mixed) < len(left_over):
            return [*complete, *((layout, 1) for layout in mixed)]
    return each


def _find_grid(frames: Sequence[Frame], form: Form, printing: Printing) -> _Grid:
    """Return the grid with the most places, with bleeds unless they reduce that number."""
    marks = marks_room(printing)

    def find_best(spacing: Spacing) -> _Grid:
        return max(_list_grids(frames, form, spacing, printing), key=lambda grid: grid.merit(marks))

    tight, wide = spacings.find_spacings(form, printing)
    best = find_best(tight)
    apart = find_best(wide) if wide else best
    return apart if apart.count == best.count else best


def _list_grids(frames: Sequence[Frame], form: Form, spacing: Spacing, printing: Printing) -> Iterable[_Grid]:
    labels = frames[0].page.labels
    pitch = (labels.pitch or labels.size) if labels else None
    for frame, turned in product(frames, (False, True)):
        cell = Cell(form, turned, spacing.between, printing.groups, printing.gap, pitch)
        if printing.groups and printing.bleed is None:
            # Between groups, there is room.
            spacing = replace(spacing, bleed=form.bleed)
        area = frame.area.grown(-spacing.kept - spacing.marks)
        columns, rows = cell.fit(area.width, area.height)
        if labels:
            is_room = all(size <= room + _PLAY for size, room in zip(cell.size, labels.size, strict=True))
            columns, rows = labels.grid if is_room else (0, 0)
        elif wanted := printing.grid:
            columns, rows = wanted if columns >= wanted[0] and rows >= wanted[1] else (0, 0)
        grid = _Grid(frame, cell, 0, 0, spacing).sized(columns, rows)
        if printing.grid and grid.lost:
            grid = grid.sized(0, 0)
        yield grid
        if frame.marks and not printing.grid:
            # With less columns or rows, the block is farther from the corners.
            sizes = ((columns - 1, rows), (columns, rows - 1), (columns - 1, rows - 1))
            yield from (grid.sized(*size) for size in sizes if min(size) > 0)


def _too_large(
    forms: Iterable[Form], paper: Paper, printing: Printing, folded: bool, part: str
) -> LayoutError:
    """Return the error for the form with the largest overflow, in its best orientation."""
    frames = [frame for group in list_frames(paper, printing, folded=folded) for frame in group]
    overflows = ((min(_overflow(frame, form, printing) for frame in frames), form) for form in forms)
    over, form = max(overflows, key=itemgetter(0))
    columns, rows = (not paper.labels and printing.grid) or (1, 1)
    what = f"a grid of {columns} x {rows} pieces" if columns * rows > 1 else "a piece"
    where = "on the labels" if paper.labels else "on the page"
    if (cutter := printing.cutter) and cutter.marks:
        where = "between the registration marks"
    elif cutter and cutter.area:
        where = "in the {:g} x {:g} mm that the machine cuts".format(*cutter.area)
    with_back = " with its back beside it" if folded else ""
    problem = f"{what} of {form.width:.4g} x {form.height:.4g} mm does not fit {where}{with_back}"
    return LayoutError(part, problem, over_mm=over, paper=paper.name)


def _overflow(frame: Frame, form: Form, printing: Printing) -> float:
    spacing = spacings.find_spacings(form, printing)[0]
    rooms = [(area.width, area.height) for area in _list_areas(frame, spacing.kept)]
    grid = printing.grid or (1, 1)
    if labels := frame.page.labels:
        rooms, grid = [labels.size], (1, 1)
    cells = [Cell(form, turned, spacing.between, printing.groups, printing.gap) for turned in (False, True)]
    return min(
        max(size - space for size, space in zip(cell.extent(*grid), room, strict=True))
        for cell, room in product(cells, rooms)
    )


def _list_areas(frame: Frame, around: float) -> list[Rectangle]:
    """Return the areas for pieces: between registration marks, one with the edges of the page at the sides,
    one with those above and below.
    """
    area = frame.area.grown(-around)
    if frame.marks is None:
        return [area]
    zone, page = frame.marks.zone + around, frame.page
    beside = area._replace(left=max(area.left, zone), right=min(area.right, page.width - zone))
    return [area._replace(top=max(area.top, zone), bottom=min(area.bottom, page.height - zone)), beside]


def _pack_mixed(forms: Mapping[Form, int], frames: Sequence[Frame], printing: Printing) -> list[Layout]:
    """Return the fewest layouts, after trying pieces as they are, all upright, and all on their side.

    The result is empty if some piece does not fit.
    """
    ways = []
    bleed, kept = printing.bleed, printing.bleed or 0.0
    apart = max(printing.gutter or 0.0, _BETWEEN_BLOCKS if bleed is None else 2 * bleed + spacings.SHORT_MARK)
    reach = _BLEED_BETWEEN_BLOCKS if bleed is None else bleed
    spacing = Spacing(apart, reach, kept, air=spacings.find_air(printing))
    arounds = (kept + marks_room(printing), kept)
    ways_in = ((around, frame) for around in arounds for frame in frames)
    areas = ((*way, area) for way in ways_in for area in _list_areas(way[1], way[0]))
    for (around, frame, area), lying in product(areas, (None, False, True)):
        cells = [(_make_cell(form, lying, printing), count) for form, count in forms.items()]
        cells.sort(key=lambda item: item[0].size[::-1], reverse=True)
        sheets = _fill_sheets(dict(cells), area, spacing.between)
        if sheets:
            ways.append((sheets, frame, around))
    sheets, frame, around = min(ways, key=lambda way: len(way[0]), default=([], frames[0], 0.0))
    moved = [_move_to_middle(slots, frame, around) for slots in sheets]
    return [lay_out_slots(slots, frame, spacing, printing) for slots in moved]


def _make_cell(form: Form, lying: bool | None, printing: Printing) -> Cell:
    standing = Cell(form, False, spacings.find_spacings(form, printing)[0].between)
    width, height = standing.size
    turned = lying is not None and width != height and (width > height) != lying
    return replace(standing, turned=turned)


def _fill_sheets(stock: dict[Cell, int], region: Rectangle, apart: float) -> list[list[Slot]]:
    """Fill the same region of one sheet after another; the result is empty if a piece does not fit."""
    sheets = []
    while any(stock.values()):
        slots = _fill(region, stock, apart)
        if not slots:
            return []
        sheets.append(slots)
    return sheets


def _fill(region: Rectangle, stock: dict[Cell, int], apart: float) -> list[Slot]:
    """Place a block of the tallest piece that fits at the top left, then fill beside and below it."""
    left, top, right, bottom = region
    for cell, count in stock.items():
        columns, rows = cell.fit(region.width, region.height)
        columns = min(columns, count)
        if columns and rows:
            break
    else:
        return []
    full = min(count // columns, rows)
    rest = min(count - full * columns, columns) if full < rows else 0
    stock[cell] -= full * columns + rest
    width, height = cell.extent(columns, full)
    slots = cell.block(left, top, columns, full)
    slots += _fill(Rectangle(left + width + apart, top, right, top + height), stock, apart)
    end = top + height
    if rest:
        # The last row is not full: use the space beside it, with a gap to the row above.
        start, end = end + cell.between, top + cell.extent(columns, full + 1)[1]
        slots += cell.block(left, start, rest, 1)
        beside = left + cell.extent(rest, 1)[0] + apart
        slots += _fill(Rectangle(beside, top + height + apart, right, end), stock, apart)
    return slots + _fill(Rectangle(left, end + apart, right, bottom), stock, apart)


def _move_to_middle(slots: Sequence[Slot], frame: Frame, around: float) -> list[Slot]:
    block = Rectangle.around(corner for slot in slots for corner in slot.trim.corners)
    left, top = centre(frame, block.width, block.height, around)
    x, y = left - block.left, top - block.top
    return [
        replace(slot, trim=slot.trim.moved(x, y), transform=shift(slot.transform, x, y)) for slot in slots
    ]
