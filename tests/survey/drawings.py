"""SVG files as they are printed in a PDF, and how far that is from another picture of them."""

import io

from PIL import Image, ImageChops, ImageFilter

from generator.layout.shapes.palette import make_symbol
from generator.model.style import Drawing, Photograph
from generator.scene.pictures import PictureView
from generator.scene.shapes import Document, Page, Use, scaling
from tests.parity import draw_pdf

FINE = 8
"""Pages are drawn so many times as wide as they are compared: hairlines are one pixel wide otherwise."""
TOLERANCE = 64
"""Of 255: what a pixel may differ by from the nearest of its neighbours."""


def draw_page(picture: Drawing | Photograph, width: int) -> Image.Image:
    """Draw shapes on a white page of their own size, as the PDF back end writes it; pixels as they are."""
    if isinstance(picture, Photograph):
        plan = picture.file.plan(PictureView(), width, width * picture.height / picture.width)
        return lay_on_white(picture.file.embed(plan).data)
    scale = 100 / picture.width
    shape = Use(make_symbol("picture", picture, None, {}), scaling(scale))
    page = Page(100.0, picture.height * scale, (shape,))
    return draw_pdf(Document((page,), "x", "en"), 0, width * 0.254, FINE)


def lay_on_white(data: bytes) -> Image.Image:
    """Return a raster file without transparency."""
    with Image.open(io.BytesIO(data)) as opened:
        ground = Image.new("RGBA", opened.size, "white")
        return Image.alpha_composite(ground, opened.convert("RGBA")).convert("RGB")


def find_share(ours: Image.Image, theirs: Image.Image) -> float:
    """Return the share of the pixels that no neighbour in the other picture is near, in either direction."""
    if abs(ours.height - theirs.height) > 1:
        return 1.0
    size = (min(ours.width, theirs.width), min(ours.height, theirs.height))
    ours, theirs = ours.crop((0, 0, *size)), theirs.crop((0, 0, *size))
    far = ImageChops.lighter(_find_far(ours, theirs), _find_far(theirs, ours))
    return sum(far.histogram()[1:]) / (size[0] * size[1])


def _find_far(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return a mask of the pixels of one picture that differ from all neighbours in the other."""
    far = Image.new("L", one.size, 0)
    for first, second in zip(one.split(), other.split(), strict=True):
        low = ImageChops.subtract(second.filter(ImageFilter.MinFilter(3)), first)
        high = ImageChops.subtract(first, second.filter(ImageFilter.MaxFilter(3)))
        far = ImageChops.lighter(far, ImageChops.lighter(low, high))
    return far.point([0] * (TOLERANCE + 1) + [255] * (255 - TOLERANCE))
