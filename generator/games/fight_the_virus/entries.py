"""Finished sheets as they are typed in -> what stands in each square.

    Ana:
      analysis: |       a letter for each shape in the order of filling, or # for any filled square
        | ...
      progress: xxxo.................      x used, o circled, / crossed out and owed, . empty
      research: 7                          1 to 7; or xxxxxxx....., or 1 2 3 4 5 6 7
      testing: |        numbers
        | ...
      curve: |          numbers, o for an empty circle, o3 for a circled 3
        | ...

A row has as many marks as squares, with blanks between them; the blanks before it do not matter. In the
analysis, where every mark is one character, there need be none.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.games.fight_the_virus.drawing import AREAS, list_rows
from generator.model.places import SquareGrid
from generator.read.files.phrases import suggest
from generator.rules.core import Complaints, Entry, EntryPath
from generator.rules.slips import Slip

MOST_PLAYERS = 1000

_MARKS = {
    "analysis": (re.compile(r"[a-zA-Z#.]"), "a letter or `#` where it is filled, `.` where not"),
    "testing": (re.compile(r"[1-9]\d?|\."), "a number, or `.` for an empty square"),
    "curve": (
        re.compile(r"o?[1-9]\d?|o|\."),
        "a number, `o3` for a circled 3, `o` for an empty circle, or `.`",
    ),
}


@dataclass(frozen=True)
class FilledSheet:
    """What one player has typed in."""

    grids: Mapping[str, Mapping[str, str]]
    """By area: square id -> mark, for squares that are not empty."""
    progress: str
    """A character for each field."""
    research: tuple[bool, ...]
    """For each number, whether it is crossed out."""
    lines: Mapping[str, int]
    """Of an area and a mark in it (`testing c3`, `analysis b`): the line in the text of the area, from 0."""


@dataclass(frozen=True)
class FinishedGame:
    """Sheets by player."""

    sheets: Mapping[str, FilledSheet]


@dataclass(frozen=True)
class SheetForm:
    """What can be filled in."""

    grids: Mapping[str, SquareGrid]
    fields: int
    """Of progress."""
    numbers: tuple[int, ...]
    """Of research."""


def parse_row(area: str, text: str, squares: int) -> tuple[str, ...]:
    """The marks of a row of so many squares; raises Slip."""
    pattern, hint = _MARKS[area]
    if "\t" in text:
        raise Slip(text.index("\t"), "a tab stands here", "use blanks")
    border = re.match(r" *\|?", text)
    found = list(re.finditer(r"\S+", text[border.end() :])) if border else []
    start = border.end() if border else 0
    if area == "analysis" and len(found) == 1 and len(found[0][0]) == squares:
        found = list(re.finditer(r"\S", text[start:]))
    for mark in found:
        if not pattern.fullmatch(mark[0]):
            also = ", with blanks between the squares" if len(found) < squares else ""
            raise Slip(start + mark.start(), f"`{mark[0]}` is no mark of this area", hint + also)
    if len(found) != squares:
        column = start + found[squares].start() if len(found) > squares else len(text)
        many = f"the row has {squares} squares, a mark for each, and not {len(found)}"
        raise Slip(column, many, "write `.` for each empty square" if len(found) < squares else "")
    return tuple(mark[0] for mark in found)


def parse_progress(text: str, fields: int) -> str:
    """A mark for each field, in rows or not; raises Slip."""
    found = ""
    for column, character in enumerate(text.lower()):
        if character in "xo/.":
            found += character
        elif character != " ":
            hint = "`x` crossed out, `o` circled, `/` crossed out before it was circled, `.` empty"
            raise Slip(column, f"`{character}` is no mark of a field", hint)
        if len(found) > fields:
            raise Slip(column, f"these are more than {fields} fields")
    if len(found) < fields:
        hint = "write `.` for each empty field"
        raise Slip(len(text), f"there are {fields} fields, a mark for each, and not {len(found)}", hint)
    return found


def parse_research(text: str, numbers: Sequence[int]) -> tuple[bool, ...]:
    """`7` for 1 to 7, `xxxxxxx.....`, or all numbers that are crossed out; raises Slip."""
    words = list(re.finditer(r"[^\s,]+", text))
    hint = f"write the last number that is crossed out, or {len(numbers)} times `x` or `.`"
    if not words:
        raise Slip(0, "nothing is said of research", hint)
    if all(word[0].isdecimal() for word in words):
        known = {*map(str, numbers), *(["0"] if len(words) == 1 else [])}
        for word in words:
            if word[0] not in known:
                raise Slip(word.start(), f"research has no `{word[0]}`", hint)
        crossed = {int(word[0]) for word in words}
        return tuple(number in crossed or (len(words) == 1 and number <= max(crossed)) for number in numbers)
    marks = "".join(word[0] for word in words).lower()
    for column, character in enumerate(text):
        if character not in "xX., ":
            raise Slip(column, f"`{character}` is no mark of research", hint)
    if len(marks) != len(numbers):
        many = f"there are {len(numbers)} numbers, a mark for each, and not {len(marks)}"
        raise Slip(0, many, hint)
    return tuple(mark == "x" for mark in marks)


def read_sheets(
    form: SheetForm, data: Entry, players: Sequence[str], tell: Complaints
) -> FinishedGame | None:
    """None after telling all that cannot be read. Without `players` the sheets name them."""
    if not isinstance(data, dict) or not data:
        tell.add(("sheets",), "must be players with their sheets", "`petri score --blank` writes empty ones")
        return None
    if len(data) > MOST_PLAYERS:
        tell.add(("sheets",), f"has {len(data)} sheets, more than {MOST_PLAYERS}", at="key")
        return None
    reader = _Reader(form, tell)
    sheets = {}
    for name, entry in data.items():
        if players and name not in players:
            hint = suggest(name, players)
            reader.add(("sheets", name), f"there is no player `{name}`", hint, at_key=True)
        sheets[name] = reader.read_sheet(("sheets", name), entry)
    return None if reader.has_told else FinishedGame(sheets)


class _Reader:
    def __init__(self, form: SheetForm, tell: Complaints) -> None:
        self.form = form
        self.has_told = False
        self._tell = tell

    def add(self, path: EntryPath, message: str, hint: str, *, at_key: bool = False) -> None:
        self.has_told = True
        self._tell.add(path, message, hint, at="key" if at_key else "value")

    def read_sheet(self, path: EntryPath, data: Entry) -> FilledSheet:
        entries = data if isinstance(data, dict) else {}
        if not isinstance(data, dict):
            self.add(path, "must be the areas of a sheet", ", ".join(f"`{area}`" for area in AREAS))
        else:
            for key in data:
                if key not in AREAS:
                    message = f"the area `{key}` is not known"
                    self.add((*path, key), message, suggest(key, AREAS), at_key=True)
            for area in AREAS:
                if area not in data:
                    self.add(path, f"`{area}` is missing", f"add `{area}: ...`", at_key=True)
        lines: dict[str, int] = {}
        grids = {
            area: self._read_grid((*path, area), area, grid, entries[area], lines)
            for area, grid in self.form.grids.items()
            if area in entries
        }
        progress, research = entries.get("progress"), entries.get("research")
        return FilledSheet(
            grids,
            self._read_progress((*path, "progress"), progress) if "progress" in entries else "",
            self._read_research((*path, "research"), research) if "research" in entries else (),
            lines,
        )

    def _read_grid(
        self, path: EntryPath, area: str, grid: SquareGrid, data: Entry, places: dict[str, int]
    ) -> dict[str, str]:
        """`places` is where the line of each mark is put down."""
        rows = list_rows(grid)
        hint = "write `|` after the key, and each row on a line of its own, begun with `| `"
        if not isinstance(data, str):
            self.add(path, f"must be {len(rows)} rows of squares", hint)
            return {}
        lines = [(number, line) for number, line in enumerate(data.split("\n")) if line.strip(" |\t")]
        if len(lines) != len(rows):
            self.add(path, f"the area has {len(rows)} rows, and not {len(lines)}", hint)
            return {}
        found = {}
        for (number, line), row in zip(lines, rows, strict=True):
            try:
                marks = parse_row(area, line, len(row))
            except Slip as problem:
                self._add_in(path, number, problem)
            else:
                entries = {id: mark for id, mark in zip(row, marks, strict=True) if mark != "."}
                found.update(entries)
                names = set(entries.values()) if area == "analysis" else entries
                for name in names:
                    places.setdefault(f"{area} {name}", number)
        return found

    def _read_progress(self, path: EntryPath, data: Entry) -> str:
        if not isinstance(data, str):
            self.add(path, f"must be a mark for each of {self.form.fields} fields", "such as `xxoo....`")
            return ""
        try:
            return parse_progress(data.rstrip("\n"), self.form.fields)
        except Slip as problem:
            self._add_in(path, 0, problem)
            return ""

    def _read_research(self, path: EntryPath, data: Entry) -> tuple[bool, ...]:
        if isinstance(data, list) and all(isinstance(entry, str) for entry in data):
            data = " ".join(str(entry) for entry in data)
            lines = False
        else:
            lines = True
        if not isinstance(data, str):
            self.add(path, "must be the last number that is crossed out", "such as `7`; `0` for none")
            return ()
        try:
            return parse_research(data.rstrip("\n"), self.form.numbers)
        except Slip as problem:
            if lines:
                self._add_in(path, 0, problem)
            else:
                self.add(path, problem.message, problem.hint)
            return ()

    def _add_in(self, path: EntryPath, line: int, problem: Slip) -> None:
        self.has_told = True
        self._tell.add_in_text(path, line, problem.column, problem.message, problem.hint)
