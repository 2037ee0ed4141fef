"""Published PDF file with cards -> draft of a deck, and a preview of the grid of its cards.

Backs and bleed are guessed from the rendered cells of the pages. Known sizes of cards explain the size of a
picture: with its bleed, or at another scale.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from generator.errors import Wrong, format_count
from generator.imports.draft import Draft, format_number
from generator.imports.pdf.grids import (
    FoundGrid,
    choose_grid,
    find_page_grid,
    follows_grid,
    has_grid,
    snap_to_size,
)
from generator.model.kit import CardSize
from generator.model.language.kinds import PageFlip, PdfBacks
from generator.read.files.text_files import derive_id, name_file, unreadable
from generator.read.pictures.pdf_file import PdfFiles
from generator.read.pieces.pdf_cells import PageGrid, find_cell_edges, make_even_grid, pair_pages, place_grid
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
        keys: dict[str, Any] = {"pdf": file, "card": _write_size(grid.card)}
        if grid.is_even:
            keys["grid"] = "x".join(map(str, grid.counts))
            keys["at"] = _write_lengths(grid.at)
            keys |= {"gap": _write_size(grid.gap)} if max(grid.gap) >= _NO_GAP else {}
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
        gap = "0" if max(grid.gap) < _NO_GAP else _write_size(grid.gap)
        at = f"{format_number(grid.at[0])}, {format_number(grid.at[1])} mm"
        columns, rows = grid.counts
        count = format_count(columns * rows, "card")
        gaps = f"gap {gap}" if grid.is_even else "with gaps that differ"
        where = f"{columns} x {rows}, {_write_size(grid.card)}, at {at}, {gaps}"
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
        cards = _PdfCards(grid, size, bleed or _find_bleed(grid, looks), pages, backs, flip)
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
        scale = _find_scale(grid.card, card)
        cut = (card[0] * scale, card[1] * scale)
        more = [(cell - side) / 2 for cell, side in zip(grid.card, cut, strict=True)]
        if min(more) < -1:
            message = (
                f"cards of {_write_size(card)} are larger than the {_write_size(grid.card)} that were found"
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
        return _guess_backs(pages, grid, looks), "columns"

    def _list_remarks(
        self, found: FoundGrid, cards: _PdfCards, source: str, looks: PageSurvey
    ) -> Iterator[str]:
        if found.odd:
            yield f"{format_count(found.odd, 'more card')} of this size, beside the grid: left out"
        if cards.bleed >= _NO_GAP:
            yield f"the cards have {format_number(cards.bleed)} mm of bleed"
        inner = _find_inner_size(cards.grid.card, self._known)
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
            "size": _write_size(deck.cards.size),
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


_Cells: TypeAlias = Sequence[Mapping[str, Any]]

_LIKE = 10.0
"""Mean difference of tones, of 255, up to which two cards look the same."""
_LEAST_BLEED, _MOST_BLEED = 1.4, 3.0
_MOST_CARDS = 0.5
"""Share of cards with bleed above which the file has it."""


def _guess_backs(pages: Sequence[int], grid: PageGrid, looks: PageSurvey) -> PdfBacks:
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


def _find_bleed(grid: PageGrid, looks: PageSurvey) -> float:
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


_BLEEDS = (3.175, 3.0)
"""Bleeds that sizes of pictures have in them."""
_LEAST_SCALE, _MOST_SCALE = 0.93, 1.03
"""Scales at which people print cards that must fit on a page."""
_EXACT, _CLOSE = 0.0005, 0.003
"""Differences of the scales of width and height."""
_SAME = 0.6


@dataclass(frozen=True)
class InnerSize:
    """A known size inside a picture with bleed."""

    name: str
    card: tuple[float, float]
    bleed: float
    scale: float

    def __str__(self) -> str:
        printed = "" if abs(self.scale - 1) < 0.005 else f", printed at {self.scale:.0%}"
        option = "x".join(map(format_number, self.card))
        bleed = f"{format_number(self.bleed)} mm of bleed"
        return f"{_write_size(self.card)} ({self.name}) with {bleed}{printed}; if so: --card {option}mm"


def _find_inner_size(box: tuple[float, float], sizes: Iterable[CardSize]) -> InnerSize | None:
    """Return the known size of a box without its bleed; None if it is one itself, or has none."""
    turned = [(one.name, _turn((one.width, one.height), box)) for one in sizes]
    if any(max(abs(one - side) for one, side in zip(card, box, strict=True)) < _SAME for _, card in turned):
        return None
    found = []
    for name, card in turned:
        for bleed in _BLEEDS:
            across, down = _measure_scales(box, card, bleed)
            if abs(across - down) < _CLOSE and _LEAST_SCALE < across < _MOST_SCALE:
                rank = (abs(across - down) > _EXACT, abs(across - 1))
                found.append((rank, InnerSize(name, card, bleed, (across + down) / 2)))
    return min(found, key=lambda each: each[0])[1] if found else None


def _find_scale(box: tuple[float, float], card: tuple[float, float]) -> float:
    """Return at which scale a card is printed in a box that has its bleed; 1 if none explains the box."""
    for bleed in (*_BLEEDS, 0.0):
        across, down = _measure_scales(box, card, bleed)
        if abs(across - down) < _CLOSE and _LEAST_SCALE < across < _MOST_SCALE:
            return (across + down) / 2
    return 1.0


def _measure_scales(box: tuple[float, float], card: tuple[float, float], bleed: float) -> tuple[float, float]:
    return box[0] / (card[0] + 2 * bleed), box[1] / (card[1] + 2 * bleed)


def _turn(size: tuple[float, float], box: tuple[float, float]) -> tuple[float, float]:
    """Return a size as wide or as high as a box."""
    return (max(size), min(size)) if box[0] > box[1] else (min(size), max(size))


def _write_size(size: tuple[float, float]) -> str:
    """Return a size as files have it."""
    return f"{format_number(size[0])} x {format_number(size[1])} mm"
