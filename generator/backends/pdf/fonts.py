"""Fonts of a PDF document, whose codes of two bytes each represent a glyph together with its text.

The same glyph can be copied as a space in one place and as a no-break space in another.

A viewer looks up the text of every code of a string. Where characters and glyphs are not paired one to one, a
code has several characters (a ligature), or several glyphs become one code (a letter drawn in parts). Viewers
read right-to-left text from left to right and then reverse it letter by letter, so there no code may have
more than one letter: the further letters of a ligature get codes of their own that draw nothing. Only the
marks on a letter share one code, because viewers do not reorder several marks.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import md5
from itertools import accumulate, count, groupby
from operator import attrgetter
from typing import NamedTuple

from generator.backends.formats import number
from generator.backends.pdf.font_files import DrawnGlyph, FontFile, TrueTypeFile
from generator.scene.fonts import TEXT_CONTROLS, Font
from generator.scene.shapes import Glyph, ShapedWord

_TOO_SMALL = 0.5
"""A glyph is moved if its position is off by more than this, in thousandths of the em."""

_SPECIAL = frozenset(b"()\\\r")
"""Bytes that must be escaped in a literal string; no code contains them."""


class EncodedFont:
    """One font of a document: encodes pieces, and is embedded at the end.

    An encoded piece is the inside of a literal string in a TJ array, in thousandths of the em.
    """

    def __init__(self, font: Font, name: str) -> None:
        self.font = font
        self.name = name
        """Name of the font resource, such as `F1`."""
        with font.reading():
            self.file = open_font_file(font)
        self._scale = 1000 / font.units_per_em
        self._free = (code for code in count(1) if not _SPECIAL & set(code.to_bytes(2, "big")))
        self._codes: dict[tuple[DrawnGlyph, str], int] = {}
        self._letters: dict[tuple[int, str], tuple[str, int]] = {}
        self.show = _Encoded(
            lambda piece: self._encode_letters(piece) or self._encode(_list_spans(piece))
        ).__getitem__
        """Function that encodes a piece."""
        self.show_tracked = _Encoded(lambda piece: self._encode(_list_clusters(piece))).__getitem__
        """Function like `show`, with one code per cluster: viewers add the tracking after each code."""

    def _encode_letters(self, piece: ShapedWord) -> str:
        """Encode a word with one glyph per letter, from left to right; empty for any other word."""
        text = piece.text
        if len(text) != len(piece.glyphs):
            return ""
        letters = []
        for place, glyph in enumerate(piece.glyphs):
            if glyph.cluster != place or glyph.dx or glyph.dy:
                return ""
            letter = self._letters.get((glyph.index, text[place]))
            if letter is None:
                letter = self._letters[glyph.index, text[place]] = self._code((glyph,), text[place])
            letters.append((*letter, glyph.advance))
        return self._join(letters)

    def _encode(self, spans: Iterable["_GlyphSpan"]) -> str:
        return self._join((*self._code(*span), _sum_advances(span.glyphs)) for span in spans)

    def _join(self, codes: Iterable[tuple[str, int, int]]) -> str:
        """Join codes with their widths in viewers and their advances in font units."""
        parts = []
        pen = drawn = 0.0
        for code, width, advance in codes:
            if pen - drawn >= _TOO_SMALL or drawn - pen >= _TOO_SMALL:
                parts.append(f"){number(round(drawn - pen, 2))}(")
                drawn = pen
            parts.append(code)
            drawn += width
            pen += advance * self._scale
        if abs(pen - drawn) >= 0.01:
            parts.append(f"){number(round(drawn - pen, 2))}(")
        return "".join(parts)

    def _code(self, glyphs: Sequence[Glyph], text: str) -> tuple[str, int]:
        """Return the two bytes of a code, and the width that viewers assume."""
        with self.font.reading():
            drawn = self._make_drawn(glyphs)
        code = self._codes.get((drawn, text))
        if code is None:
            code = self._codes[drawn, text] = next(self._free)
        return code.to_bytes(2, "big").decode("latin-1"), self._width(drawn)

    def _make_drawn(self, glyphs: Sequence[Glyph]) -> DrawnGlyph:
        """Combine marks into one glyph, because viewers take raised glyphs for another line."""
        pens = accumulate((glyph.advance for glyph in glyphs), initial=0)
        placed = zip(glyphs, pens, strict=False)
        parts = tuple((glyph.index, pen + glyph.dx, glyph.dy) for glyph, pen in placed)
        if len(parts) == 1:
            return DrawnGlyph(parts, self.file.measure_advance(parts[0][0]))
        return DrawnGlyph(parts, max(_sum_advances(glyphs), 0))

    def _width(self, drawn: DrawnGlyph) -> int:
        # Some viewers read no fractions in the W array.
        return round(drawn.advance * self._scale)

    @cached_property
    def unseen_space(self) -> str:
        """A space that draws nothing and has no width, as the inside of a literal string."""
        return self._code((), " ")[0]

    @property
    def widths(self) -> list[int]:
        """Return the widths of the codes from 1 to the last, in thousandths of the em."""
        widths = {code: self._width(drawn) for (drawn, _), code in self._codes.items()}
        return [widths.get(code, 0) for code in range(1, max(widths, default=0) + 1)]

    def subset(self) -> tuple[str, bytes, bytes]:
        """Return the tagged name of the subset, its file, and its map from codes to glyphs, if it has one."""
        blank = DrawnGlyph(((0, 0, 0),), self.file.measure_advance(0))
        drawn = {code: glyph for (glyph, _), code in self._codes.items()}
        by_code = [drawn.get(code, blank) for code in range(1 + max(drawn, default=0))]
        file, glyphs = self.file.subset(by_code)
        digest = md5(file, usedforsecurity=False).digest()
        tag = "".join(chr(65 + byte % 26) for byte in digest[:6])
        name = re.sub(r"[^A-Za-z0-9-]", "", self.font.name) or "Font"
        return f"{tag}+{name}", file, glyphs

    def to_unicode(self) -> bytes:
        """Return the CMap that viewers use to search and copy."""
        shown = ((code, text.encode("utf-16-be")) for (_, text), code in self._codes.items() if text)
        entries = [f"<{code:04X}> <{text.hex().upper()}>" for code, text in shown]
        lines = [_CMAP]
        for start in range(0, len(entries), 100):
            block = entries[start : start + 100]
            lines += [f"{len(block)} beginbfchar", *block, "endbfchar"]
        lines += ["endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end"]
        return "\n".join(lines).encode("ascii")


class _Encoded(dict[ShapedWord, str]):
    """Encoded pieces, each encoded once; looking one up takes half the time of a cached function."""

    def __init__(self, encode: Callable[[ShapedWord], str]) -> None:
        self._encode = encode

    def __missing__(self, piece: ShapedWord) -> str:
        return self.setdefault(piece, self._encode(piece))


_CMAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange"""


def _sum_advances(glyphs: Iterable[Glyph]) -> int:
    return sum(glyph.advance for glyph in glyphs)


def open_font_file(font: Font) -> FontFile:
    """Open the file of a font that is being read."""
    if font.has_truetype_outlines:
        return TrueTypeFile(font)
    # Few kits have such fonts, and their library takes long to import.
    from generator.backends.pdf.cff_fonts import CffFile

    return CffFile(font)


class _GlyphSpan(NamedTuple):
    """Glyphs that represent a text together; without glyphs, a code that draws nothing."""

    glyphs: tuple[Glyph, ...]
    text: str


def _list_spans(piece: ShapedWord) -> Iterator[_GlyphSpan]:
    """Yield the glyphs of a piece from left to right, in groups that are as small as possible."""
    is_backwards = piece.is_right_to_left
    for glyphs, text in _list_clusters(piece):
        yield from _join_marks(_pair_backwards(glyphs, text)) if is_backwards else _pair(glyphs, text)


def _list_clusters(piece: ShapedWord) -> Iterator[_GlyphSpan]:
    """Yield the glyphs of a piece from left to right, cluster by cluster."""
    if not piece.glyphs:
        return
    mirrored = _MIRRORED if piece.is_right_to_left else {}
    starts = sorted({glyph.cluster for glyph in piece.glyphs})
    ends = dict(zip(starts, [*starts[1:], len(piece.text)], strict=True))
    for cluster, glyphs in groupby(piece.glyphs, key=attrgetter("cluster")):
        start = 0 if cluster == starts[0] else cluster
        text = piece.text[start : ends[cluster]]
        # They would hide words from a search.
        text = TEXT_CONTROLS.sub("", text) or text
        yield _GlyphSpan(tuple(glyphs), "".join(mirrored.get(character, character) for character in text))


_MIRRORED = dict(zip("()[]{}<>«»‹›", ")(][}{><»«›‹", strict=True))
"""Viewers mirror brackets when they reverse text, so the codes have the visible bracket."""


def _pair(glyphs: tuple[Glyph, ...], text: str) -> Iterator[_GlyphSpan]:
    paired = min(len(glyphs), len(text)) - 1
    for index in range(paired):
        yield _GlyphSpan(glyphs[index : index + 1], text[index])
    yield _GlyphSpan(glyphs[paired:], text[paired:])


def _pair_backwards(glyphs: tuple[Glyph, ...], text: str) -> Iterator[_GlyphSpan]:
    *pairs, rest = _pair(glyphs[::-1], text)
    for character in reversed(rest.text[1:]):
        yield _GlyphSpan((), character)
    yield _GlyphSpan(rest.glyphs[::-1], rest.text[0])
    yield from reversed(pairs)


def _join_marks(spans: Iterator[_GlyphSpan]) -> Iterator[_GlyphSpan]:
    """Merge adjacent marks into one span, whose text is in reading order."""
    for is_marks, group in groupby(spans, key=lambda span: all(map(unicodedata.combining, span.text))):
        if is_marks:
            marks = list(group)
            glyphs = tuple(glyph for span in marks for glyph in span.glyphs)
            yield _GlyphSpan(glyphs, "".join(span.text for span in reversed(marks)))
        else:
            yield from group
