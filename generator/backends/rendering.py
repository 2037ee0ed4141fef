"""Pages of PDF files as pixels; the only module that imports pypdfium2."""

from collections.abc import Iterator
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

_MOST = 6_000_000
"""Maximum number of pixels rendered at once: bands of a page take half the time of the complete page."""


def render(
    data: bytes,
    width: int,
    height: int,
    fineness: int,
    mode: str,
    part: tuple[int, int, int, int] | None = None,
) -> Iterator[Any]:
    """Render the first page of a file at a multiple of the size, band by band, and average it.

    `part` is (left, top, right, bottom) of what is wanted, in pixels; by default, the page.
    """
    kind, ground = (pdfium.FPDFBitmap_BGRx, 255) if mode == "RGB" else (pdfium.FPDFBitmap_BGRA, 0)
    left, top, right, bottom = part or (0, 0, width, height)
    across, rows = (right - left) * fineness, bottom - top
    most = min(rows, max(1, _MOST // (across * fineness)))
    whole = width * fineness, height * fineness
    # In Pillow's order of bytes, so that they are not copied.
    flags = pdfium.FPDF_PRINTING | pdfium.FPDF_REVERSE_BYTE_ORDER
    with pypdfium2.PdfDocument(data) as file:
        page = file[0]
        bitmap = pypdfium2.PdfBitmap.new_native(across, most * fineness, kind, rev_byteorder=True)
        for start in range(top, bottom, most):
            bitmap.fill_rect((ground,) * 4, 0, 0, across, bitmap.height)
            corner = -left * fineness, -start * fineness
            pdfium.FPDF_RenderPageBitmap(bitmap, page, *corner, *whole, 0, flags)
            deep = min(most, bottom - start) * fineness
            yield bitmap.to_pil().reduce(fineness, box=(0, 0, across, deep))
        bitmap.close()
        page.close()
