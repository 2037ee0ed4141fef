"""The room that elements are drawn in: a piece with its bleed, or a cell of what is repeated."""

from dataclasses import dataclass

from generator.layout.shapes.curves import box_outline
from generator.layout.shapes.outlines import distance_to_cut
from generator.model.pieces import Form
from generator.model.rectangles import Rectangle
from generator.model.template import Box
from generator.scene.shapes import Path

_NEAR = 0.01


@dataclass(frozen=True, slots=True)
class Room:
    """From (0, 0) to (width, height), and the bleed around it."""

    width: float
    height: float
    bleed: float | None = None
    """None: only elements that bleed are cut off at the edges, as in a cell or a place of a board."""
    form: Form | None = None
    """Of the piece, where it is cut along something else than the room's edges."""

    @property
    def whole(self) -> Rectangle:
        """Out to the bleed."""
        return Rectangle(0.0, 0.0, self.width, self.height).grown(self.bleed or 0.0)

    def edges(self, box: Box) -> Rectangle:
        left, top = box.left.within(self.width), box.top.within(self.height)
        width, height = box.width.within(self.width), box.height.within(self.height)
        return Rectangle(left, top, left + width, top + height)

    def bled(self, edges: Rectangle) -> Rectangle:
        """With the edges that lie on the trim, or beyond, moved out to the bleed at least."""
        left, top, right, bottom = edges
        before, above, after, below = self.whole
        return Rectangle(
            min(left, before) if left < _NEAR else left,
            min(top, above) if top < _NEAR else top,
            max(right, after) if right > self.width - _NEAR else right,
            max(bottom, below) if bottom > self.height - _NEAR else bottom,
        )

    def beyond_safe(self, edges: Rectangle) -> float:
        """By how much something reaches out of the safe zone of a piece that is round or has six sides."""
        if self.form is None:
            return 0.0
        left, top, right, bottom = edges
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        return self.form.safe - min(distance_to_cut(self.form, x, y) for x, y in corners)

    def overhang(self, reach: Rectangle) -> float:
        """Return how far an element that reaches so far is drawn outside of the bleed; 0: not at all."""
        return reach.beyond(self.whole)

    def cut(self, reach: Rectangle, *, bleeds: bool) -> Path | None:
        """Return the clip of an element that is drawn as far as `reach`; None where nothing is cut off."""
        if self.overhang(reach) < _NEAR or (self.bleed is None and not bleeds):
            return None
        return Path(box_outline(self.whole))
