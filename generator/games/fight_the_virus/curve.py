"""Spread curve: columns filled one after the other, neighbours always different."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from generator.errors import IllegalMove
from generator.games.fight_the_virus.numbers import NumberArea, Numbers

OPPOSITES = 7
"""Opposite sides of a die add up to this."""


@dataclass(frozen=True)
class Curve(NumberArea):
    """[S] Columns of squares under the curve, which may be of any height."""

    @cached_property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """From left to right, each from the bottom up."""
        grid = self.section.grid
        return tuple(
            tuple(
                self.ids.index(square.id) for square in sorted(grid.column(x), key=lambda square: -square.y)
            )
            for x in sorted({square.x for square in grid})
        )

    @cached_property
    def column_of(self) -> tuple[int, ...]:
        return tuple(self._lefts.index(square.x) for square in self.section.grid)

    @property
    def _lefts(self) -> list[float]:
        """Of the columns, on the grid."""
        return sorted({square.x for square in self.section.grid})

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """[OURS] Neighbours share an edge."""
        grid = self.section.grid
        return tuple(tuple(self.ids.index(other.id) for other in grid.neighbours(square)) for square in grid)

    @cached_property
    def needed(self) -> frozenset[int]:
        """The goals and the squares beneath them."""
        found: set[int] = set()
        for goal in self.goals:
            column = self.columns[self.column_of[goal]]
            found.update(column[: column.index(goal) + 1])
        return frozenset(found)


def open_column(curve: Curve, numbers: Numbers) -> tuple[int, ...]:
    """The column that is begun and not finished; empty: none."""
    for column in curve.columns:
        if numbers[column[0]] and not numbers[column[-1]]:
            return column
    return ()


def next_squares(curve: Curve, numbers: Numbers, circled: frozenset[int]) -> tuple[int, ...]:
    """The squares that may be filled next.

    [S] A column is finished before another is begun; among several squares a circled one is first.
    [OURS] A column is filled from the bottom up; which column comes next is free.
    """
    column = open_column(curve, numbers)
    if column:
        return (next(square for square in column if not numbers[square]),)
    bottoms = tuple(column[0] for column in curve.columns if not numbers[column[0]])
    return tuple(square for square in bottoms if square in circled) or bottoms


def shown_beside(curve: Curve, numbers: Numbers, square: int) -> set[int]:
    """The numbers in the filled neighbours."""
    return {numbers[other] for other in curve.neighbours[square]} - {0}


def legal_numbers(curve: Curve, numbers: Numbers, circled: frozenset[int], square: int) -> tuple[int, ...]:
    """The numbers that may stand in a square, were it the next one.

    [S] Neighbours are different; a circled square takes the opposite of its neighbour.
    [OURS] 1 to 6 only. A circle no longer counts where the neighbours show two different numbers, so
    that no square is ever dead.
    """
    beside = shown_beside(curve, numbers, square)
    if square in circled and len(beside) == 1:
        return (OPPOSITES - min(beside),)
    return tuple(number for number in range(1, OPPOSITES) if number not in beside)


def check_number(curve: Curve, numbers: Numbers, circled: frozenset[int], square: int, value: int) -> None:
    """Raises IllegalMove unless the number may stand in this square now."""
    name = curve.ids[square]
    if numbers[square]:
        raise IllegalMove("fight_the_virus.curve.empty", {"square": name})
    if not 1 <= value < OPPOSITES:
        raise IllegalMove("fight_the_virus.curve.value", {"number": value})
    ahead = next_squares(curve, numbers, circled)
    if square not in ahead:
        column = open_column(curve, numbers)
        named = tuple(curve.ids[other] for other in ahead)
        if column and square not in column:
            raise IllegalMove("fight_the_virus.curve.column", {"squares": named})
        if curve.columns[curve.column_of[square]][0] != square:
            raise IllegalMove("fight_the_virus.curve.upwards", {"square": name})
        raise IllegalMove("fight_the_virus.curve.circled_first", {"squares": named})
    beside = shown_beside(curve, numbers, square)
    if value in beside:
        raise IllegalMove("fight_the_virus.curve.different", {"square": name, "number": value})
    if value not in legal_numbers(curve, numbers, circled, square):
        values = {"square": name, "number": OPPOSITES - min(beside), "beside": min(beside)}
        raise IllegalMove("fight_the_virus.curve.opposite", values)


def list_entries(curve: Curve, numbers: Numbers, circled: frozenset[int]) -> Iterator[tuple[int, int]]:
    """Every (square, number) that may be entered now."""
    for square in next_squares(curve, numbers, circled):
        for number in legal_numbers(curve, numbers, circled, square):
            yield square, number


def next_circle(curve: Curve, numbers: Numbers, circled: frozenset[int]) -> int | None:
    """The square that a 5 and a 6 circle; None: there is none, and nothing happens.

    [S] The next empty square; not one beside two different numbers, and not one whose neighbour is
    circled: then the next possible one.
    [OURS] Next means: up the column that is begun, then up the untouched columns from left to right.
    Neither a square circled before, nor the bottom of a column without a number beside it, since it
    has no neighbour to be opposite to.
    """
    begun = open_column(curve, numbers)
    untouched = [column for column in curve.columns if not numbers[column[0]]]
    for column in ([begun] if begun else []) + untouched:
        for square in column:
            if not numbers[square] and _may_be_circled(curve, numbers, circled, square):
                return square
    return None


def _may_be_circled(curve: Curve, numbers: Numbers, circled: frozenset[int], square: int) -> bool:
    waiting = {other for other in circled if not numbers[other]}
    if square in circled or waiting.intersection(curve.neighbours[square]):
        return False
    beside = shown_beside(curve, numbers, square)
    if not beside:
        return curve.columns[curve.column_of[square]][0] != square
    return len(beside) == 1
