"""Components to be cut out: the outline of each form, its fold lines, and the space it needs.

The origin is the top left corner of the box around the cut. Nets of standees and cubes are cut in one piece
with their tabs, which are folded and glued.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, sqrt
from typing import Literal, TypeAlias

from generator.layout.shapes.curves import ellipse, line, polygon, rounded_rectangle
from generator.model.boxes import Shaped
from generator.model.pieces import Form
from generator.model.rectangles import Point, Rectangle
from generator.scene.shapes import Segment, Shape

_FOOT = 0.3
"""Depth of a standee's foot as a share of its height, up to _DEEPEST_FOOT."""
_DEEPEST_FOOT = 9.0
_TAB = 0.32
"""Depth of the tabs of a cube as a share of its edge."""
_SLANT = 0.55
"""Inset of the ends of a tab as a share of its depth."""

_POINTED = ((0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25))
_FLAT = ((0.0, 0.5), (0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0))

Draw: TypeAlias = Callable[[], tuple[Shape, ...]]
"""Draws one side of a component."""
Side: TypeAlias = Literal["front", "back"]


@dataclass(frozen=True, slots=True)
class Component:
    """A component, with front and back as they are seen: the origin is the top left of its `footprint`.

    Shapes may extend to the bleed of the form. A list has the same object once for each copy. A side is drawn
    when its sheet is, so that thousands of cards need no memory.
    """

    id: str
    form: Form
    draw_front: Draw
    draw_back: Draw | None = None
    """None: the back is empty."""

    @property
    def front(self) -> tuple[Shape, ...]:
        """The shapes of the front, drawn now."""
        return self.draw_front()

    @property
    def back(self) -> tuple[Shape, ...]:
        """The shapes of the back, drawn now."""
        return self.draw_back() if self.draw_back else ()

    def draw(self, side: Side) -> tuple[Shape, ...]:
        """Return the shapes of a side, drawn now."""
        return self.front if side == "front" else self.back


@dataclass(frozen=True, slots=True)
class Face:
    """The position of a template: the top left corner of its box, before a rotation by 180 degrees."""

    x: float
    y: float
    turned: bool = False
    is_back: bool = False
    number: int = 0
    """Number of a cube's face, as on a die: opposite faces add up to 7. 0: not on a cube."""


def footprint(form: Form) -> Rectangle:
    """Return the box around the cut: of a net, around all faces and tabs."""
    width, height = form.width, form.height
    if form.outline == "standee":
        height = 2 * height + 2 * _foot(form)
    if form.outline == "cube":
        tab = _TAB * width
        width, height = 4 * width + tab, height + 2 * width + 2 * tab
    return Rectangle(0.0, 0.0, width, height)


def list_faces(form: Form) -> tuple[Face, ...]:
    """Return the positions of the templates of a form: several on nets."""
    width, height = form.width, form.height
    if form.outline == "standee":
        top = _foot(form)
        return (Face(0.0, top + height), Face(0.0, top, turned=True, is_back=True))
    if form.outline == "cube":
        top = _TAB * width + width
        row = tuple(Face(index * width, top, number=number) for index, number in enumerate((1, 2, 6, 5)))
        return (*row, Face(width, top - width, number=3), Face(width, top + height, number=4))
    return (Face(0.0, 0.0),)


def cut_outline(form: Form, *, beyond: float = 0.0) -> tuple[Segment, ...]:
    """Return the cut line; `beyond` moves it outwards, if there are no tabs."""
    if form.outline == "standee":
        return _standee(form)
    if form.outline == "cube":
        return _cube(form)
    box = Rectangle(0.0, 0.0, form.width, form.height).grown(beyond)
    if form.outline == "hexagon":
        further = beyond * (2 / sqrt(3) - 1)
        x, y = (0.0, further) if box.height >= box.width else (further, 0.0)
        box = Rectangle(box.left - x, box.top - y, box.right + x, box.bottom + y)
    shape: Shaped = "ellipse" if form.outline == "round" else form.outline
    return shape_outline(shape, box, form.corner + beyond if form.corner else 0.0)


def distance_to_cut(form: Form, x: float, y: float) -> float:
    """Return the distance from a point inside to the cut line; negative outside, approximate on ellipses."""
    across, down = form.width / 2, form.height / 2
    dx, dy = abs(x - across), abs(y - down)
    if form.outline == "round":
        reach = hypot(dx / across, dy / down)
        if reach == 0:
            return min(across, down)
        return (1 - reach) * reach / hypot(dx / across**2, dy / down**2)
    if form.outline == "hexagon":
        if form.height < form.width:
            across, down, dx, dy = down, across, dy, dx
        # The slanted edge from the point (0, down) to (across, down / 2).
        slanted = (across * down - dx * down / 2 - dy * across) / hypot(across, down / 2)
        return min(across - dx, slanted)
    return min(across - dx, down - dy)


def fold_lines(form: Form) -> tuple[Segment, ...]:
    """Return the lines along which a net is folded; empty for flat forms."""
    width, height = form.width, form.height
    if form.outline == "standee":
        foot = _foot(form)
        levels = (foot, foot + height, foot + 2 * height)
        return tuple(segment for y in levels for segment in line(0, y, width, y))
    if form.outline != "cube":
        return ()
    top = _TAB * width + width
    bottom = top + height
    folds = [line(index * width, top, index * width, bottom) for index in range(1, 5)]
    folds += [line(width, top, 2 * width, top), line(width, bottom, 2 * width, bottom)]
    for y1, y2 in ((top - width, top), (bottom, bottom + width)):
        folds += [line(width, y1, width, y2), line(2 * width, y1, 2 * width, y2)]
    folds += [line(width, y, 2 * width, y) for y in (top - width, bottom + width)]
    return tuple(segment for fold in folds for segment in fold)


def shape_outline(shape: Shaped, box: Rectangle, corner: float = 0.0) -> tuple[Segment, ...]:
    """Return the outline of a shape in a box."""
    left, top, right, bottom = box
    match shape:
        case "ellipse":
            return ellipse(left, top, box.width, box.height)
        case "hexagon":
            # With a point at the top if it is at least as high as wide.
            corners = _POINTED if box.height >= box.width else _FLAT
            return polygon([(left + x * box.width, top + y * box.height) for x, y in corners])
        case "diamond":
            x, y = left + box.width / 2, top + box.height / 2
            return polygon([(x, top), (right, y), (x, bottom), (left, y)])
    return rounded_rectangle(left, top, box.width, box.height, corner)


def _foot(form: Form) -> float:
    return min(_FOOT * form.height, _DEEPEST_FOOT)


def _standee(form: Form) -> tuple[Segment, ...]:
    """Return a strip with narrower ends, which show how they are folded."""
    width, foot = form.width, _foot(form)
    bottom = 2 * form.height + 2 * foot
    lean = min(foot * _SLANT, width / 4)
    half = [(lean, 0.0), (width - lean, 0.0), (width, foot), (width, bottom - foot)]
    return polygon([*half, *((width - x, bottom - y) for x, y in half)])


def _cube(form: Form) -> tuple[Segment, ...]:
    """Return four faces in a row, with lid and floor at the second, and tabs on seven edges."""
    edge, tab = form.width, _TAB * form.width
    top = tab + edge
    bottom = top + form.height
    floor = bottom + edge
    lid = _add_tabs(tab, (edge, top), (edge, tab), (2 * edge, tab), (2 * edge, top))
    side = _add_tabs(tab, (4 * edge, top), (4 * edge, bottom))
    base = _add_tabs(tab, (2 * edge, bottom), (2 * edge, floor), (edge, floor), (edge, bottom))
    return polygon([(0.0, top), *lid, *side, *base, (0.0, bottom)])


def _add_tabs(tab: float, *corners: Point) -> Iterator[Point]:
    """Yield the corners of a clockwise outline with a tab on each edge, which is horizontal or vertical."""
    lean = tab * _SLANT
    for (x1, y1), (x2, y2) in pairwise(corners):
        across, down = ((to > start) - (to < start) for start, to in ((x1, x2), (y1, y2)))
        yield x1, y1
        yield x1 + across * lean + down * tab, y1 + down * lean - across * tab
        yield x2 - across * lean + down * tab, y2 - down * lean - across * tab
    yield corners[-1]
