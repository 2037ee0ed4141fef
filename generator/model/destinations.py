"""Destinations of pictures of cards: files, online tables, and services that print cards."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from generator.model.kinds import (
    Count,
    Doc,
    Edge,
    Extent,
    Id,
    Kind,
    Length,
    Positive,
    Switch,
    Text,
    Written,
    Wrong,
)
from generator.model.pieces import Form, Outline

NEAR = 0.75
"""Largest difference between a card and a product on each side, in mm."""
REACH = 4.0
"""Bleed of cards for a service, in mm: that of its pictures is less, even with the largest difference."""
_MOST_NAMED = 3


def _parse_pixels(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{2,5}) ?[x×] ?(\d{2,5})", text)
    if found is None:
        raise Wrong(f"`{text}` is not a size in pixels", "write it like `822 x 1122`")
    return int(found[1]), int(found[2])


Pixels = Annotated[tuple[int, int], Kind("width x height, in pixels", _parse_pixels)]


@dataclass(frozen=True, slots=True)
class Product:
    """A size of cards or tokens that a service prints."""

    trim: Annotated[Extent, Doc("Width and height of the cut card.")]
    pixels: Annotated[Pixels, Doc("Width and height of the picture, which has the bleed on all sides.")]
    safe: Annotated[Edge, Doc("Margin inside the cut that important content avoids.")]
    outline: Annotated[Outline, Doc("Shape of the cut.")] = "rectangle"

    def distance(self, form: Form) -> float:
        """Return how far the cut is from that of a form, in the better orientation, on the worst side."""
        sides = zip(sorted(self.trim), sorted((form.width, form.height)), strict=True)
        return max(abs(own - other) for own, other in sides) / 2


@dataclass(frozen=True, slots=True)
class Destination:
    """A use of pictures of cards: what `petri make --for` makes, and in which formats."""

    name: Annotated[Text, Doc("Name of the service or use.")]
    about: Annotated[Text, Doc("Text for `petri list --destinations`.")]
    formats: Annotated[tuple[Id, ...], Length(1), Doc("Output formats; the first is the default.")]
    columns: Annotated[Positive, Doc("Maximum number of columns of a sheet.")] = 1
    rows: Annotated[Positive, Doc("Maximum number of rows; with 1 x 1, each face is a picture.")] = 1
    is_cut: Annotated[Switch, Doc("True to make everything outside of the cut transparent.")] = False
    gap: Annotated[Edge, Doc("Space between cards, which then have shadows.")] = 0.0
    turn: Annotated[Count, Doc("Angle between the cards of a fan, in degrees.")] = 0
    in_order: Annotated[Switch, Doc("True for back and front of each card in turn, with all copies.")] = False
    limit: Annotated[Pixels, Doc("Size of the largest picture.")] = (0, 0)
    dpi: Annotated[Count, Doc("Resolution of all pictures; by default, that of `--dpi`.")] = 0
    products: Annotated[Mapping[Id, Product], Doc("Sizes that a service prints; by default, any.")] = field(
        default_factory=dict
    )
    source: Annotated[Text, Doc("Source of the numbers.")] = ""
    seen: Annotated[Text, Doc("Date of the numbers, such as `2026-10-04`.")] = ""
    id: Annotated[str, Written.AS_KEY] = ""

    @property
    def cells(self) -> int:
        """Maximum number of faces in a picture."""
        return self.columns * self.rows

    @property
    def takes_bleed(self) -> bool:
        """Return True if the bleed of its pictures can be chosen."""
        return self.cells == 1 and not self.products

    def find_product(self, form: Form) -> Product | None:
        """Return the product for a form; None if any form is possible. Raises Wrong if none fits."""
        matching = {id: one for id, one in self.products.items() if one.outline == form.outline}
        near = sorted(matching, key=lambda id: matching[id].distance(form))
        if not self.products or (near and matching[near[0]].distance(form) <= NEAR):
            return matching[near[0]] if near else None
        names = ("{} ({:g} x {:g} mm)".format(id, *matching[id].trim) for id in near[:_MOST_NAMED])
        shape = f"{form.width:.4g} x {form.height:.4g} mm" + f", {form.outline}" * (
            form.outline != "rectangle"
        )
        hint = f"its nearest sizes are {', '.join(names)}" if near else "it has other shapes only"
        raise Wrong(f"{self.name} has no product of {shape}", hint)


DESTINATIONS = Annotated[Mapping[Id, Destination], Length(1), Doc("Destinations by id.")]
