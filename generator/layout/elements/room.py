"""The room that elements are drawn in: a piece with its bleed, or a cell of what is repeated."""

from dataclasses import dataclass

from generator.layout.shapes.outlines import distance_to_cut
from generator.model.pieces import Form
from generator.model.rectangles import Rectangle
from generator.model.template import Box

_NEAR = 0.01


@dataclass(frozen=True, slots=True)
class Room:
    """From (0, 0) to (width, height), and so much around it that may be drawn on."""

    width: float
    height: float
    bleed: float = 0.0
    form: Form | None = None
    """Of the piece, where it is cut along something else than the room's edges."""

    @property
    def whole(self) -> Rectangle:
        """Out to the bleed."""
        return Rectangle(0.0, 0.0, self.width, self.height).grown(self.bleed)

    def edges(self, box: Box) -> Rectangle:
        left, top = box.left.within(self.width), box.top.within(self.height)
        width, height = box.width.within(self.width), box.height.within(self.height)
        return Rectangle(left, top, left + width, top + height)

    def bled(self, edges: Rectangle) -> Rectangle:
        """With the edges that lie on the trim, or beyond, moved out to the bleed at least."""
        left, top, right, bottom = edges
        return Rectangle(
            min(left, -self.bleed) if left < _NEAR else left,
            min(top, -self.bleed) if top < _NEAR else top,
            max(right, self.width + self.bleed) if right > self.width - _NEAR else right,
            max(bottom, self.height + self.bleed) if bottom > self.height - _NEAR else bottom,
        )

    def beyond_safe(self, edges: Rectangle) -> float:
        """By how much something reaches out of the safe zone of a piece that is round or has six sides."""
        if self.form is None:
            return 0.0
        left, top, right, bottom = edges
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        return self.form.safe - min(distance_to_cut(self.form, x, y) for x, y in corners)

    def holds(self, edges: Rectangle) -> bool:
        """Whether all of it lies inside of the bleed."""
        return edges.beyond(self.whole) <= _NEAR
