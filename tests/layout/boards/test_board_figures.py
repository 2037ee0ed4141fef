"""Figures of a board have cells, tokens, rings, and arrows at the places of the board."""

from dataclasses import replace

import pytest

from generator.layout.boards.figures import lay_out_board_figure
from generator.model.elements.blocks import BoardFigure, MapFigure
from generator.model.geometry import Rectangle
from generator.scene.shapes import Page, Path
from tests import shipped
from tests.geometry import Placed, place_all, place_words, within

FIGURE = BoardFigure(
    board="board",
    area="people",
    first="b2",
    last="d3",
    tokens=(("b2", "infection"), ("d3", "immunity")),
    arrows=(("b2", "c2"),),
    size=10.0,
)


def draw(figure: BoardFigure, width: float = 80.0) -> Page:
    """Return a page with only the figure, in its size."""
    block = lay_out_board_figure(shipped.press("pox", "en"), figure, width=width)
    return Page(block.width, block.height, block.shapes)


def box_of(placed: Placed) -> Rectangle:
    """Return the box around a shape."""
    return Rectangle(placed.left, placed.top, placed.right, placed.bottom)


def edge_of(page: Page, token: str) -> Placed:
    """Return the light edge around a token."""
    return [
        one
        for one in within(page, f"figure-{token}")
        if isinstance(one.shape, Path) and one.shape.fill is None
    ][-1]


def test_a_figure_is_as_large_as_its_cells() -> None:
    """Three columns and two rows of 10 mm; letters and numbers add 5 mm on the left and above."""
    page = draw(FIGURE)
    assert (page.width, page.height) == pytest.approx((30.0, 20.0))
    labelled = draw(replace(FIGURE, labels=True))
    assert (labelled.width, labelled.height) == pytest.approx((35.0, 25.0))


def test_cells_shrink_where_there_is_no_room() -> None:
    """The figure is never wider than its column."""
    assert draw(FIGURE, width=21.0).width == pytest.approx(21.0)


@pytest.mark.parametrize(("token", "place"), [("infection", (7.5, 7.5)), ("immunity", (27.5, 17.5))])
def test_tokens_lie_at_the_spots_of_their_places(token: str, place: tuple[float, float]) -> None:
    """b2 is the first cell of the first row, d3 the last of the last row; the spot is at the lower right."""
    edge = edge_of(draw(FIGURE), token)
    assert ((edge.left + edge.right) / 2, (edge.top + edge.bottom) / 2) == pytest.approx(place, abs=0.05)


def test_tokens_leave_the_face_in_sight() -> None:
    """Tokens are as large as their icons need, but cover only the shoulder."""
    assert edge_of(draw(FIGURE), "infection").width == pytest.approx(5.3, abs=0.1)


def test_tokens_lie_above_the_rings_around_cells() -> None:
    """The ring of a cell would cut the chip at its shoulder."""
    colour = shipped.press("pox", "en").palette["primary"]
    placed = place_all(draw(replace(FIGURE, ringed=("b2",))))
    rings = [number for number, one in enumerate(placed) if isinstance(one.shape, Path) and one.shape.stroke]
    last_ring = max(number for number in rings if placed[number].shape.stroke.colour == colour)
    chip = edge_of(draw(replace(FIGURE, ringed=("b2",))), "infection")
    assert last_ring < placed.index(chip)


def test_tokens_leave_the_arrows_of_a_map_in_sight() -> None:
    """Three cubes on a city from which it goes to all sides cover no arrow."""
    ways = (("kolkata", "delhi"), ("kolkata", "chennai"), ("kolkata", "bangkok"), ("kolkata", "hong_kong"))
    cubes = {"kolkata": ("cube_black",) * 3}
    shown = ("kolkata", "delhi", "chennai", "bangkok", "hong_kong", "karachi", "mumbai", "tehran")
    figure = MapFigure(board="board", places=shown, tokens=cubes, arrows=ways)
    block = lay_out_board_figure(shipped.press("pandemic", "en"), figure, width=88.0)
    page = Page(block.width, block.height, block.shapes)
    red = shipped.press("pandemic", "en").palette["red"]
    paths = [one for one in place_all(page) if isinstance(one.shape, Path)]
    arrows = [box_of(one) for one in paths if red in one.shape.paints and one.width > 1]
    cubes_at = Rectangle.around(
        box_of(one).corners[end] for one in within(page, "figure-cube_black") for end in (0, 2)
    )
    assert len(arrows) > 3
    assert max(cubes_at.overlap(arrow) for arrow in arrows) < 1


def test_entries_are_written_into_cells() -> None:
    """A number is in the middle of its cell; a cross has two strokes."""
    plain, written = draw(FIGURE), draw(replace(FIGURE, entries={"c3": "7", "c2": "x"}))
    (word,) = place_words(written)
    middle = (word.left + word.right) / 2, (word.top + word.bottom) / 2
    assert middle == pytest.approx((15.0, 15.0), abs=0.3)
    assert len(place_all(written)) - len(place_all(plain)) == 3


def test_nothing_is_drawn_outside_a_figure() -> None:
    """Neighbouring cells are not shown, and tokens do not extend beyond the figure."""
    page = draw(replace(FIGURE, labels=True, ringed=("c3",)))
    drawn = [edge_of(page, "infection"), edge_of(page, "immunity"), *within(page, "figure-cells")]
    for placed in drawn:
        assert -0.2 <= placed.left <= placed.right <= page.width + 0.2
        assert -0.2 <= placed.top <= placed.bottom <= page.height + 0.2
