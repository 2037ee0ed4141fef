"""The work that is left after printing: sheets of paper, cuts, and folds."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import dist

from generator.layout.imposition.pieces import Sheet
from generator.layout.imposition.slots import Slot
from generator.layout.shapes.outlines import cut_outline, fold_lines
from generator.model.values import dataclass
from generator.scene.svg_outline import cut_up

_DECIMALS = 2
"""Cuts that are as close as a hundredth of a millimetre are one."""


@dataclass(frozen=True, slots=True)
class Work:
    """The work on a printed part."""

    sheets: int
    """Sheets of paper."""
    cuts: int = 0
    """Straight cuts across a sheet."""
    outline: float = 0.0
    """Length of all lines that are not straight cuts, in mm."""
    folds: int = 0
    sides: int = 1
    """Printed sides of each sheet."""


def count_work(sheets: Sequence[Sheet], *, sides: int) -> Work:
    """Count the work on sheets of pieces; neighbours share cuts, and a folded sheet has one more fold."""
    slots = [slot for sheet in sheets for slot in sheet.layout.slots]
    folds = sum(segment[0] == "M" for slot in slots for segment in fold_lines(slot.form))
    return Work(
        len(sheets),
        sum(_count_cuts(sheet.layout.slots) for sheet in sheets),
        sum(_measure_outlines(slots)),
        folds + sum(sheet.layout.frame.fold is not None for sheet in sheets),
        sides,
    )


def count_board_work(tiles: Iterable[str]) -> Work:
    """Count the work on a board; its tiles have names, such as `A1` and `B1`, if there are several sheets.

    Each tile is cut along its seams at the left and at the top; the outer edges are cut last. One more sheet
    shows how to put tiles together.
    """
    places = [(name[0], name[1:]) for name in tiles]
    columns, rows = ({place[axis] for place in places} for axis in (0, 1))
    seams = sum((column != min(columns)) + (row != min(rows)) for column, row in product(columns, rows))
    return Work(len(places) + 1 if places else 1, 4 + seams)


def _count_cuts(slots: Sequence[Slot]) -> int:
    edges = [slot.trim for slot in slots if slot.form.is_cropped]
    across = {round(place, _DECIMALS) for edge in edges for place in (edge.left, edge.right)}
    down = {round(place, _DECIMALS) for edge in edges for place in (edge.top, edge.bottom)}
    return len(across) + len(down)


def _measure_outlines(slots: Iterable[Slot]) -> Iterator[float]:
    known: dict[object, float] = {}
    for form in (slot.form for slot in slots if not slot.form.is_cropped):
        if form not in known:
            known[form] = sum(dist(start, end) for start, end in cut_up(cut_outline(form)))
        yield known[form]
