"""Values in attributes of SVG: colours, lengths, transforms."""

import math
import re

from generator.scene.shapes import IDENTITY, Transform
from generator.scene.svg_outline import check_numbers
from generator.scene.transforms import compose, translation

_NAMED = {
    "black": "#000000",
    "white": "#ffffff",
    "red": "#ff0000",
    "green": "#008000",
    "blue": "#0000ff",
    "yellow": "#ffff00",
    "orange": "#ffa500",
    "purple": "#800080",
    "gray": "#808080",
    "grey": "#808080",
    "silver": "#c0c0c0",
    "navy": "#000080",
    "teal": "#008080",
    "maroon": "#800000",
    "brown": "#a52a2a",
    "pink": "#ffc0cb",
    "gold": "#ffd700",
}
_UNITS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_LENGTH = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)\s*")
_CALL = re.compile(r"\s*([a-zA-Z]+)\s*\(([^)]*)\)\s*,?")


def parse_svg_colour(text: str, inherited: str, current: str) -> str:
    """`#rrggbb`, or empty for none; ValueError for what is no plain colour."""
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
    if text in _NAMED:
        return _NAMED[text]
    raise ValueError(f"the colour `{text}` is not read")


def parse_svg_length(text: str) -> float:
    """In pixels; ValueError for percent and for what is no length."""
    match = _LENGTH.fullmatch(text)
    if match is None or match[2] not in _UNITS:
        raise ValueError(f"the length `{text}` is not read")
    length = float(match[1]) * _UNITS[match[2]]
    check_numbers(length)
    return length


def parse_transform(text: str, around: Transform) -> Transform:
    """All functions of a `transform`, from left to right, within the transform around it.

    ValueError for a function that is not known and for numbers that are too large.
    """
    matrix = IDENTITY
    position = 0
    while position < len(text.rstrip()):
        call = _CALL.match(text, position)
        if call is None:
            raise ValueError(f"the transform `{text}` is not read")
        matrix = compose(matrix, _call(call[1], _parse_numbers(call[2])))
        position = call.end()
    matrix = compose(around, matrix)
    check_numbers(*matrix)
    return matrix


def _parse_numbers(text: str) -> list[float]:
    try:
        numbers = [float(number) for number in re.split(r"[\s,]+", text.strip()) if number]
    except ValueError:
        raise ValueError(f"`{text}` are not numbers") from None
    check_numbers(*numbers)
    return numbers


def _call(name: str, numbers: list[float]) -> Transform:
    count = len(numbers)
    if name == "matrix" and count == 6:
        a, b, c, d, e, f = numbers
        return (a, b, c, d, e, f)
    if name == "translate" and count in (1, 2):
        return translation(numbers[0], numbers[1] if count == 2 else 0.0)
    if name == "scale" and count in (1, 2):
        return (numbers[0], 0.0, 0.0, numbers[-1], 0.0, 0.0)
    if name == "rotate" and count in (1, 3):
        angle = math.radians(numbers[0])
        turn = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0.0, 0.0)
        if count == 1:
            return turn
        _, x, y = numbers
        return compose(compose(translation(x, y), turn), translation(-x, -y))
    if name in ("skewX", "skewY") and count == 1:
        lean = math.tan(math.radians(numbers[0]))
        return (1.0, 0.0, lean, 1.0, 0.0, 0.0) if name == "skewX" else (1.0, lean, 0.0, 1.0, 0.0, 0.0)
    raise ValueError(f"the transform `{name}` is not read")
