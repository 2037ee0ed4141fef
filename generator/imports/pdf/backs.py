"""Backs and bleed of a file, guessed from the rendered cells of its pages."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from generator.model.language.scalars import PdfBacks
from generator.read.pieces.pdf_cells import PageGrid
from generator.scene.pdf.pages import PageSurvey

_Cells: TypeAlias = Sequence[Mapping[str, Any]]

_LIKE = 10.0
"""Mean difference of tones, of 255, up to which two cards look the same."""
_LEAST_BLEED, _MOST_BLEED = 1.4, 3.0
_MOST_CARDS = 0.5
"""Share of cards with bleed above which the file has it."""


def guess_backs(pages: Sequence[int], grid: PageGrid, looks: PageSurvey) -> PdfBacks:
    """Return the pages with backs: all cards look the same there, or their empty cells are mirrored."""
    cells = {number: looks.pages[number]["cells"] for number in pages if number in looks.pages}
    if len(pages) < 2 or len(cells) < len(pages):
        return "none"
    uniform = [_is_uniform(cells[number]) for number in pages]
    fronts, behind = pages[::2], pages[1::2]
    if len(fronts) == len(behind):
        pairs = [(cells[front], cells[back]) for front, back in zip(fronts, behind, strict=True)]
        is_alike = all(uniform[1::2]) and not all(uniform[::2])
        if (is_alike and all(_has_backs(*pair, grid) for pair in pairs)) or _mirror_gaps(pairs, grid):
            return "even"
    filled = [_count_filled(cells[number]) for number in pages]
    is_last = uniform[-1] and not any(uniform[:-1]) and filled[-1] == max(filled) > 1
    return (pages[-1],) if is_last else "none"


def _is_uniform(cells: _Cells) -> bool:
    filled = [cell["look"] for cell in cells if not cell["empty"]]
    return bool(filled) and all(_measure_difference(filled[0], look) < _LIKE for look in filled)


def _measure_difference(one: Sequence[int], other: Sequence[int]) -> float:
    return sum(abs(near - far) for near, far in zip(one, other, strict=True)) / len(one)


def _has_backs(front: _Cells, back: _Cells, grid: PageGrid) -> bool:
    """Return True if each card has a back."""
    places = (back[grid.find_back(index, "columns")] for index in range(len(front)))
    return all(cell["empty"] or not place["empty"] for cell, place in zip(front, places, strict=True))


def _mirror_gaps(pairs: Sequence[tuple[_Cells, _Cells]], grid: PageGrid) -> bool:
    """Return True if each second page has its empty cells on the other side, as only backs have."""
    is_turned = False
    for front, back in pairs:
        own = [cell["empty"] for cell in front]
        behind = [back[grid.find_back(index, "columns")]["empty"] for index in range(len(back))]
        if own != behind:
            return False
        is_turned |= own != [cell["empty"] for cell in back]
    return is_turned


def _count_filled(cells: _Cells) -> int:
    return sum(not cell["empty"] for cell in cells)


def find_bleed(grid: PageGrid, looks: PageSurvey) -> float:
    """Return how far the cards go on beyond the cut, in mm."""
    rooms = [gap / 2 for count, gap in zip(grid.counts, grid.gap, strict=True) if count > 1]
    if grid.counts == (1, 1):
        pages = [(facts["width"], facts["height"]) for facts in looks.pages.values()]
        rooms = [
            *grid.at,
            *(side - grid.at[at] - grid.card[at] for page in pages for at, side in enumerate(page)),
        ]
    room = min(rooms, default=0.0)
    cells = [cell for facts in looks.pages.values() for cell in facts["cells"] if not cell["empty"]]
    if room < _LEAST_BLEED or sum(cell["bleeds"] for cell in cells) <= _MOST_CARDS * len(cells):
        return 0.0
    return min(room, _MOST_BLEED)
