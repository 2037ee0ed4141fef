"""A damaged font is drawn or refused with an error that names its file; nothing else comes out."""

import random
import struct
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent

from generator.backends.pdf.fonts import EncodedFont
from generator.errors import FontError
from generator.layout.text.words import Shaper
from generator.scene.fonts import Font
from tests.backends.scenes import FONTS

GOOD = (FONTS / "noto-sans/NotoSans-Regular.ttf").read_bytes()
TABLES = ("OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp")


def find_table(tag: str) -> tuple[int, int]:
    """Offset and length of a table of the good font."""
    for place in range(12, 12 + 16 * struct.unpack_from(">H", GOOD, 4)[0], 16):
        name, _, offset, length = struct.unpack_from(">4sLLL", GOOD, place)
        if name.decode() == tag:
            return offset, length
    raise LookupError(tag)


def replace(offset: int, new: bytes) -> bytes:
    return GOOD[:offset] + new + GOOD[offset + len(new) :]


def damage_font() -> Iterator[bytes]:
    """The good font cut off, and with each table missing, empty, and damaged in its first bytes."""
    random_bytes = random.Random(1)
    yield from (GOOD[: len(GOOD) * part // 8] for part in range(8))
    for tag in TABLES:
        offset, length = find_table(tag)
        yield GOOD.replace(tag.encode(), b"lost", 1)
        yield replace(offset, bytes(length))
        for _ in range(6):
            at = offset + random_bytes.randrange(min(length, 60))
            yield replace(at, random_bytes.randbytes(2))


def draw(path: Path) -> None:
    """All that layout and back ends ask of a font."""
    font = Font(path)
    _ = font.ascent, font.descent, font.cap_height, font.has_hyphen_for_minus
    text = "".join(letter for letter in "Press −1 ñ" if ord(letter) in font.coverage)
    piece = Shaper("en").shape(text or "?", font, script="Latn")
    for glyph in piece.glyphs:
        font.outline(glyph.index)
    encoded = EncodedFont(font, "F1")
    encoded.show(piece)
    with font.reading():
        encoded.subset()


def test_a_good_font_is_drawn(tmp_path: Path) -> None:
    """What is damaged below is sound before."""
    path = tmp_path / "sample.ttf"
    path.write_bytes(GOOD)
    draw(path)


def test_damaged_fonts_are_drawn_or_refused(tmp_path: Path) -> None:
    """Every kind of damage is harmless or a FontError with the name of the file."""
    path = tmp_path / "sample.ttf"
    errors = []
    for data in damage_font():
        path.write_bytes(data)
        try:
            draw(path)
        except FontError as error:
            errors.append(str(error))
    assert len(errors) > 20
    assert all(error.startswith(f"{path}: ") for error in errors)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (GOOD[: len(GOOD) // 2], "the file is truncated"),
        (replace(find_table("head")[0] + 18, b"\0\0"), "0 units per em; 16 to 16384 are allowed"),
        (GOOD.replace(b"hmtx", b"lost", 1), "not a usable font (no hmtx table)"),
        (GOOD.replace(b"glyf", b"lost", 1), "no outlines"),
    ],
)
def test_the_reason_is_given(tmp_path: Path, data: bytes, told: str) -> None:
    """The usual kinds of damage are named."""
    path = tmp_path / "sample.ttf"
    path.write_bytes(data)
    with pytest.raises(FontError) as caught:
        draw(path)
    assert told in str(caught.value)


def test_glyphs_that_are_made_of_each_other_without_end(tmp_path: Path) -> None:
    """Forty glyphs, each made of the next one twice, would be 2**40 outlines: an error, at once."""
    names = [f"g{number}" for number in range(41)]
    glyphs = {name: Glyph() for name in names}
    for name, inner in pairwise(names):
        glyphs[name].numberOfContours = -1
        glyphs[name].components = [make_component(inner), make_component(inner)]
    builder = FontBuilder(1000)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({65: "g0"})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (500, 0)))
    builder.setupHorizontalHeader()
    builder.setupOS2()
    builder.setupMaxp()
    builder.font["head"].yMax = 0
    builder.setupGlyf(glyphs, calcGlyphBounds=False)
    path = tmp_path / "sample.ttf"
    builder.save(path)
    with pytest.raises(FontError, match="more than 1000 components"):
        Font(path).outline(0)


def make_component(name: str) -> GlyphComponent:
    component = GlyphComponent()
    component.glyphName, component.x, component.y, component.flags = name, 0, 0, 0
    return component
