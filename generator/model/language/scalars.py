"""Short values that people type: lengths, colours, selections of pieces.

All internal lengths are in millimetres; other units occur only in files and options.
"""

import re
from collections.abc import Callable, Container
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from generator.errors import Wrong

MM_PER_INCH = 25.4
MM_PER_POINT = MM_PER_INCH / 72

_FACTORS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_POINT}
_LENGTH = re.compile(r"\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*(\S*)\s*")
_CHANNEL = r" {0,3}-?\d{1,4}(\.\d{1,4})?(%|deg)? {0,3}"
_HEX = "[0-9a-fA-F]"
LITERAL = rf"(#({_HEX}{{3,4}}|{_HEX}{{6}}|{_HEX}{{8}})|(rgb|hsl)a?\(({_CHANNEL}[,/ ]){{2,3}}{_CHANNEL}\))"
"""Colours that are not names."""
NO_COLOUR = "none"
"""Written for a fill or a line that is not drawn."""
_HINT = 'write it like "#1f4e9c", navy, or "rgb(31, 78, 156)"'
_RANGE = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
"""A number, or two with a dash between them."""
_DASH = re.compile(r" *[-\u2013] *")
_ID = re.compile(r"(?=.*[a-z_])[a-z0-9][a-z0-9_-]*")
"""An id such as `epidemic`, or `2_1` of a card without a name; 3-4-5 is a mistake."""
PdfBacks: TypeAlias = str | tuple[int, ...]
"""`even`, `separate`, or `none`, or the numbers of the pages of backs."""
PageFlip: TypeAlias = Literal["columns", "rows"]
"""Columns or rows, which are in reverse order on the other side of the paper."""
_BACKS = ("even", "separate", "none")


@lru_cache(maxsize=4096)
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


@lru_cache(maxsize=4096)
def add_unit(text: str, unit: str) -> str:
    """Return a measure with a unit after each number that has none: `50% - 2 mm` for `50% - 2`."""
    return re.sub(
        r"(?<![\w.])(\d+(?:\.\d+)?|\.\d+)(?![\w.,])(?!\s*(?:%|mm|cm|in|pt|share))", rf"\1 {unit}", text
    )


def parse_in_unit(parse: Callable[[str], Any], unit: str, text: str) -> Any:
    """Return the value of a measure whose numbers may be without a unit."""
    return parse(add_unit(text, unit))


def share_unit(lengths: list[str]) -> list[str]:
    """Give every length the unit of the last one: `63 x 88 mm`."""
    unit = re.search(r"(mm|cm|in|pt)\s*$", lengths[-1])
    return [add_unit(length, unit[1]) for length in lengths] if unit else lengths


def is_literal(text: str) -> bool:
    """Return True for `#...` and `rgb(...)`, which are not names."""
    return text.startswith("#") or "(" in text


def is_css_name(text: str) -> bool:
    """Return True for the name of a colour in CSS, in any case, and for `none`."""
    # Imported here, because themes name nearly all colours.
    from tinycss2.color4 import Color, parse_color

    return text.isalpha() and (text == NO_COLOUR or isinstance(parse_color(text), Color))


def find_colour_name(name: str, theme: Container[str]) -> str:
    """Return the name of a colour as a theme or CSS has it: `Maroon` and `DarkBlue` in small letters."""
    return name if name in theme or not name.isalpha() else name.lower()


def parse_colour(text: str) -> tuple[float, float, float, float]:
    """Return red, green, blue, and opacity, from 0 to 1; raises Wrong.

    Colours are `#1f4e9c`, `#fa0`, `#1f4e9c80`, `navy`, `rgb(31, 78, 156)`, and the like.
    """
    if re.fullmatch(LITERAL, text) and text.startswith("#"):
        digits = text[1:] if len(text) > 5 else "".join(digit * 2 for digit in text[1:])
        red, green, blue, alpha = (int((digits + "ff")[at : at + 2], 16) / 255 for at in (0, 2, 4, 6))
        return red, green, blue, alpha
    if text == NO_COLOUR:
        return 0.0, 0.0, 0.0, 0.0
    from tinycss2.color4 import parse_color

    colour = parse_color(text) if re.fullmatch(LITERAL, text) or is_css_name(text) else None
    if colour is None:
        raise Wrong(f"`{text}` is not a colour", _HINT)
    first, *others = colour.coordinates
    most = 100 if colour.space == "hsl" else 1
    if min(others) < 0 or max(others) > most or not (most == 100 or 0 <= first <= 1):
        raise Wrong(f"a number of `{text}` is out of range", _HINT)
    red, green, blue = colour.to("srgb").coordinates
    return red, green, blue, colour.alpha


def parse_entry(text: str) -> str:
    """Normalize an entry of a selection of pieces; raises ValueError.

    It is `3`, `3-10`, or `epidemic`. If numbers are ambiguous, the part precedes it: `cards:3-10`.
    """
    part, colon, words = text.rpartition(":")
    if colon:
        name = part.strip().lower()
        if not _ID.fullmatch(name):
            raise ValueError(f"{text!r}: {part!r} is not a part name; write it like cards:3-10")
        return f"{name.replace('-', '_')}:{parse_entry(words)}"
    entry = _DASH.sub("-", text.strip().lower())
    numbers = get_range(entry)
    if numbers is not None:
        if not numbers or not numbers[0]:
            hint = "write it like 3-10, starting at 1, with the smaller number first"
            raise ValueError(f"{text!r} is not a range; {hint}")
        return entry
    if not _ID.fullmatch(entry):
        raise ValueError(f"{text!r} is not a number, a range such as 3-10, or the id of a card")
    return entry.replace("-", "_")


def get_range(entry: str) -> range | None:
    """Return the numbers of `3` or `3-10`; None if the entry is an id."""
    match = _RANGE.fullmatch(entry)
    return None if match is None else range(int(match[1]), int(match[2] or match[1]) + 1)


def parse_pages(text: str) -> tuple[int, ...]:
    """Return the numbers of `2-9` or `1,3-5`; raises Wrong."""
    numbers: list[int] = []
    for part in text.replace(" ", "").split(","):
        match = re.fullmatch(r"(\d{1,4})(?:[-–](\d{1,4}))?", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 0 < first <= last:
            raise Wrong(f"`{text}` is not a range of pages", "write it like `2-9`, or `1,3-5`")
        numbers += range(first, last + 1)
    if len({*numbers}) < len(numbers):
        raise Wrong(f"`{text}` has a page twice", "write each page once")
    return tuple(numbers)


def parse_pdf_backs(text: str) -> PdfBacks:
    """Return where backs are; raises Wrong."""
    if text in _BACKS:
        return text
    if not text[:1].isdigit():
        hint = "write `even`, `separate`, `none`, or pages: `10-17`"
        raise Wrong(f"`{text}` does not say where the backs are", hint)
    return parse_pages(text)
