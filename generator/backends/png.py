"""A page as a raster picture, drawn from its PDF. The only module that imports pypdfium2."""

import io
from dataclasses import replace

import pypdfium2
import pypdfium2.raw as pdfium

from generator.backends.formats import Format, Options
from generator.backends.pdf import write_pdf
from generator.scene.shapes import Document


def write_png(document: Document, page_index: int, *, dpi: float) -> bytes:
    """The page on white, its size rounded to whole pixels; the file names its resolution."""
    page = document.pages[page_index]
    alone = replace(document, pages=(page,), bookmarks=())
    width = max(1, round(page.width * dpi / 25.4))
    height = max(1, round(page.height * dpi / 25.4))
    with pypdfium2.PdfDocument(write_pdf(alone)) as file:
        bitmap = pypdfium2.PdfBitmap.new_native(width, height, pdfium.FPDFBitmap_BGR)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
        drawn = file[0]
        pdfium.FPDF_RenderPageBitmap(bitmap, drawn, 0, 0, width, height, 0, pdfium.FPDF_PRINTING)
        picture = bitmap.to_pil()
        written = io.BytesIO()
        picture.save(written, "PNG", dpi=(dpi, dpi))
        drawn.close()
        bitmap.close()
    return written.getvalue()


def _write(document: Document, page: int | None, options: Options) -> bytes:
    assert page is not None, "a picture shows one page"
    return write_png(document, page, dpi=options.dpi)


FORMAT = Format(name="png", extension="png", per_page=True, write=_write)
