"""Fonts drawn anew as CFF: those with such outlines, with the glyphs of a document, or Type 1 of other files.

HarfBuzz could cut fonts with CFF outlines down, but one of its glyphs serves only one code, and it composes
none. A Type 1 font is encrypted, so that nothing packs it, and often has thousands of subroutines that none
of its glyphs call. Outlines, widths, and codes stay; hints, which only coarse screens use, are left out.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.misc.psCharStrings import T1CharString, T1OutlineExtractor
from fontTools.pens.t2CharStringPen import T2CharStringPen

from generator.backends.pdf.font_files import DrawnGlyph, FontFile

_STANDARD_CODES = "StandardEncoding"
"""Name of the codes that a font has unless it says others."""


def _write_cff(
    names: Sequence[str],
    outlines: Mapping[str, Any],
    matrix: Sequence[float],
    codes: Sequence[str] | str = _STANDARD_CODES,
) -> bytes:
    """Return a CFF font with outlines by the names of their glyphs, the first of which is `.notdef`.

    `codes` are the glyphs of its codes, of which those without an outline draw nothing, or a known list.
    """
    known = codes if isinstance(codes, str) else [one if one in outlines else names[0] for one in codes]
    builder = FontBuilder(round(1 / matrix[0]), isTTF=False)
    builder.setupGlyphOrder([*names])
    builder.setupCFF("Font", {"FontMatrix": [*matrix], "Encoding": known}, outlines, {})
    compiled: bytes = builder.font["CFF "].compile(builder.font)
    return compiled


class CffFile(FontFile):
    """A font whose outlines are drawn anew, at its location if it is variable."""

    subtype = "CIDFontType0"
    file_key = "FontFile3"

    def subset(self, drawn: Sequence[DrawnGlyph]) -> tuple[bytes, bytes]:
        """Return a CFF font whose glyph n is `drawn[n]`, and no map: codes are the glyph numbers."""
        names = [".notdef", *(f"g{number}" for number in range(1, len(drawn)))]
        outlines = {name: self._draw(drawing) for name, drawing in zip(names, drawn, strict=True)}
        scale = 1 / self._font.units_per_em
        return _write_cff(names, outlines, (scale, 0, 0, scale, 0, 0)), b""

    def describe(self, data: bytes) -> Mapping[str, str]:
        """Return the entries of a stream with a file in a PDF."""
        return {"Subtype": "/CIDFontType0C"}

    def _draw(self, drawing: DrawnGlyph) -> object:
        pen = T2CharStringPen(drawing.advance, None)
        draw = {"M": pen.moveTo, "L": pen.lineTo, "Q": pen.qCurveTo, "C": pen.curveTo}
        for glyph, dx, dy in drawing.parts:
            for command, *numbers in self._font.outline(glyph):
                if command == "Z":
                    pen.closePath()
                else:
                    points = zip(map(float, numbers[::2]), map(float, numbers[1::2]), strict=True)
                    draw[str(command)](*((x + dx, y + dy) for x, y in points))
        return pen.getCharString()


_FILE_KEY, _GLYPH_KEY = 55665, 4330
"""Keys of the encryption of a font, and of each glyph in it."""
_FACTOR, _STEP = 52845, 22719
_MATRIX = (0.001, 0, 0, 0.001, 0, 0)
_KNOWN = (0, 1, 2, 3)
"""Subroutines in PostScript that all programs know: curves that are nearly flat, and changes of hints."""
_NOTHING, _CODES = ".notdef", 256
_ENTRY = re.compile(rb"(?:dup\s{1,9}(\d{1,6})|/(\S{1,127}))\s{1,9}(\d{1,6})\s{1,9}\S{1,9} ")
"""Number of a subroutine or name of a glyph, and the length of the bytes behind it."""
_END = re.compile(rb"\s{0,9}(?:\S{1,20}\s{1,9}){1,2}?(?=dup\s|/)")
"""A word or two behind these bytes, before the next entry."""
_MOST_RUN = 8
"""Maximum number of bytes of programs that run, for each byte of the font: they may call each other."""


def convert_to_cff(data: bytes) -> bytes:
    """Return the CFF font of a Type 1 font; raises ValueError for one that cannot be converted."""
    try:
        return _convert(data)
    except Exception as error:
        # A font may be damaged in any way.
        raise ValueError(f"the font cannot be converted: {error!r}") from error


def _convert(data: bytes) -> bytes:
    begin = re.search(rb"eexec\s+", data)
    if not begin:
        raise ValueError("it is not of Type 1")
    head = data[: begin.start()]
    private = _decrypt(data[begin.end() :], _FILE_KEY)[4:]
    matrix = re.search(rb"/FontMatrix\s{0,9}\[([^\]]{0,200})\]", head)
    if not matrix or tuple(map(float, matrix[1].split())) != _MATRIX or b"/WeightVector" in head:
        raise ValueError("it has a matrix of its own, or several masters")
    found = re.search(rb"/lenIV\s+(-?\d+)", private)
    programs = _Programs(int(found[1]) if found else 4, _MOST_RUN * len(data))
    glyphs, routines = b"/CharStrings", b"/Subrs"
    first = private.find(b"dup", private.find(routines)) if routines in private else len(private)
    programs.subroutines = {int(name): code for name, code in _read_entries(private, first)}
    drawings = _read_entries(private, private.index(glyphs) + len(glyphs))
    drawn = {name: _Glyph(code, programs) for name, code in drawings}
    names = [_NOTHING, *(name for name in drawn if name != _NOTHING)]
    return _write_cff(names, {name: drawn[name].write(drawn) for name in names}, _MATRIX, _read_codes(head))


def _decrypt(data: bytes, key: int) -> bytes:
    plain = bytearray()
    for byte in data:
        plain.append(byte ^ (key >> 8))
        key = ((byte + key) * _FACTOR + _STEP) & 0xFFFF
    return bytes(plain)


def _read_entries(private: bytes, start: int) -> Iterator[tuple[str, bytes]]:
    """Yield the entries of an array or a dictionary that follow each other: their names and bytes."""
    entry = _ENTRY.search(private, start)
    while entry:
        end = entry.end() + int(entry[3])
        yield (entry[1] or entry[2]).decode("latin-1"), private[entry.end() : end]
        between = _END.match(private, end)
        entry = _ENTRY.match(private, between.end()) if between else None


class _Programs:
    """The programs of a font, which are read when they run: most subroutines are called by no glyph."""

    def __init__(self, skipped: int, most: int) -> None:
        """`skipped` is the number of bytes before each program, and `most` that of all bytes that may run."""
        self._skipped, self._left = skipped, most
        self.subroutines: Mapping[int, bytes] = {}

    def __getitem__(self, number: int) -> T1CharString:
        return self.read(self.subroutines[number])

    def read(self, code: bytes) -> T1CharString:
        """Return the operators of a program; raises ValueError for one that cannot be drawn."""
        self._left -= len(code) + 1
        if self._left < 0:
            raise ValueError("it runs for too long")
        read = T1CharString(code if self._skipped < 0 else _decrypt(code, _GLYPH_KEY)[self._skipped :])
        read.decompile()
        for number, operator in zip([None, *read.program], read.program, strict=False):
            if operator == "sbw" or (operator == "callothersubr" and number not in _KNOWN):
                raise ValueError("it is for vertical lines, or has programs of its own")
        return read


def _read_codes(head: bytes) -> Sequence[str] | str:
    """Return the glyph of each code, or the name of a list that everybody knows."""
    if re.search(rb"/Encoding\s+" + _STANDARD_CODES.encode(), head):
        return _STANDARD_CODES
    codes = [_NOTHING] * _CODES
    for number, name in re.findall(rb"dup\s+(\d+)\s*/(\S+)\s+put", head[head.index(b"/Encoding") :]):
        codes[int(number)] = name.decode("latin-1")
    return codes


class _Glyph:
    """A glyph that others can have as a part, such as a letter below its accent."""

    def __init__(self, code: bytes, programs: _Programs) -> None:
        self._code, self._programs = code, programs

    def draw(self, pen: Any) -> float:
        """Draw the outline, and return the width."""
        outline = T1OutlineExtractor(pen, self._programs)
        outline.execute(self._programs.read(self._code))
        return float(outline.width)

    def write(self, glyphs: Mapping[str, "_Glyph"]) -> Any:
        """Return the outline as CFF has it."""
        width = self.draw(T2CharStringPen(0, glyphs))
        pen = T2CharStringPen(width, glyphs, roundTolerance=0)
        self.draw(pen)
        return pen.getCharString()
