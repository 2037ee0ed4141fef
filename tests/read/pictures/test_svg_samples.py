"""Pictures with every trait of real SVG files look as resvg draws them."""

from pathlib import Path

import pytest

from generator.model.style import Photograph
from generator.read.pictures.pictures import read_icon
from generator.read.pictures.svg import read_drawing
from tests.read.pictures.svg_samples import AS_PIXELS, SAMPLES
from tests.svg_pictures import ALLOWED, draw_ours, draw_theirs, find_difference


@pytest.mark.parametrize("name", SAMPLES)
def test_it_looks_as_resvg_draws_it(tmp_path: Path, name: str) -> None:
    path = tmp_path / "sample.svg"
    path.write_text(SAMPLES[name], "utf-8")
    drawing = read_drawing(path)
    assert isinstance(drawing, Photograph) == (name in AS_PIXELS)
    assert find_difference(draw_ours(drawing), draw_theirs(path)) <= ALLOWED
    assert read_icon(path).name == "sample"
