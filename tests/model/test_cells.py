"""Shapes drawn as cells: outlines, holes, distances, and what is seen from behind."""

import pytest

from generator.model.cells import distance_to_edge, mirror_cells, place_cells
from generator.model.rectangles import Rectangle

BOX = Rectangle(0, 0, 30, 20)


def test_an_outline_has_only_the_corners() -> None:
    """It starts at the top left, goes clockwise, and moves outwards as a whole."""
    (corners,) = place_cells("XX./.XX", BOX)
    assert corners == [(0, 0), (20, 0), (20, 10), (30, 10), (30, 20), (10, 20), (10, 10), (0, 10)]
    (further,) = place_cells("XX./.XX", BOX, 2)
    assert further == [(-2, -2), (22, -2), (22, 8), (32, 8), (32, 22), (8, 22), (8, 12), (-2, 12)]


def test_a_hole_goes_the_other_way_round() -> None:
    outline, hole = place_cells("XXX\nX.X\nXXX", Rectangle(0, 0, 3, 3))
    assert outline == [(0, 0), (3, 0), (3, 3), (0, 3)]
    assert hole == [(2, 1), (1, 1), (1, 2), (2, 2)]


def test_cells_that_only_share_a_corner_stay_apart() -> None:
    first, second = place_cells("X./.X", Rectangle(0, 0, 2, 2))
    assert first == [(0, 0), (1, 0), (1, 1), (0, 1)]
    assert second == [(1, 1), (2, 1), (2, 2), (1, 2)]


@pytest.mark.parametrize(
    ("x", "y", "distance"), [(5, 5, 5), (15, 10, 5), (25, 5, -5), (19, 2, 1), (35, 15, -5), (18, 9, 2)]
)
def test_distance_to_the_nearest_edge(x: float, y: float, distance: float) -> None:
    assert distance_to_edge("XX./.XX", BOX, x, y) == pytest.approx(distance)


def test_backs_are_mirrored() -> None:
    assert mirror_cells("XXX/X") == "XXX/..X"
