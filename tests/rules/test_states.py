"""Copies of states in which some values are others."""

import dataclasses
from dataclasses import dataclass
from functools import cached_property

import pytest

from generator.rules.states import make_replace, remember_last


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
    """Equal, of the same hash, still frozen; what was copied is as it was."""
    before = Table((1, 2), 3)
    after = replace(before, turn=4)
    assert after == dataclasses.replace(before, turn=4) == Table((1, 2), 4)
    assert hash(after) == hash(Table((1, 2), 4))
    assert replace(before) == before == Table((1, 2), 3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(after, "turn", 5)  # noqa: B010


def test_what_is_no_field_cannot_be_changed() -> None:
    """Neither a wrong name, nor a value without one; nor is what was worked out before copied along."""
    with pytest.raises(TypeError, match=r"\['turns'\]: not all are fields of Table"):
        replace(Table(), turns=4)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        replace(Table(), (1,))
    counted = Table((1, 2))
    assert counted.number == 2
    with pytest.raises(TypeError):
        replace(counted, cards=())


def test_what_was_found_last_is_remembered_of_the_very_same_state() -> None:
    """Of another one, even of an equal one, and of one that comes back it is found anew."""
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
