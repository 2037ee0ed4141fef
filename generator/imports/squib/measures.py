"""Lengths of Squib in pixels, and layouts with those that they extend."""

import math
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.errors import Wrong
from generator.read.files.yaml import read_yaml

LayoutEntry = Mapping[str, Any]
"""Parameters of a layout by name."""
_UNITS = (("in", 1.0), ("pt", 1 / 72), ("cm", 1 / 2.54), ("mm", 1 / 25.4))
"""Inches of each unit."""
_CELLS = re.compile(r"c(ell)?s?$")
_SHORT = re.compile(r"(middle|center|deck)\s*(?:([-+/])\s*(.+))?")
_CHANGE = re.compile(r"\s*([-+*/])=\s*(.+)")
_DEEPEST = 50


class NoMeasure(Exception):
    """A value that is not a length, with the reason."""


@dataclass(frozen=True, slots=True)
class PixelSpace:
    """The size of a card, and what a length in it is in pixels."""

    width: float
    height: float
    dpi: float = 300
    cell: float = 37.5

    def parse(self, value: Any, side: float = 0) -> float:
        """Return a length in pixels, or an angle in radians; `side` is that of the card. Raises NoMeasure."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            return _check_reach(float(value), value)
        text = str(value).strip()
        if short := _SHORT.fullmatch(text):
            return self._parse_short(short, side)
        for unit, inches in _UNITS:
            if text.endswith(unit):
                return _to_number(text.removesuffix(unit)) * inches * self.dpi
        if text.endswith("deg"):
            return math.radians(_to_number(text.removesuffix("deg")))
        if _CELLS.search(text):
            return _to_number(_CELLS.sub("", text)) * self.cell
        return _to_number(text)

    def _parse_short(self, short: re.Match[str], side: float) -> float:
        start = side if short[1] == "deck" else side / 2
        if not short[2]:
            return start
        other = self.parse(short[3])
        if short[2] == "/":
            return start / (other or 1)
        return start + other if short[2] == "+" else start - other


def _to_number(text: str) -> float:
    """Return the number with which a text begins, as Ruby does it."""
    found = re.match(r"\s*[-+]?(\d+\.?\d*|\.\d+)", text)
    return _check_reach(float(found[0]) if found else math.inf, text.strip())


def _check_reach(number: float, given: object) -> float:
    """Return a number that can be a length; raises NoMeasure."""
    if abs(number) < _FARTHEST:
        return number
    raise NoMeasure(f"{given} is not a length")


_FARTHEST = 1e7


@dataclass(slots=True)
class SquibLayouts:
    """Layouts of a deck, those of later files before those of earlier ones."""

    space: PixelSpace
    entries: dict[str, LayoutEntry] = field(default_factory=dict)
    type_scale: float = 1
    """Points of a size of type in the author's layouts; in those of Squib, they are points."""
    missing: list[str] = field(default_factory=list)
    """Files and layouts that are not there."""

    def add(self, name: str, entries: Any) -> None:
        """Add a file of layouts; None for one that is not in the project: a built-in one."""
        found = entries if isinstance(entries, dict) else _find_builtin(name, self.type_scale)
        if found is None:
            self.missing.append(name)
            return
        merged = {
            **self.entries,
            **{str(key): entry for key, entry in found.items() if isinstance(entry, dict)},
        }
        self.entries |= {key: self._resolve(key, merged, ()) for key in merged}

    def _resolve(self, key: str, entries: Mapping[str, LayoutEntry], seen: Sequence[str]) -> LayoutEntry:
        """Return a layout with what it has from those that it extends."""
        entry = entries.get(key, {})
        parents = entry.get("extends", [])
        parents = parents if isinstance(parents, list) else [parents]
        if key in seen or len(seen) > _DEEPEST:
            return {}
        made: dict[str, Any] = {}
        for parent in map(str, parents):
            if parent not in entries:
                self.missing.append(parent)
            made |= self._resolve(parent, entries, (*seen, key))
        for name, value in entry.items():
            change = _CHANGE.fullmatch(value) if isinstance(value, str) else None
            made[name] = self._change(made.get(name, 0), change) if change else value
        return made

    def _change(self, before: Any, change: re.Match[str]) -> float:
        """Return a value such as `+= 20`, of that which it changes."""
        with suppress(NoMeasure):
            first, second = self.space.parse(before), self.space.parse(change[2])
            results = {
                "+": first + second,
                "-": first - second,
                "*": first * second,
                "/": first / (second or 1),
            }
            return results[change[1]]
        return 0


def _find_builtin(name: str, type_scale: float) -> Mapping[str, LayoutEntry] | None:
    """Return the layouts of Squib with this name of a file; None if there are none."""
    layouts = read_yaml(Path(__file__).with_name("layouts.yaml")).data
    found = layouts.get(name) if isinstance(layouts, dict) else None
    return (
        {str(key): _unpack(entry, type_scale) for key, entry in found.items()}
        if isinstance(found, dict)
        else None
    )


def _unpack(entry: Any, type_scale: float) -> LayoutEntry:
    """Return a layout whose position and size are a list."""
    keys = dict(entry)
    if "font_size" in keys:
        keys["font_size"] = float(keys["font_size"]) / type_scale
    sides = zip(("x", "y", "width", "height"), keys.pop("box", ()), strict=False)
    return {**dict(sides), **keys}


def read_pixels(deck: Mapping[str, Any]) -> PixelSpace:
    """Return the size of a recorded deck; raises Wrong if it is missing or wrong."""
    try:
        dpi = PixelSpace(1, 1).parse(deck.get("dpi", 300))
        cell = PixelSpace(1, 1).parse(deck.get("cell", 37.5))
        space = PixelSpace(1, 1, dpi, cell)
        width, height = (space.parse(deck.get(side)) for side in ("width", "height"))
    except NoMeasure as error:
        raise Wrong(f"has a size that is wrong: {error}") from None
    if dpi < 1 or not 1 <= min(width, height) / dpi * 25.4 <= max(width, height) / dpi * 25.4 <= 1000:
        raise Wrong("has cards smaller than 1 mm or larger than 1 m")
    return PixelSpace(width, height, dpi, cell)
