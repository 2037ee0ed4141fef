"""Research: numbers crossed out in order, up to the one that wins the game."""

from dataclasses import dataclass
from functools import cached_property

from generator.errors import IllegalMove
from generator.games.fight_the_virus.progress import count_least
from generator.model.sheet import TrackSection


@dataclass(frozen=True)
class Research:
    """The track as it is printed."""

    numbers: tuple[int, ...]
    bonuses: tuple[str, ...]
    """One for each number; empty: none."""

    def count_progress(self, crossed: int) -> int:
        """The progresses that the rest takes at least, when every die for it shows a 6."""
        return self._ahead[crossed]

    @cached_property
    def _ahead(self) -> tuple[int, ...]:
        least = [max(0, count_least(6, number)) for number in self.numbers]
        return tuple(sum(least[crossed:]) for crossed in range(len(least) + 1))


def make_research(section: TrackSection) -> Research:
    return Research(
        numbers=tuple(int(field.label) for field in section.fields),
        bonuses=tuple(field.bonus for field in section.fields),
    )


def check_number(research: Research, crossed: int, value: int, *, has_goals: bool) -> None:
    """[S] In ascending order, each with exactly its value; the last one needs all red squares."""
    if crossed == len(research.numbers):
        raise IllegalMove("fight_the_virus.research.done")
    if value != research.numbers[crossed]:
        values = {"number": value, "next": research.numbers[crossed]}
        raise IllegalMove("fight_the_virus.research.order", values)
    if crossed == len(research.numbers) - 1 and not has_goals:
        raise IllegalMove("fight_the_virus.research.goals", {"number": value})
