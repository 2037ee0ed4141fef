"""Positions of the places that a page shows."""

from collections.abc import Iterator
from typing import NamedTuple

from generator.model.geometry import Rectangle
from generator.scene.shapes import Group, Page
from generator.scene.transforms import move_point
from generator.scene.walk import walk


class Spot(NamedTuple):
    """A place and its box on the page, in mm from the top left corner."""

    area: str
    place: str
    box: Rectangle


def list_spots(page: Page) -> Iterator[Spot]:
    """Yield the places of a page, from back to front; those inside of others come after them."""
    for placed in walk(page.shapes):
        if isinstance(placed.shape, Group) and (region := placed.shape.region):
            left, top, right, bottom = region.box
            corners = [move_point(placed.transform, x, y) for x in (left, right) for y in (top, bottom)]
            yield Spot(region.area, region.place, Rectangle.around(corners))
