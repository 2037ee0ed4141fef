"""Figures of cards and tokens: side by side, all at one scale."""

from generator.errors import LayoutError
from generator.layout.boards.windows import draw_token, list_pieces
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.model.booklet import PiecesFigure
from generator.scene.shapes import Group

_GAP = 2.4


def lay_out_pieces_figure(press: Press, figure: PiecesFigure, *, width: float) -> Block:
    """As wide as asked for, or as the room allows; never larger than the pieces are.

    LayoutError where the gaps between them alone are wider than the room.
    """
    forms = {piece.id: form for _, form, piece in list_pieces(press)}
    shown = [forms[id] for id in figure.pieces]
    room = width - _GAP * (len(shown) - 1)
    if room <= 0:
        said = f"{len(shown)} pieces do not fit side by side"
        raise LayoutError(f"{press.kit.slug} figure of pieces", said, over_mm=-room)
    scale = min(1.0, room / sum(form.width for form in shown))
    if figure.size:
        scale = min(scale, figure.size / max(form.width for form in shown))
    height = max(form.height for form in shown) * scale
    drawn = []
    x = 0.0
    for id, form in zip(figure.pieces, shown, strict=True):
        middle = (x + form.width * scale / 2, height / 2)
        drawn.append(draw_token(press, id, middle, scale=scale, least=0.0))
        x += form.width * scale + _GAP
    return Block((Group(tuple(drawn), name="small pieces"),), x - _GAP, height)
