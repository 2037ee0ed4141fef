"""A published PDF file with cards -> Draft of a deck, with what shows where the cards are."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from generator.errors import Wrong, format_count, list_briefly
from generator.imports.draft import Draft
from generator.imports.pdf.grids import FoundGrid, choose_grid, find_page_grid, follows_grid, has_grid, snap_to_size
from generator.imports.yaml_text import format_number
from generator.model.kit import CardSize
from generator.model.language.page_numbers import Flip, PdfBacks
from generator.read.files.text_files import derive_id, name_file, unreadable
from generator.read.pictures.pdf_file import PdfFiles
from generator.read.pieces.pdf_cells import PageGrid, pair_pages
from generator.scene.pdf.pages import PageSurvey, PdfPage
from generator.scene.rasters import save_bands

_MOST_SOUGHT = 40
"""Pages on which cards are sought; others have the grid of these."""
_BLEEDS = (3.175, 3.0)
"""Bleeds that sizes of pictures have in them."""
_LEAST_SCALE, _MOST_SCALE = 0.93, 1.03
"""Scales at which people print cards that must fit on a page."""
_PREVIEW_DPI = 72
_RED = (224, 0, 0)
_LIKE = 40.0
"""Mean difference of tones, of 255, up to which two cards look the same."""


@dataclass(frozen=True, kw_only=True)
class PdfChoices:
    """What a user says about the cards of a file; None is found."""

    grid: tuple[int, int] | None = None
    card: tuple[float, float] | None = None
    at: tuple[float, float] | None = None
    gap: tuple[float, float] | None = None
    backs: PdfBacks | None = None
    pages: tuple[int, ...] = ()


@dataclass(frozen=True)
class PdfProposal:
    """A deck of the cards of a file, and what a user should see before it is written."""

    draft: Draft
    sentences: Sequence[str]
    is_sure: bool
    """True if the user has given the grid."""
    preview: bytes
    """PNG of the first page with the cards in frames."""


def propose_pdf_deck(path: Path, choices: PdfChoices, sizes: Mapping[str, CardSize]) -> PdfProposal:
    """Return the deck of a file; raises DataError if the file is bad, or nothing shows where the cards are."""
    return _PdfReader(path, choices, sizes).propose()


@dataclass
class _PdfReader:
    path: Path
    choices: PdfChoices
    sizes: Mapping[str, CardSize]
    files: PdfFiles = field(default_factory=PdfFiles)

    def propose(self) -> PdfProposal:
        sizes = self.files.survey(self.path, sizes=True)
        chosen = [*self.choices.pages] or [*range(1, sizes.count + 1)]
        if missing := [number for number in chosen if number > sizes.count]:
            message = f"has no page {list_briefly(map(str, missing))}"
            raise unreadable(self.path, message, f"it has {format_count(sizes.count, 'page')}")
        sought = self.files.survey(self.path, pages=chosen[:_MOST_SOUGHT], finds=True)
        for number in chosen[:_MOST_SOUGHT]:
            self._check(sought, number)
        first = sought.pages[chosen[0]]
        found, source = self._find_grid(sought, (first["width"], first["height"]))
        pages = [number for number in chosen if self._has_cards(number, sizes, sought, found)]
        draft = self._begin_draft(chosen, pages, sizes)
        if not pages:
            raise self._refuse("no page has cards there")
        page = sizes.pages[pages[0]]
        grid, bleed, size = self._fit_card(found, (page["width"], page["height"]))
        backs, flip = self._find_backs(pages, grid, sizes)
        cards = self._write_cards(grid, bleed, backs, flip, pages, sizes.count)
        draft.head = {"size": _write_size(size), "cards": cards}
        draft.copies[self.path.name] = self.path
        sentences = [self._describe(grid, size, source, pages, backs), *self._list_remarks(found, grid, bleed, size, source)]
        return PdfProposal(draft, sentences, bool(self.choices.grid), self._draw(pages[0], grid, sizes))

    def _check(self, survey: PageSurvey, number: int) -> None:
        try:
            survey.find(number)
        except Wrong as wrong:
            raise unreadable(self.path, wrong.message, wrong.hint) from None

    def _refuse(self, message: str) -> Exception:
        hint = f"petri import {self.path.name} --grid 3x3 --card 63x88mm --at 12mm,10mm"
        return unreadable(self.path, message, f"say where they are: {hint}")

    def _find_grid(self, sought: PageSurvey, page: tuple[float, float]) -> tuple[FoundGrid, str]:
        """Return the grid of the cards, and where it comes from."""
        given, found = self.choices, {number: find_page_grid(facts) for number, facts in sought.pages.items()}
        best = choose_grid(found, sought.pages)
        if given.grid:
            has_same = best is not None and (best.grid.columns, best.grid.rows) == given.grid
            if has_same and best is not None and not given.card and not given.at and not given.gap:
                return best, best.source
            return FoundGrid(self._place_grid(given.grid, page, best if has_same else None), "the options"), "the options"
        if best is None:
            raise self._refuse("nothing on its pages shows where the cards are")
        best = snap_to_size(best, [(size.width, size.height) for size in self.sizes.values()])
        if given.at or given.gap:
            grid = replace(best.grid, at=given.at or best.grid.at, gap=given.gap or best.grid.gap)
            best = replace(best, grid=grid)
        number = next(number for number, one in found.items() if one and one.source == best.source)
        return best, f"{best.source} of page {number}"

    def _place_grid(
        self, counts: tuple[int, int], page: tuple[float, float], best: FoundGrid | None
    ) -> PageGrid:
        """Return the grid of the options; what they leave out is in the middle of the page."""
        given = self.choices
        gap = given.gap or (best.grid.gap if best else (0.0, 0.0))
        at = given.at or (best.grid.at if best and not given.card else None)
        gaps = [(count - 1) * one for count, one in zip(counts, gap, strict=True)]
        margins = given.at or (0.0, 0.0)
        card = given.card or (best.grid.card if best else None) or tuple(
            (side - 2 * margin - gap) / count
            for side, margin, gap, count in zip(page, margins, gaps, counts, strict=True)
        )
        middle = [
            (side - count * one - gap) / 2
            for side, count, one, gap in zip(page, counts, card, gaps, strict=True)
        ]
        grid = PageGrid(*counts, (card[0], card[1]), at or (middle[0], middle[1]), gap)
        if min(card) <= 0 or grid.overlaps(page) > 0.6:
            cards = f"{counts[0]} x {counts[1]} cards of {_write_size(grid.card)}"
            message = f"{cards} do not fit page 1 ({_write_size(page)})"
            raise unreadable(self.path, message, "change --grid, --card, --at, or --gap")
        return grid

    def _has_cards(self, number: int, sizes: PageSurvey, sought: PageSurvey, found: FoundGrid) -> bool:
        """Return True if a page has the grid, as far as can be seen."""
        first, page = sizes.pages[min(sizes.pages)], sizes.pages[number]
        reference = next(iter(sought.pages.values()))
        size, usual = ((one["width"], one["height"]) for one in (page, reference))
        if self.choices.grid and self.choices.pages:
            return True
        if max(abs(size[0] - usual[0]), abs(size[1] - usual[1])) > 1 and found.grid.overlaps(size) > 1:
            return False
        if number not in sought.pages or found.source == "the size":
            return True
        own = find_page_grid(sought.pages[number])
        if own and has_grid(found.grid, own.grid, size):
            return True
        is_other = own is not None and own.source in ("the pictures", "the forms", "the outlines", "the crop marks")
        return first is not None and not is_other and follows_grid(sought.pages[number], found.grid)

    def _begin_draft(self, chosen: Sequence[int], pages: Sequence[int], sizes: PageSurvey) -> Draft:
        draft = Draft(derive_id(self.path.stem, "cards"), name_file(self.path), unit="page")
        for number in chosen:
            draft.count(number)
            if number not in pages:
                draft.leave_out(number, f"page {number}", "has no cards of this grid; --pages names the pages to take")
        return draft

    def _fit_card(
        self, found: FoundGrid, page: tuple[float, float]
    ) -> tuple[PageGrid, float, tuple[float, float]]:
        """Return the grid of what is cut, the bleed around it, and the size of the deck."""
        grid, card = found.grid, self.choices.card
        if card is None or found.source == "the options":
            return grid, self._find_bleed(grid), grid.card
        scale = _find_scale(grid.card, card)
        cut = (card[0] * scale, card[1] * scale)
        more = [(cell - side) / 2 for cell, side in zip(grid.card, cut, strict=True)]
        if min(more) < -1:
            message = f"cards of {_write_size(card)} are larger than what was found ({_write_size(grid.card)})"
            raise unreadable(self.path, message, "write --grid and --at, too")
        at = grid.at[0] + more[0], grid.at[1] + more[1]
        gap = grid.gap[0] + 2 * more[0], grid.gap[1] + 2 * more[1]
        inner = replace(grid, card=cut, at=at, gap=gap)
        return inner, max(0.0, min(more)), card

    def _find_bleed(self, grid: PageGrid) -> float:
        return 0.0

    def _find_backs(
        self, pages: Sequence[int], grid: PageGrid, sizes: PageSurvey
    ) -> tuple[PdfBacks, Flip]:
        """Return where the backs are, and what is in reverse order there."""
        page = sizes.pages[pages[0]]
        is_wide, flip = page["width"] > page["height"], "columns"
        if sizes.duplex:
            flip = "rows" if (sizes.duplex == _LONG) == is_wide else "columns"
        turn: Flip = "rows" if flip == "rows" else "columns"
        if self.choices.backs is not None:
            return self.choices.backs, turn
        if len(pages) < 2:
            return "none", "columns"
        if sizes.duplex > 1:
            return "even", turn
        cells = {number: [_find_edges(box) for box in grid.list_boxes()] for number in pages}
        looks = self.files.survey(self.path, pages=[*pages], cells=cells)
        return _guess_backs(pages, grid, looks), "columns"

    def _write_cards(
        self,
        grid: PageGrid,
        bleed: float,
        backs: PdfBacks,
        flip: Flip,
        pages: Sequence[int],
        count: int,
    ) -> dict[str, Any]:
        """Return the key `cards` of the deck."""
        gap = {"gap": _write_pair(grid.gap, " x ")} if max(grid.gap) >= _NO_GAP else {}
        return {
            "pdf": self.path.name,
            "grid": f"{grid.columns}x{grid.rows}",
            "card": _write_size(grid.card),
            "at": [f"{format_number(one)} mm" for one in grid.at],
            **gap,
            **({"bleed": f"{format_number(bleed)} mm"} if bleed >= _NO_GAP else {}),
            **({"pages": _write_pages(pages)} if len(pages) < count else {}),
            **({"backs": backs if isinstance(backs, str) else _write_pages(backs)} if backs != "none" else {}),
            **({"flip": flip} if flip != "columns" and backs != "none" else {}),
        }

    def _describe(
        self, grid: PageGrid, size: tuple[float, float], source: str, pages: Sequence[int], backs: PdfBacks
    ) -> str:
        count = grid.columns * grid.rows
        gap = "gap 0" if max(grid.gap) < _NO_GAP else f"gap {_write_pair(grid.gap, ' x ')}"
        where = f"at {_write_pair(grid.at, ', ')}"
        cards = f"{format_count(count, 'card')} a page, {grid.columns} x {grid.rows}, {_write_size(grid.card)}, {where}, {gap}"
        try:
            fronts = len(pair_pages(pages, backs))
        except Wrong as wrong:
            raise unreadable(self.path, wrong.message, wrong.hint.replace("backs: ", "--backs ")) from None
        what = format_count(len(pages), "page")
        split = f", {fronts} of them with fronts" if backs != "none" else ""
        return f"{cards} (from {source}); {what}{split}"

    def _list_remarks(
        self, found: FoundGrid, grid: PageGrid, bleed: float, size: tuple[float, float], source: str
    ) -> Iterator[str]:
        if found.odd:
            yield f"{format_count(found.odd, 'more card')} of this size beside the grid {'is' if found.odd == 1 else 'are'} left out"
        if self.choices.card is None and source != "the options" and (near := self._find_inner(grid.card)):
            card, inner, scale = near
            at = "" if abs(scale - 1) < 0.005 else f", printed at {scale:.0%}"
            option = f"--card {format_number(card.width)}x{format_number(card.height)}mm"
            if card.width > card.height:
                option = f"--card {format_number(card.height)}x{format_number(card.width)}mm"
            yield f"this may be {_write_size(_turn((card.width, card.height), grid.card))} ({card.name}) with {format_number(inner)} mm of bleed{at}; if so: {option}"

    def _find_inner(self, box: tuple[float, float]) -> tuple[CardSize, float, float] | None:
        """Return the known size that a box has with bleed, with the bleed and the scale."""
        if any(_is_near(box, _turn((one.width, one.height), box)) for one in self.sizes.values()):
            return None
        found = []
        for one in self.sizes.values():
            width, height = _turn((one.width, one.height), box)
            for bleed in _BLEEDS:
                across, down = box[0] / (width + 2 * bleed), box[1] / (height + 2 * bleed)
                if abs(across - down) < 0.003 and _LEAST_SCALE < across < _MOST_SCALE:
                    rank = (abs(across - down) > 0.0005, abs(across - 1))
                    found.append((rank, one, bleed, (across + down) / 2))
        if not found:
            return None
        _, one, bleed, scale = min(found, key=lambda each: each[0])
        return one, bleed, scale

    def _draw(self, number: int, grid: PageGrid, sizes: PageSurvey) -> bytes:
        """Return a PNG of a page with the cards in frames."""
        page = sizes.pages[number]
        size = page["width"], page["height"]
        drawn = PdfPage(self.path.name, self.path, number, size, (0.0, 0.0, *size), "")
        scale = _PREVIEW_DPI / 25.4
        pixels = max(1, round(size[0] * scale)), max(1, round(size[1] * scale))
        picture = drawn.draw((0.0, 0.0, 1.0, 1.0), pixels)
        for left, top, width, height in grid.list_boxes():
            _draw_frame(picture, [round(one * scale) for one in (left, top, left + width, top + height)])
        return save_bands(pixels, [picture], dpi=_PREVIEW_DPI, form="PNG", mode="RGB")


_LONG = 3
"""Files that are printed on both sides, flipped over the long edge."""
_NO_GAP = 0.2
"""Smaller gaps and bleeds come from rounding, in mm."""


def _draw_frame(picture: Any, box: Sequence[int]) -> None:
    left, top, right, bottom = box
    for edges in (
        (left - 1, top - 1, right + 2, top + 1),
        (left - 1, bottom - 1, right + 2, bottom + 1),
        (left - 1, top - 1, left + 1, bottom + 2),
        (right - 1, top - 1, right + 1, bottom + 2),
    ):
        picture.paste(_RED, edges)


def _find_scale(box: tuple[float, float], card: tuple[float, float]) -> float:
    """Return at which scale a card is printed in a box that has its bleed; 1 if none explains the box."""
    for bleed in (*_BLEEDS, 0.0):
        across, down = box[0] / (card[0] + 2 * bleed), box[1] / (card[1] + 2 * bleed)
        if abs(across - down) < 0.004 and _LEAST_SCALE < across < _MOST_SCALE:
            return (across + down) / 2
    return 1.0


def _turn(size: tuple[float, float], box: tuple[float, float]) -> tuple[float, float]:
    """Return a size as wide or as high as a box."""
    is_wide = box[0] > box[1]
    return (max(size), min(size)) if is_wide else (min(size), max(size))


def _is_near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) < 0.6


def _find_edges(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    left, top, width, height = box
    return left, top, left + width, top + height


def _guess_backs(pages: Sequence[int], grid: PageGrid, looks: PageSurvey) -> PdfBacks:
    """Return where the backs are: pages on which all cards look the same, and not those before them."""
    cells = {number: looks.pages[number]["cells"] for number in pages if number in looks.pages}
    if len(cells) < len(pages):
        return "none"
    uniform = [_is_uniform(cells[number]) for number in pages]
    fronts, behind = pages[::2], pages[1::2]
    if len(fronts) == len(behind) and all(uniform[1::2]) and not all(uniform[::2]):
        pairs = zip(fronts, behind, strict=True)
        if all(_is_turned(cells[front], cells[back], grid) for front, back in pairs):
            return "even"
    if uniform[-1] and not any(uniform[:-1]) and len(pages) > 1 and _count(cells[pages[-1]]) > 1:
        return (pages[-1],)
    return "none"


def _is_uniform(cells: Sequence[Mapping[str, Any]]) -> bool:
    filled = [cell["look"] for cell in cells if not cell["empty"]]
    if len(filled) < 1:
        return False
    first = filled[0]
    return all(
        sum(abs(near - far) for near, far in zip(first, look, strict=True)) / len(first) < _LIKE / 4
        for look in filled
    )


def _is_turned(front: Sequence[Mapping[str, Any]], back: Sequence[Mapping[str, Any]], grid: PageGrid) -> bool:
    """Return True if each card has a back."""
    places = (back[grid.find_back(index, "columns")] for index in range(len(front)))
    return all(cell["empty"] or not place["empty"] for cell, place in zip(front, places, strict=True))


def _count(cells: Iterable[Mapping[str, Any]]) -> int:
    return Counter(cell["empty"] for cell in cells)[False]


def _write_size(size: tuple[float, float]) -> str:
    return f"{format_number(size[0])} x {format_number(size[1])} mm"


def _write_pair(pair: tuple[float, float], joint: str) -> str:
    return f"{format_number(pair[0])} mm{joint}{format_number(pair[1])} mm"


def _write_pages(pages: Sequence[int]) -> str:
    """Return the numbers of pages as `1-3,5`."""
    parts: list[list[int]] = []
    for page in pages:
        if parts and parts[-1][-1] == page - 1:
            parts[-1][1:] = [page]
        else:
            parts.append([page])
    return ",".join("-".join(map(str, part)) for part in parts)
