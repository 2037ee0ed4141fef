"""SVG files as they are drawn by us and by resvg, and how far the two are from each other."""

import io
import re
from pathlib import Path

import resvg_py
from PIL import Image, ImageChops

from generator.backends.svg import write_svg
from generator.layout.shapes.palette import make_symbol
from generator.model.style import Drawing, Photograph
from generator.scene.shapes import Document, Page, Picture, Shape, Use, scaling

WIDTH = 120
"""Of the pictures that are compared, in pixels; they are drawn three times as large and averaged."""
FINE = 3

INK = 8
"""Of 255: what is nearer to the paper is no ink."""
TOLERANCE = 40
"""Of 255: what two ways to smooth an edge may differ by."""
ALLOWED = 0.01
"""Share of the ink pixels that may differ in a picture that looks the same."""

BACKGROUND = "#e0e0e0"
"""Neither black nor white, so that white drawings are seen."""


def draw_ours(picture: Drawing | Photograph) -> Image.Image:
    """The picture on a page of its own size, as the SVG back end writes it."""
    scale = 100 / picture.width
    shape: Shape
    if isinstance(picture, Drawing):
        shape = Use(make_symbol("picture", picture, None, {}), scaling(scale))
    else:
        shape = Picture(picture.file, 0.0, 0.0, 100.0, picture.height * scale)
    page = Page(100.0, picture.height * scale, (shape,))
    return render(write_svg(Document((page,), "x", "en"), 0).decode())


def draw_theirs(path: Path) -> Image.Image:
    """The file as resvg draws it, with the namespace that resvg insists on."""
    text = path.read_text("utf-8", errors="replace")
    if "http://www.w3.org/2000/svg" not in text:
        text = text.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    if "xlink:" in text and "xmlns:xlink" not in text:
        text = text.replace("<svg", '<svg xmlns:xlink="http://www.w3.org/1999/xlink"', 1)
    return render(re.sub(r"<!DOCTYPE[^\[>]*>", "", text))


def render(svg: str) -> Image.Image:
    data = resvg_py.svg_to_bytes(
        svg_string=svg, width=WIDTH * FINE, dpi=96, background=BACKGROUND, skip_system_fonts=True
    )
    return Image.open(io.BytesIO(bytes(data))).convert("RGB").reduce(FINE)


def find_difference(ours: Image.Image, theirs: Image.Image) -> float:
    """The share of the ink pixels that differ; 1.0 if the pictures have other proportions."""
    if abs(ours.height - theirs.height) > 1:
        return 1.0
    box = (0, 0, ours.width - 1, min(ours.height, theirs.height) - 1)
    ours, theirs = ours.crop(box), theirs.crop(box)
    paper = Image.new("RGB", ours.size, BACKGROUND)
    inked = count_above(ImageChops.lighter(differ(ours, paper), differ(theirs, paper)), INK)
    return count_above(differ(ours, theirs), TOLERANCE) / max(inked, 1)


def differ(one: Image.Image, other: Image.Image) -> Image.Image:
    """The worst channel of the difference."""
    red, green, blue = ImageChops.difference(one, other).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def count_above(picture: Image.Image, level: int) -> int:
    return sum(picture.histogram()[level + 1 :])
