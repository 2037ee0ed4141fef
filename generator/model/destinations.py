"""Destinations of pictures of cards: files, online tables, and services that print cards."""

from collections.abc import Mapping
from typing import Annotated

from generator.errors import LayoutError
from generator.model import kinds
from generator.model.inks import PressFile, parse_press
from generator.model.kinds import Count, Doc, Edge, Extent, Id, Kind, Length, Text
from generator.model.pieces import Form, Outline
from generator.model.values import dataclass, field

NEAR = 0.75
"""Largest difference between a card and a product on each side, in mm."""
REACH = 6.5
"""Bleed of cards for a service, in mm, of which a picture shows what its product needs."""


@dataclass(frozen=True, slots=True)
class Product:
    """A size of cards or tokens that a service prints."""

    trim: Annotated[Extent, Doc("Width and height of the cut card.")]
    pixels: Annotated[kinds.Pixels, Doc("Width and height of the picture, which has the bleed on all sides.")]
    safe: Annotated[Edge, Doc("Margin inside the cut that important content avoids.")]
    outline: Annotated[Outline, Doc("Shape of the cut.")] = "rectangle"


@dataclass(frozen=True, slots=True, eq=False)
class Destination:
    """A use of pictures of cards: what `petri make --for` makes, and in which formats."""

    name: Annotated[Text, Doc("Name of the service or use.")]
    about: Annotated[Text, Doc("Text for `petri list --destinations`.")]
    formats: Annotated[tuple[Id, ...], Length(1), Doc("Output formats; the first is the default.")]
    columns: Annotated[kinds.Positive, Doc("Maximum number of columns of a sheet.")] = 1
    rows: Annotated[kinds.Positive, Doc("Maximum number of rows; with 1 x 1, each face is a picture.")] = 1
    is_cut: Annotated[kinds.Switch, Doc("True to make everything outside of the cut transparent.")] = False
    gap: Annotated[Edge, Doc("Space between cards, which then have shadows.")] = 0.0
    turn: Annotated[Count, Doc("Angle between the cards of a fan, in degrees.")] = 0
    in_order: Annotated[kinds.Switch, Doc("True for back and front of each card, with all copies.")] = False
    limit: Annotated[kinds.Pixels, Doc("Size of the largest picture.")] = (0, 0)
    dpi: Annotated[Count, Doc("Resolution of all pictures; by default, that of `--dpi`.")] = 0
    products: Annotated[Mapping[Id, Product], Doc("Sizes that are printed; by default, any.")] = field(
        default_factory=dict
    )
    press: Annotated[
        PressFile | None,
        Kind("press file", parse_press, {"type": "string"}),
        Doc("As for `--press`: `x1a,ink=240`."),
    ] = None
    order: Annotated[Id, Doc("Format of the files for an order or a game table.")] = ""
    source: Annotated[Text, Doc("Source of the numbers.")] = ""
    seen: Annotated[Text, Doc("Date of the numbers, such as `2026-10-04`.")] = ""
    id: Annotated[str, kinds.Written.AS_KEY] = ""

    def find_product(self, form: Form, *, part: str = "") -> Product | None:
        """Return the nearest product of the same shape; None if any form is possible.

        Raises LayoutError with the nearest sizes if none is near enough.
        """
        short, long = sorted((form.width, form.height))
        far = {
            id: max(abs(min(one.trim) - short), abs(max(one.trim) - long)) / 2
            for id, one in self.products.items()
            if one.outline == form.outline
        }
        near = sorted(far, key=lambda id: far[id])
        if self.products and (not near or far[near[0]] > NEAR):
            sizes = ["{} ({:g} x {:g} mm)".format(id, *self.products[id].trim) for id in near[:3]]
            what = f"{self.name} has no product of {form.width:.4g} x {form.height:.4g} mm ({form.outline})"
            hint = f"the nearest are {', '.join(sizes)}" if sizes else "none has this shape"
            raise LayoutError(part, f"{what}; {hint}", over_mm=0.0)
        return self.products[near[0]] if near else None


DESTINATIONS = Annotated[Mapping[Id, Destination], Length(1), Doc("Destinations by id.")]
