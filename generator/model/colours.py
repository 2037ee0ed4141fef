"""Colours as text: `#1f4e9c`, `#fa0`, `#1f4e9c80`, `navy`, `rgb(31, 78, 156)`, and the like."""

import re
from colorsys import hls_to_rgb

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
    from PIL.ImageColor import colormap

    return text in colormap or text == "transparent"


def parse_colour(text: str) -> tuple[float, float, float, float]:
    """Return red, green, blue, and opacity, from 0 to 1; raises Wrong for other texts."""
    if text == "transparent":
        return (0.0, 0.0, 0.0, 0.0)
    if not is_literal(text) and is_css_name(text):
        from PIL.ImageColor import getrgb

        text = "#{:02x}{:02x}{:02x}".format(*getrgb(text))
    if not re.fullmatch(LITERAL, text):
        raise Wrong(f"`{text}` is not a colour", _HINT)
    if text.startswith("#"):
        digits = text[1:] if len(text) > 5 else "".join(digit * 2 for digit in text[1:])
        red, green, blue, alpha = (int((digits + "ff")[at : at + 2], 16) / 255 for at in (0, 2, 4, 6))
        return red, green, blue, alpha
    name, numbers = text.rstrip(")").split("(")
    given = [part.removesuffix("deg") for part in re.findall(r"[^\s,/]+", numbers)]
    scales = (360.0, 1.0, 1.0, 1.0) if name.startswith("hsl") else (255.0, 255.0, 255.0, 1.0)
    first, second, third, alpha = (
        float(part[:-1]) / 100 if part.endswith("%") else float(part) / scale
        for part, scale in zip((*given, "1")[:4], scales, strict=True)
    )
    if not (min(second, third, alpha) >= 0 and max(second, third, alpha) <= 1):
        raise Wrong(f"a number of `{text}` is out of range", _HINT)
    if name.startswith("hsl"):
        first, second, third = hls_to_rgb(first % 1, third, second)
    elif not 0 <= first <= 1:
        raise Wrong(f"a number of `{text}` is out of range", _HINT)
    return first, second, third, alpha
