"""A font cut down for a PDF draws what the whole font draws."""

import io
from pathlib import Path

import pytest
from fontTools.pens.recordingPen import DecomposingRecordingPen, RecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from generator.backends.pdf.subset import GlyphOutline, TrueTypeFile
from tests.backends.scenes import FONTS, TEST_FONTS

FILES = sorted(FONTS.glob("*/*.ttf")) + sorted(TEST_FONTS.glob("*/*.ttf"))


def outline(font: TTFont, glyph: int, dx: int = 0, dy: int = 0) -> list[tuple[str, tuple[object, ...]]]:
    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[font.getGlyphName(glyph)].draw(TransformPen(pen, (1, 0, 0, 1, dx, dy)))
    return list(pen.value)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_glyphs_are_drawn_as_in_the_whole_font(path: Path) -> None:
    """Simple glyphs and those composed of others, with their advance widths."""
    file = TrueTypeFile(path.read_bytes())
    whole = TTFont(path)
    count = whole["maxp"].numGlyphs
    chosen = [0, *range(count - 1, 0, -max(1, count // 150))]
    subset = file.subset([GlyphOutline(((glyph, 0, 0),), file.advance(glyph)) for glyph in chosen])
    assert len(subset) < path.stat().st_size
    cut = TTFont(io.BytesIO(subset), checkChecksums=2)
    for place, glyph in enumerate(chosen):
        assert outline(cut, place) == outline(whole, glyph)
        assert cut["hmtx"][cut.getGlyphName(place)][0] == whole["hmtx"][whole.getGlyphName(glyph)][0]


def test_glyphs_are_joined_and_moved() -> None:
    """A letter with its marks becomes one glyph; what it is made of comes along."""
    path = FONTS / "noto-sans/NotoSans-Bold.ttf"
    file, whole = TrueTypeFile(path.read_bytes()), TTFont(path)
    composite = whole.getGlyphID("uni013C")
    letter, mark = whole.getGlyphID("x"), whole.getGlyphID("acutecomb")
    drawings = [
        GlyphOutline(((0, 0, 0),), 600),
        GlyphOutline(((letter, 0, 0), (mark, 312, -40)), 500),
        GlyphOutline(((composite, -7, 9),), 250),
        GlyphOutline((), 0),
        GlyphOutline(((whole.getGlyphID("space"), 5, 5),), 260),
    ]
    cut = TTFont(io.BytesIO(file.subset(drawings)))
    assert outline(cut, 1) == outline(whole, letter) + outline(whole, mark, 312, -40)
    assert outline(cut, 2) == outline(whole, composite, -7, 9)
    assert outline(cut, 3) == outline(cut, 4) == []
    assert [cut["hmtx"][cut.getGlyphName(place)][0] for place in range(5)] == [600, 500, 250, 0, 260]


def test_a_subset_is_a_font_of_its_own() -> None:
    """It has the tables that PDF asks for, and true bounds for what composites are made of."""
    path = FONTS / "noto-sans/NotoSans-Regular.ttf"
    file = TrueTypeFile(path.read_bytes())
    cut = TTFont(
        io.BytesIO(
            file.subset([GlyphOutline(((0, 0, 0),), 600), GlyphOutline(((40, 1, 1), (41, 2, 2)), 600)])
        )
    )
    assert {"glyf", "head", "hhea", "hmtx", "loca", "maxp"} <= set(cut.keys())
    assert cut["maxp"].maxComponentElements >= 2
    assert cut["maxp"].maxComponentDepth >= 1
    pen = RecordingPen()
    cut.getGlyphSet()[cut.getGlyphName(1)].draw(pen)
    assert [name for name, _ in pen.value] == ["addComponent", "addComponent"]
