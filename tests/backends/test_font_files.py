"""A font cut down for a PDF draws what the whole font draws."""

import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from fontTools.pens.recordingPen import DecomposingRecordingPen, RecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from generator.backends.pdf.font_files import DrawnGlyph, TrueTypeFile
from generator.scene.fonts import Font
from tests.backends.made_fonts import make_variable
from tests.backends.scenes import FONTS, TEST_FONTS
from tests.samples import sample

FILES = sorted(FONTS.glob("*/*.ttf")) + sorted(TEST_FONTS.glob("*/*.ttf"))
NOTDEF = DrawnGlyph(((0, 0, 0),), 600)


def outline(font: TTFont, glyph: int, dx: int = 0, dy: int = 0) -> list[tuple[str, tuple[object, ...]]]:
    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[font.getGlyphName(glyph)].draw(TransformPen(pen, (1, 0, 0, 1, dx, dy)))
    return list(pen.value)


def cut(file: TrueTypeFile, drawn: Sequence[DrawnGlyph]) -> tuple[TTFont, list[int]]:
    """The subset, and the glyph of each code."""
    data, glyphs = file.subset(drawn)
    numbers = [int.from_bytes(glyphs[place : place + 2], "big") for place in range(0, len(glyphs), 2)]
    return TTFont(io.BytesIO(data), checkChecksums=2), numbers


def advance(font: TTFont, glyph: int) -> int:
    return int(font["hmtx"][font.getGlyphName(glyph)][0])


@pytest.mark.parametrize("path", sample(FILES, 24, key="glyphs"), ids=lambda path: path.stem)
def test_glyphs_are_drawn_as_in_the_whole_font(path: Path) -> None:
    """Simple glyphs and those composed of others, with their advance widths."""
    file, whole = TrueTypeFile(Font(path)), TTFont(path)
    count = whole["maxp"].numGlyphs
    chosen = [0, *range(count - 1, 0, -max(1, count // 150))]
    subset, numbers = cut(file, [DrawnGlyph(((one, 0, 0),), file.measure_advance(one)) for one in chosen])
    assert subset.reader.file.getbuffer().nbytes < path.stat().st_size
    for number, glyph in zip(numbers, chosen, strict=True):
        assert outline(subset, number) == outline(whole, glyph)
        assert advance(subset, number) == advance(whole, glyph)


def test_glyphs_are_joined_and_moved() -> None:
    """A letter with its marks becomes one glyph; what it is made of comes along."""
    path = FONTS / "noto-sans/NotoSans-Bold.ttf"
    file, whole = TrueTypeFile(Font(path)), TTFont(path)
    composite = whole.getGlyphID("uni013C")
    letter, mark = whole.getGlyphID("x"), whole.getGlyphID("acutecomb")
    subset, numbers = cut(
        file,
        [
            NOTDEF,
            DrawnGlyph(((letter, 0, 0), (mark, 312, -40)), 500),
            DrawnGlyph(((composite, -7, 9),), 250),
            DrawnGlyph((), 0),
            DrawnGlyph(((whole.getGlyphID("space"), 5, 5),), 260),
        ],
    )
    assert outline(subset, numbers[1]) == outline(whole, letter) + outline(whole, mark, 312, -40)
    assert outline(subset, numbers[2]) == outline(whole, composite, -7, 9)
    assert outline(subset, numbers[3]) == outline(subset, numbers[4]) == []
    assert [advance(subset, number) for number in numbers] == [advance(whole, 0), 500, 250, 0, 260]


def test_a_subset_is_a_font_of_its_own() -> None:
    """It has the tables that PDF asks for, and true bounds for what composites are made of."""
    file = TrueTypeFile(Font(FONTS / "noto-sans/NotoSans-Regular.ttf"))
    subset, (_, number) = cut(file, [NOTDEF, DrawnGlyph(((40, 1, 1), (41, 2, 2)), 600)])
    assert {*subset.keys()} == {"GlyphOrder", "glyf", "head", "hhea", "hmtx", "loca", "maxp"}
    assert subset["maxp"].maxComponentElements >= 2
    assert subset["maxp"].maxComponentDepth >= 1
    pen = RecordingPen()
    subset.getGlyphSet()[subset.getGlyphName(number)].draw(pen)
    assert [name for name, _ in pen.value] == ["addComponent", "addComponent"]
    glyph = subset["glyf"][subset.getGlyphName(number)]
    written = glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax
    glyph.recalcBounds(subset["glyf"])
    assert written == (glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax)


def test_equal_glyphs_share_an_outline() -> None:
    """Two codes that draw the same are one glyph, composed or not."""
    file = TrueTypeFile(Font(FONTS / "noto-sans/NotoSans-Regular.ttf"))
    single, pair = DrawnGlyph(((40, 0, 0),), 600), DrawnGlyph(((40, 0, 0), (41, 9, 9)), 600)
    _, numbers = cut(file, [NOTDEF, single, pair, single, pair])
    assert numbers == [0, 1, 3, 1, 3]


def test_glyphs_of_an_instance_are_joined(tmp_path: Path) -> None:
    """A subset of a variable font has the outlines of its weight, and cannot vary."""
    make_variable(tmp_path / "a.ttf")
    file = TrueTypeFile(Font(tmp_path / "a.ttf", weight=500))
    subset, numbers = cut(file, [NOTDEF, DrawnGlyph(((1, 0, 0), (1, 0, 50)), 800)])
    assert not {"fvar", "gvar"} & {*subset.keys()}
    xs = [x for _, points in outline(subset, numbers[1]) for x, _ in points]
    assert (min(xs), max(xs)) == (0, 400)
