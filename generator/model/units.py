"""Lengths: all internal values are in millimetres; other units occur only in files and options."""

import re

MM_PER_INCH = 25.4
MM_PER_POINT = MM_PER_INCH / 72

_FACTORS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT}
_LENGTH = re.compile(r"\s*([+-]?\d+(?:\.\d+)?|\.\d+)\s*([a-zA-Z\"]*)\s*")


def parse_length(text: str) -> float:
    """Return the millimetres of `63 mm`, `2.5 in`, `9 pt`, `1.2 cm`.

    A bare `0` needs no unit; anything else without one is a ValueError, since a number alone does not say
    what it measures.
    """
    match = _LENGTH.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a length; write it like `8 mm`, `2.5 in`, or `9 pt`")
    number, unit = float(match[1]), match[2]
    if not unit and number == 0:
        return 0.0
    if unit not in _FACTORS:
        known = ", ".join(_FACTORS)
        said = f"unknown unit {unit!r}" if unit else "missing unit"
        raise ValueError(f"{said} in {text!r}; use one of {known}")
    return number * _FACTORS[unit]
