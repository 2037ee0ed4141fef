"""Squares drawn as text: two characters per square, so that one character is half a square.

Lines may start with `|`, the left border, and a space; then all lines of the drawing must. A dot or a space
is no square; every other character is a square with the marks that the legend gives it.
"""

from collections.abc import Mapping
from typing import Literal

from generator.model.areas import MOST_CELLS
from generator.model.places import Place, Places
from generator.model.tilings import TILINGS, Corner, Tiling, name_cells
from generator.model.values import dataclass
from generator.read.declared.findings import Findings
from generator.read.files.yaml_reader import DataPath

Naming = Literal["grid", "rows", "columns"]
_NAMINGS: Mapping[Naming, tuple[str, Corner]] = {
    "grid": ("{letter}{row}", "top"),
    "rows": ("{row_letter}{place}", "bottom"),
    "columns": ("{letter}{row}", "bottom"),
}
Legend = Mapping[str, tuple[str, ...]]

PLAIN: Legend = {"#": ()}


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
    naming: Naming,
    tiling: Tiling = TILINGS["square"],
) -> Places | None:
    """Return the cells of a drawing, top left first; None after adding its problems."""
    before = len(findings.problems)
    drawn = _read_squares(findings, path, text)
    _check_legend(findings, path, drawn, legend)
    _check_steps(findings, path, drawn, naming, tiling)
    if not drawn and len(findings.problems) == before:
        findings.add(path, "has no squares", "draw one as `#`")
    elif len(drawn) > MOST_CELLS:
        findings.add(path, f"has {len(drawn)} squares", f"at most {MOST_CELLS}")
    if len(findings.problems) > before:
        return None
    names = name_cells([(one.x, one.y) for one in drawn], tiling, *_NAMINGS[naming])
    named = zip(names, drawn, strict=True)
    return Places(Place(name, one.x, one.y, marks=legend[one.character]) for name, one in named)


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
    findings: Findings, path: DataPath, drawn: list[_Drawn], naming: Naming, tiling: Tiling
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
            step = (square.x * (2 if across else 1) + square.y) % 2
            if step != steps.setdefault(0, step // 1):
                message, hint = "place", "shift every other line of hexagons by half a cell"
        elif naming != "rows" and step:
            message, hint = "column", "write two characters per square; half steps need `naming: rows`"
        elif steps.setdefault(square.y, step) != step:
            message, hint = "row", "write two characters per square"
        if message and square.y not in reported:
            reported.add(square.y)
            findings.add_in_text(path, square.y, square.column, f"is half a square off its {message}", hint)
