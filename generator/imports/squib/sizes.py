"""Sizes that a Squib script does not give: its bleed, and the size of its type."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from generator.imports.draft import find_beside, format_number
from generator.imports.squib.measures import NoMeasure, PixelSpace
from generator.read.files.text_files import MOST_TEXT_BYTES, read_bytes

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
