"""Analysis progress (constraints A2 and D1)."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from generator.games.fight_the_virus.areas import count_least
from generator.games.fight_the_virus.sheet import FightTheVirusData, ProgressArea

Refused = Callable[[str], AbstractContextManager[None]]


def test_a2_there_are_21_fields_and_21_spikes(data: FightTheVirusData) -> None:
    """One field for each spike."""
    assert data.fields == 21
    assert data.virus.spikes.bit_count() == 21


def test_a2_a_field_is_empty_then_circled_then_crossed() -> None:
    """Two spikes, one of them used."""
    progress = ProgressArea(4).earn(2).spend(1)
    assert progress.mark_fields() == "xo.."
    assert (progress.available, progress.owed) == (1, 0)


def test_only_circled_fields_can_be_used(refused: Refused) -> None:
    """No progress, no points."""
    with refused("progress.available"):
        ProgressArea(21).earn(1).spend(2)


def test_d1_double_sixes_cross_out_the_next_unused_field() -> None:
    """With three circled fields and one used, the second is lost."""
    progress = ProgressArea(4).earn(3).spend(1).lose_one()
    assert progress.mark_fields() == "xxo."


def test_d1_without_an_unused_field_an_empty_one_is_crossed_and_owed(refused: Refused) -> None:
    """The next spike only activates it; the one after that brings a progress again."""
    owing = ProgressArea(4).earn(1).spend(1).lose_one()
    assert owing.mark_fields() == "x/.."
    with refused("progress.owed"):
        owing.spend(1)
    paid = owing.earn(1)
    assert (paid.available, paid.owed) == (0, 0)
    assert paid.earn(1).available == 1


def test_d1_when_no_field_is_left_nothing_is_lost() -> None:
    """All crossed out: double sixes do nothing."""
    done = ProgressArea(3).earn(3).spend(3)
    assert done.lose_one() == done


def test_the_least_number_of_progresses() -> None:
    """Half the distance, rounded up."""
    assert [count_least(value) for value in range(6, 13)] == [0, 1, 1, 2, 2, 3, 3]
