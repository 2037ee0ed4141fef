"""Fonts of web pages: only the characters that a page has, with the licence."""

from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from generator.scene.fonts import Font
from generator.scene.web_fonts import list_needed_fonts, make_web_font
from tests import shipped

LATIN = Path(__file__).parents[2] / "fonts/fredoka/Fredoka-Bold.ttf"


def read(data: bytes) -> TTFont:
    return TTFont(BytesIO(data))


def test_a_font_is_cut_down_and_keeps_its_licence() -> None:
    """It has these characters and no others, its kerning, and what its licence asks to keep."""
    data = make_web_font(Font(LATIN), {ord(one) for one in "AVä"})
    font, full = read(data), TTFont(LATIN)
    assert (data[:4], font.flavor) == (b"wOF2", "woff2")
    assert set(font.getBestCmap()) == {ord(one) for one in "AVä"}
    assert "GPOS" in font
    for number in (0, 13, 14):
        assert font["name"].getDebugName(number) == full["name"].getDebugName(number)
    assert font["name"].getDebugName(14)
    assert len(data) < LATIN.stat().st_size / 8


def test_the_same_characters_give_the_same_bytes() -> None:
    """The order of characters does not matter."""
    assert make_web_font(Font(LATIN), [65, 66]) == make_web_font(Font(LATIN), [66, 65])


@pytest.mark.parametrize(("kind", "is_empty"), [(0x0002, True), (0x0100, True), (0x0004, False), (0, False)])
def test_fonts_that_may_not_be_in_a_page_are_left_out(tmp_path: Path, kind: int, is_empty: bool) -> None:
    """Restricted ones, and those of which only the whole may be embedded (OpenType 1.9, fsType)."""
    font = TTFont(LATIN)
    font["OS/2"].fsType = kind
    font.save(tmp_path / "font.ttf")
    assert (make_web_font(Font(tmp_path / "font.ttf"), [65]) == b"") == is_empty


def test_characters_are_divided_among_the_fonts_that_have_them() -> None:
    """The order is that of paper: the family first, then its companions, and no font twice."""
    library = shipped.fonts()
    text = {ord(one) for one in "Aä中文ق→"}
    found = [(font.name, taken) for font, taken in list_needed_fonts(text, library.fallbacks("Fredoka"))]
    names = [name for name, _ in found]
    assert names[0] == "Fredoka-SemiBold"
    assert {"BalooBhaijaan2-Bold", "NotoSansJP-Bold"} <= {*names}
    assert frozenset().union(*(taken for _, taken in found)) == text
    assert sum(len(taken) for _, taken in found) == len(text)


def test_a_font_with_the_frame_of_keycaps_has_their_digits_too() -> None:
    """A browser draws a keycap with one font, or two glyphs; other letters are in one font alone."""
    text = {ord(one) for one in "a1\u20e3"}
    found = list_needed_fonts(text, shipped.fonts().fallbacks("Noto Sans"))
    assert [{*map(chr, taken)} for _, taken in found] == [{"a", "1"}, {"1", "\u20e3"}]
