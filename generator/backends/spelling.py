"""Numbers and texts, spelled alike in every format."""

import re
import unicodedata
from functools import lru_cache
from xml.sax.saxutils import escape

from generator.scene.shapes import GlyphRun, ShapedWord


@lru_cache(maxsize=65536)
def number(value: float) -> str:
    """Format a length with at most four decimals and nine digits: a ten-thousandth of a millimetre."""
    text = f"{round(value, 4):.9g}"
    return "0" if text == "-0" else text


@lru_cache(maxsize=65536)
def factor(value: float) -> str:
    """Format a scale or a part of a rotation with seven decimals, because it multiplies lengths."""
    text = f"{round(value, 7):.10f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def is_right_to_left(piece: ShapedWord) -> bool:
    """Return True if glyphs run against the characters; if this is undecided, the first letter decides."""
    if not piece.glyphs:
        return False
    first, last = piece.glyphs[0].cluster, piece.glyphs[-1].cluster
    if first != last:
        return first > last
    directions = map(unicodedata.bidirectional, piece.text)
    return next((direction != "L" for direction in directions if direction in ("L", "R", "AL")), False)


def has_right_to_left(run: GlyphRun) -> bool:
    """Return True if a run has letters that are drawn against the order of the text."""
    return not run.text.isascii() and any(map(is_right_to_left, run.pieces))


def escape_xml(text: str) -> str:
    """Return a text as the content of an element."""
    return escape(clean_xml(text))


def clean_xml(text: str) -> str:
    """Remove control characters, most of which cannot be written in XML."""
    return _NOT_XML.sub("\ufffd", text)


_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
