"""From characters to glyphs with HarfBuzz; every word is shaped once."""

from collections import defaultdict
from collections.abc import Callable
from functools import cache

import uharfbuzz as hb

from generator.scene.fonts import Font
from generator.scene.shapes import Glyph, Piece

_FLAGS = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
_NO_LIGATURES = {"liga": False, "clig": False, "dlig": False}


class Shaper:
    """Shaper and cache for one language: the same word gives the same Piece."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._font: Callable[[Font], hb.Font] = cache(_open_font)
        self._pieces: defaultdict[tuple[object, ...], dict[str, Piece]] = defaultdict(dict)
        """Pieces by their text, for everything else on which they depend."""
        self._glyph: Callable[[int, int, int, int, int], Glyph] = cache(Glyph)
        """Return a glyph; the same letter at the same position of many words is one object."""

    def shape(
        self,
        text: str,
        font: Font,
        *,
        script: str,
        right_to_left: bool = False,
        context: tuple[str, str] = ("", ""),
        ligatures: bool = True,
    ) -> Piece:
        """Shape one piece with one font, script, and direction.

        `context` is the characters before and after it in the same word: letters join with them, even in
        another font or colour. Letters that are spaced out have no ligatures.
        """
        known = self._pieces[font, script, right_to_left, context, ligatures]
        piece = known.get(text)
        if piece is None:
            before, after = context
            buffer = hb.Buffer()
            buffer.add_str(before + text + after, item_offset=len(before), item_length=len(text))
            buffer.script = script
            buffer.direction = "rtl" if right_to_left else "ltr"
            buffer.language = self._language
            buffer.flags = _FLAGS
            hb.shape(self._font(font), buffer, None if ligatures else _NO_LIGATURES)
            glyphs: list[Glyph] = []
            start, width = len(before), 0
            for info, position in zip(buffer.glyph_infos, buffer.glyph_positions or (), strict=True):
                dx, dy, advance, _ = position.position
                glyphs.append(self._glyph(info.codepoint, advance, dx, dy, info.cluster - start))
                width += advance
            piece = known[text] = Piece(text, tuple(glyphs), width)
        return piece


def _open_font(font: Font) -> hb.Font:
    opened = hb.Font(hb.Face(font.data))
    opened.set_variations(dict(font.location))
    return opened
