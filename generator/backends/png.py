"""PNG, JPEG, and GIF files, rendered from the PDF; the only module that imports pypdfium2."""

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from generator.backends.formats import DEFAULT, Format, Options
from generator.backends.pdf import PdfWriter
from generator.scene.rasters import measure_inks, save_bands, save_drawing, save_frames
from generator.scene.shapes import Document

_MOST = 6_000_000
"""Maximum number of pixels rendered at once: bands of a page take half the time of the complete page."""
_MEASURED = 100.0
"""Resolution at which ink is measured; with less, thin lines are drawn thicker than they are."""
_SHOWN = 1.5
"""Seconds for which an animation shows each page."""


def write_png(
    document: Document, page_index: int | None, options: Options = DEFAULT, *, form: str = "PNG"
) -> bytes:
    """Return the page as PNG or JPEG, rendered with at least `options.fine` dpi and averaged."""
    page = document.pages[page_index or 0]
    width, height = page.pixels or [
        max(1, round(side * options.dpi / 25.4)) for side in (page.width, page.height)
    ]
    dpi = width * 25.4 / page.width if page.pixels else options.dpi
    writer = PdfWriter(Options(dpi=dpi))
    writer.add(replace(document, pages=(page,), bookmarks=()))
    mode = "RGBA" if page.is_clear and form == "PNG" else "RGB"
    bands = _draw(writer.finish(), width, height, math.ceil(options.fine / dpi), mode)
    if form == "PNG" and not writer.has_pictures:
        return save_drawing((width, height), bands, dpi=dpi, mode=mode)
    return save_bands((width, height), bands, dpi=dpi, form=form, mode=mode)


def measure_pages(document: Document) -> Iterator[tuple[float, float, float, float]]:
    """Yield the shares of each page that cyan, magenta, yellow, and black ink cover, from 0 to 1."""
    writer = PdfWriter(Options(dpi=_MEASURED))
    writer.add(document)
    with pypdfium2.PdfDocument(writer.finish()) as file:
        for page in file:
            yield measure_inks(page.render(scale=_MEASURED / 72, may_draw_forms=False).to_pil())


def _draw(data: bytes, width: int, height: int, fineness: int, mode: str) -> Iterator[Any]:
    """Render the first page at a multiple of the size, band by band, and average it."""
    kind, ground = (pdfium.FPDFBitmap_BGRx, 255) if mode == "RGB" else (pdfium.FPDFBitmap_BGRA, 0)
    across, down = width * fineness, height * fineness
    most = min(height, max(1, _MOST // (across * fineness)))
    # In Pillow's order of bytes, so that they are not copied.
    flags = pdfium.FPDF_PRINTING | pdfium.FPDF_REVERSE_BYTE_ORDER
    with pypdfium2.PdfDocument(data) as file:
        page = file[0]
        bitmap = pypdfium2.PdfBitmap.new_native(across, most * fineness, kind, rev_byteorder=True)
        for top in range(0, height, most):
            bitmap.fill_rect((ground,) * 4, 0, 0, across, bitmap.height)
            pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, -top * fineness, across, down, 0, flags)
            rows = min(most, height - top) * fineness
            yield bitmap.to_pil().reduce(fineness, box=(0, 0, across, rows))
        bitmap.close()
        page.close()


def _animate(document: Document, page: int | None, options: Options) -> bytes:
    """Return all pages as one picture that shows them in turn."""
    pages = range(len(document.pages))
    return save_frames([write_png(document, index, options) for index in pages], seconds=_SHOWN)


FORMAT = Format(name="png", extension="png", per_page=True, write=write_png)
JPEG = Format(name="jpeg", extension="jpg", per_page=True, write=partial(write_png, form="JPEG"))
GIF = Format(name="gif", extension="gif", per_page=False, write=_animate)
