"""Players of Fight the Virus: one who does not look ahead, and the knowledge of searching players.

All weights are set by hand and only have to be plausible: a good player does better. The simple player rates
a mark, searching players rate a sheet, and their weights agree.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TypeAlias

from generator.games.fight_the_virus import areas, game
from generator.games.fight_the_virus.areas import Curve, Numbers, Wall, count_least
from generator.games.fight_the_virus.game import DONE, NO_BONUS, list_bonus_marks, make_mark
from generator.games.fight_the_virus.sheet import (
    BONUS_VALUES,
    ROLL_NAMES,
    Choose,
    FightTheVirusData,
    Hand,
    Move,
    PlayerSheet,
    SheetMark,
    State,
    TakeBonus,
    UseDie,
    count_needed,
)
from generator.rules.states import estimate_chance_to_win, remembered

WIN = 100.0
RESEARCH = 3.0
TESTING = 2.2
SPREAD = 1.8
SPIKE = 0.5
_SHAPE = 0.5
NOT_NEEDED = -1.1
TOO_HIGH = -0.75
"""Worth of each point by which a tested number is higher than its row needs."""
SHUT = -2.5
EXTRA_DIE = 1.0
ROW = 1.0
LEAST = -1.0
"""Worth of a move below which it is not made."""


_Rated: TypeAlias = tuple[float, UseDie]


class Greedy:
    """Player with one number for every possible mark, who decides in the same way in similar situations."""

    def __init__(self, data: FightTheVirusData) -> None:
        self.data = data
        self.most_due = count_least(max(data.research.numbers))
        """Progress that the highest number of research needs."""

    def choose(self, state: State, actor: str) -> Sequence[Move]:
        """Return one legal move; in large groups, any roll is as good as another to be active in."""
        if state.is_choosing:
            return tuple(map(Choose, ROLL_NAMES[: state.rolls]))
        if not state.stands:
            return (game.AGAIN if state.roll in ((1, 1), (2, 2)) else game.KEEP,)
        sheet, hand = state.sheet_of(actor), state.hand_of(actor)
        if hand.bonus:
            return (self._choose_bonus(sheet, hand.bonus),)
        uses: list[tuple[float, UseDie]] = []
        if hand.uses == ("analysis", "others"):
            uses = [rated for rated in self._list_analyses(sheet, hand) if rated[0] > LEAST]
            hand = Hand(hand.dice, ("others",))
        uses = uses or list(self._list_uses(sheet, hand, is_active=state.is_active(actor)))
        worth, use = max(uses, key=lambda rated: rated[0], default=(LEAST, DONE))
        return (use if worth > LEAST else DONE,)

    def _list_analyses(self, sheet: PlayerSheet, hand: Hand) -> Iterator[_Rated]:
        """Yield shapes of the active player, with the worth of what the other die is then good for."""
        for die, other in (hand.dice, hand.dice[::-1]):
            for worth, use in self._list_shapes(sheet, die):
                others = (worth for worth, _ in self._list_others(sheet, other, is_active=True))
                yield worth + max(others, default=0.0), use

    def _list_uses(self, sheet: PlayerSheet, hand: Hand, *, is_active: bool) -> Iterator[_Rated]:
        for die in sorted(set(hand.dice)):
            if "any" in hand.uses or "analysis" in hand.uses:
                yield from self._list_shapes(sheet, die)
            if "any" in hand.uses or "others" in hand.uses:
                yield from self._list_others(sheet, die, is_active=is_active)

    def _list_shapes(self, sheet: PlayerSheet, die: int) -> Iterator[_Rated]:
        if best := choose_shape(self.data.virus, sheet.analysed, die):
            yield best[0], UseDie(die, make_mark(self.data, "analysis", die, best[1]))

    def _list_others(self, sheet: PlayerSheet, die: int, *, is_active: bool) -> Iterator[_Rated]:
        """Yield marks in research, testing, and curve, with as much progress as the player would give."""
        spare = self._expect(sheet)
        for points in list_cheapest(min(sheet.progress.available, max(int(spare), 0) + self.most_due)):
            count, value = len(points), die + sum(points)
            for mark in game.list_numbers(self.data, sheet, value):
                due = count_least(value) if mark.area == "research" else 0
                if self._may_afford(spare, mark, count, due):
                    price = (0.7 if spare > 4 else 1.4) * (count - due)
                    worth = self._rate_mark(sheet, mark, is_active=is_active)
                    yield worth - price, UseDie(die, mark, points)

    def list_uses(self, sheet: PlayerSheet, die: int) -> list[UseDie]:
        """Return the marks of a die outside the virus analysis, with as much progress as they deserve."""
        rated = sorted(self._list_others(sheet, die, is_active=False), key=lambda rated: -rated[0])
        return [use for worth, use in rated if worth > LEAST]

    def _expect(self, sheet: PlayerSheet) -> float:
        """Return the progress at hand and to come, less what the rest of research takes."""
        progress = sheet.progress
        to_come = progress.fields - max(progress.circled, progress.crossed)
        ahead = self.data.research.costs[sheet.researched]
        return progress.circled - progress.crossed + 0.8 * to_come - ahead

    def _may_afford(self, spare: float, mark: SheetMark, count: int, due: int) -> bool:
        """Return True if enough progress is left for research after a mark that costs `count` fields."""
        if mark.area == "research":
            return count <= due or spare - (count - due) >= 2
        if mark.area == "testing" and mark.number > 6:
            return self.data.wall.places[mark.square] in self.data.wall.needed and spare >= count
        return count == 0 or (count == 1 and spare - count >= 3)

    def _rate_mark(self, sheet: PlayerSheet, mark: SheetMark, *, is_active: bool) -> float:
        if mark.area == "research":
            return WIN if mark.number == self.data.research.numbers[-1] else RESEARCH
        area: Wall | Curve = self.data.curve
        numbers, worth = sheet.spread, SPREAD
        if mark.area == "testing":
            area, numbers, worth = self.data.wall, sheet.tests, self._rate_brick(sheet.tests, mark)
        square = area.places[mark.square]
        worth += 0 if square in area.needed else NOT_NEEDED
        is_last = sum(1 for place in area.rows[area.row_of[square]] if not numbers[place]) == 1
        return worth + ROW * is_last + EXTRA_DIE * (square in area.extra_dice and not is_active)

    @remembered
    def _rate_brick(self, tests: Numbers, mark: SheetMark) -> float:
        wall, brick = self.data.wall, self.data.wall.places[mark.square]
        level = len(wall.rows) - wall.row_of[brick]
        highest = max((tests[other] for other in wall.beneath[brick]), default=0)
        worth = TESTING + 0.1 * level + TOO_HIGH * max(0, mark.number - max(highest + 1, level))
        pairs = [sorted((tests[other], mark.number)) for other in wall.partners[brick]]
        # Only a raised die is allowed on a 1 beside a 6.
        return worth + SHUT * any(low == 1 and high >= 6 for low, high in pairs)

    def _choose_bonus(self, sheet: PlayerSheet, bonus: str) -> Move:
        if bonus == "shape":
            shapes = self._list_shapes(sheet, BONUS_VALUES[bonus])
            return next((TakeBonus(use.mark) for _, use in shapes), NO_BONUS)
        marks = list_bonus_marks(self.data, sheet, bonus)
        best = max(marks, key=lambda mark: self._rate_mark(sheet, mark, is_active=True), default=None)
        return TakeBonus(best) if best else NO_BONUS


def list_cheapest(most: int) -> Iterator[tuple[int, ...]]:
    """Yield the way to add each number of points with the fewest progresses; more are never better."""
    yield ()
    for count in range(1, most + 1):
        yield (2,) * count
        yield (*(2,) * (count - 1), 1)


def choose_shape(area: areas.VirusArea, analysed: int, value: int) -> tuple[float, int] | None:
    """Return the worth and place of the best shape: spikes first, then large, then snug; None for none."""
    if shapes := areas.list_shapes(area, analysed, value):
        shape = max(shapes, key=partial(_rate_shape, area, analysed))
        return _SHAPE + SPIKE * areas.count_spikes(area, shape) + 0.1 * shape.bit_count(), shape
    return None


def _rate_shape(area: areas.VirusArea, analysed: int, shape: int) -> tuple[float, ...]:
    edge = (area.around(shape) & ~shape & ~analysed).bit_count()
    return (areas.count_spikes(area, shape), 0.6 * shape.bit_count() - edge, shape)


LUCK = 3.0
"""Difference of two sheets by which chance decides about as much as the sheets."""

BRICK, LEVEL = 2.2, 0.1
"""Worth of a number of testing that is needed, and more for each row that it is higher up."""
HIGH_NUMBER = 0.5
"""Cost of each point by which a number of testing is above the least that fits: less room is left."""
COLUMN = 1.8
"""Worth of a number of the curve that is needed."""
EXTRA_BRICK, EXTRA_COLUMN = 0.3, 0.4
"""Worth of numbers that are not needed: they complete rows."""
PROGRESS, MUCH_PROGRESS = 1.2, 0.6
"""Worth of progress: of what research needs and of the first spare ones, and of more."""
FIRST = 4
"""Spare progress that is worth as much as what is needed: it makes any number from a low die."""
ANALYSED = 0.05
"""Worth of a square of the virus: the fewer are left, the nearer are the spikes."""
HOPELESS = -50.0
"""Worth of a sheet that cannot win any more."""
_SHAPES = 3
"""Shapes of a die that are worth thinking about."""


class FightTheVirusKnowledge:
    """Evaluation and macros for one kit."""

    def __init__(self, rules: game.FightTheVirus, player: Greedy) -> None:
        self.rules = rules
        self.data = rules.data
        self.player = player

    def evaluate(self, state: State, seat: int) -> float:
        """Return the estimated chance of a player to finish research first."""
        return estimate_chance_to_win([self.rate(sheet) for sheet in state.sheets], seat, LUCK)

    def rate(self, sheet: PlayerSheet) -> float:
        """Return what a sheet is worth; only differences between sheets mean something."""
        progress = sheet.progress
        needed = count_needed(self.data, sheet)
        if progress.fields - progress.crossed < needed:
            return HOPELESS
        spare = progress.circled - progress.crossed - needed
        stock = PROGRESS * min(spare, FIRST) + MUCH_PROGRESS * max(spare - FIRST, 0)
        numbers = RESEARCH * sheet.researched + self._rate_wall(sheet.tests) + self._rate_curve(sheet.spread)
        return numbers + stock + ANALYSED * sheet.analysed.bit_count()

    @remembered
    def _rate_wall(self, tests: Numbers) -> float:
        wall = self.data.wall
        rows, worth = len(wall.rows), 0.0
        for brick, number in enumerate(tests):
            if number and brick not in wall.needed:
                worth += EXTRA_BRICK
            elif number:
                level = rows - wall.row_of[brick]
                least = max(level, *(tests[other] + 1 for other in wall.beneath[brick]), 1)
                worth += BRICK + LEVEL * level - (HIGH_NUMBER * max(0, number - least) if number > 1 else 0)
        return worth

    @remembered
    def _rate_curve(self, spread: Numbers) -> float:
        needed = self.data.curve.needed
        numbers = (square for square, number in enumerate(spread) if number)
        return sum([COLUMN if square in needed else EXTRA_COLUMN for square in numbers])

    def macros(self, state: State, actor: str) -> Sequence[tuple[Move]]:
        """Return the moves that the simple player has in mind, and more shapes."""
        if state.is_choosing or not state.stands:
            return [(move,) for move in self.rules.moves(state, actor)]
        sheet, hand = state.sheet_of(actor), state.hand_of(actor)
        moves: list[Move] = []
        if hand.bonus == "shape":
            moves += map(TakeBonus, self._list_shapes(sheet.analysed, BONUS_VALUES["shape"]))
        elif hand.bonus:
            moves += map(TakeBonus, list_bonus_marks(self.data, sheet, hand.bonus))
        for die in () if hand.bonus else sorted(set(hand.dice)):
            if "any" in hand.uses or "analysis" in hand.uses:
                moves += (UseDie(die, mark) for mark in self._list_shapes(sheet.analysed, die))
            if "any" in hand.uses or "others" in hand.uses:
                moves += self.player.list_uses(sheet, die)
        return [(move,) for move in (*moves, NO_BONUS if hand.bonus else DONE)]

    @remembered
    def _list_shapes(self, analysed: int, value: int) -> Sequence[SheetMark]:
        """Return the marks of the best shapes: spikes first, then snug ones."""
        area = self.data.virus
        rate = partial(_rate_shape, area, analysed)
        shapes = sorted(areas.list_shapes(area, analysed, value), key=rate, reverse=True)[:_SHAPES]
        return [make_mark(self.data, "analysis", value, shape) for shape in shapes]
