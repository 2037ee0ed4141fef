"""The shapes of the die faces (constraints A3, A4, A5)."""

from generator.games.fight_the_virus.plan import Plan
from generator.games.fight_the_virus.shapes import (
    Shape,
    is_connected,
    list_forms,
    list_free_shapes,
    list_turns,
    mirror,
)
from generator.model.dice import DieFace
from generator.model.kit import Kit

FREE = DieFace(value=6, most=4, frame=(2, 3))


def classes(forms: frozenset[Shape], *, with_mirror: bool) -> set[frozenset[Shape]]:
    """The forms in groups of those that turning (and mirroring) makes alike."""
    return {list_turns(form) | (list_turns(mirror(form)) if with_mirror else frozenset()) for form in forms}


def test_a4_a_six_is_17_shapes_in_the_frame_26_ways_on_the_sheet_10_turned_and_8_free() -> None:
    """The numbers of polyominoes of 1 to 4 squares within 2 by 3, counted in four ways."""
    forms = list_forms(FREE)
    assert len(list_free_shapes(4, (2, 3))) == 17
    assert len(forms) == 26
    assert len(classes(forms, with_mirror=False)) == 10
    assert len(classes(forms, with_mirror=True)) == 8


def test_a4_a_six_is_never_the_straight_four() -> None:
    """Four in a row do not fit into 2 by 3; three in a row do."""
    forms = list_forms(FREE)
    assert frozenset({(0, 0), (1, 0), (2, 0)}) in forms
    assert frozenset({(0, 0), (1, 0), (2, 0), (3, 0)}) not in forms
    assert frozenset({(0, 0), (0, 1), (0, 2), (0, 3)}) not in forms


def test_a4_the_frame_may_stand_or_lie() -> None:
    """2 by 3 and 3 by 2 allow the same shapes."""
    assert list_forms(FREE) == list_forms(DieFace(value=6, most=4, frame=(3, 2)))


def test_a3_the_faces_1_to_5_have_as_many_squares_as_pips(kit: Kit) -> None:
    """Five fixed connected shapes, easy to keep in mind."""
    fixed = {face.value: face.cells for face in kit.dice if face.cells}
    assert {value: len(cells) for value, cells in fixed.items()} == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}
    assert all(is_connected(cells) for cells in fixed.values())


def test_a5_shapes_may_be_turned_and_mirrored(kit: Kit) -> None:
    """The shapes lie on the sheet in 1, 2, 4, 4 and 8 ways: the P of five is not its own mirror image."""
    ways = {face.value: len(list_forms(face)) for face in kit.dice if face.cells}
    assert ways == {1: 1, 2: 2, 3: 4, 4: 4, 5: 8}


def test_every_form_lies_in_its_corner(plan: Plan, kit: Kit) -> None:
    """Forms start at column 0 and row 0, so that equal shapes are equal values."""
    for face in kit.dice:
        for form in list_forms(face):
            assert (min(x for x, _ in form), min(y for _, y in form)) == (0, 0)


def test_corners_do_not_connect() -> None:
    """Two squares that touch at a corner are two shapes."""
    assert not is_connected({(0, 0), (1, 1)})
    assert is_connected({(0, 0), (1, 0), (1, 1)})
