"""Pictures are printed in the colours that their files describe, as LittleCMS converts them."""

import io

import pytest
from PIL import Image, ImageCms

from generator.backends.pdf.writer import PdfWriter
from generator.backends.rendering import render
from generator.scene.pictures import PictureView
from generator.scene.rasters import Raster, open_pixels
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


def find_shown_in_svg(variant: PictureVariant) -> int:
    """Return the largest difference of a colour in what an SVG file embeds, read as a browser reads it."""
    raster = Raster(variant.name, variant.data, press=PRESS)
    wide = len(variant.wanted) * STEP
    data = raster.embed(raster.plan(PictureView(), wide, STEP)).data
    with Image.open(io.BytesIO(data)) as image:
        colours = open_pixels(data).convert("RGB")
        if profile := image.info.get("icc_profile"):
            given, srgb = ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB")
            shown = ImageCms.profileToProfile(colours, given, srgb)
            assert shown is not None
            colours = shown
    return variant.find_difference(colours)


@pytest.mark.parametrize("form", MODES)
def test_colours_of_files(form: str) -> None:
    """The pixels of a PDF, of each file as it is and of one that was reduced, and those of an SVG file."""
    for one in list_variants(form):
        levels = measure_variant(one, 1.0), measure_variant(one, 0.5), find_shown_in_svg(one)
        assert max(levels) <= one.loss, (one.name, levels)
