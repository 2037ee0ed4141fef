"""Font files inside a PDF, each with a descriptor that has its measures."""

import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from reportlab.pdfbase.pdfdoc import PDFArray, PDFObject

from generator.backends.pdf.container import Container
from generator.backends.pdf.subset import Drawing, TrueTypeFile
from generator.scene.fonts import Font


class FontFile(Protocol):
    """A font file that can be cut down, and its entries in a PDF."""

    subtype: str
    """Subtype of a font with codes of two bytes."""
    file_key: str
    """Key of the file in the descriptor of its font."""

    @property
    def italic_angle(self) -> float: ...

    def advance(self, glyph: int) -> int:
        """Return the advance width in font units."""

    def subset_by_code(self, drawings: Sequence[Drawing]) -> tuple[bytes, bytes]:
        """Return a font file with a drawing for each code from 0, and the map from codes to glyphs.

        The map is empty if codes are the numbers of the glyphs.
        """

    def describe(self, data: bytes) -> Mapping[str, Any]:
        """Return the entries of a stream with a file."""


def open_font_file(font: Font) -> FontFile:
    """Open the file of a font that is being read."""
    if font.has_plain_outlines:
        return TrueTypeFile(font.data)
    # Few kits have such fonts, and their library takes long to import.
    from generator.backends.pdf.cff import CffFile

    return CffFile(font)


def add_font_file(
    container: Container, font: Font, file: FontFile, data: bytes, *, name: str, flags: int, stem: int
) -> PDFObject:
    """Add a font file with its descriptor, and return a reference to the descriptor."""
    scale = 1000 / font.units_per_em
    return container.add(
        {
            "Type": "/FontDescriptor",
            "FontName": f"/{name}",
            "Flags": flags,
            "FontBBox": PDFArray(round(edge * scale) for edge in font.box),
            "ItalicAngle": file.italic_angle,
            "Ascent": round(font.ascent * scale),
            "Descent": round(font.descent * scale),
            "CapHeight": round(font.cap_height * scale),
            "StemV": stem,
            file.file_key: container.add(file.describe(data), zlib.compress(data)),
        }
    )
