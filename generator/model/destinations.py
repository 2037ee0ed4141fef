"""Destinations of pictures of single cards: files, online tables, and services that print cards."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

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
from generator.model.units import MM_PER_INCH

NEAR = 0.75
"""Largest difference between a card and a product on each side, in mm."""
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
    pixels: Annotated[Pixels, Doc("Width and height of its picture, which has the bleed on all sides.")]
    safe: Annotated[Edge, Doc("Margin inside the cut that important content avoids.")]
    outline: Annotated[Outline, Doc("Shape of the cut.")] = "rectangle"

    def distance(self, form: Form) -> float:
        """Return how far its cut is from that of a form, in the better orientation, at the worst side."""
        sides = zip(sorted(self.trim), sorted((form.width, form.height)), strict=True)
        return max(abs(own - other) for own, other in sides) / 2


@dataclass(frozen=True, slots=True)
class Destination:
    """A use of pictures of cards: what `petri make --for` arranges, and in which formats."""

    name: Annotated[Text, Doc("Name of the service or use.")]
    about: Annotated[Text, Doc("Sentence for `petri list --destinations`.")]
    formats: Annotated[tuple[Id, ...], Length(1), Doc("Output formats; the first is the default.")]
    layout: Annotated[
        Literal["faces", "pages", "sheets", "fan"],
        Doc(
            "`faces`: a picture for each different face. `pages`: back and front of each card, with "
            "all copies. `sheets`: a grid of faces. `fan`: some cards in one picture."
        ),
    ] = "faces"
    is_cut: Annotated[Switch, Doc("Pictures are transparent outside of the cut.")] = False
    columns: Annotated[Positive, Doc("Most columns of a sheet, or most cards of a fan.")] = 1
    rows: Annotated[Positive, Doc("Most rows of a sheet.")] = 1
    limit: Annotated[Pixels, Doc("Largest picture; by default, any.")] = (0, 0)
    turn: Annotated[Count, Doc("Angle between the cards of a fan, in degrees; 0: a row.")] = 0
    dpi: Annotated[Count, Doc("Resolution of all pictures; 0: that of `--dpi`.")] = 0
    products: Annotated[Mapping[Id, Product], Doc("Products of a service by id; empty: any size.")] = field(
        default_factory=dict
    )
    source: Annotated[Text, Doc("Origin of the numbers.")] = ""
    seen: Annotated[Text, Doc("Date of the numbers: `2026-10-04`.")] = ""
    id: Annotated[str, Written.AS_KEY] = ""

    def find_product(self, form: Form) -> Product | None:
        """Return the product for a form, None without products; raises Wrong if the form fits none."""
        if not self.products:
            return None
        matching = {id: one for id, one in self.products.items() if one.outline == form.outline}
        near = sorted(matching, key=lambda id: matching[id].distance(form))
        if near and matching[near[0]].distance(form) <= NEAR:
            return matching[near[0]]
        names = ("{} ({:g} x {:g} mm)".format(id, *matching[id].trim) for id in near[:_MOST_NAMED])
        shape = f"{form.width:g} x {form.height:g} mm" + f", {form.outline}" * (form.outline != "rectangle")
        hint = f"the nearest are {', '.join(names)}" if near else "it prints no such shape"
        raise Wrong(f"{self.name} has no product of {shape}", hint)

    def measure(self, product: Product) -> tuple[float, float]:
        """Return width and height of the picture of a product, in mm."""
        width, height = (pixels * MM_PER_INCH / self.dpi for pixels in product.pixels)
        return width, height

    def find_bleed(self, form: Form) -> float:
        """Return how far its picture extends beyond the cut of a form, at least the bleed of the form."""
        product = self.find_product(form)
        size = self.measure(product) if product else (0.0, 0.0)
        sides = zip(sorted(size), sorted((form.width, form.height)), strict=True)
        return max(form.bleed, *((whole - side) / 2 for whole, side in sides))


DESTINATIONS = Annotated[Mapping[Id, Destination], Length(1), Doc("Destinations by id.")]
