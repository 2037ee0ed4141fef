"""The palette of a print: the colours of its theme, or what they become to save ink."""

from collections.abc import Iterable
from typing import ClassVar

from generator.model.language import scalars
from generator.model.printing.printing import Ink
from generator.model.style import Theme
from generator.model.values import replace
from generator.model.vision import LEAST_CONTRAST, measure_contrast, measure_luminance
from generator.scene.shapes import BLACK, WHITE, Colour, Path, Segment, Stroke

_EDGE, _PALE_EDGE = 0.3, 0.2
"""Widths of the lines around areas that are white to save ink."""
_PALE, _WHITE, _PALE_CONTRAST = 1.6, 1.09, 2.5
"""Contrasts with white paper: of pale areas and white ones at most, and of the line around a pale one."""
_STEPS = 100
"""Number of tones that are tried between a colour and black."""


class Palette(dict[str, Colour]):
    """Colours by name or as text; raises Wrong, because readers check names.

    Layouts ask it for the colours of areas, of texts, and of what is drawn upon areas. Here, these are the
    colours of the theme.
    """

    saves_ink: ClassVar[bool] = False

    def __init__(self, theme: Theme) -> None:
        self._theme = theme

    def __missing__(self, name: str) -> Colour:
        colour = self[name] = make_colour(self._theme.colour(name))
        return colour

    def legible(self, name: str) -> Colour:
        """Return the colour of a text."""
        return self[name]

    def ground(self, name: str) -> Colour:
        """Return the fill of an area that has something upon it."""
        return self[name]

    def edge(self, name: str, under: str = "") -> Stroke | None:
        """Return the line around such an area, or None if its fill shows where it ends, upon another area."""
        return None

    def rim(self, name: str) -> Stroke | None:
        """Return the line inside the cut of a piece whose ground has this colour."""
        return self.edge(name)

    def is_faint(self, name: str) -> bool:
        """Return True for a colour that is too pale to be replaced by a line."""
        return False

    def upon(self, name: str, under: str) -> str:
        """Return the colour of what is drawn upon an area; all are names or texts such as `#1f4e9c`."""
        return name

    def border(self, name: str, fill: str) -> str:
        """Return the colour of the border of a square or a field with a fill."""
        return name

    def choose_darkest(self, names: Iterable[str]) -> str:
        """Return the name of the colour with the highest contrast with white paper."""
        return max(names, key=lambda name: measure_on_paper(self[name]))

    def area(self, outline: Iterable[Segment], name: str, under: str = "") -> Path:
        """Return an area that has something upon it."""
        return Path(tuple(outline), self.ground(name), self.edge(name, under))


class LowInkPalette(Palette):
    """Colours of prints that save ink: areas are white with a line around them, what is upon them is dark.

    Colours that the theme has for low ink are printed as they are.
    """

    saves_ink = True

    def __init__(self, theme: Theme) -> None:
        self._kept = theme.low_ink.colours
        super().__init__(replace(theme, colours={**theme.colours, **self._kept}))

    def legible(self, name: str) -> Colour:
        if name in self._kept:
            return self[name]
        return self["ink"] if _is_white(self[name]) else darken(self[name])

    def ground(self, name: str) -> Colour:
        return self[name] if name in self._kept else replace(WHITE, alpha=self[name].alpha)

    def edge(self, name: str, under: str = "") -> Stroke | None:
        if name in self._kept:
            return None
        colour = self[name]
        if not colour.alpha:
            return None
        if _is_white(colour):
            is_dark = under and measure_on_paper(self[under]) >= _PALE
            return Stroke(darken(self[under]), _EDGE, join="round") if is_dark else None
        if measure_on_paper(colour) < _PALE:
            return Stroke(darken(colour, _PALE_CONTRAST), _PALE_EDGE, join="round")
        return Stroke(darken(colour), _EDGE, join="round")

    def is_faint(self, name: str) -> bool:
        return name not in self._kept and measure_on_paper(self[name]) < _PALE

    def upon(self, name: str, under: str) -> str:
        colour, pair = self[name], name.removeprefix("on_")
        if pair != name and name not in self._kept and pair in self._theme.colours:
            # `on_red` is the colour of signs upon `red`.
            return darken(self[pair]).hex
        if name in self._kept or measure_on_paper(colour) >= LEAST_CONTRAST:
            return name
        is_lighter = under and measure_luminance(self[under].rgb) < measure_luminance(colour.rgb)
        return darken(self[under]).hex if is_lighter else name

    def border(self, name: str, fill: str) -> str:
        return darken(self[fill]).hex if measure_on_paper(self[fill]) >= _PALE else name


class RimlessPalette(LowInkPalette):
    """Low ink for a service that cuts pieces: a line beside the cut would show each drift of its blade."""

    def rim(self, name: str) -> Stroke | None:
        return None


def choose_palette(ink: Ink, *, is_cut: bool = False) -> type[Palette]:
    """Return the palette for an amount of ink; `is_cut` for pieces that a service cuts."""
    return (RimlessPalette if is_cut else LowInkPalette) if ink == "low" else Palette


def make_colour(text: str) -> Colour:
    """Return the Colour of a text, such as `#1f4e9c` or `navy`; raises Wrong."""
    return Colour(*scalars.parse_colour(text))


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Return a colour between two; `share` of the second is from 0 to 1."""
    pairs = ((first.red, second.red), (first.green, second.green), (first.blue, second.blue))
    return Colour(*(one + (other - one) * share for one, other in pairs))


def darken(colour: Colour, contrast: float = LEAST_CONTRAST) -> Colour:
    """Return a colour of the same hue that is dark enough on white paper."""
    tones = (make_colour(mix(colour, BLACK, step / _STEPS).hex) for step in range(_STEPS + 1))
    return next(tone for tone in tones if measure_on_paper(tone) >= contrast)


def _is_white(colour: Colour) -> bool:
    return measure_on_paper(colour) < _WHITE


def measure_on_paper(colour: Colour) -> float:
    """Return the contrast of a colour with white paper."""
    return measure_contrast(colour.rgb, (1.0, 1.0, 1.0))
