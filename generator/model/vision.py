"""Measures of how different colours look to all eyes: CIEDE2000, contrast, simulated colour blindness.

Colours are red, green, and blue from 0 to 1, as they are written in files. The simulation is that of Machado,
Oliveira, and Fernandes (2009) at full severity, the difference that of Sharma, Wu, and Dalal (2005), and the
contrast that of WCAG 2.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import atan2, copysign, cos, degrees, exp, hypot, radians, sin, sqrt
from operator import itemgetter
from typing import Literal, TypeAlias

Rgb: TypeAlias = tuple[float, float, float]
Lab: TypeAlias = tuple[float, float, float]
Vision: TypeAlias = Literal["grey", "protan", "deutan", "tritan"]
"""grey: prints without colours. The others are the three kinds of colour blindness."""
LEAST_DIFFERENCE = 10.0
"""Minimum CIEDE2000 difference of colours that must be told apart."""
LEAST_CONTRAST = 4.5
"""Minimum contrast of a text with its background, as in WCAG 2."""
BLINDNESS: tuple[Vision, ...] = ("protan", "deutan", "tritan")
"""Kinds of colour blindness: without red, green, or blue cones."""
_LUMINANCE = (0.2126, 0.7152, 0.0722)
_SEEN: Mapping[str, tuple[Rgb, Rgb, Rgb]] = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "grey": (_LUMINANCE,) * 3,
}
"""Matrices for linear light: those of Machado et al., table 1, severity 1.0, and the luminance."""


def see(colour: Rgb, vision: Vision) -> Rgb:
    """Return a colour as somebody sees it, or as a black and white printer prints it."""
    light = _decode(colour)
    red, green, blue = (encode(_dot(row, light)) for row in _SEEN[vision])
    return red, green, blue


def measure_luminance(colour: Rgb) -> float:
    """Return the relative luminance, from 0 (black) to 1 (white)."""
    return _dot(_LUMINANCE, _decode(colour))


def measure_contrast(first: Rgb, second: Rgb) -> float:
    """Return the contrast, from 1 (none) to 21 (black on white)."""
    dark, light = sorted((measure_luminance(first), measure_luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def measure_least_difference(first: Rgb, second: Rgb) -> tuple[float, Vision | None]:
    """Return the smallest CIEDE2000 difference for all eyes, and the vision with it; None: normal vision."""
    differences: list[tuple[float, Vision | None]] = [(_compare(first, second), None)]
    differences += ((_compare(see(first, vision), see(second, vision)), vision) for vision in BLINDNESS)
    return min(differences, key=itemgetter(0))


def _compare(first: Rgb, second: Rgb) -> float:
    return measure_difference(measure_lab(first), measure_lab(second))


def list_similar(colours: Sequence[Rgb]) -> Iterator[tuple[int, int, float, Vision | None]]:
    """Yield the indexes of colours that somebody cannot tell apart, the difference, and the vision.

    The vision is None if nobody can.
    """
    for (index, colour), (other_index, other) in combinations(enumerate(colours), 2):
        difference, vision = measure_least_difference(colour, other)
        if difference < LEAST_DIFFERENCE:
            if (normal := _compare(colour, other)) < LEAST_DIFFERENCE:
                difference, vision = normal, None
            yield index, other_index, difference, vision


def measure_lab(colour: Rgb) -> Lab:
    """Return L*, a*, and b* of a colour (CIE 1976, white point D65)."""
    red, green, blue = _decode(colour)
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def measure_difference(first: Lab, second: Lab) -> float:
    """Return the CIEDE2000 difference of two colours in CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    grey = 1 + (1 - sqrt(mean**7 / (mean**7 + 25**7))) / 2
    c1, c2 = hypot(a1 * grey, b1), hypot(a2 * grey, b2)
    h1, h2 = (degrees(atan2(b, a * grey)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else h2 - h1
    if abs(turn) > 180:
        turn -= copysign(360.0, turn)
    by_hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    weight = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    by_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue /= 1 + 0.015 * chroma * weight
    spread = 30 * exp(-(((hue - 275) / 25) ** 2))
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(2 * spread))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def _decode(colour: Rgb) -> Rgb:
    """Return the linear light of a colour."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return red, green, blue


def encode(light: float) -> float:
    """Return the value of a channel for its linear light, which a simulation may put out of range."""
    light = min(max(light, 0.0), 1.0)
    return light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def _dot(row: Rgb, light: Rgb) -> float:
    return row[0] * light[0] + row[1] * light[1] + row[2] * light[2]
