"""Published PDF file with cards -> draft of a deck, and a preview of the grid of its cards."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from generator.errors import Wrong, format_count
from generator.imports.draft import Draft, format_number
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
from generator.model.kit import CardSize
from generator.model.language.scalars import PageFlip, PdfBacks
from generator.read.files.text_files import derive_id, name_file, unreadable
from generator.read.pictures.pdf_file import PdfFiles
from generator.read.pieces.pdf_cells import (
    PageGrid,
    find_cell_edges,
    make_even_grid,
    pair_pages,
    place_grid,
)
from generator.scene.pdf.pages import PageSurvey, PdfPage
from generator.scene.pictures import WHOLE_PICTURE
from generator.scene.rasters import save_bands

_MOST_SOUGHT = 40
"""Pages that are drawn to find cards; of others, only the objects are read."""
_PREVIEW_DPI = 72
_RED = (224, 0, 0)
_LONG = 3
"""Files that are printed on both sides, flipped over the long edge."""
_NO_GAP = 0.2
"""Smaller gaps come from rounding, in mm."""
_OPTIONS = "the options"
_MOST_DECKS = 9
"""Decks of a file whose pages have cards of several sizes, or in several places."""
_LEAST_OTHER = 20.0
"""Smallest width and height in mm of the cards of a further deck."""
_BESIDE, _LEAST_BESIDE = 0.5, 2000.0
"""Area from which something else on a page is reported: as a share of a card, and in mm²."""


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
    """Decks of the cards of a file, with sentences and a preview for the user before they are written."""

    drafts: Sequence[Draft]
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
        keys: dict[str, Any] = {"pdf": file, "card": write_size(grid.card)}
        if grid.is_even:
            keys["grid"] = "x".join(map(str, grid.counts))
            keys["at"] = _write_lengths(grid.at)
            keys |= {"gap": write_size(grid.gap)} if max(grid.gap) >= _NO_GAP else {}
        else:
            keys |= {"columns": _write_lengths(grid.lefts), "rows": _write_lengths(grid.tops)}
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
        columns, rows = grid.counts
        count = format_count(columns * rows, "card")
        gaps = f"gap {gap}" if grid.is_even else "with gaps that differ"
        where = f"{columns} x {rows}, {write_size(grid.card)}, at {at}, {gaps}"
        fronts = len(pair_pages(self.pages, self.backs))
        split = f", {fronts} of them with fronts" if self.backs != "none" else ""
        return f"{count} a page, {where} (from {source}); {format_count(len(self.pages), 'page')}{split}"


@dataclass(frozen=True)
class _FoundDeck:
    """Pages of a file with the same grid."""

    cards: _PdfCards
    pages: Sequence[int]
    sentences: Sequence[str]


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
            drawn = self._files.survey(path, pages=sought, finds=True)
            for number in sought:
                drawn.find(number)
        except Wrong as wrong:
            raise unreadable(path, wrong.message, wrong.hint) from None
        self._facts = {**drawn.pages}
        self._own_grids = {number: find_page_grid(facts) for number, facts in self._facts.items()}

    def propose(self) -> PdfProposal:
        decks = [self._propose_deck(self._chosen)]
        while not (self._choices.grid or self._choices.backs) and len(decks) < _MOST_DECKS:
            taken = {number for deck in decks for number in deck.pages}
            rest = [number for number in self._chosen if number not in taken and self._has_others(number)]
            if not rest:
                break
            decks.append(self._propose_deck(rest))
        taken = {number for deck in decks for number in deck.pages}
        drafts = [self._make_draft(index, deck) for index, deck in enumerate(decks)]
        for number in (number for number in self._chosen if number not in taken):
            drafts[0].count(number)
            reason = "has no cards of this grid; --pages names the pages to take"
            drafts[0].leave_out(number, f"page {number}", reason)
        sentences = [sentence for draft in drafts for sentence in draft.notes]
        first = decks[0]
        return PdfProposal(
            drafts, sentences, bool(self._choices.grid), self._draw(first.pages[0], first.cards.grid)
        )

    def _propose_deck(self, chosen: Sequence[int]) -> _FoundDeck:
        """Return the deck of the pages that have the grid of most of these pages."""
        found, source = self._find_grid(chosen)
        if found.source != "the size":
            self._look_at_others()
        pages = self._list_pages(found, chosen) or (chosen if self._choices.grid else [])
        if not pages:
            raise self._refuse("no page has cards there")
        grid, bleed, size = self._fit_card(found)
        cells = {number: [*map(find_cell_edges, grid.list_boxes())] for number in pages[:_MOST_SOUGHT]}
        looks = self._files.survey(self._path, pages=[*cells], cells=cells)
        backs, flip = self._find_backs(pages, grid, looks)
        if backs == "none":
            pages = [number for number in pages if not self._is_only_turned(number, found.grid)] or pages
        cards = _PdfCards(grid, size, bleed or find_bleed(grid, looks), pages, backs, flip)
        try:
            sentences = [cards.describe(source), *self._list_remarks(found, cards, source, looks)]
        except Wrong as wrong:
            raise unreadable(self._path, wrong.message, wrong.hint.replace("backs: ", "--backs ")) from None
        return _FoundDeck(cards, pages, sentences)

    def _look_at_others(self) -> None:
        """Read the objects of the pages that are not drawn."""
        others = [number for number in self._chosen if number not in self._facts]
        more = self._files.survey(self._path, pages=others, finds="objects").pages if others else {}
        self._facts |= more
        self._own_grids |= {number: find_page_grid(facts) for number, facts in more.items()}

    def _has_others(self, number: int) -> bool:
        """Return True if objects of a page show cards, with which a deck of its own can be made."""
        found = self._own_grids.get(number)
        is_sure = found and found.is_certain and found.grid.overlaps(self._measure(number)) < _NO_GAP
        return bool(found and is_sure and min(found.grid.card) >= _LEAST_OTHER)

    def _is_only_turned(self, number: int, grid: PageGrid) -> bool:
        """Return True if a page has the cards where the other side of the others has them."""
        own = self._own_grids.get(number)
        return bool(own and own.is_certain and not has_grid(grid, own.grid, None))

    def _measure(self, number: int) -> tuple[float, float]:
        facts = self._sizes.pages[number]
        return facts["width"], facts["height"]

    def _refuse(self, message: str) -> Exception:
        hint = f"petri import {self._path.name} --grid 3x3 --card 63x88mm --at 12mm,10mm"
        return unreadable(self._path, message, f"say where they are: {hint}")

    def _find_grid(self, chosen: Sequence[int]) -> tuple[FoundGrid, str]:
        """Return the grid of the cards of these pages, and where it comes from."""
        given = self._choices
        found = {number: grid for number, grid in self._own_grids.items() if number in chosen}
        best = choose_grid(found, self._facts)
        if given.grid and (best is None or best.grid.counts != given.grid):
            grid = self._place_grid(given.grid)
            return FoundGrid(grid, _OPTIONS), _OPTIONS
        if best is None:
            raise self._refuse("nothing on its pages shows where the cards are")
        best = snap_to_size(best, [(size.width, size.height) for size in self._known])
        if given.grid and given.card and (given.at or given.gap):
            return FoundGrid(self._place_grid(given.grid), _OPTIONS), _OPTIONS
        grid = best.grid
        if given.at or given.gap:
            grid = make_even_grid(grid.counts, grid.card, given.at or grid.at, given.gap or grid.gap)
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

    def _list_pages(self, found: FoundGrid, chosen: Sequence[int]) -> list[int]:
        """Return the pages that have the grid, as far as can be seen."""
        pages = [number for number in chosen if self._has_cards(number, found, chosen[0])]
        if self._sizes.duplex > 1 and not self._choices.pages:
            # Each front has its back.
            behind = [number + 1 for number in pages if number % 2]
            return [number for number in chosen if number in (*pages, *behind)]
        return pages

    def _has_cards(self, number: int, found: FoundGrid, first: int) -> bool:
        if self._choices.pages and self._choices.grid:
            return True
        size, usual = self._measure(number), self._measure(first)
        if max(abs(size[0] - usual[0]), abs(size[1] - usual[1])) > 1 and found.grid.overlaps(size) > 1:
            return False
        if number not in self._facts or found.source == "the size":
            return True
        own = self._own_grids[number]
        if own and has_grid(found.grid, own.grid, size):
            return True
        is_other = own is not None and own.is_certain
        return not is_other and follows_grid(self._facts[number], found.grid)

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
        lefts = tuple(left + more[0] for left in grid.lefts)
        tops = tuple(top + more[1] for top in grid.tops)
        return PageGrid(cut, lefts, tops), max(0.0, min(more)), card

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
        turned = [self._is_only_turned(number, grid) for number in pages]
        if turned == [False, True] * (len(pages) // 2):
            return "even", "columns"
        return guess_backs(pages, grid, looks), "columns"

    def _list_remarks(
        self, found: FoundGrid, cards: _PdfCards, source: str, looks: PageSurvey
    ) -> Iterator[str]:
        if found.odd:
            yield f"{format_count(found.odd, 'more card')} of this size, beside the grid: left out"
        if cards.bleed >= _NO_GAP:
            yield f"the cards have {format_number(cards.bleed)} mm of bleed"
        inner = find_inner_size(cards.grid.card, self._known)
        if inner and self._choices.card is None and source != _OPTIONS:
            yield f"this may be {inner}"
        if cards.backs == "none" and self._choices.backs is None and len(cards.pages) > 1:
            yield "all pages are fronts; for each second page with backs: --backs even"
        area = max(_LEAST_BESIDE, _BESIDE * cards.grid.card[0] * cards.grid.card[1])
        more = [number for number, facts in looks.pages.items() if facts["beside"] > area]
        if more and not found.odd:
            yield f"there is something else beside the cards of page {_write_pages(more)}: left out"

    def _make_draft(self, index: int, deck: _FoundDeck) -> Draft:
        name = derive_id(self._path.stem, "cards")
        draft = Draft(f"{name}_{index + 1}" if index else name, name_file(self._path), unit="page")
        for number in deck.pages:
            draft.count(number)
        draft.notes += deck.sentences
        if index:
            numbers = _write_pages(deck.pages)
            own = f"page {numbers} is a deck of its own"
            many = f"pages {numbers} are a deck of their own"
            draft.notes[0] = f"{own if len(deck.pages) == 1 else many}: {draft.notes[0]}"
        draft.head = {
            "size": write_size(deck.cards.size),
            "cards": deck.cards.write(self._path.name, self._sizes.count),
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


def _write_lengths(places: Sequence[float]) -> list[str]:
    return [f"{format_number(one)} mm" for one in places]


def _write_pages(pages: Sequence[int]) -> str:
    """Return the numbers of pages as `1-3,5`."""
    parts: list[list[int]] = []
    for page in pages:
        if parts and parts[-1][-1] == page - 1:
            parts[-1][1:] = [page]
        else:
            parts.append([page])
    return ",".join("-".join(map(str, part)) for part in parts)
