"""States are checked when they are built, and copied quickly with other values."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest

from generator.games.fight_the_virus.sheet import UNDECIDED, Hand, Sheet, empty_sheet, read_data
from generator.games.pox.game import Chips
from generator.games.virus_and_co.state import Lying, Tableau
from generator.rules.game import find_game
from generator.rules.states import NO_CARDS, make_replace, remember_last, remembered
from tests import shipped


def overlap_shapes() -> Sheet:
    """Return a sheet of Fight the Virus on which two shapes share squares."""
    return dataclasses.replace(empty_sheet(read_data(shipped.kit("fight_the_virus"))), shapes=(3, 6))


IMPOSSIBLE: tuple[tuple[str, Mapping[str, Any], str], ...] = (
    ("pandemic", {"hands": ((0, 0, 1), (), ())}, "`hands of Ana`: 0 is already in `hands of Ana`"),
    ("pandemic", {"hands": ((1, 0), (), ()), "unseen": ()}, "`hands of Ana` must be in ascending order"),
    ("pandemic", {"discards": (5,)}, "`discards`: 5 is already in `unseen`"),
    ("pandemic", {"infected": (5,)}, "`infected`: 5 is already in `infections 0`"),
    ("pandemic", {"stations": (2, 2)}, "`stations`: 2 is already in `stations`"),
    ("pandemic", {"pawns": (0,)}, "`pawns` has 1 values for 3 players"),
    ("virus_and_co", {"hands": (3,)}, "`hands` has 1 values for 3 players"),
    ("virus_and_co", {"unseen": NO_CARDS}, "`piles` have 38 cards, but `unseen` has 0"),
    ("pox", {"chips": Chips(red=3, black=2)}, "`chips`: a person has two chips"),
    ("fight_the_virus", {"chosen": (UNDECIDED,)}, "`chosen` has 1 values for 3 players"),
    ("fight_the_virus", {"hands": (Hand(),)}, "`hands` has 1 values for 3 players"),
)


@pytest.mark.parametrize(("game", "changes", "said"), IMPOSSIBLE)
def test_a_state_is_checked_when_it_is_built(game: str, changes: Mapping[str, Any], said: str) -> None:
    """An impossible state is refused with the name of the field."""
    start = find_game(shipped.kit(game)).rules.start(("Ana", "Bo", "Cleo"), {})
    assert dataclasses.replace(start) == start
    with pytest.raises(ValueError, match=said):
        dataclasses.replace(start, **changes)


def test_shapes_of_a_sheet_are_apart() -> None:
    """A state whose sheets have overlapping shapes is refused, too."""
    start = find_game(shipped.kit("fight_the_virus")).rules.start(("Ana", "Bo", "Cleo"), {})
    with pytest.raises(ValueError, match="`sheets`: shapes of Ana overlap"):
        dataclasses.replace(start, sheets=(overlap_shapes(),) * 3)


def test_viruses_lie_in_order() -> None:
    """Tableaus that look alike are equal."""
    with pytest.raises(ValueError, match="`viruses` must be in ascending order"):
        Tableau((Lying(6), Lying(1)))


@dataclass(frozen=True)
class Table:
    """A small state."""

    cards: tuple[int, ...] = ()
    turn: int = 0

    @cached_property
    def number(self) -> int:
        return len(self.cards)


replace = make_replace(Table)


def test_a_copy_is_what_dataclasses_would_make() -> None:
    """A copy is frozen, equal to a new state, and has its hash; the original is unchanged."""
    before = Table((1, 2), 3)
    after = replace(before, turn=4)
    assert after == dataclasses.replace(before, turn=4) == Table((1, 2), 4)
    assert hash(after) == hash(Table((1, 2), 4))
    assert replace(before) == before == Table((1, 2), 3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(after, "turn", 5)  # noqa: B010


def test_what_is_no_field_cannot_be_changed() -> None:
    """Unknown names and unnamed values are errors."""
    with pytest.raises(TypeError, match=r"\['turns'\]: not all are fields of Table"):
        replace(Table(), turns=4)
    with pytest.raises(TypeError):
        replace(Table(), (1,))
    counted = Table((1, 2))
    assert counted.number == 2
    with pytest.raises(TypeError):
        replace(counted, cards=())


def test_what_was_found_last_is_remembered_of_the_very_same_state() -> None:
    """Only the answer for the last state is remembered, by identity."""
    asked = []

    def count(table: Table) -> int:
        asked.append(table.turn)
        return len(table.cards)

    ask = remember_last(count)
    first, second = Table((1, 2), 1), Table((3,), 2)
    assert [ask(first), ask(first), ask(second), ask(second), ask(first)] == [2, 2, 1, 1, 2]
    assert asked == [1, 2, 1]
    assert ask(Table((1, 2), 1)) == 2
    assert asked == [1, 2, 1, 1]


def test_each_object_remembers_its_own_results() -> None:
    @dataclasses.dataclass
    class Multiplier:
        factor: int
        asked: list[int] = dataclasses.field(default_factory=list)

        @remembered
        def times(self, number: int) -> int:
            self.asked.append(number)
            return self.factor * number

    two, three = Multiplier(2), Multiplier(3)
    assert [two.times(5), two.times(5), three.times(5), two.times(6)] == [10, 10, 15, 12]
    assert (two.asked, three.asked) == ([5, 6], [5])
