"""Areas whose squares take a number each: what testing and the spread curve have in common."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from generator.model.sheet import GridSection

Numbers: TypeAlias = tuple[int, ...]
"""One for each square in the order of the grid; 0: empty."""


@dataclass(frozen=True)
class NumberArea:
    """The squares of a section by index, in the order of the grid."""

    section: GridSection

    @cached_property
    def ids(self) -> tuple[str, ...]:
        return tuple(square.id for square in self.section.grid)

    @cached_property
    def rows(self) -> Mapping[int, tuple[int, ...]]:
        """The squares of each row, by its number from the top."""
        grid = self.section.grid
        return {y: tuple(self.ids.index(square.id) for square in grid.row(y)) for y in range(grid.height)}

    @cached_property
    def row_of(self) -> tuple[int, ...]:
        return tuple(square.y for square in self.section.grid)

    @cached_property
    def row_bonuses(self) -> Mapping[int, str]:
        return {bonus.row: bonus.mark for bonus in self.section.row_bonuses}

    @cached_property
    def goals(self) -> frozenset[int]:
        """The red squares."""
        return self._find_marked("goal")

    @cached_property
    def extra_dice(self) -> frozenset[int]:
        return self._find_marked("extra_die")

    def _find_marked(self, mark: str) -> frozenset[int]:
        return frozenset(self.ids.index(square.id) for square in self.section.grid.marked(mark))

    def find_row_bonus(self, numbers: Numbers, square: int) -> str:
        """[S] That of the square's row if it is now filled; empty: none."""
        row = self.row_of[square]
        return self.row_bonuses.get(row, "") if all(numbers[other] for other in self.rows[row]) else ""

    def count_goals(self, numbers: Numbers) -> int:
        """The red squares that are filled."""
        return sum(1 for goal in self.goals if numbers[goal])

    def has_goals(self, numbers: Numbers) -> bool:
        return all(numbers[goal] for goal in self.goals)
