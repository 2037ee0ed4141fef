"""The colours of a theme as colours of the scene."""

from generator.model.style import Theme
from generator.scene.shapes import Colour


class Palette(dict[str, Colour]):
    """Colours by name or as `#rrggbb`; raises KeyError, because readers check names."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme

    def __missing__(self, name: str) -> Colour:
        colour = self[name] = parse_colour(name if name.startswith("#") else self._theme.colour(name))
        return colour


def parse_colour(text: str) -> Colour:
    """Return the Colour of `#1f4e9c`; raises ValueError for other texts."""
    if len(text) != 7 or text[0] != "#":
        raise ValueError(f"{text!r} is not a colour; write it like `#1f4e9c`")
    red, green, blue = (int(text[index : index + 2], 16) / 255 for index in (1, 3, 5))
    return Colour(red, green, blue)


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Return a colour between two; `share` of the second is from 0 to 1."""
    return Colour(
        first.red + (second.red - first.red) * share,
        first.green + (second.green - first.green) * share,
        first.blue + (second.blue - first.blue) * share,
    )
