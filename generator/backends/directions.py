"""The direction in which the letters of a text are drawn."""

import unicodedata

from generator.scene.shapes import GlyphRun, Piece


def is_right_to_left(piece: Piece) -> bool:
    """Return True if glyphs run against the characters; if this is undecided, the first letter decides."""
    if not piece.glyphs:
        return False
    first, last = piece.glyphs[0].cluster, piece.glyphs[-1].cluster
    if first != last:
        return first > last
    directions = map(unicodedata.bidirectional, piece.text)
    return next((found != "L" for found in directions if found in ("L", "R", "AL")), False)


def has_right_to_left(run: GlyphRun) -> bool:
    """Return True if a run has letters that are drawn against the order of the text."""
    return not run.text.isascii() and any(map(is_right_to_left, run.pieces))
