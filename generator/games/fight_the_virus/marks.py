"""Marks that players write on their sheets: which are allowed, and what they bring."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.errors import IllegalMove, forbid
from generator.games.fight_the_virus import analysis, fitting
from generator.games.fight_the_virus.moves import BONUS_VALUES, Mark, MarkArea
from generator.games.fight_the_virus.sheet import Plan, PlayerSheet, has_goals, has_won, replace_sheet
from generator.rules.core import Sentence
from generator.rules.states import change

_BONUS_AREAS: Mapping[str, MarkArea] = {"shape": "analysis", "one": "testing", "curve": "curve"}


class Marked(NamedTuple):
    """A sheet after a mark, and what the mark brings."""

    sheet: PlayerSheet
    spikes: int = 0
    bonus: str = ""
    """`shape`, `curve` or `one`, to be taken now or never; empty: none. A mark never brings two."""
    extra_die: bool = False


def list_unknown(plan: Plan, mark: Mark) -> list[str]:
    """Return the squares of a mark that the sheet does not have."""
    known = plan.grids[mark.area].by_id if mark.squares else ()
    return [square for square in mark.squares if square not in known]


def check_mark(plan: Plan, sheet: PlayerSheet, mark: Mark, value: int) -> None:
    """Raise IllegalMove unless a die of this value, raised or not, may be used for the mark."""
    if mark.area != "analysis" and mark.number != value:
        raise IllegalMove("fight_the_virus.turn.value", value=value, number=mark.number)
    for square in list_unknown(plan, mark):
        raise IllegalMove("fight_the_virus.sheet.square", square=square)
    match mark.area:
        case "analysis":
            analysis.check_shape(plan.area, sheet.analysed, value, plan.area.squares(mark.squares))
        case "research":
            plan.research.check(sheet.researched, value, has_goals=has_goals(plan, sheet))
        case "testing":
            plan.wall.check(sheet.tests, plan.wall.places[mark.square], value)
        case "curve":
            plan.curve.check(sheet.spread, sheet.circled, plan.curve.places[mark.square], value)


def check_bonus(plan: Plan, sheet: PlayerSheet, bonus: str, mark: Mark) -> None:
    """Raise IllegalMove unless the bonus (`shape`, `curve`, `one`) allows the mark."""
    forbid(not bonus, "fight_the_virus.bonus.none")
    if mark.area != _BONUS_AREAS[bonus]:
        raise IllegalMove("fight_the_virus.bonus.kind", bonus=Sentence(f"tally.bonus.{bonus}"))
    check_mark(plan, sheet, mark, BONUS_VALUES.get(bonus, mark.number))


def apply_mark(plan: Plan, sheet: PlayerSheet, mark: Mark) -> Marked:
    """Return the sheet with the mark, which check_mark has allowed."""
    match mark.area:
        case "analysis":
            shape = plan.area.squares(mark.squares)
            spikes = analysis.count_spikes(plan.area, shape)
            progress = sheet.progress.earn(spikes)
            marked = replace_sheet(sheet, shapes=(*sheet.shapes, shape), progress=progress)
            return Marked(marked, spikes=spikes)
        case "research":
            bonus = plan.research.bonuses[sheet.researched]
            return Marked(replace_sheet(sheet, researched=sheet.researched + 1), bonus=bonus)
        case "testing":
            place = plan.wall.places[mark.square]
            numbers = change(sheet.tests, place, mark.number)
            marked, bonus = replace_sheet(sheet, tests=numbers), plan.wall.find_row_bonus(numbers, place)
        case "curve":
            place = plan.curve.places[mark.square]
            numbers = change(sheet.spread, place, mark.number)
            marked, bonus = replace_sheet(sheet, spread=numbers), plan.curve.find_row_bonus(numbers, place)
    return Marked(marked, bonus=bonus, extra_die=plan.fills(mark, "extra_die"))


def list_events(plan: Plan, player: str, mark: Mark, old: PlayerSheet, marked: Marked) -> Iterator[Sentence]:
    """Yield what a mark brings to its player."""
    new = marked.sheet
    # [S] A spike that is owed only circles a field that is crossed out already.
    circled = new.progress.circled - old.progress.circled
    repaid = min(circled, old.progress.owed)
    if repaid:
        yield Sentence("event.repay", player=player, number=repaid)
    if circled > repaid:
        yield Sentence("event.earn", player=player, number=circled - repaid)
    if mark.area == "research" and has_won(plan, new):
        yield Sentence("event.finished", player=player, number=mark.number)
    if mark.area == "curve":
        place = plan.curve.places[mark.square]
        if place in old.circled and len(plan.curve.list_beside(old.spread, place)) > 1:
            yield Sentence("event.void", player=player, square=mark.square)
    if plan.fills(mark, "goal") and has_goals(plan, new):
        yield Sentence("event.goals", player=player, number=plan.research.numbers[-1])
    if marked.bonus:
        yield Sentence("event.bonus", player=player, bonus=Sentence(f"tally.bonus.{marked.bonus}"))


def list_places(
    plan: Plan, sheet: PlayerSheet, uses: Collection[str], value: int
) -> list[tuple[MarkArea, Sequence[int]]]:
    """Return where a die of this value may be used: areas with the places that `make_mark` takes."""
    found: list[tuple[MarkArea, Sequence[int]]] = []
    if "others" in uses or "any" in uses:
        numbers = plan.research.numbers[sheet.researched :]
        if numbers and numbers[0] == value and (len(numbers) > 1 or has_goals(plan, sheet)):
            found.append(("research", (sheet.researched,)))
        if bricks := plan.wall.list_bricks(sheet.tests, value):
            found.append(("testing", bricks))
        if squares := plan.curve.list_squares(sheet.spread, sheet.circled, value):
            found.append(("curve", squares))
    if ("analysis" in uses or "any" in uses) and (
        shapes := fitting.list_shapes(plan.area, sheet.analysed, value)
    ):
        found.append(("analysis", shapes))
    return found


def make_mark(plan: Plan, area: MarkArea, value: int, place: int) -> Mark:
    """Return the mark of a value; `place` is a shape, the index of a square, or that of a research number."""
    match area:
        case "analysis":
            return Mark(area, plan.area.ids(place))
        case "research":
            return Mark(area, number=value)
    return Mark(area, ((plan.wall if area == "testing" else plan.curve).ids[place],), value)


def list_numbers(plan: Plan, sheet: PlayerSheet, value: int) -> Iterator[Mark]:
    """Yield every mark that a value may make outside the virus analysis."""
    for area, places in list_places(plan, sheet, ("others",), value):
        yield from (make_mark(plan, area, value, place) for place in places)


def list_bonus_marks(plan: Plan, sheet: PlayerSheet, bonus: str) -> list[Mark]:
    """Return every mark that a bonus allows now."""
    if bonus == "curve":
        entries = plan.curve.list_entries(sheet.spread, sheet.circled)
        return [make_mark(plan, "curve", number, square) for square, number in entries]
    area, value = _BONUS_AREAS[bonus], BONUS_VALUES[bonus]
    places = dict(list_places(plan, sheet, ("any",), value)).get(area, ())
    return [make_mark(plan, area, value, place) for place in places]
