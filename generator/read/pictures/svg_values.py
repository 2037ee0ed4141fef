"""Values in attributes of SVG: colours, lengths, transforms."""

import math
import re

from generator.scene.shapes import IDENTITY, Transform
from generator.scene.svg_outline import check_numbers
from generator.scene.transforms import compose, rotation, translation

_NAMED: dict[str, str] = dict(
    re.findall(
        r"(\w+):(#\w+)",
        "black:#000000 white:#ffffff red:#ff0000 green:#008000 blue:#0000ff yellow:#ffff00 orange:#ffa500 "
        "purple:#800080 gray:#808080 grey:#808080 silver:#c0c0c0 navy:#000080 teal:#008080 maroon:#800000 "
        "brown:#a52a2a pink:#ffc0cb gold:#ffd700",
    )
)
_UNITS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_LENGTH = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)\s*")
_CALL = re.compile(r"\s*([a-zA-Z]+)\s*\(([^)]*)\)\s*,?")


def parse_svg_colour(text: str, inherited: str, current: str) -> str:
    """Return `#rrggbb`, or empty for none; raises ValueError if it is not a plain colour."""
    text = text.strip().lower()
    if text in ("", "inherit"):
        return inherited
    if text in ("none", "transparent"):
        return ""
    if text == "currentcolor":
        return current
    if re.fullmatch("#[0-9a-f]{6}", text):
        return text
    if re.fullmatch("#[0-9a-f]{3}", text):
        return "#" + "".join(digit * 2 for digit in text[1:])
    channels = re.fullmatch(r"rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)", text)
    if channels and all(int(channel) < 256 for channel in channels.groups()):
        return "#" + "".join(f"{int(channel):02x}" for channel in channels.groups())
    if text not in _NAMED:
        raise ValueError(f"unknown colour `{text}`")
    return _NAMED[text]


def parse_svg_length(text: str) -> float:
    """Return a length in pixels; raises ValueError for percentages and invalid lengths."""
    match = _LENGTH.fullmatch(text)
    if match is None or match[2] not in _UNITS:
        raise ValueError(f"invalid length `{text}`")
    length = float(match[1]) * _UNITS[match[2]]
    check_numbers(length)
    return length


def parse_transform(text: str, around: Transform) -> Transform:
    """Return the functions of a `transform`, applied within the transform around it.

    Raises ValueError for unknown functions and for numbers that are too large.
    """
    matrix = IDENTITY
    position = 0
    while position < len(text.rstrip()):
        call = _CALL.match(text, position)
        if call is None:
            raise ValueError(f"invalid transform `{text}`")
        matrix = compose(matrix, _make_transform(call[1], _parse_numbers(call[2])))
        position = call.end()
    matrix = compose(around, matrix)
    check_numbers(*matrix)
    return matrix


def _parse_numbers(text: str) -> list[float]:
    try:
        numbers = [float(number) for number in re.split(r"[\s,]+", text.strip()) if number]
    except ValueError:
        raise ValueError(f"`{text}` is not a list of numbers") from None
    check_numbers(*numbers)
    return numbers


def _make_transform(name: str, numbers: list[float]) -> Transform:
    match name, numbers:
        case "matrix", [a, b, c, d, e, f]:
            return (a, b, c, d, e, f)
        case "translate", [x]:
            return translation(x, 0.0)
        case "translate", [x, y]:
            return translation(x, y)
        case "scale", [x] | [x, _]:
            return (x, 0.0, 0.0, numbers[-1], 0.0, 0.0)
        case "rotate", [degrees]:
            return rotation(degrees, 0.0, 0.0)
        case "rotate", [degrees, x, y]:
            return rotation(degrees, x, y)
        case "skewX", [degrees]:
            return (1.0, 0.0, math.tan(math.radians(degrees)), 1.0, 0.0, 0.0)
        case "skewY", [degrees]:
            return (1.0, math.tan(math.radians(degrees)), 0.0, 1.0, 0.0, 0.0)
    raise ValueError(f"unknown transform `{name}`")
