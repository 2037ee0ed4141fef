"""Fonts with CFF outlines, drawn anew as a CFF font with the glyphs of a document.

HarfBuzz could cut them down, but one of its glyphs serves only one code, and it composes none.
"""

from collections.abc import Mapping, Sequence

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen

from generator.backends.pdf.font_files import DrawnGlyph, FontFile


class CffFile(FontFile):
    """A font whose outlines are drawn anew, at its location if it is variable."""

    subtype = "CIDFontType0"
    file_key = "FontFile3"

    def subset(self, drawn: Sequence[DrawnGlyph]) -> tuple[bytes, bytes]:
        """Return a CFF font whose glyph n is `drawn[n]`, and no map: codes are the glyph numbers."""
        names = [".notdef", *(f"g{number}" for number in range(1, len(drawn)))]
        builder = FontBuilder(self._font.units_per_em, isTTF=False)
        builder.setupGlyphOrder(names)
        outlines = {name: self._draw(drawing) for name, drawing in zip(names, drawn, strict=True)}
        scale = 1 / self._font.units_per_em
        builder.setupCFF("Font", {"FontMatrix": [scale, 0, 0, scale, 0, 0]}, outlines, {})
        compiled: bytes = builder.font["CFF "].compile(builder.font)
        return compiled, b""

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
