"""Pictures that SVG files embed are smooth, as in a browser: judged by the pixels of a PDF."""

import base64
import io
from pathlib import Path

import pytest
from PIL import Image

from generator.read.pictures.svg import read_drawing
from tests.survey.drawings import draw_page


@pytest.mark.parametrize(
    ("size", "box", "levels"),
    [
        ((2, 2), 'width="90" height="90"', 20),
        ((2, 1), 'width="90" height="9" preserveAspectRatio="none"', 20),
    ],
)
def test_a_picture_of_few_pixels_is_smooth(
    tmp_path: Path, size: tuple[int, int], box: str, levels: int
) -> None:
    """Between black and white there are many greys; a small picture keeps its pixels."""
    picture, written = Image.new("RGB", size), io.BytesIO()
    picture.paste("white", (1, 0, *size))
    picture.save(written, "PNG")
    link = f"data:image/png;base64,{base64.b64encode(written.getvalue()).decode()}"
    path = tmp_path / "x.svg"

    def count_levels(given: str) -> int:
        image = f'<image {given} href="{link}"/>'
        path.write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{image}</svg>', "utf-8"
        )
        return len(draw_page(read_drawing(path), 100).crop((0, 0, 90, 5)).getcolors() or ())

    assert count_levels(box) > levels
    assert count_levels('width="1" height="1"') < levels
