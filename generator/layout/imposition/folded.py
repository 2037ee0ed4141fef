"""Sheets of paper with two pages on each side, such as folded booklets.

Sheets are not moved for creep: even twelve sheets of paper move the innermost pages by about 1 mm, which is
little beside their margins and only matters where the fore edge is trimmed.
"""

from collections.abc import Iterator, Sequence
from math import ceil

from generator.layout.shapes.outlines import line
from generator.model.style import Paper
from generator.scene.shapes import (
    Colour,
    Group,
    Page,
    Path,
    Shape,
    Stroke,
    translation,
)

PER_SHEET = 4
"""Pages of a folded sheet."""
_TICK, _STAPLE = 5.0, 12.0
"""Lengths of the marks at both ends of the fold, and of a staple, which covers its mark, in mm."""
_STAPLES = (0.25, 0.75)
"""Positions of the staples along the fold."""
_GREY = Colour(0.45, 0.45, 0.45)
_WIDTH = 0.2


def list_sides(count: int) -> Iterator[tuple[int, int]]:
    """Yield the two pages on each side of the sheets, those of a front before those of its back.

    Pages are numbered from 1; 0 is a blank page, which fills the last sheet. The first page of a pair is on
    the left, or above the fold, and is on the right in languages that are read from right to left.
    """
    last = ceil(count / PER_SHEET) * PER_SHEET
    for first in range(1, last // 2, 2):
        for pair in ((last + 1 - first, first), (first + 1, last - first)):
            yield pair[0] if pair[0] <= count else 0, pair[1] if pair[1] <= count else 0


def fold_pages(pages: Sequence[Page], paper: Paper, *, is_stacked: bool, is_reversed: bool) -> list[Page]:
    """Place the pages of a booklet on both sides of sheets, which a printer flips over their short edge.

    `is_stacked` places one above the other, as for landscape pages, whose fold is at the top; otherwise the
    fold is at the left, or at the right if the order is reversed.
    """
    sheet = paper if is_stacked else paper.turned()
    second = translation(0.0, sheet.height / 2) if is_stacked else translation(sheet.width / 2, 0.0)
    sides = list(list_sides(len(pages)))
    length, start = (sheet.width if is_stacked else sheet.height), sheet.margin
    fold = ((start, start + _TICK), (length - start - _TICK, length - start))
    staples = [(length * at - _STAPLE / 2, length * at + _STAPLE / 2) for at in _STAPLES]
    placed = []
    for index, numbers in enumerate(sides):
        shown = numbers[::-1] if is_reversed and not is_stacked else numbers
        halves = zip(shown, (translation(0.0, 0.0), second), strict=True)
        shapes: list[Shape] = [
            Group(pages[number - 1].shapes, name=f"page {number}", transform=half)
            for number, half in halves
            if number
        ]
        if index % 2 == 0:
            # Marks are on the outside of the booklet.
            shapes.append(_draw_along(sheet, is_stacked, "fold", fold))
        if index == 0 and len(sides) > 2:
            shapes.append(_draw_along(sheet, is_stacked, "staples", staples))
        label = " · ".join(str(number or "–") for number in shown)
        placed.append(Page(sheet.width, sheet.height, tuple(shapes), label=label))
    return placed


def join_pages(pages: Sequence[Page], paper: Paper, *, is_stacked: bool) -> list[Page]:
    """Place pages of half the size side by side, or one above the other, with marks where they are cut."""
    sheet = paper if is_stacked else paper.turned()
    second = translation(0.0, sheet.height / 2) if is_stacked else translation(sheet.width / 2, 0.0)
    length, start = (sheet.width if is_stacked else sheet.height), sheet.margin
    cut = ((start, start + _TICK), (length - start - _TICK, length - start))
    placed = []
    for index in range(0, len(pages), 2):
        halves = zip(pages[index : index + 2], (translation(0.0, 0.0), second), strict=False)
        shapes = [Group(page.shapes, transform=half) for page, half in halves]
        label = " · ".join(dict.fromkeys(page.label for page in pages[index : index + 2]))
        marks = _draw_along(sheet, is_stacked, "cut", cut)
        placed.append(Page(sheet.width, sheet.height, (*shapes, marks), label=label))
    return placed


def _draw_along(sheet: Paper, is_stacked: bool, name: str, ends: Sequence[tuple[float, float]]) -> Group:
    """Draw lines on the fold, each from one distance along it to another."""
    x, y = sheet.width / 2, sheet.height / 2
    lines = [line(near, y, far, y) if is_stacked else line(x, near, x, far) for near, far in ends]
    path = Path(tuple(segment for drawn in lines for segment in drawn), stroke=Stroke(_GREY, _WIDTH))
    return Group((path,), name=name)
