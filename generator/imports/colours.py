"""Colours of other programs as ours are written."""

from collections.abc import Mapping

from generator.model.language.scalars import find_colour_name

THEME_TONES: Mapping[str, str] = {
    "red": "#ff0000",
    "green": "#008000",
    "blue": "#0000ff",
    "yellow": "#ffff00",
}
"""Colours of CSS by the names that the basic theme gives other tones."""


def keep_tone(colour: str) -> str:
    """Return a colour of CSS, such as `Maroon`, so that its tone does not depend on the theme."""
    name = find_colour_name(colour.strip(), ())
    return THEME_TONES.get(name, name)
