"""Layers, which viewers and print shops show or hide: art, and each kind of line around it."""

from collections.abc import Iterable
from itertools import groupby

from generator.scene.shapes import Group, Shape

ART = "Art"
_LAYERS = {
    "crop marks": "Crop marks",
    "cut": "Cut",
    "cut ground": "Cut",
    "fold": "Fold",
    "margin": "Margin",
    "registration": "Crop marks",
    "seams": "Cut",
}
"""Layers of groups of the page itself, by their names; all others are art."""


def split_layers(shapes: Iterable[Shape]) -> list[tuple[str, tuple[Shape, ...]]]:
    """Return consecutive shapes of a page with their layers."""
    return [(layer, tuple(same)) for layer, same in groupby(shapes, key=_find_layer)]


def _find_layer(shape: Shape) -> str:
    return _LAYERS.get(shape.name, ART) if isinstance(shape, Group) else ART
