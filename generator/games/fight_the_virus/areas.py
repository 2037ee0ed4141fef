"""Research, testing, and the spread curve: where dice are used as numbers."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from generator.errors import IllegalMove, forbid
from generator.model.elements.blocks import TrackBlock
from generator.model.elements.squares import Place
from generator.model.elements.template import GridBlock
from generator.rules.game import require
from generator.rules.states import remembered

Numbers: TypeAlias = tuple[int, ...]
"""One number for each square, in the order of the grid; 0: empty."""
MOST_POINTS = 2
"""[S] One progress adds 1 or 2 points to a single die."""
OPPOSITES = 7
"""Sum of opposite sides of a die."""


def count_least(number: int) -> int:
    """Return how many progresses it takes at least to raise a 6 to a number; 0 up to 6."""
    return max(0, -(-(number - 6) // MOST_POINTS))


class Research:
    """Numbers crossed out in order, up to the one that wins the game."""

    def __init__(self, track: TrackBlock) -> None:
        """Raise NoRules for a field whose label is not a number."""
        for field in track.fields:
            is_number = field.label.isdecimal()
            require(is_number, f"research: the label `{field.label}` of a field is not a number")
        self.numbers = tuple(int(field.label) for field in track.fields)
        self.ids = tuple(field.id for field in track.fields)
        self.bonuses = tuple(field.bonus for field in track.fields)
        """One for each number; empty: none."""
        least = [count_least(number) for number in self.numbers]
        self.costs = tuple(sum(least[crossed:]) for crossed in range(len(least) + 1))
        """Progress that the rest needs if every die is a 6, by count of numbers crossed out."""

    def check(self, crossed: int, value: int, *, has_goals: bool) -> None:
        """[S] In ascending order, each with exactly its value; the last one needs all red squares."""
        forbid(crossed == len(self.numbers), "fight_the_virus.research.done")
        if value != self.numbers[crossed]:
            raise IllegalMove("fight_the_virus.research.order", number=value, next=self.numbers[crossed])
        if crossed == len(self.numbers) - 1 and not has_goals:
            raise IllegalMove("fight_the_virus.research.goals", number=value)


class NumberArea:
    """Squares that take a number each, by index in the order of the grid."""

    def __init__(self, block: GridBlock) -> None:
        self.grid = block.grid
        self.ids = tuple(square.id for square in self.grid)
        self.places = {id: place for place, id in enumerate(self.ids)}
        self.row_of = tuple(int(square.y) for square in self.grid)
        self.rows = {y: self._find(self.grid.row(y)) for y in range(self.grid.height)}
        """Rows by number from the top."""
        self.row_bonuses = block.row_bonuses
        self.goals = frozenset(self._find(self.grid.marked("goal")))
        """The red squares."""
        self.extra_dice = frozenset(self._find(self.grid.marked("extra_die")))

    def _find(self, squares: Iterable[Place]) -> tuple[int, ...]:
        return tuple(self.places[square.id] for square in squares)

    def find_row_bonus(self, numbers: Numbers, square: int) -> str:
        """[S] Return the bonus of the square's row if it is now filled; empty: none."""
        row = self.row_of[square]
        return self.row_bonuses.get(row, "") if all(numbers[other] for other in self.rows[row]) else ""

    def count_goals(self, numbers: Numbers) -> int:
        return sum(1 for goal in self.goals if numbers[goal])

    def has_goals(self, numbers: Numbers) -> bool:
        return all(numbers[goal] for goal in self.goals)


class Wall(NumberArea):
    """Testing. [S] Rows of bricks, each above the bottom row resting on those directly underneath."""

    def __init__(self, block: GridBlock) -> None:
        super().__init__(block)
        self.beneath = tuple(self._find(self.grid.beneath(square)) for square in self.grid)
        self.partners = tuple(
            tuple(other for pair in self.beneath if brick in pair for other in pair if other != brick)
            for brick in range(len(self.ids))
        )
        """For each brick, those that carry another one together with it."""
        self.needed = self.list_carriers(self.goals)
        """The goals and all bricks that carry them."""

    def list_carriers(self, bricks: Iterable[int]) -> frozenset[int]:
        """Return these bricks and all that carry them, down to the bottom row."""
        found: set[int] = set()
        ahead = list(bricks)
        while ahead:
            brick = ahead.pop()
            if brick not in found:
                found.add(brick)
                ahead.extend(self.beneath[brick])
        return frozenset(found)

    def check(self, numbers: Numbers, brick: int, value: int) -> None:
        """Raise IllegalMove if a number is not allowed in a brick; above 6, it also needs progress.

        [S] All squares directly underneath are filled; the number is higher than they are, or a 1 that
        is not above another 1.
        """
        below = [numbers[other] for other in self.beneath[brick]]
        highest = max(below, default=0)
        values = {"square": self.ids[brick], "below": highest}
        forbid(numbers[brick], "fight_the_virus.testing.empty", **values)
        forbid(0 in below, "fight_the_virus.testing.support", **values)
        forbid(value == 1 and 1 in below, "fight_the_virus.testing.one", **values)
        forbid(1 < value <= highest, "fight_the_virus.testing.higher", **values)

    def list_bricks(self, numbers: Numbers, value: int) -> list[int]:
        """Return the bricks that `check` allows."""
        if value == 1:
            return [brick for brick, _, below in self._list_open(numbers) if 1 not in below]
        return [brick for brick, highest, _ in self._list_open(numbers) if value > highest]

    @remembered
    def _list_open(self, numbers: Numbers) -> list[tuple[int, int, list[int]]]:
        """Return the empty bricks with support, each with the highest and all numbers underneath."""
        empty = [brick for brick, number in enumerate(numbers) if not number]
        support = [(brick, [numbers[other] for other in self.beneath[brick]]) for brick in empty]
        return [(brick, max(below, default=0), below) for brick, below in support if 0 not in below]

    def count_progress(self, numbers: Numbers) -> int:
        """Count the progresses that the red squares need at least, where only a raised die leads there.

        [S] Above a 1 beside a 6, neither a 1 nor any other number of a die is allowed.
        """
        return sum(
            count_least(highest + 1)
            for brick, highest, below in self._list_open(numbers)
            if brick in self.needed and 1 in below
        )


class Curve(NumberArea):
    """The spread curve. [S] Columns of squares, which may be of any height; neighbours are different."""

    def __init__(self, block: GridBlock) -> None:
        super().__init__(block)
        lefts = sorted({square.x for square in self.grid})
        self.columns = tuple(self._find(sorted(self.grid.column(x), key=lambda each: -each.y)) for x in lefts)
        """From left to right, each from the bottom up."""
        self.column_of = tuple(lefts.index(square.x) for square in self.grid)
        self.neighbours = tuple(self._find(self.grid.neighbours(square)) for square in self.grid)
        """[OURS] Neighbours share an edge."""
        columns = ((goal, self.columns[self.column_of[goal]]) for goal in self.goals)
        self.needed = {square for goal, column in columns for square in column[: column.index(goal) + 1]}
        """The goals and the squares beneath them."""

    def is_bottom(self, square: int) -> bool:
        return self.columns[self.column_of[square]][0] == square

    def find_open_column(self, numbers: Numbers) -> tuple[int, ...]:
        """Return the column that is begun and not finished; empty: none."""
        begun = (column for column in self.columns if numbers[column[0]] and not numbers[column[-1]])
        return next(begun, ())

    def list_next(self, numbers: Numbers, circled: frozenset[int]) -> tuple[int, ...]:
        """Return the squares that may be filled next.

        [S] A column is finished before another is begun; among several squares a circled one is first.
        [OURS] A column is filled from the bottom up; players choose the next column freely.
        """
        if column := self.find_open_column(numbers):
            return (next(square for square in column if not numbers[square]),)
        bottoms = tuple(column[0] for column in self.columns if not numbers[column[0]])
        return tuple(square for square in bottoms if square in circled) or bottoms

    def list_beside(self, numbers: Numbers, square: int) -> set[int]:
        """Return the numbers in the filled neighbours."""
        return {numbers[other] for other in self.neighbours[square]} - {0}

    def list_legal(self, numbers: Numbers, circled: frozenset[int], square: int) -> tuple[int, ...]:
        """Return the numbers that are allowed in a square if it is next.

        [S] Neighbours are different; a circled square takes the opposite of its neighbour.
        [OURS] 1 to 6 only. A circle no longer counts where the neighbours show two different numbers, so
        that no square is ever dead.
        """
        beside = self.list_beside(numbers, square)
        if square in circled and len(beside) == 1:
            return (OPPOSITES - min(beside),)
        return tuple(number for number in range(1, OPPOSITES) if number not in beside)

    def check(self, numbers: Numbers, circled: frozenset[int], square: int, value: int) -> None:
        name = self.ids[square]
        forbid(numbers[square], "fight_the_virus.curve.empty", square=name)
        forbid(not 1 <= value < OPPOSITES, "fight_the_virus.curve.value", number=value)
        ahead = self.list_next(numbers, circled)
        if square not in ahead:
            column = self.find_open_column(numbers)
            named = tuple(self.ids[other] for other in ahead)
            forbid(column and square not in column, "fight_the_virus.curve.column", squares=named)
            forbid(not self.is_bottom(square), "fight_the_virus.curve.upwards", square=name)
            raise IllegalMove("fight_the_virus.curve.circled_first", squares=named)
        beside = self.list_beside(numbers, square)
        forbid(value in beside, "fight_the_virus.curve.different", square=name, number=value)
        if value not in self.list_legal(numbers, circled, square):
            values = {"square": name, "number": OPPOSITES - min(beside), "beside": min(beside)}
            raise IllegalMove("fight_the_virus.curve.opposite", **values)

    def list_squares(self, numbers: Numbers, circled: frozenset[int], value: int) -> list[int]:
        """Return the squares in which a number may be entered now."""
        return [square for square, legal in self._list_ahead(numbers, circled) if value in legal]

    def list_entries(self, numbers: Numbers, circled: frozenset[int]) -> Iterator[tuple[int, int]]:
        """Yield every (square, number) that may be entered now."""
        entries = self._list_ahead(numbers, circled)
        return ((square, number) for square, legal in entries for number in legal)

    @remembered
    def _list_ahead(self, numbers: Numbers, circled: frozenset[int]) -> list[tuple[int, tuple[int, ...]]]:
        """Return the squares that may be filled next, each with its legal numbers."""
        ahead = self.list_next(numbers, circled)
        return [(square, self.list_legal(numbers, circled, square)) for square in ahead]

    def find_next_circle(self, numbers: Numbers, circled: frozenset[int]) -> int | None:
        """Return the square that a 5 and a 6 circle; None: there is none, and nothing happens.

        [S] The next empty square; not one beside two different numbers, and not one whose neighbour is
        circled: then the next possible one.
        [OURS] Next means: up the column that is begun, then up the untouched columns from left to right.
        Neither a square circled before, nor the bottom of a column without a number beside it, since it
        has no neighbour to be opposite to.
        """
        waiting = {square for square in circled if not numbers[square]}
        untouched = [column for column in self.columns if not numbers[column[0]]]
        for column in (self.find_open_column(numbers), *untouched):
            for square in column:
                if numbers[square] or square in circled or waiting.intersection(self.neighbours[square]):
                    continue
                beside = self.list_beside(numbers, square)
                if len(beside) == 1 or (not beside and square != column[0]):
                    return square
        return None
