"""Measures of a Squib script: lengths in pixels, layouts that extend others, sizes it does not give."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.errors import Wrong
from generator.imports.draft import find_beside, format_number
from generator.read.files.text_files import MOST_TEXT_BYTES, read_bytes
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


_BLEED = 0.125
"""Width in inches of the bleed of cards of Squib."""
_SIZES_WITH_BLEED = (
    *((2.75, 3.75), (2.5, 3.75), (3.0, 5.0), (2.0, 2.75), (1.5, 2.0)),
    *((2.25, 3.75), (2.75, 2.75), (3.75, 3.75)),
)
"""Sizes in inches of common cards with that bleed, upright."""
_WITH_TRIM = ("save_pdf", "save_png", "save_sheet", "save", "hand", "showcase")
_OLD_DPI = 96
_SMALLEST_OLD, _LARGEST_NEW = 12, 30
"""Sizes of type below the first are of a new version, and those above the second of an old one."""


def find_trim(deck: Mapping[str, Any], space: PixelSpace) -> float:
    """Return how much is cut off on each side, in pixels."""
    given: list[float] = []
    for call in deck["calls"]:
        name = "margin" if call["name"] == "cut_zone" else "trim" if call["name"] in _WITH_TRIM else ""
        default = _BLEED * space.dpi if name == "margin" else 0
        with suppress(NoMeasure):
            given += [space.parse(call["options"].get(name, default))] if name else []
    least = min(space.width, space.height)
    if found := [trim for trim in given if 0 < trim < least / 4]:
        return max(found)
    sides = sorted((space.width / space.dpi, space.height / space.dpi))
    is_known = any(abs(sides[0] - w) < 0.01 and abs(sides[1] - h) < 0.01 for w, h in _SIZES_WITH_BLEED)
    return _BLEED * space.dpi if is_known else 0.0


def write_bleed(inches: float) -> str:
    """Return a length in the unit in which it is round."""
    sixteenths = round(inches * 16, 3)
    is_round = sixteenths == round(sixteenths)
    return f"{round(inches, 4)} in" if is_round else f"{format_number(inches * 25.4)} mm"


def find_type_scale(deck: Mapping[str, Any], space: PixelSpace, project: Path) -> tuple[float, bool]:
    """Return how many points a size of type is, and True if the sizes alone decide that.

    Before version 0.14, Squib counted 96 dots in an inch.
    """
    old = _OLD_DPI / space.dpi
    lock = find_beside(project, "Gemfile.lock")
    text = read_bytes(lock, MOST_TEXT_BYTES).decode("utf-8", "replace") if lock else ""
    if version := re.search(r"^ +squib \((\d{1,4})\.(\d{1,4})", text, re.MULTILINE):
        return (old if (int(version[1]), int(version[2])) < (0, 14) else 1), False
    sizes = [*_list_type_sizes(deck)]
    is_old = bool(sizes) and min(sizes) >= _SMALLEST_OLD and max(sizes) >= _LARGEST_NEW
    return (old if is_old else 1), is_old


def _list_type_sizes(deck: Mapping[str, Any]) -> Iterator[float]:
    """Yield the sizes of type that the script and its layouts give."""
    entries = [call["options"] for call in deck["calls"]]
    for layout in deck["layouts"]:
        found = layout.get("entries")
        entries += [one for one in found.values() if isinstance(one, dict)] if isinstance(found, dict) else []
    for entry in entries:
        given = entry.get("font_size")
        ends = re.search(r"([\d.]+)\s*$", str(entry.get("font") or ""))
        for value in [*(given if isinstance(given, list) else [given]), ends[1] if ends else None]:
            with suppress(TypeError, ValueError):
                yield float(value)
