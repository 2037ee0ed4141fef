"""Spread curve (constraints C1 to C6)."""

import random
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from generator.games.fight_the_virus.areas import Curve, Numbers
from generator.games.fight_the_virus.sheet import FightTheVirusData
from generator.model.elements.squares import Places

Refused = Callable[[str], AbstractContextManager[None]]
NONE: frozenset[int] = frozenset()


@pytest.fixture(scope="module")
def curve(data: FightTheVirusData) -> Curve:
    return data.curve


def fill(curve: Curve, **numbers: int) -> Numbers:
    return tuple(numbers.get(name, 0) for name in curve.ids)


def circle(curve: Curve, *names: str) -> frozenset[int]:
    return frozenset(curve.ids.index(name) for name in names)


def try_square(curve: Curve, numbers: Numbers, circled: frozenset[int], name: str, value: int) -> None:
    curve.check(numbers, circled, curve.ids.index(name), value)


def name_next_circle(curve: Curve, numbers: Numbers, circled: frozenset[int] = NONE) -> str | None:
    square = curve.find_next_circle(numbers, circled)
    return None if square is None else curve.ids[square]


def test_c1_columns_stand_under_a_curve(curve: Curve) -> None:
    """Nine columns that rise and fall: 27 squares, the flat bell of an epidemic that is slowed."""
    assert [len(column) for column in curve.columns] == [1, 2, 4, 5, 5, 4, 3, 2, 1]


def test_c1_a_column_is_finished_before_another_is_begun(curve: Curve, refused: Refused) -> None:
    """With d1 filled, d2 is the only square."""
    numbers = fill(curve, d1=3)
    with refused("curve.column"):
        try_square(curve, numbers, NONE, "e1", 5)
    assert [curve.ids[square] for square in curve.list_next(numbers, NONE)] == ["d2"]


def test_c1_a_column_is_filled_from_the_bottom_up(curve: Curve, refused: Refused) -> None:
    """Neither in an untouched column nor in the one that is begun a square is left out."""
    with refused("curve.upwards"):
        try_square(curve, fill(curve), NONE, "d2", 5)
    with refused("curve.upwards"):
        try_square(curve, fill(curve, d1=3), NONE, "d3", 5)


def test_c1_which_column_comes_next_is_free(curve: Curve) -> None:
    """At the start all nine bottoms are open, after column b the other eight."""
    assert len(curve.list_next(fill(curve), NONE)) == 9
    after = curve.list_next(fill(curve, b1=1, b2=2), NONE)
    assert [curve.ids[square] for square in after] == ["a1", "c1", "d1", "e1", "f1", "g1", "h1", "i1"]


def test_c2_neighbours_are_different(curve: Curve, refused: Refused) -> None:
    """Left, right and beneath count; corners do not: b1 has a corner with c2."""
    numbers = fill(curve, b1=4, b2=2, c1=5)
    with refused("curve.different"):
        try_square(curve, numbers, NONE, "c2", 5)
    with refused("curve.different"):
        try_square(curve, numbers, NONE, "c2", 2)
    try_square(curve, numbers, NONE, "c2", 4)


def test_c2_only_1_to_6_stand_in_the_curve(curve: Curve, refused: Refused) -> None:
    """A raised die serves the curve up to 6."""
    with refused("curve.value"):
        try_square(curve, fill(curve), NONE, "d1", 7)


def test_a_square_is_filled_once(curve: Curve, refused: Refused) -> None:
    """No number is changed."""
    with refused("curve.empty"):
        try_square(curve, fill(curve, d1=2), NONE, "d1", 3)


def test_c3_goals_marked_rows_and_extra_dice(curve: Curve) -> None:
    """Four red crests; the three upper rows are marked; four extra dice."""
    assert sorted(curve.ids[goal] for goal in curve.goals) == ["c4", "d5", "e5", "f4"]
    assert {5 - row: bonus for row, bonus in curve.row_bonuses.items()} == {5: "shape", 4: "one", 3: "shape"}
    assert sorted(curve.ids[square] for square in curve.extra_dice) == ["a1", "d3", "f2", "i1"]


def test_c3_a_row_runs_across_all_columns_that_reach_it(curve: Curve) -> None:
    """Row 4 is full with c4, d4, e4 and f4."""
    f4 = curve.ids.index("f4")
    assert curve.find_row_bonus(fill(curve, c4=1, d4=2, e4=1, f4=2), f4) == "one"
    assert curve.find_row_bonus(fill(curve, c4=1, d4=2, f4=2), f4) == ""


def test_c3_a_row_without_a_mark_gives_nothing(curve: Curve) -> None:
    """All of row 2 filled: no bonus."""
    row = {name: 1 for name in curve.ids if name[1] == "2"}
    assert curve.find_row_bonus(fill(curve, **row), curve.ids.index("d2")) == ""


def test_c4_a_circled_square_takes_only_the_opposite(curve: Curve, refused: Refused) -> None:
    """Above a 2 only a 5."""
    numbers, circled = fill(curve, d1=2), circle(curve, "d2")
    for value in (1, 3, 4, 6):
        with refused("curve.opposite"):
            try_square(curve, numbers, circled, "d2", value)
    try_square(curve, numbers, circled, "d2", 5)


def test_c4_the_next_empty_square_is_circled(curve: Curve) -> None:
    """Up the column that is begun."""
    assert name_next_circle(curve, fill(curve, d1=2)) == "d2"


def test_c4_not_beside_two_different_numbers(curve: Curve) -> None:
    """d2 lies beside a 2 and a 3: d3 is circled instead. Beside two 2s it would be d2."""
    left = {"c1": 6, "c2": 3, "c3": 2, "c4": 3}
    assert name_next_circle(curve, fill(curve, d1=2, **left)) == "d3"
    assert name_next_circle(curve, fill(curve, d1=3, **left)) == "d2"


def test_c4_not_beside_a_circle_that_still_waits(curve: Curve) -> None:
    """d2 waits, so d3 is passed over; once d2 is filled, d3 may be circled."""
    assert name_next_circle(curve, fill(curve, d1=2), circle(curve, "d2")) == "d4"
    assert name_next_circle(curve, fill(curve, d1=2, d2=5), circle(curve, "d2")) == "d3"


def test_c4_a_bottom_with_nothing_beside_it_is_passed_over(curve: Curve) -> None:
    """On the empty sheet a1 and b1 have no neighbour to be opposite to; b2 will have one."""
    assert name_next_circle(curve, fill(curve)) == "b2"


def test_c4_a_bottom_beside_a_number_may_be_circled(curve: Curve) -> None:
    """a1 lies beside b1."""
    assert name_next_circle(curve, fill(curve, b1=3, b2=1)) == "a1"


def test_c4_when_no_square_is_possible_nothing_happens(curve: Curve) -> None:
    """All filled but i1, which lies beside h1 and is circled already."""
    numbers = fill(curve, **{name: 1 for name in curve.ids if name != "i1"})
    assert name_next_circle(curve, numbers) == "i1"
    assert name_next_circle(curve, numbers, circle(curve, "i1")) is None


def test_c4_a_circled_square_is_first_among_several(curve: Curve, refused: Refused) -> None:
    """After column b, a1 is circled: no other column may be begun before it."""
    numbers, circled = fill(curve, b1=3, b2=1), circle(curve, "a1")
    with refused("curve.circled_first"):
        try_square(curve, numbers, circled, "d1", 2)
    try_square(curve, numbers, circled, "a1", 4)


def test_c4_a_circle_between_two_different_numbers_no_longer_counts(curve: Curve, refused: Refused) -> None:
    """c2 was circled before c1 was filled: beside a 2 and above a 6 it takes any third number."""
    numbers, circled = fill(curve, b1=4, b2=2, c1=6), circle(curve, "c2")
    for value in (1, 3, 4, 5):
        try_square(curve, numbers, circled, "c2", value)
    with refused("curve.different"):
        try_square(curve, numbers, circled, "c2", 2)


def test_c6_whatever_stands_around_a_square_some_number_fits(curve: Curve) -> None:
    """All numbers in all neighbours that can be filled before it: 3 fit without circle, with it 1."""
    for square, name in enumerate(curve.ids):
        before = [other for other in curve.neighbours[square] if curve.row_of[other] >= curve.row_of[square]]
        assert len(before) <= 3
        for around in product(range(7), repeat=len(before)):
            pairs = dict(zip(before, around, strict=True))
            numbers = tuple(pairs.get(other, 0) for other in range(len(curve.ids)))
            assert len(curve.list_legal(numbers, NONE, square)) >= 3
            with_circle = curve.list_legal(numbers, circle(curve, name), square)
            assert with_circle
            assert not set(with_circle) & set(around)


@pytest.mark.parametrize("seed", range(60))
def test_c6_every_column_can_be_finished_however_many_circles_fall(curve: Curve, seed: int) -> None:
    """Random numbers, a setback before every third entry: all 27 squares are filled, none is dead."""
    chance = random.Random(seed)
    numbers, circled = fill(curve), NONE
    for _ in curve.ids:
        if chance.random() < 1 / 3 and (square := curve.find_next_circle(numbers, circled)) is not None:
            circled |= {square}
        square, number = chance.choice(list(curve.list_entries(numbers, circled)))
        curve.check(numbers, circled, square, number)
        numbers = (*numbers[:square], number, *numbers[square + 1 :])
    assert 0 not in numbers
    assert curve.has_goals(numbers)


def test_what_is_listed_is_what_is_allowed(curve: Curve) -> None:
    """With circles and without, list_entries has just the entries that check_number lets pass."""
    chance = random.Random(1)
    numbers, circled = fill(curve), NONE
    for _ in curve.ids:
        if chance.random() < 1 / 2 and (square := curve.find_next_circle(numbers, circled)) is not None:
            circled |= {square}
        listed = set(curve.list_entries(numbers, circled))
        for square, number in product(range(len(curve.ids)), range(9)):
            if (square, number) not in listed:
                with pytest.raises(Exception, match=r"fight_the_virus\.curve"):
                    curve.check(numbers, circled, square, number)
        for square, number in listed:
            curve.check(numbers, circled, square, number)
        square, number = chance.choice(sorted(listed))
        numbers = (*numbers[:square], number, *numbers[square + 1 :])


def test_what_the_red_squares_need_is_beneath_them(curve: Curve) -> None:
    """And the red squares; what is above them is not needed."""
    squares = (replace(each, marks=("goal",) if each.id in ("d3", "a1") else ()) for each in curve.grid)
    block: Any = SimpleNamespace(grid=Places(squares), row_bonuses={})
    assert {curve.ids[square] for square in Curve(block).needed} == {"d1", "d2", "d3", "a1"}
