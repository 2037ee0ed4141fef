"""Fonts with CFF outlines, drawn anew as a CFF font with the glyphs of a document.

HarfBuzz could cut them down, but one of its glyphs serves only one code, and it composes none.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen

from generator.backends.pdf.font_files import DrawnGlyph, FontFile

STANDARD_CODES = "StandardEncoding"
"""Name of the codes that a font has unless it says others."""


def write_cff(
    names: Sequence[str],
    outlines: Mapping[str, Any],
    matrix: Sequence[float],
    codes: Sequence[str] | str = STANDARD_CODES,
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
        return write_cff(names, outlines, (scale, 0, 0, scale, 0, 0)), b""

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
