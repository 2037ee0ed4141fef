"""Colours as text: `#1f4e9c`, `#fa0`, `#1f4e9c80`, `navy`, `rgb(31, 78, 156)`, and the like."""

import re

from generator.errors import Wrong

_CHANNEL = r" {0,3}-?\d{1,4}(\.\d{1,4})?(%|deg)? {0,3}"
_HEX = "[0-9a-fA-F]"
LITERAL = rf"(#({_HEX}{{3,4}}|{_HEX}{{6}}|{_HEX}{{8}})|(rgb|hsl)a?\(({_CHANNEL}[,/ ]){{2,3}}{_CHANNEL}\))"
"""Colours that are not names."""
_HINT = 'write it like "#1f4e9c", navy, or "rgb(31, 78, 156)"'


def is_literal(text: str) -> bool:
    """Return True for `#...` and `rgb(...)`, which are not names."""
    return text.startswith("#") or "(" in text


def is_css_name(text: str) -> bool:
    """Return True for the name of a colour in CSS."""
    # Imported here, because themes name nearly all colours.
    from tinycss2.color4 import parse_color

    return text.isalpha() and text.islower() and hasattr(parse_color(text), "alpha")


def parse_colour(text: str) -> tuple[float, float, float, float]:
    """Return red, green, blue, and opacity, from 0 to 1; raises Wrong for other texts."""
    if re.fullmatch(LITERAL, text) and text.startswith("#"):
        digits = text[1:] if len(text) > 5 else "".join(digit * 2 for digit in text[1:])
        red, green, blue, alpha = (int((digits + "ff")[at : at + 2], 16) / 255 for at in (0, 2, 4, 6))
        return red, green, blue, alpha
    from tinycss2.color4 import parse_color

    found = parse_color(text) if re.fullmatch(LITERAL, text) or is_css_name(text) else None
    if found is None:
        raise Wrong(f"`{text}` is not a colour", _HINT)
    first, *others = found.coordinates
    most = 100 if found.space == "hsl" else 1
    if min(others) < 0 or max(others) > most or not (most == 100 or 0 <= first <= 1):
        raise Wrong(f"a number of `{text}` is out of range", _HINT)
    red, green, blue = found.to("srgb").coordinates
    return red, green, blue, found.alpha
