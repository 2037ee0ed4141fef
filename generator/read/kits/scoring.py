"""Reads a score.yaml, checked against its sheet."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from generator.errors import DataError, Problem, Wrong, suggest
from generator.model.elements.boxes import Condition
from generator.model.kit import Sheet
from generator.model.language.expressions import Expression, parse_expression
from generator.model.language.kinds import DOTTED_KEY
from generator.model.language.value_types import NUMBER_TYPE, TypeName, ValueType, check_type, make_row
from generator.model.scoring.judge import (
    RESERVED,
    EntryError,
    Scoring,
    WrittenMarks,
    WrittenSheet,
    check_group,
    list_group_types,
    list_item_types,
)
from generator.model.scoring.keys import (
    DIRECT_KEY,
    MustEntry,
    NumberEntry,
    PointsEntry,
    ScoredSection,
    ScoreEntry,
    ScoreKeys,
    get_section_kind,
    make_section,
)
from generator.model.texts.message import Message, parse_message
from generator.model.texts.rich_text import parse_rich
from generator.model.values import replace
from generator.read.declared.names import Names
from generator.read.declared.reader import Findings, Reader, list_declared
from generator.read.files.text_files import derive_id, read_text
from generator.read.files.yaml import Data, DataPath

_Types: TypeAlias = dict[str, ValueType]
_EntryList: TypeAlias = Literal["numbers", "must", "points"]
_LONGEST_KEY = 40
"""Maximum length of the last step of the key of a direct text."""


def read_scoring(
    path: Path, sheets: Mapping[str, Sheet], names: Names, *, is_complete: bool = True
) -> tuple[Scoring | None, Mapping[str, str]]:
    """Return the rules of a file, and the texts that it has itself, by key; raises DataError.

    None: only some parts were read, and the sheet is not among them.
    """
    reader = _open(path, names)
    findings = reader.findings
    _check_quotes(findings)
    findings.stop_if_any()
    keys = findings.require(reader.read(ScoreKeys, reader.data))
    if not is_complete and keys.sheet not in (*sheets, ""):
        return None, {}
    sheet = _find_sheet(findings, keys, sheets)
    check = _EntryChecker(findings, keys, sheet, names)
    check.check_takes()
    findings.stop_if_any()
    check.check_entries()
    findings.stop_if_any()
    scoring = Scoring(check.keys, sheet.id, check.sections, findings.file, dict(check.list_spots()))
    _try_out(findings, scoring)
    findings.stop_if_any()
    for problem in check.list_idle():
        names.warn(problem)
    return scoring, check.direct


_IN_BRACES = re.compile(r"\{.*?\b(is|must|points|round|when): +(?![\"'\[{ ])(?P<code>[^,{}\[\]]*[\[{])")
"""An expression in braces without quotes, up to a bracket that YAML takes as its own syntax."""
_MOST_LINES = 5
"""Number of lines that are searched for the cause of a YAML error."""


def _open(path: Path, names: Names) -> Reader:
    """Return a reader of a file; raises DataError, in which expressions that need quotes are named."""
    try:
        return Reader.open(path, names.judge)
    except DataError as error:
        lines = read_text(path)[1].split("\n") if path.is_file() else []
        raise DataError(_explain(problem, lines) for problem in error.problems) from error


def _explain(problem: Problem, lines: Sequence[str]) -> Problem:
    """Return a YAML error, or the problem with the expression that causes it."""
    first = problem.line - 1
    for number, line in enumerate(lines[first : first + _MOST_LINES] if problem.line else (), problem.line):
        if found := _IN_BRACES.search(line):
            message = f"the expression `{found['code'].strip()}...` has brackets inside of `{{...}}`"
            hint = "put the expression in quotes, or write each key on a line of its own"
            return replace(problem, line=number, column=found.start("code") + 1, message=message, hint=hint)
    return problem


def _check_quotes(findings: Findings) -> None:
    """Report expressions that YAML has split at a comma: `{points: min(a, b), say: x}`."""
    data = findings.source.data if isinstance(findings.source.data, dict) else {}
    for name, entries in data.items():
        if name in ("must", "points", "numbers"):
            items = entries.items() if isinstance(entries, dict) else enumerate(entries or ())
            for key, entry in items if isinstance(entries, dict | list) else ():
                _check_entry_quotes(findings, (name, key), entry)


def _check_entry_quotes(findings: Findings, path: DataPath, entry: Data) -> None:
    if not isinstance(entry, dict):
        return
    known, last = _list_entry_keys(), ""
    for key, value in entry.items():
        if key not in known and value is None and last:
            hint = "put the expression in quotes: here, its comma ends it"
            findings.add((*path, last), f"`{last}` is cut off at a comma", hint)
            return
        last = key if key in known else last


@cache
def _list_entry_keys() -> frozenset[str]:
    kinds = (NumberEntry, MustEntry, PointsEntry)
    return frozenset(one.key for kind in kinds for one in list_declared(kind))


def _find_sheet(findings: Findings, keys: ScoreKeys, sheets: Mapping[str, Sheet]) -> Sheet:
    """Return the sheet of a file; raises DataError."""
    if not sheets:
        findings.refuse((), "the game has no sheet that could be scored", "add `- sheet: ...` to kit.yaml")
    if not keys.sheet and len(sheets) > 1:
        hint = f"add `sheet: ...`; available: {', '.join(sheets)}"
        findings.refuse((), "the game has several sheets", hint)
    id = keys.sheet or next(iter(sheets))
    if not findings.check_name(("sheet",), id, sheets, "sheet"):
        findings.stop()
    return sheets[id]


class _EntryChecker:
    """Checks the entries of a file against its sheet."""

    def __init__(self, findings: Findings, keys: ScoreKeys, sheet: Sheet, names: Names) -> None:
        self.findings, self.keys, self.sheet, self.names = findings, keys, sheet, names
        self.sections: dict[str, ScoredSection] = {}
        self.types: _Types = {}
        """Names of the sheet: its sections, and the numbers so far."""
        self.direct: dict[str, str] = {}
        """Texts of the file by key."""

    def check_takes(self) -> None:
        """Check the sections, and find their places."""
        kinds = {id: get_section_kind(each.content) for id, each in self.sheet.sections.items()}
        fillable = [id for id, kind in kinds.items() if kind]
        for id, takes in self.keys.takes.items():
            path = ("takes", id)
            if id in RESERVED:
                self.findings.add(
                    path, f"`{id}` is a name of expressions", "give the section another id", at="key"
                )
            elif id not in kinds:
                message = f"the sheet `{self.sheet.id}` has no section `{id}`"
                self.findings.add(path, message, suggest(id, fillable), at="key")
            elif kinds[id] is None:
                hint = f"squares, tracks, and labelled lines do: {', '.join(fillable)}" if fillable else ""
                self.findings.add(path, f"the section `{id}` has no places to fill in", hint, at="key")
            else:
                self.sections[id] = make_section(id, self.sheet.sections[id].content, takes)
        self.types = {id: make_row(list_group_types(section)) for id, section in self.sections.items()}

    def check_entries(self) -> None:
        """Check all entries in the order in which they are computed."""
        for id, number in self.keys.numbers.items():
            self._check_number(id, number)
        must = [self._complete_entry("must", index, each) for index, each in enumerate(self.keys.must)]
        points = [self._complete_entry("points", index, each) for index, each in enumerate(self.keys.points)]
        self.findings.check_names(("ties",), self.keys.ties, self.keys.numbers, "number")
        self.keys = replace(self.keys, must=tuple(must), points=tuple(points))

    def _check_number(self, id: str, entry: NumberEntry) -> None:
        path = ("numbers", id)
        if id in RESERVED or id in self.sections:
            what = "a section" if id in self.sections else "a name of expressions"
            self.findings.add(path, f"`{id}` is {what}", "give the number another id", at="key")
        elif entry.take != "sum" and not entry.has_items:
            self.findings.add((*path, "take"), "has no effect without items", "add `in: ...`, or remove it")
        types = self._list_types(path, entry)
        if types is not None:
            where = (*path, "is") if self.findings.source.has((*path, "is")) else path
            self._check_expression(where, entry.value, types, "number")
        self.types.setdefault(id, NUMBER_TYPE)

    def _complete_entry(self, kind: _EntryList, index: int, entry: Any) -> Any:
        """Return an entry of `must` or `points` with the key and the placeholders of its text."""
        path = (kind, index)
        types = self._list_types(path, entry)
        if types is None:
            return entry
        if kind == "must":
            self._check_expression((*path, "must"), entry.must, types, None)
        elif isinstance(entry.points, Expression):
            self._check_expression((*path, "points"), entry.points, types, "number")
        elif entry.rank and entry.rank in self.sections:
            number = f"write `rank: most`, and add `most: {entry.rank}.filled` to `numbers`"
            hint = f"a rank compares numbers: {number}"
            self.findings.add((*path, "rank"), f"`{entry.rank}` is a section", hint)
        elif entry.rank:
            self.findings.check_name((*path, "rank"), entry.rank, self.keys.numbers, "number")
        if entry.round:
            self._check_expression((*path, "round"), entry.round, types, "number")
        return self._complete_text(kind, path, entry, types)

    def _list_types(self, path: DataPath, entry: ScoreEntry) -> _Types | None:
        """Return the names of an entry with their types; None after adding a problem with its items."""
        if not entry.within:
            if entry.each != "section" or entry.mark:
                key = "each" if entry.each != "section" else "with"
                hint = f"write `in: ...`; available: {', '.join(self.sections)}"
                self.findings.add((*path, key), "no section is given", hint)
                return None
            self._check_conditions(path, entry, self.types)
            return self.types
        before = len(self.findings.problems)
        for number, id in enumerate(entry.within):
            listed = (*path, "in", number)
            where = listed if self.findings.source.has(listed) else listed[:-1]
            if id not in self.sections and id in self.sheet.sections:
                self.findings.add(
                    where, f"the section `{id}` takes nothing", f"add it to `takes`: `{id}: cross`"
                )
            elif id in entry.within[:number]:
                self.findings.add(where, f"the section `{id}` is given twice", "remove one")
            else:
                self.findings.check_name(where, id, self.sections, "section")
        if len(self.findings.problems) > before:
            return None
        sections = [self.sections[id] for id in entry.within]
        try:
            check_group(entry, sections)
        except Wrong as wrong:
            key = "with" if entry.mark and "mark" in wrong.message else "each"
            self.findings.add((*path, key), wrong.message, wrong.hint)
            return None
        types = {**self.types, **list_item_types(entry, sections)}
        self._check_conditions(path, entry, types)
        return types

    def _check_conditions(self, path: DataPath, entry: ScoreEntry, types: _Types) -> None:
        for condition in entry.when:
            self._check_condition((*path, "when"), condition, types)

    def _check_condition(self, path: DataPath, condition: Condition, types: _Types) -> None:
        text = self.findings.source.get_text(path)
        shift = max(text.find(str(condition.expression or condition.field)), 0)
        try:
            expression = condition.expression or parse_expression(condition.field)
            if condition.values:
                check_type(expression, types, "text" if _is_text(expression, types) else "number")
            else:
                check_type(expression, types)
        except Wrong as wrong:
            self.findings.add_at(path, wrong.position + shift if text else -1, wrong.message, wrong.hint)

    def _check_expression(
        self, path: DataPath, expression: Expression, types: _Types, wanted: TypeName | None
    ) -> None:
        try:
            check_type(expression, types, wanted)
        except Wrong as wrong:
            later = [
                name for name in self.keys.numbers if name not in self.types and name in expression.names
            ]
            if later and f"`{later[0]}`" in wrong.message:
                message = f"`{later[0]}` is computed after this"
                wrong = Wrong(message, "numbers use earlier ones only: move it up", position=wrong.position)
            self.findings.add_at(path, wrong.position, wrong.message, wrong.hint)

    def _complete_text(self, kind: _EntryList, path: DataPath, entry: Any, types: _Types) -> Any:
        """Return an entry with the key of its text, whose placeholders it must offer."""
        text, known = entry.say, self.names.sentences
        if known is None:
            # They could not be read, which has been reported.
            return entry
        if text not in known and re.fullmatch(DOTTED_KEY, text):
            hint = suggest(text, known, likeness=0.85) or "add it to wording/en.yaml"
            self.findings.add((*path, "say"), f"the wording has no `{text}`", hint)
            return entry
        try:
            message = parse_message(known.get(text, text))
            if text not in known:
                _check_marks(message)
        except Wrong as wrong:
            self.findings.add_at((*path, "say"), wrong.position, wrong.message, wrong.hint)
            return entry
        asked = [name for name in message.names if name not in self.names.numbers]
        offered = {name for name, each in types.items() if not each.inner}
        if kind == "must":
            offered |= {"place"} if entry.has_items else set()
            offered |= {"other"} & types.keys()
        elif entry.has_items:
            # A line of the report adds up all items.
            offered = {*self.keys.numbers}
        offered |= {"player"}
        for name in asked:
            if name not in offered:
                listed = ", ".join(f"`{{{each}}}`" for each in sorted(offered))
                self.findings.add(
                    (*path, "say"),
                    f"the text has `{{{name}}}`, which this entry does not offer",
                    suggest(name, offered) if len(offered) > 12 else f"it offers {listed}",
                )
        key = text if text in known else self._add_direct(text)
        return replace(entry, say=key, placeholders=tuple(asked))

    def _add_direct(self, text: str) -> str:
        """Return the key of a text that is written in the file."""
        key = start = f"{DIRECT_KEY}{derive_id(text, 'text')[:_LONGEST_KEY].strip('_')}"
        number = 1
        while self.direct.get(key, text) != text or key in (self.names.sentences or {}):
            number += 1
            key = f"{start}_{number}"
        self.direct[key] = text
        return key

    def list_spots(self) -> Iterator[tuple[tuple[str | int, ...], tuple[int, int]]]:
        """Yield the path of each expression, with its line and column.

        An entry that is no mapping is an expression itself: any of its keys is at its place.
        """
        source = self.findings.source
        for kind in ("numbers", "must", "points"):
            entries: Any = source.get(kind)
            items = entries.items() if isinstance(entries, dict) else enumerate(entries or ())
            for name, entry in items:
                for key in ("is", "must", "points", "when", "round"):
                    path = (kind, name, key)
                    if not isinstance(entry, dict):
                        yield path, source.spot_of((kind, name))
                    elif key in entry:
                        yield path, source.spot_of(path)

    def list_idle(self) -> Iterator[Any]:
        """Yield a warning for each number that nothing uses."""
        used = {name.split(".")[0] for entry in self.keys.entries for name in entry.names}
        used |= {*self.keys.ties, *(entry.rank for entry in self.keys.points)}
        used |= {name for entry in self.keys.must for name in entry.placeholders}
        used |= {name for entry in self.keys.points for name in entry.placeholders}
        for id in self.keys.numbers:
            if id not in used:
                hint = "use it in `must`, `points`, or `ties`, or remove it"
                yield self.findings.describe(
                    ("numbers", id), f"the number `{id}` is not used", hint, at="key"
                )


def _is_text(expression: Expression, types: _Types) -> bool:
    found = types.get(str(expression))
    return found is not None and "text" in found.may_be


def _try_out(findings: Findings, scoring: Scoring) -> None:
    """Score an empty and a full sheet, which finds most failing calculations before a game."""
    seen: set[DataPath] = set()
    for name, sheet in (("an empty sheet", {}), ("a full sheet", _fill(scoring.sections.values()))):
        try:
            scoring.judge(sheet)
        except EntryError as error:
            path = error.path if findings.source.has(error.path) else error.path[:-1]
            if path not in seen:
                seen.add(path)
                where = f"for {name}{f', at {error.place}' if error.place else ''}"
                findings.add_at(
                    path, error.wrong.position, f"{error.wrong.message}, {where}", error.wrong.hint
                )


def _fill(sections: Collection[ScoredSection]) -> WrittenSheet:
    """Return a sheet with the highest number, or the first sign, in each place."""
    filled = {}
    for section in sections:
        takes = section.takes
        sign = str(takes.numbers[1]) if takes.numbers else takes.signs[0]
        filled[section.id] = WrittenMarks({place.id: sign for place in section.places})
    return filled


def _check_marks(message: Message) -> None:
    """Raise Wrong for a text of this file whose bold, icons, or braces are not closed."""
    for sample, spots in message.samples():
        try:
            parse_rich(sample, places=True)
        except Wrong as wrong:
            wrong.position = spots[min(wrong.position, len(spots) - 1)]
            raise
