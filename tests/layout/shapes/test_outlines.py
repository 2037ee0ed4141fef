"""Outlines of components: they are closed, nets fold, and faces do not overlap."""

from itertools import combinations, pairwise
from math import hypot, sqrt

import pytest

from generator.layout.shapes.outlines import (
    cut_outline,
    distance_to_cut,
    fold_lines,
    footprint,
    list_faces,
    shape_outline,
)
from generator.model.pieces import Form
from generator.model.rectangles import Rectangle
from generator.scene.shapes import Segment

CARD = Form(63, 88, corner=3)
CHIP = Form(16, 16, outline="round")
OVAL = Form(30, 20, outline="round")
TILE = Form(40, 80 / sqrt(3), outline="hexagon")
FLAT = Form(80 / sqrt(3), 40, outline="hexagon")
PAWN = Form(20, 35, outline="standee")
CUBE = Form(12, 12, outline="cube")
ALL = (CARD, CHIP, OVAL, TILE, FLAT, PAWN, CUBE)


def points(segments: tuple[Segment, ...]) -> list[tuple[float, float]]:
    """The ends of all segments."""
    return [(float(segment[-2]), float(segment[-1])) for segment in segments if len(segment) > 1]  # type: ignore[misc]


@pytest.mark.parametrize("form", ALL, ids=lambda form: form.outline)
def test_outline_is_closed_and_fills_the_footprint(form: Form) -> None:
    """The box around the cut line is the footprint."""
    outline = cut_outline(form)
    assert outline[-1] == ("Z",)
    xs, ys = zip(*points(outline), strict=True)
    left, top, right, bottom = footprint(form)
    assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx((left, top, right, bottom))
    assert (left, top) == (0, 0)


@pytest.mark.parametrize("form", [CARD, CHIP, OVAL, TILE, FLAT], ids=lambda form: form.outline)
def test_a_widened_outline_is_everywhere_so_much_further_out(form: Form) -> None:
    """A widened outline is at the same distance everywhere."""
    for x, y in points(cut_outline(form, beyond=2)):
        assert -distance_to_cut(form, x, y) == pytest.approx(2, abs=0.05)


def test_hexagons_are_regular() -> None:
    """All six sides have the same length; a high hexagon has a point at the top, a wide one a side."""
    for form in (TILE, FLAT):
        corners = points(cut_outline(form))
        sides = [hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(corners)]
        assert sides == pytest.approx([40 / sqrt(3)] * 5)
    assert points(shape_outline("hexagon", Rectangle(0, 0, 40, 80 / sqrt(3))))[0] == (20, 0)
    assert points(shape_outline("hexagon", Rectangle(0, 0, 80 / sqrt(3), 40)))[0] == (0, 20)


def test_distance() -> None:
    """The distance is positive inside, 0 on the cut line, and negative outside."""
    assert distance_to_cut(CARD, 31.5, 44) == 31.5
    assert distance_to_cut(CARD, 2, 44) == 2
    assert distance_to_cut(CHIP, 8, 8) == 8
    assert distance_to_cut(CHIP, 8, 0) == pytest.approx(0)
    assert distance_to_cut(CHIP, 1, 1) < 0
    assert distance_to_cut(TILE, 20, 40 / sqrt(3)) == pytest.approx(20)
    assert distance_to_cut(TILE, 20, 0) == pytest.approx(0)
    assert distance_to_cut(TILE, 1, 1) < 0
    assert distance_to_cut(FLAT, 1, 1) < 0


def test_faces_of_a_cube() -> None:
    """Six faces do not overlap, and are folded along all common edges."""
    faces = list_faces(CUBE)
    assert len(faces) == 6
    for first, second in combinations(faces, 2):
        assert abs(first.x - second.x) >= 12 - 1e-9 or abs(first.y - second.y) >= 12 - 1e-9
    right, bottom = footprint(CUBE)[2:]
    assert all(face.x + 12 <= right and face.y + 12 <= bottom for face in faces)
    folds = points(fold_lines(CUBE))
    # Five folds between six faces, and one for each of the seven tabs.
    assert len(folds) / 2 == 5 + 7


def test_a_standee_is_folded_at_the_heads() -> None:
    """The front is upright below the fold, the back upside down above it, with a foot at each end."""
    front, back = list_faces(PAWN)
    assert (front.turned, front.is_back) == (False, False)
    assert (back.turned, back.is_back) == (True, True)
    assert front.y == back.y + 35
    _, _, width, height = footprint(PAWN)
    assert width == 20
    foot = back.y
    assert height == pytest.approx(2 * 35 + 2 * foot)
    assert 5 <= foot <= 9
    assert [y for _, y in points(fold_lines(PAWN))[::2]] == pytest.approx([foot, foot + 35, foot + 70])


@pytest.mark.parametrize("form", [CARD, CHIP, TILE], ids=lambda form: form.outline)
def test_what_stays_flat_is_not_folded(form: Form) -> None:
    """Cards, chips, and tiles have no fold lines."""
    assert fold_lines(form) == ()
