"""A player of plain habits, to try a sheet out: no look ahead, one number for every possible mark.

It decides alike in like situations; only the dice bring chance into its games. The weights are set
by hand and only have to be plausible: a good player does better.
"""

from collections.abc import Iterator, Sequence

from generator.games.fight_the_virus import analysis
from generator.games.fight_the_virus.analysis import Area
from generator.games.fight_the_virus.game import (
    UNDECIDED,
    Hand,
    State,
    list_points,
)
from generator.games.fight_the_virus.marks import (
    CrossNumber,
    EnterSpread,
    EnterTest,
    FillShape,
    Mark,
    PlayerSheet,
    list_bonus_marks,
    list_numbers,
)
from generator.games.fight_the_virus.moves import (
    Choose,
    Finish,
    KeepRoll,
    LeaveBonus,
    Move,
    RollAgain,
    TakeBonus,
    UseDie,
)
from generator.games.fight_the_virus.plan import Plan
from generator.games.fight_the_virus.progress import count_least

WIN = 100.0
RESEARCH = 3.0
TESTING = 2.2
SPREAD = 1.8
SPIKE = 0.5
SHAPE = 0.5
NOT_NEEDED = -1.1
TOO_HIGH = -0.75
"""For each point that a tested number is higher than its row asks for."""
SHUT = -2.5
EXTRA_DIE = 1.0
ROW = 1.0
LEAST = -1.0
"""What is worth less is not done."""


class SimplePlayer:
    """The player as simulations ask for it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def choose(self, state: State, actor: str) -> Sequence[Move]:
        """One move; in large groups any roll is as good as another to be active in."""
        if UNDECIDED in state.chosen:
            return tuple(Choose(roll) for roll in range(state.rolls))
        return (choose_move(self.plan, state, actor),)


def choose_move(plan: Plan, game: State, player: str) -> Move:
    """The move of a player whose turn it is to decide; never one that check_move refuses."""
    if not game.stands:
        return RollAgain() if game.roll in ((1, 1), (2, 2)) else KeepRoll()
    sheet, hand = game.sheet_of(player), game.hand_of(player)
    if hand.bonus:
        return _choose_bonus(plan, sheet, hand.bonus)
    is_active = game.is_active(player)
    if hand.uses == ("analysis", "others"):
        return _choose_analysis(plan, sheet, hand)
    uses = list(_list_uses(plan, sheet, hand, is_active=is_active))
    worth, use = max(uses, key=lambda rated: rated[0], default=(LEAST, None))
    return use if use is not None and worth > LEAST else Finish()


def _choose_analysis(plan: Plan, sheet: PlayerSheet, hand: Hand) -> Move:
    """The active player's first die: which one goes into the analysis leaves the better other one."""
    best: tuple[float, UseDie | None] = (LEAST, None)
    for die, other in (hand.dice, hand.dice[::-1]):
        found = choose_shape(plan.area, sheet.analysed, die)
        rest = max((worth for worth, _ in _list_others(plan, sheet, other, is_active=True)), default=0.0)
        if found is not None and found[0] + rest > best[0]:
            best = (found[0] + rest, UseDie(die, FillShape(plan.area.ids(found[1]))))
    if best[1] is not None:
        return best[1]
    uses = [rated for die in hand.dice for rated in _list_others(plan, sheet, die, is_active=True)]
    worth, use = max(uses, key=lambda rated: rated[0], default=(LEAST, None))
    return use if use is not None and worth > LEAST else Finish()


def _list_uses(
    plan: Plan, sheet: PlayerSheet, hand: Hand, *, is_active: bool
) -> Iterator[tuple[float, UseDie]]:
    for die in sorted(set(hand.dice)):
        if "any" in hand.uses or "analysis" in hand.uses:
            found = choose_shape(plan.area, sheet.analysed, die)
            if found is not None:
                yield found[0], UseDie(die, FillShape(plan.area.ids(found[1])))
        if "any" in hand.uses or "others" in hand.uses:
            yield from _list_others(plan, sheet, die, is_active=is_active)


def choose_shape(area: Area, analysed: int, value: int) -> tuple[float, int] | None:
    """The worth and the place of the best shape: spikes first, then large, then snug."""
    best = None
    for shape in analysis.list_shapes(area, analysed, value):
        edge = (area.around(shape) & ~shape & ~analysed).bit_count()
        snug = 0.6 * shape.bit_count() - edge
        rated = (analysis.count_spikes(area, shape), snug, shape)
        best = rated if best is None else max(best, rated)
    if best is None:
        return None
    return SHAPE + SPIKE * best[0] + 0.1 * best[2].bit_count(), best[2]


def _list_others(
    plan: Plan, sheet: PlayerSheet, die: int, *, is_active: bool
) -> Iterator[tuple[float, UseDie]]:
    """Marks in research, testing and curve, with as much progress as the player would give."""
    found: dict[int, tuple[Mark, ...]] = {}
    for points in list_points(sheet.progress.available):
        value = die + sum(points)
        if value not in found:
            found[value] = tuple(list_numbers(plan, sheet, value))
        for mark in found[value]:
            if may_afford(plan, sheet, mark, len(points)):
                worth = rate_mark(plan, sheet, mark, is_active=is_active)
                yield worth - _price(plan, sheet, mark, len(points)), UseDie(die, mark, points)


def _expected(plan: Plan, sheet: PlayerSheet) -> float:
    """Progress at hand and to come, less what the rest of research takes."""
    progress = sheet.progress
    to_come = progress.fields - max(progress.circled, progress.crossed)
    ahead = plan.research.count_progress(sheet.researched)
    return progress.circled - progress.crossed + 0.8 * to_come - ahead


def may_afford(plan: Plan, sheet: PlayerSheet, mark: Mark, count: int) -> bool:
    """Whether enough progress is left for research after so much is spent on this mark."""
    spare = _expected(plan, sheet)
    if isinstance(mark, CrossNumber):
        least = max(0, count_least(6, mark.number))
        return count <= least or spare - (count - least) >= 2
    if isinstance(mark, EnterTest) and mark.number > 6:
        return plan.wall.ids.index(mark.brick) in plan.wall.needed and spare >= count
    return count == 0 or (count == 1 and spare - count >= 3)


def _price(plan: Plan, sheet: PlayerSheet, mark: Mark, count: int) -> float:
    due = max(0, count_least(6, mark.number)) if isinstance(mark, CrossNumber) else 0
    return 0.7 * (count - due) if _expected(plan, sheet) > 4 else 1.4 * (count - due)


def rate_mark(plan: Plan, sheet: PlayerSheet, mark: Mark, *, is_active: bool) -> float:
    """What a mark in research, testing or curve is worth to this player."""
    match mark:
        case CrossNumber(number):
            return WIN if number == plan.research.numbers[-1] else RESEARCH
        case EnterTest(name, number):
            brick = plan.wall.ids.index(name)
            return _rate_brick(plan, sheet, brick, number) + _rate_die(
                brick in plan.wall.extra_dice, is_active
            )
        case EnterSpread(name, _):
            square = plan.curve.ids.index(name)
            worth = SPREAD + (0 if square in plan.curve.needed else NOT_NEEDED)
            worth += ROW * _is_last(plan.curve.rows[plan.curve.row_of[square]], sheet.spread)
            return worth + _rate_die(square in plan.curve.extra_dice, is_active)
        case _:
            return 0.0


def _rate_brick(plan: Plan, sheet: PlayerSheet, brick: int, number: int) -> float:
    wall = plan.wall
    level = len(wall.rows) - wall.row_of[brick]
    highest = max((sheet.tests[other] for other in wall.beneath[brick]), default=0)
    worth = TESTING + 0.1 * level + (0 if brick in wall.needed else NOT_NEEDED)
    if number > 1:
        worth += TOO_HIGH * max(0, number - max(highest + 1, level))
    if any(_shuts(sheet.tests[other], number) for other in wall.partners[brick]):
        worth += SHUT
    return worth + ROW * _is_last(wall.rows[wall.row_of[brick]], sheet.tests)


def _shuts(number: int, other: int) -> bool:
    """Whether only a raised die can stand on these two: a 1 beside a 6."""
    return min(number, other) == 1 and max(number, other) >= 6


def _rate_die(has_extra_die: bool, is_active: bool) -> float:
    return EXTRA_DIE if has_extra_die and not is_active else 0.0


def _is_last(row: tuple[int, ...], numbers: tuple[int, ...]) -> bool:
    return sum(1 for place in row if not numbers[place]) == 1


def _choose_bonus(plan: Plan, sheet: PlayerSheet, bonus: str) -> Move:
    if bonus == "shape":
        found = choose_shape(plan.area, sheet.analysed, 6)
        return TakeBonus(FillShape(plan.area.ids(found[1]))) if found else LeaveBonus()
    marks = list(list_bonus_marks(plan, sheet, bonus))
    if not marks:
        return LeaveBonus()
    return TakeBonus(max(marks, key=lambda mark: rate_mark(plan, sheet, mark, is_active=True)))
