"""Components to be cut out: the outline of each form, its fold lines, and the space it needs.

The origin is the top left corner of the box around the cut.
"""

from collections.abc import Callable
from functools import cache
from math import cos, radians, sin, sqrt
from typing import TypeAlias

from generator.layout.shapes.curves import ellipse, polygon, rounded_rectangle
from generator.layout.shapes.nets import Face, find_net
from generator.layout.shapes.polygons import grow_outline, measure_distance
from generator.model.geometry import Point, Rectangle, place_cells
from generator.model.pieces import Form
from generator.model.values import dataclass
from generator.scene.shapes import IDENTITY, Segment, Shape, move_segments, translation
from generator.scene.svg_outline import Part, contains, cut_up, parse_outline, split_outline

_POINTED = ((0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25))
_FLAT = ((0.0, 0.5), (0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0))

Draw: TypeAlias = Callable[[], tuple[Shape, ...]]
"""Draws one side of a component."""


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


def footprint(form: Form) -> Rectangle:
    """Return the box around the cut: of a net, around all faces and tabs."""
    net = find_net(form) if form.is_net else form
    return Rectangle(0.0, 0.0, net.width, net.height)


def list_faces(form: Form) -> tuple[Face, ...]:
    """Return the positions of the templates of a form: several on nets."""
    return find_net(form).faces if form.is_net else (Face(footprint(form)),)


def cut_outline(form: Form, *, beyond: float = 0.0) -> tuple[Segment, ...]:
    """Return the cut line; `beyond` moves it outwards, except that of a net."""
    if form.is_net:
        return find_net(form).cut
    if form.outline == "path":
        mirrored = (-1.0, 0.0, 0.0, 1.0, form.width, 0.0)
        outline = parse_outline(form.path, transform=mirrored if form.is_back else IDENTITY)
        # Art continues in the holes.
        return grow_outline(split_outline(outline)[0], beyond) if beyond else outline
    box = Rectangle(0.0, 0.0, form.width, form.height).grown(beyond)
    if form.outline == "hexagon":
        further = beyond * (2 / sqrt(3) - 1)
        x, y = (0.0, further) if box.height >= box.width else (further, 0.0)
        box = Rectangle(box.left - x, box.top - y, box.right + x, box.bottom + y)
    shape = {"round": "ellipse", "hexagon": "hexagon"}.get(form.outline, "rectangle")
    return shape_outline(shape, box, form.corner + beyond if form.corner else 0.0)


def distance_to_cut(form: Form, x: float, y: float) -> float:
    """Return the distance from a point inside to the cut line; negative outside."""
    parts = _cut_up_outline(form)
    distance = min(measure_distance(part, (x, y)) for part in parts)
    return distance if contains(parts, (x, y)) else -distance


@cache
def _cut_up_outline(form: Form) -> tuple[Part, ...]:
    return tuple(cut_up(cut_outline(form)))


def fold_lines(form: Form) -> tuple[Segment, ...]:
    """Return the lines along which a net is folded; empty for flat forms."""
    return find_net(form).folds if form.is_net else ()


def shape_outline(shape: str, box: Rectangle, corner: float = 0.0) -> tuple[Segment, ...]:
    """Return the outline of a shape in a box; raises ValueError for invalid path data."""
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
        case "cross":
            shape = ".X./XXX/.X."
    if shape.lstrip()[0] in "Mm":
        return move_segments(translation(left, top), parse_outline(shape))
    if "X" in shape:
        return tuple(segment for corners in place_cells(shape, box) for segment in polygon(corners))
    return rounded_rectangle(left, top, box.width, box.height, corner)


def find_corners(shape: str, box: Rectangle, count: int) -> list[Point]:
    """Return the corners of a shape, clockwise from the top; of an ellipse, points at the same distance."""
    if shape == "ellipse":
        return [find_point(box, 360 * index / count) for index in range(count)]
    ends = (segment[-2:] for segment in shape_outline(shape, box) if segment[0] != "Z")
    return [*dict.fromkeys(ends)]


def find_point(box: Rectangle, angle: float, share: float = 1.0) -> Point:
    """Return the point of the ellipse in a box, or of a smaller one, clockwise from the top."""
    (x, y), across, down = box.middle, box.width / 2 * share, box.height / 2 * share
    return x + across * sin(radians(angle)), y - down * cos(radians(angle))
