"""Research (constraints R1 to R4)."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from generator.games.fight_the_virus.areas import count_least
from generator.games.fight_the_virus.sheet import FightTheVirusData

Refused = Callable[[str], AbstractContextManager[None]]


def test_r1_numbers_are_crossed_in_order_with_exactly_their_value(
    data: FightTheVirusData, refused: Refused
) -> None:
    """After 1 and 2 only a 3 will do."""
    assert data.research.numbers == tuple(range(1, 13))
    data.research.check(2, 3, has_goals=False)
    for value in (2, 4, 6):
        with refused("research.order"):
            data.research.check(2, value, has_goals=False)


def test_r2_twelve_progresses_are_needed(data: FightTheVirusData) -> None:
    """From a 6: one for 7 and 8, two for 9 and 10, three for 11 and 12."""
    assert [count_least(number) for number in data.research.numbers[6:]] == [1, 1, 2, 2, 3, 3]
    assert data.research.costs[0] == 12
    assert data.research.costs[10] == 6


def test_r3_bonuses_stand_on_3_6_8_and_10(data: FightTheVirusData) -> None:
    """Two virus shapes and two times a 1 in testing."""
    given = {number: bonus for number, bonus in enumerate(data.research.bonuses, 1) if bonus}
    assert given == {3: "shape", 6: "one", 8: "shape", 10: "one"}


def test_r4_the_12_waits_for_the_red_squares(data: FightTheVirusData, refused: Refused) -> None:
    """11 does not."""
    data.research.check(10, 11, has_goals=False)
    with refused("research.goals"):
        data.research.check(11, 12, has_goals=False)
    data.research.check(11, 12, has_goals=True)


def test_after_12_there_is_nothing(data: FightTheVirusData, refused: Refused) -> None:
    """No thirteenth number."""
    with refused("research.done"):
        data.research.check(12, 13, has_goals=True)
