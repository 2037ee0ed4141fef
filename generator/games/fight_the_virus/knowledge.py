"""What players who think know about Fight the Virus: promising marks, and how far a sheet is from its end."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp

from generator.games.fight_the_virus import analysis, fitting
from generator.games.fight_the_virus.areas import Numbers
from generator.games.fight_the_virus.game import DONE, NO_BONUS, FightTheVirus
from generator.games.fight_the_virus.marks import list_bonus_marks, make_mark
from generator.games.fight_the_virus.moves import BONUS_VALUES, Move, TakeBonus, UseDie
from generator.games.fight_the_virus.sheet import Plan, PlayerSheet
from generator.games.fight_the_virus.simple_player import SimplePlayer
from generator.games.fight_the_virus.state import State

LUCK = 1.8
"""Turns by which the end of a sheet differs by chance."""
HOPELESS = 80.0
"""Turns of a sheet that cannot win any more."""
TOO_HIGH = 0.15
"""Turns for each point that a number of testing is above its row: less room is left for those above."""
MOST_FACE = 6
LOST = 5.0
"""Turns in which the dice that fit now matter."""
SHAPES_PER_SPIKE = 1.3
WANT = 0.3
"""Turns that a missing spike costs."""
FIRST, FEW, MORE = 4, 0.5, 0.3
"""Turns that spare progress saves, the first ones and more: it makes any number from a low die."""
SHAPES = 3
"""Shapes of a die that are worth thinking about."""


class FightTheVirusKnowledge:
    """Evaluation and macros for one kit."""

    def __init__(self, rules: FightTheVirus, player: SimplePlayer) -> None:
        self.rules = rules
        self.plan: Plan = rules.plan
        self.player = player
        self._rank_shapes = lru_cache(maxsize=1024)(self._sort_shapes)
        self._measure_wall = lru_cache(maxsize=1024)(self._rate_wall)
        self._find_wall = lru_cache(maxsize=1024)(self._list_wall)
        self._find_curve = lru_cache(maxsize=1024)(self._list_curve)
        self._count_curve = lru_cache(maxsize=1024)(self._count_open)

    def evaluate(self, state: State, seat: int) -> float:
        """Return the chance of a player to finish research first, by the turns that all sheets need."""
        turns = [self.count_turns(sheet) for sheet in state.sheets]
        own = turns[seat]
        return 1 / sum([exp(max(min((own - other) / LUCK, 50.0), -50.0)) for other in turns])

    def count_turns(self, sheet: PlayerSheet) -> float:
        """Return about how many turns a sheet needs.

        In each turn, a player makes one mark outside the virus analysis, if a die fits: the active player
        with one die, and with the other in the analysis; passive players with any die. Turns
        without a die that fits are lost.
        """
        plan, progress = self.plan, sheet.progress
        bricks, excess, traps = self._measure_wall(sheet.tests)
        needed = plan.research.costs[sheet.researched] + traps
        if progress.fields - progress.crossed < needed:
            return HOPELESS
        numbers = len(plan.research.numbers) - sheet.researched
        others = numbers + bricks + self._count_curve(sheet.spread) + TOO_HIGH * excess + traps
        stock = progress.circled - progress.crossed
        lacking, spare = max(needed - stock, 0), max(stock - needed, 0)
        shapes = SHAPES_PER_SPIKE * lacking
        saved = FEW * min(spare, FIRST) + MORE * max(spare - FIRST, 0)
        turns = max(others, shapes, (others + shapes) / 1.5) + WANT * lacking - saved
        return turns + LOST * min(others, 6) / 6 * self._miss(sheet)

    def _miss(self, sheet: PlayerSheet) -> float:
        """Return the chance that neither die fits outside the virus analysis."""
        fitting = self._find_wall(sheet.tests) | self._find_curve(sheet.spread, sheet.circled)
        numbers = self.plan.research.numbers[sheet.researched :]
        if numbers and numbers[0] <= MOST_FACE:
            fitting |= 1 << numbers[0]
        return ((MOST_FACE - fitting.bit_count()) / MOST_FACE) ** 2

    def _list_wall(self, tests: Numbers) -> int:
        """Return the dice that fit on a brick that is needed, as bits."""
        wall, faces = self.plan.wall, range(1, MOST_FACE + 1)
        return sum([1 << face for face in faces if not wall.needed.isdisjoint(wall.list_bricks(tests, face))])

    def _list_curve(self, spread: Numbers, circled: frozenset[int]) -> int:
        """Return the dice that fit on a square of the curve that is needed, as bits."""
        curve = self.plan.curve
        needed = curve.needed.union(curve.find_open_column(spread))
        fitting = 0
        for square, number in curve.list_entries(spread, circled):
            if square in needed:
                fitting |= 1 << number
        return fitting

    def _rate_wall(self, tests: Numbers) -> tuple[int, int, int]:
        """Return the bricks to fill, the points of filled ones above their row, and progress for traps."""
        wall = self.plan.wall
        rows, excess, bricks = len(wall.rows), 0, 0
        for brick in wall.needed:
            if tests[brick]:
                excess += max(0, tests[brick] - (rows - wall.row_of[brick]))
            else:
                bricks += 1
        return bricks, excess, wall.count_progress(tests)

    def _count_open(self, spread: Numbers) -> int:
        """Return the squares of the curve to fill: those that are needed, and the rest of a begun column."""
        curve = self.plan.curve
        open_ones = {square for square in curve.needed if not spread[square]}
        return len(open_ones.union(square for square in curve.find_open_column(spread) if not spread[square]))

    # What is worth doing.

    def macros(self, state: State, actor: str) -> Sequence[tuple[Move]]:
        """Return the moves that the simple player has in mind, and more shapes."""
        if state.is_choosing or not state.stands:
            return [(move,) for move in self.rules.moves(state, actor)]
        sheet, hand = state.sheet_of(actor), state.hand_of(actor)
        found: dict[Move, None] = {}
        if hand.bonus:
            if hand.bonus == "shape":
                value = BONUS_VALUES["shape"]
                for shape in self._rank_shapes(sheet.analysed, value):
                    found[TakeBonus(make_mark(self.plan, "analysis", value, shape))] = None
            else:
                found |= dict.fromkeys(map(TakeBonus, list_bonus_marks(self.plan, sheet, hand.bonus)))
            return [(move,) for move in (*found, NO_BONUS)]
        for die in sorted(set(hand.dice)):
            if "any" in hand.uses or "analysis" in hand.uses:
                for shape in self._rank_shapes(sheet.analysed, die):
                    found[UseDie(die, make_mark(self.plan, "analysis", die, shape))] = None
            if "any" in hand.uses or "others" in hand.uses:
                found |= dict.fromkeys(self.player.list_uses(sheet, die))
        return [(move,) for move in (*found, DONE)]

    def _sort_shapes(self, analysed: int, value: int) -> Sequence[int]:
        """Return the best shapes: spikes first, then snug ones."""
        area = self.plan.area

        def rate(shape: int) -> tuple[float, ...]:
            edge = (area.around(shape) & ~shape & ~analysed).bit_count()
            return (analysis.count_spikes(area, shape), 0.6 * shape.bit_count() - edge, shape)

        return sorted(fitting.list_shapes(area, analysed, value), key=rate, reverse=True)[:SHAPES]
