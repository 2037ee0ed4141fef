"""Type 1 fonts of copied pages become CFF fonts that look the same; one that cannot be converted stays."""

import io
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from fontTools.misc.eexec import encrypt
from fontTools.misc.psCharStrings import T1CharString

from tests.backends.test_placed_pages import differ, open_pages, place, render
from tests.pdf_samples import make_page, make_stream

_Program = Sequence[int | str]
START: _Program = (50, 600, "hsbw")
BOX: _Program = (0, "hmoveto", 400, "hlineto", 500, "vlineto", -400, "hlineto", "closepath")
ARCH: _Program = (
    *(100, 300, "rmoveto", 0, 200, 200, 200, 200, 0, "rrcurveto"),
    *(-401, 2, "div", "hlineto", "closepath"),
)
FLEX: _Program = (
    *(0, 100, "rmoveto", 1, "callsubr", 200, 0, "rmoveto", 2, "callsubr", -150, 0, "rmoveto", 2, "callsubr"),
    *(50, 30, "rmoveto", 2, "callsubr", 100, 0, "rmoveto", 2, "callsubr", 50, 0, "rmoveto", 2, "callsubr"),
    *(100, -30, "rmoveto", 2, "callsubr", 50, 0, "rmoveto", 2, "callsubr"),
    *(50, 450, 100, 0, "callsubr", 300, "vlineto", -400, "hlineto", "closepath"),
)
"""A box whose lower edge is a curve that is nearly flat."""
GLYPHS: Mapping[str, _Program] = {
    ".notdef": (*START, "endchar"),
    "A": (*START, 0, 50, "vstem", *BOX, 5, 4, "callsubr", *ARCH, "endchar"),
    "B": (*START, *FLEX, "endchar"),
    "acute": (*START, 100, 600, "rmoveto", 100, 100, "rlineto", 50, "hlineto", "closepath", "endchar"),
    "Aacute": (*START, 50, 90, 60, 65, 194, "seac"),
}
SUBROUTINES: Sequence[_Program] = (
    (3, 0, "callothersubr", "pop", "pop", "setcurrentpoint", "return"),
    (0, 1, "callothersubr", "return"),
    (0, 2, "callothersubr", "return"),
    ("return",),
    (1, 3, "callothersubr", "pop", "callsubr"),
    (10, 50, "hstem", "return"),
)
CODES = "256 array dup 5 /Aacute put dup 65 /A put dup 66 /B put dup 67 /acute put readonly"
HEAD = "%!PS-AdobeFont-1.0: Made\n/FontMatrix [{matrix}] readonly def\n/Encoding {codes} def\n{more}"


def pack(program: _Program, lead: int) -> bytes:
    """Return the bytes of a glyph, encrypted behind some others; below 0, as they are."""
    written = T1CharString(program=[*program])
    written.compile()
    code = bytes(written.bytecode)
    return code if lead < 0 else bytes(encrypt(b"\0" * lead + code, 4330)[0])


def make_font(
    glyphs: Mapping[str, _Program] = GLYPHS,
    *,
    codes: str = CODES,
    matrix: str = "0.001 0 0 0.001 0 0",
    more: str = "",
    lead: int = 4,
    unused: int = 0,
    more_routines: Sequence[_Program] = (),
) -> bytes:
    """Return a font of Type 1, with subroutines that nothing calls."""
    others = [(number, 50, "hstem", "return") for number in range(unused)]
    routines = [*SUBROUTINES, *more_routines, *others]
    lines = [b"dup /Private 9 dict dup begin /RD {string currentfile exch readstring pop} def"]
    lines += [b"/lenIV %d def /Subrs %d array" % (lead, len(routines))]
    for number, program in enumerate(routines):
        code = pack(program, lead)
        lines += [b"dup %d %d RD %s NP" % (number, len(code), code)]
    lines += [b"ND 2 index /CharStrings %d dict dup begin" % len(glyphs)]
    for name, program in glyphs.items():
        code = pack(program, lead)
        lines += [b"/%s %d RD %s ND" % (name.encode(), len(code), code)]
    lines += [b"end end readonly put put dup/FontName get exch definefont pop mark currentfile closefile\n"]
    head = HEAD.format(matrix=matrix, codes=codes, more=more).encode() + b"currentfile eexec\n"
    return head + bytes(encrypt(b"\0\0\0\0" + b"\n".join(lines), 55665)[0])


def make_file(font: bytes, text: bytes = b"A\\005B(") -> bytes:
    """Return a file whose page shows a text."""
    packed = zlib.compress(font)
    page = b"/MediaBox[0 0 200 300]/Resources<</Font<</F 5 0 R>>>>"
    widths = b" ".join([b"600"] * 250)
    more = [
        b"<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Made/FirstChar 0/LastChar 249/Widths[%s]"
        b"/FontDescriptor 6 0 R>>" % widths,
        b"<</Type/FontDescriptor/FontName/ABCDEF+Made/Flags 4/FontBBox[0 -200 600 800]/ItalicAngle 0"
        b"/Ascent 800/Descent -200/CapHeight 500/StemV 80/FontFile 7 0 R>>",
        make_stream(packed, b"/Filter/FlateDecode/Length1 %d/Length2 %d/Length3 0" % (len(font), 0)),
    ]
    return make_page(b"BT /F 60 Tf 10 100 Td (%s) Tj ET" % text.replace(b"(", b"\\("), page, more=more)


def read_font(data: bytes) -> Any:
    """Return the descriptor of the copied font."""
    with pikepdf.open(io.BytesIO(data)) as file:
        [found] = [
            one
            for one in file.objects
            if isinstance(one, pikepdf.Dictionary) and str(one.get("/FontName", "")) == "/ABCDEF+Made"
        ]
        return {key: len(found[key].read_raw_bytes()) for key in found if str(key).startswith("/FontFile")}


@pytest.mark.parametrize("lead", [4, 0, -1])
@pytest.mark.parametrize("codes", [CODES, "StandardEncoding"])
def test_letters_look_the_same(tmp_path: Path, codes: str, lead: int) -> None:
    """Lines, curves, nearly flat curves, accents, and hints that change are drawn, each at its code."""
    font = make_font(codes=codes, lead=lead)
    source = make_file(font, b"AB\302" if codes != CODES else b"A\005B")
    placed = place(open_pages(tmp_path / "cards.pdf", source))
    assert [*read_font(placed)] == ["/FontFile3"]
    assert min(render(placed).convert("L").tobytes()) < 60
    assert differ(render(placed), render(source)) < 0.002


def test_what_nothing_draws_is_left_out(tmp_path: Path) -> None:
    """A font that was cut down to a few glyphs often has all subroutines of the whole one."""
    source = make_file(make_font(unused=3000))
    placed = place(open_pages(tmp_path / "cards.pdf", source))
    assert read_font(placed)["/FontFile3"] < 500
    assert len(placed) < len(source) / 5


@pytest.mark.parametrize(
    "font",
    [
        make_font(matrix="0.0005 0 0 0.0005 0 0"),
        make_font(more="/WeightVector [0.3 0.7] def\n"),
        make_font({**GLYPHS, "B": (50, 0, 600, 0, "sbw", *BOX, "endchar")}),
        make_font({**GLYPHS, "B": (*START, 1, 2, 2, 14, "callothersubr", "pop", *BOX, "endchar")}),
        make_font({**GLYPHS, "B": (*START, 99, "callsubr", *BOX, "endchar")}),
        make_font({name: program for name, program in GLYPHS.items() if name != ".notdef"}),
        make_font(
            {**GLYPHS, "B": (*START, 6, "callsubr", *BOX, "endchar")},
            more_routines=[
                *[(7 + at, "callsubr", 7 + at, "callsubr", "return") for at in range(9)],
                ("return",),
            ],
        ),
        make_font({**GLYPHS, "B": (*START, 50, 90, 60, 66, 194, "seac")}),
        make_font().replace(b"eexec", b"exec "),
        b"no font",
    ],
    ids=[
        "matrix",
        "masters",
        "vertical",
        "programs",
        "no subroutine",
        "no .notdef",
        "endless",
        "itself",
        "plain",
        "damaged",
    ],
)
def test_a_font_that_is_not_converted_stays(tmp_path: Path, font: bytes) -> None:
    """It is copied byte for byte, and the page is drawn as before."""
    source = make_file(font)
    placed = place(open_pages(tmp_path / "cards.pdf", source))
    assert [*read_font(placed)] == ["/FontFile"]
    with pikepdf.open(io.BytesIO(placed)) as file:
        [kept] = [
            one
            for one in file.objects
            if isinstance(one, pikepdf.Stream) and "/Length1" in one and "/Length3" in one
        ]
        assert kept.read_bytes() == font
    assert differ(render(placed), render(source)) < 0.002


def test_texts_can_be_searched(tmp_path: Path) -> None:
    """The font keeps its codes, from which viewers know the letters."""
    placed = place(open_pages(tmp_path / "cards.pdf", make_file(make_font(), b"ABA")))
    with pypdfium2.PdfDocument(placed) as file:
        assert file[0].get_textpage().get_text_range().strip() == "ABA"
