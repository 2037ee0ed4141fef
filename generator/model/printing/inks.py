"""Inks of a print shop: rules that turn colours of screens into cyan, magenta, yellow, black.

The rules know no file format and no library: what a printing condition makes of a colour comes from a
`Profile`.
"""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from math import hypot
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, Protocol, TypeAlias, get_args

from generator.errors import Wrong
from generator.model.language.kinds import Kind
from generator.model.values import dataclass
from generator.model.vision import Rgb, encode
from generator.model.vision import measure_lab as measure_lab

Standard: TypeAlias = Literal["x1a", "x4"]
"""PDF/X-1a:2003, without transparency and layers, or PDF/X-4."""
RGB: TypeAlias = Rgb
"""Red, green, and blue of sRGB, from 0 to 1."""


def _parse_ink(text: str) -> float:
    if not re.fullmatch(r"\d{1,3}(\.\d{1,2})?", text) or float(text) > 100:
        raise Wrong(f"`{text}` is not a share of an ink", "write 0 to 100, in percent")
    return float(text) / 100


_Ink = Annotated[float, Kind("ink", _parse_ink, {"type": "number", "minimum": 0, "maximum": 100})]


class Inks(NamedTuple):
    """Shares of the four inks, from 0 to 1."""

    cyan: _Ink
    magenta: _Ink
    yellow: _Ink
    black: _Ink

    @property
    def total(self) -> float:
        """Sum of all inks; 2.4 is 240 %."""
        return sum(self)

    @property
    def used(self) -> int:
        """Number of inks that are used."""
        return sum(share > 0 for share in self)

    def limited(self, limit: float) -> "Inks":
        """Return the inks with less cyan, magenta, and yellow, so that their sum is at most `limit`."""
        if self.total <= limit:
            return self
        share = (limit - self.black) / (self.total - self.black)
        return Inks(self.cyan * share, self.magenta * share, self.yellow * share, self.black)


LIMIT = 300
"""Percent of ink that coated paper takes, as printers of cards ask for it (Cartamundi)."""


@dataclass(frozen=True, slots=True)
class PressFile:
    """A PDF file for a print shop: its standard, and the most ink at any place, in percent."""

    standard: Standard
    limit: int = LIMIT

    def __str__(self) -> str:
        return self.standard + (f",ink={self.limit}" if self.limit != LIMIT else "")


_STANDARDS: tuple[Standard, ...] = get_args(Standard)
LIMITS = (200, 340)
"""Smallest and largest limit, in percent."""
_HINT = "write x4 or x1a, and perhaps the most ink: x1a,ink=240"


def parse_press(text: str) -> PressFile:
    """Return the press file of `x4` or `x1a,ink=240`; raises Wrong."""
    standard, *others = (part.strip() for part in text.lower().split(","))
    limit = LIMIT
    for other in others:
        name, _, value = (part.strip() for part in other.partition("="))
        value = value.removesuffix("%").rstrip()
        if name != "ink" or not value.isdecimal() or len(others) > 1:
            raise Wrong(f"`{other}` is not the limit of the ink", _HINT)
        limit = int(value)
        if not LIMITS[0] <= limit <= LIMITS[1]:
            raise Wrong(f"`{other}` is out of range", "use {} to {} percent".format(*LIMITS))
    if standard not in _STANDARDS:
        raise Wrong(f"`{standard}` is not a standard for press files", _HINT)
    return PressFile(standard, limit)


@dataclass(frozen=True, slots=True, kw_only=True)
class PressOptions:
    """Options of a PDF file for a print shop."""

    file: PressFile
    intent: Path
    """ICC profile of the printing condition, which the file has in it."""
    separation: Path
    """ICC profile that makes inks of colours: of the same condition, and perhaps with less ink."""
    chosen: tuple[tuple[RGB, Inks], ...] = ()
    """Inks of colours that a theme chooses itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileOptions:
    """Options of the files that are written."""

    dpi: float = 300.0
    """Resolution of raster files, and of pictures in other files."""
    fine: float = 600.0
    """Resolution in dpi at which pages are rendered before they are averaged.

    Less is faster, but small letters snap to whole pixels, and thin lines become thicker.
    """
    press: PressOptions | None = None
    """Makes PDF files for a print shop; other formats ignore it."""


class Profile(Protocol):
    """Conversion of colours to a printing condition."""

    def convert(self, colours: Sequence[RGB]) -> list[Inks]:
        """Return the inks that look like each colour, without any rules."""

    def measure_black(self) -> Sequence[float]:
        """Return the lightness (L*) of tints of black ink at equal steps, from none to solid."""


SMALL = 4.5
"""Size of type in mm, about 12.8 pt, below which text in several inks would have fringes."""
DARK, PALE = 45.0, 30.0
"""Lightness and chroma (CIE L*C*h) below which small words are printed with solid black ink alone."""
THINNEST_LINE = 0.1
"""Width of lines in mm below which they may not be printed: print shops promise 0.25 pt to 0.1 mm."""
HAIRLINE = 0.3
"""Width of lines in mm, about 0.85 pt, below which lines in several inks would have fringes."""
SOLID = 22.0
"""Lightness below which a grey is solid black: black ink alone is hardly darker than that."""
_NEUTRAL = 3 / 255
"""Largest difference between the channels of a grey."""


class Separator:
    """Finds the inks of colours for one printing condition."""

    def __init__(
        self, profile: Profile, *, limit: int = LIMIT, chosen: Mapping[RGB, Inks] | None = None
    ) -> None:
        """`limit`: most ink, in percent. `chosen`: inks of colours that a theme chooses itself."""
        self._profile, self._limit = profile, limit / 100
        self._chosen = {_round(colour): inks for colour, inks in (chosen or {}).items()}
        self._ramp = [-lightness for lightness in profile.measure_black()]
        """Ascending, as for `bisect`."""
        self.find = cache(lambda colour: self.find_all((colour,))[0])
        """Function that returns the inks of a colour."""

    def find_all(self, colours: Sequence[RGB]) -> list[Inks]:
        """Return the inks of many colours, such as those of a picture, with one call of the profile."""
        converted = self._profile.convert(colours)
        return [self._apply(*pair) for pair in zip(colours, converted, strict=True)]

    def find_for_words(self, colour: RGB, size: float) -> Inks:
        """Return the inks of words in type of a size in mm."""
        return self.find(self.find_word_colour(colour, size))

    def find_word_colour(self, colour: RGB, size: float) -> RGB:
        """Return the colour of words: if they are small and dark, black, which is black ink alone.

        Tints of an ink are dots, which make small letters rough. A theme that chooses black alone for a
        colour keeps its tint.
        """
        if size >= SMALL or self._has_one_ink(colour):
            return colour
        lightness, a, b = measure_lab(colour)
        return self._find_grey(0.0) if lightness < DARK and hypot(a, b) < PALE else colour

    def find_line_colour(self, colour: RGB, width: float) -> RGB:
        """Return the colour of a line: if it is thin and hardly coloured, a grey as light."""
        if width >= HAIRLINE or self._has_one_ink(colour):
            return colour
        lightness, a, b = measure_lab(colour)
        return self._find_grey(lightness) if hypot(a, b) < PALE else colour

    def _has_one_ink(self, colour: RGB) -> bool:
        chosen = self._chosen.get(_round(colour))
        return chosen is not None and chosen.used == 1

    def _find_grey(self, lightness: float) -> RGB:
        """Return a grey that is black ink alone: one whose inks the theme does not choose."""
        grey = make_grey(lightness)
        while _round((grey,) * 3) in self._chosen:
            grey += 1 / 255
        return (grey,) * 3

    def find_tint(self, lightness: float) -> float:
        """Return the share of black ink that is as light as a lightness (L*)."""
        return 1.0 if lightness < SOLID else self._measure_share(lightness)

    def find_tone(self, lightness: float) -> float:
        """Return the share of black ink in a grey picture, whose dark tones must not all become black."""
        darkest = -self._ramp[-1]
        return self._measure_share(darkest + lightness * (100 - darkest) / 100)

    def _measure_share(self, lightness: float) -> float:
        ramp = self._ramp
        place = min(bisect_left(ramp, -lightness), len(ramp) - 1)
        if place == 0:
            return 0.0
        before, after = ramp[place - 1], ramp[place]
        share = (-lightness - before) / (after - before) if after > before else 0.0
        return min(1.0, (place - 1 + share) / (len(ramp) - 1))

    def _apply(self, colour: RGB, converted: Inks) -> Inks:
        chosen = self._chosen.get(_round(colour))
        if chosen is None and max(colour) - min(colour) <= _NEUTRAL:
            chosen = Inks(0.0, 0.0, 0.0, round(self.find_tint(measure_lab(colour)[0]), 3))
        return (chosen or converted).limited(self._limit)


def make_grey(lightness: float) -> float:
    """Return red, green, and blue of the grey with a lightness (L*)."""
    return encode(((lightness + 16) / 116) ** 3 if lightness > 8 else lightness / 903.3)


def _round(colour: RGB) -> tuple[int, ...]:
    return tuple(round(channel * 255) for channel in colour)
