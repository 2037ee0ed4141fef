"""PNG, JPEG, and GIF files, rendered from the PDF."""

import math
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from generator.backends.formats import DEFAULT, Format
from generator.backends.pdf.writer import PdfWriter
from generator.errors import GeneratorError
from generator.model.printing.printing import FileOptions
from generator.scene.pdf.rendering import count_pixels, render
from generator.scene.rasters import save_bands, save_drawing, save_frames
from generator.scene.shapes import Document, Page, Shape

MOST_PIXELS = 600_000_000
"""Maximum number of pixels of a picture: A4 with 2400 dpi."""
_LONGEST_SIDE = 65_500
"""Maximum width and height of a picture, which JPEG and GIF can express."""
_SHOWN = 1.5
"""Seconds for which an animation shows each page."""


def write_png(
    document: Document, page_index: int | None, options: FileOptions = DEFAULT, *, form: str = "PNG"
) -> bytes:
    """Return the page as PNG or JPEG, rendered with at least `options.fine` dpi and averaged."""
    page = document.pages[page_index or 0]
    width, height = page.pixels or count_pixels(page.width, page.height, options.dpi)
    dpi = width * 25.4 / page.width if page.pixels else options.dpi
    if width * height > MOST_PIXELS or max(width, height) > _LONGEST_SIDE:
        message = f"a {form} of {page.width:g} x {page.height:g} mm with {dpi:g} dpi would have"
        raise GeneratorError(f"{message} {width} x {height} pixels, which is too many; choose a lower --dpi")
    mask, fineness = page.mask if form == "PNG" else None, math.ceil(options.fine / dpi)
    writer = PdfWriter(dpi)
    writer.add(replace(document, pages=(replace(page, shapes=mask.shapes) if mask else page,), bookmarks=()))
    mode = "RGBA" if page.is_clear and form == "PNG" else "RGB"
    bands = render(writer.finish(), width, height, fineness, "RGB" if mask else mode)
    if mask:
        edges = _draw_outline(mask.outline, (page.width, page.height), width, height, fineness)
        bands = map(_cut_out, bands, edges)
    if form == "PNG" and not writer.has_pictures:
        return save_drawing((width, height), bands, dpi=dpi, mode=mode)
    return save_bands((width, height), bands, dpi=dpi, form=form, mode=mode)


@lru_cache(4)
def _draw_outline(
    outline: Shape, size: tuple[float, float], width: int, height: int, fineness: int
) -> tuple[Any, ...]:
    """Return the opacity of a picture, in the bands in which it is drawn; cards of a deck share it."""
    writer = PdfWriter(DEFAULT.dpi)
    writer.add(Document((Page(*size, (outline,)),), title="", language="en"))
    bands = render(writer.finish(), width, height, fineness, "RGBA")
    return tuple(band.getchannel("A") for band in bands)


def _cut_out(band: Any, opacity: Any) -> Any:
    band.putalpha(opacity)
    return band


def _animate(document: Document, page: int | None, options: FileOptions) -> bytes:
    pages = range(len(document.pages))
    return save_frames([write_png(document, index, options) for index in pages], seconds=_SHOWN)


FORMAT = Format(name="png", extension="png", per_page=True, write=write_png, has_pixels=True)
JPEG = Format(
    name="jpeg", extension="jpg", per_page=True, write=partial(write_png, form="JPEG"), has_pixels=True
)
GIF = Format(name="gif", extension="gif", per_page=False, write=_animate, has_pixels=True)
