"""Pictures on pieces: what is seen of them, where, and with which warning."""

import io
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Literal

import pytest
from PIL import Image

from generator.layout.document import make_press
from generator.layout.elements.drawer import Room
from generator.layout.elements.drawers import make_drawers
from generator.layout.press import LayoutFindings, Press
from generator.layout.shapes.outlines import make_colour
from generator.model.elements.boxes import Box, Measure
from generator.model.elements.template import PictureElement
from generator.model.style import Drawing, Photograph
from generator.scene.rasters import Raster
from generator.scene.shapes import (
    Colour,
    GlyphRun,
    Group,
    Page,
    Path,
    Picture,
    Shape,
    Use,
    list_all,
    move_point,
)
from tests import shipped
from tests.geometry import place_all

SQUARE = (("M", 0.0, 0.0), ("L", 10.0, 0.0), ("L", 10.0, 5.0), ("L", 0.0, 5.0), ("Z",))


@cache
def press() -> Press:
    """A press with a picture of 600 x 300 pixels, one of a pixel, and a drawing of 10 x 5."""
    photo, pixel = make_photo("photo.png", (600, 300)), make_photo("pixel.png", (1, 1))
    drawing = Drawing(10.0, 5.0, (Path(SQUARE, make_colour("#204060")),))
    pictures = {"photo.png": photo, "pixel.png": pixel, "drawing.svg": drawing}
    kit = replace(shipped.kit("pox"), pictures=pictures)
    return make_press(kit, locale="en", fonts=shipped.fonts(), findings=LayoutFindings(collects=True))


def make_photo(name: str, size: tuple[int, int]) -> Photograph:
    """Return a red picture."""
    written = io.BytesIO()
    Image.new("RGB", size, "red").save(written, "PNG")
    return Photograph(*size, Raster(name, written.getvalue()))


def draw(element: PictureElement, room: Room | None = None, **fields: str) -> Sequence[Shape]:
    (drawer,) = make_drawers(press(), (element,), room or Room(40.0, 40.0, 3.0))
    return drawer.draw(fields)


def find_picture(shapes: Sequence[Shape]) -> Picture:
    (found,) = (
        placed.shape for placed in place_all(Page(40, 40, tuple(shapes))) if isinstance(placed.shape, Picture)
    )
    return found


@pytest.mark.parametrize(
    ("keys", "box", "part"),
    [
        ({}, (0, 10, 40, 20), (0, 0, 1, 1)),
        ({"focus": "top"}, (0, 0, 40, 20), (0, 0, 1, 1)),
        ({"fit": "stretch"}, (0, 0, 40, 40), (0, 0, 1, 1)),
        ({"fit": "cover"}, (-20, 0, 80, 40), (0.25, 0, 0.75, 1)),
        ({"fit": "cover", "focus": "left"}, (0, 0, 80, 40), (0, 0, 0.5, 1)),
        ({"fit": "cover", "focus": "bottom left"}, (0, 0, 80, 40), (0, 0, 0.5, 1)),
        ({"fit": "cover", "focus": "30% 99%"}, (-4, 0, 80, 40), (0.05, 0, 0.55, 1)),
        ({"fit": "cover", "focus": "{where}"}, (-40, 0, 80, 40), (0.5, 0, 1, 1)),
        ({"crop": (0.5, 0.0, 0.0, 0.0)}, (-40, 0, 80, 40), (0.5, 0, 1, 1)),
        ({"fit": "stretch", "crop": (0.0, 0.5, 0.5, 0.0)}, (0, -40, 80, 80), (0, 0.5, 0.5, 1)),
        ({"flip": "horizontal"}, (0, 10, 40, 20), (0, 0, 1, 1)),
    ],
)
def test_the_box_of_a_picture(keys: dict[str, str], box: tuple[float, ...], part: tuple[float, ...]) -> None:
    """Fitted, filled, or distorted; the focus stays in view, and nothing beyond the view is asked for."""
    picture = find_picture(draw(PictureElement("photo.png", **keys), Room(40.0, 40.0, 0.0), where="right"))
    assert (picture.x, picture.y, picture.width, picture.height) == pytest.approx(box)
    assert picture.view.part == pytest.approx(part)


def test_a_flipped_picture_stays_in_its_box() -> None:
    """It is mirrored about the middle of what is seen."""
    for flip, corner in (("horizontal", (40.0, 10.0)), ("vertical", (0.0, 30.0))):
        (group,) = draw(PictureElement("photo.png", flip=flip), Room(40.0, 40.0, 0.0))
        assert isinstance(group, Group)
        assert move_point(group.transform, 0.0, 10.0) == pytest.approx(corner)


@pytest.mark.parametrize("bleed", ["mirror", "extend"])
def test_the_bleed_is_made_of_the_edges(bleed: str) -> None:
    """Eight copies meet the picture at its edges, each in its own part of the bleed, below the picture."""
    element = PictureElement("photo.png", fit="cover", bleed=bleed)
    shapes = draw(element)
    assert len(shapes) == 9
    seen = set()
    for group in shapes:
        assert isinstance(group, Group)
        assert group.clip is not None
        xs, ys = zip(*[segment[1:] for segment in group.clip.segments if len(segment) == 3], strict=True)
        seen.add((round(min(xs)), round(min(ys)), round(max(xs)), round(max(ys))))
        (use,) = group.shapes
        assert isinstance(use, Use)
        a, _, _, d, e, f = use.transform
        for scale, start in ((a, e), (d, f)):
            # The edge at 0 or at 40 stays where it is.
            assert scale in (1.0, -1.0 if bleed == "mirror" else -100.0)
            assert scale == 1.0 or start == 0.0 or scale * 40 + start == pytest.approx(40.0)
    assert seen == {
        (x, y, x2, y2) for x, x2 in ((-3, 0), (0, 40), (40, 43)) for y, y2 in ((-3, 0), (0, 40), (40, 43))
    }
    last = shapes[-1]
    assert isinstance(last, Group)
    assert isinstance(last.shapes[0], Use)
    assert last.shapes[0].transform == (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def test_edges_within_the_piece_are_not_continued() -> None:
    """Only those on the trim are, and none without room for a bleed."""
    assert len(draw(PictureElement("photo.png", bleed="mirror"))) == 3, "left and right"
    assert len(draw(PictureElement("photo.png", bleed="mirror", focus="top"))) == 6
    assert len(draw(PictureElement("photo.png", bleed="mirror"), Room(40.0, 40.0, 0.0))) == 1


def test_coarse_pictures_get_a_warning() -> None:
    """In dots per inch, at the part that is seen; drawings and single pixels are never coarse."""
    findings = press().findings
    findings.take()
    draw(PictureElement("photo.png"), Room(101.6, 101.6, 0.0))
    draw(PictureElement("photo.png"), Room(101.7, 101.7, 0.0))
    draw(PictureElement("drawing.svg"), Room(500.0, 500.0, 0.0))
    draw(PictureElement("pixel.png"), Room(500.0, 500.0, 0.0))
    told = ["the picture `photo.png` has 150 dots per inch where 150 are needed: it will look soft"]
    assert [str(one) for one in findings.take()] == told


def test_pixels_are_not_recoloured() -> None:
    """A warning says so."""
    findings = press().findings
    findings.take()
    draw(PictureElement("photo.png", recolour={"red": "blue"}), Room(50.0, 50.0, 0.0))
    told = ["`recolour` changes nothing in `photo.png`, which has pixels, not shapes"]
    assert [str(one) for one in findings.take()] == told


@pytest.mark.parametrize("file", ["{photo}", "{photo}.png", "pics/{photo}.png"])
def test_a_name_made_from_an_empty_field_draws_nothing(file: str) -> None:
    """Whatever is around the field."""
    assert draw(PictureElement(file), photo="") == ()


def test_tints() -> None:
    """Photographs have it in their view, drawings in their colours: here, a third of the way to white."""
    assert find_picture(draw(PictureElement("photo.png", tint="#802020"))).view.tint == "#802020"
    (use,) = draw(PictureElement("drawing.svg", tint="#000000"))
    assert isinstance(use, Use)
    (inside,) = use.symbol.shapes
    assert isinstance(inside, Group)
    grey = inside.shapes[0].fill
    assert grey is not None
    assert (grey.hex, grey.red) == ("#3a3a3a", grey.blue)


@pytest.mark.parametrize("name", ["a\\pluto", "a*b*", "{x|y}", ":sun:", "a\\"])
@pytest.mark.parametrize("times", [1, 40])
def test_the_name_of_a_missing_file_is_plain_text(name: str, times: int) -> None:
    """Signs in it are no marks, also where the name is cut."""
    picture = PictureElement("{id}.png", missing="placeholder")
    (run,) = list_all(GlyphRun, draw(picture, id=name * times))
    assert "".join(run.text).startswith(name if times == 1 else name[0])


@pytest.mark.parametrize(("missing", "paths"), [("placeholder", 2), ("nothing", 0)])
def test_a_file_may_be_missing(missing: Literal["placeholder", "nothing"], paths: int) -> None:
    """A placeholder is a crossed box with the name of the file."""
    element = PictureElement("{id}.png", missing=missing)
    shapes = draw(element, id="dragon")
    assert len([*list_all(Path, shapes)]) == paths
    assert [run.text for run in list_all(GlyphRun, shapes)] == ["dragon.png"] * (paths > 0)


def test_a_long_name_of_a_missing_file_is_cut() -> None:
    """A placeholder is never an error: of its name, as much is shown as fits."""
    (whole,) = list_all(GlyphRun, draw(PictureElement("{id}.png", missing="placeholder"), id="dragon"))
    (cut,) = list_all(GlyphRun, draw(PictureElement("{id}.png", missing="placeholder"), id="dragon" * 30))
    assert whole.text == "dragon.png"
    assert cut.text.startswith("dragondragon")
    assert cut.text.endswith("…")


def test_shapes_of_a_drawing_are_recoloured() -> None:
    """By the fields of a card, in any element; other colours stay."""
    element = PictureElement("drawing.svg", recolour={"#204060": "{colour}", "red": "blue"})
    for name in ("#ff0000", "lime"):
        (path,) = (one for one in list_all(Path, draw(element, colour=name)) if one.fill)
        assert isinstance(path.fill, Colour)
        assert path.fill == press().palette[name]
    (path,) = (one for one in list_all(Path, draw(PictureElement("drawing.svg"))) if one.fill)
    assert path.fill == make_colour("#204060")


def test_a_frame_has_corners_that_keep_their_shape() -> None:
    """A corner is 1.5 wide in a file of 10 x 5, and 4 mm on a card of 40 x 40 mm; sides are stretched."""
    box = Box(Measure(), Measure(), Measure(part=1.0), Measure(part=1.0))
    shapes = draw(PictureElement(file="drawing.svg", box=box, frame=4.0), Room(40.0, 40.0))
    scales = [[(use.transform[0], use.transform[3]) for use in list_all(Use, (shape,))] for shape in shapes]
    corner, side = 4 / 1.5, 32 / (10 - 2 * 1.5)
    assert len(shapes) == 9
    assert scales[0] == [pytest.approx((corner, corner))]
    assert scales[3] == [pytest.approx((side, corner))]
    assert scales[4] == [pytest.approx((side, 32 / (5 - 2 * 1.5)))]
