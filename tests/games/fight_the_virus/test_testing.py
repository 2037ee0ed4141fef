"""Testing (constraints T1 to T8)."""

import random
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from generator.games.fight_the_virus.areas import Numbers, Wall
from generator.games.fight_the_virus.sheet import FightTheVirusData
from generator.rules.core import IllegalMove

Refused = Callable[[str], AbstractContextManager[None]]


@pytest.fixture(scope="module")
def wall(data: FightTheVirusData) -> Wall:
    return data.wall


def fill(wall: Wall, **numbers: int) -> Numbers:
    return tuple(numbers.get(name, 0) for name in wall.ids)


def try_brick(wall: Wall, numbers: Numbers, brick: str, value: int) -> None:
    wall.check(numbers, wall.places[brick], value)


def test_t1_every_brick_above_the_bottom_row_stands_on_two(wall: Wall) -> None:
    """A pyramid: 6, 5, 4, 3, 2 and 1 bricks."""
    assert [len(wall.rows[row]) for row in range(6)] == [1, 2, 3, 4, 5, 6]
    assert {len(wall.beneath[brick]) for row in range(5) for brick in wall.rows[row]} == {2}
    assert {len(wall.beneath[brick]) for brick in wall.rows[5]} == {0}


def test_t2_all_bricks_beneath_are_filled_first(wall: Wall, refused: Refused) -> None:
    """b1 stands on a1 and a2."""
    with refused("testing.support"):
        try_brick(wall, fill(wall, a1=2), "b1", 5)
    try_brick(wall, fill(wall, a1=2, a2=3), "b1", 5)


def test_t2_holds_for_a_1_too(wall: Wall, refused: Refused) -> None:
    """Also the bonus 1 needs its supports."""
    with refused("testing.support"):
        try_brick(wall, fill(wall, a1=2), "b1", 1)


@pytest.mark.parametrize(("value", "is_legal"), [(2, False), (4, False), (5, True), (6, True)])
def test_t3_a_number_is_higher_than_each_beneath(
    wall: Wall, refused: Refused, value: int, is_legal: bool
) -> None:
    """Above a 2 beside a 4 stand 5 and 6."""
    numbers = fill(wall, a1=2, a2=4)
    if is_legal:
        try_brick(wall, numbers, "b1", value)
    else:
        with refused("testing.higher"):
            try_brick(wall, numbers, "b1", value)


def test_t3_a_1_stands_anywhere_but_above_a_1(wall: Wall, refused: Refused) -> None:
    """Above a 5 beside a 6 it may stand, above a 1 beside a 6 not."""
    try_brick(wall, fill(wall, a1=5, a2=6), "b1", 1)
    with refused("testing.one"):
        try_brick(wall, fill(wall, a1=1, a2=6), "b1", 1)


def test_t4_above_a_1_beside_a_6_only_progress_helps(wall: Wall) -> None:
    """None of 1 to 6 may stand there; a 7 may."""
    numbers = fill(wall, a1=1, a2=6)
    b1 = wall.ids.index("b1")
    assert [value for value in range(1, 9) if b1 in wall.list_bricks(numbers, value)] == [7, 8]


def test_t4_what_only_progress_can_fill_is_counted(wall: Wall) -> None:
    """One for the 7 above a 1 and a 6, two for the 9 above a 1 and an 8; none where it may be left."""
    assert wall.count_progress(fill(wall, a1=1, a2=6)) == 1
    assert wall.count_progress(fill(wall, a1=1, a2=8, a3=1)) == 4
    assert wall.count_progress(fill(wall, a1=1, a2=5, a3=6)) == 0
    assert wall.count_progress(fill(wall, c1=1, c2=6, b1=2, b2=2, b3=2)) == 0


def test_t5_a_number_may_repeat_in_a_row_and_rows_need_not_be_complete(wall: Wall) -> None:
    """Four 2s, three 3s on them, and no more of either row."""
    numbers = fill(wall, a1=2, a2=2, a3=2, b1=3, b2=3)
    try_brick(wall, numbers, "a4", 2)
    try_brick(wall, numbers, "c1", 4)


def test_a_brick_is_filled_once(wall: Wall, refused: Refused) -> None:
    """No number is changed."""
    with refused("testing.empty"):
        try_brick(wall, fill(wall, a1=2), "a1", 3)


def test_t6_goals_extra_dice_and_row_bonuses(wall: Wall) -> None:
    """Three goals, three extra dice, and in turn a shape and a number for the curve."""
    assert sorted(wall.ids[goal] for goal in wall.goals) == ["c1", "c4", "d2"]
    assert sorted(wall.ids[brick] for brick in wall.extra_dice) == ["a3", "b4", "d1"]
    assert [wall.row_bonuses[row] for row in range(5, -1, -1)] == ["shape", "curve"] * 3


def test_t6_the_last_brick_of_a_row_gives_its_bonus(wall: Wall) -> None:
    """With five of six bricks nothing, with the sixth the bonus of the row."""
    a6 = wall.ids.index("a6")
    full = fill(wall, a1=1, a2=1, a3=1, a4=1, a5=1, a6=1)
    assert wall.find_row_bonus(full, a6) == "shape"
    assert wall.find_row_bonus(fill(wall, a6=1), a6) == ""


def test_t7_sixteen_bricks_carry_the_goals(wall: Wall) -> None:
    """All of the three lower rows but none of the two upper ones, and of row d the goal alone."""
    needed = {wall.ids[brick] for brick in wall.needed}
    lower = {name for name in wall.ids if name[0] in "abc"}
    assert needed == lower | {"d2"}
    assert len(needed) == 16


def test_t8_every_brick_can_be_reached_with_1_to_6_alone(wall: Wall) -> None:
    """Rows of 1s, 2s, 3s, 4s, 5s and a 6 at the top: the whole pyramid without any progress."""
    numbers = fill(wall)
    for name in sorted(wall.ids):
        value = "abcdef".index(name[0]) + 1
        try_brick(wall, numbers, name, value)
        place = wall.ids.index(name)
        numbers = (*numbers[:place], value, *numbers[place + 1 :])
    assert wall.has_goals(numbers)


def test_t8_no_wall_is_ever_shut_for_good(wall: Wall) -> None:
    """200 walls of random numbers are filled to the top, progress helping where no die would do."""
    chance = random.Random(5)
    for _ in range(200):
        numbers = fill(wall)
        while 0 in numbers:
            entries = [(value, brick) for value in range(1, 20) for brick in wall.list_bricks(numbers, value)]
            rolled = [entry for entry in entries if entry[0] <= 6]
            value, brick = chance.choice(rolled) if rolled else min(entries)
            numbers = (*numbers[:brick], value, *numbers[brick + 1 :])
        assert max(numbers) <= 12


def test_what_is_listed_is_what_is_allowed(wall: Wall) -> None:
    """In random walls, list_bricks has just the bricks that check_number lets pass."""
    chance = random.Random(3)
    for _ in range(20):
        numbers = fill(wall)
        for _ in range(15):
            for value in range(1, 9):
                allowed = [brick for brick in range(len(wall.ids)) if is_allowed(wall, numbers, brick, value)]
                assert wall.list_bricks(numbers, value) == allowed
            value = chance.randint(1, 6)
            if bricks := wall.list_bricks(numbers, value):
                brick = chance.choice(bricks)
                numbers = (*numbers[:brick], value, *numbers[brick + 1 :])


def is_allowed(wall: Wall, numbers: Numbers, brick: int, value: int) -> bool:
    try:
        wall.check(numbers, brick, value)
    except IllegalMove:
        return False
    return True
