"""Finished sheets in score files, read and drawn; docs/games/fight_the_virus.md has an example."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from generator.errors import Wrong
from generator.games.fight_the_virus.sheet import AREAS, Plan, PlayerSheet, Progress
from generator.model.elements.squares import Places
from generator.model.played import Laid, PenMark
from generator.model.values import dataclass
from generator.rules.core import Entry
from generator.rules.form import Finished
from generator.rules.score_form import ByPlayer, Drawing, Keys, Rows, Shape, Text

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MARKS = {
    "analysis": (r"[a-zA-Z#.]", "a letter or `#` where it is filled, `.` where not"),
    "testing": (r"[1-9]\d?|\.", "a number, or `.` for an empty square"),
    "curve": (r"o?[1-9]\d?|o|\.", "a number, `o3` for a circled 3, `o` for an empty circle, or `.`"),
}
"""Pattern and meaning of marks by area."""
FIELD_SIGNS: Mapping[str, tuple[Literal["circle", "cross"], ...]] = {
    "x": ("circle", "cross"),
    "o": ("circle",),
    "/": ("cross",),
    ".": (),
}
"""Handwriting on a field of the progress track, by its mark."""
_FIELD_HINT = "`x` crossed out, `o` circled, `/` crossed out before it was circled, `.` empty"


@dataclass(frozen=True)
class FilledSheet:
    """A sheet as one player has typed it in."""

    analysis: Drawing
    progress: str
    """A character for each field."""
    research: tuple[bool, ...]
    """For each number, whether it is crossed out."""
    testing: Drawing
    curve: Drawing


FinishedGame: TypeAlias = Finished[Mapping[str, FilledSheet]]
"""Sheets by player."""


def make_form(plan: Plan) -> ByPlayer[FilledSheet]:
    shapes: dict[str, Shape[object]] = {
        area: Rows(rows=plan.grids[area].rows, mark=mark, hint=hint, is_short=area == "analysis")
        for area, (mark, hint) in _MARKS.items()
    }
    shapes["progress"] = Text(
        parse=lambda text, players: parse_marks(text, "xo/.", plan.fields, "fields", _FIELD_HINT),
        hint=f"a mark for each of {plan.fields} fields: {_FIELD_HINT}",
        blank="." * plan.fields,
    )
    shapes["research"] = Text(
        parse=lambda text, players: parse_research(text, plan.research.numbers),
        hint="the last number that is crossed out, such as `7`; `0` for none",
        may_be_list=True,
    )
    sheet = Keys(
        shapes={area: shapes[area] for area in AREAS},
        make=lambda found: FilledSheet(**found),
        what="the areas of a sheet",
        hint=", ".join(f"`{area}`" for area in AREAS),
        required=AREAS,
    )
    hint = "`petri score --blank` writes empty ones"
    return ByPlayer(each=sheet, what="players with their sheets", hint=hint)


def parse_marks(text: str, known: str, number: int, things: str, hint: str) -> str:
    """Read one mark for each field or number, with or without spaces; raise Wrong."""
    marks = list(re.finditer(r"[^\s,]", text))
    for mark in marks:
        if mark[0].lower() not in known:
            raise Wrong(f"`{mark[0]}` is not a mark", hint, position=mark.start())
    if len(marks) != number:
        column = marks[number].start() if len(marks) > number else len(text)
        raise Wrong(f"{len(marks)} marks for {number} {things}", hint, position=column)
    return "".join(mark[0].lower() for mark in marks)


def parse_research(text: str, numbers: Sequence[int]) -> tuple[bool, ...]:
    """Read `7` for 1 to 7, `xxxxxxx.....`, or all numbers that are crossed out; raise Wrong."""
    hint = f"write the last number that is crossed out, or {len(numbers)} times `x` or `.`"
    words = list(re.finditer(r"[^\s,]+", text))
    if not words or not all(word[0].isdecimal() for word in words):
        return tuple(mark == "x" for mark in parse_marks(text, "x.", len(numbers), "numbers", hint))
    is_last = len(words) == 1
    for word in words:
        if word[0] not in map(str, numbers) and not (is_last and word[0] == "0"):
            raise Wrong(f"research has no `{word[0]}`", hint, position=word.start())
    crossed = [int(word[0]) for word in words]
    return tuple(number in crossed or (is_last and number <= crossed[0]) for number in numbers)


def take_sheet(plan: Plan, filled: FilledSheet) -> PlayerSheet:
    """Return the sheet as the rules have it; squares marked `#` are one shape."""
    crossed = filled.progress.count("x") + filled.progress.count("/")
    tests, spread = filled.testing.marks, filled.curve.marks
    return PlayerSheet(
        progress=Progress(plan.fields, filled.progress.count("o") + filled.progress.count("x"), crossed),
        tests=tuple(int(tests.get(id, "0")) for id in plan.wall.ids),
        spread=tuple(int(spread.get(id, "").removeprefix("o") or "0") for id in plan.curve.ids),
        circled=frozenset(plan.curve.places[id] for id, mark in spread.items() if mark[0] == "o"),
        researched=sum(filled.research),
        shapes=tuple(list_letters(plan, filled).values()),
    )


def list_letters(plan: Plan, filled: FilledSheet) -> dict[str, int]:
    """Return the set of squares of each letter, and of `#`, in the order of filling."""
    found = dict.fromkeys(sorted({*filled.analysis.marks.values()}, key=LETTERS.find), 0)
    for id, letter in filled.analysis.marks.items():
        found[letter] |= plan.area.bits[id]
    return found


def write_marks(plan: Plan, sheet: PlayerSheet) -> dict[str, dict[str, str]]:
    """Return the marks of each area of squares as they are typed in; shapes are `#` if letters run out."""
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


def lay_sheet(plan: Plan, sheet: PlayerSheet) -> Iterator[Laid]:
    """Yield what a player has written."""
    research = [place < sheet.researched for place in range(len(plan.research.ids))]
    return lay_marks(plan, write_marks(plan, sheet), sheet.progress.mark_fields(), research)


def lay_marks(
    plan: Plan, marks: Mapping[str, Mapping[str, str]], progress: str, research: Sequence[bool]
) -> Iterator[Laid]:
    """Yield the handwriting of marks as they are typed in."""
    yield from (Laid("analysis", id, PenMark("fill")) for id in marks["analysis"])
    for id, mark in zip(plan.progress, progress, strict=True):
        yield from (Laid("progress", id, PenMark(sign)) for sign in FIELD_SIGNS[mark])
    for id, is_crossed in zip(plan.research.ids, research, strict=True):
        if is_crossed:
            yield Laid("research", id, PenMark("cross"))
    for area in ("testing", "curve"):
        for id, mark in marks[area].items():
            if mark.startswith("o"):
                yield Laid(area, id, PenMark("circle"))
            if number := mark.removeprefix("o"):
                yield Laid(area, id, PenMark("text", number))


def draw_sheet(plan: Plan, sheet: PlayerSheet) -> dict[str, Entry]:
    """Return the areas of a sheet as they are typed in."""
    marks = write_marks(plan, sheet)
    tracks = {"progress": sheet.progress.mark_fields(), "research": str(sheet.researched)}
    return {area: tracks.get(area) or draw_grid(plan.grids[area], marks[area]) for area in AREAS}


def draw_grid(grid: Places, marks: Mapping[str, str]) -> str:
    """Draw the squares as in the sheet's file; a square has an even width if rows are shifted by half."""
    step = 1 + max([1, *map(len, marks.values())])
    if any(square.x % 1 for square in grid):
        step += step % 2
    lines = [""] * grid.height
    for square in grid:
        lines[int(square.y)] = lines[int(square.y)].ljust(round(square.x * step)) + marks.get(square.id, ".")
    return "\n".join(f"| {line}".rstrip() for line in lines)
