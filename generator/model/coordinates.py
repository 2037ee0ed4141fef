"""Coordinates: the ids of the cells of a grid, by a pattern, from any corner."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from generator.errors import Wrong
from generator.model.kinds import Kind
from generator.model.tilings import Step, Tiling

Corner: TypeAlias = Literal["top", "bottom", "top right", "bottom right"]

_PLACE = re.compile(r"\{(\w*)(?::0?(\d))?\}")
_COLUMN = ("letter", "LETTER", "column", "q")
_ROW = ("row", "row_letter", "ROW_LETTER", "r")
_KNOWN = (*_COLUMN, *_ROW, "place", "number")
COORDINATES = ", ".join(f"`{{{name}}}`" for name in _KNOWN)


def letter_name(index: int) -> str:
    """Return the letters of a column in a spreadsheet: 0 is `a`, 25 `z`, 26 `aa`."""
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(ord("a") + rest) + name
    return name


def _parse_pattern(text: str) -> str:
    names = [match[1] for match in _PLACE.finditer(text)]
    if not names or not set(names) <= {*_KNOWN} or set(_PLACE.sub("", text)) & {*"{}"}:
        raise Wrong(f"`{text}` is not a pattern for coordinates", f"it may contain {COORDINATES}")
    return text


CoordinatePattern = Annotated[str, Kind("coordinates", _parse_pattern)]
"""A pattern such as `{letter}{row}` or `{column:02}{row:02}`."""


@dataclass(frozen=True, slots=True)
class Coordinates:
    """A pattern for the ids of cells, and the corner from which columns and rows count."""

    pattern: str = "{letter}{row}"
    start: Corner = "top"

    @property
    def has_walls(self) -> bool:
        """True if cells count within their row, so that rows may be shifted."""
        return "{place" in self.pattern

    def name(self, cells: Sequence[Step], tiling: Tiling) -> list[str]:
        """Return the id of each cell."""
        places: Counter[str] = Counter()
        named = []
        for number, values in enumerate(self._list_values(cells, tiling), start=1):
            places[values["row"]] += 1
            values = {**values, "place": str(places[values["row"]]), "number": str(number)}
            named.append(_fill(self.pattern, values))
        return named

    def label(self, cells: Sequence[Step], tiling: Tiling) -> list[tuple[str, str]]:
        """Return the labels of the column and the row of each cell; empty if ids do not contain them."""
        found = [
            [match[0] for match in _PLACE.finditer(self.pattern) if match[1] in of] for of in (_COLUMN, _ROW)
        ]
        column, row = ("".join(one[:1]) for one in found)
        return [(_fill(column, one), _fill(row, one)) for one in self._list_values(cells, tiling)]

    def _list_values(self, cells: Sequence[Step], tiling: Tiling) -> list[Mapping[str, str]]:
        lines = tiling.lines_per_row
        columns, rows = (int(max(values)) for values in zip(*cells, strict=True))
        left, top = (min(values) for values in zip(*cells, strict=True))
        middle = min(
            cells, key=lambda cell: abs(cell[0] * 2 - columns - left) + abs(cell[1] * 2 - rows - top)
        )
        found: list[Mapping[str, str]] = []
        for x, y in cells:
            column, row = int(x), y // lines
            column = columns - column if "right" in self.start else column
            row = rows // lines - row if "bottom" in self.start else row
            q, r = tiling.find_axial(x - middle[0], y - middle[1])
            letter, row_letter = letter_name(column), letter_name(row)
            named = {"letter": letter, "row_letter": row_letter, "column": column + 1, "row": row + 1}
            named |= {"LETTER": letter.upper(), "ROW_LETTER": row_letter.upper(), "q": q, "r": r}
            found.append({name: str(value) for name, value in named.items()})
        return found


def _fill(pattern: str, values: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda match: values[match[1]].zfill(int(match[2] or 0)), pattern)
