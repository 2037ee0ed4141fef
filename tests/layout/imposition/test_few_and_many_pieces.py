"""Few pieces on a sheet use the room that the rest leaves; thousands of pieces are placed in linear time."""

import pytest

from generator.layout.imposition.marks import make_crop_marks
from generator.layout.imposition.pieces import arrange_pieces
from generator.model.kit import Form
from generator.model.printing.printing import Paper, Printing
from tests.layout.imposing import A4, LETTER, POKER, make_things
from tests.pace import count_beats

SQUARE = Form(9.0, 9.0, bleed=1.5)
"""A form so small that complete rows of it would extend from margin to margin."""


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.id)
def test_marks_of_few_pieces_are_complete(paper: Paper) -> None:
    """There is room for marks above and below a few rows: none is cut off at the edge of the paper."""
    printing = Printing()
    things = make_things(SQUARE, 96)
    (sheet,) = arrange_pieces(things, paper=paper, printing=printing, folded=False, name="cubes")
    segments = make_crop_marks(sheet.layout, printing.marks)
    upright = [
        (start[2], end[2])
        for start, end in zip(segments[::2], segments[1::2], strict=True)
        if abs(start[1] - end[1]) < 1e-6
    ]
    assert upright
    for y1, y2 in upright:
        assert abs(y2 - y1) == pytest.approx(printing.marks.length)
        assert min(y1, y2) >= paper.margin
        assert max(y1, y2) <= paper.height - paper.margin


@pytest.mark.parametrize(("count", "grid"), [(1, None), (2, None), (5, None), (1, (3, 3)), (2, (3, 3))])
def test_few_cards_are_in_the_middle(count: int, grid: tuple[int, int] | None) -> None:
    """A block of less than 60 % of a sheet is in the middle of the room; a grid keeps all its places."""
    things, printing = make_things(POKER, count), Printing(grid=grid)
    (sheet,) = arrange_pieces(things, paper=A4, printing=printing, folded=False, name="cards")
    trims = [slot.trim for slot in sheet.layout.slots]
    middle = (min(one.left for one in trims) + max(one.right for one in trims)) / 2
    assert (middle == pytest.approx(A4.width / 2)) == (grid is None)


@pytest.mark.speed
def test_four_times_as_many_pieces_take_about_four_times_as_long() -> None:
    """Pieces and marks are compared with their neighbours, not with all others on the sheet."""

    def lay_out(count: int) -> None:
        (sheet,) = arrange_pieces(
            make_things(Form(3.0, 3.0), count), paper=A4, printing=Printing(), folded=False, name="tokens"
        )
        make_crop_marks(sheet.layout, Printing().marks)

    assert count_beats(lambda: lay_out(2400)) < 10 * count_beats(lambda: lay_out(600))
