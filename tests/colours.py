"""How far colours are apart for everybody's eyes: CIEDE2000 under simulated colour blindness; contrast.

The simulation is that of Machado, Oliveira and Fernandes (2009) at full severity, the difference that
of Sharma, Wu and Dalal (2005), the contrast that of WCAG 2.
"""

from collections.abc import Iterable
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import TypeAlias

Triple: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Triple, Triple, Triple]

LEAST = 10.0
"""Colours that carry meaning are at least so far apart; and each has a second cue besides."""
LEAST_CONTRAST = 4.5
"""Of words against what they stand on."""

EYES: dict[str, Matrix] = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def smallest_distance(colours: Iterable[str]) -> float:
    """Of any two of the colours (`#rrggbb`), for the eyes for which they are nearest."""
    pairs = list(combinations(colours, 2))
    return min(distance(see(first, eyes), see(second, eyes)) for eyes in EYES for first, second in pairs)


def see(colour: str, eyes: str) -> Triple:
    """CIELAB of a colour as these eyes see it."""
    red, green, blue = linear(colour)
    seen = [row[0] * red + row[1] * green + row[2] * blue for row in EYES[eyes]]
    return lab((seen[0], seen[1], seen[2]))


def contrast(first: str, second: str) -> float:
    """From 1 (no difference) to 21 (black on white)."""
    lights = sorted(_luminance(linear(colour)) for colour in (first, second))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def linear(colour: str) -> Triple:
    """Light of the three channels, from 0 to 1."""
    channels = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels]
    return light[0], light[1], light[2]


def lab(light: Triple) -> Triple:
    """Of linear sRGB, under D65; what the simulation puts out of range is cut."""
    red, green, blue = (min(max(part, 0.0), 1.0) for part in light)
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(first: Triple, second: Triple) -> float:
    """CIEDE2000 of two colours in CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    grey = 1 + (1 - sqrt(mean**7 / (mean**7 + 25**7))) / 2
    c1, c2 = hypot(a1 * grey, b1), hypot(a2 * grey, b2)
    h1, h2 = _hue(a1 * grey, b1), _hue(a2 * grey, b2)
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    d_hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
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
    by_hue = d_hue / (1 + 0.015 * chroma * weight)
    spread = 30 * exp(-(((hue - 275) / 25) ** 2))
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(2 * spread))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def _hue(a: float, b: float) -> float:
    return degrees(atan2(b, a)) % 360


def _luminance(light: Triple) -> float:
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
