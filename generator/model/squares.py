"""Squares drawn as text: two characters per square, so that one character is half a square.

Lines may start with `|`, the left border, and a space; then all lines of the drawing must. A dot or a space
is no square; every other character is a square with the marks that the legend gives it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

from generator.errors import Wrong
from generator.model.kinds import Doc, Id, Mark, Written
from generator.model.places import Place, Places
from generator.model.tilings import TILINGS, Corner, Tiling, name_cells
from generator.model.values import dataclass

Naming: TypeAlias = Literal["grid", "rows", "columns"]
_NAMINGS: Mapping[Naming, tuple[str, Corner]] = {
    "grid": ("{letter}{row}", "top"),
    "rows": ("{row_letter}{place}", "bottom"),
    "columns": ("{letter}{row}", "bottom"),
}
Cells: TypeAlias = tuple[tuple[int, int], ...]
"""Column and row of each square of a shape, in reading order; the top left is (0, 0)."""

MOST_CELLS = 2500


@dataclass(frozen=True, slots=True)
class GridCell:
    """The meaning of a character in the drawing of a grid."""

    kind: Annotated[Id, Doc("Kind of place: the field `kind` of its template, or its colour.")] = ""
    marks: Annotated[
        tuple[Id, ...], Written.ALONE, Doc("Marks: fields of the template with the value `yes`.")
    ] = ()


@dataclass(frozen=True, slots=True)
class SquareCell(GridCell):
    """The meaning of a character in the drawing of squares to fill in."""

    marks: Annotated[tuple[Mark, ...], Written.ALONE, Doc("Marks, which the theme describes.")] = ()


Legend: TypeAlias = Mapping[str, GridCell]
PLAIN: Legend = {"#": GridCell()}


@dataclass(frozen=True, slots=True)
class _Drawn:
    character: str
    x: float
    y: int
    position: int
    """Index of its character in the drawing."""


def parse_squares(
    text: str, *, legend: Legend = PLAIN, naming: Naming = "grid", tiling: Tiling = TILINGS["square"]
) -> tuple[Places, list[Wrong]]:
    """Return the cells of a drawing, top left first, and its problems; no cells if it has any."""
    drawn: list[_Drawn] = []
    problems = [*_find_squares(text, drawn)]
    problems += _check_legend(drawn, legend)
    problems += _check_steps(drawn, naming, tiling)
    if not drawn and not problems:
        problems.append(Wrong("has no squares", "draw one as `#`"))
    elif len(drawn) > MOST_CELLS:
        problems.append(Wrong(f"has {len(drawn)} squares", f"at most {MOST_CELLS}"))
    if problems:
        return Places(), problems
    names = name_cells([(one.x, one.y) for one in drawn], tiling, *_NAMINGS[naming])
    named = zip(names, drawn, strict=True)
    places = ((name, one.x, one.y, legend[one.character]) for name, one in named)
    return Places(Place(name, x, y, cell.kind, cell.marks) for name, x, y, cell in places), []


def list_cells(squares: Places) -> Cells:
    """Return the squares of a shape, wherever it was drawn."""
    left, top = min(square.x for square in squares), min(square.y for square in squares)
    return tuple((int(square.x - left), int(square.y - top)) for square in squares)


def _find_squares(text: str, drawn: list[_Drawn]) -> Iterator[Wrong]:
    """Add the squares of a drawing to a list, and yield the problems of its lines."""
    lines = text.rstrip("\n").split("\n")
    has_border = any(line.startswith("|") for line in lines)
    begin = 0
    for y, line in enumerate(lines):
        start, first = 0, begin
        begin += len(line) + 1
        if has_border and line.strip():
            if not line.startswith("|"):
                hint = "start every line with `|`, or none"
                yield Wrong("the left border is missing", hint, position=first)
                continue
            start = 2
            if line[1:2] not in ("", " ", "."):
                hint = "leave a space after `|`"
                yield Wrong("is outside the grid, on its left border", hint, position=first + 1)
                continue
        last = -2
        for column in range(start, len(line)):
            character = line[column]
            if character in ". ":
                continue
            if character == "\t":
                yield Wrong("a tab in a drawing", "use spaces", position=first + column)
            elif column - last < 2:
                hint = "a square is two characters wide: put a space between them"
                yield Wrong(f"`{character}` overlaps the square to its left", hint, position=first + column)
            else:
                last = column
                drawn.append(_Drawn(character, (column - start) / 2, y, first + column))


def _check_legend(drawn: Sequence[_Drawn], legend: Legend) -> Iterator[Wrong]:
    """Report each unknown character once, where it first occurs."""
    unknown = {square.character: square for square in reversed(drawn) if square.character not in legend}
    for character, square in unknown.items():
        number = sum(1 for other in drawn if other.character == character)
        message = f"the legend has no `{character}`" + (f"; {number} squares have it" if number > 1 else "")
        hint = f"it has: {' '.join(legend)}; `.` is no square"
        yield Wrong(message, hint, position=square.position)


def _check_steps(drawn: Sequence[_Drawn], naming: Naming, tiling: Tiling) -> Iterator[Wrong]:
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
            yield Wrong(f"is half a square off its {message}", hint, position=square.position)
