"""Colour spaces of PDF, and the operators that select their colours."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from generator.backends.numbers import number
from generator.scene.shapes import Colour


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """A colour space; `write` returns the components of a colour, ready for an operator."""

    name: str
    fill: str
    """Operator that selects a colour for fills, and for strokes."""
    stroke: str
    write: Callable[[Colour], str]
    steps: int = 1
    """Parts of a gradient between two colours, if colours do not change at an even pace in this space."""


@lru_cache(maxsize=4096)
def _write_rgb(colour: Colour) -> str:
    return " ".join(map(number, (colour.red, colour.green, colour.blue)))


RGB = Space("DeviceRGB", "rg", "RG", _write_rgb)
GREY = Space("DeviceGray", "g", "G", lambda colour: number(colour.red))
"""Masks, whose colours are shades of grey."""
