"""A side of a sheet of paper: what a printer reaches, where the margin line runs, how it is turned over."""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from generator.model.rectangles import Rectangle
from generator.model.style import Paper
from generator.scene.shapes import Transform

Edge: TypeAlias = Literal["left", "top", "right", "bottom"]

Flip: TypeAlias = Literal["book", "calendar"]
"""How a sheet is turned over: as a page of a book (left becomes right) or of a wall calendar (top
becomes bottom)."""

STRIP = 3.6
"""Height of the margin line, with the space that keeps it clear of the things."""
FOLD_GAP = 1.5
"""Between the fold line and the nearest thing."""

_MIRRORED: dict[tuple[Flip, Edge], Edge] = {
    ("book", "left"): "right",
    ("book", "right"): "left",
    ("calendar", "top"): "bottom",
    ("calendar", "bottom"): "top",
}


@dataclass(frozen=True, slots=True)
class Frame:
    """One side of a sheet, lying as it is laid out."""

    page: Paper
    strip: Edge = "bottom"
    """The edge along which the margin line runs."""
    fold: Flip | None = None
    """Fronts and backs share this side, and the sheet is folded in the middle."""
    beyond: bool = False
    """This frame is the half beyond the fold, where the backs are."""

    @property
    def printable(self) -> Rectangle:
        """What home printers reach."""
        page, margin = self.page, self.page.margin
        return Rectangle(0.0, 0.0, page.width, page.height).grown(-margin)

    @property
    def strip_box(self) -> Rectangle:
        """Kept for the margin line, along the whole edge."""
        box = self.printable
        match self.strip:
            case "bottom":
                return box._replace(top=box.bottom - STRIP)
            case "top":
                return box._replace(bottom=box.top + STRIP)
            case "left":
                return box._replace(right=box.left + STRIP)
            case _:
                return box._replace(left=box.right - STRIP)

    @property
    def free(self) -> Rectangle:
        """Where marks may stand: printable, beside the margin line, on this half of a folded sheet."""
        return self._half(self._beside_strip)

    @property
    def bounds(self) -> Rectangle:
        """How far art may go: so that it is as free on the other side of the sheet, or beyond its fold."""
        box = self._beside_strip
        if self.fold is None:
            return box
        behind = flip_box(box, self.page, self.fold)
        return self._half(
            Rectangle(
                max(box.left, behind.left),
                max(box.top, behind.top),
                min(box.right, behind.right),
                min(box.bottom, behind.bottom),
            )
        )

    def _half(self, box: Rectangle) -> Rectangle:
        if self.fold == "book":
            middle = self.page.width / 2
            return box._replace(left=middle) if self.beyond else box._replace(right=middle)
        if self.fold == "calendar":
            middle = self.page.height / 2
            return box._replace(top=middle) if self.beyond else box._replace(bottom=middle)
        return box

    @property
    def _beside_strip(self) -> Rectangle:
        left, top, right, bottom = self.printable
        by = {self.strip: STRIP}
        return Rectangle(
            left + by.get("left", 0.0),
            top + by.get("top", 0.0),
            right - by.get("right", 0.0),
            bottom - by.get("bottom", 0.0),
        )

    @property
    def area(self) -> Rectangle:
        """Where things may stand: not quite as far as the fold."""
        left, top, right, bottom = box = self.bounds
        if self.fold is None:
            return box
        before, after = (FOLD_GAP, 0.0) if self.beyond else (0.0, FOLD_GAP)
        if self.fold == "book":
            return Rectangle(left + before, top, right - after, bottom)
        return Rectangle(left, top + before, right, bottom - after)

    @property
    def middle(self) -> tuple[float, float]:
        """Where the things' middle should lie: the page's own or, folded, that of the half."""
        x, y = self.page.width / 2, self.page.height / 2
        side = 1.5 if self.beyond else 0.5
        if self.fold == "book":
            return (x * side, y)
        return (x, y * side) if self.fold == "calendar" else (x, y)

    def mirrored(self, flip: Flip) -> "Frame":
        """The same sheet from behind; a folded one: its other half, with the margin line where it was."""
        if self.fold is not None:
            return replace(self, beyond=not self.beyond)
        return replace(self, strip=_MIRRORED.get((flip, self.strip), self.strip))


def find_flip(edge: Literal["long", "short"], page: Paper) -> Flip:
    """What turning a sheet over an edge does; the long edges of a landscape page lie above and below."""
    upright_page = page.height >= page.width
    return "book" if (edge == "long") == upright_page else "calendar"


def flip_box(box: Rectangle, page: Paper, flip: Flip) -> Rectangle:
    """Where a box lies when the sheet is seen from behind."""
    left, top, right, bottom = box
    if flip == "book":
        return Rectangle(page.width - right, top, page.width - left, bottom)
    return Rectangle(left, page.height - bottom, right, page.height - top)


def flip_transform(page: Paper, flip: Flip) -> Transform:
    """The same for points; it mirrors."""
    return (-1, 0, 0, 1, page.width, 0) if flip == "book" else (1, 0, 0, -1, 0, page.height)
