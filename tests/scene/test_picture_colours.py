"""Pictures are printed in the colours that their files describe, as LittleCMS converts them."""

import pytest

from generator.backends.pdf.writer import PdfWriter
from generator.backends.rendering import render
from generator.scene.rasters import Raster
from generator.scene.shapes import Document, Page, Picture
from tests.picture_variants import MODES, PRESS, STEP, PictureVariant, list_variants


def measure_variant(variant: PictureVariant, scale: float) -> int:
    """Return the largest difference of a colour, on a page with this share of the pixels of the picture."""
    wide = len(variant.wanted) * STEP
    raster = Raster(variant.name, variant.data, press=PRESS)
    writer = PdfWriter(25.4 * scale)
    page = Page(wide, STEP, (Picture(raster, 0.0, 0.0, wide, STEP),))
    writer.add(Document((page,), "", "en"))
    (shown,) = render(writer.finish(), round(wide * scale), round(STEP * scale), 1, "RGB")
    return variant.find_difference(shown)


@pytest.mark.parametrize("form", MODES)
def test_colours_of_files(form: str) -> None:
    """The pixels that a PDF shows, of each file as it is, and of one that was reduced."""
    found = {
        one.name: (one.loss, measure_variant(one, 1.0), measure_variant(one, 0.5))
        for one in list_variants(form)
    }
    assert {name: levels for name, (loss, *levels) in found.items() if max(levels) > loss} == {}
