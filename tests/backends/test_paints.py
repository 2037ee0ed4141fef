"""Opacity, gradients, and dashes are drawn alike by PDF and SVG, and are what they say."""

import re
import zlib
from dataclasses import replace

import pytest

from generator.backends.pdf import write_pdf
from generator.backends.svg import write_svg
from generator.backends.text import write_text
from generator.scene.shapes import Colour, Gradient, Group, Path, Picture, Shape, Stroke, Symbol, Use
from tests.backends.scenes import BLACK, BLUE, BOLD, GREEN, RED, box, circle, document, raster, text, turned
from tests.parity import ALLOWED, compare, draw_pdf, draw_svg
from tests.structure import unpack_objects

FAINT = replace(RED, alpha=0.4)
CLEAR = replace(RED, alpha=0.0)
ACROSS = Gradient(((0, RED), (0.5, GREEN), (1, BLUE)), (10, 10), (40, 30))
HARD = Gradient(((0.2, RED), (0.5, RED), (0.5, GREEN), (0.8, BLUE)), (10, 10), (40, 10))
ROUND = Gradient(((0, Colour(1, 1, 1)), (1, BLUE)), (20, 18), (25, 20), 12)
OVAL = replace(ROUND, transform=(1.5, 0.2, -0.3, 0.6, 2, 8))
FADING = Gradient(((0, RED), (1, CLEAR)), (10, 10), (40, 30))
FADING_ROUND = Gradient(((0.1, FAINT), (0.6, GREEN), (1, CLEAR)), (25, 20), (25, 20), 14)
LINE = (("M", 10, 40), ("C", 30, 10, 40, 70, 60, 30), ("L", 70, 60))
LETTERS = text("Faint letters", 10, 30, 8, face=BOLD, colour=FAINT)
PLATE = Path(box(5, 5, 50, 30), GREEN)
FADED = Symbol(
    "faded", (Path(box(0, 0, 30, 20), replace(FADING, start=(0, 0), end=(30, 20))),), (0, 0, 30, 20)
)
PHOTO = Picture(raster("RGBA"), 20, 10, 40, 30)
TURNED = turned(20, 1.2, 9, 0)
TILE = Path(box(9, 9, 20, 20), ACROSS)
DISC = Path(circle(30, 20, 12), ACROSS, Stroke(BLACK, 2))
STAR = (("M", 30, 5), ("L", 40, 34), ("L", 12, 15), ("L", 48, 15), ("L", 20, 34), ("Z",))

SCENES: dict[str, tuple[Shape, ...]] = {
    "a faint fill": (PLATE, Path(box(20, 10, 60, 40), FAINT)),
    "a faint line over its fill": (PLATE, Path(box(20, 10, 60, 40), BLUE, Stroke(FAINT, 4))),
    "faint letters": (PLATE, LETTERS),
    "a plain fill after a faint one": (Path(box(5, 5, 20, 20), FAINT), Path(box(30, 5, 20, 20), GREEN)),
    "a symbol after a faint fill": (Path(box(5, 5, 9, 9), FAINT), Use(FADED, turned(10, 1, 20, 20))),
    "a photo after a faint fill": (Path(box(5, 5, 9, 9), FAINT), PHOTO),
    "a fading line after a faint fill": (Path(box(5, 5, 9, 9), FAINT), Path(LINE, None, Stroke(FADING, 5))),
    "the same faint fill after a symbol": (
        Path(box(5, 5, 9, 9), FAINT),
        Use(FADED, turned(0, 1, 20, 20)),
        Path(box(55, 5, 9, 9), FAINT),
    ),
    "the same faint line after a photo": (
        Path(box(5, 5, 9, 9), None, Stroke(FAINT, 2)),
        PHOTO,
        Path(box(65, 5, 9, 9), None, Stroke(FAINT, 2)),
    ),
    "a linear gradient": (Path(box(5, 5, 50, 30), ACROSS),),
    "one stop": (Path(box(5, 5, 50, 30), Gradient(((0.5, RED),), (0, 0), (9, 9))),),
    "a radial gradient": (Path(box(5, 5, 50, 30), ROUND, Stroke(BLACK, 0.5)),),
    "an oval gradient": (Path(box(5, 5, 70, 40), OVAL),),
    "a gradient in a line": (Path(LINE, None, Stroke(ACROSS, 5, cap="round", join="round")),),
    "a fading fill": (PLATE, Path(box(5, 5, 60, 50), FADING)),
    "a fading line": (PLATE, Path(LINE, None, Stroke(FADING, 5))),
    "a fading circle, turned": (PLATE, Group((Path(box(5, 5, 50, 40), FADING_ROUND),), transform=TURNED)),
    "gradients in groups": (Group((TILE, Group((TILE, LETTERS), transform=TURNED), TILE), transform=TURNED),),
    "gradients in a symbol": (Use(FADED, turned(0, 1, 5, 5)), PLATE, Use(FADED, turned(-20, 1.4, 40, 30))),
    "a faint group": (PLATE, Group((TILE, Path(circle(50, 30, 15), BLUE), LETTERS), opacity=0.5)),
    "a faint group in another": (
        PLATE,
        Group((TILE, Group((DISC,), transform=TURNED, opacity=0.6)), opacity=0.5),
    ),
    "a faint photo, clipped": (PLATE, Group((PHOTO,), opacity=0.5, clip=Path(circle(40, 25, 13)))),
    "a star for a clip": (Group((PLATE,), clip=Path(STAR, even_odd=True)),),
    "dashes with a phase": (Path(LINE, None, Stroke(BLACK, 1, (5, 3), phase=2)),),
    "dots of a dotted line": (Path(LINE, None, Stroke(BLACK, 2, (0, 4), cap="round")),),
    "dashes with a gradient": (Path(LINE, None, Stroke(ACROSS, 2, (5, 3), phase=2)),),
}


@pytest.mark.parametrize("name", SCENES)
def test_paints_are_drawn_alike(name: str) -> None:
    """PDF and SVG differ in less than 0.1 % of the ink."""
    found = compare(document(*SCENES[name]), 0)
    assert found.ink > 800
    assert found.share < ALLOWED


def test_hard_stops_are_where_they_are_stated() -> None:
    """Two colours at the same place meet there; pdfium draws gradients in 256 steps."""
    shapes = (Path(box(5, 5, 50, 30), HARD),)
    assert compare(document(*shapes), 0).share < 0.01
    assert at(shapes, 24, 20) == pytest.approx((191, 26, 26), abs=3)
    assert at(shapes, 26, 20) == pytest.approx((153, 198, 139), abs=8)


def at(shapes: tuple[Shape, ...], x: float, y: float) -> tuple[int, ...]:
    """Colour of a point in mm, the same in PDF and SVG."""
    drawn = [draw(document(*shapes), 0, 100) for draw in (draw_pdf, draw_svg)]
    first, second = (one.getpixel((round(x / 25.4 * 100), round(y / 25.4 * 100))) for one in drawn)
    assert isinstance(first, tuple)
    assert isinstance(second, tuple)
    assert max(abs(a - b) for a, b in zip(first, second, strict=True)) <= 2
    return first


def test_opacity_mixes_with_what_is_below() -> None:
    """A black fill of 40 % on white is a grey of 60 %; of a group, overlaps are as faint as the rest."""
    faint = Path(box(0, 0, 20, 20), Colour(0, 0, 0, 0.4))
    assert at((faint,), 10, 10) == pytest.approx((153, 153, 153), abs=2)
    assert at((faint, faint), 10, 10) == pytest.approx((92, 92, 92), abs=2)
    solid = Path(box(0, 0, 20, 20), BLACK)
    assert at((Group((solid, solid), opacity=0.4),), 10, 10) == pytest.approx((153, 153, 153), abs=2)


def test_a_gradient_has_its_colours_where_they_are_stated() -> None:
    """In the middle of a line from black to white is grey; beyond its ends, its first and last colours."""
    ramp = Gradient(((0, BLACK), (1, Colour(1, 1, 1))), (10, 0), (50, 0))
    shapes = (Path(box(0, 0, 60, 20), ramp),)
    assert at(shapes, 5, 10) == pytest.approx((0, 0, 0), abs=2)
    assert at(shapes, 30, 10) == pytest.approx((127, 127, 127), abs=3)
    assert at(shapes, 55, 10) == pytest.approx((255, 255, 255), abs=2)


def test_each_gradient_and_each_opacity_is_written_once() -> None:
    """A gradient used on two pages is one shading and, in the same place, one pattern."""
    one = document(Path(box(5, 5, 20, 20), ACROSS), Path(box(5, 30, 20, 20), ACROSS), LETTERS, LETTERS)
    data = unpack_objects(write_pdf(replace(one, pages=one.pages * 2)))
    assert data.count(b"/PatternType") == 1
    assert data.count(b"/ShadingType") == 1
    assert data.count(b"/ca ") == 1
    assert write_svg(one, 0).count(b"<linearGradient") == 1


def test_a_page_without_transparency_has_no_states() -> None:
    """Opaque pages are written as they always were."""
    data = write_pdf(document(PLATE, text("Plain", 10, 20)))
    streams = re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)
    assert b"ExtGState" not in data
    assert b"Pattern" not in data
    assert not any(b" gs" in zlib.decompress(one) for one in streams[:1])


def test_text_lines_name_paints() -> None:
    """Golden files show opacity, gradients, and phases."""
    shapes = (*SCENES["dashes with a phase"], *SCENES["a faint group"], Path(box(0, 0, 1, 1), OVAL))
    lines = write_text(document(*shapes))
    assert "dash=5 3 phase=2" in lines
    assert "group opacity=0.5" in lines
    assert "/0.4" in lines
    assert "gradient(20 18 25 20 12 matrix 1.5 0.2 -0.3 0.6 2 8, 0 #ffffff, 1 #0a5c6b)" in lines
