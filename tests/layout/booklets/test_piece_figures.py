"""Figures of cards, tokens, and examples: side by side in the order of reading, never enlarged."""

from dataclasses import replace

import pytest

from generator.errors import LayoutError
from generator.layout.boards.figures import lay_out_figure, lay_out_pieces_figure
from generator.layout.document import make_press
from generator.layout.shapes.outlines import Block
from generator.model.elements.blocks import PiecesFigure, SectionFigure
from generator.scene.shapes import Group, Page
from tests import shipped
from tests.geometry import place_all, place_words

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


def test_figures_are_in_the_order_of_reading() -> None:
    """From right to left, the first piece is on the right."""
    pieces = PiecesFigure(("pill_blue", "pill_yellow"))
    english = shipped.kit("virus_and_co").wordings["en"]
    turned = replace(shipped.kit("virus_and_co"), wordings={"en": replace(english, direction="rtl")})
    press = make_press(turned, locale="en", fonts=shipped.fonts()).in_reading_order()
    block = lay_out_figure(press, pieces, width=90.0).block
    shown = place_all(Page(90.0, block.height, press.turn(block.shapes, 90.0)))
    lefts = {name: min(one.left for one in shown if f"figure-{name}" in one.groups) for name in pieces.pieces}
    assert lefts["pill_blue"] > lefts["pill_yellow"]


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_examples_of_a_grid_are_in_the_order_of_reading(locale: str) -> None:
    """The allowed example is the first in all languages, with its squares in their order."""
    booklet = shipped.part("fight_the_virus", "rules")
    figures = [block for block in booklet.blocks if isinstance(block, SectionFigure)]
    (figure,) = [one for one in figures if one.caption == "rules.curve.figure"]
    press = shipped.press("fight_the_virus", locale).in_reading_order()
    block = lay_out_figure(press, replace(figure, caption=""), width=80.0).block
    words = place_words(Page(80.0, block.height, press.turn(block.shapes, 80.0)))
    digits = sorted((one for one in words if one.shape.text in {*"123456"}), key=lambda one: one.left)
    lowest = max(one.top for one in digits)
    assert [one.shape.text for one in digits if one.top == lowest] == ["6", "4", "1", "6", "4", "1"]
    (two,) = [one for one in digits if one.shape.text == "2"]
    assert (two.left > 40.0) == (locale == "ar")
