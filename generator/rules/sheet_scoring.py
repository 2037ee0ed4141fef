"""Games whose finished sheets are scored by the score.yaml of their kit."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from generator.errors import DataError, Problem, format_path
from generator.model.elements.template import GridBlock
from generator.model.kit import Kit, Sheet
from generator.model.language.field_values import FieldValue, number_or_none
from generator.model.place_names import name_text
from generator.model.played import Laid, LaidPart, PenMark, Position, Sign, Takes
from generator.model.scoring.judge import NOTHING, EntryError, Scoring, SheetResult, WrittenMarks
from generator.model.scoring.keys import DIRECT_KEY, EMPTY_SIGN, MARK_SIGNS, Marking, ScoredSection
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, replace
from generator.rules.core import (
    Entry,
    EntryPath,
    Fault,
    Listed,
    Outcome,
    Round,
    Score,
    ScoreLine,
    Sentence,
    Value,
    list_numbers_of_players,
)
from generator.rules.form import (
    BLANK_HINT,
    NO_SETUP,
    Asking,
    ByPlayer,
    DrawnMarks,
    EntryRows,
    Finished,
    FormReading,
    FormScoring,
    JsonSchema,
    Keys,
    PaperForm,
    QuestionAsked,
    ask_until_read,
    draw_grid,
    say_hint,
    say_wrong,
)
from generator.rules.states import remember_last

_PEN_SIGNS: Mapping[str, Sign] = {sign: kind for kind, sign in MARK_SIGNS.items()}
_CIRCLE = "o"
"""Sign before a circled mark."""
RANGE_RULE = "log.number"
"""Id of the rule that numbers are in the range of their section."""


@dataclass(frozen=True, kw_only=True)
class _SectionRows(EntryRows):
    """The places of a section, with questions that name it; a single row may be a list."""

    title: str
    """Wording key, or text."""
    signs: Listed
    """Marks in questions, the same in all languages."""

    def read(self, data: Entry, path: EntryPath, reading: FormReading) -> DrawnMarks | None:
        if len(self.rows) == 1:
            if isinstance(data, list) and all(isinstance(each, str) for each in data):
                data = " ".join(map(str, data))
            if not isinstance(data, str) or not data.strip(" |\n"):
                reading.add(path, say_wrong("count", number=0, wanted=len(self.rows[0])), self.hint)
                return None
        return super().read(data, path, reading)

    def schema(self) -> JsonSchema:
        if len(self.rows) > 1:
            return super().schema()
        marks = {
            "type": ["string", "number"],
            "description": self.hint,
        }
        return {"anyOf": [marks, {"type": "array", "items": {"type": ["string", "number"]}}]}

    def ask(self, asked: QuestionAsked) -> Asking:
        found: list[str] = []
        for number, row in enumerate(self.rows, 1):
            values: dict[str, Value] = {**asked.values, "section": Sentence(self.title), "signs": self.signs}
            values |= {"number": len(row), "row": number, "rows": len(self.rows)}
            key = "tally.ask.row" if len(self.rows) > 1 else "tally.ask.marks"

            def read(answer: str, number: int = len(row)) -> str:
                return " ".join(self.parse_row(answer, number)) if answer.strip() else ""

            answer = yield from ask_until_read(Sentence(key, **values), read)
            found.append(answer or " ".join(self.empty for _ in row))
        return "\n".join(found)


@dataclass(frozen=True)
class TypedSheet:
    """The sheet of one player, as it was typed in."""

    marks: Mapping[str, DrawnMarks]
    """Marks by section; sections without a key are empty."""
    filled: Mapping[str, WrittenMarks]


FinishedSheets: TypeAlias = Finished[Mapping[str, TypedSheet]]
"""Sheets by player."""


class SheetScoring(FormScoring[Any, Any]):
    """Scoring of finished sheets by score.yaml."""

    takes_some_players = True

    def __init__(self, kit: Kit, scoring: Scoring) -> None:
        self.scoring = scoring
        sheet = kit.parts_of(Sheet)[scoring.part]
        self.titles = {id: sheet.sections[id].title for id in scoring.sections}
        self.grids = {
            id: content.grid
            for id in scoring.sections
            if isinstance(content := sheet.sections[id].content, GridBlock)
        }
        shapes = {id: self._make_rows(section) for id, section in scoring.sections.items()}
        keys = Keys(shapes=shapes, make=self._make_sheet)
        super().__init__(kit, "sheets", ByPlayer(each=keys, hint=BLANK_HINT))
        self.rows = shapes
        self._judge_sheets = remember_last(self._find_results)

    def _make_rows(self, section: ScoredSection) -> _SectionRows:
        takes, ids = section.takes, [place.id for place in section.places]
        return _SectionRows(
            rows=[[ids[index] for index in row] for row in section.rows],
            mark=takes.pattern,
            is_short=takes.is_short,
            hint=_describe_marks(takes),
            title=self.titles[section.id],
            signs=Listed(takes.list_signs()),
        )

    def _make_sheet(self, marks: Mapping[str, DrawnMarks]) -> TypedSheet:
        filled = {
            id: _read_marks(self.scoring.sections[id].takes, drawing.marks) for id, drawing in marks.items()
        }
        return TypedSheet(marks, filled)

    def make_blank(self) -> Entry:
        return {player: self.draw_sheet({}) for player in self.example_names}

    def write_blank(self, wording: Wording) -> str:
        """Return a blank score file, after the marks of each section in the language of the wording."""
        signs = (
            (name_text(wording, rows.title), " ".join(map(str, rows.signs))) for rows in self.rows.values()
        )
        remarks = "".join(f"# {title}: {marks}\n" for title, marks in signs)
        return remarks + self.write(self.example_names, self.make_blank())

    def draw_sheet(self, marks: Mapping[str, Mapping[str, str]]) -> Entry:
        """Return the sections of a sheet as they are typed in, from marks by section and place."""
        return {id: self._draw_section(id, marks.get(id, {})) for id in self.rows}

    def _draw_section(self, id: str, marks: Mapping[str, str]) -> Entry:
        section = self.rows[id]
        if id in self.grids and len(section.rows) > 1:
            return draw_grid(self.grids[id], marks)
        (row,) = section.rows
        return ("" if section.is_short else " ").join(marks.get(place, section.empty) for place in row)

    def _find_results(self, table: FinishedSheets) -> Mapping[str, SheetResult]:
        results = {}
        for player, sheet in table.value.items():
            try:
                results[player] = self.scoring.judge(sheet.filled)
            except EntryError as error:
                raise DataError([self._describe_error(error, player)]) from error
        return results

    def _describe_error(self, error: EntryError, player: str) -> Problem:
        """Return the problem of a calculation in score.yaml that fails for the sheet of a player."""
        line, column = self.scoring.spots[error.path]
        message = f"{error.wrong.message}, for {', '.join(filter(None, (player, error.place)))}"
        return Problem(self.scoring.file, line, column, format_path(error.path), message, error.wrong.hint)

    def list_faults(self, table: FinishedSheets) -> Iterator[Fault]:
        for player, result in self._judge_sheets(table).items():
            for broken in result.broken:
                section, place = broken.spots[0] if broken.spots else ("", "")
                drawing = table.value[player].marks.get(section)
                path = ("sheets", player, section) if drawing else ("sheets", player)
                is_range = broken.entry < 0
                say = RANGE_RULE if is_range else self.scoring.keys.must[broken.entry].say
                is_direct = say.startswith(DIRECT_KEY)
                yield Fault(
                    f"must.{broken.entry + 1}" if is_direct else say.removeprefix("rule."),
                    player,
                    places=broken.spots,
                    round=broken.round,
                    values={**broken.values, "player": player},
                    path=path,
                    text_line=drawing.lines.get(place) if drawing and section in self.grids else None,
                    key="" if is_range else say,
                    named=broken.named,
                )

    def score(self, table: FinishedSheets) -> Mapping[str, Score]:
        results = self._judge_sheets(table)
        ranked = self.scoring.rank({player: result.numbers for player, result in results.items()})
        counted = {player: (*result.counted, *ranked[player]) for player, result in results.items()}
        rounds = max([1, *(each.round for several in counted.values() for each in several)])
        scores = {}
        for player, several in counted.items():
            values = {"player": player, **_list_whole(results[player].numbers)}
            lines: list[list[ScoreLine]] = [[] for _ in range(rounds)]
            for each in sorted(several, key=lambda each: each.entry):
                entry = self.scoring.keys.points[each.entry]
                label = Sentence(entry.say, **{name: values[name] for name in entry.placeholders})
                # Points and violations without a round belong to the last one.
                lines[each.round - 1 if entry.round else -1].append(ScoreLine(label, each.points))
            scores[player] = Score(tuple(Round(tuple(each)) for each in lines))
        return scores

    def find_outcome(self, table: FinishedSheets) -> Outcome | None:
        """Return the player with the best points; None while sheets of players are missing."""
        if len(table.value) < max(list_numbers_of_players(self.kit)[0], len(table.players)):
            return None
        results, keys, scores = self._judge_sheets(table), self.scoring.keys, self.score(table)
        totals = {player: score.total for player, score in scores.items()}
        ranks = {
            player: (
                totals[player] if keys.wins == "most" else -totals[player],
                *(number_or_none(result.numbers[id]) or 0 for id in keys.ties),
            )
            for player, result in results.items()
        }
        best = max(ranks.values())
        return Outcome(f"score.{keys.wins}", tuple(player for player, rank in ranks.items() if rank == best))


def _describe_marks(takes: Marking) -> Sentence:
    """Return the marks of a section, for messages."""
    known = replace(takes, may_be_circled=False).list_signs()[:-1]
    return say_hint("circled" if takes.may_be_circled else "marks", signs=Listed(known), empty=EMPTY_SIGN)


def _read_marks(takes: Marking, marks: Mapping[str, str]) -> WrittenMarks:
    if not takes.may_be_circled:
        return WrittenMarks(marks)
    values = {place: mark.removeprefix(_CIRCLE) for place, mark in marks.items()}
    circled = frozenset(place for place, mark in marks.items() if mark.startswith(_CIRCLE))
    return WrittenMarks({place: value for place, value in values.items() if value}, circled)


def _list_whole(numbers: Mapping[str, FieldValue]) -> dict[str, Value]:
    found = ((id, number_or_none(value)) for id, value in numbers.items())
    return {
        id: int(number) if number == int(number) else str(number)
        for id, number in found
        if number is not None
    }


class ScoredSheetForm(PaperForm[Any, Any]):
    """A sheet for each player."""

    each_player = True

    def __init__(self, scoring: SheetScoring) -> None:
        super().__init__(scoring)
        self.sheets = scoring

    def list_takes(self, setup: Mapping[str, str] = NO_SETUP) -> Sequence[Takes]:
        return self._takes

    @cached_property
    def _takes(self) -> tuple[Takes, ...]:
        scoring = self.sheets.scoring
        sections = scoring.sections.values()
        return tuple(takes for section in sections for takes in _list_takes(scoring.part, section))

    def write_entry(self, position: Position, players: Sequence[str], setup: Mapping[str, str]) -> Entry:
        owners = dict.fromkeys((*players, *self.list_players(position)))
        return {owner: self._write_sheet(position.of_owner(owner)) for owner in owners}

    def _write_sheet(self, sheet: Position) -> Entry:
        marks: dict[str, dict[str, str]] = {id: {} for id in self.sheets.scoring.sections}
        for laid in sheet.laid:
            if isinstance(laid.mark, PenMark) and laid.area in marks:
                here, takes = marks[laid.area], self.sheets.scoring.sections[laid.area].takes
                sign = laid.mark.text or MARK_SIGNS[laid.mark.sign]
                before = here.get(laid.place, "")
                is_ring = takes.may_be_circled and sign == _CIRCLE
                here[laid.place] = sign + before if is_ring else before + sign
        return self.sheets.draw_sheet(marks)

    def lay(self, table: FinishedSheets) -> Position:
        sheets = table.value.items()
        part = self.sheets.scoring.part
        return Position(
            tuple(LaidPart(part, tuple(self._lay_sheet(sheet)), player) for player, sheet in sheets)
        )

    def _lay_sheet(self, sheet: TypedSheet) -> Iterator[Laid]:
        for id, section in self.sheets.scoring.sections.items():
            written, takes = sheet.filled.get(id, NOTHING), section.takes
            for place in section.places:
                if value := written.values.get(place.id, ""):
                    mark = PenMark(_PEN_SIGNS[value]) if takes.has_marks_only else PenMark("text", value)
                    yield Laid(id, place.id, mark)
                if place.id in written.circled:
                    yield Laid(id, place.id, PenMark("circle"))


def _list_takes(part: str, section: ScoredSection) -> Iterator[Takes]:
    takes, places = section.takes, tuple(place.id for place in section.places)
    if takes.has_marks_only:
        marks = tuple(PenMark(_PEN_SIGNS[sign]) for sign in takes.signs)
        yield Takes(part=part, area=section.id, places=places, marks=marks)
    elif takes.numbers and not takes.signs:
        yield Takes(part=part, area=section.id, places=places, kind="number", numbers=takes.numbers)
    else:
        numbers = range(takes.numbers[0], takes.numbers[1] + 1) if takes.numbers else ()
        words = (*takes.signs, *map(str, numbers))
        yield Takes(part=part, area=section.id, places=places, kind="text", words=words)
    if takes.may_be_circled:
        yield Takes(part=part, area=section.id, places=places, marks=(PenMark("circle"),))


def make_sheet_form(kit: Kit) -> ScoredSheetForm:
    """Return the form of a kit with a score.yaml, which includes its scoring."""
    assert isinstance(kit.scoring, Scoring), "the reader of kits puts nothing else there"
    return ScoredSheetForm(SheetScoring(kit, kit.scoring))
