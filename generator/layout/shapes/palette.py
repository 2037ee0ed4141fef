"""The colours of a theme as colours of the scene."""

from generator.model import colours
from generator.model.style import Theme
from generator.scene.shapes import Colour


class Palette(dict[str, Colour]):
    """Colours by name or as text; raises Wrong, because readers check names."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme

    def __missing__(self, name: str) -> Colour:
        colour = self[name] = parse_colour(self._theme.colour(name))
        return colour


def parse_colour(text: str) -> Colour:
    """Return the Colour of a text, such as `#1f4e9c` or `navy`; raises Wrong."""
    return Colour(*colours.parse_colour(text))


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Return a colour between two; `share` of the second is from 0 to 1."""
    pairs = ((first.red, second.red), (first.green, second.green), (first.blue, second.blue))
    return Colour(*(one + (other - one) * share for one, other in pairs))
