"""Icons as symbols: drawn once in each colour, placed wherever they are used."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import cast

from generator.errors import UnknownName, describe_unknown
from generator.model.picture import Icon
from generator.model.rich_text import plain
from generator.model.wording import Wording
from generator.scene.shapes import Colour, Path, Segment, Stroke, Symbol, Use
from generator.scene.transforms import scaling

LINE_HEIGHT = 1.25
"""Height of an icon in a line of text, as a multiple of the height of the capitals."""

_RIM = 0.06
"""Width of the rim around bright icons in a line of text, as a share of their height."""
_BRIGHT, _STRONG, _DARKER = 0.6, 0.35, 0.3


class IconSet:
    """The icons of a kit; every method raises UnknownName for an unknown icon.

    `wording` has the texts for screen readers; without it, they are the names.
    """

    def __init__(self, icons: Mapping[str, Icon], wording: Wording | None = None) -> None:
        self._icons = icons
        self._wording = wording
        self._symbols: dict[tuple[str, Colour, Stroke | None], Symbol] = {}
        self._bright: dict[tuple[str, Colour], Symbol] = {}

    def find(self, name: str) -> Icon:
        icon = self._icons.get(name)
        if icon is None:
            raise UnknownName(describe_unknown("icon", name, self._icons))
        return icon

    def describe(self, name: str) -> str:
        """Return the text for screen readers."""
        icon = self.find(name)
        if self._wording is not None and icon.title:
            return plain(self._wording.format(icon.title))
        return name.replace("_", " ")

    def symbol(self, name: str, colour: Colour, stroke: Stroke | None = None) -> Symbol:
        """Return the icon in one colour, in its own coordinates; always the same object."""
        known = self._symbols.get((name, colour, stroke))
        if known is None:
            icon = self.find(name)
            segments = cast("tuple[Segment, ...]", icon.segments)
            outline = Path(segments, fill=colour, stroke=stroke, even_odd=icon.even_odd)
            known = _make_symbol(icon, colour, "", (outline,), stroke.width / 2 if stroke else 0.0)
            self._symbols[name, colour, stroke] = known
        return known

    def place(
        self,
        name: str,
        colour: Colour,
        *,
        x: float,
        y: float,
        width: float,
        height: float,
        stroke: Stroke | None = None,
    ) -> Use:
        """Place an icon in the middle of a box with its top left corner at (x, y), as large as fits."""
        icon = self.find(name)
        scale = min(width / icon.width, height / icon.height)
        if stroke is not None:
            stroke = replace(stroke, width=round(stroke.width / scale, 3))
        left = x + (width - icon.width * scale) / 2
        top = y + (height - icon.height * scale) / 2
        return Use(self.symbol(name, colour, stroke), scaling(scale, left, top), self.describe(name))

    def width_on_line(self, name: str, cap_height: float) -> float:
        """Return the width of an icon in a line of text, in the unit of the height of its capitals."""
        icon = self.find(name)
        return icon.width / icon.height * cap_height * LINE_HEIGHT

    def place_on_line(self, name: str, colour: Colour, *, x: float, y: float, cap_height: float) -> Use:
        """Place an icon with its left edge at x, centred on the capitals above the base line y."""
        height = cap_height * LINE_HEIGHT
        top = y - cap_height / 2 - height / 2
        if not _is_bright(colour):
            width = self.width_on_line(name, cap_height)
            return self.place(name, colour, x=x, y=top, width=width, height=height)
        scale = height / self.find(name).height
        return Use(self._bright_symbol(name, colour), scaling(scale, x, top), self.describe(name))

    def _bright_symbol(self, name: str, colour: Colour) -> Symbol:
        """Return an icon with a dark rim and dark holes, to be visible on white paper."""
        known = self._bright.get((name, colour))
        if known is None:
            icon = self.find(name)
            width = icon.height * _RIM
            dark = Colour(colour.red * _DARKER, colour.green * _DARKER, colour.blue * _DARKER)
            rim = Stroke(dark, width, join="round")
            segments = cast("tuple[Segment, ...]", icon.segments)
            starts = [index for index, segment in enumerate(segments) if segment[0] == "M"]
            bounds = pairwise((*starts, len(segments)))
            parts = [Path(segments[start:end], fill=dark, stroke=rim) for start, end in bounds]
            outline = Path(segments, fill=colour, even_odd=icon.even_odd)
            known = _make_symbol(icon, colour, "-bright", (*parts, outline), width / 2)
            self._bright[name, colour] = known
        return known


def _make_symbol(icon: Icon, colour: Colour, suffix: str, shapes: tuple[Path, ...], rim: float) -> Symbol:
    box = (-rim, -rim, icon.width + rim, icon.height + rim)
    return Symbol(f"icon-{icon.name}-{colour.hex[1:]}{suffix}", shapes, box)


def _is_bright(colour: Colour) -> bool:
    """Return True for colours such as yellow; nearly white ones are meant for dark backgrounds."""
    red, green, blue = colour.red, colour.green, colour.blue
    lightness = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return lightness > _BRIGHT and max(red, green, blue) - min(red, green, blue) > _STRONG
