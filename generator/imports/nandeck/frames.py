"""Frames of nanDECK: boxes with names, alone, within others, or in rows."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.imports.nandeck.script import split_values
from generator.imports.nandeck.values import ScriptLabels, ScriptMeasure, UnclearValue
from generator.imports.yaml_text import format_number

_NAMED = re.compile(r"<(\w[\w ]*?)(\*?)(?:,([^<>]*))?>")
_FUNCTION = re.compile(r"(FRAME\w*)\s*\((.*)\)", re.IGNORECASE | re.DOTALL)
_SIDES = {"L": 0.0, "C": 0.5, "R": 1.0}
_ENDS = {"T": 0.0, "C": 0.5, "B": 1.0}
_MOST_FRAMES = 500


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

    def make_keys(self) -> dict[str, Any]:
        """Return the keys of an element that is drawn in each of them."""
        column, row = (f"(item - 1) {sign} {self.across}" for sign in ("%", "//"))
        left, top, width, height = map(format_number, (self.left, self.top, self.width, self.height))
        at = [f"{{{left} + {column} * {width}}} mm", f"{{{top} + {row} * {height}}} mm"]
        return {"each": f"1..{self.count}", "at": at, "size": [f"{width} mm", f"{height} mm"]}


@dataclass(slots=True)
class ScriptFrames:
    """The frames of a script, as the texts of their four values."""

    single: dict[str, Sequence[str]] = field(default_factory=dict)
    """Left, top, width, and height by name, in small letters."""
    rows: dict[str, FrameRows] = field(default_factory=dict)
    """Sets of frames by name."""

    def set(self, name: str, value: str, labels: ScriptLabels, size: Sequence[float]) -> None:
        """Give a frame its box; `size` is that of the card. Raises UnclearValue."""
        key, text = name.strip("<> ").lower(), self.expand(value)
        if function := _FUNCTION.fullmatch(text.strip()):
            if function[1].upper() != "FRAMEBOX":
                raise UnclearValue(
                    f"{function[1].upper()} has no counterpart; see `repeat`, and `grid` with `hex_flat`"
                )
            self._add_rows(key, split_values(function[2]), labels, size)
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
        across, down = int(width / wide + 0.001), int(height / high + 0.001)
        if not 0 < across * down <= _MOST_FRAMES:
            raise UnclearValue(f"FRAMEBOX makes no frames, or more than {_MOST_FRAMES}")
        self.rows[key] = FrameRows(left, top, wide, high, across, across * down)
        for number in range(across * down):
            sides = (left + number % across * wide, top + number // across * high, wide, high)
            self.single[f"{key}{number + 1}"] = [f"{side / labels.unit:.6g}" for side in sides]

    def find_rows(self, value: str) -> FrameRows | None:
        """Return the set of frames in each of which a line draws; None if it draws once."""
        named = (match[1].strip().lower() for match in _NAMED.finditer(value) if not match[3])
        return next((self.rows[key] for key in named if key in self.rows), None)

    def expand(self, value: str) -> str:
        """Return a text with the boxes of frames that it names."""
        return _NAMED.sub(self._replace, value)

    def _replace(self, match: re.Match[str]) -> str:
        key = match[1].strip().lower()
        box = self.single.get(f"{key}1" if key in self.rows else key)
        if box is None:
            # Tags of HTML look like frames.
            return match[0]
        inner = [part.strip() for part in split_values(match[3])] if match[3] else []
        if len(inner) >= 3 and re.fullmatch("[LCRTB]{1,2}", inner[0], re.IGNORECASE):
            box = _place_inner(box, inner[0].upper(), inner[1], inner[2])
        return ", ".join(box)


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
