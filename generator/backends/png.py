"""A page as a raster picture, drawn from its PDF. The only module that imports pypdfium2."""

import io
import math
from dataclasses import replace

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image

from generator.backends.formats import Format, Options
from generator.backends.pdf import write_pdf
from generator.scene.shapes import Document

_FINE = 600
"""Dots per inch: coarser, pdfium puts small letters at whole pixels and thickens thin lines."""


def write_png(document: Document, page_index: int, *, dpi: float) -> bytes:
    """The page on white, its size rounded to whole pixels; the file names its resolution."""
    page = document.pages[page_index]
    width, height = (max(1, round(length * dpi / 25.4)) for length in (page.width, page.height))
    alone = replace(document, pages=(page,), bookmarks=())
    picture = _draw(write_pdf(alone), width, height, math.ceil(_FINE / dpi))
    written = io.BytesIO()
    picture.save(written, "PNG", dpi=(dpi, dpi))
    return written.getvalue()


def _draw(data: bytes, width: int, height: int, fineness: int) -> Image.Image:
    """The first page, drawn so many times larger and then averaged."""
    across, down = width * fineness, height * fineness
    with pypdfium2.PdfDocument(data) as file:
        bitmap = pypdfium2.PdfBitmap.new_native(across, down, pdfium.FPDFBitmap_BGR)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, across, down)
        page = file[0]
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, across, down, 0, pdfium.FPDF_PRINTING)
        picture: Image.Image = bitmap.to_pil().convert("RGB").reduce(fineness)
        page.close()
        bitmap.close()
    return picture


def _write(document: Document, page: int | None, options: Options) -> bytes:
    assert page is not None, "a picture shows one page"
    return write_png(document, page, dpi=options.dpi)


FORMAT = Format(name="png", extension="png", per_page=True, write=_write)
