"""Colours of other programs, and those that go with them."""

import re
from collections.abc import Mapping

from generator.errors import Wrong
from generator.model.language.scalars import find_colour_name, parse_colour
from generator.model.vision import LEAST_CONTRAST, measure_contrast
from generator.scene.shapes import Colour

THEME_TONES: Mapping[str, str] = {
    "red": "#ff0000",
    "green": "#008000",
    "blue": "#0000ff",
    "yellow": "#ffff00",
}
"""Colours of CSS by the names that the basic theme gives other tones."""
_WHITE = (1.0, 1.0, 1.0)
_LEAST_OF_TITLES = 3.0
"""Minimum contrast of titles, which are large and bold."""
_STEPS = 50


def keep_tone(colour: str) -> str:
    """Return a colour of CSS, such as `Maroon`, so that its tone does not depend on the theme."""
    name = find_colour_name(colour.strip(), ())
    return THEME_TONES.get(name, name)


def parse_foreign_colour(text: str) -> str:
    """Return a colour of another program, whose name may have capitals, blanks, and `_`; empty if it is none.

    Digits may have no `#`, and four of them for each tone, and for the opacity.
    """
    plain = text.strip()
    if digits := re.fullmatch(r"#?([0-9A-Fa-f]+)", plain):
        return _read_digits(digits[1], is_marked=plain.startswith("#"))
    name = keep_tone(re.sub(r"[\s_-]", "", plain))
    try:
        parse_colour(name)
    except Wrong:
        return ""
    return name


def _read_digits(digits: str, *, is_marked: bool) -> str:
    if len(digits) in (12, 16):
        digits = "".join(digits[place : place + 2] for place in range(0, len(digits), 4))
    return f"#{digits.lower()}" if len(digits) in ((3, 4, 6, 8) if is_marked else (3, 6, 8)) else ""


def choose_sign(ground: str) -> str:
    """Return the colour of titles and signs on a ground of this colour; a wrong one counts as dark."""
    return "white" if _measure(ground) >= _LEAST_OF_TITLES else "ink"


def darken_type(colour: str) -> str:
    """Return a colour, or one of the same hue that is dark enough for type on white; a wrong one stays."""
    if _measure(colour) >= LEAST_CONTRAST:
        return colour
    red, green, blue, _ = parse_colour(colour)
    shares = [1 - step / _STEPS for step in range(1, _STEPS + 1)]
    tones = (Colour(red * share, green * share, blue * share).hex for share in shares)
    return next(tone for tone in tones if _measure(tone) >= LEAST_CONTRAST)


def _measure(colour: str) -> float:
    """Return the contrast with white; that of black for what is no colour, which checks of decks name."""
    try:
        return measure_contrast(parse_colour(colour)[:3], _WHITE)
    except Wrong:
        return measure_contrast((0.0, 0.0, 0.0), _WHITE)
