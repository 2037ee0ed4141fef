"""Shapes of squares, such as those of die faces, are in rows and columns, and many of one face in a row."""

from collections.abc import Iterator, Sequence

import pytest

from generator.layout.elements.blocks import lay_out_shapes
from generator.model.elements.blocks import ShapesBlock, SquareShapes
from generator.model.kit import Sheet
from generator.scene.shapes import GlyphRun, Page, Shape, Use, move_point, walk
from tests import shipped
from tests.geometry import place_words

ROOM = 77.0


def find_dice(shapes: Sequence[Shape]) -> Iterator[tuple[float, float]]:
    """Yield the top left corners of the dice, in the order of their pips."""
    for placed in walk(shapes, symbols=False):
        if isinstance(placed.shape, Use):
            yield move_point(placed.transform, 0, 0)


def lay_out(width: float, *, every_form: bool = False) -> list[tuple[float, float]]:
    press = shipped.press("fight_the_virus", "en")
    content = press.kit.parts_of(Sheet)["sheet"].sections["shapes"].content
    assert isinstance(content, ShapesBlock)
    block = lay_out_shapes(press, content.shapes, size=4.2, width=width, every_form=every_form)
    assert block.width == width
    return list(find_dice(block.shapes))


def test_dice_are_in_columns() -> None:
    """Six faces are in two rows: dice of a column have one left edge, dice of a row one top."""
    dice = lay_out(ROOM)
    for above, below in zip(dice[:3], dice[3:], strict=True):
        assert above[0] == pytest.approx(below[0])
        assert above[1] < below[1]
    assert len({round(y, 6) for _, y in dice[:3]}) == len({round(y, 6) for _, y in dice[3:]}) == 1


def test_a_face_with_every_form_has_a_row_of_its_own() -> None:
    """The six is below the others, at the left edge of the first column."""
    dice = lay_out(ROOM, every_form=True)
    assert all(y < dice[5][1] for _, y in dice[:5])
    assert dice[0][0] == pytest.approx(dice[3][0])
    assert dice[5][0] == pytest.approx(dice[0][0])


def test_a_free_face_needs_no_texts_of_the_game() -> None:
    """The maximum number of squares is in the texts that all games share."""
    free = SquareShapes("die_1", ("# #\n# #", "#"), (2, 2))
    block = lay_out_shapes(shipped.press("pox", "en"), (free,), size=4.2, width=ROOM)
    words = [placed.shape for placed in place_words(Page(ROOM, ROOM, block.shapes))]
    # The sign may be from another font.
    texts = [word.text for word in words if isinstance(word, GlyphRun)]
    assert "".join(texts) == "≤\N{NO-BREAK SPACE}4"
