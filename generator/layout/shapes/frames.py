"""The frame of a page: which parts of a side of paper are for components, marks, or the margin line."""

from typing import Literal, TypeAlias

from generator.model.geometry import Rectangle
from generator.model.printing.printing import RegistrationMarks
from generator.model.style import Paper
from generator.model.values import dataclass, replace
from generator.scene.shapes import Transform

FrameEdge: TypeAlias = Literal["left", "top", "right", "bottom"]

Flip: TypeAlias = Literal["book", "calendar"]
"""How a sheet is turned over: like a page of a book (left becomes right) or of a wall calendar (top becomes
bottom)."""

STRIP = 3.6
"""Height of the margin line, with the gap above it."""
FOLD_GAP = 1.5
"""Distance between the fold line and the nearest component."""

_OPPOSITE: dict[FrameEdge, FrameEdge] = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
_TURNED: dict[Flip, tuple[FrameEdge, FrameEdge]] = {"book": ("left", "right"), "calendar": ("top", "bottom")}
"""Edges that change places when a sheet is turned over."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One side of a sheet, as it is laid out."""

    page: Paper
    strip: FrameEdge | None = "bottom"
    """The edge with the margin line; None: there is none."""
    fold: Flip | None = None
    """How the sheet is folded in the middle, if fronts and backs share this side."""
    beyond: bool = False
    """True for the half of a folded sheet that has the backs."""
    marks: RegistrationMarks | None = None
    """Marks for a cutting machine, which cuts only between them."""

    @property
    def _sheet(self) -> Rectangle:
        return Rectangle(0.0, 0.0, self.page.width, self.page.height)

    @property
    def printable(self) -> Rectangle:
        """The area that home printers reach."""
        return self._sheet.grown(-self.page.margin)

    @property
    def strip_box(self) -> Rectangle:
        """The box of the margin line, along the complete edge."""
        assert self.strip is not None
        return self.printable._replace(**{_OPPOSITE[self.strip]: getattr(self._beside_strip, self.strip)})

    @property
    def free(self) -> Rectangle:
        """The box for marks: printable, beside the margin line, on this half of a folded sheet."""
        return self._half(self._beside_strip)

    @property
    def bounds(self) -> Rectangle:
        """The box for art: also free on the other side of the sheet, or beyond its fold."""
        box = self._beside_strip
        if self.fold is None:
            return box
        behind = flip_box(box, self.page, self.fold)
        return self._half(box.limited(behind))

    def _half(self, box: Rectangle, gap: float = 0.0) -> Rectangle:
        """Return the part of a box on this half of a folded sheet, with a gap along the fold."""
        if self.fold is None:
            return box
        length = self.page.width if self.fold == "book" else self.page.height
        edge = _TURNED[self.fold][0 if self.beyond else 1]
        return box._replace(**{edge: length / 2 + (gap if self.beyond else -gap)})

    @property
    def _beside_strip(self) -> Rectangle:
        inwards = STRIP if self.strip in ("left", "top") else -STRIP
        box = self.printable
        if self.strip is None:
            return box
        return box._replace(**{self.strip: getattr(box, self.strip) + inwards})

    @property
    def area(self) -> Rectangle:
        """The box for components: bounds with a gap along the fold.

        Between registration marks, it is in the middle of the page, so that a machine needs no other place.
        """
        if self.marks is None:
            return self._half(self.bounds, FOLD_GAP)
        return self._sheet.grown(-max(self.marks.inset, self._sheet.beyond(self.bounds)))

    @property
    def zones(self) -> tuple[Rectangle, ...]:
        """The corners of the page that are reserved for registration marks."""
        side = self.marks.zone if self.marks else 0.0
        lefts = {"left": 0.0, "right": self.page.width - side}
        tops = {"top": 0.0, "bottom": self.page.height - side}
        corners = (corner.split("_") for corner in self.marks.corners) if self.marks else ()
        return tuple(Rectangle(0.0, 0.0, side, side).moved(lefts[x], tops[y]) for y, x in corners)

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the page or, if it is folded, of this half."""
        x, y = self.page.width / 2, self.page.height / 2
        side = 1.5 if self.beyond else 0.5
        return (x * side if self.fold == "book" else x), (y * side if self.fold == "calendar" else y)

    def mirrored(self, flip: Flip) -> "Frame":
        """Return the other side of the sheet; of a folded one, its other half with the same margin line."""
        if self.fold is not None:
            return replace(self, beyond=not self.beyond)
        if self.strip is None or self.strip not in _TURNED[flip]:
            return self
        return replace(self, strip=_OPPOSITE[self.strip])


def choose_edge_flip(edge: Literal["long", "short"], page: Paper) -> Flip:
    """Return how a sheet is turned over an edge; the long edges of a landscape page are top and bottom."""
    upright_page = page.height >= page.width
    return "book" if (edge == "long") == upright_page else "calendar"


def flip_box(box: Rectangle, page: Paper, flip: Flip) -> Rectangle:
    """Return a box as it is on the other side of the sheet."""
    left, top, right, bottom = box
    if flip == "book":
        return Rectangle(page.width - right, top, page.width - left, bottom)
    return Rectangle(left, page.height - bottom, right, page.height - top)


def flip_transform(page: Paper, flip: Flip) -> Transform:
    """Return the transform of `flip_box`, which mirrors."""
    return (-1, 0, 0, 1, page.width, 0) if flip == "book" else (1, 0, 0, -1, 0, page.height)
