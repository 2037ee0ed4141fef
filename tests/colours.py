"""Colours of themes as they are written, measured by the program's own measures."""

from collections.abc import Iterable
from itertools import combinations

from generator.layout.shapes.outlines import make_colour
from generator.model.vision import (
    LEAST_CONTRAST,
    LEAST_DIFFERENCE,
    Rgb,
    measure_contrast,
    measure_least_difference,
)
from generator.scene.shapes import Colour

__all__ = ["LEAST", "LEAST_CONTRAST", "contrast", "rgb", "smallest_distance"]

LEAST = LEAST_DIFFERENCE
"""Colours that carry meaning are at least so far apart; and each has a second cue besides."""


def rgb(colour: str | Colour) -> Rgb:
    found = make_colour(colour) if isinstance(colour, str) else colour
    return found.red, found.green, found.blue


def smallest_distance(colours: Iterable[str]) -> float:
    """Of any two of the colours (`#rrggbb`), for the eyes for which they are nearest."""
    return min(
        measure_least_difference(rgb(first), rgb(second))[0] for first, second in combinations(colours, 2)
    )


def contrast(first: str, second: str) -> float:
    """From 1 (no difference) to 21 (black on white)."""
    return measure_contrast(rgb(first), rgb(second))
