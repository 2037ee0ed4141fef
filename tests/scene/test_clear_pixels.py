"""What is clear leaves no trace: no fringe of another colour where a picture becomes transparent."""

import io
from pathlib import Path
from typing import Literal

import pytest
from PIL import Image, ImageChops, ImageDraw

from generator.backends.formats import DEFAULT
from generator.backends.pdf.press import PressWriter
from generator.backends.pdf.writer import PdfWriter
from generator.backends.pixels import GIF, write_png
from generator.layout.shapes.outlines import circle
from generator.model.printing.printing import PressFile, PressOptions
from generator.model.style import Photograph
from generator.read.pictures.pictures import read_picture
from generator.scene.pdf.rendering import render
from generator.scene.pictures import PictureView
from generator.scene.rasters import Raster, spread_colours
from generator.scene.shapes import Colour, Document, Page, Picture, Shape
from generator.scene.shapes import Path as Outline
from tests.picture_variants import PRESS

CREAM = (255, 243, 208)
SIZE = 64
ZOOMS = (0.4, 0.7, 1.5, 3.0)
"""Pixels of the screen for each pixel of a picture: programs mix neighbours differently."""
HIDDEN = ((0, 0, 0), (255, 0, 255), (0, 0, 255))
"""Colours below clear pixels."""


SOFT = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
<filter id="f"><feGaussianBlur stdDeviation="2"/></filter>
<circle cx="50" cy="50" r="40" fill="#fff3d0" filter="url(#f)"/></svg>"""


def draw_disc(mode: str, hidden: tuple[int, int, int], size: int = SIZE) -> Image.Image:
    """Return a cream disc, soft at its edge, on clear pixels of another colour."""
    alpha = Image.new("L", (size * 4, size * 4), 0)
    ImageDraw.Draw(alpha).ellipse((size // 2, size // 2, size * 7 // 2, size * 7 // 2), fill=255)
    alpha = alpha.reduce(4)
    image = Image.composite(
        Image.new("RGB", alpha.size, CREAM), Image.new("RGB", alpha.size, hidden), alpha.point(_SOLID)
    )
    if mode == "P":
        image.paste(hidden, mask=alpha.point([255] * 128 + [0] * 128))
        image = image.quantize(4)
        image.info["transparency"] = image.getpixel((0, 0))
        return image
    image.putalpha(alpha)
    return image.convert(mode)


_SOLID = [0] + [255] * 255


def saved(image: Image.Image, form: str) -> bytes:
    written = io.BytesIO()
    options = {"lossless": True, "exact": True} if form == "WEBP" else {}
    image.save(written, form, **options)
    return written.getvalue()


def show(file: Raster, dpi: float, zoom: float = 3.0) -> Image.Image:
    """Return how a PDF shows a picture 20 mm wide on white."""
    writer = PdfWriter(dpi)
    writer.add(Document((Page(20.0, 20.0, (Picture(file, 0.0, 0.0, 20.0, 20.0),)),), "", "en"))
    (shown,) = render(writer.finish(), round(SIZE * zoom), round(SIZE * zoom), 1, "RGB")
    return shown.convert("RGB")


def find_strange(shown: Image.Image) -> int:
    """Return how far a pixel is from all mixtures of cream and white, in levels: they differ in blue most."""
    worst = 0
    for red, green, blue in {*shown.get_flattened_data()}:
        share = (255 - blue) / (255 - CREAM[2])
        worst = max(worst, abs(255 - red), abs(255 - 12 * share - green), 208 - blue)
    return round(worst)


@pytest.mark.parametrize(
    ("form", "mode"), [("PNG", "RGBA"), ("PNG", "P"), ("WEBP", "RGBA"), ("TIFF", "RGBA"), ("GIF", "P")]
)
@pytest.mark.parametrize("dpi", [55.0, 600.0])
def test_no_fringe_in_a_pdf(form: str, mode: str, dpi: float) -> None:
    """Files that are as they are, and those that are made smaller, whatever the colour below clear pixels."""
    for hidden in HIDDEN:
        file = Raster("x", saved(draw_disc(mode, hidden), form))
        for zoom in ZOOMS:
            assert find_strange(show(file, dpi, zoom)) <= (10 if form == "WEBP" else 7), (hidden, zoom)


@pytest.mark.parametrize("standard", ["x4", "x1a"])
def test_colours_below_clear_pixels_never_reach_a_press(standard: Literal["x4", "x1a"]) -> None:
    """A press file is the same, whatever is below the clear pixels of its pictures."""
    options = PressOptions(file=PressFile(standard), intent=PRESS, separation=PRESS)
    found = []
    for hidden in (CREAM, *HIDDEN):
        file = Raster("x", saved(draw_disc("RGBA", hidden), "PNG"))
        writer = PressWriter(55.0, options)
        writer.add(Document((Page(20.0, 20.0, (Picture(file, 0.0, 0.0, 20.0, 20.0),)),), "", "en"))
        (shown,) = render(writer.finish(), 50, 50, 1, "RGB")
        found.append(shown.convert("RGB"))
    for other in found[1:]:
        assert max(most for _, most in ImageChops.difference(found[0], other).getextrema()) <= 4


def test_no_fringe_of_an_svg_file_that_is_drawn_as_pixels(tmp_path: Path) -> None:
    """Its renderer leaves black below clear pixels."""
    path = tmp_path / "soft.svg"
    path.write_text(SOFT, "utf-8")
    picture = read_picture(path)
    assert isinstance(picture, Photograph)
    assert max(find_strange(show(picture.file, 80.0, zoom)) for zoom in ZOOMS) <= 7


def test_photos_with_opacity_have_clean_colours() -> None:
    """The colours of a WebP with opacity become a JPEG of their own: all of it is cream."""
    file = Raster("x.webp", saved(draw_disc("RGBA", (0, 0, 0)), "WEBP"))
    embedded = file.embed(file.plan(PictureView(), 40, 40, splits=True), splits=True)
    assert embedded.is_jpeg
    with Image.open(io.BytesIO(embedded.data)) as colours, Image.open(io.BytesIO(embedded.alpha)) as alpha:
        pairs = zip(colours.get_flattened_data(), alpha.get_flattened_data(), strict=True)
        faint = [colour for colour, share in pairs if share in (0, *range(32, 255))]
    assert len(faint) > 100
    for colour in faint:
        assert colour == pytest.approx(CREAM, abs=24)


@pytest.mark.parametrize("mode", ["LA", "RGBA"])
@pytest.mark.parametrize("size", [(1, 1), (1, 9), (7, 5), (64, 33)])
def test_colours_are_spread_over_all_clear_pixels(mode: str, size: tuple[int, int]) -> None:
    """Opacity and visible colours stay as they are; what is clear everywhere stays as it is."""
    image = Image.new(mode, size, (9, 255) if mode == "LA" else (200, 100, 50, 255))
    seen = image.copy()
    image.paste(0, (0, 0, size[0] - 1, size[1]))
    spread = spread_colours(image)
    assert spread.getchannel("A") == image.getchannel("A")
    changes = ImageChops.difference(spread.convert("RGB"), seen.convert("RGB"))
    assert max(most for _, most in changes.getextrema()) <= 3
    assert spread_colours(Image.new(mode, size, 0)) == Image.new(mode, size, 0)


def make_disc_page(colour: Colour) -> Document:
    shapes: tuple[Shape, ...] = (Outline(circle(10.0, 10.0, 8.0), fill=colour),)
    return Document((Page(20.0, 20.0, shapes, is_clear=True),), "", "en")


def test_pictures_of_pieces_have_their_colour_below_clear_pixels() -> None:
    """A program that makes a PNG smaller without regard to its opacity shows no dark edge."""
    data = write_png(make_disc_page(Colour(1.0, 0.0, 0.0)), 0, DEFAULT)
    with Image.open(io.BytesIO(data)) as image:
        assert image.getchannel("A").getextrema() == (0, 255)
        assert image.convert("RGB").getextrema() == ((255, 255), (0, 0), (0, 0))


def test_an_animation_of_pieces_is_on_white() -> None:
    """A GIF has no soft edges: what is clear is white, not black."""
    with Image.open(io.BytesIO(GIF.write(make_disc_page(Colour(1.0, 0.0, 0.0)), None, DEFAULT))) as image:
        assert image.convert("RGB").getpixel((1, 1)) == (255, 255, 255)
