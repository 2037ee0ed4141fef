"""The largest size at which a text fits."""

from collections.abc import Callable
from math import ceil

from generator.model.units import MM_PER_POINT

STEP = 0.05 * MM_PER_POINT
"""Sizes are tried in steps of a twentieth of a point, from the largest downwards."""


def find_size(largest: float, smallest: float, fits: Callable[[float], bool]) -> float | None:
    """The largest size of those tried that fits, by bisection; None: the smallest does not fit.

    A text that fits at one size is taken to fit at all smaller ones.
    """
    if fits(largest):
        return largest
    if largest <= smallest or not fits(smallest):
        return None
    steps = ceil((largest - smallest) / STEP)
    too_large, fitting = 0, steps
    while fitting - too_large > 1:
        middle = (too_large + fitting) // 2
        if fits(largest - middle * STEP):
            fitting = middle
        else:
            too_large = middle
    return smallest if fitting == steps else largest - fitting * STEP
