"""Fonts of web pages: font files as WOFF2, cut down to the characters that a page has."""

from collections.abc import Collection, Iterator, Sequence
from io import BytesIO
from unicodedata import category

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from generator.scene.fonts import Family, Font

_NAMES = [0, 1, 2, 7, 8, 9, 11, 13, 14]
"""Numbers of the names that stay: who made it, and its licence (OpenType 1.9, name table)."""
_FORBIDDEN, _NOT_CUT = 0x0002, 0x0100
"""Bits of fsType: the font may not be embedded, or only as a whole."""


def list_needed_fonts(
    characters: Collection[int], families: Sequence[Family], *, bold: bool = False, italic: bool = False
) -> Iterator[tuple[Font, frozenset[int]]]:
    """Yield the fonts that draw characters, in the order in which they are tried, each with its own.

    A font with a mark around letters, such as that of a keycap, has all of its letters, too.
    """
    rest = frozenset(characters)
    for family in families:
        if not rest:
            return
        font = family.face(bold=bold, italic=italic)
        if taken := rest & font.coverage:
            encloses = any(category(chr(character)) == "Me" for character in taken)
            yield font, frozenset(characters) & font.coverage if encloses else taken
            rest -= taken


def make_web_font(font: Font, characters: Collection[int]) -> bytes:
    """Return the font as WOFF2 with these characters; empty if its makers do not allow that."""
    with font.reading():
        file = TTFont(BytesIO(font.data), lazy=True, recalcTimestamp=False)
        if file["OS/2"].fsType & (_FORBIDDEN | _NOT_CUT):
            return b""
        options = subset.Options(name_IDs=_NAMES, hinting=False, notdef_outline=True, layout_features=["*"])
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=characters)
        cutter.subset(file)
        if font.location:
            file = instantiateVariableFont(file, dict(font.location))
        file.flavor = "woff2"
        written = BytesIO()
        file.save(written, reorderTables=False)
        return written.getvalue()
