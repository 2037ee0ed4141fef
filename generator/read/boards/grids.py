"""Squares drawn as text: two characters a square, so that one character is half a square.

A line may start with `|`, the left border, and a blank; then all lines of the drawing do. A dot or a
blank is no square; every other character is a square whose marks the legend names.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from generator.model.places import Square, SquareGrid
from generator.read.declared.findings import Findings
from generator.read.files.yaml_reader import DataPath

Naming = Literal["grid", "rows", "columns"]
Legend = Mapping[str, tuple[str, ...]]

PLAIN: Legend = {"#": ()}
MOST_SQUARES = 2000


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A character that is a square: its place in squares, and in the text."""

    character: str
    x: float
    y: int
    line: int
    column: int


def letter_name(index: int) -> str:
    """Letters as spreadsheets have them: 0 is `a`, 25 `z`, 26 `aa`."""
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(ord("a") + rest) + name
    return name


def row_labels(grid: SquareGrid, naming: Naming) -> dict[str, int]:
    """Printed label of each row that has squares -> y."""
    rows = sorted({square.y for square in grid})
    if naming == "grid":
        return {str(y + 1): y for y in rows}
    if naming == "rows":
        return {letter_name(grid.height - 1 - y): y for y in rows}
    return {str(grid.height - y): y for y in rows}


def read_grid(
    findings: Findings, path: DataPath, text: str, *, legend: Legend, naming: Naming
) -> SquareGrid | None:
    """The squares of a drawing, top left first; None after adding all that is wrong with it."""
    before = len(findings.problems)
    drawn = _read_squares(findings, path, text)
    _check_legend(findings, path, drawn, legend)
    _check_steps(findings, path, drawn, naming)
    if not drawn and len(findings.problems) == before:
        findings.add(path, "has no squares", "draw one as `#`")
    elif len(drawn) > MOST_SQUARES:
        findings.add(path, f"has {len(drawn)} squares", f"at most {MOST_SQUARES}")
    if len(findings.problems) > before:
        return None
    names = _name_squares(drawn, naming)
    squares = (
        Square(name, square.x, square.y, legend[square.character])
        for name, square in zip(names, drawn, strict=True)
    )
    return SquareGrid(tuple(squares))


def _read_squares(findings: Findings, path: DataPath, text: str) -> list[_Drawn]:
    lines = text.rstrip("\n").split("\n")
    has_border = any(line.startswith("|") for line in lines)
    drawn = []
    for y, line in enumerate(lines):
        start = 0
        if has_border and line.strip():
            if not line.startswith("|"):
                findings.add_in_text(
                    path, y, 0, "the left border is missing", "start every line with `|`, or none"
                )
                continue
            start = 2
            if line[1:2] not in ("", " ", "."):
                hint = "leave a blank after `|`"
                findings.add_in_text(path, y, 1, "stands outside the grid, on its left border", hint)
                continue
        last = -2
        for column in range(start, len(line)):
            character = line[column]
            if character in ". ":
                continue
            if character == "\t":
                findings.add_in_text(path, y, column, "a tab in a drawing", "use blanks")
                continue
            square = _Drawn(character, (column - start) / 2, y, y, column)
            if column - last < 2:
                hint = "a square is two characters wide: put a blank between them"
                _add(findings, path, square, f"`{character}` lies on the square to its left", hint)
                continue
            last = column
            drawn.append(square)
    return drawn


def _check_legend(findings: Findings, path: DataPath, drawn: list[_Drawn], legend: Legend) -> None:
    """Each unknown character is told once, where it first stands."""
    unknown = {square.character: square for square in reversed(drawn) if square.character not in legend}
    for character, square in unknown.items():
        number = sum(1 for other in drawn if other.character == character)
        said = f"the legend has no `{character}`" + (f"; {number} squares have it" if number > 1 else "")
        _add(findings, path, square, said, f"it has: {' '.join(legend)}; `.` is no square")


def _check_steps(findings: Findings, path: DataPath, drawn: list[_Drawn], naming: Naming) -> None:
    """Squares of one row keep step with each other; where columns have letters, with all rows.

    Only the first square of a row is told, since the others follow it.
    """
    told: set[int] = set()
    steps: dict[int, float] = {}
    for square in drawn:
        step = square.x % 1
        if square.y in told:
            continue
        if naming != "rows" and step:
            hint = "two characters a square; half steps need `naming: rows`"
            _add(findings, path, square, "stands half a square off its column", hint)
            told.add(square.y)
        elif steps.setdefault(square.y, step) != step:
            _add(findings, path, square, "stands half a square off its row", "two characters a square")
            told.add(square.y)


def _name_squares(drawn: list[_Drawn], naming: Naming) -> list[str]:
    bottom = max(square.y for square in drawn)
    names = []
    number = 0
    for index, square in enumerate(drawn):
        same_row = index > 0 and drawn[index - 1].y == square.y
        number = number + 1 if same_row else 1
        if naming == "rows":
            names.append(f"{letter_name(bottom - square.y)}{number}")
        elif naming == "columns":
            names.append(f"{letter_name(int(square.x))}{bottom - square.y + 1}")
        else:
            names.append(f"{letter_name(int(square.x))}{square.y + 1}")
    return names


def _add(findings: Findings, path: DataPath, square: _Drawn, message: str, hint: str = "") -> None:
    findings.add_in_text(path, square.line, square.column, message, hint)
