"""Grids: cells drawn as text or counted, with the fields of a table.

In a drawing, a cell is two characters wide, so that one character is half a cell.

Lines may start with `|`, the left border, and a space; then all lines of the drawing must. A dot or a space
is no square; every other character is a square with the marks that the legend gives it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from generator.errors import DataError
from generator.model.coordinates import Coordinates
from generator.model.fields import Field
from generator.model.grids import GridArea
from generator.model.places import Grid, GridCell
from generator.model.tilings import TILINGS, Tiling
from generator.read.declared.csv_tables import read_csv
from generator.read.declared.findings import Findings
from generator.read.files.yaml_reader import Data, DataPath

Legend = Mapping[str, tuple[str, ...]]

PLAIN: Legend = {"#": ()}
PLAIN_COORDINATES = Coordinates()
MOST_SQUARES = 2000


@dataclass(frozen=True, slots=True)
class _Drawn:
    character: str
    x: float
    y: int
    column: int


def read_grid(
    findings: Findings,
    path: DataPath,
    text: str,
    *,
    legend: Legend,
    coordinates: Coordinates = PLAIN_COORDINATES,
    tiling: Tiling = TILINGS["square"],
) -> Grid | None:
    """Return the cells of a drawing, top left first; None after adding its problems."""
    before = len(findings.problems)
    drawn = _read_squares(findings, path, text)
    _check_legend(findings, path, drawn, legend)
    _check_steps(findings, path, drawn, tiling, is_free=coordinates.has_walls)
    if not drawn and len(findings.problems) == before:
        findings.add(path, "has no squares", "draw one as `#`")
    elif len(drawn) > MOST_SQUARES:
        findings.add(path, f"has {len(drawn)} squares", f"at most {MOST_SQUARES}")
    if len(findings.problems) > before:
        return None
    names = zip(coordinates.name([(one.x, one.y) for one in drawn], tiling), drawn, strict=True)
    return Grid(tuple(GridCell(name, one.x, one.y, legend[one.character]) for name, one in names), tiling)


def _read_squares(findings: Findings, path: DataPath, text: str) -> list[_Drawn]:
    lines = text.rstrip("\n").split("\n")
    has_border = any(line.startswith("|") for line in lines)
    drawn = []
    for y, line in enumerate(lines):
        start = 0
        if has_border and line.strip():
            if not line.startswith("|"):
                hint = "start every line with `|`, or none"
                findings.add_in_text(path, y, 0, "the left border is missing", hint)
                continue
            start = 2
            if line[1:2] not in ("", " ", "."):
                hint = "leave a space after `|`"
                findings.add_in_text(path, y, 1, "is outside the grid, on its left border", hint)
                continue
        last = -2
        for column in range(start, len(line)):
            character = line[column]
            if character in ". ":
                continue
            if character == "\t":
                findings.add_in_text(path, y, column, "a tab in a drawing", "use spaces")
            elif column - last < 2:
                hint = "a square is two characters wide: put a space between them"
                findings.add_in_text(path, y, column, f"`{character}` overlaps the square to its left", hint)
            else:
                last = column
                drawn.append(_Drawn(character, (column - start) / 2, y, column))
    return drawn


def _check_legend(findings: Findings, path: DataPath, drawn: list[_Drawn], legend: Legend) -> None:
    """Report each unknown character once, where it first occurs."""
    unknown = {square.character: square for square in reversed(drawn) if square.character not in legend}
    for character, square in unknown.items():
        number = sum(1 for other in drawn if other.character == character)
        message = f"the legend has no `{character}`" + (f"; {number} squares have it" if number > 1 else "")
        hint = f"it has: {' '.join(legend)}; `.` is no square"
        findings.add_in_text(path, square.y, square.column, message, hint)


def _check_steps(
    findings: Findings, path: DataPath, drawn: list[_Drawn], tiling: Tiling, *, is_free: bool
) -> None:
    """Check that squares are aligned within a row; if columns have letters, with all rows.

    Hexagons are half a cell off those beside them. Only the first cell of a row is reported, since the others
    follow it.
    """
    reported: set[int] = set()
    steps: dict[int, float] = {}
    across, down = tiling.shift
    for square in drawn:
        step, message = square.x % 1, ""
        if across or down:
            # Neighbouring hexagons differ by half a column and a row, or by a column and half a row.
            where = (square.x * (1 if down else 2) + square.y) % 2
            if steps.setdefault(0, where) != where or (down and step):
                message, hint = "place", "shift the cells of every other line by half a cell"
        elif not is_free and step:
            message, hint = "column", "write two characters per square; half steps need `naming: rows`"
        elif steps.setdefault(square.y, step) != step:
            message, hint = "row", "write two characters per square"
        if message and square.y not in reported:
            reported.add(square.y)
            findings.add_in_text(path, square.y, square.column, f"is half a square off its {message}", hint)


def finish_grid(
    findings: Findings, path: DataPath, area: GridArea, *, home: Path, folder: Path
) -> GridArea | None:
    """Return a grid with its cells; None after adding its problems.

    `home` is the folder of the game, and `folder` that of the file, in which its table is.
    """
    before, tiling, legend = len(findings.problems), TILINGS[area.cells], area.characters
    if area.drawing:
        drawn = {character: (character,) for character in legend}
        grid = read_grid(
            findings,
            (*path, "places"),
            area.drawing,
            legend=drawn,
            coordinates=area.coordinates,
            tiling=tiling,
        )
    else:
        grid = _count_cells(findings, path, area)
    if grid is None:
        return None
    if len(grid.by_id) < len(grid):
        twice = next(cell.id for cell in grid if grid.by_id[cell.id] is not cell)
        message = f"several cells get the id `{twice}`"
        findings.add((*path, "coordinates"), message, "name columns and rows: `{letter}{row}`")
        return None
    for index, id in enumerate(area.hidden):
        findings.check_name((*path, "hidden", index), id, grid.by_id, "cell")
    rows = _read_table(findings, (*path, "table"), area.table, grid, home=home, folder=folder)
    columns: dict[str, Field] = dict.fromkeys((name for row in rows.values() for name in row), "")
    cells = []
    for cell in grid:
        drawn_as = legend[cell.marks[0]] if cell.marks else None
        row = rows.get(cell.id, {})
        kind = str(row.get("kind") or (drawn_as.kind if drawn_as else ""))
        listed = str(row.get("marks") or "").split(";")
        marks = tuple(mark.strip() for mark in listed if mark.strip()) or (drawn_as.marks if drawn_as else ())
        if cell.id not in area.hidden:
            cells.append(replace(cell, marks=marks, kind=kind, fields={**columns, **row}))
    if not cells:
        findings.add((*path, "hidden"), "no cell is left", "remove some")
        return None
    area = replace(area, grid=Grid(tuple(cells), tiling))
    _check_lines(findings, path, area)
    return area if len(findings.problems) == before else None


def _count_cells(findings: Findings, path: DataPath, area: GridArea) -> Grid | None:
    tiling, (columns, rows), rings = TILINGS[area.cells], area.count, area.rings
    number = 3 * rings * (rings + 1) + 1 if rings else columns * rows
    if not number:
        return None
    if number > MOST_SQUARES:
        key = "rings" if rings else "size"
        findings.add((*path, key), f"makes {number} cells", f"at most {MOST_SQUARES}")
        return None
    cells = tiling.ring(rings) if rings else list(tiling.fill(columns, rows))
    names = area.coordinates.name(cells, tiling)
    return Grid(tuple(GridCell(id, *cell) for id, cell in zip(names, cells, strict=True)), tiling)


def _read_table(
    findings: Findings, path: DataPath, given: Data, grid: Grid, *, home: Path, folder: Path
) -> Mapping[str, Mapping[str, Field]]:
    """Return the fields of cells by id."""
    table, base, data = findings, path, given
    if isinstance(given, str) and given:
        if not findings.check_file(path, folder / given, home=home, others="*.csv"):
            return {}
        try:
            table = read_csv(folder / given)
        except DataError as error:
            findings.problems += error.problems
            return {}
        base, data = (), table.source.data
    rows: dict[str, Mapping[str, Field]] = {}
    for index, row in enumerate(data if isinstance(data, list) else []):
        where, id = (*base, index), row.get("id") if isinstance(row, dict) else None
        if not isinstance(row, dict) or not isinstance(id, str):
            table.add(where, "`id` is missing", "write `- {id: a1, ...}`")
        elif id in rows:
            table.add((*where, "id"), f"duplicate cell `{id}`", "write all of its fields in one row")
        elif table.check_name((*where, "id"), id, grid.by_id, "cell"):
            rows[id] = {name: _read_field(table, (*where, name), value) for name, value in row.items()}
    if table is not findings:
        findings.problems += table.problems
    return rows


def _read_field(findings: Findings, path: DataPath, value: Data) -> Field:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(map(str, value))
    findings.add(path, "is not a text or a list of texts", 'write `""` for an empty text')
    return ""


def _check_lines(findings: Findings, path: DataPath, area: GridArea) -> None:
    for index, one in enumerate(area.lines):
        where = (*path, "lines", index)
        named: list[tuple[DataPath, str]] = [(("through", place), id) for place, id in enumerate(one.through)]
        named += [
            (("between", pair, end), id) for pair, ids in enumerate(one.between) for end, id in enumerate(ids)
        ]
        known = [findings.check_name((*where, *key), id, area.grid.by_id, "cell") for key, id in named]
        for pair, (first, second) in enumerate(one.between) if all(known) else ():
            if second not in area.neighbours(first):
                hint = f"`{first}` touches {', '.join(area.neighbours(first))}"
                findings.add((*where, "between", pair), f"`{first}` and `{second}` do not touch", hint)
