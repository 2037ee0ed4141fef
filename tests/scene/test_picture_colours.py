"""Pictures are printed in the colours that their files describe, as LittleCMS converts them."""

import io
from typing import Any

import pytest
from PIL import Image, ImageCms

from generator.backends.pdf.writer import PdfWriter
from generator.scene.pdf.rendering import render
from generator.scene.pictures import PictureView
from generator.scene.rasters import Raster, open_pixels
from generator.scene.shapes import Document, Page, Picture
from tests.picture_variants import (
    MODES,
    PRESS,
    STEP,
    PictureVariant,
    insert_chunks,
    list_variants,
    make_icc,
)


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


@pytest.mark.parametrize(
    ("codes", "told"),
    [
        ((9, 16, 0, 1), ["has colours of the codes 9 and 16 (cICP), which are ignored"]),
        ((1, 13, 0, 1), []),
        ((9,), []),
    ],
)
def test_codes_that_are_not_understood_are_told(codes: tuple[int, ...], told: list[str]) -> None:
    """High dynamic range, for instance; a chunk that is cut off is none."""
    png = insert_chunks(save_red("PNG"), (b"cICP" + bytes(codes),))
    assert [one.message for one in Raster("x", png).remarks] == told


def test_codes_of_an_avif_count_without_a_profile() -> None:
    """The same red is more than that of sRGB where it is that of a wide screen."""
    plain, profile = save_red("AVIF"), make_icc("srgb")
    wide = plain.replace(b"colrnclx\0\1", b"colrnclx\0\x0c")
    given = save_red("AVIF", icc_profile=profile).replace(b"colrnclx\0\1", b"colrnclx\0\x0c")
    greens = []
    for data in (plain, wide, given):
        raster = Raster("x", data)
        shown = open_pixels(raster.embed(raster.plan(PictureView(), 1, 1)).data).convert("RGB")
        greens.append(shown.getpixel((0, 0))[1])
    assert wide != plain
    assert greens[1] + 5 < greens[0] == pytest.approx(greens[2], abs=2)


def save_red(form: str, **options: Any) -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (32, 32), (200, 90, 60)).save(written, form, **options)
    return written.getvalue()
