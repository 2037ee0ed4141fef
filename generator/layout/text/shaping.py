"""Characters to glyphs, by HarfBuzz; every word once."""

import uharfbuzz as hb

from generator.scene.fonts import Font
from generator.scene.shapes import Glyph, Piece

_NO_LIGATURES = {"liga": False, "clig": False, "dlig": False}


class Shaper:
    """Shapes pieces of text in one language and keeps them: the same words, the same Piece."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._fonts: dict[Font, hb.Font] = {}
        self._pieces: dict[tuple[object, ...], Piece] = {}

    def shape(
        self,
        text: str,
        font: Font,
        *,
        script: str,
        right_to_left: bool = False,
        before: str = "",
        after: str = "",
        tracking: float = 0.0,
    ) -> Piece:
        """One piece of one font, script and direction.

        `before` and `after` are what stands beside it in the same word: letters join with it,
        though it is drawn in another font or colour. With `tracking` (a part of the em, added
        after each glyph by who draws it) ligatures are left apart and marks stay on their letters.
        """
        key = (text, font, script, right_to_left, before, after, tracking)
        piece = self._pieces.get(key)
        if piece is None:
            buffer = hb.Buffer()
            buffer.add_str(before + text + after, item_offset=len(before), item_length=len(text))
            buffer.script = script
            buffer.direction = "rtl" if right_to_left else "ltr"
            buffer.language = self._language
            buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
            hb.shape(self._font(font), buffer, _NO_LIGATURES if tracking else None)
            piece = self._pieces[key] = _read_piece(
                text, buffer, len(before), round(tracking * font.units_per_em)
            )
        return piece

    def _font(self, font: Font) -> hb.Font:
        known = self._fonts.get(font)
        if known is None:
            known = self._fonts[font] = hb.Font(hb.Face(font.data))
        return known


def _read_piece(text: str, buffer: hb.Buffer, start: int, tracking: int) -> Piece:
    infos, positions = buffer.glyph_infos, buffer.glyph_positions or ()
    glyphs: list[Glyph] = []
    total = 0
    for index, (info, position) in enumerate(zip(infos, positions, strict=True)):
        advance = position.x_advance
        if tracking and index + 1 < len(infos) and infos[index + 1].cluster == info.cluster:
            advance -= tracking
        total += advance
        glyphs.append(
            Glyph(info.codepoint, advance, position.x_offset, position.y_offset, info.cluster - start)
        )
    return Piece(text, tuple(glyphs), total)
