"""Fonts with CFF or variable outlines in PDF and SVG: the same letters, which can be searched and copied."""

import io
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from generator.backends.pdf import write_pdf
from generator.backends.svg import write_svg
from generator.layout.text.words import Shaper
from generator.scene.fonts import Font
from generator.scene.shapes import Document, GlyphRun
from tests.backends.made_fonts import make_cff, make_variable
from tests.backends.scenes import BLACK, document


def page(font: Font) -> Document:
    """`A A`, 10 mm high, at (10, 20) mm."""
    piece = Shaper("en").shape("A A", font, script="Latn")
    return document(GlyphRun(font, 10.0, 10.0, 20.0, (piece,), BLACK, "A A"))


def find_ink(data: bytes) -> tuple[int, int]:
    """Left and right edge, in tenths of a millimetre, of the first letter."""
    with pypdfium2.PdfDocument(data) as file:
        image = file[0].render(scale=254 / 72).to_pil().convert("L")
    row = [image.getpixel((x, 180)) for x in range(image.width)]
    dark = [x for x, level in enumerate(row) if isinstance(level, int) and level < 128]
    end = next(x for x in dark if x + 1 not in dark)
    return dark[0], end + 1


@pytest.mark.parametrize(("weight", "right"), [(200, 110), (500, 140), (800, 170), (0, 131)])
def test_instances_of_a_variable_font(tmp_path: Path, weight: int, right: int) -> None:
    """The bar grows with the weight, which is 400 if none is given, whatever the default of the axis is."""
    make_variable(tmp_path / "a.ttf")
    data = write_pdf(page(Font(tmp_path / "a.ttf", weight=weight)))
    assert find_ink(data) == pytest.approx((100, right), abs=1)


def test_cff_outlines_stay_cff(tmp_path: Path) -> None:
    """A PDF has a CFF font with the letters in use; its text can be copied."""
    make_cff(tmp_path / "a.otf")
    data = write_pdf(page(Font(tmp_path / "a.otf")))
    assert find_ink(data) == pytest.approx((100, 140), abs=1)
    with pypdfium2.PdfDocument(data) as file:
        assert file[0].get_textpage().get_text_bounded() == "A A"
    with pikepdf.open(io.BytesIO(data)) as file:
        (font,) = file.pages[0].Resources.Font.values()
        (inner,) = font.DescendantFonts
        assert inner.Subtype == "/CIDFontType0"
        assert inner.FontDescriptor.FontFile3.Subtype == "/CIDFontType0C"
        assert len(inner.FontDescriptor.FontFile3.read_bytes()) < 600
    assert write_pdf(page(Font(tmp_path / "a.otf"))) == data
    assert b"M0 0L0 700L400 700L400 0" in write_svg(page(Font(tmp_path / "a.otf")), 0)
