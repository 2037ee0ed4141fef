"""The areas of a sheet, with the numbers or shapes that may be written into them.

Research, testing, and the spread curve take numbers. The virus takes shapes, side by side: a set of its
squares is an integer with a bit for each square, so that one operation compares complete areas.

Whether a shape leaves a gap is found without walking over squares. Squares without holes form as many
sections as there are squares, less the pairs of neighbours, plus the blocks of two by two. So the free
squares stay one section if a shape takes away one pair more than blocks for each of its squares.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache, reduce
from itertools import chain, product
from operator import or_
from typing import TypeAlias

from generator.model.elements.squares import Cells, Place, Places
from generator.model.elements.template import GridBlock, TrackBlock
from generator.model.values import dataclass
from generator.rules.core import IllegalMove, forbid, require
from generator.rules.states import list_bits, pick_items, remembered

Numbers: TypeAlias = tuple[int, ...]
"""One number for each square, in the order of the grid; 0: empty."""
MOST_PROGRESS = 2
"""[S] One progress adds 1 or 2 points to a single die."""
OPPOSITES = 7
"""Sum of opposite sides of a die."""


def count_least(number: int) -> int:
    """Return how many progresses it takes at least to raise a 6 to a number; 0 up to 6."""
    return max(0, -(-(number - 6) // MOST_PROGRESS))


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
        """[S] Check that numbers are crossed out in order by their value, the last after all red squares."""
        forbid(crossed == len(self.numbers), "fight_the_virus.research.done")
        following, is_last = self.numbers[crossed], crossed == len(self.numbers) - 1
        forbid(value != following, "fight_the_virus.research.order", number=value, next=following)
        forbid(is_last and not has_goals, "fight_the_virus.research.goals", number=value)


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
        carriers: set[int] = set()
        ahead = list(bricks)
        while ahead:
            brick = ahead.pop()
            if brick not in carriers:
                carriers.add(brick)
                ahead.extend(self.beneath[brick])
        return frozenset(carriers)

    def check(self, numbers: Numbers, brick: int, value: int) -> None:
        """Raise IllegalMove if a number is not allowed in a brick; above 6, it also needs progress.

        [S] All squares directly underneath are filled; the number is higher than they are, or a 1 that
        is not above another 1.
        """
        below = [numbers[other] for other in self.beneath[brick]]
        highest = max(below, default=0)
        square = self.ids[brick]
        forbid(numbers[brick], "fight_the_virus.testing.empty", square=square)
        forbid(0 in below, "fight_the_virus.testing.support", square=square)
        forbid(value == 1 and 1 in below, "fight_the_virus.testing.one", square=square)
        forbid(1 < value <= highest, "fight_the_virus.testing.higher", square=square, below=highest)

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


Square: TypeAlias = tuple[int, int]
"""Column and row of a square."""


@dataclass(frozen=True, eq=False)
class VirusArea:
    """The squares of the virus, and every place where the shape of a die face fits.

    A kit has one, and it is equal only to itself, so results about it can be cached.
    """

    bits: Mapping[str, int]
    """Bit of each square, by its id."""
    stride: int
    """Bits from a square to the one beneath it: one more than the width, so that rows do not meet."""
    all_squares: int
    spikes: int
    places: Mapping[int, Collection[int]]
    """Sets of squares that the shape of a die value may cover."""
    known: Mapping[int, tuple[str, ...]]
    """Ids of the squares of all these sets."""
    border: int
    """Squares that touch the outside; none where the area has holes, and so more than one outside."""

    def around(self, squares: int) -> int:
        """Return the squares that share an edge with some of these; they may be among these."""
        steps = squares << 1 | squares >> 1 | squares << self.stride | squares >> self.stride
        return steps & self.all_squares

    def squares(self, ids: Iterable[str]) -> int:
        """Return the set of squares with these ids; raise KeyError."""
        return reduce(or_, map(self.bits.__getitem__, ids), 0)

    def ids(self, squares: int) -> tuple[str, ...]:
        """Return the ids of the squares, in the order of the grid."""
        if squares in self.known:
            return self.known[squares]
        return tuple(id for id, bit in self.bits.items() if bit & squares)


def make_virus_area(grid: Places, faces: Sequence[Sequence[Cells]]) -> VirusArea:
    """[S] Shapes may not cross the border of the area: only places inside are known.

    `faces` has the shapes of each die value from 1. [OURS] Shapes may be turned and mirrored; the published
    rules do not say.
    """
    stride = int(grid.width) + 1
    corners = {square.id: (int(square.x), int(square.y)) for square in grid}
    cells = {(x, y): 1 << (y * stride + x) for x, y in corners.values()}
    bits = {id: cells[corner] for id, corner in corners.items()}
    all_squares = sum(cells.values())
    places = {value: dict.fromkeys(sorted(_list_places(cells, face))) for value, face in enumerate(faces, 1)}
    shapes = chain.from_iterable(places.values())
    return VirusArea(
        bits=bits,
        stride=stride,
        all_squares=all_squares,
        spikes=sum(bits[square.id] for square in grid.marked("spike")),
        places=places,
        known={shape: tuple(id for id, bit in bits.items() if bit & shape) for shape in shapes},
        border=_find_border(set(cells), stride),
    )


def _find_border(cells: Set[Square], stride: int) -> int:
    """Return the squares beside what a walk over edges and corners reaches from beyond the area."""
    height = 1 + max(y for _, y in cells)
    beyond = {(x, y) for x in range(-1, stride) for y in range(-1, height + 1)} - cells
    outside: set[Square] = set()
    ahead = {(-1, -1)}
    while ahead:
        outside |= ahead
        ahead = (_list_touching(ahead) & beyond) - outside
    touching = _list_touching(outside) & cells if outside == beyond else ()
    return sum(1 << (y * stride + x) for x, y in touching)


def _list_touching(cells: Iterable[Square]) -> set[Square]:
    """Return the cells, and all that share an edge or a corner with them."""
    steps = tuple(product((-1, 0, 1), repeat=2))
    return {(x + right, y + down) for x, y in cells for right, down in steps}


def list_forms(shape: Cells) -> tuple[Cells, ...]:
    """Return all distinct rotations and reflections of a shape: 1 to 8."""
    forms: dict[Cells, None] = {}
    for turned in (shape, [(-column, row) for column, row in shape]):
        for _ in range(4):
            turned = [(-row, column) for column, row in turned]
            left, top = map(min, zip(*turned, strict=True))
            cells = ((column - left, row - top) for column, row in turned)
            forms[tuple(sorted(cells, key=lambda cell: cell[::-1]))] = None
    return tuple(forms)


def _list_places(cells: Mapping[Square, int], shapes: Iterable[Cells]) -> Iterator[int]:
    for form in (form for shape in shapes for form in list_forms(shape)):
        x0, y0 = form[0]
        for left, top in cells:
            moved = [(left + x - x0, top + y - y0) for x, y in form]
            if all(cell in cells for cell in moved):
                yield sum(cells[cell] for cell in moved)


def is_connected(area: VirusArea, squares: int, within: int) -> bool:
    """Return True if squares of `within` join all of these squares, edge to edge."""
    stride = area.stride
    reached = squares & -squares
    while squares & ~reached:
        steps = reached << 1 | reached >> 1 | reached << stride | reached >> stride
        further = (reached | steps) & within
        if further == reached:
            return False
        reached = further
    return True


def list_sections(area: VirusArea, squares: int) -> list[int]:
    """Return the sections of a set of squares that share no edge, the largest first."""
    sections = []
    while squares:
        section, reached = 0, squares & -squares
        while reached != section:
            section, reached = reached, (reached | area.around(reached)) & squares
        sections.append(section)
        squares &= ~section
    return sorted(sections, key=int.bit_count, reverse=True)


def leaves_no_gap(area: VirusArea, analysed: int, shape: int) -> bool:
    """[S] There are at most two sections: one analysed, one not.

    [OURS] Sections hold together over edges, not over corners, as shapes do.
    """
    rest = area.all_squares & ~analysed & ~shape
    # What was one section before stays one if the squares beside the new shape are still joined.
    return is_connected(area, area.around(shape) & rest, rest)


def check_shape(area: VirusArea, analysed: int, value: int, shape: int) -> None:
    forbid(value not in area.places, "fight_the_virus.analysis.value", value=value)
    forbid(shape not in area.places[value], "fight_the_virus.analysis.shape", value=value)
    if shape & analysed:
        raise IllegalMove("fight_the_virus.analysis.free", squares=area.ids(shape & analysed))
    forbid(analysed and not area.around(analysed) & shape, "fight_the_virus.analysis.adjacent")
    forbid(not leaves_no_gap(area, analysed, shape), "fight_the_virus.analysis.gap")


def count_spikes(area: VirusArea, shape: int) -> int:
    return (shape & area.spikes).bit_count()


@lru_cache(maxsize=64)
def _list_coverings(area: VirusArea, value: int) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Return the places of a value, and for each square, which of them cover it, as bits.

    A place has its squares, the joints that depend on them, and the number of joints that leaves no gap.
    """
    size, stride = area.all_squares.bit_length(), area.stride
    places, covering = [], [0] * size
    for number, shape in enumerate(area.places[value]):
        rows, columns = shape | shape >> 1, shape | shape >> stride
        blocks = rows | rows >> stride
        joints = rows | columns << size | blocks << 2 * size
        places.append((shape, joints, shape.bit_count() + blocks.bit_count()))
        for bit in list_bits(shape):
            covering[bit] |= 1 << number
    return places, covering


def _find_joints(area: VirusArea, squares: int) -> int:
    """Return a bit for each pair of neighbours among the squares, and for each incomplete block."""
    size, rows = area.all_squares.bit_length(), squares & squares >> 1
    columns, blocks = squares & squares >> area.stride, rows & rows >> area.stride
    return rows | columns << size | (blocks ^ (1 << size) - 1) << 2 * size


@lru_cache(maxsize=1024)
def list_shapes(area: VirusArea, analysed: int, value: int) -> Sequence[int]:
    """Return every place where the shape of the value is allowed now."""
    if value not in area.places:
        return ()
    free, border = area.all_squares & ~analysed, area.border
    places, covering = _list_coverings(area, value)
    if analysed:
        sets = (analysed, area.around(analysed) & free)
        covered, beside = (reduce(or_, pick_items(covering, some), 0) for some in sets)
        places = pick_items(places, beside & ~covered)
    if not border:
        return [shape for shape, _, _ in places if leaves_no_gap(area, analysed, shape)]
    if not analysed & border:
        # The free squares have a hole as long as the analysed section and the shape do not touch the border.
        more = bool(analysed)
        places = [(place, own, number + more - (not place & border)) for place, own, number in places]
    joints = _find_joints(area, free)
    # The last shape takes away a section.
    return [place for place, own, number in places if (joints & own).bit_count() == number or place == free]
