"""Lengths: all internal values are in millimetres; other units occur only in files and options."""

import re

from generator.errors import Wrong

MM_PER_INCH = 25.4
MM_PER_POINT = MM_PER_INCH / 72

_FACTORS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT}
_LENGTH = re.compile(r"\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*(\S*)\s*")


def parse_length(text: str) -> float:
    """Return the millimetres of `63 mm`, `2.5 in`, `9 pt`, `1.2 cm`; raises Wrong.

    A bare `0` needs no unit; any other number does, because a number alone does not say what it measures.
    """
    if re.search(r"\d,\d", text):
        raise Wrong(f"`{text}` has a comma instead of a decimal point", f"write `{text.replace(',', '.')}`")
    match = _LENGTH.fullmatch(text)
    if match is None:
        raise Wrong(f"`{text}` is not a length", "write it like `8 mm`, `2.5 in`, or `9 pt`")
    number, unit = float(match[1]), match[2]
    if not unit and number == 0:
        return 0.0
    if not unit:
        raise Wrong(f"`{text}` has no unit", f"write `{text} mm`, or use cm, in, or pt")
    if unit not in _FACTORS:
        raise Wrong(f"unknown unit `{unit}`", "use mm, cm, in, or pt")
    return number * _FACTORS[unit]


def parse_between(text: str, least: float, most: float) -> float:
    """Return a length within limits in mm; raises ValueError."""
    length = parse_length(text)
    if not least <= length <= most:
        raise ValueError(f"{text!r} is out of range: {least:g} to {most:g} mm")
    return length


def add_unit(text: str, unit: str) -> str:
    """Return a measure with a unit after each number that has none: `50% - 2 mm` for `50% - 2`."""
    return re.sub(r"(?<![\w.])(\d+(?:\.\d+)?|\.\d+)(?![\w.,])(?!\s*(?:%|mm|cm|in|pt))", rf"\1 {unit}", text)


def share_unit(lengths: list[str]) -> list[str]:
    """Return lengths of which the last has the unit of all: `63 x 88 mm`."""
    unit = re.search(r"(mm|cm|in|pt)\s*$", lengths[-1])
    return [add_unit(length, unit[1]) for length in lengths] if unit else lengths
