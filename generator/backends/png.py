"""Raster files, rendered from the PDF; the only module that imports pypdfium2."""

import io
import math
from dataclasses import dataclass, replace

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image

from generator.backends.formats import FINE, Format, Options
from generator.backends.pdf import write_pdf
from generator.scene.shapes import Document

_MOST = 40_000_000
"""Maximum number of pixels rendered at once; posters are rendered in bands."""


def write_png(document: Document, page_index: int, *, dpi: float, fine: float = FINE) -> bytes:
    """Return the page on white as PNG, with its size rounded to whole pixels and its resolution in the file.

    The page is rendered with at least `fine` dpi and averaged.
    """
    page = document.pages[page_index]
    width, height = (max(1, round(length * dpi / 25.4)) for length in (page.width, page.height))
    alone = replace(document, pages=(page,), bookmarks=())
    picture = _draw(write_pdf(alone), width, height, math.ceil(fine / dpi))
    written = io.BytesIO()
    picture.save(written, "PNG", dpi=(dpi, dpi))
    return written.getvalue()


def _draw(data: bytes, width: int, height: int, fineness: int) -> Image.Image:
    """Render the first page at a multiple of the size, and average it."""
    picture = Image.new("RGB", (width, height))
    rows = max(1, _MOST // (width * fineness * fineness))
    with pypdfium2.PdfDocument(data) as file:
        page = file[0]
        for top in range(0, height, rows):
            band = _Band(width, height, top, min(rows, height - top), fineness)
            picture.paste(band.draw(page), (0, top))
        page.close()
    return picture


@dataclass(frozen=True, slots=True)
class _Band:
    """Some rows of a page, in pixels of the final picture."""

    width: int
    height: int
    top: int
    rows: int
    fineness: int

    def draw(self, page: pypdfium2.PdfPage) -> Image.Image:
        across, down = self.width * self.fineness, self.height * self.fineness
        rows, top = self.rows * self.fineness, self.top * self.fineness
        bitmap = pypdfium2.PdfBitmap.new_native(across, rows, pdfium.FPDFBitmap_BGR)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, across, rows)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, -top, across, down, 0, pdfium.FPDF_PRINTING)
        picture: Image.Image = bitmap.to_pil().convert("RGB").reduce(self.fineness)
        bitmap.close()
        return picture


def _write(document: Document, page: int | None, options: Options) -> bytes:
    assert page is not None, "a picture shows one page"
    return write_png(document, page, dpi=options.dpi, fine=options.fine)


FORMAT = Format(name="png", extension="png", per_page=True, write=_write)
