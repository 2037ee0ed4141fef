"""Outlines of components: where flat pieces, and nets of folded ones, are cut or folded.

The origin is the top left corner of the box around the cut.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import accumulate, chain, pairwise
from math import cos, radians, sin, sqrt
from typing import TypeAlias

from generator.layout.shapes import curves
from generator.model.geometry import Point, Rectangle, place_cells
from generator.model.kit import Form
from generator.model.values import dataclass
from generator.scene.shapes import IDENTITY, Segment, Shape, move_segments, translation
from generator.scene.svg_outline import StraightPart, contains, cut_up, parse_outline, split_outline

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
    net = make_net(form) if form.is_net else form
    return Rectangle(0.0, 0.0, net.width, net.height)


def cut_outline(form: Form, *, beyond: float = 0.0) -> tuple[Segment, ...]:
    """Return the cut line; `beyond` moves it outwards, except that of a net."""
    if form.is_net:
        return make_net(form).cut
    if form.outline == "path":
        mirrored = (-1.0, 0.0, 0.0, 1.0, form.width, 0.0)
        outline = parse_outline(form.path, transform=mirrored if form.is_back else IDENTITY)
        # Art continues in the holes.
        return curves.grow_outline(split_outline(outline)[0], beyond) if beyond else outline
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
    distance = min(curves.measure_distance(part, (x, y)) for part in parts)
    return distance if contains(parts, (x, y)) else -distance


@cache
def _cut_up_outline(form: Form) -> tuple[StraightPart, ...]:
    return tuple(cut_up(cut_outline(form)))


def fold_lines(form: Form) -> tuple[Segment, ...]:
    """Return the lines along which a net is folded; empty for flat forms."""
    return make_net(form).folds if form.is_net else ()


_POINTED = ((0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25))
_FLAT = ((0.0, 0.5), (0.25, 0.0), (0.75, 0.0), (1.0, 0.5), (0.75, 1.0), (0.25, 1.0))


def shape_outline(shape: str, box: Rectangle, corner: float = 0.0) -> tuple[Segment, ...]:
    """Return the outline of a shape in a box; raises ValueError for invalid path data."""
    left, top, right, bottom = box
    match shape:
        case "ellipse":
            return curves.ellipse(left, top, box.width, box.height)
        case "hexagon":
            # With a point at the top if it is at least as high as wide.
            corners = _POINTED if box.height >= box.width else _FLAT
            return curves.polygon([(left + x * box.width, top + y * box.height) for x, y in corners])
        case "diamond":
            x, y = left + box.width / 2, top + box.height / 2
            return curves.polygon([(x, top), (right, y), (x, bottom), (left, y)])
        case "cross":
            shape = ".X./XXX/.X."
    if shape.lstrip()[0] in "Mm":
        return move_segments(translation(left, top), parse_outline(shape))
    if "X" in shape:
        return tuple(segment for corners in place_cells(shape, box) for segment in curves.polygon(corners))
    return curves.rounded_rectangle(left, top, box.width, box.height, corner)


def list_corners(shape: str, box: Rectangle, count: int) -> list[Point]:
    """Return the corners of a shape, clockwise from the top; of an ellipse, points at the same distance."""
    if shape == "ellipse":
        return [place_point(box, 360 * index / count) for index in range(count)]
    ends = (segment[-2:] for segment in shape_outline(shape, box) if segment[0] != "Z")
    return [*dict.fromkeys(ends)]


def place_point(box: Rectangle, angle: float, share: float = 1.0) -> Point:
    """Return the point of the ellipse in a box, or of a smaller one, clockwise from the top."""
    (x, y), across, down = box.middle, box.width / 2 * share, box.height / 2 * share
    return x + across * sin(radians(angle)), y - down * cos(radians(angle))


@dataclass(frozen=True, slots=True)
class PieceFace:
    """The place of a template on a component."""

    box: Rectangle
    """Box before the rotation."""
    turned: bool = False
    """True if it is rotated by 180 degrees."""
    is_back: bool = False
    name: str = ""
    """Value of the field `face`: on a cube, a number as on dice, where opposite faces add up to 7."""


def list_piece_faces(form: Form) -> tuple[PieceFace, ...]:
    """Return the positions of the templates of a form: several on nets."""
    return make_net(form).faces if form.is_net else (PieceFace(footprint(form)),)


@dataclass(frozen=True, slots=True)
class Net:
    """A piece as it is cut out, tabs included, and folded to a standee, a cube, or a tuck box."""

    width: float
    height: float
    faces: tuple[PieceFace, ...]
    cut: tuple[Segment, ...]
    folds: tuple[Segment, ...]


@cache
def make_net(form: Form) -> Net:
    """Return the net of a form that is one."""
    return {"standee": _make_standee, "cube": _make_cube, "tuck_box": _make_tuck_box}[form.outline](form)


_SLANT = 0.55
"""Inset of the ends of a tab as a share of its depth."""
_FOOT, _DEEPEST_FOOT = 0.3, 9.0
"""Depth of a standee's foot as a share of its height, and the maximum in mm."""


def _make_standee(form: Form) -> Net:
    """Return a strip with narrower ends, which show how they are folded."""
    width, height = form.width, form.height
    foot = min(_FOOT * height, _DEEPEST_FOOT)
    bottom = 2 * height + 2 * foot
    lean = min(foot * _SLANT, width / 4)
    half = [(lean, 0.0), (width - lean, 0.0), (width, foot), (width, bottom - foot)]
    cut = curves.polygon([*half, *((width - x, bottom - y) for x, y in half)])
    front, back = (Rectangle(0.0, y, width, y + height) for y in (foot + height, foot))
    levels = (foot, foot + height, foot + 2 * height)
    folds = tuple(chain.from_iterable(curves.line(0, y, width, y) for y in levels))
    faces = PieceFace(front), PieceFace(back, turned=True, is_back=True)
    return Net(width, bottom, faces, cut, folds)


_TAB = 0.32
"""Depth of the tabs of a cube as a share of its edge."""


def _make_cube(form: Form) -> Net:
    """Return four faces in a row, with lid and floor at the second, and tabs on seven edges."""
    edge, tab = form.width, _TAB * form.width
    top = tab + edge
    bottom = top + form.height
    floor = bottom + edge
    lid = _add_tabs(tab, (edge, top), (edge, tab), (2 * edge, tab), (2 * edge, top))
    side = _add_tabs(tab, (4 * edge, top), (4 * edge, bottom))
    base = _add_tabs(tab, (2 * edge, bottom), (2 * edge, floor), (edge, floor), (edge, bottom))
    cut = curves.polygon([(0.0, top), *lid, *side, *base, (0.0, bottom)])
    corners = [(index * edge, top) for index in range(4)] + [(edge, tab), (edge, bottom)]
    faces = tuple(
        PieceFace(Rectangle(x, y, x + edge, y + edge), name=name)
        for (x, y), name in zip(corners, "126534", strict=True)
    )
    folds = [curves.line(index * edge, top, index * edge, bottom) for index in range(1, 5)]
    folds += [curves.line(edge, y, 2 * edge, y) for y in (top, bottom)]
    for y1, y2 in ((tab, top), (bottom, floor)):
        folds += [curves.line(x, y1, x, y2) for x in (edge, 2 * edge)]
    folds += [curves.line(edge, y, 2 * edge, y) for y in (tab, floor)]
    return Net(4 * edge + tab, floor + tab, faces, cut, tuple(chain(*folds)))


def _add_tabs(tab: float, *corners: Point) -> Iterator[Point]:
    """Yield the corners of a clockwise outline with a tab on each edge, which is horizontal or vertical."""
    lean = tab * _SLANT
    for (x1, y1), (x2, y2) in pairwise(corners):
        across, down = ((to > start) - (to < start) for start, to in ((x1, x2), (y1, y2)))
        yield x1, y1
        yield x1 + across * lean + down * tab, y1 + down * lean - across * tab
        yield x2 - across * lean + down * tab, y2 - down * lean - across * tab
    yield corners[-1]


_GLUE, _TUCK = 12.0, 15.0
"""A tuck box: width of the strip for glue, and depth of the flap that is tucked in."""
_DUST, _LEAST_DUST, _EASE, _ROUND = 0.8, 12.0, 0.5, 5.0
"""Its small flaps beside the lid and the bottom: depth as a share of that of the box, minimum depth, which
thin boxes need for glue, distance of their sides from the neighbouring folds, and radius of their corners."""
_SLIT, _THUMB = 10.0, 10.0
"""Length of the slits beside the fold of the tuck flap, which hold the lid; radius of the thumb's notch."""


def _make_tuck_box(form: Form) -> Net:
    """Return four panels in a row: left, front with the bottom, right, and back with the lid.

    The strip for glue is on the left panel and not on the back, where it would catch the cards.
    """
    wide, high, deep = form.width, form.height, form.depth
    left, right, back, end = accumulate((_GLUE + deep, wide, deep, wide))
    lid, top, bottom, floor = accumulate((_TUCK, deep, high, deep))
    dust = min(max(_DUST * deep, _LEAST_DUST), wide / 2 - _EASE)
    slit, thumb, curve = min(_SLIT, wide / 6), min(_THUMB, wide / 4), min(_TUCK / 2, wide / 4)
    middle = (left + right) / 2
    data = f"M0 {top + 3}L{_GLUE} {top}{_draw_flap(_GLUE, left, top, -dust)}"
    data += f"H{middle - thumb}A{thumb} {thumb} 0 0 0 {middle + thumb} {top}H{right}"
    # A slit is cut from the edge and back again, so that the cut line stays in one piece.
    data += f"{_draw_flap(right, back, top, -dust)}V{lid}H{back + slit}H{back + _EASE}"
    data += f"V{curve}A{curve - _EASE} {curve} 0 0 1 {back + curve} 0H{end - curve}"
    data += f"A{curve - _EASE} {curve} 0 0 1 {end - _EASE} {curve}V{lid}H{end - slit}H{end}V{bottom}H{back}"
    data += f"{_draw_flap(back, right, bottom, dust)}V{floor}H{left}V{bottom}"
    data += f"{_draw_flap(left, _GLUE, bottom, dust)}L0 {bottom - 3}Z"
    boxes = {
        "front": Rectangle(left, top, right, bottom),
        "back": Rectangle(back, top, end, bottom),
        "left": Rectangle(_GLUE, top, left, bottom),
        "right": Rectangle(right, top, back, bottom),
        "top": Rectangle(back, lid, end, top),
        "bottom": Rectangle(left, bottom, right, floor),
    }
    folds = [curves.line(x, top, x, bottom) for x in (_GLUE, left, right, back)]
    rows = (bottom, _GLUE, back), (top, _GLUE, left), (top, right, end), (lid, back + slit, end - slit)
    folds += [curves.line(start, y, stop, y) for y, start, stop in rows]
    # The lid is read from the front, to which it is folded over.
    faces = tuple(PieceFace(box, turned=name == "top", name=name) for name, box in boxes.items())
    return Net(end, max(floor, bottom + dust), faces, parse_outline(data), tuple(chain(*folds)))


def _draw_flap(start: float, end: float, fold: float, depth: float) -> str:
    """Return path data from one end of a horizontal fold around a flap with round corners to the other end.

    It is above the fold if `depth` is negative, and begins at the left then.
    """
    way, down = (1 if end > start else -1), (1 if depth > 0 else -1)
    ease = min(_EASE, abs(end - start) / 8)
    radius = min(_ROUND, abs(depth) / 2, abs(end - start) / 2 - ease)
    near, far, tip = start + way * ease, end - way * ease, fold + depth
    data = f"L{near} {fold + down * ease}V{tip - down * radius}"
    data += f"A{radius} {radius} 0 0 1 {near + way * radius} {tip}H{far - way * radius}"
    return data + f"A{radius} {radius} 0 0 1 {far} {tip - down * radius}V{fold + down * ease}L{end} {fold}"
