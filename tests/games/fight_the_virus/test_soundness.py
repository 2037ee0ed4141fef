"""The sheet that ships is sound, and a sheet made worse is found out."""

from dataclasses import replace

import pytest

from generator.games.fight_the_virus.sheet import find_section, read_data
from generator.model.elements.blocks import AnyBlock, ShapesBlock
from generator.model.elements.squares import Cells, Place, Places, name_lines
from generator.model.elements.template import GridBlock, TrackBlock
from generator.model.kit import Kit, Sheet
from generator.rules.core import NoRules
from tests.games.fight_the_virus.soundness import list_flaws


def put_block(kit: Kit, id: str, block: AnyBlock) -> Kit:
    """The kit with the contents of one section of its sheet exchanged."""
    (sheet,) = kit.parts
    assert isinstance(sheet, Sheet)
    sections = {**sheet.sections, id: replace(sheet.sections[id], draw=(block,))}
    return replace(kit, parts=(replace(sheet, sections=sections),))


def change_squares(kit: Kit, id: str, **marks: tuple[str, ...] | None) -> Kit:
    """New marks for some squares of a section; None takes the square away."""
    section = find_section(kit, id, GridBlock)
    squares = [
        replace(square, marks=marks.get(square.id, square.marks))
        for square in section.grid
        if marks.get(square.id, ()) is not None
    ]
    return put_squares(kit, id, *squares)


def put_squares(kit: Kit, id: str, *squares: Place) -> Kit:
    """The kit with other squares than those of the drawing."""
    block = replace(find_section(kit, id, GridBlock))
    vars(block)["grid"] = Places(squares)
    return put_block(kit, id, block)


def add_square(kit: Kit, id: str, square: Place) -> Kit:
    return put_squares(kit, id, *find_section(kit, id, GridBlock).grid, square)


def change_row_bonus(kit: Kit, id: str, row: int, mark: str) -> Kit:
    section = find_section(kit, id, GridBlock)
    label = name_lines(section.grid, section.naming)[1][row]
    others = {other: bonus for other, bonus in section.bonuses.items() if other != label}
    return put_block(kit, id, replace(section, bonuses={**others, label: mark} if mark else others))


def change_field(kit: Kit, index: int, **changes: object) -> Kit:
    section = find_section(kit, "research", TrackBlock)
    fields = list(section.fields)
    fields[index] = replace(fields[index], **changes)
    return put_block(kit, "research", replace(section, written=tuple(fields)))


def change_face(kit: Kit, value: int, *shapes: Cells) -> Kit:
    section = find_section(kit, "shapes", ShapesBlock)
    faces = list(section.shapes)
    faces[value - 1] = replace(faces[value - 1], squares=tuple(map(draw, shapes)))
    return put_block(kit, "shapes", replace(section, shapes=tuple(faces)))


def draw(cells: Cells) -> str:
    """The drawing of a shape."""
    rows = range(max(row for _, row in cells) + 1)
    columns = range(max(column for column, _ in cells) + 1)
    return "\n".join(" ".join("#" if (x, y) in cells else "." for x in columns) for y in rows)


def test_the_sheet_that_ships_is_sound(kit: Kit) -> None:
    """No fault at all."""
    assert list_flaws(kit) == ()


def assert_fault(kit: Kit, words: str) -> None:
    faults = list_flaws(kit)
    assert any(words in fault for fault in faults), faults


def test_twenty_spikes_are_a_fault(kit: Kit) -> None:
    """One spike less than fields."""
    assert_fault(change_squares(kit, "analysis", f1=()), "20 spikes and 21 progress fields")


def test_a_missing_progress_field_is_a_fault(kit: Kit) -> None:
    """One field less than spikes."""
    section = find_section(kit, "progress", TrackBlock)
    worse = put_block(kit, "progress", replace(section, count=0, written=section.fields[1:]))
    assert_fault(worse, "21 spikes and 20 progress fields")


def test_an_area_in_pieces_is_a_fault(kit: Kit) -> None:
    """The spike f1 without f2 stands alone, and can be covered in no legal way beside the others."""
    worse = change_squares(kit, "analysis", f2=None)
    assert_fault(worse, "falls into pieces")
    assert_fault(worse, "no filling was found")


def test_shapes_that_cannot_cover_the_virus_are_a_fault(kit: Kit) -> None:
    """With single squares alone the spikes that stand on one square are out of reach."""
    worse = kit
    for value in range(1, 7):
        worse = change_face(worse, value, ((0, 0),))
    assert_fault(worse, "no filling was found")


def test_a_die_with_a_shape_in_two_parts_is_a_fault(kit: Kit) -> None:
    """Two squares that touch at a corner."""
    assert_fault(change_face(kit, 2, ((0, 0), (1, 1))), "2 is no connected shape")


def test_a_larger_six_and_a_missing_face_are_faults(kit: Kit) -> None:
    """Five squares are more than the rules allow; six faces are needed."""
    section = find_section(kit, "shapes", ShapesBlock)
    line = tuple((column, 0) for column in range(4))
    assert_fault(change_face(kit, 6, *section.shapes[5].shapes, line), "6 is not any shape")
    assert_fault(put_block(kit, "shapes", replace(section, shapes=section.shapes[1:])), "5 faces, not 6")


@pytest.mark.parametrize(
    ("index", "changes", "words"),
    [
        (2, {"bonus": ""}, "the bonus of 3 is ``"),
        (3, {"bonus": "shape"}, "the bonus of 4 is `shape`"),
        (6, {"cost": 2}, "the cost printed beside 7 is 2"),
        (11, {"label": "13"}, "not 1 to 12"),
    ],
)
def test_another_research_is_a_fault(kit: Kit, index: int, changes: dict[str, object], words: str) -> None:
    """Bonuses, costs and numbers are those of the published rules."""
    assert_fault(change_field(kit, index, **changes), words)


def test_a_research_label_that_is_no_number_is_a_fault(kit: Kit) -> None:
    """Told, not raised."""
    assert_fault(change_field(kit, 0, label="one"), "one")


def test_a_brick_on_one_support_is_a_fault(kit: Kit) -> None:
    """Without a1, b1 stands on a2 alone."""
    assert_fault(change_squares(kit, "testing", a1=None), "b1 stands on 1, not on two")


def test_a_goal_out_of_reach_is_a_fault(kit: Kit) -> None:
    """A seventh row, with a goal at the top: rising numbers would have to go up to 7."""
    section = find_section(kit, "testing", GridBlock)
    bottom = tuple(Place(f"z{number}", number - 1.5, 6) for number in range(1, 8))
    lifted = put_squares(kit, "testing", *section.grid, *bottom)
    worse = change_squares(lifted, "testing", f1=("goal",))
    assert_fault(worse, "7 rows")
    assert_fault(worse, "f1 cannot be reached")


def test_a_row_of_testing_without_its_bonus_is_a_fault(kit: Kit) -> None:
    """Every row gives a shape or a number for the curve."""
    assert_fault(change_row_bonus(kit, "testing", 5, ""), "row 1 from below has no bonus")
    assert_fault(change_row_bonus(kit, "testing", 5, "one"), "row 1 from below has no bonus")


def test_areas_without_goals_are_a_fault(kit: Kit) -> None:
    """Both need red squares."""
    assert_fault(change_squares(kit, "testing", c1=(), c4=(), d2=()), "testing: no red square")
    assert_fault(change_squares(kit, "curve", c4=(), d5=(), e5=(), f4=()), "curve: no red square")


def test_areas_without_extra_dice_are_a_fault(kit: Kit) -> None:
    """Both have some."""
    assert_fault(change_squares(kit, "testing", a3=(), b4=(), d1=()), "testing: no square gives an extra die")
    assert_fault(change_squares(kit, "curve", a1=(), d3=(), f2=(), i1=()), "curve: no square gives an extra")


def test_a_column_with_a_hole_is_a_fault(kit: Kit) -> None:
    """d2 missing."""
    assert_fault(change_squares(kit, "curve", d2=None), "the column of d1 has a hole")


def test_a_column_that_stands_apart_is_a_fault(kit: Kit) -> None:
    """Without column b, a1 has a gap beside it."""
    assert_fault(change_squares(kit, "curve", b1=None, b2=None), "do not lie side by side")


def test_a_curve_that_rises_twice_is_a_fault(kit: Kit) -> None:
    """A tenth column higher than the ninth."""
    worse = add_square(kit, "curve", Place("i2", 8, 3))
    assert_fault(add_square(worse, "curve", Place("i3", 8, 2)), "do not rise and then fall")


def test_an_unknown_row_bonus_of_the_curve_is_a_fault(kit: Kit) -> None:
    """Only the three kinds that can be taken."""
    assert_fault(change_row_bonus(kit, "curve", 0, "extra_die"), "the bonus of row 5 is `extra_die`")


def test_a_kit_without_the_sheet_cannot_be_played(kit: Kit) -> None:
    """Told as a fault by the check, raised as NoRules by the rules."""
    with pytest.raises(NoRules):
        read_data(replace(kit, parts=()))
    assert_fault(replace(kit, parts=()), "no sheet has a section `analysis`")


def test_the_sheet_is_symmetric_and_within_its_frames(kit: Kit) -> None:
    """The virus is 11 by 11 and its own mirror image both ways; wall and curve fit beside each other."""
    virus = find_section(kit, "analysis", GridBlock).grid
    places = {(square.x, square.y): square.marks for square in virus}
    assert (virus.width, virus.height) == (11, 11)
    assert all(places[10 - x, y] == places[x, 10 - y] == marks for (x, y), marks in places.items())
    wall, curve = (find_section(kit, id, GridBlock).grid for id in ("testing", "curve"))
    assert (wall.width, wall.height) == (6, 6)
    assert (curve.width, curve.height) == (9, 5)


def test_sixteen_spikes_stand_around_the_rim(kit: Kit) -> None:
    """Twelve on a single square each, four in the corners on two; five lie within the body."""
    virus = find_section(kit, "analysis", GridBlock).grid
    neighbours = sorted(len(virus.neighbours(square)) for square in virus.marked("spike"))
    assert neighbours == [1] * 12 + [2] * 4 + [4] * 5
