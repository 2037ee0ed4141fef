"""How much ink a page takes, measured on its pixels."""

from collections import Counter
from dataclasses import replace

from generator.backends.formats import Options
from generator.backends.pdf.content import Content
from generator.backends.pdf.spaces import Space
from generator.backends.pdf.words import WordContent, make_finder
from generator.backends.pdf.writer import PdfWriter
from generator.backends.rendering import render
from generator.model.printing.inks import RGB, Inks, Separator
from generator.scene.shapes import Document

_DPI = 36.0
_COVER_FINENESS = 4


def measure_inks(document: Document, page_index: int, separator: Separator) -> Inks:
    """Return how much of a page each ink covers, from 0 to 1: (0.15, 0.13, 0.09, 0.05) is 42 % in all.

    Colours are mixed where they meet, so that the sum differs by some percent of it from that of the file.
    """
    page = document.pages[page_index]
    width, height = (max(1, round(side * _DPI / 25.4)) for side in (page.width, page.height))
    writer = _WordWriter(separator)
    writer.add(replace(document, pages=(page,), bookmarks=()))
    counts: Counter[RGB] = Counter()
    for band in render(writer.finish(), width, height, _COVER_FINENESS, "RGB"):
        for count, (red, green, blue) in band.convert("RGB").getcolors(band.width * band.height):
            counts[red / 255, green / 255, blue / 255] += count
    found = zip(separator.find_all([*counts]), counts.values(), strict=True)
    amounts = [[share * count for share in inks] for inks, count in found]
    return Inks(*(sum(ink) / counts.total() for ink in zip(*amounts, strict=True)))


class _WordWriter(PdfWriter):
    """Writer of a page in RGB whose small words have the colours in which a press prints them."""

    def __init__(self, separator: Separator) -> None:
        super().__init__(Options(dpi=_DPI))
        self._find_colour = make_finder(separator)

    def _begin_content(self, space: Space, *, is_symbol: bool = False, scale: float = 1.0) -> Content:
        return WordContent(self, space, self._find_colour, is_symbol=is_symbol, scale=scale)
