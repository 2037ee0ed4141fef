"""Icons as symbols: drawn once in each colour, placed wherever they are used."""

from collections.abc import Mapping
from dataclasses import replace

from generator.errors import UnknownName, find_near
from generator.layout.shapes.segments import as_segments
from generator.model.picture import Icon
from generator.model.rich_text import plain
from generator.model.wording import Wording
from generator.scene.shapes import Colour, Path, Stroke, Symbol, Use
from generator.scene.transforms import scaling

LINE_HEIGHT = 1.25
"""How high an icon in a line of text is, as a multiple of the height of its capitals."""

_RIM = 0.06
"""Width of the line around icons of a bright colour in a line of text, as a part of their height."""
_BRIGHT, _STRONG, _DARKER = 0.6, 0.35, 0.3


class IconSet:
    """The icons of a kit; every method raises UnknownName for an icon that nobody has.

    `wording` gives the words that a screen reader says for an icon; without it, its name.
    """

    def __init__(self, icons: Mapping[str, Icon], wording: Wording | None = None) -> None:
        self._icons = icons
        self._wording = wording
        self._symbols: dict[tuple[str, Colour, Stroke | None], Symbol] = {}
        self._bright: dict[tuple[str, Colour], Symbol] = {}

    def find(self, name: str) -> Icon:
        icon = self._icons.get(name)
        if icon is None:
            near = find_near(name, self._icons)
            hint = f" (did you mean {near[0]!r}?)" if near else ""
            raise UnknownName(f"unknown icon {name!r}{hint}")
        return icon

    def say(self, name: str) -> str:
        """What a screen reader says."""
        icon = self.find(name)
        if self._wording is not None and icon.title:
            return plain(self._wording.say(icon.title))
        return name.replace("_", " ")

    def symbol(self, name: str, colour: Colour, stroke: Stroke | None = None) -> Symbol:
        """The icon in one colour, in its own coordinates: the same object every time.

        So is the width of a line around it.
        """
        known = self._symbols.get((name, colour, stroke))
        if known is None:
            icon = self.find(name)
            outline = Path(as_segments(icon.segments), fill=colour, stroke=stroke, even_odd=icon.even_odd)
            rim = stroke.width / 2 if stroke else 0.0
            known = self._symbols[name, colour, stroke] = Symbol(
                f"icon-{name}-{colour.hex[1:]}", (outline,), (-rim, -rim, icon.width + rim, icon.height + rim)
            )
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
        """As large as the box allows, in the middle of it; (x, y) is its top left corner, in mm."""
        icon = self.find(name)
        scale = min(width / icon.width, height / icon.height)
        if stroke is not None:
            stroke = replace(stroke, width=round(stroke.width / scale, 3))
        left = x + (width - icon.width * scale) / 2
        top = y + (height - icon.height * scale) / 2
        transform = scaling(scale, left, top)
        return Use(self.symbol(name, colour, stroke), transform, self.say(name))

    def width_on_line(self, name: str, cap_height: float) -> float:
        """How wide an icon is in a line whose capitals are so high; in the same unit."""
        icon = self.find(name)
        return icon.width / icon.height * cap_height * LINE_HEIGHT

    def place_on_line(self, name: str, colour: Colour, *, x: float, y: float, cap_height: float) -> Use:
        """On the base line y, centred on the height of the capitals; x is its left edge."""
        height = cap_height * LINE_HEIGHT
        width = self.width_on_line(name, cap_height)
        top = y - cap_height / 2 - height / 2
        if not _is_bright(colour):
            return self.place(name, colour, x=x, y=top, width=width, height=height)
        scale = height / self.find(name).height
        return Use(self._bright_symbol(name, colour), scaling(scale, x, top), self.say(name))

    def _bright_symbol(self, name: str, colour: Colour) -> Symbol:
        """With a dark rim, and dark where the icon is cut out: white paper swallows bright colours."""
        dark = _darker(colour)
        known = self._bright.get((name, colour))
        if known is None:
            icon = self.find(name)
            width = icon.height * _RIM
            rim = Stroke(dark, width, join="round")
            segments = as_segments(icon.segments)
            starts = [index for index, segment in enumerate(segments) if segment[0] == "M"]
            ends = [*starts[1:], len(segments)]
            parts = [
                Path(segments[start:end], fill=dark, stroke=rim)
                for start, end in zip(starts, ends, strict=True)
            ]
            outline = Path(segments, fill=colour, even_odd=icon.even_odd)
            box = (-width / 2, -width / 2, icon.width + width / 2, icon.height + width / 2)
            known = Symbol(f"icon-{name}-{colour.hex[1:]}-bright", (*parts, outline), box)
            self._bright[name, colour] = known
        return known


def _is_bright(colour: Colour) -> bool:
    """Colours such as yellow, which white paper swallows; what is nearly white is meant for dark ground."""
    red, green, blue = colour.red, colour.green, colour.blue
    lightness = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return lightness > _BRIGHT and max(red, green, blue) - min(red, green, blue) > _STRONG


def _darker(colour: Colour) -> Colour:
    return Colour(colour.red * _DARKER, colour.green * _DARKER, colour.blue * _DARKER)
