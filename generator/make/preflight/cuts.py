"""Where a service cuts a card, and which margin it asks for inside of the cut."""

from itertools import pairwise
from math import hypot

from generator.layout.shapes.outlines import cut_outline, distance_to_cut
from generator.model.destinations import Product
from generator.model.geometry import Point, Rectangle
from generator.model.pieces import Form, Outline
from generator.model.values import dataclass
from generator.scene.shapes import Page
from generator.scene.svg_outline import cut_up

_SIDES = ("top", "right", "bottom", "left")
_AROUND = 16
"""Number of points at which the cut of a round card is looked at."""


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a cut, or of the picture around it, as points clockwise."""

    name: str
    """`top`, `right`, `bottom`, or `left`; empty for all sides of other shapes than rectangles."""
    points: tuple[Point, ...]

    @property
    def parts(self) -> list[tuple[Point, Point]]:
        """The straight parts of the side."""
        return [*pairwise(self.points)]


@dataclass(frozen=True, slots=True)
class Cut:
    """The shape that is cut out of a page, and how much of the page is around it."""

    box: Rectangle
    """The box around the cut, on the page."""
    page: Rectangle
    outline: Outline
    safe: float
    """Margin inside the cut that words avoid."""

    def measure(self, x: float, y: float) -> float:
        """Return how far inside of the cut a point is; negative outside."""
        if self.outline == "rectangle":
            left, top, right, bottom = self.box
            return min(x - left, y - top, right - x, bottom - y)
        return distance_to_cut(self._form, x - self.box.left, y - self.box.top)

    def list_sides(self, by: float) -> list[Side]:
        """Return the sides of the cut, moved outwards."""
        left, top, right, bottom = self.box.grown(by)
        if self.outline == "rectangle":
            corners = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
            return [Side(name, ends) for name, ends in zip(_SIDES, pairwise(corners), strict=True)]
        parts = [*cut_up(cut_outline(self._form, beyond=by))]
        x, y = self.box.left, self.box.top
        points = [(one[0] + x, one[1] + y) for part in parts[:1] for one in part]
        points += [(end[0] + x, end[1] + y) for _, end in parts[1:]]
        return [Side("", tuple(points))]

    @property
    def bleed(self) -> float:
        """Width of the page around the cut, at its narrowest side."""
        edges = zip(self.box, self.page, strict=True)
        return min(abs(edge - end) for edge, end in edges)

    @property
    def _form(self) -> Form:
        return Form(self.box.width, self.box.height, self.outline)


def find_cut(page: Page, trim: Rectangle, product: Product) -> Cut:
    """Return where a service cuts a page: in its middle; the card, cut at `trim`, may differ a little."""
    whole = Rectangle(0.0, 0.0, page.width, page.height)
    width, height = sorted(product.trim or (trim.width, trim.height))
    if page.width > page.height:
        width, height = height, width
    x, y = whole.middle
    box = Rectangle(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    return Cut(box, whole, product.outline, product.safe)


def list_normals(side: Side, depth: float) -> list[tuple[Point, Point]]:
    """Return lines that run from some points of a side straight into the card."""
    lengths = [hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in side.parts]
    # Not at the corners of a rectangle, which may be round.
    shares = (0.15, 0.3, 0.5, 0.7, 0.85) if side.name else tuple(index / _AROUND for index in range(_AROUND))
    lines = []
    for share in shares:
        place = share * sum(lengths)
        for ((x1, y1), (x2, y2)), length in zip(side.parts, lengths, strict=True):
            if place <= length:
                across, down = (x2 - x1) / length, (y2 - y1) / length
                x, y = x1 + across * place, y1 + down * place
                lines.append(((x, y), (x - down * depth, y + across * depth)))
                break
            place -= length
    return lines
