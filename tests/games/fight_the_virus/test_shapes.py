"""The shapes of the die faces (constraints A3, A4, A5)."""

from generator.games.fight_the_virus.areas import list_forms
from generator.games.fight_the_virus.sheet import find_section
from generator.model.elements.blocks import ShapesBlock
from generator.model.elements.squares import Cells
from generator.model.kit import Kit
from tests.games.fight_the_virus.soundness import is_connected, list_free_shapes


def list_faces(kit: Kit) -> list[tuple[Cells, ...]]:
    return [one.shapes for one in find_section(kit, "shapes", ShapesBlock).shapes]


def normalise(cells: Cells) -> Cells:
    left, top = map(min, zip(*cells, strict=True))
    return tuple(sorted(((x - left, y - top) for x, y in cells), key=lambda cell: cell[::-1]))


def list_turns(shape: Cells) -> frozenset[Cells]:
    """The shape in its directions, not mirrored."""
    turns = [normalise(shape)]
    for _ in range(3):
        turns.append(normalise(tuple((-y, x) for x, y in turns[-1])))
    return frozenset(turns)


def test_a4_a_six_is_17_shapes_in_the_frame_26_ways_on_the_sheet_10_turned_and_8_free(kit: Kit) -> None:
    """The polyominoes of 1 to 4 squares within 2 by 3, counted in four ways."""
    six = list_faces(kit)[5]
    found = [form for shape in six for form in list_forms(shape)]
    upright = [form for form in found if max(x for x, _ in form) < 2 and max(y for _, y in form) < 3]
    assert len(upright) == 17
    assert len(set(found)) == len(found) == 26
    assert len({list_turns(form) for form in found}) == 10
    assert len({frozenset(list_forms(form)) for form in found}) == len(six) == 8


def test_a4_a_six_is_never_the_straight_four(kit: Kit) -> None:
    """Four in a row do not fit into 2 by 3; three in a row do."""
    six = list_faces(kit)[5]
    assert ((0, 0), (1, 0), (2, 0)) in six
    assert all(form not in six for form in list_forms(((0, 0), (1, 0), (2, 0), (3, 0))))


def test_a4_the_sheet_shows_every_shape(kit: Kit) -> None:
    """No shape of the frame is missing, and none is drawn twice."""
    assert {*list_faces(kit)[5]} == {*list_free_shapes(most=4, frame=(2, 3))}


def test_a3_the_faces_1_to_5_have_as_many_squares_as_pips(kit: Kit) -> None:
    """Five fixed connected shapes, easy to keep in mind."""
    fixed = [shape for (shape,) in list_faces(kit)[:5]]
    assert [len(cells) for cells in fixed] == [1, 2, 3, 4, 5]
    assert all(map(is_connected, fixed))


def test_a5_shapes_may_be_turned_and_mirrored(kit: Kit) -> None:
    """The shapes lie on the sheet in 1, 2, 4, 4 and 8 ways: the P of five is not its own mirror image."""
    assert [len(list_forms(shape)) for (shape,) in list_faces(kit)[:5]] == [1, 2, 4, 4, 8]
