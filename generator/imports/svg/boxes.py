"""Boxes of drawings in mm on the card, which may be turned around their middles."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.imports.draft import format_number
from generator.imports.tidying import cut_to_card, may_overlap
from generator.model.geometry import Point
from generator.scene.shapes import Transform

_TINY = 0.01
_LEAST = 0.5
"""Smallest side of a box in mm."""


@dataclass(frozen=True, slots=True)
class TurnedBox:
    """A box in mm, and the angle in degrees by which it is turned clockwise around its middle."""

    left: float
    top: float
    width: float
    height: float
    angle: float = 0.0

    def list_lengths(self) -> list[str]:
        """Return its sides as they are written; what it holds fits after rounding, too."""
        return [format_number(side) for side in (self.left, self.top, self.width, self.height + 0.005)]

    @property
    def bounds(self) -> Sequence[float]:
        """Left, top, width, and height of a box around it."""
        turn = math.radians(self.angle)
        wide = abs(self.width * math.cos(turn)) + abs(self.height * math.sin(turn))
        high = abs(self.width * math.sin(turn)) + abs(self.height * math.cos(turn))
        x, y = self.left + self.width / 2, self.top + self.height / 2
        return (x - wide / 2, y - high / 2, wide, high)

    def may_overlap(self, other: "TurnedBox | None") -> bool:
        """Return True if the boxes around both overlap; a box that is not known may be anywhere."""
        return may_overlap(self.bounds, other.bounds if other else None, least=_TINY)

    def leaves(self, width: float, height: float) -> bool:
        """Return True if it is partly beyond a card of this size."""
        left, top, wide, high = self.bounds
        return min(left, top) < -_TINY or left + wide > width + _TINY or top + high > height + _TINY

    def is_beyond(self, width: float, height: float) -> bool:
        """Return True if nothing of it is on a card of this size."""
        left, top, wide, high = self.bounds
        return left >= width or top >= height or left + wide <= 0 or top + high <= 0

    def find_inner(self, transform: Transform, point: Point, scale: float) -> Point:
        """Return a point before a transform as one in this box, from its top left corner."""
        a, b, c, d, e, f = transform
        x = (a * point[0] + c * point[1] + e) * scale - (self.left + self.width / 2)
        y = (b * point[0] + d * point[1] + f) * scale - (self.top + self.height / 2)
        turn = math.radians(-self.angle)
        across = x * math.cos(turn) - y * math.sin(turn)
        down = x * math.sin(turn) + y * math.cos(turn)
        return across + self.width / 2, down + self.height / 2

    def cut_top(self, distance: float) -> "TurnedBox":
        """Return the box whose top is further down, or up if the distance is negative."""
        turn = math.radians(self.angle)
        height = max(self.height - distance, _LEAST)
        taken = self.height - height
        # The middle moves down along the turned side.
        x = self.left + self.width / 2 - math.sin(turn) * taken / 2
        y = self.top + self.height / 2 + math.cos(turn) * taken / 2
        return replace(self, left=x - self.width / 2, top=y - height / 2, height=height)

    def fit(self, width: float, height: float, *, is_centred: bool) -> "TurnedBox":
        """Return the box cut at the edges of a card, around the same middle if its text is centred."""
        x, y, wide, high = self.bounds
        if self.angle % 90:
            return self
        is_lying = self.angle % 180 == 90
        left, across = _cut(x, wide, width, is_centred=is_centred and not is_lying)
        top, down = _cut(y, high, height, is_centred=is_centred and is_lying)
        if is_lying:
            left, top = left + (across - down) / 2, top + (down - across) / 2
            across, down = down, across
        return TurnedBox(left, top, across, down, self.angle)


def turn_box(box: tuple[float, float, float, float], transform: Transform, scale: float) -> TurnedBox:
    """Return a rectangle of a drawing after its transform, in mm: `scale` is that of a unit."""
    left, top, width, height = box
    a, b, c, d, e, f = transform
    x, y = left + width / 2, top + height / 2
    middle = (a * x + c * y + e) * scale, (b * x + d * y + f) * scale
    wide, high = math.hypot(a, b) * width * scale, math.hypot(c, d) * height * scale
    angle = round(math.degrees(math.atan2(b, a)), 2) % 360
    return TurnedBox(middle[0] - wide / 2, middle[1] - high / 2, wide, high, angle)


def _cut(start: float, size: float, side: float, *, is_centred: bool) -> tuple[float, float]:
    """Return a part of a side within the card; what is beyond the card is moved to its edge."""
    begin, rest = cut_to_card(start, size, side, is_centred=is_centred)
    if rest >= min(size, _LEAST):
        return begin, rest
    left = min(size, side, _LEAST)
    return min(max(start, 0.0), side - left), left
