"""Cards on the pages of a PDF file -> rows, each with the parts of pages that are its front and its back."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise, product, zip_longest
from pathlib import Path
from typing import TypeAlias

from generator.errors import Wrong
from generator.model.language.kinds import PageFlip, PdfBacks
from generator.model.values import dataclass, replace
from generator.read.pieces.heads import PieceTable
from generator.scene.pdf.pages import PageSurvey, PdfPlace

_OVER = 0.6
"""Distance in mm by which cards may reach beyond the page: sizes are rounded."""
_EVEN = 0.05
"""Differences between gaps that come from rounding, in mm."""
PDF_COLUMNS = ("name", "page", "cell", "picture", "back_picture")


@dataclass(frozen=True, slots=True)
class PageGrid:
    """The grid of the cards of a page, in mm from its top left corner; its gaps may differ."""

    card: tuple[float, float]
    """Width and height."""
    lefts: tuple[float, ...]
    """Left edge of each column."""
    tops: tuple[float, ...]
    """Top edge of each row."""

    @property
    def counts(self) -> tuple[int, int]:
        """Numbers of columns and rows."""
        return len(self.lefts), len(self.tops)

    @property
    def at(self) -> tuple[float, float]:
        """Left and top edge of the first card."""
        return self.lefts[0], self.tops[0]

    @property
    def gap(self) -> tuple[float, float]:
        """Smallest gap between cards side by side, and between one below the other; 0 for a single card."""
        across, down = (min(gaps, default=0.0) for gaps in self._list_gaps())
        return across, down

    @property
    def is_even(self) -> bool:
        """True if all gaps in a direction are the same."""
        return all(max(gaps, default=0.0) - min(gaps, default=0.0) < _EVEN for gaps in self._list_gaps())

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of all cards with the gaps between them."""
        (width, height), (left, top) = self.card, self.at
        return self.lefts[-1] + width - left, self.tops[-1] + height - top

    def _list_gaps(self) -> Iterator[list[float]]:
        for starts, side in zip((self.lefts, self.tops), self.card, strict=True):
            yield [after - before - side for before, after in pairwise(starts)]

    def turned_over(self, page: tuple[float, float], flip: PageFlip) -> "PageGrid":
        """Return the grid on the other side of a page of a size."""
        if flip == "columns":
            return replace(self, lefts=_mirror(self.lefts, page[0] - self.card[0]))
        return replace(self, tops=_mirror(self.tops, page[1] - self.card[1]))

    def list_boxes(self) -> Iterator[tuple[float, float, float, float]]:
        """Yield left, top, width, and height of each cell, row by row."""
        for top, left in product(self.tops, self.lefts):
            yield left, top, *self.card

    def find_back(self, cell: int, flip: PageFlip) -> int:
        """Return the cell on the other side of one, both counted from 0."""
        columns, rows = self.counts
        row, column = divmod(cell, columns)
        if flip == "rows":
            return (rows - 1 - row) * columns + column
        return row * columns + columns - 1 - column

    def overlaps(self, size: tuple[float, float]) -> float:
        """Return how far the cards reach beyond a page, in mm; 0 or less if they fit."""
        ends = (start + extent for start, extent in zip(self.at, self.size, strict=True))
        return max(*(end - side for end, side in zip(ends, size, strict=True)), -self.at[0], -self.at[1])


def _mirror(starts: Sequence[float], end: float) -> tuple[float, ...]:
    return tuple(end - start for start in reversed(starts))


def make_even_grid(
    counts: tuple[int, int], card: tuple[float, float], at: tuple[float, float], gap: tuple[float, float]
) -> PageGrid:
    """Return a grid with the same gap between all columns, and between all rows."""
    lefts, tops = (
        tuple(at[axis] + index * (card[axis] + gap[axis]) for index in range(counts[axis])) for axis in (0, 1)
    )
    return PageGrid(card, lefts, tops)


def place_grid(
    counts: tuple[int, int],
    card: tuple[float, float] | None,
    at: tuple[float, float] | None,
    gap: tuple[float, float],
    page: tuple[float, float],
    name: str = "the page",
) -> PageGrid:
    """Return a grid on a page of a size; raises Wrong if it does not fit.

    Without `card`, the page is shared evenly; without `at`, the cards are in the middle.
    """
    margins = at or (0.0, 0.0)
    gaps = [(count - 1) * one for count, one in zip(counts, gap, strict=True)]
    if card is None:
        across, down = ((page[axis] - 2 * margins[axis] - gaps[axis]) / counts[axis] for axis in (0, 1))
        card = across, down
    if at is None:
        left, top = ((page[axis] - counts[axis] * card[axis] - gaps[axis]) / 2 for axis in (0, 1))
        at = left, top
    return check_grid(make_even_grid(counts, card, at, gap), page, name)


def check_grid(grid: PageGrid, page: tuple[float, float], name: str) -> PageGrid:
    """Return a grid that fits a page of a size; raises Wrong if it does not."""
    counts, card, at = grid.counts, grid.card, grid.at
    if min(card) <= 0 or grid.overlaps(page) > _OVER:
        cards = f"{counts[0]} x {counts[1]} cards of {card[0]:.4g} x {card[1]:.4g} mm"
        where = f"at {at[0]:.4g}, {at[1]:.4g} mm"
        message = f"{cards} {where} do not fit {name} ({page[0]:.4g} x {page[1]:.4g} mm)"
        raise Wrong(message, "change `grid`, `card`, `at`, or `gap`", key="grid")
    return grid


def pair_pages(pages: Sequence[int], backs: PdfBacks) -> list[tuple[int, int]]:
    """Return each page of fronts with that of its backs, 0 without one; raises Wrong."""
    if backs == "none":
        return [(page, 0) for page in pages]
    if backs == "even":
        return list(zip_longest(pages[::2], pages[1::2], fillvalue=0))
    if backs == "separate":
        half = (len(pages) + 1) // 2
        fronts, others = [*pages[:half]], [*pages[half:]]
    else:
        others = [*backs] if not isinstance(backs, str) else []
        fronts = [page for page in pages if page not in others]
    if not others or not fronts:
        raise Wrong("there are no pages of backs", "write `backs: none`", key="backs")
    if len(others) not in (1, len(fronts)):
        message = f"there are {len(others)} pages of backs for {len(fronts)} pages of fronts"
        raise Wrong(message, "write one page for all, or one for each: `backs: 10-17`", key="backs")
    return list(zip(fronts, [*others] * (len(fronts) if len(others) == 1 else 1), strict=True))


Survey: TypeAlias = Callable[..., PageSurvey]
"""Looks at the pages of a file, as `PdfFiles.survey` does; raises DataError."""


def list_pdf_rows(table: PieceTable, path: Path, survey: Survey) -> Iterator[Sequence[str]]:
    """Yield the fields of each card, as PDF_COLUMNS names them.

    Raises Wrong with the key of the mistake, and DataError for a file that cannot be read.
    """
    sizes = survey(path, sizes=True)
    with _named(table, "pages", " "):
        sizes.check_pages(table.pages)
    pairs = pair_pages(table.pages or [*range(1, sizes.count + 1)], table.backs)
    grids = {front: _find_grid(table, sizes, front) for front, _ in pairs}
    behind = {back: _turn_over(table, sizes, grids[front], back) for front, back in pairs if back}
    bleed = table.art_bleed or 0.0
    if bleed and any(_is_too_near(grid, bleed) for grid in grids.values()):
        raise Wrong(
            "is more than half of the gap between cards", "leave it out, or write `gap`", key="art_bleed"
        )
    cells = {
        page: [find_cell_edges(box) for box in grid.list_boxes()] for page, grid in (behind | grids).items()
    }
    found = survey(path, pages=sorted(cells), cells=cells, bleed=bleed)
    for page in cells:
        with _named(table, "pdf", ": "):
            found.find(page)
    for front, back in pairs:
        yield from _list_page(table, (front, grids[front]), (back, behind.get(back)), found)


def _find_grid(table: PieceTable, sizes: PageSurvey, page: int) -> PageGrid:
    facts = sizes.pages[page]
    size = facts["width"], facts["height"]
    name = f"page {page}"
    if table.card and table.columns and table.rows:
        return check_grid(PageGrid(table.card, table.columns, table.rows), size, name)
    return place_grid(table.grid, table.card, table.at, table.gap, size, name)


def _turn_over(table: PieceTable, sizes: PageSurvey, grid: PageGrid, back: int) -> PageGrid:
    with _named(table, "backs", " "):
        sizes.check_pages([back])
    facts = sizes.pages[back]
    return grid.turned_over((facts["width"], facts["height"]), table.flip)


def _is_too_near(grid: PageGrid, bleed: float) -> bool:
    gaps = zip(grid.counts, grid.gap, strict=True)
    return any(bleed > gap / 2 + 0.01 for count, gap in gaps if count > 1)


def find_cell_edges(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Return left, top, right, and bottom of a cell with left, top, width, and height."""
    left, top, width, height = box
    return left, top, left + width, top + height


@contextmanager
def _named(table: PieceTable, key: str, colon: str) -> Iterator[None]:
    """Put the name of the file before a message, which belongs to a key."""
    try:
        yield
    except Wrong as wrong:
        raise Wrong(f"`{table.pdf}`{colon}{wrong.message}", wrong.hint, key=key) from None


def _list_page(
    table: PieceTable,
    front: tuple[int, PageGrid],
    back: tuple[int, PageGrid | None],
    found: PageSurvey,
) -> Iterator[Sequence[str]]:
    """Yield the fields of the cards of a page."""
    (page, grid), (other, behind) = front, back
    boxes, cells = [*grid.list_boxes()], found.pages[page]["cells"]
    hidden = found.pages[other]["cells"] if behind else []
    backs = [*behind.list_boxes()] if behind else []
    filled = [index for index, cell in enumerate(hidden) if not cell["empty"]]
    for index, (box, cell) in enumerate(zip(boxes, cells, strict=True)):
        if cell["empty"] and table.empty == "skip":
            continue
        place = grid.find_back(index, table.flip)
        if behind and hidden[place]["empty"]:
            # A page with a single back is meant for all cards.
            place = filled[0] if len(filled) == 1 else -1
        # Paper that is turned over its top edge has backs upside down.
        is_turned = table.flip == "rows"
        reverse = _name_part(table, other, backs[place], is_turned) if behind and place >= 0 else ""
        yield f"{page}_{index + 1}", str(page), str(index + 1), _name_part(table, page, box), reverse


def _name_part(
    table: PieceTable, page: int, box: tuple[float, float, float, float], is_turned: bool = False
) -> str:
    left, top, width, height = box
    bleed = table.art_bleed or 0.0
    part = left - bleed, top - bleed, width + 2 * bleed, height + 2 * bleed
    return f"{table.pdf}{PdfPlace(page, part, is_turned).name()}"
