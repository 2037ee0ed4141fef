"""TrueType fonts of copied pages have no hints and look the same; one that needs its hints stays."""

import io
import zlib
from array import array
from pathlib import Path

import pikepdf
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables.ttProgram import Program

from tests.backends.made_fonts import draw_box
from tests.backends.test_placed_pages import differ, open_pages, place, render
from tests.pdf_samples import make_page, make_stream

NAMES = [".notdef", "A", "B", "twice"]
HINTING_TABLES = {"fpgm", "prep", "cvt ", "gasp"}


def make_program(size: int) -> Program:
    """Return instructions that change nothing."""
    program = Program()
    program.fromBytecode(bytes([0xB0, 0, 0x21]) * size)  # PUSHB 0, POP
    return program


def make_font() -> bytes:
    """Return a font with a box, a triangle, and a glyph that is made of both, each with instructions."""
    builder = FontBuilder(1000)
    builder.setupGlyphOrder(NAMES)
    builder.setupCharacterMap({65: "A", 66: "B", 67: "twice"})
    pens = {name: TTGlyphPen(dict.fromkeys(NAMES)) for name in NAMES}
    draw_box(pens["A"], 300, 700)
    for draw, point in (("moveTo", (0, 0)), ("lineTo", (200, 500)), ("lineTo", (400, 0))):
        getattr(pens["B"], draw)(point)
    pens["B"].closePath()
    for name, x in (("A", 0), ("B", 350)):
        pens["twice"].addComponent(name, (1, 0, 0, 1, x, 0))
    glyphs = {name: pen.glyph() for name, pen in pens.items()}
    for name in NAMES[1:]:
        glyphs[name].program = make_program(100)
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(dict.fromkeys(NAMES, (800, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupOS2()
    builder.setupPost()
    font = builder.font
    for tag in ("fpgm", "prep"):
        font[tag] = newTable(tag)
        font[tag].program = make_program(1000)
    font["cvt "] = newTable("cvt ")
    font["cvt "].values = array("h", range(200))
    written = io.BytesIO()
    builder.save(written)
    return written.getvalue()


FONT, NAME = make_font(), b"ABCDEF+Made"
SIMPLE = b"<</Type/Font/Subtype/TrueType/BaseFont/%s/FirstChar 65/LastChar 67/Widths[800 800 800]%s"
BY_CODE = SIMPLE + b"/FontDescriptor 6 0 R>>"
BY_NAME = SIMPLE + b"/Encoding<</Differences[65/A/B/twice]>>/FontDescriptor 6 0 R>>"
BY_NUMBER = (
    b"<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H%s/DescendantFonts[<</Type/Font"
    b"/Subtype/CIDFontType2/CIDToGIDMap/Identity/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)"
    b"/Supplement 0>>/DW 800/FontDescriptor 6 0 R>>]>>"
)


def make_file(data: bytes, *, kind: bytes = BY_CODE, text: bytes = b"(ABC)", name: bytes = NAME) -> bytes:
    """Return a file whose page shows a text."""
    flags = 32 if kind is BY_NAME else 4
    more = [
        kind % (name, b""),
        b"<</Type/FontDescriptor/FontName/%s/Flags %d/FontBBox[0 -200 800 800]/ItalicAngle 0"
        b"/Ascent 800/Descent -200/CapHeight 700/StemV 80/FontFile2 7 0 R>>" % (name, flags),
        make_stream(zlib.compress(data), b"/Filter/FlateDecode/Length1 %d" % len(data)),
    ]
    page = b"/MediaBox[0 0 200 300]/Resources<</Font<</F 5 0 R>>>>"
    return make_page(b"BT /F 60 Tf 10 100 Td %s Tj ET" % text, page, more=more)


def read_copied(data: bytes) -> bytes:
    """Return the file of the copied font."""
    with pikepdf.open(io.BytesIO(data)) as file:
        [found] = [one for one in file.objects if isinstance(one, pikepdf.Dictionary) and "/FontFile2" in one]
        return bytes(found.FontFile2.read_bytes())


@pytest.mark.parametrize(
    ("kind", "text"), [(BY_CODE, b"(ABC)"), (BY_NAME, b"(ABC)"), (BY_NUMBER, b"<000100020003>")]
)
def test_letters_without_hints_look_the_same(tmp_path: Path, kind: bytes, text: bytes) -> None:
    """Glyphs are found by codes, names, and numbers as before, also those that are made of others."""
    source = make_file(FONT, kind=kind, text=text)
    placed = place(open_pages(tmp_path / "cards.pdf", source))
    copied = read_copied(placed)
    font = TTFont(io.BytesIO(copied))
    assert not HINTING_TABLES & {*font.keys()}
    assert len(copied) < len(FONT) / 3
    assert min(render(placed).convert("L").tobytes()) < 60
    assert differ(render(placed), render(source)) < 0.002


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (FONT, b"ABCDEF+MingLiU"),
        (FONT, b"DFKaiShu-SB-Estd-BF"),
        (FONT, b"ABCDEF+#B7s#B2#D3"),
        (FONT[:-600], NAME),
        (b"no font", NAME),
        (b"", NAME),
    ],
    ids=["strokes", "strokes of another maker", "name in Chinese", "cut", "no font", "empty"],
)
def test_a_font_that_needs_its_hints_or_is_damaged_stays(tmp_path: Path, data: bytes, name: bytes) -> None:
    """It is copied byte for byte, and the page is drawn as before."""
    source = make_file(data, name=name)
    placed = place(open_pages(tmp_path / "cards.pdf", source))
    assert read_copied(placed) == data
    assert differ(render(placed), render(source)) < 0.002
