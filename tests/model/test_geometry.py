"""Shapes drawn as squares: outlines, holes, and squares that only share a corner."""

from generator.model.geometry import Rectangle, place_cells

BOX = Rectangle(0, 0, 30, 20)


def test_an_outline_has_only_the_corners() -> None:
    """It starts at the top left, and goes clockwise."""
    (corners,) = place_cells("XX./.XX", BOX)
    assert corners == [(0, 0), (20, 0), (20, 10), (30, 10), (30, 20), (10, 20), (10, 10), (0, 10)]


def test_a_hole_goes_the_other_way_round() -> None:
    outline, hole = place_cells("XXX\nX.X\nXXX", Rectangle(0, 0, 3, 3))
    assert outline == [(0, 0), (3, 0), (3, 3), (0, 3)]
    assert hole == [(2, 1), (1, 1), (1, 2), (2, 2)]


def test_cells_that_only_share_a_corner_stay_apart() -> None:
    first, second = place_cells("X./.X", Rectangle(0, 0, 2, 2))
    assert first == [(0, 0), (1, 0), (1, 1), (0, 1)]
    assert second == [(1, 1), (2, 1), (2, 2), (1, 2)]
