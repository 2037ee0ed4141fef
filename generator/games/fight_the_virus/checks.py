"""What a finished sheet can break, as far as can be told without its log."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.errors import IllegalMove
from generator.games.fight_the_virus import analysis, curve, testing
from generator.games.fight_the_virus.drawing import AREAS, LETTERS
from generator.games.fight_the_virus.entries import FilledSheet, FinishedGame
from generator.games.fight_the_virus.game import State
from generator.games.fight_the_virus.marks import PlayerSheet, has_goals
from generator.games.fight_the_virus.numbers import Numbers
from generator.games.fight_the_virus.plan import Plan
from generator.games.fight_the_virus.progress import Progress, count_least
from generator.rules.core import Fault, Value


@dataclass(frozen=True)
class _Broken:
    """A rule, the area, and the place in it."""

    rule: str
    area: str
    place: str = ""
    values: Mapping[str, Value] | None = None


def list_faults(plan: Plan, game: FinishedGame) -> Iterator[Fault]:
    """All faults of all sheets, each with its place in the score file."""
    checks: Sequence[Callable[[Plan, FilledSheet], Iterator[_Broken]]] = (
        _list_faults_of_analysis,
        _list_faults_of_progress,
        _list_faults_of_research,
        _list_faults_of_testing,
        _list_faults_of_curve,
        _list_faults_of_circles,
    )
    for player, sheet in game.sheets.items():
        for check in checks:
            for broken in check(plan, sheet):
                where = f"{broken.area} {broken.place}".rstrip()
                yield Fault(
                    broken.rule,
                    player,
                    where,
                    values=broken.values or {},
                    path=("sheets", player, broken.area),
                    text_line=sheet.lines.get(where),
                )


def take_sheet(plan: Plan, filled: FilledSheet) -> PlayerSheet:
    """The sheet as the rules have it; its shapes in order if letters tell them, else as one."""
    letters = _list_letters(plan, filled)
    marks = filled.grids["curve"]
    circled = frozenset(place for place, id in enumerate(plan.curve.ids) if marks.get(id, "").startswith("o"))
    crossed = filled.progress.count("x") + filled.progress.count("/")
    return PlayerSheet(
        progress=Progress(plan.fields, filled.progress.count("o") + filled.progress.count("x"), crossed),
        tests=tuple(int(filled.grids["testing"].get(id, "0")) for id in plan.wall.ids),
        spread=tuple(int(marks.get(id, "").removeprefix("o") or "0") for id in plan.curve.ids),
        circled=circled,
        researched=sum(filled.research),
        shapes=tuple(letters[letter] for letter in sorted(letters, key=_place_of_letter)),
    )


def _list_letters(plan: Plan, filled: FilledSheet) -> dict[str, int]:
    """The set of squares of each letter, and of `#`."""
    found: dict[str, int] = {}
    for id, letter in filled.grids["analysis"].items():
        found[letter] = found.get(letter, 0) | plan.area.bits[id]
    return found


def _place_of_letter(letter: str) -> int:
    return LETTERS.find(letter)


def _list_faults_of_analysis(plan: Plan, filled: FilledSheet) -> Iterator[_Broken]:
    """[S] One analysed section and one that is not; letters tell shapes in the order of filling."""
    area, letters = plan.area, _list_letters(plan, filled)
    analysed = sum(letters.values())
    if not analysis.is_whole(area, analysed, analysed):
        yield _Broken("fight_the_virus.analysis.whole", "analysis")
        return
    rest = area.whole & ~analysed
    if not analysis.is_whole(area, rest, rest):
        yield _Broken("fight_the_virus.analysis.gap", "analysis")
        return
    shapes = {shape for places in area.places.values() for shape in places}
    wrong = [letter for letter, squares in letters.items() if letter != "#" and squares not in shapes]
    for letter in wrong:
        yield _Broken("fight_the_virus.analysis.letter", "analysis", letter, {"letter": letter})
    if not wrong and "#" not in letters:
        yield from _list_faults_of_order(plan, letters)


def _list_faults_of_order(plan: Plan, letters: Mapping[str, int]) -> Iterator[_Broken]:
    """The first shape that could not be laid after those before it."""
    analysed = 0
    for letter in sorted(letters, key=_place_of_letter):
        shape = letters[letter]
        value = next(value for value, places in plan.area.places.items() if shape in places)
        try:
            analysis.check_shape(plan.area, analysed, value, shape)
        except IllegalMove as error:
            yield _Broken(error.rule, "analysis", letter, error.values)
            return
        analysed |= shape


def _list_faults_of_progress(plan: Plan, filled: FilledSheet) -> Iterator[_Broken]:
    """[S] A circle for each spike; used are as many at least as high numbers take."""
    marks = filled.progress
    order = marks.lstrip("x")
    if order.lstrip("o" if order.startswith("o") else "/").strip("."):
        yield _Broken("fight_the_virus.progress.fields", "progress")
        return
    analysed = sum(_list_letters(plan, filled).values())
    spikes = analysis.count_spikes(plan.area, analysed)
    circled = marks.count("x") + marks.count("o")
    if circled != min(spikes, plan.fields):
        values: dict[str, Value] = {"spikes": spikes, "circled": circled}
        yield _Broken("fight_the_virus.progress.spikes", "progress", values=values)
    pairs = zip(plan.research.numbers, filled.research, strict=True)
    raised = [number for number, is_crossed in pairs if is_crossed]
    raised += [int(number) for number in filled.grids["testing"].values()]
    needed = sum(max(0, count_least(6, number)) for number in raised)
    if needed > marks.count("x"):
        values = {"needed": needed, "there": marks.count("x")}
        yield _Broken("fight_the_virus.progress.spent", "progress", values=values)


def _list_faults_of_research(plan: Plan, filled: FilledSheet) -> Iterator[_Broken]:
    numbers = plan.research.numbers
    crossed = [number for number, is_crossed in zip(numbers, filled.research, strict=True) if is_crossed]
    missing = next((number for number in numbers if number not in crossed), None)
    beyond = [number for number in crossed if missing is not None and number > missing]
    if missing is not None and beyond:
        values: dict[str, Value] = {"number": beyond[0], "next": missing}
        yield _Broken("fight_the_virus.research.order", "research", str(beyond[0]), values)
    if numbers[-1] in crossed and not has_goals(plan, take_sheet(plan, filled)):
        values = {"number": numbers[-1]}
        yield _Broken("fight_the_virus.research.goals", "research", str(numbers[-1]), values)


def _list_faults_of_testing(plan: Plan, filled: FilledSheet) -> Iterator[_Broken]:
    """Each number asked as if it were written last: that is what a finished wall can tell."""
    tests = take_sheet(plan, filled).tests
    for brick, number in enumerate(tests):
        if number:
            before = (*tests[:brick], 0, *tests[brick + 1 :])
            try:
                testing.check_number(plan.wall, before, brick, number)
            except IllegalMove as error:
                yield _Broken(error.rule, "testing", plan.wall.ids[brick], error.values)


def _list_faults_of_curve(plan: Plan, filled: FilledSheet) -> Iterator[_Broken]:
    """[S] Columns one after the other, neighbours different."""
    area, spread = plan.curve, take_sheet(plan, filled).spread
    begun = []
    for column in area.columns:
        empty = next((place for place, square in enumerate(column) if not spread[square]), len(column))
        above = [square for square in column[empty:] if spread[square]]
        if above:
            name = area.ids[above[0]]
            yield _Broken("fight_the_virus.curve.upwards", "curve", name, {"square": name})
        if 0 < empty < len(column):
            begun.append(area.ids[column[empty]])
    if len(begun) > 1:
        yield _Broken("fight_the_virus.curve.begun", "curve", values={"squares": tuple(begun)})
    for square, number in enumerate(spread):
        name = area.ids[square]
        if number >= curve.OPPOSITES:
            yield _Broken("fight_the_virus.curve.value", "curve", name, {"number": number})
        if number and any(spread[other] == number for other in area.neighbours[square] if other < square):
            values: dict[str, Value] = {"square": name, "number": number}
            yield _Broken("fight_the_virus.curve.different", "curve", name, values)


def _list_faults_of_circles(plan: Plan, filled: FilledSheet) -> Iterator[_Broken]:
    """[S] Circled squares hold the opposite of a neighbour; never two open circles side by side."""
    area, sheet = plan.curve, take_sheet(plan, filled)
    waiting = [square for square in sorted(sheet.circled) if not sheet.spread[square]]
    for square in waiting:
        is_bottom = area.columns[area.column_of[square]][0] == square
        is_alone = is_bottom and not curve.shown_beside(area, sheet.spread, square)
        if is_alone or any(other in waiting and other < square for other in area.neighbours[square]):
            name = area.ids[square]
            yield _Broken("fight_the_virus.setback.circle", "curve", name, {"square": name})
    wrong = _find_impossible_circles(area, sheet.spread, sheet.circled)
    for square in wrong:
        name = area.ids[square]
        yield _Broken("fight_the_virus.curve.circle", "curve", name, {"square": name})


def _find_impossible_circles(area: curve.Curve, spread: Numbers, circled: frozenset[int]) -> tuple[int, ...]:
    """Circled numbers of the first column that no order of the columns explains.

    Columns are filled one after the other, and a number of a column sees those of the two beside it
    that were filled before. Which of two neighbouring columns came first can be chosen freely for every
    pair of neighbours, but that a column that is not finished came last.
    """
    possible = {False}
    """Whether the column at hand may have come before the one at its left."""
    for place, column in enumerate(area.columns):
        inside = [square for square in column if square in circled and spread[square]]
        following: set[bool] = set()
        for is_before_left in possible:
            for is_right_before in _list_choices(area, spread, place):
                if all(
                    _is_explained(area, spread, square, left=not is_before_left, right=is_right_before)
                    for square in inside
                ):
                    following.add(is_right_before)
        if not following:
            return tuple(inside)
        possible = following
    return ()


def _list_choices(area: curve.Curve, spread: Numbers, place: int) -> tuple[bool, ...]:
    """Whether the column to the right may have come before this one."""
    if place + 1 == len(area.columns):
        return (False,)
    here, right = area.columns[place], area.columns[place + 1]
    if not all(spread[square] for square in right):
        return (False,)
    return (False, True) if all(spread[square] for square in here) else (True,)


def _is_explained(area: curve.Curve, spread: Numbers, square: int, *, left: bool, right: bool) -> bool:
    """Whether the number may stand in its circle if the columns at its sides had been filled before."""
    here = area.column_of[square]
    column = area.columns[here]
    shown = set()
    for other in area.neighbours[square]:
        step = area.column_of[other] - here
        is_beneath = step == 0 and column.index(other) < column.index(square)
        if spread[other] and (is_beneath or (step < 0 and left) or (step > 0 and right)):
            shown.add(spread[other])
    if len(shown) == 1:
        return spread[square] == curve.OPPOSITES - min(shown)
    return bool(shown)


def compare_sheets(plan: Plan, table: FinishedGame, state: State) -> Iterator[Fault]:
    """Where sheets differ from those at the end of a log."""
    for player, filled in table.sheets.items():
        typed, played = take_sheet(plan, filled), state.sheet_of(player)
        if "#" in filled.grids["analysis"].values():
            typed = replace(typed, shapes=(typed.analysed,))
            played = replace(played, shapes=(played.analysed,))
        same = {
            "analysis": typed.shapes == played.shapes,
            "progress": typed.progress == played.progress,
            "research": typed.researched == played.researched,
            "testing": typed.tests == played.tests,
            "curve": (typed.spread, typed.circled) == (played.spread, played.circled),
        }
        for area in AREAS:
            if not same[area]:
                path = ("sheets", player, area)
                yield Fault("fight_the_virus.log.differs", player, area, values={"player": player}, path=path)
