"""Sheets as text, as they are typed in: a row of squares a line, a mark a square, `.` for nothing."""

from collections.abc import Iterator, Mapping, Sequence

from generator.games.fight_the_virus.marks import PlayerSheet
from generator.games.fight_the_virus.plan import Plan, find_section
from generator.model.kit import Kit
from generator.model.places import SquareGrid
from generator.model.sheet import GridSection
from generator.rules.writing import quote

GRIDS = ("analysis", "testing", "curve")
TRACKS = ("progress", "research")
AREAS = ("analysis", "progress", "research", "testing", "curve")
"""As they stand on the sheet."""
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

Drawn = Mapping[str, str]
"""By area its text."""


def find_grids(kit: Kit) -> Mapping[str, SquareGrid]:
    """The three areas of squares; raises NoRules."""
    return {area: find_section(kit, area, GridSection).grid for area in GRIDS}


def list_rows(grid: SquareGrid) -> tuple[tuple[str, ...], ...]:
    """Ids of the squares, row by row from the top."""
    rows = (tuple(square.id for square in grid.row(y)) for y in range(grid.height))
    return tuple(row for row in rows if row)


def draw_grid(grid: SquareGrid, entries: Mapping[str, str]) -> str:
    """The squares as the sheet's file has them, two characters each: an entry, or `.` for none.

    Where an entry has two characters itself, each square has three; four where rows lie half a square apart.
    """
    step = 1 + max([1, *map(len, entries.values())])
    if any(square.x % 1 for square in grid):
        step += step % 2
    rows = []
    for y in range(grid.height):
        line = ""
        for square in grid.row(y):
            line = line.ljust(round(square.x * step)) + (entries.get(square.id) or ".")
        rows.append(line.rstrip())
    return "\n".join(rows)


def draw_sheet(plan: Plan, grids: Mapping[str, SquareGrid], sheet: PlayerSheet) -> Drawn:
    """Every area of a sheet; what is in it cannot be told from a sheet that was typed in like this."""
    entries = {
        "analysis": letter_shapes(plan, sheet),
        "testing": number_tests(plan, sheet),
        "curve": number_spread(plan, sheet),
    }
    grids_drawn = {area: draw_grid(grids[area], entries[area]) for area in GRIDS}
    return {**grids_drawn, "progress": mark_progress(sheet), "research": str(sheet.researched)}


def letter_shapes(plan: Plan, sheet: PlayerSheet) -> dict[str, str]:
    """Square of the virus -> letter of its shape, `a` for the first, `A` after `z`; `#` if they run out."""
    letters = LETTERS if len(sheet.shapes) <= len(LETTERS) else "#" * len(sheet.shapes)
    pairs = zip(sheet.shapes, letters, strict=False)
    return {id: letter for shape, letter in pairs for id in plan.area.ids(shape)}


def number_tests(plan: Plan, sheet: PlayerSheet) -> dict[str, str]:
    return {id: str(number) for id, number in zip(plan.wall.ids, sheet.tests, strict=True) if number}


def number_spread(plan: Plan, sheet: PlayerSheet) -> dict[str, str]:
    """Numbers of the spread curve, behind an `o` in a circle; `o` alone is a circle that is still empty."""
    entries = {}
    for square, (id, number) in enumerate(zip(plan.curve.ids, sheet.spread, strict=True)):
        circle = "o" if square in sheet.circled else ""
        if circle or number:
            entries[id] = f"{circle}{number or ''}"
    return entries


def mark_progress(sheet: PlayerSheet) -> str:
    """One character a field: `x` used or lost, `o` circled, `/` lost and still owed, `.` untouched."""
    fields = (sheet.progress.say_field(index) for index in range(sheet.progress.fields))
    return "".join(field or "." for field in fields)


def write_sheets(game: str, players: Sequence[str], sheets: Mapping[str, Drawn]) -> str:
    """The score file of finished sheets."""
    names = ", ".join(quote(player) for player in players)
    lines = [f"game: {game}", f"players: [{names}]", "sheets:", *list_sheet_lines(sheets)]
    return "".join(f"{line}\n" for line in lines)


def list_sheet_lines(sheets: Mapping[str, Drawn]) -> Iterator[str]:
    """What stands below `sheets:`."""
    for player, drawn in sheets.items():
        yield f"  {quote(player)}:"
        for area in AREAS:
            if area in TRACKS:
                yield f"    {area}: {quote(drawn[area])}"
            else:
                yield f"    {area}: |"
                yield from (f"      | {row}" for row in drawn[area].split("\n"))
