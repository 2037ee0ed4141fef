"""What a player writes on the sheet, area by area, and what that brings."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from generator.errors import IllegalMove
from generator.games.fight_the_virus import analysis, curve, research, testing
from generator.games.fight_the_virus.numbers import Numbers
from generator.games.fight_the_virus.plan import Plan
from generator.games.fight_the_virus.progress import NO_FIELDS, Progress
from generator.rules.core import Sentence
from generator.rules.states import make_replace


@dataclass(frozen=True)
class PlayerSheet:
    """All that one player has written."""

    progress: Progress = NO_FIELDS
    tests: Numbers = ()
    spread: Numbers = ()
    """The numbers of the spread curve."""
    circled: frozenset[int] = frozenset()
    """Squares of the spread curve."""
    researched: int = 0
    """Numbers crossed out."""
    shapes: tuple[int, ...] = ()
    """Sets of squares of the virus, in the order in which they were filled."""

    @property
    def analysed(self) -> int:
        return sum(self.shapes)


replace_sheet = make_replace(PlayerSheet)


def empty_sheet(plan: Plan) -> PlayerSheet:
    return PlayerSheet(Progress(plan.fields), (0,) * len(plan.wall.ids), (0,) * len(plan.curve.ids))


@dataclass(frozen=True, slots=True)
class FillShape:
    squares: tuple[str, ...]

    @property
    def text(self) -> str:
        return f"analysis {' '.join(self.squares)}"


@dataclass(frozen=True, slots=True)
class CrossNumber:
    number: int

    @property
    def text(self) -> str:
        return f"research {self.number}"


@dataclass(frozen=True, slots=True)
class EnterTest:
    brick: str
    number: int

    @property
    def text(self) -> str:
        return f"testing {self.brick}={self.number}"


@dataclass(frozen=True, slots=True)
class EnterSpread:
    square: str
    number: int

    @property
    def text(self) -> str:
        return f"curve {self.square}={self.number}"


Mark: TypeAlias = FillShape | CrossNumber | EnterTest | EnterSpread


@dataclass(frozen=True, slots=True)
class Marked:
    """A sheet after a mark, and what the mark brings."""

    sheet: PlayerSheet
    spikes: int = 0
    bonus: str = ""
    """`shape`, `curve` or `one`, to be taken now or never; empty: none. A mark never brings two."""
    extra_die: bool = False


def has_goals(plan: Plan, sheet: PlayerSheet) -> bool:
    """[S] All red squares of testing and of the spread curve are filled."""
    return plan.wall.has_goals(sheet.tests) and plan.curve.has_goals(sheet.spread)


def has_won(plan: Plan, sheet: PlayerSheet) -> bool:
    return sheet.researched == len(plan.research.numbers)


def may_still_win(plan: Plan, sheet: PlayerSheet) -> bool:
    """[OURS] Whether the progress fields that are not crossed out are enough for the rest of the game."""
    needed = plan.research.count_progress(sheet.researched) + testing.count_progress(plan.wall, sheet.tests)
    return sheet.progress.fields - sheet.progress.crossed >= needed


def check_mark(plan: Plan, sheet: PlayerSheet, mark: Mark, value: int) -> None:
    """Raises IllegalMove unless a die of this value, raised or not, may be used for the mark."""
    if not isinstance(mark, FillShape) and mark.number != value:
        raise IllegalMove("fight_the_virus.turn.value", {"value": value, "number": mark.number})
    for square in list_unknown(plan, mark):
        raise IllegalMove("fight_the_virus.sheet.square", {"square": square})
    match mark:
        case FillShape(squares):
            analysis.check_shape(plan.area, sheet.analysed, value, plan.area.squares(squares))
        case CrossNumber():
            research.check_number(plan.research, sheet.researched, value, has_goals=has_goals(plan, sheet))
        case EnterTest(brick):
            testing.check_number(plan.wall, sheet.tests, plan.wall.ids.index(brick), value)
        case EnterSpread(square):
            place = plan.curve.ids.index(square)
            curve.check_number(plan.curve, sheet.spread, sheet.circled, place, value)


def list_unknown(plan: Plan, mark: Mark) -> tuple[str, ...]:
    """Squares of a mark that the sheet does not have."""
    match mark:
        case FillShape(squares):
            return tuple(square for square in squares if square not in plan.area.bits)
        case EnterTest(square, _):
            return () if square in plan.wall.ids else (square,)
        case EnterSpread(square, _):
            return () if square in plan.curve.ids else (square,)
    return ()


def apply_mark(plan: Plan, sheet: PlayerSheet, mark: Mark) -> Marked:
    """The sheet with the mark, which check_mark has allowed."""
    match mark:
        case FillShape(squares):
            shape = plan.area.squares(squares)
            spikes = analysis.count_spikes(plan.area, shape)
            progress = sheet.progress.earn(spikes)
            return Marked(
                replace_sheet(sheet, shapes=(*sheet.shapes, shape), progress=progress), spikes=spikes
            )
        case CrossNumber():
            bonus = plan.research.bonuses[sheet.researched]
            return Marked(replace_sheet(sheet, researched=sheet.researched + 1), bonus=bonus)
        case EnterTest(brick, number):
            place = plan.wall.ids.index(brick)
            tests = _put(sheet.tests, place, number)
            bonus = plan.wall.find_row_bonus(tests, place)
            return Marked(
                replace_sheet(sheet, tests=tests), bonus=bonus, extra_die=place in plan.wall.extra_dice
            )
        case EnterSpread(square, number):
            place = plan.curve.ids.index(square)
            spread = _put(sheet.spread, place, number)
            bonus = plan.curve.find_row_bonus(spread, place)
            return Marked(
                replace_sheet(sheet, spread=spread), bonus=bonus, extra_die=place in plan.curve.extra_dice
            )


def _put(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    return (*numbers[:place], number, *numbers[place + 1 :])


def list_shapes(plan: Plan, sheet: PlayerSheet, value: int) -> Iterator[FillShape]:
    """Every shape that a value may fill in the virus analysis."""
    for shape in analysis.list_shapes(plan.area, sheet.analysed, value):
        yield _make_fill(plan.area, shape)


@lru_cache(maxsize=4096)
def _make_fill(area: analysis.Area, shape: int) -> FillShape:
    """The same shapes are listed over and over again."""
    return FillShape(area.ids(shape))


def list_numbers(plan: Plan, sheet: PlayerSheet, value: int) -> Iterator[Mark]:
    """Every mark that a value may make in the other three areas."""
    numbers = plan.research.numbers[sheet.researched :]
    if numbers[:1] == (value,) and (len(numbers) > 1 or has_goals(plan, sheet)):
        yield CrossNumber(value)
    for brick in testing.list_bricks(plan.wall, sheet.tests, value):
        yield EnterTest(plan.wall.ids[brick], value)
    for square, number in curve.list_entries(plan.curve, sheet.spread, sheet.circled):
        if number == value:
            yield EnterSpread(plan.curve.ids[square], number)


BONUS_VALUES = {"shape": 6, "one": 1}
"""[S] A bonus shape is that of a 6; the bonus of testing is a 1."""


def check_bonus(plan: Plan, sheet: PlayerSheet, bonus: str, mark: Mark) -> None:
    """Raises IllegalMove unless the bonus (`shape`, `curve`, `one`) allows the mark."""
    match bonus, mark:
        case ("shape", FillShape()) | ("one", EnterTest()):
            check_mark(plan, sheet, mark, BONUS_VALUES[bonus])
        case "curve", EnterSpread(_, number):
            check_mark(plan, sheet, mark, number)
        case _:
            if not bonus:
                raise IllegalMove("fight_the_virus.bonus.none")
            raise IllegalMove("fight_the_virus.bonus.kind", {"bonus": Sentence(f"tally.bonus.{bonus}")})


def list_bonus_marks(plan: Plan, sheet: PlayerSheet, bonus: str) -> Iterator[Mark]:
    """Every mark that a bonus allows now."""
    if bonus == "shape":
        yield from list_shapes(plan, sheet, BONUS_VALUES[bonus])
    elif bonus == "one":
        for brick in testing.list_bricks(plan.wall, sheet.tests, BONUS_VALUES[bonus]):
            yield EnterTest(plan.wall.ids[brick], BONUS_VALUES[bonus])
    elif bonus == "curve":
        for square, number in curve.list_entries(plan.curve, sheet.spread, sheet.circled):
            yield EnterSpread(plan.curve.ids[square], number)
