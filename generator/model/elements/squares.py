"""Places of boards and sheets: their coordinates, their outlines, and grids of them that are drawn as text.

A new shape of cells is an entry in `TILINGS` and a word in `CellShape`.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, product
from math import sqrt
from string import digits
from typing import Annotated, Literal, TypeAlias

from generator.errors import Wrong, suggest
from generator.model.geometry import Point, Rectangle
from generator.model.language.expressions import Expression, Field, parse_expression
from generator.model.language.field_values import format_letters, number_or_none
from generator.model.language.kinds import Doc, Id, Kind, MarkName, Written
from generator.model.values import dataclass, replace


@dataclass(frozen=True)
class Place:
    """A place on a board; the theme describes its marks, like those of squares."""

    id: str
    x: float
    y: float
    """Position of the centre."""
    kind: str = ""
    """For example, its terrain."""
    marks: tuple[str, ...] = ()
    label: str = ""
    """Wording key of the label; empty for no label."""
    fields: Mapping[str, Field] | None = None
    """Other columns of its row."""
    outline: tuple[Point, ...] = ()
    neighbours: tuple[str, ...] = ()
    """Ids of the places that share an edge or a link with it, or are next to it on a track."""

    @property
    def spot(self) -> Rectangle:
        """The box of what lies on it."""
        return Rectangle.around(self.outline)

    def all_fields(self) -> Mapping[str, Field]:
        """Return the fields for its template: `id`, `kind`, each mark as `yes`, and the other columns."""
        marks: dict[str, Field] = dict.fromkeys(self.marks, "yes")
        return {**(self.fields or {}), **marks, "id": self.id, "kind": self.kind}


class Places(tuple[Place, ...]):
    """Places of a grid, a map, or a track; those of sheets count x and y in squares, and half squares.

    Neighbours share a whole edge; a square of a shifted row rests on two halves.
    """

    @cached_property
    def by_id(self) -> Mapping[str, Place]:
        return {place.id: place for place in self}

    @cached_property
    def _by_point(self) -> Mapping[Point, Place]:
        return {(place.x, place.y): place for place in self}

    @property
    def width(self) -> float:
        """Width in squares, from the left edge of the grid's text to the right edge of the last square."""
        return max(place.x for place in self) + 1

    @property
    def height(self) -> int:
        return int(max(place.y for place in self)) + 1

    def at(self, x: float, y: float) -> Place | None:
        return self._by_point.get((x, y))

    def neighbours(self, place: Place) -> "Places":
        """Return the squares that share a whole edge with this one: left, right, above, below."""
        return self._list_beside(place, (-1, 0), (1, 0), (0, -1), (0, 1))

    def beneath(self, place: Place) -> "Places":
        """Return the squares of the next lower row that support this one: one, or two halves."""
        return self._list_beside(place, (-0.5, 1), (0, 1), (0.5, 1))

    def _list_beside(self, place: Place, *steps: Point) -> "Places":
        return Places(filter(None, (self.at(place.x + dx, place.y + dy) for dx, dy in steps)))

    def row(self, y: float) -> "Places":
        return Places(place for place in self if place.y == y)

    @property
    def rows(self) -> list[list[str]]:
        """Ids of the squares of each row that has any, from the top."""
        return [[place.id for place in row] for y in range(self.height) if (row := self.row(y))]

    def column(self, x: float) -> "Places":
        return Places(place for place in self if place.x == x)

    def with_parts_mirrored(self) -> "Places":
        """Return the squares with the parts between empty columns in the opposite order, each unchanged."""
        columns = sorted({place.x for place in self})
        gaps = [pair for pair in pairwise(columns) if pair[1] - pair[0] > 1]
        starts, ends = [columns[0], *(end for _, end in gaps)], [*(start for start, _ in gaps), columns[-1]]

        def mirror(x: float) -> float:
            part = bisect_left(ends, x)
            return x + columns[0] + columns[-1] - starts[part] - ends[part]

        return Places(replace(place, x=mirror(place.x)) for place in self)

    def marked(self, mark: str) -> "Places":
        return Places(place for place in self if mark in place.marks)


NO_PLACES = Places()

Parity: TypeAlias = Literal["odd", "even"]
CellShape: TypeAlias = Literal["square", "hex_flat", "hex_pointed", "triangle"]
TilingCorner: TypeAlias = Literal["top", "bottom", "top right", "bottom right"]
_Neighbour: TypeAlias = tuple[float, int]
"""Column and line of a cell in a drawing."""
_LEFT, _SIDE, _HIGH = 0.5 / sqrt(3), 1 / sqrt(3), sqrt(3) / 2
"""Half and whole side of a hexagon whose opposite edges are 1 apart; height of a triangle."""


@dataclass(frozen=True, slots=True)
class CellTiling:
    """Cells of one shape that fill the plane; lengths are in widths of a cell."""

    step: Point
    """Distance between columns and between lines."""
    outlines: tuple[tuple[Point, ...], ...]
    """Corners of the first cell; if there are several outlines, cells alternate."""
    size: Point = (1.0, 1.0)
    shift: _Neighbour = (0.0, 0)
    """Shift of every other row to the right, and of every other column downwards."""
    offset: int = 0
    """0: the second row or column is shifted first; 1: the first."""

    def outline(self, x: float, y: int) -> tuple[Point, ...]:
        """Return the corners of a cell, measured from the top left corner of the grid."""
        outline = self.outlines[int(x + y) % len(self.outlines)]
        return tuple((x * self.step[0] + left, y * self.step[1] + top) for left, top in outline)

    def fill(self, columns: int, rows: int) -> list[_Neighbour]:
        """Return the cells of a block, row by row."""
        across, down = self.shift
        cells = product(range(rows), range(columns))
        off = self.offset
        return [
            (column + (row + off) % 2 * across, row * (1 + down) + (column + off) % 2 * down)
            for row, column in cells
        ]

    def ring(self, count: int) -> list[_Neighbour]:
        """Return a cell with rings of cells around it, row by row."""
        cells = self.fill(2 * count + 1, 2 * count + 1)
        beside, inside = list_neighbours([self.outline(*cell) for cell in cells]), {len(cells) // 2}
        for _ in range(count):
            inside |= {other for cell in inside for other in beside[cell]}
        chosen = [cells[number] for number in inside]
        # The first hexagon is at the left and at the top, even if others of its row are half a cell off.
        left, top = map(min, zip(*chosen, strict=True)) if any(self.shift) else (0.0, 0)
        return sorted(((x - left, int(y - top)) for x, y in chosen), key=lambda cell: cell[::-1])


def list_neighbours(outlines: Sequence[Sequence[Point]]) -> list[list[int]]:
    """Return the indices of the outlines that share an edge with each outline."""
    neighbours: list[list[int]] = [[] for _ in outlines]
    seen: dict[frozenset[Point], int] = {}
    for number, outline in enumerate(outlines):
        corners = [(round(x, 4), round(y, 4)) for x, y in outline]
        for edge in map(frozenset, pairwise((*corners, corners[0]))):
            other = seen.setdefault(edge, number)
            if other != number:
                neighbours[number].append(other)
                neighbours[other].append(number)
    return neighbours


_POINTED = (0.5, 0.0), (1.0, _LEFT), (1.0, 3 * _LEFT), (0.5, 2 * _SIDE), (0.0, 3 * _LEFT), (0.0, _LEFT)
_UP, _DOWN = ((0.5, 0.0), (1.0, _HIGH), (0.0, _HIGH)), ((0.0, 0.0), (1.0, 0.0), (0.5, _HIGH))
TILINGS: Mapping[CellShape, CellTiling] = {
    "square": CellTiling((1.0, 1.0), (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)),)),
    "hex_pointed": CellTiling((1.0, 3 * _LEFT), (_POINTED,), (1.0, 2 * _SIDE), (0.5, 0)),
    "hex_flat": CellTiling(
        (3 * _LEFT, 0.5), (tuple((y, x) for x, y in _POINTED),), (2 * _SIDE, 1.0), (0.0, 1)
    ),
    "triangle": CellTiling((0.5, _HIGH), (_UP, _DOWN), (1.0, _HIGH)),
}
CELL_EDGES: Mapping[CellShape, Mapping[str, float]] = {
    "square": {"n": -90, "e": 0, "s": 90, "w": 180},
    "hex_flat": {"n": -90, "ne": -30, "se": 30, "s": 90, "sw": 150, "nw": 210},
    "hex_pointed": {"ne": -60, "e": 0, "se": 60, "sw": 120, "w": 180, "nw": 240},
    "triangle": {},
}
"""Directions of the edges of cells, in degrees clockwise from the right."""
COORDINATES = (
    *("letter", "letters", "column", "row", "row_letter", "row_letters"),
    *("place", "number", "q", "r"),
)
_PLACE = re.compile(r"\{([^{}]*?)(?::0(\d))?\}")
_NAMES = f"it may contain {', '.join(f'`{{{name}}}`' for name in COORDINATES)}, and sums: `{{column + 8:02}}`"


def _parse_pattern(text: str) -> str:
    rest = _PLACE.sub("", text)
    if rest == text or "{" in rest or "}" in rest:
        raise Wrong(f"`{text}` is not a pattern for coordinates", _NAMES)
    for match in _PLACE.finditer(text):
        expression = parse_expression(match[1], match.start(1))
        for name in (name for name in expression.names if name not in COORDINATES):
            raise Wrong(f"unknown coordinate `{name}`", suggest(name, COORDINATES), position=match.start(1))
    return text


CoordinatePattern = Annotated[str, Kind("coordinates", _parse_pattern)]
"""A pattern such as `{letter}{row}` or `{column + 8:02}{row:02}`."""


def _list_parts(pattern: str) -> Iterator[tuple[str, Expression | None, str]]:
    """Yield each text of a pattern with the expression after it and the number of its digits."""
    end = 0
    for match in _PLACE.finditer(pattern):
        yield pattern[end : match.start()], parse_expression(match[1], match.start(1)), match[2] or ""
        end = match.end()
    yield pattern[end:], None, ""


def count_printed(pattern: str, name: str, count: tuple[int, int], start: TilingCorner) -> int:
    """Return the number that the first column or row has in the ids, such as 9 for `{column + 8}`."""
    is_back = ("right" if name == "column" else "bottom") in start
    first = (count[0] if name == "column" else count[1]) if is_back else 1
    counts = {"column": "1", "row": "1", name: str(first)}
    for match in _PLACE.finditer(pattern):
        expression = parse_expression(match[1], match.start(1))
        if expression.names == (name,) and (found := number_or_none(expression.evaluate(counts))) is not None:
            return int(found)
    return first


def name_cells(
    cells: Sequence[_Neighbour], tiling: CellTiling, pattern: str, start: TilingCorner = "top"
) -> list[str]:
    """Return the id of each cell by a pattern; columns and rows count from a corner."""
    (across, down), (middle_x, middle_y) = tiling.shift, cells[len(cells) // 2]
    columns, rows = [int(x) for x, _ in cells], [y // (1 + down) for _, y in cells]
    if "right" in start:
        columns = [max(columns) - column for column in columns]
    if "bottom" in start:
        rows = [max(rows) - row for row in rows]
    names, parts = [], [*_list_parts(pattern)]
    for number, ((x, y), column, row) in enumerate(zip(cells, columns, rows, strict=True)):
        dx, dy = x - middle_x, y - middle_y
        axial = {"q": round(dx - across * dy), "r": round((dy - down * dx) / (1 + down))}
        counts = {"column": column + 1, "row": row + 1, "number": number + 1}
        counts["place"] = rows[: number + 1].count(row)
        counted = {"letter": column, "row_letter": row}.items()
        letters = {name: format_letters(index + 1).lower() for name, index in counted}
        letters |= {f"{name}s": text.upper() for name, text in letters.items()}
        values = letters | {name: str(value) for name, value in (counts | axial).items()}
        filled = ((text, place.format(values) if place else "", digits) for text, place, digits in parts)
        names.append("".join(f"{text}{value:0>{digits}}" for text, value, digits in filled))
    return names


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

    marks: Annotated[tuple[MarkName, ...], Written.ALONE, Doc("Marks, which the theme describes.")] = ()


Legend: TypeAlias = Mapping[str, GridCell]
PLAIN_GRID: Legend = {"#": GridCell()}

Naming: TypeAlias = Literal["grid", "rows", "columns"]
_NAMINGS: Mapping[Naming, tuple[str, TilingCorner]] = {
    "grid": ("{letter}{row}", "top"),
    "rows": ("{row_letter}{place}", "bottom"),
    "columns": ("{letter}{row}", "bottom"),
}


def parse_squares(
    text: str, *, legend: Legend = PLAIN_GRID, naming: Naming = "grid", tiling: CellTiling = TILINGS["square"]
) -> tuple[Places, list[Wrong]]:
    """Return the cells of a drawing, top left first, and its problems; no cells if it has any.

    A square has two characters, so that one character is half a square. Lines may start with `|`, the left
    border, and a space; then all lines must. A dot or a space is no square; every other character is a square
    with the marks that the legend gives it.
    """
    drawn: list[_Drawn] = []
    problems = [*_parse_lines(text, drawn)]
    problems += _check_legend(drawn, legend)
    problems += _check_steps(drawn, naming, tiling)
    if not drawn and not problems:
        problems.append(Wrong("has no squares", "draw one as `#`"))
    elif len(drawn) > MOST_CELLS:
        problems.append(Wrong(f"has {len(drawn)} squares", f"at most {MOST_CELLS}"))
    if problems:
        return Places(), problems
    names = name_cells([(square.x, square.y) for square in drawn], tiling, *_NAMINGS[naming])
    cells = (legend[square.character] for square in drawn)
    named = zip(names, drawn, cells, strict=True)
    return Places(Place(name, at.x, at.y, cell.kind, cell.marks) for name, at, cell in named), []


Cells: TypeAlias = tuple[tuple[int, int], ...]
"""Column and row of each square of a shape, in reading order; the top left is (0, 0)."""


def list_squares(squares: Places) -> Cells:
    """Return the squares of a shape, wherever it was drawn."""
    left, top = min(square.x for square in squares), min(square.y for square in squares)
    return tuple((int(square.x - left), int(square.y - top)) for square in squares)


def name_lines(places: Iterable[Place], naming: str = "grid") -> tuple[dict[float, str], dict[float, str]]:
    """Return the labels of columns by x and of rows by y, as they are in the ids of the places."""
    columns, rows = {}, {}
    for place in places:
        letters = place.id.rstrip(digits)
        columns[place.x] = letters
        rows[place.y] = letters if naming == "rows" else place.id.removeprefix(letters)
    return columns, rows


@dataclass(frozen=True, slots=True)
class _Drawn:
    character: str
    x: float
    y: int
    position: int
    """Index of its character in the drawing."""


def _parse_lines(text: str, drawn: list[_Drawn]) -> Iterator[Wrong]:
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


def _check_steps(drawn: Sequence[_Drawn], naming: Naming, tiling: CellTiling) -> Iterator[Wrong]:
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
