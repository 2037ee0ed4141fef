"""How much ink a page takes, measured on its pixels."""

from collections import Counter
from dataclasses import replace

from generator.backends.pdf.content import make_fine_inks
from generator.backends.pdf.writer import FileKind, PdfWriter
from generator.model.printing.printing import RGB, Inks, Separator
from generator.scene.pdf.rendering import count_pixels, render
from generator.scene.shapes import Document

_DPI = 36.0
_FINENESS = 4
"""Pixels that are averaged, along each side."""


def measure_inks(document: Document, page_index: int, separator: Separator) -> Inks:
    """Return how much of a page each ink covers, from 0 to 1: (0.15, 0.13, 0.09, 0.05) is 42 % in all.

    Colours are mixed where they meet, so that the sum differs by some percent of it from that of the file.
    """
    page = document.pages[page_index]
    writer = PdfWriter(_DPI, FileKind(fine=make_fine_inks(separator)))
    writer.add(replace(document, pages=(page,), bookmarks=()))
    counts: Counter[RGB] = Counter()
    for band in render(writer.finish(), *count_pixels(page.width, page.height, _DPI), _FINENESS, "RGB"):
        for count, (red, green, blue) in band.convert("RGB").getcolors(band.width * band.height):
            counts[red / 255, green / 255, blue / 255] += count
    inks = zip(separator.find_all([*counts]), counts.values(), strict=True)
    amounts = [[share * count for share in shares] for shares, count in inks]
    return Inks(*(sum(ink) / counts.total() for ink in zip(*amounts, strict=True)))
