"""Testing: a wall of bricks, each number higher than the two beneath it."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from generator.errors import IllegalMove
from generator.games.fight_the_virus.numbers import NumberArea, Numbers
from generator.games.fight_the_virus.progress import count_least


@dataclass(frozen=True)
class Wall(NumberArea):
    """[S] Rows of bricks, each above the bottom row resting on those directly underneath."""

    @cached_property
    def beneath(self) -> tuple[tuple[int, ...], ...]:
        grid = self.section.grid
        return tuple(tuple(self.ids.index(other.id) for other in grid.beneath(square)) for square in grid)

    @cached_property
    def partners(self) -> tuple[tuple[int, ...], ...]:
        """For each brick those that carry another one together with it."""
        return tuple(
            tuple(other for pair in self.beneath if brick in pair for other in pair if other != brick)
            for brick in range(len(self.ids))
        )

    @cached_property
    def needed(self) -> frozenset[int]:
        """The goals and all bricks that carry them."""
        return self.carriers(self.goals)

    def carriers(self, bricks: Iterable[int]) -> frozenset[int]:
        """These bricks and all that carry them, down to the bottom row."""
        found: set[int] = set()
        ahead = list(bricks)
        while ahead:
            brick = ahead.pop()
            if brick not in found:
                found.add(brick)
                ahead.extend(self.beneath[brick])
        return frozenset(found)


def check_number(wall: Wall, numbers: Numbers, brick: int, value: int) -> None:
    """Raises IllegalMove unless the number may stand in this brick.

    [S] All squares directly underneath are filled; the number is higher than they are, or a 1 that
    does not stand above another 1. Numbers above 6 need progress, and may be used here.
    """
    name = wall.ids[brick]
    if numbers[brick]:
        raise IllegalMove("fight_the_virus.testing.empty", {"square": name})
    below = [numbers[other] for other in wall.beneath[brick]]
    if 0 in below:
        raise IllegalMove("fight_the_virus.testing.support", {"square": name})
    if value == 1 and 1 in below:
        raise IllegalMove("fight_the_virus.testing.one", {"square": name})
    if value != 1 and below and value <= max(below):
        raise IllegalMove("fight_the_virus.testing.higher", {"square": name, "below": max(below)})


def may_stand(wall: Wall, numbers: Numbers, brick: int, value: int) -> bool:
    """The same question as check_number, answered without words."""
    if numbers[brick]:
        return False
    below = [numbers[other] for other in wall.beneath[brick]]
    if 0 in below:
        return False
    return 1 not in below if value == 1 else all(value > number for number in below)


def list_bricks(wall: Wall, numbers: Numbers, value: int) -> list[int]:
    return [brick for brick in range(len(numbers)) if may_stand(wall, numbers, brick, value)]


def count_progress(wall: Wall, numbers: Numbers) -> int:
    """The progresses that the red squares take at least, since only a raised die can still lead there.

    [S] Above a 1 beside a 6 stands neither a 1 nor any other number of a die.
    """
    found = 0
    for brick in wall.needed:
        below = [numbers[other] for other in wall.beneath[brick]]
        if not numbers[brick] and 1 in below and 0 not in below:
            found += max(0, count_least(6, max(below) + 1))
    return found
