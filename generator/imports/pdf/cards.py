"""Published PDF file with cards -> draft of a deck, and a preview of the grid of its cards."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from generator.errors import Wrong, format_count
from generator.imports.draft import Draft
from generator.imports.pdf.backs import find_bleed, guess_backs
from generator.imports.pdf.grids import (
    FoundGrid,
    choose_grid,
    find_page_grid,
    follows_grid,
    has_grid,
    snap_to_size,
)
from generator.imports.pdf.known_sizes import find_inner_size, find_scale, write_size
from generator.imports.yaml_text import format_number
from generator.model.kit import CardSize
from generator.model.language.scalars import PageFlip, PdfBacks
from generator.read.files.text_files import derive_id, name_file, unreadable
from generator.read.pictures.pdf_file import PdfFiles
from generator.read.pieces.pdf_cells import PageGrid, find_cell_edges, pair_pages, place_grid
from generator.scene.pdf.pages import PageSurvey, PdfPage
from generator.scene.pictures import WHOLE_PICTURE
from generator.scene.rasters import save_bands

_MOST_SOUGHT = 40
"""Pages on which cards are sought; others have the grid of these."""
_PREVIEW_DPI = 72
_RED = (224, 0, 0)
_LONG = 3
"""Files that are printed on both sides, flipped over the long edge."""
_NO_GAP = 0.2
"""Smaller gaps come from rounding, in mm."""
_OPTIONS = "the options"


@dataclass(frozen=True, kw_only=True)
class PdfChoices:
    """Options of a user for the cards of a file; those that are None are found."""

    grid: tuple[int, int] | None = None
    card: tuple[float, float] | None = None
    at: tuple[float, float] | None = None
    gap: tuple[float, float] | None = None
    backs: PdfBacks | None = None
    pages: tuple[int, ...] = ()


@dataclass(frozen=True)
class PdfProposal:
    """A deck of the cards of a file, with sentences and a preview for the user before it is written."""

    draft: Draft
    sentences: Sequence[str]
    is_sure: bool
    """True if the user has given the grid."""
    preview: bytes
    """PNG of the first page with the cards in frames."""


@dataclass(frozen=True)
class _PdfCards:
    """The cards of a file."""

    grid: PageGrid
    size: tuple[float, float]
    """Size of the deck; cards may be printed at another scale in the file."""
    bleed: float
    pages: Sequence[int]
    backs: PdfBacks
    flip: PageFlip

    def write(self, file: str, count: int) -> dict[str, Any]:
        """Return the key `cards` of the deck; `count` is the number of pages of the file."""
        grid, backs = self.grid, self.backs
        keys: dict[str, Any] = {
            "pdf": file,
            "grid": f"{grid.columns}x{grid.rows}",
            "card": write_size(grid.card),
            "at": [f"{format_number(one)} mm" for one in grid.at],
        }
        if max(grid.gap) >= _NO_GAP:
            keys["gap"] = write_size(grid.gap)
        if self.bleed >= _NO_GAP:
            keys["art_bleed"] = f"{format_number(self.bleed)} mm"
        if len(self.pages) < count:
            keys["pages"] = _write_pages(self.pages)
        if backs != "none":
            keys["backs"] = backs if isinstance(backs, str) else _write_pages(backs)
            keys |= {"flip": self.flip} if self.flip != "columns" else {}
        return keys

    def describe(self, source: str) -> str:
        """Return a sentence for the user; raises Wrong if pages of backs are missing."""
        grid = self.grid
        gap = "0" if max(grid.gap) < _NO_GAP else write_size(grid.gap)
        at = f"{format_number(grid.at[0])}, {format_number(grid.at[1])} mm"
        count = format_count(grid.columns * grid.rows, "card")
        where = f"{grid.columns} x {grid.rows}, {write_size(grid.card)}, at {at}, gap {gap}"
        fronts = len(pair_pages(self.pages, self.backs))
        split = f", {fronts} of them with fronts" if self.backs != "none" else ""
        return f"{count} a page, {where} (from {source}); {format_count(len(self.pages), 'page')}{split}"


def propose_pdf_deck(path: Path, choices: PdfChoices, sizes: Mapping[str, CardSize]) -> PdfProposal:
    """Return the deck of a file; raises DataError for a bad file, or one whose cards are not found."""
    return _PdfReader(path, choices, [*sizes.values()]).propose()


class _PdfReader:
    def __init__(self, path: Path, choices: PdfChoices, known: Sequence[CardSize]) -> None:
        self._path, self._choices, self._known, self._files = path, choices, known, PdfFiles()
        self._sizes = self._files.survey(path, sizes=True)
        self._chosen = [*choices.pages] or [*range(1, self._sizes.count + 1)]
        sought = self._chosen[:_MOST_SOUGHT]
        try:
            self._sizes.check_pages(self._chosen)
            self._sought = self._files.survey(path, pages=sought, finds=True)
            for number in sought:
                self._sought.find(number)
        except Wrong as wrong:
            raise unreadable(path, wrong.message, wrong.hint) from None

    def propose(self) -> PdfProposal:
        found, source = self._find_grid()
        pages = self._list_pages(found) or (self._chosen if self._choices.grid else [])
        if not pages:
            raise self._refuse("no page has cards there")
        grid, bleed, size = self._fit_card(found)
        cells = {number: [*map(find_cell_edges, grid.list_boxes())] for number in pages[:_MOST_SOUGHT]}
        looks = self._files.survey(self._path, pages=[*cells], cells=cells)
        backs, flip = self._find_backs(pages, grid, looks)
        cards = _PdfCards(grid, size, bleed or find_bleed(grid, looks), pages, backs, flip)
        try:
            sentences = [cards.describe(source), *self._list_remarks(found, cards, source)]
        except Wrong as wrong:
            raise unreadable(self._path, wrong.message, wrong.hint.replace("backs: ", "--backs ")) from None
        draft = self._make_draft(cards, sentences)
        return PdfProposal(draft, sentences, bool(self._choices.grid), self._draw(pages[0], grid))

    def _measure(self, number: int) -> tuple[float, float]:
        facts = self._sizes.pages[number]
        return facts["width"], facts["height"]

    def _refuse(self, message: str) -> Exception:
        hint = f"petri import {self._path.name} --grid 3x3 --card 63x88mm --at 12mm,10mm"
        return unreadable(self._path, message, f"say where they are: {hint}")

    def _find_grid(self) -> tuple[FoundGrid, str]:
        """Return the grid of the cards, and where it comes from."""
        given, pages = self._choices, self._sought.pages
        found = {number: find_page_grid(facts) for number, facts in pages.items()}
        best = choose_grid(found, pages)
        if given.grid and (best is None or (best.grid.columns, best.grid.rows) != given.grid):
            grid = self._place_grid(given.grid)
            return FoundGrid(grid, _OPTIONS), _OPTIONS
        if best is None:
            raise self._refuse("nothing on its pages shows where the cards are")
        best = snap_to_size(best, [(size.width, size.height) for size in self._known])
        if given.grid and given.card and (given.at or given.gap):
            return FoundGrid(self._place_grid(given.grid), _OPTIONS), _OPTIONS
        grid = replace(best.grid, at=given.at or best.grid.at, gap=given.gap or best.grid.gap)
        number = next(number for number, one in found.items() if one and one.source == best.source)
        return replace(best, grid=grid), f"{best.source} of page {number}"

    def _place_grid(self, counts: tuple[int, int]) -> PageGrid:
        """Return the grid of the options; what they leave out is in the middle of the page."""
        given = self._choices
        try:
            page, gap = self._measure(self._chosen[0]), given.gap or (0.0, 0.0)
            return place_grid(counts, given.card, given.at, gap, page)
        except Wrong as wrong:
            raise unreadable(self._path, wrong.message, "change --grid, --card, --at, or --gap") from None

    def _list_pages(self, found: FoundGrid) -> list[int]:
        """Return the pages that have the grid, as far as can be seen."""
        pages = [number for number in self._chosen if self._has_cards(number, found)]
        if self._sizes.duplex > 1 and not self._choices.pages:
            # Each front has its back.
            behind = [number + 1 for number in pages if number % 2]
            return [number for number in self._chosen if number in (*pages, *behind)]
        return pages

    def _has_cards(self, number: int, found: FoundGrid) -> bool:
        if self._choices.pages and self._choices.grid:
            return True
        size, first = self._measure(number), self._measure(self._chosen[0])
        if max(abs(size[0] - first[0]), abs(size[1] - first[1])) > 1 and found.grid.overlaps(size) > 1:
            return False
        if number not in self._sought.pages or found.source == "the size":
            return True
        facts = self._sought.pages[number]
        own = find_page_grid(facts)
        if own and has_grid(found.grid, own.grid, size):
            return True
        is_other = own is not None and own.is_certain
        return not is_other and follows_grid(facts, found.grid)

    def _fit_card(self, found: FoundGrid) -> tuple[PageGrid, float, tuple[float, float]]:
        """Return the grid of what is cut, the bleed around it, and the size of the deck."""
        grid, card = found.grid, self._choices.card
        if card is None or found.source == _OPTIONS:
            return grid, 0.0, grid.card
        scale = find_scale(grid.card, card)
        cut = (card[0] * scale, card[1] * scale)
        more = [(cell - side) / 2 for cell, side in zip(grid.card, cut, strict=True)]
        if min(more) < -1:
            message = (
                f"cards of {write_size(card)} are larger than the {write_size(grid.card)} that were found"
            )
            raise unreadable(self._path, message, "write --grid and --at, too")
        at = grid.at[0] + more[0], grid.at[1] + more[1]
        gap = grid.gap[0] + 2 * more[0], grid.gap[1] + 2 * more[1]
        return replace(grid, card=cut, at=at, gap=gap), max(0.0, min(more)), card

    def _find_backs(
        self, pages: Sequence[int], grid: PageGrid, looks: PageSurvey
    ) -> tuple[PdfBacks, PageFlip]:
        """Return the pages with backs, and the order that is reversed there."""
        width, height = self._measure(pages[0])
        duplex = self._sizes.duplex
        is_over_top = duplex > 1 and (duplex == _LONG) == (width > height)
        flip: PageFlip = "rows" if is_over_top else "columns"
        if self._choices.backs is not None:
            return self._choices.backs, flip
        if duplex > 1 and len(pages) > 1:
            return "even", flip
        return guess_backs(pages, grid, looks), "columns"

    def _list_remarks(self, found: FoundGrid, cards: _PdfCards, source: str) -> Iterator[str]:
        if found.odd:
            yield f"{format_count(found.odd, 'more card')} of this size, beside the grid: left out"
        if cards.bleed >= _NO_GAP:
            yield f"the cards have {format_number(cards.bleed)} mm of bleed"
        inner = find_inner_size(cards.grid.card, self._known)
        if inner and self._choices.card is None and source != _OPTIONS:
            yield f"this may be {inner}"

    def _make_draft(self, cards: _PdfCards, sentences: Sequence[str]) -> Draft:
        draft = Draft(derive_id(self._path.stem, "cards"), name_file(self._path), unit="page")
        for number in self._chosen:
            draft.count(number)
            if number not in cards.pages:
                reason = "has no cards of this grid; --pages names the pages to take"
                draft.leave_out(number, f"page {number}", reason)
        draft.notes += sentences
        draft.head = {
            "size": write_size(cards.size),
            "cards": cards.write(self._path.name, self._sizes.count),
        }
        draft.copies[self._path.name] = self._path
        return draft

    def _draw(self, number: int, grid: PageGrid) -> bytes:
        """Return a PNG of a page with the cards in frames."""
        size, scale = self._measure(number), _PREVIEW_DPI / 25.4
        page = PdfPage(self._path.name, self._path, number, size, (0.0, 0.0, *size), "")
        pixels = max(1, round(size[0] * scale)), max(1, round(size[1] * scale))
        picture = page.draw(WHOLE_PICTURE, pixels)
        for box in grid.list_boxes():
            _draw_frame(picture, [round(edge * scale) for edge in find_cell_edges(box)])
        return save_bands(pixels, [picture], dpi=_PREVIEW_DPI, form="PNG", mode="RGB")


def _draw_frame(picture: Any, box: Sequence[int]) -> None:
    left, top, right, bottom = box
    for edges in (
        (left - 1, top - 1, right + 2, top + 1),
        (left - 1, bottom - 1, right + 2, bottom + 1),
        (left - 1, top - 1, left + 1, bottom + 2),
        (right - 1, top - 1, right + 1, bottom + 2),
    ):
        picture.paste(_RED, edges)


def _write_pages(pages: Sequence[int]) -> str:
    """Return the numbers of pages as `1-3,5`."""
    parts: list[list[int]] = []
    for page in pages:
        if parts and parts[-1][-1] == page - 1:
            parts[-1][1:] = [page]
        else:
            parts.append([page])
    return ",".join("-".join(map(str, part)) for part in parts)
