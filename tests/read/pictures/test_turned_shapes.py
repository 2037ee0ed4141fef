"""Shapes of SVG pictures that have a transform of their own."""

from pathlib import Path

import pytest

from generator.model.style import Drawing
from generator.read.pictures.svg import read_drawing
from generator.scene.shapes import Path as Outline
from generator.scene.shapes import Segment


def find_segments(path: Path) -> tuple[Segment, ...]:
    """Return the segments of the first shape."""
    drawing = read_drawing(path)
    assert isinstance(drawing, Drawing)
    shape = drawing.shapes[0]
    assert isinstance(shape, Outline)
    return shape.segments


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{}</svg>'


@pytest.mark.parametrize(
    "shape",
    [
        '<rect x="10" y="20" width="30" height="40" transform="rotate(90 50 50)"/>',
        '<g transform="rotate(90 50 50)"><rect x="10" y="20" width="30" height="40"/></g>',
        '<path d="M10 20H40V60H10Z" transform="translate(50 50) rotate(90) translate(-50 -50)"/>',
        '<path d="M10 20H40V60H10Z" transform="matrix(0 1 -1 0 100 0)"/>',
    ],
)
def test_a_shape_may_be_turned_itself_or_by_its_group(tmp_path: Path, shape: str) -> None:
    """10 to 40 across and 20 to 60 down, by a quarter turn, is 40 to 80 across and 10 to 40 down."""
    path = tmp_path / "picture.svg"
    path.write_text(SVG.format(shape), "utf-8")
    segments = find_segments(path)
    points = [segment[1:3] for segment in segments if len(segment) == 3]
    assert (min(x for x, _ in points), max(x for x, _ in points)) == pytest.approx((40, 80))
    assert (min(y for _, y in points), max(y for _, y in points)) == pytest.approx((10, 40))


@pytest.mark.parametrize(
    ("transform", "corner"), [("skewX(45)", (70, 60)), ("skewY(45)", (10, 70)), ("scale(2 0.5)", (20, 30))]
)
def test_a_shape_may_be_skewed_or_stretched(
    tmp_path: Path, transform: str, corner: tuple[float, float]
) -> None:
    """The lower left corner of a rectangle, 10 across and 60 down."""
    path = tmp_path / "picture.svg"
    path.write_text(SVG.format(f'<path d="M10 60H40V20H10Z" transform="{transform}"/>'), "utf-8")
    assert find_segments(path)[0][1:] == pytest.approx(corner)
