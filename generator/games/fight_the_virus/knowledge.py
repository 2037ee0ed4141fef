"""Knowledge for searching players of Fight the Virus: promising marks, and the worth of a sheet.

The weights are set by hand. They agree with those of the simple player, who rates a mark, not a sheet.
"""

from collections.abc import Sequence
from math import exp

from generator.games.fight_the_virus import analysis, fitting
from generator.games.fight_the_virus.areas import Numbers
from generator.games.fight_the_virus.game import DONE, NO_BONUS, FightTheVirus
from generator.games.fight_the_virus.marks import list_bonus_marks, make_mark
from generator.games.fight_the_virus.moves import BONUS_VALUES, Move, TakeBonus, UseDie
from generator.games.fight_the_virus.sheet import Plan, PlayerSheet
from generator.games.fight_the_virus.simple_player import SimplePlayer
from generator.games.fight_the_virus.state import State
from generator.rules.states import remembered

LUCK = 3.0
"""Difference of two sheets by which chance decides about as much as the sheets."""
RESEARCH = 3.0
BRICK, LEVEL = 2.2, 0.1
"""Worth of a number of testing that is needed, and more for each row that it is higher up."""
HIGH_NUMBER = 0.5
"""For each point that a number of testing is above the least that fits: less room is left for those above."""
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
SHAPES = 3
"""Shapes of a die that are worth thinking about."""


class FightTheVirusKnowledge:
    """Evaluation and macros for one kit."""

    def __init__(self, rules: FightTheVirus, player: SimplePlayer) -> None:
        self.rules = rules
        self.plan: Plan = rules.plan
        self.player = player

    def evaluate(self, state: State, seat: int) -> float:
        """Return the estimated chance of a player to finish research first."""
        worths = [self.rate(sheet) for sheet in state.sheets]
        own = worths[seat]
        return 1 / sum([exp(max(min((other - own) / LUCK, 50.0), -50.0)) for other in worths])

    def rate(self, sheet: PlayerSheet) -> float:
        """Return what a sheet is worth; only differences between sheets mean something."""
        progress, research = sheet.progress, self.plan.research
        needed = research.costs[sheet.researched] + self.plan.wall.count_progress(sheet.tests)
        if progress.fields - progress.crossed < needed:
            return HOPELESS
        spare = progress.circled - progress.crossed - needed
        stock = PROGRESS * min(spare, FIRST) + MUCH_PROGRESS * max(spare - FIRST, 0)
        numbers = RESEARCH * sheet.researched + self._rate_wall(sheet.tests) + self._rate_curve(sheet.spread)
        return numbers + stock + ANALYSED * sheet.analysed.bit_count()

    @remembered
    def _rate_wall(self, tests: Numbers) -> float:
        wall = self.plan.wall
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
        needed = self.plan.curve.needed
        numbers = (square for square, number in enumerate(spread) if number)
        return sum([COLUMN if square in needed else EXTRA_COLUMN for square in numbers])

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

    @remembered
    def _rank_shapes(self, analysed: int, value: int) -> Sequence[int]:
        """Return the best shapes: spikes first, then snug ones."""
        area = self.plan.area

        def rate(shape: int) -> tuple[float, ...]:
            edge = (area.around(shape) & ~shape & ~analysed).bit_count()
            return (analysis.count_spikes(area, shape), 0.6 * shape.bit_count() - edge, shape)

        return sorted(fitting.list_shapes(area, analysed, value), key=rate, reverse=True)[:SHAPES]
