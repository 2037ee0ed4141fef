"""Pages in the colours that somebody sees: every colour is changed, and nothing else."""

import io
from typing import get_args

import pytest
from PIL import Image

from generator.model.vision import Vision, see
from generator.scene.pictures import PictureView
from generator.scene.rasters import Raster
from generator.scene.shapes import (
    LIGHT,
    Colour,
    Document,
    Gradient,
    Group,
    Page,
    Path,
    Picture,
    Stroke,
    Symbol,
    Use,
    Viewer,
    walk,
)

RED, GREEN = Colour(0.8, 0.2, 0.1), Colour(0.3, 0.6, 0.2, 0.5)
BOX = (("M", 0.0, 0.0), ("L", 9.0, 0.0), ("L", 9.0, 9.0), ("Z",))


def photo(colours: list[tuple[int, int, int]], mode: str = "RGB") -> Raster:
    image = Image.new("RGB", (len(colours), 1))
    image.putdata(colours)
    written = io.BytesIO()
    image.convert(mode).save(written, "PNG")
    return Raster("photo.png", written.getvalue())


def pixels(raster: Raster, view: PictureView) -> list[tuple[int, ...]]:
    plan = raster.plan(view, raster.width, raster.height)
    return list(Image.open(io.BytesIO(raster.embed(plan).data)).get_flattened_data())


def document(*shapes: Path | Group | Use | Picture) -> Document:
    return Document((Page(20, 20, shapes), Page(20, 20, shapes)), "Page", "en")


def test_every_colour_is_changed() -> None:
    """Fills, lines, gradients, and symbols in groups; opacity and geometry stay."""
    gradient = Gradient(((0.0, RED), (1.0, GREEN)), (0, 0), (9, 0))
    inner = Path(BOX, gradient, Stroke(GREEN, 0.4, dash=(1.0, 2.0)))
    symbol = Symbol("thing", (inner,), (0, 0, 9, 9))
    page = document(Group((Use(symbol), Path(BOX, RED)), "layer", clip=Path(BOX)), Use(symbol))
    seen = Viewer("deutan").view(page)
    change = {one: Colour(*see((one.red, one.green, one.blue), "deutan"), one.alpha) for one in (RED, GREEN)}
    first, *_, last = (one.shape for one in walk(seen.pages[0].shapes) if isinstance(one.shape, Path))
    assert first == last
    assert isinstance(first.fill, Gradient)
    assert [colour for _, colour in first.fill.stops] == [change[RED], change[GREEN]]
    assert first.stroke == Stroke(change[GREEN], 0.4, dash=(1.0, 2.0))
    assert first.segments == inner.segments
    group = seen.pages[0].shapes[0]
    assert isinstance(group, Group)
    assert (group.name, group.clip) == ("layer", Path(BOX))


def test_symbols_stay_symbols() -> None:
    """A symbol of many pages is one symbol afterwards, so that files do not grow."""
    symbol = Symbol("thing", (Path(BOX, RED),), (0, 0, 9, 9))
    viewer = Viewer("grey")
    found = {
        one.shape.symbol
        for each in (viewer.view(document(Use(symbol), Use(symbol))), viewer.view(document(Use(symbol))))
        for page in each.pages
        for one in walk(page.shapes)
        if isinstance(one.shape, Use)
    }
    assert len(found) == 1


@pytest.mark.parametrize("vision", get_args(Vision))
def test_photos_change_like_shapes(vision: Vision) -> None:
    """The pixels of a picture are what the same colours of shapes become, but for rounding."""
    colours = [(200, 40, 30), (40, 160, 60), (20, 60, 220), (250, 240, 200), (0, 0, 0), (255, 255, 255)]
    raster = photo(colours)
    seen = Viewer(vision).view(document(Picture(raster, 0, 0, 9, 9)))
    picture = seen.pages[0].shapes[0]
    assert isinstance(picture, Picture)
    assert picture.view == PictureView(looks=(vision,))
    for found, colour in zip(pixels(raster, picture.view), colours, strict=True):
        red, green, blue = colour
        wanted = [round(part * 255) for part in see((red / 255, green / 255, blue / 255), vision)]
        assert found == pytest.approx(wanted, abs=5)


def test_looks_follow_each_other() -> None:
    """A light picture in grey is light and grey; grey pictures stay what they are."""
    raster = photo([(200, 40, 30), (0, 0, 0)])
    light, both = (
        pixels(raster, PictureView(looks=(LIGHT,))),
        pixels(raster, PictureView(looks=(LIGHT, "grey"))),
    )
    assert light[0] == pytest.approx((236, 180, 176), abs=2)
    assert light[1] == pytest.approx((166, 166, 166), abs=2)
    assert both[0][0] == both[0][1] == both[0][2] > 180
    assert pixels(raster, PictureView()) == [(200, 40, 30), (0, 0, 0)]
    grey = photo([(80, 80, 80), (9, 9, 9)], "L")
    for found, tone in zip(pixels(grey, PictureView(looks=("tritan",))), (80, 9), strict=True):
        assert found == pytest.approx((tone,) * 3, abs=2)
