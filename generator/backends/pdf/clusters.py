"""The text of each glyph of a piece, so that copied text is correct.

A viewer looks up the text of every code of a string. Where characters and glyphs are not paired one to one, a
code has several characters (a ligature), or several glyphs become one code (a letter drawn in parts). Viewers
read right-to-left text from left to right and then reverse it letter by letter, so there no code may have
more than one letter: the further letters of a ligature get codes of their own that draw nothing. Only the
marks on a letter share one code, because viewers do not reorder several marks.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from generator.backends.directions import is_right_to_left
from generator.scene.shapes import Glyph, Piece

_MIRRORED = dict(zip("()[]{}<>«»‹›", ")(][}{><»«›‹", strict=True))
"""Viewers mirror brackets when they reverse text, so the codes have the visible bracket."""

_UNSEEN = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+")
"""Characters for line breaks and direction, which nobody searches for."""


@dataclass(frozen=True, slots=True)
class Span:
    """Glyphs that represent a text together; without glyphs, a code that draws nothing."""

    glyphs: tuple[Glyph, ...]
    text: str


def spans(piece: Piece) -> Iterator[Span]:
    """Yield the glyphs of a piece from left to right, in groups that are as small as possible."""
    if is_right_to_left(piece):
        for span in clusters(piece):
            yield from _join_marks(_pair_backwards(span.glyphs, span.text))
    else:
        for span in clusters(piece):
            yield from _pair(span.glyphs, span.text)


def clusters(piece: Piece) -> Iterator[Span]:
    """Yield the glyphs of a piece from left to right, cluster by cluster."""
    if not piece.glyphs:
        return
    mirrored = _MIRRORED if is_right_to_left(piece) else {}
    starts = sorted({glyph.cluster for glyph in piece.glyphs})
    ends = dict(zip(starts, [*starts[1:], len(piece.text)], strict=True))
    for cluster, glyphs in groupby(piece.glyphs, key=attrgetter("cluster")):
        start = 0 if cluster == starts[0] else cluster
        text = piece.text[start : ends[cluster]]
        text = _UNSEEN.sub("", text) or text
        yield Span(tuple(glyphs), "".join(mirrored.get(character, character) for character in text))


def _pair(glyphs: tuple[Glyph, ...], text: str) -> Iterator[Span]:
    paired = min(len(glyphs), len(text)) - 1
    for index in range(paired):
        yield Span(glyphs[index : index + 1], text[index])
    yield Span(glyphs[paired:], text[paired:])


def _pair_backwards(glyphs: tuple[Glyph, ...], text: str) -> Iterator[Span]:
    paired = min(len(glyphs), len(text)) - 1
    split = len(glyphs) - paired
    for character in reversed(text[paired + 1 :]):
        yield Span((), character)
    yield Span(glyphs[:split], text[paired])
    for index in range(paired):
        yield Span(glyphs[split + index : split + index + 1], text[paired - 1 - index])


def _join_marks(spans: Iterator[Span]) -> Iterator[Span]:
    """Merge adjacent marks into one span, whose text is in reading order."""
    for is_marks, group in groupby(spans, key=lambda span: all(map(unicodedata.combining, span.text))):
        if is_marks:
            marks = list(group)
            glyphs = tuple(glyph for span in marks for glyph in span.glyphs)
            yield Span(glyphs, "".join(span.text for span in reversed(marks)))
        else:
            yield from group
