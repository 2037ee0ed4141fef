"""The shapes of the die faces (constraints A3, A4, A5)."""

from generator.games.fight_the_virus.analysis import list_forms
from generator.model.dice import DieFace, Shape, forms, free_shapes, is_connected, normalised
from generator.model.kit import Kit

FREE = DieFace(value=6, most=4, frame=(2, 3))


def list_turns(shape: Shape) -> frozenset[Shape]:
    """The shape in its directions, not mirrored."""
    turns = [normalised(shape)]
    for _ in range(3):
        turns.append(normalised((-y, x) for x, y in turns[-1]))
    return frozenset(turns)


def test_a4_a_six_is_17_shapes_in_the_frame_26_ways_on_the_sheet_10_turned_and_8_free() -> None:
    """The polyominoes of 1 to 4 squares within 2 by 3, counted in four ways."""
    found = list_forms(FREE)
    upright = [form for form in found if max(x for x, _ in form) < 2 and max(y for _, y in form) < 3]
    assert len(upright) == 17
    assert len(set(found)) == len(found) == 26
    assert len({list_turns(form) for form in found}) == 10
    assert len({frozenset(forms(form)) for form in found}) == len(free_shapes(FREE)) == 8


def test_a4_a_six_is_never_the_straight_four() -> None:
    """Four in a row do not fit into 2 by 3; three in a row do."""
    found = list_forms(FREE)
    assert ((0, 0), (1, 0), (2, 0)) in found
    assert ((0, 0), (1, 0), (2, 0), (3, 0)) not in found
    assert ((0, 0), (0, 1), (0, 2), (0, 3)) not in found


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
