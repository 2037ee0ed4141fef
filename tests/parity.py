"""How far the PDF and the SVG of a page are from each other, as a part of what is drawn."""

import io
import math
from dataclasses import dataclass, replace
from functools import cache

import pypdfium2
import pypdfium2.raw as pdfium
import resvg_py
from PIL import Image, ImageChops

from generator.backends.pdf import write_pdf
from generator.backends.svg import write_svg
from generator.scene.shapes import Document

DPI = 100
"""Of the pixels that are compared, a quarter of a millimetre each."""

FINEST_PDF = 12
"""pdfium moves filled rectangles and letters of less than 50 pixels to whole pixels and draws no line
thinner than one. At 1200 dpi a pixel is a fiftieth of a millimetre."""

BANDS = 8
"""A page is drawn in so many parts, since a whole one would take half a gigabyte."""

FINEST_SVG = 4
"""resvg rounds upright edges to quarters of a pixel: at 400 dpi, to less than a fiftieth of a millimetre."""

FINENESS = ((6, 2), (FINEST_PDF, 2), (FINEST_PDF, FINEST_SVG))
"""Of PDF and SVG: most pages are alike when they are drawn coarsely, which takes a fifth of the time.
Where they differ, a page is drawn finer before it is said to."""

INK = 5
"""Of 255: lighter than this is paper."""

TOLERANCE = 32
"""Of 255, in the worst of red, green and blue: what two ways to smooth an edge may differ by.

A black edge that is moved by a thirtieth of a millimetre differs by more."""

ALLOWED = 0.001
"""Of the ink pixels of a page: where edges meet, anti-aliasing has more than one answer."""


@dataclass(frozen=True)
class Difference:
    """`share`: pixels that differ, as a part of the pixels that either has ink in."""

    share: float
    ink: int
    picture: Image.Image
    """White where both are alike, dark where they differ."""


def compare(document: Document, page_index: int, *, dpi: float = DPI) -> Difference:
    """Both drawn finer than `dpi` on the same grid of pixels, then averaged to it."""
    pdfs = cache(lambda fineness: draw_pdf(document, page_index, dpi, fineness))
    svgs = cache(lambda fineness: draw_svg(document, page_index, dpi, fineness))
    for pdf_fineness, svg_fineness in FINENESS:
        found = compare_drawn(pdfs(pdf_fineness), svgs(svg_fineness))
        if found.share < ALLOWED:
            break
    return found


def compare_drawn(pdf: Image.Image, svg: Image.Image) -> Difference:
    """A last row or column of which the page covers but a part is left out."""
    box = (0, 0, min(pdf.width, svg.width) - 1, min(pdf.height, svg.height) - 1)
    pdf, svg = pdf.crop(box), svg.crop(box)
    differing = _worst_channel(ImageChops.difference(pdf, svg))
    ink = ImageChops.invert(_darkest_channel(ImageChops.darker(pdf, svg)))
    inked = _count_above(ink, INK)
    share = _count_above(differing, TOLERANCE) / max(inked, 1)
    return Difference(share, inked, ImageChops.invert(differing))


def difference(document: Document, page_index: int, *, dpi: float = DPI) -> float:
    """The share of ink pixels that differ: 0.001 is a tenth of a percent."""
    return compare(document, page_index, dpi=dpi).share


def draw_pdf(document: Document, page_index: int, dpi: float, fineness: int = FINEST_PDF) -> Image.Image:
    """Not stretched to whole pixels, as pixels.py does it for pictures that are to be shown."""
    page = document.pages[page_index]
    width, height = (math.ceil(round(length * dpi / 25.4, 3)) for length in (page.width, page.height))
    picture = Image.new("RGB", (width, height))
    band = math.ceil(height / BANDS)
    alone = replace(document, pages=(page,), bookmarks=())
    with pypdfium2.PdfDocument(write_pdf(alone)) as file:
        drawn = file[0]
        for top in range(0, height, band):
            picture.paste(_draw_band(drawn, dpi, fineness, (0, top, width, top + band)), (0, top))
        drawn.close()
    return picture


def _draw_band(
    page: pypdfium2.PdfPage, dpi: float, fineness: int, band: tuple[int, int, int, int]
) -> Image.Image:
    left, top, right, bottom = (edge * fineness for edge in band)
    scale = dpi * fineness / 72
    bitmap = pypdfium2.PdfBitmap.new_native(right - left, bottom - top, pdfium.FPDFBitmap_BGR)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, right - left, bottom - top)
    place = pdfium.FS_MATRIX(scale, 0, 0, scale, -left, -top)
    clip = pdfium.FS_RECTF(0, 0, right - left, bottom - top)
    pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page, place, clip, 0)
    picture: Image.Image = bitmap.to_pil().convert("RGB").reduce(fineness)
    bitmap.close()
    return picture


def draw_svg(document: Document, page_index: int, dpi: float, fineness: int = FINEST_SVG) -> Image.Image:
    svg = write_svg(document, page_index).decode("utf-8")
    fine = dpi * fineness
    data = resvg_py.svg_to_bytes(svg_string=svg, dpi=fine, background="#ffffff", skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(data))).convert("RGB").reduce(fineness)


def _worst_channel(picture: Image.Image) -> Image.Image:
    red, green, blue = picture.split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def _darkest_channel(picture: Image.Image) -> Image.Image:
    red, green, blue = picture.split()
    return ImageChops.darker(ImageChops.darker(red, green), blue)


def _count_above(picture: Image.Image, level: int) -> int:
    return sum(picture.histogram()[level + 1 :])
