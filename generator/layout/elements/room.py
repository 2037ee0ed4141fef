"""The room that elements are drawn in: a piece with its bleed, or a cell of what is repeated."""

from dataclasses import dataclass
from typing import TypeAlias

from generator.layout.shapes.curves import rectangle
from generator.layout.shapes.outlines import distance_to_cut
from generator.model.pieces import Form
from generator.model.template import Box
from generator.scene.shapes import Path

Edges: TypeAlias = tuple[float, float, float, float]
"""(left, top, right, bottom) in mm."""

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
    def whole(self) -> Edges:
        """Out to the bleed."""
        bleed = self.bleed or 0.0
        return (-bleed, -bleed, self.width + bleed, self.height + bleed)

    def edges(self, box: Box) -> Edges:
        left, top = box.left.within(self.width), box.top.within(self.height)
        return left, top, left + box.width.within(self.width), top + box.height.within(self.height)

    def bled(self, edges: Edges) -> Edges:
        """With the edges that lie on the trim, or beyond, moved out to the bleed at least."""
        left, top, right, bottom = edges
        before, above, after, below = self.whole
        return (
            min(left, before) if left < _NEAR else left,
            min(top, above) if top < _NEAR else top,
            max(right, after) if right > self.width - _NEAR else right,
            max(bottom, below) if bottom > self.height - _NEAR else bottom,
        )

    def beyond_safe(self, edges: Edges) -> float:
        """By how much something reaches out of the safe zone of a piece that is round or has six sides."""
        if self.form is None:
            return 0.0
        left, top, right, bottom = edges
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        return self.form.safe - min(distance_to_cut(self.form, x, y) for x, y in corners)

    def overhang(self, reach: Edges) -> float:
        """By how much an element that reaches so far is drawn outside of the bleed; 0: not at all."""
        left, top, right, bottom = self.whole
        return max(left - reach[0], top - reach[1], reach[2] - right, reach[3] - bottom, 0.0)

    def cut(self, reach: Edges, *, bleeds: bool) -> Path | None:
        """The clip of an element that is drawn as far as `reach`; None where nothing is to be cut off."""
        if self.overhang(reach) < _NEAR or (self.bleed is None and not bleeds):
            return None
        left, top, right, bottom = self.whole
        return Path(rectangle(left, top, right - left, bottom - top))


def grow(edges: Edges, by: float) -> Edges:
    """Edges moved outwards on all sides."""
    left, top, right, bottom = edges
    return left - by, top - by, right + by, bottom + by
