"""Finished sheets as they are typed in: their form in a score file, read and drawn.

    Ana:
      analysis: |       a letter for each shape in the order of filling, or # for any filled square
        | ...
      progress: xxxo.................      x used, o circled, / crossed out and owed, . empty
      research: 7                          1 to 7; or xxxxxxx....., or 1 2 3 4 5 6 7
      testing: |        numbers
        | ...
      curve: |          numbers, o for an empty circle, o3 for a circled 3
        | ...

A row has one mark for each square. Spaces between marks may be left out in the analysis, where every mark is
one character; spaces before the first mark are ignored everywhere.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from generator.games.fight_the_virus.sheet import AREAS, GRIDS, Plan, PlayerSheet, Progress
from generator.model.places import SquareGrid
from generator.rules.core import Entry, EntryPath
from generator.rules.score_form import ByPlayer, Drawing, Keys, Reading, Rows, Schema, Shape, Text
from generator.rules.slips import Slip

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MARKS = {
    "analysis": (r"[a-zA-Z#.]", "a letter or `#` where it is filled, `.` where not"),
    "testing": (r"[1-9]\d?|\.", "a number, or `.` for an empty square"),
    "curve": (r"o?[1-9]\d?|o|\.", "a number, `o3` for a circled 3, `o` for an empty circle, or `.`"),
}
"""By area: the pattern of a mark, and what marks mean."""
_FIELD_HINT = "`x` crossed out, `o` circled, `/` crossed out before it was circled, `.` empty"


@dataclass(frozen=True)
class FilledSheet:
    """A sheet as one player has typed it in."""

    grids: Mapping[str, Drawing]
    """By area."""
    progress: str
    """A character for each field."""
    research: tuple[bool, ...]
    """For each number, whether it is crossed out."""

    def list_marks(self, area: str) -> dict[str, str]:
        """Return the marks of the squares that are not empty."""
        return {id: mark for id, mark in self.grids[area].marks.items() if mark != "."}

    def find_line(self, area: str, place: str) -> int | None:
        """Return the line of a square, or of the first square with a letter, in the text of an area."""
        if area not in self.grids:
            return None
        marks = self.list_marks(area).items()
        return next((self.grids[area].lines[id] for id, mark in marks if place in (id, mark)), None)


@dataclass(frozen=True)
class FinishedGame:
    """Sheets by player."""

    players: tuple[str, ...]
    """Everybody who plays; some may have no sheet here."""
    sheets: Mapping[str, FilledSheet]
    setup: Mapping[str, str]
    """Values of the rules' options."""


class CrossedNumbers(Text[tuple[bool, ...]]):
    """Research: a text, or a list of numbers."""

    def read(self, data: Entry, path: EntryPath, reading: Reading) -> tuple[bool, ...] | None:
        if isinstance(data, list) and all(isinstance(entry, str) for entry in data):
            data = " ".join(map(str, data))
        return super().read(data, path, reading)

    def schema(self) -> Schema:
        text = super().schema()
        return {"anyOf": [text, {"type": "array", "items": {"type": ["string", "number"]}}]}


def make_form(plan: Plan) -> ByPlayer[FilledSheet]:
    """Return the form of the sheets of all players."""
    grids = {area: _make_rows(area, plan.grids[area]) for area in GRIDS}
    progress = Text(
        parse=partial(parse_progress, fields=plan.fields),
        hint=f"a mark for each of {plan.fields} fields: {_FIELD_HINT}",
        blank="." * plan.fields,
    )
    research = CrossedNumbers(
        parse=partial(parse_research, numbers=plan.research.numbers),
        hint="the last number that is crossed out, such as `7`; `0` for none",
    )
    shapes: dict[str, Shape[object]] = {**grids, "progress": progress, "research": research}
    sheet = Keys(
        shapes={area: shapes[area] for area in AREAS},
        make=_make_filled,
        what="the areas of a sheet",
        hint=", ".join(f"`{area}`" for area in AREAS),
        required=AREAS,
    )
    return ByPlayer(
        each=sheet, what="players with their sheets", hint="`petri score --blank` writes empty ones"
    )


def _make_rows(area: str, grid: SquareGrid) -> Rows:
    mark, hint = _MARKS[area]
    return Rows(rows=list_rows(grid), mark=mark, hint=hint, is_short=area == "analysis")


def _make_filled(found: Mapping[str, Any]) -> FilledSheet:
    return FilledSheet({area: found[area] for area in GRIDS}, found["progress"], found["research"])


def list_rows(grid: SquareGrid) -> tuple[tuple[str, ...], ...]:
    """Return the ids of the squares, row by row from the top."""
    rows = (tuple(square.id for square in grid.row(y)) for y in range(grid.height))
    return tuple(row for row in rows if row)


def parse_progress(text: str, players: Sequence[str], *, fields: int) -> str:
    """Return a mark for each field; raise Slip."""
    marks = list(re.finditer(r"\S", text))
    for mark in marks:
        if mark[0].lower() not in "xo/.":
            raise Slip(mark.start(), f"`{mark[0]}` is not a mark of a field", _FIELD_HINT)
    if len(marks) != fields:
        column = marks[fields].start() if len(marks) > fields else len(text)
        raise Slip(column, f"{len(marks)} marks for {fields} fields", "write `.` for each empty field")
    return "".join(mark[0].lower() for mark in marks)


def parse_research(text: str, players: Sequence[str], *, numbers: Sequence[int]) -> tuple[bool, ...]:
    """Read `7` for 1 to 7, `xxxxxxx.....`, or all numbers that are crossed out; raise Slip."""
    hint = f"write the last number that is crossed out, or {len(numbers)} times `x` or `.`"
    words = list(re.finditer(r"[^\s,]+", text))
    if words and all(word[0].isdecimal() for word in words):
        known = {*map(str, numbers), *(["0"] if len(words) == 1 else [])}
        for word in words:
            if word[0] not in known:
                raise Slip(word.start(), f"research has no `{word[0]}`", hint)
        crossed = {int(word[0]) for word in words}
        return tuple(number in crossed or (len(words) == 1 and number <= max(crossed)) for number in numbers)
    marks = list(re.finditer(r"[^\s,]", text))
    for mark in marks:
        if mark[0] not in "xX.":
            raise Slip(mark.start(), f"`{mark[0]}` is not a mark of research", hint)
    if len(marks) != len(numbers):
        raise Slip(0, f"{len(marks)} marks for {len(numbers)} numbers", hint)
    return tuple(mark[0] in "xX" for mark in marks)


def take_sheet(plan: Plan, filled: FilledSheet) -> PlayerSheet:
    """Return the sheet as the rules have it; squares marked `#` are one shape."""
    crossed = filled.progress.count("x") + filled.progress.count("/")
    tests, spread = filled.list_marks("testing"), filled.list_marks("curve")
    letters = list_letters(plan, filled)
    return PlayerSheet(
        progress=Progress(plan.fields, filled.progress.count("o") + filled.progress.count("x"), crossed),
        tests=tuple(int(tests.get(id, "0")) for id in plan.wall.ids),
        spread=tuple(int(spread.get(id, "").removeprefix("o") or "0") for id in plan.curve.ids),
        circled=frozenset(plan.curve.places[id] for id, mark in spread.items() if mark[0] == "o"),
        researched=sum(filled.research),
        shapes=tuple(letters.values()),
    )


def list_letters(plan: Plan, filled: FilledSheet) -> dict[str, int]:
    """Return the set of squares of each letter, and of `#`, in the order of filling."""
    found: dict[str, int] = {}
    for id, letter in filled.list_marks("analysis").items():
        found[letter] = found.get(letter, 0) | plan.area.bits[id]
    return {letter: found[letter] for letter in sorted(found, key=LETTERS.find)}


def write_marks(plan: Plan, sheet: PlayerSheet) -> dict[str, dict[str, str]]:
    """Return the marks of each area of squares, as they are typed in.

    Shapes are `a`, `b` to `z`, then `A` to `Z`; `#` if these are not enough. Numbers of the spread curve
    follow an `o` in a circle; `o` alone is a circle that is still empty.
    """
    letters = LETTERS if len(sheet.shapes) <= len(LETTERS) else "#" * len(sheet.shapes)
    shapes = zip(sheet.shapes, letters, strict=False)
    tests = zip(plan.wall.ids, sheet.tests, strict=True)
    spread = (
        (id, f"{'o' if place in sheet.circled else ''}{sheet.spread[place] or ''}")
        for place, id in enumerate(plan.curve.ids)
    )
    return {
        "analysis": {id: letter for shape, letter in shapes for id in plan.area.ids(shape)},
        "testing": {id: str(number) for id, number in tests if number},
        "curve": {id: mark for id, mark in spread if mark},
    }


def draw_sheet(plan: Plan, sheet: PlayerSheet) -> dict[str, Entry]:
    """Return the areas of a sheet as they are typed in."""
    marks = write_marks(plan, sheet)
    tracks = {"progress": sheet.progress.mark_fields(), "research": str(sheet.researched)}
    return {
        area: tracks[area] if area in tracks else _draw_grid(plan.grids[area], marks[area]) for area in AREAS
    }


def _draw_grid(grid: SquareGrid, marks: Mapping[str, str]) -> str:
    """Draw the squares as the sheet's file has them, two characters each: a mark, or `.` for none.

    If a mark has two characters itself, each square has three; four where rows are shifted by half a square.
    """
    step = 1 + max([1, *map(len, marks.values())])
    if any(square.x % 1 for square in grid):
        step += step % 2
    rows = []
    for y in range(grid.height):
        line = ""
        for square in grid.row(y):
            line = line.ljust(round(square.x * step)) + marks.get(square.id, ".")
        rows.append(f"| {line}".rstrip())
    return "\n".join(rows)
