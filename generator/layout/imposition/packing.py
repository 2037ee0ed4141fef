"""Placing forms on sheets: as many as fit, in grids; leftovers of several forms share sheets."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from generator.errors import LayoutError
from generator.layout.imposition.shelves import pack_mixed
from generator.layout.imposition.spacing import (
    Cell,
    Layout,
    Spacing,
    centre,
    find_spacings,
    marks_room,
    with_reach,
)
from generator.layout.shapes.frames import Edge, Flip, Frame
from generator.model.pieces import Form
from generator.model.printing import Printing
from generator.model.style import Paper

_STRIPS: tuple[Edge, ...] = ("bottom", "left")
_FOLDS: tuple[Flip, ...] = ("book", "calendar")


@dataclass(frozen=True, slots=True)
class _Grid:
    """The places of one sheet for pieces of one form."""

    frame: Frame
    cell: Cell
    columns: int
    rows: int
    spacing: Spacing

    @property
    def count(self) -> int:
        return self.columns * self.rows

    def merit(self, marks: float) -> tuple[int, bool, bool, bool, bool]:
        """Rank grids by number of pieces, visible marks, upright pieces, and upright pages."""
        width, height = self.cell.extent(self.columns, self.rows)
        left, top = centre(self.frame, width, height, self.spacing.kept + marks)
        bounds, page = self.frame.bounds, self.frame.page
        room = min(left - bounds[0], top - bounds[1], bounds[2] - left - width, bounds[3] - top - height)
        return (
            self.count,
            room >= self.spacing.kept + marks,
            not self.cell.turned,
            page.width <= page.height,
            self.frame.strip == "bottom",
        )

    def needed(self, count: int) -> "_Grid":
        """Return the grid without the rows that this number of pieces leaves empty."""
        return replace(self, rows=min(self.rows, -(-count // self.columns)))

    def lay_out(self, printing: Printing, count: int) -> Layout:
        """Return the first places of the grid; a last sheet has the same positions as the others."""
        around = self.spacing.kept + marks_room(printing)
        place = centre(self.frame, *self.cell.extent(self.columns, self.rows), around)
        slots = self.cell.block(*place, self.columns, self.rows)[:count]
        return with_reach(slots, self.frame, self.spacing, printing)


def pack(
    forms: Mapping[Form, int], paper: Paper, printing: Printing, *, folded: bool, thing: str
) -> list[tuple[Layout, int]]:
    """Return layouts with their numbers of sheets, in order; each has a slot for every piece on it.

    Each form fills sheets of its own; the rest of all forms shares sheets if that saves some. Raises
    LayoutError, with the name `thing`, if a form does not fit on the paper.
    """
    marks = marks_room(printing)
    best: tuple[tuple[object, ...], list[tuple[Layout, int]]] | None = None
    for frames in list_frames(paper, printing, folded=folded):
        grids = {form: _find_grid(frames, form, printing) for form in forms}
        if not all(grid.count for grid in grids.values()):
            continue
        sheets = _pack_grids(forms, grids, frames, printing)
        merit = (-sum(count for _, count in sheets), *(grid.merit(marks)[1:] for grid in grids.values()))
        if best is None or merit > best[0]:
            best = (merit, sheets)
    if best is None:
        raise _too_large(forms, paper, printing, folded, thing)
    return best[1]


def list_frames(paper: Paper, printing: Printing, *, folded: bool) -> list[list[Frame]]:
    """Return all ways to use a sheet, grouped by orientation: all sheets of a document have the same one."""
    pages = [paper, paper.turned()]
    if printing.turned is not None:
        pages = pages[1:] if printing.turned else pages[:1]
    folds: tuple[Flip | None, ...] = _FOLDS if folded else (None,)
    return [[Frame(page, strip, fold) for strip in _STRIPS for fold in folds] for page in pages]


def _pack_grids(
    forms: Mapping[Form, int], grids: Mapping[Form, _Grid], frames: Sequence[Frame], printing: Printing
) -> list[tuple[Layout, int]]:
    whole: list[tuple[Layout, int]] = []
    each: list[tuple[Layout, int]] = []
    left_over: dict[Form, int] = {}
    for form, count in forms.items():
        grid = grids[form]
        full, rest = divmod(count, grid.count)
        if full:
            whole.append((grid.lay_out(printing, grid.count), full))
            each.append(whole[-1])
        if rest:
            left_over[form] = rest
            each.append(((grid if full else grid.needed(rest)).lay_out(printing, rest), 1))
    if len(left_over) > 1:
        mixed = pack_mixed(left_over, frames, printing)
        if 0 < len(mixed) < len(left_over):
            return [*whole, *((layout, 1) for layout in mixed)]
    return each


def _find_grid(frames: Sequence[Frame], form: Form, printing: Printing) -> _Grid:
    """Return the grid with the most places, with bleeds if they do not reduce the number."""
    tight, wide = find_spacings(form, printing)
    best = _best_grid(frames, form, tight, printing)
    if wide is None:
        return best
    apart = _best_grid(frames, form, wide, printing)
    return apart if apart.count == best.count else best


def _best_grid(frames: Sequence[Frame], form: Form, spacing: Spacing, printing: Printing) -> _Grid:
    marks = marks_room(printing)
    grids = [_fit(frame, form, turned, spacing) for frame in frames for turned in (False, True)]
    return max(grids, key=lambda grid: grid.merit(marks))


def _fit(frame: Frame, form: Form, turned: bool, spacing: Spacing) -> _Grid:
    left, top, right, bottom = frame.area
    around = 2 * (spacing.kept + spacing.marks)
    cell = Cell(form, turned, spacing.between)
    columns, rows = cell.fit(right - left - around, bottom - top - around)
    return _Grid(frame, cell, columns, rows, spacing)


def _too_large(
    forms: Iterable[Form], paper: Paper, printing: Printing, folded: bool, thing: str
) -> LayoutError:
    """Return the error for the form with the largest overflow, in its best orientation."""
    frames = [frame for alike in list_frames(paper, printing, folded=folded) for frame in alike]
    over, form = max(
        ((min(_over(frame, form, printing) for frame in frames), form) for form in forms), key=itemgetter(0)
    )
    size = f"{form.width:.4g} x {form.height:.4g} mm"
    with_back = " with its back beside it" if folded else ""
    return LayoutError(
        thing, f"a piece of {size} does not fit on the page{with_back}", over_mm=over, paper=paper.name
    )


def _over(frame: Frame, form: Form, printing: Printing) -> float:
    left, top, right, bottom = frame.area
    around = 2 * find_spacings(form, printing)[0].kept
    sizes = (Cell(form, turned, 0.0).size for turned in (False, True))
    return min(max(width + around - right + left, height + around - bottom + top) for width, height in sizes)
