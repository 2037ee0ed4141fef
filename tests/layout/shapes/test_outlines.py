"""Outlines of components: they are closed, nets fold, and faces do not overlap."""

from dataclasses import replace
from itertools import combinations, pairwise, product
from math import hypot, sqrt

import pytest

from generator.layout.shapes.outlines import (
    cut_outline,
    distance_to_cut,
    fold_lines,
    footprint,
    grow_outline,
    list_piece_faces,
    measure_distance,
    polygon,
    shape_outline,
)
from generator.model.geometry import Rectangle
from generator.model.kit import Form
from generator.scene.shapes import Segment
from generator.scene.svg_outline import StraightPart, contains, cut_up
from tests.samples import sample

CARD = Form(63, 88, corner=3)
CHIP = Form(16, 16, outline="round")
OVAL = Form(30, 20, outline="round")
TILE = Form(40, 80 / sqrt(3), outline="hexagon")
FLAT = Form(80 / sqrt(3), 40, outline="hexagon")
PAWN = Form(20, 35, outline="standee")
CUBE = Form(12, 12, outline="cube")
BOX = Form(64, 89, outline="tuck_box", depth=17.2)
TAB = Form(96, 74, outline="path", path="M0 74V12H4V0H32V12H96V74Z")
STAR = Form(40, 40, outline="path", path="M20 0L25 15H40L28 24L32 40L20 30L8 40L12 24L0 15H15Z")
LEAF = Form(30, 50, outline="path", path="M15 0C40 10 30 45 15 50C10 40 10 20 0 25C-2 10 5 5 15 0Z")
ALL = (CARD, CHIP, OVAL, TILE, FLAT, PAWN, CUBE, BOX, TAB, STAR)


def points(segments: tuple[Segment, ...]) -> list[tuple[float, float]]:
    """The ends of all segments."""
    return [(float(segment[-2]), float(segment[-1])) for segment in segments if len(segment) > 1]


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
    for (x, y), (x2, y2) in cut_up(cut_outline(form, beyond=2)):
        assert -distance_to_cut(form, (x + x2) / 2, (y + y2) / 2) == pytest.approx(2, abs=0.05)


@pytest.mark.parametrize("form", [TAB, STAR, LEAF], ids=["tab", "star", "leaf"])
@pytest.mark.parametrize("turned", [False, True])
def test_a_path_grows_by_the_bleed_on_all_sides(form: Form, turned: bool) -> None:
    """Whatever is closer to the outline than the bleed is inside the wider one, and nothing far away is."""
    outline = cut_outline(form)
    if turned:
        outline = polygon([end for _, end in reversed([*cut_up(outline)])])
    wide = [*cut_up(grow_outline(outline, 3.0))]
    points = [*product(range(-5, int(form.width) + 6), range(-5, int(form.height) + 6))]
    for across, down in sample(points, 800, key=f"{form} {turned}"):
        x, y = across + 0.05, down + 0.07
        distance = min(measure_distance(part, (x, y)) for part in cut_up(outline))
        is_inside = contains([*cut_up(outline)], (x, y))
        if is_inside or distance < 2.95:
            assert winding(wide, x, y), (x, y)
        elif distance > 3.0 * 2.001:
            assert not winding(wide, x, y), (x, y)


def winding(parts: list[StraightPart], x: float, y: float) -> int:
    """How often an outline goes around a point."""
    turns = 0
    for (x1, y1), (x2, y2) in parts:
        if (y1 > y) != (y2 > y) and x1 + (y - y1) / (y2 - y1) * (x2 - x1) > x:
            turns += 1 if y2 > y1 else -1
    return turns


def test_a_path_is_mirrored_on_the_back() -> None:
    """A tab at the left of the front is at the right of the back."""
    ends = points(cut_outline(replace(TAB, is_back=True)))
    assert [x for x, y in ends if y == 0] == [92, 64]
    assert distance_to_cut(TAB, 18, 6) > 0 > distance_to_cut(replace(TAB, is_back=True), 18, 6)


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
    assert distance_to_cut(CHIP, 8, 8) == pytest.approx(8, abs=0.01)
    assert distance_to_cut(CHIP, 8, 0) == pytest.approx(0)
    assert distance_to_cut(CHIP, 1, 1) < 0
    assert distance_to_cut(TILE, 20, 40 / sqrt(3)) == pytest.approx(20)
    assert distance_to_cut(TILE, 20, 0) == pytest.approx(0)
    assert distance_to_cut(TILE, 1, 1) < 0
    assert distance_to_cut(FLAT, 1, 1) < 0


def test_a_tuck_box_has_the_size_of_its_deck() -> None:
    """Six faces that do not overlap: the front and the back as wide as the deck, the others as deep."""
    faces = {face.name: face for face in list_piece_faces(BOX)}
    assert [(face.box.width, face.box.height) for face in faces.values()] == [
        pytest.approx(size) for _, size in BOX.faces
    ]
    for first, second in combinations(faces.values(), 2):
        assert first.box.overlap(second.box) < 1e-9
    assert footprint(BOX).width == pytest.approx(12 + 2 * 64 + 2 * 17.2)
    assert footprint(BOX).height == pytest.approx(15 + 89 + 2 * 17.2)
    assert faces["top"].turned
    assert faces["top"].box.bottom == faces["back"].box.top
    assert faces["bottom"].box.top == faces["front"].box.bottom


def test_a_tuck_box_is_folded_between_faces_and_flaps() -> None:
    """Four folds upright, and one along the bottom, the left, the lid, and the lid's flap."""
    folds = points(fold_lines(BOX))
    assert len(folds) / 2 == 4 + 4
    for (x1, y1), (x2, y2) in zip(folds[::2], folds[1::2], strict=True):
        middle = x1 + (x2 - x1) * 0.45, y1 + (y2 - y1) * 0.45
        assert contains([*cut_up(cut_outline(BOX))], middle), middle


@pytest.mark.parametrize("deep", [1.3, 4.3, 17.2, 40.0])
def test_the_flaps_of_a_tuck_box(deep: float) -> None:
    """Small flaps are deep enough for glue, and slits beside the fold of the tuck flap hold the lid."""
    box = replace(BOX, depth=deep)
    faces = {face.name: face.box for face in list_piece_faces(box)}
    outline = [*cut_up(cut_outline(box))]
    dust = min(max(0.8 * deep, 12), 31.5)
    for side in ("left", "right"):
        left, top, right, bottom = faces[side]
        middle = (left + right) / 2
        for fold, way in ((top, -1), (bottom, 1)):
            assert contains(outline, (middle, fold + way * (dust - 0.1)))
            assert not contains(outline, (middle, fold + way * (dust + 0.1)))
    assert footprint(box).height == pytest.approx(max(15 + 89 + 2 * deep, 15 + deep + 89 + dust))
    # The slits begin at both ends of the fold between the lid and the flap that is tucked in.
    lid = faces["top"]
    cuts = [sorted((x1, x2)) for (x1, y1), (x2, y2) in outline if y1 == y2 == pytest.approx(lid.top)]
    assert max(end for start, end in cuts if start == lid.left) == pytest.approx(lid.left + 10)
    assert min(start for start, end in cuts if end == lid.right) == pytest.approx(lid.right - 10)
    ends = [x for x, y in points(fold_lines(box)) if y == pytest.approx(lid.top)]
    assert ends == pytest.approx([lid.left + 10, lid.right - 10])
    # The notch for the thumb is 20 mm wide, and the strip for glue is on a side.
    front = faces["front"]
    assert not contains(outline, (front.middle[0], front.top + 9.9))
    assert contains(outline, (front.middle[0] + 10.1, front.top + 0.1))
    assert faces["left"].left == 12
    assert contains(outline, (1, 60))


def test_faces_of_a_cube() -> None:
    """Six faces do not overlap, and are folded along all common edges."""
    faces = list_piece_faces(CUBE)
    assert len(faces) == 6
    for first, second in combinations(faces, 2):
        assert first.box.overlap(second.box) < 1e-9
    assert all(face.box.beyond(footprint(CUBE)) == 0 for face in faces)
    folds = points(fold_lines(CUBE))
    # Five folds between six faces, and one for each of the seven tabs.
    assert len(folds) / 2 == 5 + 7


def test_a_standee_is_folded_at_the_heads() -> None:
    """The front is upright below the fold, the back upside down above it, with a foot at each end."""
    front, back = list_piece_faces(PAWN)
    assert (front.turned, front.is_back) == (False, False)
    assert (back.turned, back.is_back) == (True, True)
    assert front.box.top == back.box.top + 35
    _, _, width, height = footprint(PAWN)
    assert width == 20
    foot = back.box.top
    assert height == pytest.approx(2 * 35 + 2 * foot)
    assert 5 <= foot <= 9
    assert [y for _, y in points(fold_lines(PAWN))[::2]] == pytest.approx([foot, foot + 35, foot + 70])


@pytest.mark.parametrize("form", [CARD, CHIP, TILE], ids=lambda form: form.outline)
def test_what_stays_flat_is_not_folded(form: Form) -> None:
    """Cards, chips, and tiles have no fold lines."""
    assert fold_lines(form) == ()
