"""Packing of pieces into sheets: each form in a grid within the frame, with mixed sheets for the rest."""

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from operator import itemgetter
from typing import Literal, TypeAlias

from generator.errors import LayoutError
from generator.layout.shapes.outlines import box_outline, footprint
from generator.model.geometry import ROUNDING, Rectangle
from generator.model.kit import Form
from generator.model.printing.printing import Paper, Printing, RegistrationMarks
from generator.model.values import dataclass, replace
from generator.scene.shapes import Path, Transform, compose_transforms, invert, move_box, shift, translation

FrameEdge: TypeAlias = Literal["left", "top", "right", "bottom"]

Flip: TypeAlias = Literal["book", "calendar"]
"""How a sheet is turned over: like a page of a book (left becomes right) or of a wall calendar (top becomes
bottom)."""

STRIP = 3.6
"""Height of the margin line, with the gap above it."""
FOLD_GAP = 1.5
"""Distance between the fold line and the nearest component."""

_OPPOSITE: dict[FrameEdge, FrameEdge] = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
_TURNED: dict[Flip, tuple[FrameEdge, FrameEdge]] = {"book": ("left", "right"), "calendar": ("top", "bottom")}
"""Edges that change places when a sheet is turned over."""
SHORT_MARK = 2.5
"""Length at which a mark is still visible; room for it takes precedence over an optional bleed."""
_AIR = 0.4
"""Gap between the bleeds of two pieces that do not share a cut, in mm."""
_BETWEEN_CUT_OUT = 3.0
"""Gap for round and hexagonal pieces and nets, which cannot share cuts and need room for scissors."""
_MARKS_BETWEEN = 4.0
"""Pieces that are further apart than their bleeds plus this do not affect each other."""
_BETWEEN_BLOCKS = 6.0
"""Distance between blocks of different forms."""
_BLEED_BETWEEN_BLOCKS = 1.5
"""Bleed around each block, which leaves room for marks."""
_PLAY = 0.3
"""Distance that a piece may extend beyond its label."""
_STRIPS: tuple[FrameEdge, ...] = ("bottom", "left")
_FOLDS: tuple[Flip, ...] = ("book", "calendar")
"""Edges that may have the margin line, and ways to fold a sheet; the preferred ones are first."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One side of a sheet, as it is laid out."""

    page: Paper
    strip: FrameEdge | None = "bottom"
    """The edge with the margin line; None: there is none."""
    fold: Flip | None = None
    """How the sheet is folded in the middle, if fronts and backs share this side."""
    beyond: bool = False
    """True for the half of a folded sheet that has the backs."""
    marks: RegistrationMarks | None = None
    """Marks for a cutting machine, which cuts only between them."""

    @property
    def _sheet(self) -> Rectangle:
        return Rectangle(0.0, 0.0, self.page.width, self.page.height)

    @property
    def printable(self) -> Rectangle:
        """The area that home printers reach."""
        return self._sheet.grown(-self.page.margin)

    @property
    def strip_box(self) -> Rectangle:
        """The box of the margin line, along the complete edge."""
        assert self.strip is not None
        return self.printable._replace(**{_OPPOSITE[self.strip]: getattr(self._beside_strip, self.strip)})

    @property
    def free(self) -> Rectangle:
        """The box for marks: printable, beside the margin line, on this half of a folded sheet."""
        return self._half(self._beside_strip)

    @property
    def bounds(self) -> Rectangle:
        """The box for art: also free on the other side of the sheet, or beyond its fold."""
        box = self._beside_strip
        if self.fold is None:
            return box
        behind = flip_box(box, self.page, self.fold)
        return self._half(box.limited(behind))

    def _half(self, box: Rectangle, gap: float = 0.0) -> Rectangle:
        """Return the part of a box on this half of a folded sheet, with a gap along the fold."""
        if self.fold is None:
            return box
        length = self.page.width if self.fold == "book" else self.page.height
        edge = _TURNED[self.fold][0 if self.beyond else 1]
        return box._replace(**{edge: length / 2 + (gap if self.beyond else -gap)})

    @property
    def _beside_strip(self) -> Rectangle:
        inwards = STRIP if self.strip in ("left", "top") else -STRIP
        box = self.printable
        if self.strip is None:
            return box
        return box._replace(**{self.strip: getattr(box, self.strip) + inwards})

    @property
    def area(self) -> Rectangle:
        """The box for components: bounds with a gap along the fold.

        Between registration marks, it is in the middle of the page, so that a machine needs no other place.
        """
        if self.marks is None:
            return self._half(self.bounds, FOLD_GAP)
        return self._sheet.grown(-max(self.marks.inset, self._sheet.beyond(self.bounds)))

    @property
    def zones(self) -> tuple[Rectangle, ...]:
        """The corners of the page that are reserved for registration marks."""
        side = self.marks.zone if self.marks else 0.0
        lefts = {"left": 0.0, "right": self.page.width - side}
        tops = {"top": 0.0, "bottom": self.page.height - side}
        corners = (corner.split("_") for corner in self.marks.corners) if self.marks else ()
        return tuple(Rectangle(0.0, 0.0, side, side).moved(lefts[x], tops[y]) for y, x in corners)

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the page or, if it is folded, of this half."""
        x, y = self.page.width / 2, self.page.height / 2
        side = 1.5 if self.beyond else 0.5
        return (x * side if self.fold == "book" else x), (y * side if self.fold == "calendar" else y)

    def mirrored(self, flip: Flip) -> "Frame":
        """Return the other side of the sheet; of a folded one, its other half with the same margin line."""
        if self.fold is not None:
            return replace(self, beyond=not self.beyond)
        if self.strip is None or self.strip not in _TURNED[flip]:
            return self
        return replace(self, strip=_OPPOSITE[self.strip])


def choose_edge_flip(edge: Literal["long", "short"], page: Paper) -> Flip:
    """Return how a sheet is turned over an edge; the long edges of a landscape page are top and bottom."""
    upright_page = page.height >= page.width
    return "book" if (edge == "long") == upright_page else "calendar"


def flip_box(box: Rectangle, page: Paper, flip: Flip) -> Rectangle:
    """Return a box as it is on the other side of the sheet."""
    left, top, right, bottom = box
    if flip == "book":
        return Rectangle(page.width - right, top, page.width - left, bottom)
    return Rectangle(left, page.height - bottom, right, page.height - top)


def flip_transform(page: Paper, flip: Flip) -> Transform:
    """Return the transform of `flip_box`, which mirrors."""
    return (-1, 0, 0, 1, page.width, 0) if flip == "book" else (1, 0, 0, -1, 0, page.height)


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
        return Path(box_outline(move_box(back, self.art)))

    def mirrored(self, page: Paper, flip: Flip) -> "Slot":
        """Return the place of the piece's back on the other side."""
        before, above, after, below = self.reach
        seen_from_behind: Transform = (-1, 0, 0, 1, footprint(self.form).right, 0)
        transform = compose_transforms(flip_transform(page, flip), self.transform)
        reach = (after, above, before, below) if flip == "book" else (before, below, after, above)
        trim = flip_box(self.trim, page, flip)
        return Slot(self.form, trim, compose_transforms(transform, seen_from_behind), reach)


@dataclass(frozen=True, eq=False)
class SheetLayout:
    """Slots on one side of a sheet; sheets with the same cuts share one."""

    frame: Frame
    slots: tuple[Slot, ...]
    room: int = 0
    """Number of free places on a sheet of one form."""

    def mirrored(self, flip: Flip) -> "SheetLayout":
        """Return the layout of the backs."""
        page = self.frame.page
        return SheetLayout(self.frame.mirrored(flip), tuple(slot.mirrored(page, flip) for slot in self.slots))

    def cut_out(self, start: int, forms: Sequence[Form]) -> "SheetLayout":
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


@dataclass(frozen=True, slots=True)
class _SlotCell:
    """Arrangement of pieces of one form in rows and columns: upright, or turned by 90 degrees."""

    form: Form
    turned: bool
    between: float
    groups: tuple[int, int] | None = None
    """Columns and rows of a group."""
    gap: float = 0.0
    """Additional space between groups."""
    is_filled_by_group: bool = True
    """True if a group is filled before the next one."""
    pitch: tuple[float, float] | None = None
    """From a place to the next, instead of the space between pieces."""

    @property
    def size(self) -> tuple[float, float]:
        _, _, width, height = footprint(self.form)
        return (height, width) if self.turned else (width, height)

    def _start(self, axis: int, index: int) -> float:
        step = self.pitch[axis] if self.pitch else self.size[axis] + self.between
        return index * step + (index // self.groups[axis] * self.gap if self.groups else 0.0)

    def end(self, axis: int, index: int) -> float:
        """Return where a column (axis 0) ends on the right, or a row (axis 1) at the bottom."""
        return self._start(axis, index) + self.size[axis]

    def extent(self, columns: int, rows: int) -> tuple[float, float]:
        return self.end(0, columns - 1), self.end(1, rows - 1)

    def fit(self, width: float, height: float) -> tuple[int, int]:
        """Return the columns and rows of the largest block that fits a box."""
        columns, rows = (
            next(index for index in itertools.count() if self.end(axis, index) > room + ROUNDING)
            for axis, room in enumerate((width, height))
        )
        return columns, rows

    def block(self, left: float, top: float, columns: int, rows: int) -> list[Slot]:
        """Return the slots row by row, or group by group; the first has its top left corner there."""
        across, down = (self.is_filled_by_group and self.groups) or (columns, rows)
        places = sorted(
            product(range(rows), range(columns)), key=lambda at: (at[0] // down, at[1] // across, at)
        )
        lefts = [left + self._start(0, column) for column in range(columns)]
        tops = [top + self._start(1, row) for row in range(rows)]
        return [make_slot(self.form, lefts[column], tops[row], turned=self.turned) for row, column in places]


@dataclass(frozen=True, slots=True)
class _Grid:
    """Pieces of one form in as many rows and columns as a sheet may have."""

    frame: Frame
    cell: _SlotCell
    columns: int
    rows: int
    spacing: Spacing
    lost: int = 0
    """Number of places that would touch the zones of registration marks."""

    @property
    def count(self) -> int:
        return self.columns * self.rows - self.lost

    def sized(self, columns: int, rows: int) -> "_Grid":
        grid = replace(self, columns=columns, rows=rows, lost=0)
        if self.frame.marks is None or not grid.count:
            return grid
        corner, cell = grid._measure_corner(self.spacing.kept), self.cell
        ends = [
            [cell.end(axis, index) for index in range(count)] for axis, count in enumerate((columns, rows))
        ]
        lost = 0
        for zone in grid._list_zones():
            across, down = (
                sum(zone[axis] < corner[axis] + end < zone[axis + 2] + size for end in ends[axis])
                for axis, size in enumerate(cell.size)
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

    def lay_out(self, printing: Printing, count: int) -> SheetLayout:
        """Lay out the first `count` places; a partly filled sheet uses the same positions as a full one."""
        corner = self._measure_corner(self.spacing.kept + measure_marks_room(printing))
        slots, zones = self.cell.block(*corner, self.columns, self.rows), self._list_zones()
        free = [slot for slot in slots if not any(slot.trim.overlap(zone) for zone in zones)]
        return lay_out_slots(free[:count], self.frame, self.spacing, printing)

    def _measure_corner(self, around: float) -> tuple[float, float]:
        if labels := self.frame.page.labels:
            sides = zip(labels.first, labels.size, self.cell.size, strict=True)
            left, top = (start + (size - piece) / 2 for start, size, piece in sides)
            return left, top
        return centre(self.frame, *self.cell.extent(self.columns, self.rows), around)

    def _list_zones(self) -> list[Rectangle]:
        """Return the zones without trims: those of registration marks, with the bleed around them."""
        return [zone.grown(self.spacing.kept - ROUNDING) for zone in self.frame.zones]

    def aligned(self, count: int, alike: int) -> "_Grid":
        """Return the grid with fewer columns, but at least half of them, so that alike pieces fill rows."""
        fitting = range(self.columns, (self.columns - 1) // 2, -1)
        grids = (
            self.sized(columns, self.rows) for columns in fitting if columns > 1 and alike % columns == 0
        )
        return next((grid for grid in grids if grid.count >= count), self)

    def shrunk(self, count: int) -> "_Grid":
        """Return the grid with as few rows and columns as are needed, in the middle of the page."""
        columns = min(self.columns, count)
        grids = (self.sized(columns, rows) for rows in range(-(-count // columns), self.rows + 1))
        return next((grid for grid in grids if grid.count >= count), self)


NO_MULTIPLES: Mapping[Form, int] = {}


def pack_sheets(
    forms: Mapping[Form, int],
    paper: Paper,
    printing: Printing,
    *,
    folded: bool,
    part: str,
    multiples: Mapping[Form, int] = NO_MULTIPLES,
) -> list[tuple[SheetLayout, int]]:
    """Return each layout and its number of sheets, in order; a layout has one slot for each piece on a sheet.

    Each form fills its own sheets; the leftovers of all forms share sheets if that saves any. Rows of a sheet
    that is not full divide the number of pieces that are alike, `multiples`, if there is room. Raises
    LayoutError, with the name `part`, if a form does not fit on the paper.
    """
    marks = measure_marks_room(printing)
    candidates: list[tuple[tuple[object, ...], list[tuple[SheetLayout, int]]]] = []
    for frames in list_frames(paper, printing, folded=folded):
        grids = {form: _choose_grid(frames, form, printing) for form in forms}
        if all(grid.count for grid in grids.values()):
            sheets = _pack_grids(forms, grids, frames, printing, multiples)
            count = sum(count for _, count in sheets)
            length = frames[0].marks.length if frames[0].marks else 0.0
            candidates.append(((-count, length, *(grid.merit(marks)[1:] for grid in grids.values())), sheets))
    if not candidates:
        raise _make_error(forms, paper, printing, folded, part)
    return max(candidates, key=itemgetter(0))[1]


def list_frames(paper: Paper, printing: Printing, *, folded: bool) -> list[list[Frame]]:
    """Return all ways to use a sheet, grouped by what is the same throughout a document.

    This is the orientation of the pages, and the length of registration marks.
    """
    pages = [paper] if paper.labels else [paper, paper.turned()]
    if printing.turned is not None and not paper.labels:
        pages = pages[1:] if printing.turned else pages[:1]
    folds: tuple[Flip | None, ...] = _FOLDS if folded else (None,)
    strips: tuple[FrameEdge | None, ...] = _STRIPS
    marks: list[RegistrationMarks | None] = [None]
    if cutter := printing.cutter:
        # Between registration marks, the margin line takes nothing from the pieces.
        strips = (None,) if cutter.takes_pictures else _STRIPS[:1]
        if all_marks := cutter.marks:
            marks = [replace(all_marks, lengths=(length,)) for length in all_marks.lengths]
    return [
        [Frame(page, strip, fold, marks=registration) for strip, fold in product(strips, folds)]
        for page, registration in product(pages, marks)
    ]


def _pack_grids(
    forms: Mapping[Form, int],
    grids: Mapping[Form, _Grid],
    frames: Sequence[Frame],
    printing: Printing,
    multiples: Mapping[Form, int],
) -> list[tuple[SheetLayout, int]]:
    """Return layouts of one form each, and mixed ones for the leftovers if these need fewer sheets."""
    complete: list[tuple[SheetLayout, int]] = []
    each: list[tuple[SheetLayout, int]] = []
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
                grid = grid.aligned(rest, multiples.get(form, 1)).shrunk(rest)
            room = grids[form].count - rest
            each.append((replace(grid.lay_out(printing, rest), room=room), 1))
    if len(left_over) > 1 and not is_by_hand:
        mixed = _pack_mixed(left_over, frames, printing)
        if 0 < len(mixed) < len(left_over):
            return [*complete, *((layout, 1) for layout in mixed)]
    return each


def _choose_grid(frames: Sequence[Frame], form: Form, printing: Printing) -> _Grid:
    """Return the grid with the most places, with bleeds unless they reduce that number."""
    marks = measure_marks_room(printing)

    def choose_best(spacing: Spacing) -> _Grid:
        return max(_list_grids(frames, form, spacing, printing), key=lambda grid: grid.merit(marks))

    tight, wide = _choose_spacings(form, printing)
    best = choose_best(tight)
    apart = choose_best(wide) if wide else best
    return apart if apart.count == best.count else best


def _list_grids(frames: Sequence[Frame], form: Form, spacing: Spacing, printing: Printing) -> Iterable[_Grid]:
    labels = frames[0].page.labels
    pitch = (labels.pitch or labels.size) if labels else None
    if printing.groups and printing.bleed is None:
        # Between groups, there is room.
        spacing = replace(spacing, bleed=form.bleed)
    for frame, turned in product(frames, (False, True)):
        by_group = printing.order == "groups"
        cell = _SlotCell(
            form,
            turned,
            spacing.between,
            printing.groups,
            printing.gap,
            is_filled_by_group=by_group,
            pitch=pitch,
        )
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


def _make_error(
    forms: Iterable[Form], paper: Paper, printing: Printing, folded: bool, part: str
) -> LayoutError:
    """Return the error for the form with the largest overflow, in its best orientation."""
    frames = [frame for group in list_frames(paper, printing, folded=folded) for frame in group]
    overflows = ((min(_measure_overflow(frame, form, printing) for frame in frames), form) for form in forms)
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
    hint = "" if paper.labels or cutter else "choose a larger page with `--paper`, or a smaller `--margin`"
    return LayoutError(part, problem, over_mm=over, paper=paper.name, hint=hint)


def _measure_overflow(frame: Frame, form: Form, printing: Printing) -> float:
    spacing = _choose_spacings(form, printing)[0]
    rooms = [(area.width, area.height) for area in _list_areas(frame, spacing.kept)]
    grid = printing.grid or (1, 1)
    if labels := frame.page.labels:
        rooms, grid = [labels.size], (1, 1)
    cells = [
        _SlotCell(form, turned, spacing.between, printing.groups, printing.gap) for turned in (False, True)
    ]
    return min(
        max(size - space for size, space in zip(cell.extent(*grid), room, strict=True))
        for cell, room in product(cells, rooms)
    )


def _list_areas(frame: Frame, around: float) -> list[Rectangle]:
    """Return the areas for pieces; registration marks leave two: one as wide as the page, one as high."""
    area = frame.area.grown(-around)
    if frame.marks is None:
        return [area]
    zone, page = frame.marks.zone + around, frame.page
    beside = area._replace(left=max(area.left, zone), right=min(area.right, page.width - zone))
    return [area._replace(top=max(area.top, zone), bottom=min(area.bottom, page.height - zone)), beside]


def _pack_mixed(forms: Mapping[Form, int], frames: Sequence[Frame], printing: Printing) -> list[SheetLayout]:
    """Return the fewest layouts, after trying pieces as they are, all upright, and all on their side.

    The result is empty if some piece does not fit.
    """
    candidates = []
    bleed, kept = printing.bleed, printing.bleed or 0.0
    apart = max(printing.gutter or 0.0, _BETWEEN_BLOCKS if bleed is None else 2 * bleed + SHORT_MARK)
    reach = _BLEED_BETWEEN_BLOCKS if bleed is None else bleed
    spacing = Spacing(apart, reach, kept, air=_measure_air(printing))
    arounds = (kept + measure_marks_room(printing), kept)
    starts = (
        (around, frame, area)
        for around, frame in product(arounds, frames)
        for area in _list_areas(frame, around)
    )
    for (around, frame, area), lying in product(starts, (None, False, True)):
        cells = [(_make_cell(form, lying, printing), count) for form, count in forms.items()]
        cells.sort(key=lambda item: item[0].size[::-1], reverse=True)
        sheets = _fill_sheets(dict(cells), area, spacing.between)
        if sheets:
            candidates.append((sheets, frame, around))
    if not candidates:
        return []
    sheets, frame, around = min(candidates, key=lambda candidate: len(candidate[0]))
    moved = (_move_to_middle(slots, frame, around) for slots in sheets)
    return [lay_out_slots(slots, frame, spacing, printing) for slots in moved]


def _make_cell(form: Form, lying: bool | None, printing: Printing) -> _SlotCell:
    standing = _SlotCell(form, False, _choose_spacings(form, printing)[0].between)
    width, height = standing.size
    turned = lying is not None and width != height and (width > height) != lying
    return replace(standing, turned=turned)


def _fill_sheets(stock: dict[_SlotCell, int], region: Rectangle, apart: float) -> list[list[Slot]]:
    """Fill the same region of one sheet after another; the result is empty if a piece does not fit."""
    sheets = []
    while any(stock.values()):
        slots = _fill(region, stock, apart)
        if not slots:
            return []
        sheets.append(slots)
    return sheets


def _fill(region: Rectangle, stock: dict[_SlotCell, int], apart: float) -> list[Slot]:
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


def _choose_spacings(form: Form, printing: Printing) -> tuple[Spacing, Spacing | None]:
    """Return the minimum spacing for pieces of one form, and the preferred spacing.

    Raises LayoutError if the gutter has no room for the bleeds of both neighbours.
    """
    gutter, air = printing.gutter, _measure_air(printing)
    if printing.bleed is not None:
        between = 2 * printing.bleed + air if printing.bleed else 0.0
        if gutter is not None and gutter < between - ROUNDING:
            needs = f"a bleed of {printing.bleed:g} mm on both sides, which needs {between:g} mm"
            problem = f"is too small for {needs}"
            raise LayoutError("gutter", problem, over_mm=between - gutter)
        return Spacing(gutter or between, printing.bleed, kept=printing.bleed, air=air), None
    if gutter is not None:
        return Spacing(gutter, min(form.bleed, gutter / 2), air=air), None
    between = 0.0 if form.is_cropped else _BETWEEN_CUT_OUT
    apart = max(between, 2 * form.bleed + _AIR if form.bleed else 0.0)
    return Spacing(between, between / 2), Spacing(apart, form.bleed, form.bleed, measure_marks_room(printing))


def _measure_air(printing: Printing) -> float:
    """Return the gap between the bleeds of two pieces; a machine needs none, as it cuts them apart."""
    return 0.0 if printing.cutter else _AIR


def measure_marks_room(printing: Printing) -> float:
    """Return the room for visible marks beyond the art."""
    return printing.marks.offset + SHORT_MARK if printing.marks.sides != "none" else 0.0


def lay_out_slots(slots: Sequence[Slot], frame: Frame, spacing: Spacing, printing: Printing) -> SheetLayout:
    """Return the layout of slots whose positions are final, with art extended until it meets other art.

    Between two pieces, it extends at most by `spacing.bleed` and to the middle; towards the edges, it leaves
    room for crop marks in the printable area, but extends at least by `spacing.kept`.
    """
    free = [_list_free(slot, frame.bounds, spacing, printing) for slot in slots]
    for first, second in _list_neighbours(slots):
        _share_gap(slots[first].trim, slots[second].trim, free[first], free[second], spacing)
    for zone, (slot, room) in product(frame.zones, zip(slots, free, strict=True)):
        side, distance = _measure_side(slot.trim, zone)
        room[side] = min(room[side], distance)
    placed = (
        replace(slot, reach=tuple([max(0.0, min(side, slot.form.bleed)) for side in room]))
        for slot, room in zip(slots, free, strict=True)
    )
    return SheetLayout(frame, tuple(placed))


def _list_free(slot: Slot, bounds: Rectangle, spacing: Spacing, printing: Printing) -> list[float]:
    left, top, right, bottom = slot.trim
    room = (left - bounds.left, top - bounds.top, bounds.right - right, bounds.bottom - bottom)
    marks = measure_marks_room(printing) if slot.form.is_cropped else 0.0
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


def _share_gap(
    first: Rectangle, second: Rectangle, free: list[float], other: list[float], spacing: Spacing
) -> None:
    """Give each of two neighbouring pieces half of the space between them, up to the bleed.

    A small gap stays white: where two bleeds meet, printers and screens draw a seam in neither colour.
    """
    side, distance = _measure_side(first, second)
    half = min(round(max(distance - spacing.air, 0.0) / 2, 6), spacing.bleed)
    opposite = (side + 2) % 4
    free[side], other[opposite] = min(free[side], half), min(other[opposite], half)


def _measure_side(box: Rectangle, other: Rectangle) -> tuple[int, float]:
    """Return the side of a box (left, top, right, or bottom) that faces another, and the distance."""
    across = max(box.left - other.right, other.left - box.right)
    down = max(box.top - other.bottom, other.top - box.bottom)
    side = 0 if across >= down else 1
    return (side + 2 if box[side] < other[side] else side), max(across, down)


def centre(frame: Frame, width: float, height: float, around: float) -> tuple[float, float]:
    """Return the top left corner of a block in the middle of the page, or as close to it as possible.

    `around` is kept free on all sides; if that is impossible, all sides have the same space.
    """
    left, top, right, bottom = frame.area.grown(-around)
    x, y = frame.middle
    return _limit(x - width / 2, left, right - width), _limit(y - height / 2, top, bottom - height)


def _limit(wanted: float, low: float, high: float) -> float:
    """Return the closest value between two limits, or their middle if the lower one is higher."""
    return min(max(wanted, low), high) if low <= high else (low + high) / 2


def make_slot(form: Form, left: float, top: float, *, turned: bool = False) -> Slot:
    """Return a slot with its trim's top left corner there; `turned` rotates it by 90 degrees clockwise."""
    _, _, width, height = footprint(form)
    if turned:
        right = left + height
        return Slot(form, Rectangle(left, top, right, top + width), (0, 1, -1, 0, right, top))
    return Slot(form, Rectangle(left, top, left + width, top + height), translation(left, top))
