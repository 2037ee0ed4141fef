"""Figures of cards and tokens: side by side, at one scale, never enlarged."""

import pytest

from generator.errors import LayoutError
from generator.layout.boards.figures import lay_out_pieces_figure
from generator.layout.shapes.blocks import Block
from generator.model.elements.blocks import PiecesFigure
from generator.scene.shapes import Group
from tests import shipped

CARD, CAPSULE, DISC = 63.0, 26.0, 17.0


def drawn(*pieces: str, width: float = 90.0, size: float = 0.0) -> Block:
    press = shipped.press("virus_and_co", "en")
    return lay_out_pieces_figure(press, PiecesFigure(pieces, size), width=width)


def scales_of(block: Block) -> list[float]:
    (group,) = block.shapes
    assert isinstance(group, Group)
    return [shape.transform[0] for shape in group.shapes if isinstance(shape, Group)]


def test_cards_fill_the_width() -> None:
    """Two cards with a gap between them are as wide as the column."""
    block = drawn("blue_6", "red_6")
    assert block.width == pytest.approx(90.0)
    assert scales_of(block) == pytest.approx([(90.0 - 2.4) / (2 * CARD)] * 2)
    assert block.height == pytest.approx(88.0 * scales_of(block)[0])


def test_small_pieces_are_not_enlarged() -> None:
    """Tokens of different forms keep their relative sizes."""
    block = drawn("pill_blue", "pill_yellow")
    assert scales_of(block) == [1.0, 1.0]
    assert block.width == pytest.approx(DISC + 2.4 + CAPSULE)


def test_the_widest_piece_has_the_requested_width() -> None:
    """All others are drawn at the same scale."""
    assert scales_of(drawn("pill_blue", "pill_yellow", size=13.0)) == pytest.approx([0.5, 0.5])


def test_a_piece_can_be_shown_twice() -> None:
    """A figure names types of pieces, of which there may be many."""
    assert len(scales_of(drawn("pill_red", "pill_red", "pill_red"))) == 3


def test_too_many_pieces_are_an_error() -> None:
    """Fifty gaps of 2.4 mm alone are wider than the column."""
    with pytest.raises(LayoutError, match="50 pieces do not fit side by side"):
        drawn(*["pill_blue"] * 50)
