"""Frames of nanDECK: boxes with names, alone, within others, in rows, or around hexagons."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any, ClassVar

from generator.imports.draft import format_number
from generator.imports.nandeck.script import split_values
from generator.imports.nandeck.values import ScriptLabels, ScriptMeasure, UnclearValue
from generator.model.language.field_values import format_letters

_NAMED = re.compile(r"<(\w[\w ]*?)(\*?)(?:,([^<>]*))?>")
_FUNCTION = re.compile(r"(FRAME\w*)\s*\((.*)\)", re.IGNORECASE | re.DOTALL)
_SIDES = {"L": 0.0, "C": 0.5, "R": 1.0}
_ENDS = {"T": 0.0, "C": 0.5, "B": 1.0}
_MOST_FRAMES = 500
_MOST_ZOOM = 0.75
"""Zoom up to which the boxes around neighbouring hexagons do not overlap."""
_NEARLY = 0.001
"""Part of a frame by which a box may be too small for it."""


@dataclass(frozen=True, slots=True)
class FrameRows:
    """Frames side by side and in rows, in mm."""

    left: float
    top: float
    width: float
    """Width of a frame."""
    height: float
    across: int
    """Number of frames in a row."""
    count: int
    overlaps: ClassVar[bool] = False

    def make_keys(self) -> dict[str, Any]:
        """Return the keys of an element that is drawn in each of them."""
        column, row = (f"(item - 1) {sign} {self.across}" for sign in ("%", "//"))
        left, top, width, height = map(format_number, (self.left, self.top, self.width, self.height))
        at = [f"{{{left} + {column} * {width}}} mm", f"{{{top} + {row} * {height}}} mm"]
        return {"each": f"1..{self.count}", "at": at, "size": [f"{width} mm", f"{height} mm"]}


@dataclass(frozen=True, slots=True)
class HexFrames:
    """Hexagons with an edge at the top that fit in a box, in mm; even columns are half a hexagon lower."""

    left: float
    top: float
    side: float
    columns: int
    rows: int
    """Number of hexagons in odd columns."""
    even_rows: int
    zoom: float = 1.0
    """Size of the boxes around them, whose middles stay."""

    @property
    def overlaps(self) -> bool:
        """True if the boxes of neighbours overlap."""
        return self.zoom > _MOST_ZOOM

    @property
    def height(self) -> float:
        """Distance between opposite edges of a hexagon."""
        return self.side * sqrt(3)

    def list_cells(self) -> Iterator[tuple[int, int]]:
        """Yield the column and the row of each hexagon, from 1, column by column."""
        for column in range(1, self.columns + 1):
            yield from ((column, row) for row in range(1, self._count_rows(column) + 1))

    def find_box(self, column: int, row: int) -> Sequence[float]:
        """Return left, top, width, and height of the box around a hexagon."""
        wide, high = 2 * self.side * self.zoom, self.height * self.zoom
        x = self.left + (1.5 * column - 0.5) * self.side
        y = self.top + (row - column % 2 / 2) * self.height
        return x - wide / 2, y - high / 2, wide, high

    def make_keys(self) -> dict[str, Any]:
        """Return the keys of an element that is drawn in the box around each of them."""
        pair = self.rows + self.even_rows
        count = sum(self._count_rows(column) for column in range(1, self.columns + 1))
        left, top, width, height = map(format_number, self.find_box(1, 1))
        step, lower, high = map(format_number, (1.5 * self.side, self.height / 2, self.height))
        even = f"(item - 1) % {pair} // {self.rows}"
        x = f"{left} + ((item - 1) // {pair} * 2 + {even}) * {step}"
        y = f"{top} + ((item - 1) % {pair} % {self.rows}) * {high} + {even} * {lower}"
        return {
            "each": f"1..{count}",
            "at": [f"{{{x}}} mm", f"{{{y}}} mm"],
            "size": [f"{width} mm", f"{height} mm"],
        }

    def make_grid(self, flags: str) -> dict[str, Any]:
        """Return the keys of a grid of them; `flags` say how they are named."""
        pattern = self.choose_names(flags)
        keys: dict[str, Any] = {
            "at": [f"{format_number(one)} mm" for one in (self.left, self.top)],
            "cell": f"{format_number(self.height)} mm",
            "cells": "hex_flat",
            "size": f"{self.columns} x {self.rows}",
            "lower": "even",
            "coordinates": pattern,
        }
        missing = [column for column in range(1, self.columns + 1) if self._count_rows(column) < self.rows]
        hidden = [self.name_cell(flags, column, self.rows) for column in missing]
        return keys | ({"hidden": hidden} if hidden else {}) | {"labelled": False}

    def choose_names(self, flags: str) -> str:
        """Return the pattern of the names of hexagons: `0101` (C), `A1` (E), or numbers in a row."""
        if "C" in flags:
            sign = next((sign for sign in "._-" if sign in flags), "")
            return f"{{column}}{sign}{{row}}" if sign else "{column:02}{row:02}"
        if "E" in flags:
            return "{letters}{row}"
        # A hexagon that is hidden has no number of its own.
        return f"{{(column - 1) * {self.rows} + row}}"

    def name_cell(self, flags: str, column: int, row: int) -> str:
        """Return the name of a hexagon."""
        names = {"column": column, "row": row}
        pattern = self.choose_names(flags)
        if pattern.startswith("{("):
            return str((column - 1) * self.rows + row)
        return pattern.replace("{letters}", format_letters(column)).format(**names)

    def _count_rows(self, column: int) -> int:
        return self.rows if column % 2 else self.even_rows


def measure_hexes(values: Sequence[str], labels: ScriptLabels, size: Sequence[float]) -> HexFrames:
    """Return the hexagons in a box by its four values and the side of one; raises UnclearValue."""
    given = [_measure(value, labels, size[place % 2]) for place, value in enumerate(values[:5])]
    if len(given) < 5 or given[4] <= 0:
        raise UnclearValue("hexagons need a box, and the length of their sides")
    left, top, width, height, side = given
    columns = int((width / side - 0.5) / 1.5 + _NEARLY)
    rows, even_rows = (int(height / (side * sqrt(3)) - half + _NEARLY) for half in (0, 0.5))
    if not (columns > 0 and 0 < columns * rows <= _MOST_FRAMES):
        raise UnclearValue(f"there is no hexagon in the box, or there are more than {_MOST_FRAMES}")
    return HexFrames(left, top, side, columns, rows, even_rows)


@dataclass(slots=True)
class ScriptFrames:
    """The frames of a script, as the texts of their four values."""

    single: dict[str, Sequence[str]] = field(default_factory=dict)
    """Left, top, width, and height by name, in small letters."""
    rows: dict[str, FrameRows | HexFrames] = field(default_factory=dict)
    """Sets of frames by name."""

    def set(self, name: str, value: str, labels: ScriptLabels, size: Sequence[float]) -> None:
        """Give a frame its box; `size` is that of the card. Raises UnclearValue."""
        key, text = name.strip("<>[] ").lower(), self.expand(value)
        if function := _FUNCTION.fullmatch(text.strip()):
            maker = self._makers.get(function[1].upper())
            if not maker:
                raise UnclearValue(f"{function[1].upper()} has no counterpart; see `repeat`")
            maker(self, key, split_values(function[2]), labels, size)
            return
        values = split_values(text)
        if len(values) < 4:
            raise UnclearValue("a frame has four values: left, top, width, and height")
        self.single[key] = values[:4]

    def _add_rows(self, key: str, values: Sequence[str], labels: ScriptLabels, size: Sequence[float]) -> None:
        """Add frames side by side and in rows, from the left and the top."""
        given = [_measure(value, labels, size[place % 2]) for place, value in enumerate(values[:6])]
        if len(given) < 6 or min(given[4:]) <= 0:
            raise UnclearValue("FRAMEBOX needs a box, and the width and height of a frame")
        left, top, width, height, wide, high = given
        across, down = int(width / wide + _NEARLY), int(height / high + _NEARLY)
        if not 0 < across * down <= _MOST_FRAMES:
            raise UnclearValue(f"FRAMEBOX makes no frames, or more than {_MOST_FRAMES}")
        self.rows[key] = FrameRows(left, top, wide, high, across, across * down)
        for number in range(across * down):
            sides = (left + number % across * wide, top + number // across * high, wide, high)
            self.single[f"{key}{number + 1}"] = [f"{side / labels.unit:.6g}" for side in sides]
        self.single[key] = self.single[f"{key}1"]

    def _add_hexes(
        self, key: str, values: Sequence[str], labels: ScriptLabels, size: Sequence[float]
    ) -> None:
        """Add the boxes around hexagons, each with the name of its hexagon."""
        flags, zoom = ([*values[5:7], "", ""])[:2]
        share = labels.make_number(zoom.strip().removesuffix("%")) / 100 if zoom.strip() else 1.0
        hexes = self.rows[key] = replace(measure_hexes(values, labels, size), zoom=share)
        self.single.pop(key, None)
        for column, row in hexes.list_cells():
            name = hexes.name_cell(labels.expand(flags).upper(), column, row).lower()
            box = hexes.find_box(column, row)
            self.single[f"{key}{name}"] = [f"{side / labels.unit:.6g}" for side in box]
            self.single.setdefault(key, self.single[f"{key}{name}"])

    _makers: ClassVar[Mapping[str, Callable[..., None]]] = {"FRAMEBOX": _add_rows, "FRAMEHEX": _add_hexes}

    def find_rows(self, value: str) -> FrameRows | HexFrames | None:
        """Return the set of frames in each of which a line draws; None if it draws once."""
        named = (match[1].strip().lower() for match in _NAMED.finditer(value) if not match[3])
        return next((self.rows[key] for key in named if key in self.rows), None)

    def expand(self, value: str) -> str:
        """Return a text with the boxes of frames that it names."""
        return _NAMED.sub(self._replace, value)

    def _replace(self, match: re.Match[str]) -> str:
        key = match[1].strip().lower()
        box = self.single.get(key)
        if box is None:
            # Tags of HTML look like frames.
            return match[0]
        inner = [part.strip() for part in split_values(match[3])] if match[3] else []
        if len(inner) >= 3 and re.fullmatch("[LCRTB]{1,2}", inner[0], re.IGNORECASE):
            box = _place_inner(box, inner[0].upper(), inner[1], inner[2])
        return ", ".join(box)


def is_frame_function(value: str) -> bool:
    """Return True for a function that makes frames, which may be those of a label."""
    return bool(_FUNCTION.fullmatch(value.strip()))


def _place_inner(box: Sequence[str], corner: str, width: str, height: str) -> Sequence[str]:
    """Return the box at a corner or in the middle of another one: `TR`, `CC`."""
    down = next((letter for letter in corner if letter in "TB"), "C")
    across = next((letter for letter in corner if letter in "LR"), "C")
    left, top, wide, high = box
    x = f"{left}+({wide}-({width}))*{_SIDES[across]:g}" if _SIDES[across] else left
    y = f"{top}+({high}-({height}))*{_ENDS[down]:g}" if _ENDS[down] else top
    return [x, y, width, height]


def _measure(text: str, labels: ScriptLabels, side: float) -> float:
    """Return a length in mm; raises UnclearValue if it differs from card to card."""
    measure = labels.make_measure(text)
    if not isinstance(measure, ScriptMeasure):
        raise UnclearValue(f"{text} differs from card to card")
    return measure.share / 100 * side + measure.length


def make_signs(keys: Mapping[str, str]) -> Mapping[str, str]:
    """Return one character for each key of a text, which stands for it while marks are written."""
    return {key: chr(0xE000 + place) for place, key in enumerate(sorted(keys, key=len, reverse=True)[:1000])}
