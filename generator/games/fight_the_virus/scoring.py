"""Finished sheets in score files: read, drawn, and scored; docs/games/fight_the_virus.md has an example."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress
from typing import Literal, NamedTuple, TypeAlias

from generator.games.fight_the_virus import areas
from generator.games.fight_the_virus import sheet as player_sheets
from generator.games.fight_the_virus.areas import OPPOSITES, Curve, Numbers, count_least
from generator.games.fight_the_virus.game import FightTheVirus
from generator.games.fight_the_virus.sheet import SHEET_AREAS, FightTheVirusData, PlayerSheet, State
from generator.model.played import Laid, PenMark
from generator.model.values import dataclass, replace
from generator.rules.core import Entry, Fault, IllegalMove, Outcome, RulesError, Score, Sentence, Value
from generator.rules.form import (
    BLANK_HINT,
    ByPlayer,
    DrawnMarks,
    EntryRows,
    EntryShape,
    EntryText,
    Finished,
    FormScoring,
    Keys,
    WrongAnswer,
    draw_grid,
    say_wrong,
)
from generator.rules.states import change, remember_last

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MARKS = {
    "analysis": r"[a-zA-Z#.]",
    "testing": r"[1-9]\d?|\.",
    "curve": r"o?[1-9]\d?|o|\.",
}
"""Pattern of marks by area."""
FIELD_SIGNS: Mapping[str, tuple[Literal["circle", "cross"], ...]] = {
    "x": ("circle", "cross"),
    "o": ("circle",),
    "/": ("cross",),
    ".": (),
}
"""Handwriting on a field of the progress track, by its mark."""
_FIELD_HINT = Sentence("tally.form.progress")
_RESEARCH_HINT = Sentence("tally.form.research")


@dataclass(frozen=True)
class FinishedSheet:
    """A sheet as one player has typed it in."""

    analysis: DrawnMarks
    progress: str
    """A character for each field."""
    research: tuple[bool, ...]
    """For each number, whether it is crossed out."""
    testing: DrawnMarks
    curve: DrawnMarks


FinishedGame: TypeAlias = Finished[Mapping[str, FinishedSheet]]
"""Sheets by player."""


def make_form(data: FightTheVirusData) -> ByPlayer[FinishedSheet]:
    shapes: dict[str, EntryShape[object]] = {
        area: EntryRows(
            rows=data.grids[area].rows,
            mark=mark,
            hint=Sentence(f"tally.form.{area}"),
            is_short=area == "analysis",
        )
        for area, mark in _MARKS.items()
    }
    shapes["progress"] = EntryText(
        parse=lambda text, players: parse_sheet_marks(text, "xo/.", data.fields, _FIELD_HINT),
        hint=_FIELD_HINT,
        blank="." * data.fields,
    )
    shapes["research"] = EntryText(
        parse=lambda text, players: parse_research(text, data.research.numbers),
        hint=_RESEARCH_HINT,
        may_be_list=True,
    )
    sheet = Keys(
        shapes={area: shapes[area] for area in SHEET_AREAS},
        make=lambda values: FinishedSheet(**values),
        required=SHEET_AREAS,
    )
    return ByPlayer(each=sheet, hint=BLANK_HINT)


def parse_sheet_marks(text: str, known: str, number: int, hint: Sentence) -> str:
    """Read one mark for each field or number, with or without spaces; raise Wrong."""
    marks = list(re.finditer(r"[^\s,]", text))
    for mark in marks:
        if mark[0].lower() not in known:
            raise WrongAnswer(say_wrong("mark", mark=mark[0]), hint, position=mark.start())
    if len(marks) != number:
        column = marks[number].start() if len(marks) > number else len(text)
        raise WrongAnswer(say_wrong("count", number=len(marks), wanted=number), hint, position=column)
    return "".join(mark[0].lower() for mark in marks)


def parse_research(text: str, numbers: Sequence[int]) -> tuple[bool, ...]:
    """Read `7` for 1 to 7, `xxxxxxx.....`, or all numbers that are crossed out; raise Wrong."""
    words = list(re.finditer(r"[^\s,]+", text))
    if not words or not all(word[0].isdecimal() for word in words):
        return tuple(mark == "x" for mark in parse_sheet_marks(text, "x.", len(numbers), _RESEARCH_HINT))
    is_last = len(words) == 1
    for word in words:
        if word[0] not in map(str, numbers) and not (is_last and word[0] == "0"):
            raise WrongAnswer(say_wrong("value", value=word[0]), _RESEARCH_HINT, position=word.start())
    crossed = [int(word[0]) for word in words]
    return tuple(number in crossed or (is_last and number <= crossed[0]) for number in numbers)


def _take_sheet(data: FightTheVirusData, filled: FinishedSheet) -> PlayerSheet:
    """Return the sheet as the rules have it; squares marked `#` are one shape."""
    circled, crossed = (sum(map(filled.progress.count, signs)) for signs in ("ox", "x/"))
    tests, spread = filled.testing.marks, filled.curve.marks
    return PlayerSheet(
        progress=player_sheets.ProgressArea(data.fields, circled, crossed),
        tests=tuple(int(tests.get(id, "0")) for id in data.wall.ids),
        spread=tuple(int(spread.get(id, "").removeprefix("o") or "0") for id in data.curve.ids),
        circled=frozenset(data.curve.places[id] for id, mark in spread.items() if mark[0] == "o"),
        researched=sum(filled.research),
        shapes=tuple(_list_shape_letters(data, filled).values()),
    )


def _list_shape_letters(data: FightTheVirusData, filled: FinishedSheet) -> dict[str, int]:
    """Return the set of squares of each letter, and of `#`, in the order of filling."""
    shapes = dict.fromkeys(sorted({*filled.analysis.marks.values()}, key=LETTERS.find), 0)
    for id, letter in filled.analysis.marks.items():
        shapes[letter] |= data.virus.bits[id]
    return shapes


def write_marks(data: FightTheVirusData, sheet: PlayerSheet) -> dict[str, dict[str, str]]:
    """Return the marks of each area of squares as they are typed in; shapes are `#` if letters run out."""
    letters = LETTERS if len(sheet.shapes) <= len(LETTERS) else "#" * len(sheet.shapes)
    shapes = zip(sheet.shapes, letters, strict=False)
    tests = zip(data.wall.ids, sheet.tests, strict=True)
    spread = (
        (id, f"{'o' if place in sheet.circled else ''}{sheet.spread[place] or ''}")
        for place, id in enumerate(data.curve.ids)
    )
    return {
        "analysis": {id: letter for shape, letter in shapes for id in data.virus.ids(shape)},
        "testing": {id: str(number) for id, number in tests if number},
        "curve": {id: mark for id, mark in spread if mark},
    }


def lay_sheet(data: FightTheVirusData, sheet: PlayerSheet) -> Iterator[Laid]:
    """Yield what a player has written."""
    research = [place < sheet.researched for place in range(len(data.research.ids))]
    return lay_marks(data, write_marks(data, sheet), sheet.progress.mark_fields(), research)


def lay_marks(
    data: FightTheVirusData, marks: Mapping[str, Mapping[str, str]], progress: str, research: Sequence[bool]
) -> Iterator[Laid]:
    """Yield the handwriting of marks as they are typed in."""
    yield from (Laid("analysis", id, PenMark("fill")) for id in marks["analysis"])
    for id, mark in zip(data.progress, progress, strict=True):
        yield from (Laid("progress", id, PenMark(sign)) for sign in FIELD_SIGNS[mark])
    for id, is_crossed in zip(data.research.ids, research, strict=True):
        if is_crossed:
            yield Laid("research", id, PenMark("cross"))
    for area in ("testing", "curve"):
        for id, mark in marks[area].items():
            if mark.startswith("o"):
                yield Laid(area, id, PenMark("circle"))
            if number := mark.removeprefix("o"):
                yield Laid(area, id, PenMark("text", number))


def draw_sheet(data: FightTheVirusData, sheet: PlayerSheet) -> dict[str, Entry]:
    """Return the areas of a sheet as they are typed in."""
    marks = write_marks(data, sheet)
    tracks = {"progress": sheet.progress.mark_fields(), "research": str(sheet.researched)}
    return {area: tracks.get(area) or draw_grid(data.grids[area], marks[area]) for area in SHEET_AREAS}


class FightTheVirusScoring(FormScoring[FinishedGame, State]):
    """Scoring of finished sheets for one kit."""

    takes_some_players = True

    def __init__(self, rules: FightTheVirus) -> None:
        super().__init__(rules.data.kit, "sheets", make_form(rules.data))
        self.rules = rules
        self.data = rules.data
        self._take_sheets = remember_last(self._make_sheets)

    def make_blank(self) -> Entry:
        empty = player_sheets.empty_sheet(self.data)
        return {player: draw_sheet(self.data, empty) for player in self.example_names}

    def _make_sheets(self, table: FinishedGame) -> dict[str, PlayerSheet]:
        return {player: _take_sheet(self.data, filled) for player, filled in table.value.items()}

    def list_faults(self, table: FinishedGame) -> Iterator[Fault]:
        for player, sheet in self._take_sheets(table).items():
            filled = table.value[player]
            for fault in _SheetCheck(self.data, filled, sheet).list_faults():
                area, _, place = fault.where.partition(" ")
                drawing = getattr(filled, area)
                line = drawing.find_line(place) if isinstance(drawing, DrawnMarks) else None
                yield replace(fault, player=player, path=("sheets", player, area), text_line=line)

    def score(self, table: FinishedGame) -> Mapping[str, Score]:
        sheets = self._take_sheets(table).items()
        return {player: player_sheets.score_sheet(self.data, sheet) for player, sheet in sheets}

    def find_outcome(self, table: FinishedGame) -> Outcome | None:
        """[S] Whoever has crossed out the last number wins; without the sheets of all, nobody has lost."""
        sheets = self._take_sheets(table)
        won = tuple(player for player, sheet in sheets.items() if player_sheets.has_won(self.data, sheet))
        is_lost = len(sheets) > 1 and not any(
            player_sheets.may_still_win(self.data, sheet) for sheet in sheets.values()
        )
        return player_sheets.find_outcome(won) if won or is_lost else None

    def compare(self, table: FinishedGame, state: State) -> Iterator[Fault]:
        for player, typed in self._take_sheets(table).items():
            played = state.sheet_of(player)
            is_one = "#" in table.value[player].analysis.marks.values()
            same = {
                "analysis": typed.analysed == played.analysed and (is_one or typed.shapes == played.shapes),
                "progress": typed.progress == played.progress,
                "research": typed.researched == played.researched,
                "testing": typed.tests == played.tests,
                "curve": (typed.spread, typed.circled) == (played.spread, played.circled),
            }
            for area in SHEET_AREAS:
                if not same[area]:
                    fault = _fault("fight_the_virus.log.differs", area, player=player)
                    yield replace(fault, player=player, path=("sheets", player, area))

    def resume(self, table: FinishedGame) -> State:
        """Return the state before the next roll, which the first player of the table makes.

        In the variant for large groups, everybody chooses a roll again. Raise RulesError for sheets that
        break a rule, and for players without a sheet.
        """
        sheets = self._take_sheets(table)
        for player in table.players:
            if player not in sheets:
                raise RulesError("fight_the_virus.sheet.missing", player=player)
        self.check(table)
        return self.rules.start(table.players, table.setup, tuple(map(sheets.__getitem__, table.players)))


def _fault(rule: str, where: str, places: Iterable[str] = (), /, **values: Value) -> Fault:
    """Return a fault of an area, or of an area and a place in it, which is the default of the places."""
    area, _, place = where.partition(" ")
    return Fault(rule, where=where, places=tuple((area, id) for id in places or (place,)), values=values)


class _SheetCheck(NamedTuple):
    """A finished sheet and the rule violations that it shows."""

    data: FightTheVirusData
    filled: FinishedSheet
    sheet: PlayerSheet

    def list_faults(self) -> Iterator[Fault]:
        yield from self._check_analysis()
        yield from self._check_progress()
        yield from self._check_research()
        yield from self._check_testing()
        yield from self._check_curve()
        yield from self._check_circles()

    def _check_analysis(self) -> Iterator[Fault]:
        """[S] Check that there is one analysed section; letters are shapes in the order of filling."""
        area, letters = self.data.virus, _list_shape_letters(self.data, self.filled)
        rest = area.all_squares & ~self.sheet.analysed
        # Of several sections, the smaller ones are probably wrong.
        if apart := areas.list_sections(area, self.sheet.analysed)[1:]:
            yield _fault("fight_the_virus.analysis.whole", "analysis", area.ids(sum(apart)))
        elif gaps := areas.list_sections(area, rest)[1:]:
            yield _fault("fight_the_virus.analysis.gap", "analysis", area.ids(sum(gaps)))
        else:
            wrong = [letter for letter, shape in letters.items() if letter != "#" and shape not in area.known]
            for letter in wrong:
                squares = area.ids(letters[letter])
                yield _fault("fight_the_virus.analysis.letter", f"analysis {letter}", squares, letter=letter)
            if wrong or "#" in letters:
                return
            analysed = 0
            for letter, shape in letters.items():
                value = next(value for value, places in area.places.items() if shape in places)
                try:
                    areas.check_shape(area, analysed, value, shape)
                except IllegalMove as error:
                    yield _fault(error.rule, f"analysis {letter}", area.ids(shape), **error.values)
                    return
                analysed |= shape

    def _check_progress(self) -> Iterator[Fault]:
        """[S] Check for a circle for each spike, and as many used fields as high numbers need at least."""
        used, ids = self.filled.progress.count("x"), self.data.progress
        marks = zip(ids, self.filled.progress, self.sheet.progress.mark_fields(), strict=True)
        if moved := [id for id, mark, wanted in marks if mark != wanted]:
            yield _fault("fight_the_virus.progress.fields", "progress", moved)
            return
        spikes = areas.count_spikes(self.data.virus, self.sheet.analysed)
        circled, earned = self.sheet.progress.circled, min(spikes, self.data.fields)
        if circled != earned:
            differing = ids[min(circled, earned) : max(circled, earned)]
            values = {"spikes": spikes, "circled": circled}
            yield _fault("fight_the_virus.progress.spikes", "progress", differing, **values)
        crossed = compress(self.data.research.numbers, self.filled.research)
        needed = sum(map(count_least, (*crossed, *self.sheet.tests)))
        if needed > used:
            missing = ids[used:needed]
            yield _fault("fight_the_virus.progress.spent", "progress", missing, needed=needed, there=used)

    def _check_research(self) -> Iterator[Fault]:
        research, crossed = self.data.research, self.filled.research
        ids, last = dict(zip(research.numbers, research.ids, strict=True)), research.numbers[-1]
        missing = crossed.index(False) if False in crossed else len(crossed)
        if beyond := next(compress(research.numbers[missing:], crossed[missing:]), 0):
            values = {"number": beyond, "next": research.numbers[missing]}
            where, places = f"research {beyond}", (ids[beyond],)
            yield _fault("fight_the_virus.research.order", where, places, **values)
        if crossed[-1] and not player_sheets.has_goals(self.data, self.sheet):
            yield _fault("fight_the_virus.research.goals", f"research {last}", (ids[last],), number=last)

    def _check_testing(self) -> Iterator[Fault]:
        """Check each number as if it had been written last: a finished wall shows no more."""
        for brick, number in enumerate(self.sheet.tests):
            if number:
                try:
                    self.data.wall.check(change(self.sheet.tests, brick, 0), brick, number)
                except IllegalMove as error:
                    yield _fault(error.rule, f"testing {self.data.wall.ids[brick]}", **error.values)

    def _check_curve(self) -> Iterator[Fault]:
        """[S] Check that columns are filled one after the other, and that neighbours are different."""
        area, spread = self.data.curve, self.sheet.spread
        begun = []
        for column in area.columns:
            empty = next((place for place, square in enumerate(column) if not spread[square]), len(column))
            above = [area.ids[square] for square in column[empty:] if spread[square]]
            if above:
                yield _fault("fight_the_virus.curve.upwards", f"curve {above[0]}", square=above[0])
            if 0 < empty < len(column):
                begun.append(area.ids[column[empty]])
        if len(begun) > 1:
            yield _fault("fight_the_virus.curve.begun", "curve", begun, squares=tuple(begun))
        for square, (name, number) in enumerate(zip(area.ids, spread, strict=True)):
            if number >= OPPOSITES:
                yield _fault("fight_the_virus.curve.value", f"curve {name}", number=number)
            if number and any(spread[other] == number for other in area.neighbours[square] if other < square):
                yield _fault("fight_the_virus.curve.different", f"curve {name}", square=name, number=number)

    def _check_circles(self) -> Iterator[Fault]:
        """[S] Check that circled squares have the opposite of a neighbour, open ones no circled neighbour."""
        area, spread = self.data.curve, self.sheet.spread
        waiting = [square for square in sorted(self.sheet.circled) if not spread[square]]
        for square in waiting:
            is_alone = area.is_bottom(square) and not area.list_beside(spread, square)
            if is_alone or any(other in waiting and other < square for other in area.neighbours[square]):
                name = area.ids[square]
                yield _fault("fight_the_virus.setback.circle", f"curve {name}", square=name)
        for square in _find_impossible_circles(area, spread, self.sheet.circled):
            name = area.ids[square]
            yield _fault("fight_the_virus.curve.circle", f"curve {name}", square=name)


def _find_impossible_circles(area: Curve, spread: Numbers, circled: frozenset[int]) -> list[int]:
    """Return circled numbers of the first column that no order of the columns explains.

    Columns are filled one after the other, and a number of a column sees those of the two beside it
    that were filled before. Which of two neighbouring columns came first can be chosen freely for every
    pair of neighbours, but a column that is not finished came last.
    """
    possible = {False}
    """Possible answers: was this column filled before the one at its left?"""
    for place, column in enumerate(area.columns):
        inside = [square for square in column if square in circled and spread[square]]
        possible = {
            is_right_before
            for is_before_left in possible
            for is_right_before in _list_choices(area, spread, place)
            if all(
                _is_explained(area, spread, square, left=not is_before_left, right=is_right_before)
                for square in inside
            )
        }
        if not possible:
            return inside
    return []


def _list_choices(area: Curve, spread: Numbers, place: int) -> tuple[bool, ...]:
    """List possible answers: was the column at the right filled before this one?"""
    is_last = place + 1 == len(area.columns)
    if is_last or not all(spread[square] for square in area.columns[place + 1]):
        return (False,)
    return (False, True) if all(spread[square] for square in area.columns[place]) else (True,)


def _is_explained(area: Curve, spread: Numbers, square: int, *, left: bool, right: bool) -> bool:
    """Return True if a number is right in its circle, given which columns beside it were filled before."""
    here = area.column_of[square]
    column = area.columns[here]
    seen = {here - 1: left, here + 1: right}
    shown = {
        spread[other]
        for other in area.neighbours[square]
        if seen.get(area.column_of[other], other in column[: column.index(square)])
    } - {0}
    return spread[square] == OPPOSITES - min(shown) if len(shown) == 1 else bool(shown)
