"""Forms on sheets: as many as fit, in grids; what is left over of several forms shares its sheets."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.errors import LayoutError
from generator.layout.frames import Box, Edge, Flip, Frame
from generator.layout.outlines import footprint
from generator.layout.slots import Slot, make_slot, set_reach
from generator.model.pieces import Form
from generator.model.printing import Printing
from generator.model.style import Paper

SHORT_MARK = 2.5
"""A mark of this length is still well seen: room for it comes before bleed that nobody asked for."""
_BETWEEN_CUT_OUT = 3.0
"""Round and hexagonal things cannot share cuts: scissors want some space."""
_BETWEEN_BLOCKS = 6.0
_BLEED_BETWEEN_BLOCKS = 1.5
"""Of different forms, so that marks find room beside it."""
_ROUNDING = 1e-6
_STRIPS: tuple[Edge, ...] = ("bottom", "left")
_FOLDS: tuple[Flip, ...] = ("book", "calendar")


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
class _Spacing:
    """Distances in mm between trims of one form, and of what is kept around all of them."""

    between: float
    bleed: float
    """No art goes further towards another thing."""
    kept: float = 0.0
    """Bleed that is printed all around in any case."""
    marks: float = 0.0
    """Room for marks beyond that."""


@dataclass(frozen=True, slots=True)
class _Grid:
    frame: Frame
    form: Form
    turned: bool
    columns: int
    rows: int
    spacing: _Spacing

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def size(self) -> tuple[float, float]:
        width, height = _size(self.form, self.turned)
        between = self.spacing.between
        return (
            self.columns * (width + between) - between,
            self.rows * (height + between) - between,
        )

    def merit(self, marks: float) -> tuple[int, bool, bool, bool, bool]:
        """More things first; then marks that are well seen, things that stand, an upright page."""
        corner = _centred(self.frame, *self.size, self.spacing.kept)
        bounds = self.frame.bounds
        room = min(
            corner[0] - bounds[0],
            corner[1] - bounds[1],
            bounds[2] - corner[0] - self.size[0],
            bounds[3] - corner[1] - self.size[1],
        )
        page = self.frame.page
        seen = room >= self.spacing.kept + marks
        return (self.count, seen, not self.turned, page.width <= page.height, self.frame.strip == "bottom")

    def lay_out(self, printing: Printing) -> Layout:
        width, height = _size(self.form, self.turned)
        between = self.spacing.between
        x, y = _centred(self.frame, *self.size, self.spacing.kept)
        slots = [
            make_slot(
                self.form, x + column * (width + between), y + row * (height + between), turned=self.turned
            )
            for row in range(self.rows)
            for column in range(self.columns)
        ]
        return _with_reach(slots, self.frame, self.spacing, printing)


def list_frames(paper: Paper, printing: Printing, *, folded: bool) -> list[list[Frame]]:
    """Every way to use a sheet, those of one orientation together: all sheets of a document lie alike."""
    pages = (
        [paper, paper.turned()] if printing.turned is None else [paper.turned() if printing.turned else paper]
    )
    folds: tuple[Flip | None, ...] = _FOLDS if folded else (None,)
    return [[Frame(page, strip, fold) for strip in _STRIPS for fold in folds] for page in pages]


def pack(
    forms: Mapping[Form, int], paper: Paper, printing: Printing, *, folded: bool, thing: str
) -> list[tuple[Layout, int]]:
    """Layouts with how many sheets of each, in their order; every slot of all but the last sheets is filled.

    Each form fills sheets of its own, the rest of all forms shares sheets where that saves some.
    LayoutError when a form does not fit on the paper; `thing` is what it says does not fit.
    """
    best: tuple[tuple[object, ...], list[tuple[Layout, int]]] | None = None
    for frames in list_frames(paper, printing, folded=folded):
        grids = {form: _best_grid(frames, form, printing) for form in forms}
        if any(grid.count == 0 for grid in grids.values()):
            continue
        sheets = _pack_alike(forms, grids, frames, printing)
        merit = (
            -sum(count for _, count in sheets),
            *(grid.merit(_marks_room(printing))[1:] for grid in grids.values()),
        )
        if best is None or merit > best[0]:
            best = (merit, sheets)
    if best is None:
        raise _too_large(forms, paper, printing, folded, thing)
    return best[1]


def _pack_alike(
    forms: Mapping[Form, int], grids: Mapping[Form, _Grid], frames: Sequence[Frame], printing: Printing
) -> list[tuple[Layout, int]]:
    whole: list[tuple[Layout, int]] = []
    partly: list[tuple[Layout, int]] = []
    left_over: dict[Form, int] = {}
    for form, count in forms.items():
        full, rest = divmod(count, grids[form].count)
        layout = grids[form].lay_out(printing)
        if full:
            whole.append((layout, full))
        if rest:
            left_over[form] = rest
            partly.append((layout, 1))
    if len(left_over) > 1:
        mixed = _pack_mixed(left_over, frames, printing)
        if len(mixed) < len(partly):
            return [*whole, *((layout, 1) for layout in mixed)]
    return _joined(whole, partly)


def _joined(
    whole: Iterable[tuple[Layout, int]], partly: Iterable[tuple[Layout, int]]
) -> list[tuple[Layout, int]]:
    """The partly filled sheet of a form follows its full ones."""
    counts: Counter[Layout] = Counter()
    for layout, count in (*whole, *partly):
        counts[layout] += count
    order = {layout.slots[0].form: layout for layout in counts}
    return [(layout, counts[layout]) for layout in order.values()]


def _best_grid(frames: Sequence[Frame], form: Form, printing: Printing) -> _Grid:
    """The grid with the most places; where just as many fit with their bleeds, they have them."""
    tight, wide = _spacings(form, printing)
    marks = _marks_room(printing)
    grids = [_fit(frame, form, turned, tight) for frame in frames for turned in (False, True)]
    best = max(grids, key=lambda grid: grid.merit(marks))
    if wide is not None:
        grids = [_fit(frame, form, turned, wide) for frame in frames for turned in (False, True)]
        apart = max(grids, key=lambda grid: grid.merit(marks))
        if apart.count == best.count:
            return apart
    return best


def _spacings(form: Form, printing: Printing) -> tuple[_Spacing, _Spacing | None]:
    """The nearest that things may lie, and how they should where that costs nothing."""
    gutter = printing.gutter
    if printing.bleed is not None:
        between = max(gutter or 0.0, 2 * printing.bleed)
        return _Spacing(between, printing.bleed, kept=printing.bleed), None
    if gutter is not None:
        return _Spacing(gutter, min(form.bleed, gutter / 2)), None
    between = 0.0 if form.outline == "rectangle" else _BETWEEN_CUT_OUT
    wide = _Spacing(2 * form.bleed, form.bleed, kept=form.bleed, marks=_marks_room(printing))
    return _Spacing(between, between / 2), wide


def _marks_room(printing: Printing) -> float:
    return printing.marks.offset + SHORT_MARK if printing.marks.sides != "none" else 0.0


def _fit(frame: Frame, form: Form, turned: bool, spacing: _Spacing) -> _Grid:
    left, top, right, bottom = frame.area
    width, height = _size(form, turned)
    around = 2 * (spacing.kept + spacing.marks)
    columns, rows = (
        max(0, int((room - around + spacing.between + _ROUNDING) / (extent + spacing.between)))
        for room, extent in ((right - left, width), (bottom - top, height))
    )
    return _Grid(frame, form, turned, columns, rows, spacing)


def _size(form: Form, turned: bool) -> tuple[float, float]:
    left, top, right, bottom = footprint(form)
    return (bottom - top, right - left) if turned else (right - left, bottom - top)


def _centred(frame: Frame, width: float, height: float, kept: float) -> tuple[float, float]:
    """The top left corner of a block in the middle of the page, or as near to it as it may lie."""
    left, top, right, bottom = frame.area
    x, y = frame.middle
    return (
        min(max(x - width / 2, left + kept), right - kept - width),
        min(max(y - height / 2, top + kept), bottom - kept - height),
    )


def _with_reach(slots: Sequence[Slot], frame: Frame, spacing: _Spacing, printing: Printing) -> Layout:
    reached = set_reach(slots, frame, bleed=spacing.bleed, outside=_marks_room(printing), kept=spacing.kept)
    return Layout(frame, reached)


@dataclass(slots=True)
class _Stock:
    """What is still to be placed of one form."""

    form: Form
    turned: bool
    count: int
    between: float

    @property
    def size(self) -> tuple[float, float]:
        return _size(self.form, self.turned)


def _pack_mixed(forms: Mapping[Form, int], frames: Sequence[Frame], printing: Printing) -> list[Layout]:
    """The way that needs the fewest sheets: things as they are, all standing, or all lying."""
    ways = []
    for frame in frames:
        for lying in (None, False, True):
            stock = [_as_stock(form, count, lying, printing) for form, count in forms.items()]
            stock.sort(key=lambda item: item.size[::-1], reverse=True)
            ways.append(_fill_sheets(stock, frame, printing))
    return min((way for way in ways if way), key=len)


def _as_stock(form: Form, count: int, lying: bool | None, printing: Printing) -> _Stock:
    width, height = _size(form, False)
    turned = lying is not None and (width > height) != lying
    return _Stock(form, turned, count, _spacings(form, printing)[0].between)


def _fill_sheets(stock: Sequence[_Stock], frame: Frame, printing: Printing) -> list[Layout]:
    """Empty when a thing does not fit on the sheet this way."""
    bleed = printing.bleed
    apart = max(printing.gutter or 0.0, _BETWEEN_BLOCKS if bleed is None else 2 * bleed + SHORT_MARK)
    kept = bleed or 0.0
    left, top, right, bottom = frame.area
    region = (left + kept, top + kept, right - kept, bottom - kept)
    spacing = _Spacing(0.0, _BLEED_BETWEEN_BLOCKS if bleed is None else bleed, kept=kept)
    layouts = []
    while any(item.count for item in stock):
        slots = _fill(region, stock, apart)
        if not slots:
            return []
        layouts.append(_with_reach(_moved_to_middle(slots, frame, kept), frame, spacing, printing))
    return layouts


def _fill(region: Box, stock: Sequence[_Stock], apart: float) -> list[Slot]:
    """A block of the highest thing that fits at the top left; the rest beside it, then below it."""
    left, top, right, bottom = region
    for item in stock:
        width, height = item.size
        columns = min(item.count, _times(right - left, width, item.between))
        if not columns:
            continue
        rows = min(item.count // columns, _times(bottom - top, height, item.between))
        if not rows:
            continue
        item.count -= columns * rows
        slots = [
            make_slot(
                item.form,
                left + column * (width + item.between),
                top + row * (height + item.between),
                turned=item.turned,
            )
            for row in range(rows)
            for column in range(columns)
        ]
        x = left + columns * (width + item.between) - item.between
        y = top + rows * (height + item.between) - item.between
        slots += _fill((x + apart, top, right, y), stock, apart)
        slots += _fill((left, y + apart, right, bottom), stock, apart)
        return slots
    return []


def _times(room: float, extent: float, between: float) -> int:
    return max(0, int((room + between + _ROUNDING) / (extent + between)))


def _moved_to_middle(slots: Sequence[Slot], frame: Frame, kept: float) -> list[Slot]:
    left, top = (min(slot.trim[side] for slot in slots) for side in (0, 1))
    right, bottom = (max(slot.trim[side] for slot in slots) for side in (2, 3))
    x, y = _centred(frame, right - left, bottom - top, kept)
    return [_moved(slot, x - left, y - top) for slot in slots]


def _moved(slot: Slot, x: float, y: float) -> Slot:
    left, top, right, bottom = slot.trim
    a, b, c, d, e, f = slot.transform
    return replace(
        slot, trim=(left + x, top + y, right + x, bottom + y), transform=(a, b, c, d, e + x, f + y)
    )


def _too_large(
    forms: Iterable[Form], paper: Paper, printing: Printing, folded: bool, thing: str
) -> LayoutError:
    """By how much the form that is furthest from fitting is too large, lying as it best may."""
    over = 0.0
    for form in forms:
        spacing = _spacings(form, printing)[0]
        ways = []
        for frame in (frame for frames in list_frames(paper, printing, folded=folded) for frame in frames):
            left, top, right, bottom = frame.area
            for turned in (False, True):
                width, height = _size(form, turned)
                around = 2 * spacing.kept
                ways.append(max(width + around - (right - left), height + around - (bottom - top)))
        over = max(over, min(ways))
    folded_too = " with its back beside it" if folded else ""
    return LayoutError(thing, f"a thing does not fit on the page{folded_too}", over_mm=over, paper=paper.name)
