"""Drawers of the elements of templates."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan2, ceil, cos, degrees, floor, hypot, inf, radians, sin
from typing import Any, TypeAlias

from generator.layout.elements.drawer import SAME_PLACE, Drawer, Fields, Room, draw_all
from generator.layout.elements.pictures import CodeDrawer, PictureDrawer, draw_placeholder, draw_rim
from generator.layout.elements.words import Scope, StackDrawer, WordsDrawer
from generator.layout.press import AreaRequest, Press
from generator.layout.shapes.outlines import (
    box_outline,
    draw_pattern,
    line,
    list_corners,
    measure_corner,
    place_point,
    polygon,
    polyline,
    shape_outline,
)
from generator.model.elements import template
from generator.model.elements.boxes import Anchor, compute, list_cells, list_computed, parse_over
from generator.model.elements.template import DRAWN, Element, FilledElement, Ground
from generator.model.geometry import Point, Rectangle
from generator.model.kit import InsetElement
from generator.model.language.expressions import FACE, Pattern, list_roots
from generator.model.printing.printing import THINNEST_LINE
from generator.model.values import replace
from generator.scene.shapes import (
    IDENTITY,
    MITER_LIMIT,
    WHITE,
    Colour,
    Gradient,
    Group,
    Paint,
    Path,
    Region,
    Segment,
    Shape,
    Stroke,
    Transform,
    compose_transforms,
    half_turn,
    measure_bounds,
    move_segments,
    rotation,
    scaling,
    translation,
)
from generator.scene.svg_outline import parse_outline


def make_drawers(
    press: Press, elements: Iterable[Element], room: Room, scope: Scope | None = None
) -> tuple[Drawer[Element], ...]:
    """Return a drawer for each element, in drawing order; without a scope, those of a complete template."""
    inside = scope or Scope()
    elements = follow_corners(elements, room)
    drawers = tuple(
        _ComputedDrawer(press, element, room, inside)
        if list_computed(element)
        else _DRAWERS[type(element)](press, element, room, inside)
        for element in elements
    )
    for index, drawer in enumerate(drawers):
        if isinstance(drawer, WordsDrawer) and not drawer.element.over:
            later = (
                other
                for other in drawers[index + 1 :]
                if isinstance(other.element, template.LinedElement | Ground)
            )
            drawer.above = tuple(other for other in later if other.reach.overlap(drawer.edges))
    for index, drawer in enumerate(() if press.palette.saves_ink else drawers):
        if isinstance(drawer, WordsDrawer) and not drawer.element.colour:
            _put_on(drawer, find_ground(drawer, drawers[:index]))
    for index, drawer in enumerate(drawers if press.palette.saves_ink else ()):
        drawer.is_ground = is_ground(drawer, drawers[index + 1 :])
        below = (other for other in reversed(drawers[:index]) if other.is_ground)
        _put_on(drawer, tuple(other for other in below if other.edges.distance(*drawer.edges.middle) == 0))
    if press.palette.saves_ink:
        drawers += tuple(_list_rims(press, drawers, room, inside))
    return drawers


def _list_rims(
    press: Press, drawers: Iterable[Drawer[Element]], room: Room, scope: Scope
) -> Iterator[Drawer[Element]]:
    """Yield a drawer of the line inside the cut for each area that covers a piece, that of a panel first."""
    rims: list[Drawer[Element]] = []
    grounds = []
    areas = tuple(drawers)
    for drawer in areas:
        if isinstance(drawer.element, Ground):
            grounds.append(drawer.element)
        elif isinstance(drawer, _PanelDrawer) and drawer.is_ground and drawer.covers_piece:
            drawer.has_rim_above = True
            rim = _PanelRimDrawer(press, drawer.element, room, scope)
            rim.is_ground = True
            rims.append(rim)
    rims += [_RimDrawer(press, ground, room, scope) for ground in grounds]
    if not rims and room.bleed is not None and not scope.around:
        rims.append(_JoinedRimDrawer(press, areas, room))
    return iter(rims)


_EVEN = 0.1
"""Difference in mm up to which the distances of a frame from what is around it are equal."""


def follow_corners(elements: Iterable[Element], room: Room) -> list[Element]:
    """Return elements whose frames have the corners of the panel or piece around them.

    Their radius is that of the outer corners less the distance, if this is the same on all sides.
    """
    piece = Rectangle(0.0, 0.0, room.width, room.height)
    around: list[tuple[Rectangle, float]] = [(piece, room.corner)] if room.corner else []
    followed = []
    for element in elements:
        if isinstance(element, template.PanelElement) and not (element.bleeds or list_computed(element)):
            box = room.measure_edges(element)
            if element.corner is None and element.shape == "rectangle" and around:
                element = replace(element, corner=_choose_corner(box, around))
            if element.corner and not element.when:
                around.append((box, measure_corner(box, element.corner)))
        followed.append(element)
    return followed


def _choose_corner(box: Rectangle, around: Sequence[tuple[Rectangle, float]]) -> float:
    for outer, radius in reversed(around):
        sides = zip(box, outer, (-1, -1, 1, 1), strict=True)
        distances = [(there - here) * sign for here, there, sign in sides]
        if min(distances) > SAME_PLACE and max(distances) - min(distances) < _EVEN:
            return max(0.0, radius - min(distances))
    return 0.0


class _GroundDrawer(Drawer[Ground]):
    patterned = ("fill",)
    fill_at = 0

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        (fill,) = self.fill(fields)
        palette = self.press.palette
        return (Path(box_outline(self.edges), palette.ground(fill)),)


class _RimDrawer(Drawer[Ground]):
    """Drawer of the line inside the cut of a piece that saves ink: above everything that reaches the trim."""

    patterned = ("fill",)

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        (fill,) = self.fill(fields)
        return draw_rim(self.room, self.press.palette.rim(fill), is_edge=True)


class _JoinedRimDrawer(Drawer[Ground]):
    """Drawer of the line inside the cut of a piece that saves ink, if panels cover its edges together."""

    def __init__(self, press: Press, drawers: Sequence[Drawer[Element]], room: Room) -> None:
        super().__init__(press, Ground(""), room)
        self._drawers = drawers
        self.own_names = frozenset().union(*(drawer.names for drawer in drawers))

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        areas = [*self._list_areas(self._drawers, fields)]
        if not areas or not _reach_all_edges([box for box, _ in areas], self.room):
            return ()
        _, fill = max(areas, key=lambda area: area[0].width * area[0].height)
        return draw_rim(self.room, self.press.palette.rim(fill), is_edge=True)

    def _list_areas(
        self, drawers: Iterable[Drawer[Element]], fields: Fields
    ) -> Iterator[tuple[Rectangle, str]]:
        """Yield the box and the colour of each panel without a line that reaches the bleed."""
        for drawer in drawers:
            for seen in drawer.element.list_seen(fields):
                panel = compute(drawer.element, seen)
                if isinstance(drawer, _PartDrawer):
                    yield from self._list_areas(drawer.inner, seen)
                elif isinstance(panel, template.PanelElement) and panel.bleeds and not panel.stroke:
                    made = _PanelDrawer(self.press, panel, self.room)
                    if panel.shape in ("", "rectangle") and (fill := made.find_fill(seen)):
                        yield made.edges, fill


def _reach_all_edges(boxes: Sequence[Rectangle], room: Room) -> bool:
    """Return True if boxes together reach the cut along all of its sides."""
    width, height = room.width, room.height
    sides = (
        ([(box.top, box.bottom) for box in boxes if box.left <= SAME_PLACE], height),
        ([(box.top, box.bottom) for box in boxes if box.right >= width - SAME_PLACE], height),
        ([(box.left, box.right) for box in boxes if box.top <= SAME_PLACE], width),
        ([(box.left, box.right) for box in boxes if box.bottom >= height - SAME_PLACE], width),
    )
    return all(_covers_length(parts, length) for parts, length in sides)


def _covers_length(parts: Iterable[tuple[float, float]], length: float) -> bool:
    """Return True if parts of a side, from their starts to their ends, leave no gap in it."""
    reached = 0.0
    for start, end in sorted(parts):
        if start <= reached + SAME_PLACE:
            reached = max(reached, end)
    return reached >= length - SAME_PLACE


_HEAD, _HALF_WIDTH, _OVERLAP = 5.0, 0.4, 0.8
"""An arrow's head: its length in line widths; half its width, and its overlap with the line, as a share."""


class LinedDrawer(Drawer[template.LinedElement]):
    """Drawer of an outline that is filled, stroked, or both."""

    patterned: tuple[str, ...] = ("data", "fill", "stroke", "gradient.angle")
    fill_at = 1

    def __init__(
        self, press: Press, element: template.LinedElement, room: Room, scope: object = None
    ) -> None:
        self._own = len(self.patterned)
        count = len(element.gradient.stops) if element.gradient else 0
        self.patterned += tuple(f"gradient.stops.{index}" for index in range(count))
        super().__init__(press, element, room, scope)

    def measure_reach(self) -> Rectangle:
        if self.own_names or self.element.let:
            return self.edges.grown(self.element.line)
        path = self.paint(self.make_outline(self.fill({})[0]), self.fill({}))
        return Rectangle(*measure_bounds((path,)))

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        values = self.fill(fields)
        self.check_thin(values)
        outline = self.make_outline(values[0])
        if isinstance(self.element, template.ArrowElement):
            return self._draw_arrow(self.element, values)
        painted = self.paint(outline, values, self.get_under(fields))
        return self._cut_edge(painted, values, fields) or self.order(painted)

    def _cut_edge(self, painted: Path, values: Sequence[str], fields: Fields) -> Sequence[Shape]:
        """Return a white area that saves ink with a line only where a darker ground is below it; it is empty
        for others."""
        palette = self.press.palette
        name = values[1] or self._choose_darkest(values)
        if not (palette.saves_ink and self.is_ground and painted.stroke and name) or values[2]:
            return ()
        ground = self.find_ground(fields)[0]
        if ground is None or ground.room is not self.room or palette.edge(name) is not None:
            return ()
        clip = Path(box_outline(ground.edges))
        return replace(painted, stroke=None), Group((replace(painted, fill=None),), clip=clip)

    def check_thin(self, values: Sequence[str]) -> None:
        """Warn of lines and areas that a printer may not print."""
        name = self.element.id or type(self.element).__name__.removesuffix("Element").lower()
        is_line = isinstance(self.element, template.LineElement)
        thin = min(self.edges.width, self.edges.height)
        if values[2] and 0 < self.element.line < THINNEST_LINE:
            self._warn_thin(f"the line of `{name}`", self.element.line, is_in_preflight=True)
        elif (values[1] or self.element.gradient) and not is_line and 0 < thin < THINNEST_LINE:
            self._warn_thin(f"`{name}`", thin)

    def _warn_thin(self, name: str, width: float, *, is_in_preflight: bool = False) -> None:
        hint = f"less than {THINNEST_LINE:g} mm may not be printed"
        warn = self.press.findings.warn
        warn(f"{name} is {width:.3g} mm wide: {hint}", is_in_preflight=is_in_preflight)

    def order(self, path: Path) -> Sequence[Path]:
        """Return a path, or its outline and its fill if the outline is below."""
        is_behind = isinstance(self.element, FilledElement) and self.element.behind
        if is_behind and path.fill and path.stroke:
            return replace(path, fill=None), replace(path, stroke=None)
        return (path,)

    def paint(self, outline: tuple[Segment, ...], values: Sequence[str], under: str = "") -> Path:
        """Return an outline in the colours of the element; `values` are those of `patterned`.

        `under` is the colour of the ground below it, if the print saves ink.
        """
        element, palette = self.element, self.press.palette
        if palette.saves_ink and self._is_veil(values):
            return Path(outline, self._make_gradient(outline, values))
        # The box of a path in a drawing is that of the drawing, so it does not tell what is upon it.
        is_bare = self.is_bare or isinstance(element, template.PathElement)
        if self.is_ground and not (is_bare and self._is_shade(values, under)):
            return self._clear(outline, values, under)
        fill: Paint | None = palette[palette.upon(values[1], under, is_area=True)] if values[1] else None
        line: Paint | None = palette[palette.upon(values[2], under)] if values[2] else None
        if element.gradient:
            gradient = self._make_gradient(outline, values)
            is_filled = isinstance(element, FilledElement)
            fill, line = (gradient, line) if is_filled else (fill, gradient)
        style = element.line, element.dash, element.cap, element.join, element.phase
        return Path(outline, fill, Stroke(line, *style) if line else None)

    def _is_veil(self, values: Sequence[str]) -> bool:
        """Return True for a gradient that ends in nothing: titles stand on it, above a picture."""
        stops = [self.press.palette[name] for name in values[self._own :] if name]
        is_area = isinstance(self.element, FilledElement) and not values[1] and not values[2]
        return is_area and len(stops) > 1 and not min(stop.alpha for stop in stops)

    def _is_shade(self, values: Sequence[str], under: str) -> bool:
        """Return True for a dark tone that shines through, and is pale on white paper: a line around it, such
        as one across a face, would mean nothing."""
        names = [name for name in (values[1], *values[self._own :]) if name]
        return not values[2] and all(self.press.palette.is_shade(name, under) for name in names)

    def _make_gradient(self, outline: tuple[Segment, ...], values: Sequence[str]) -> Gradient | None:
        """Return the gradient of the element; a veil is white if the print saves ink."""
        fill, palette = self.element.gradient, self.press.palette
        if fill is None:
            return None
        colours = [palette[name] for name in values[self._own :] if name] or [palette["none"]]
        if palette.saves_ink and self._is_veil(values):
            colours = [*_thicken_veil([colour.alpha for colour in colours])]
        box = Rectangle(*measure_bounds((Path(outline),)))
        return _make_gradient(fill, box, colours, float(values[3] or 0))

    def find_fill(self, fields: Fields) -> str:
        if not isinstance(self.element, FilledElement):
            return ""
        return self._patterns[1].fill(fields) or self._choose_darkest(self.fill(fields))

    def _choose_darkest(self, values: Sequence[str]) -> str:
        stops = [name for name in values[self._own :] if name]
        return self.press.palette.choose_darkest(stops) if stops else ""

    def _clear(self, outline: tuple[Segment, ...], values: Sequence[str], under: str) -> Path:
        """Return an area that saves ink, with the element's own line or, without one, its edge."""
        element, palette = self.element, self.press.palette
        name = values[1] or self._choose_darkest(values)
        edge = palette.edge(name, under)
        if values[2] and element.line:
            colour = palette[palette.upon(values[2], name)]
            width = element.line if colour == palette[values[2]] or not edge else edge.width
            edge = Stroke(colour, width, element.dash, element.cap, element.join, element.phase)
        return Path(outline, palette.ground(name), edge)

    def _draw_arrow(self, element: template.ArrowElement, values: Sequence[str]) -> Sequence[Shape]:
        points = _place(self.edges, *element.points)
        line = self.paint(polyline(points), values).stroke
        if line is None:
            return ()
        heads: list[Path] = []
        for name, tip, beside in (("start", 0, 1), ("end", -1, -2)):
            if element.heads in (name, "both"):
                (x, y), (x2, y2) = points[tip], points[beside]
                long = element.head or _HEAD * element.line
                turn = compose_transforms(translation(x, y), rotation(degrees(atan2(y - y2, x - x2)), 0, 0))
                wide, kept = long * _HALF_WIDTH, long * _OVERLAP
                corners = [(0.0, 0.0), (-long, wide), (-kept, 0.0), (-long, -wide)]
                heads.append(Path(move_segments(turn, polygon(corners)), fill=line.colour))
                step = min(kept / (hypot(x - x2, y - y2) or 1.0), 1.0)
                points[tip] = x + (x2 - x) * step, y + (y2 - y) * step
        return (Path(polyline(points), stroke=line), *heads)

    def make_outline(self, data: str) -> tuple[Segment, ...]:
        """Return the outline of the element; `data` are its path data."""
        element, edges = self.element, self.edges
        match element:
            case template.LineElement():
                return polyline(_place(edges, element.start, element.end))
            case template.PolylineElement():
                return polyline(_place(self.edges, *element.points))
            case template.PolygonElement(sides=0):
                return polygon(_place(self.edges, *element.points))
            case template.PolygonElement(sides=sides):
                return polygon([place_point(edges, 360 * index / sides) for index in range(sides)])
            case template.StarElement(points=count, inner=inner):
                shares = enumerate((1.0, inner) * count)
                return polygon([place_point(edges, 180 * at / count, share) for at, share in shares])
            case template.ArcElement():
                return parse_outline("M" + _make_arc(edges, element.start, element.end), open_ends=True)
            case template.SectorElement(start=start, end=end, inner=inner):
                arc, back = _make_arc(edges, start, end), _make_arc(edges, end, start, inner)
                return parse_outline(f"M{arc}L{back}Z", open_ends=True)
            case template.PathElement(view=view):
                scale = min(edges.width / view[0], edges.height / view[1]) if view else 1.0
                # Data in mm are from the corner of the box, however wide the bleed is.
                left, top, _, _ = edges if view else self.room.measure_edges(replace(element, bleeds=False))
                outline = parse_outline(data, open_ends=bool(self.element.stroke))
                return move_segments(scaling(scale, left, top), outline)
        raise TypeError(element)


def _place(edges: Rectangle, *anchors: Anchor) -> list[Point]:
    left, top, wide, high = edges.left, edges.top, edges.width, edges.height
    return [(left + x.within(wide), top + y.within(high)) for x, y in anchors]


def _make_arc(edges: Rectangle, start: float, end: float, share: float = 1.0) -> str:
    """Return path data of an arc, in two parts: one cannot go all the way round."""
    first, *others = (place_point(edges, start + (end - start) * part / 2, share) for part in range(3))
    radii = f"{edges.width / 2 * share:.4f} {edges.height / 2 * share:.4f}"
    arcs = [f"A{radii} 0 0 {end > start:d} {x:.4f} {y:.4f}" for x, y in others]
    return f"{first[0]:.4f} {first[1]:.4f}" + "".join(arcs)


_VEIL_STEPS, _VEIL_POWER = 6, 0.35
"""Parts of each step of a white veil, and the power of its opacity: it covers lines, not areas."""


def _thicken_veil(alphas: Sequence[float]) -> Iterator[Colour]:
    """Yield the white of a veil at equal distances, which covers lines soon after its clear end."""
    for first, second in pairwise(alphas):
        for step in range(_VEIL_STEPS):
            alpha = first + (second - first) * step / _VEIL_STEPS
            yield replace(WHITE, alpha=alpha**_VEIL_POWER)
    yield replace(WHITE, alpha=alphas[-1] ** _VEIL_POWER)


def _make_gradient(
    fill: template.GradientFill, edges: Rectangle, colours: Sequence[Colour], angle: float
) -> Gradient:
    """Return a gradient that fills a box, as in CSS."""
    last = max(len(colours) - 1, 1)
    stops = tuple((index / last, colour) for index, colour in enumerate(colours))
    (x, y), wide, high = edges.middle, edges.width, edges.height
    if fill.kind == "radial":
        ((x, y),) = _place(edges, fill.at)
        across, down = max(x - edges.left, edges.right - x), max(y - edges.top, edges.bottom - y)
        return Gradient(stops, (0.0, 0.0), (0.0, 0.0), 1.0, (across, 0.0, 0.0, down, x, y))
    along, aside = cos(radians(angle)), sin(radians(angle))
    half = (abs(wide * along) + abs(high * aside)) / 2
    return Gradient(stops, (x - half * along, y - half * aside), (x + half * along, y + half * aside))


_DOUBLE, _INNER, _APART = 0.4, 0.15, 0.9
"""Widths of the outer and of the inner line of a double outline, and the distance of their middles."""


class _PanelDrawer(LinedDrawer):
    """Drawer of an area with a pattern, or with lines at some of its sides."""

    has_corners = True
    patterned = (*LinedDrawer.patterned, "pattern", "pattern_colour", "shape")
    element: template.PanelElement
    has_rim_above: bool = False
    """True if another drawer draws the line inside the cut of the piece that the panel covers."""

    def __init__(
        self, press: Press, element: template.PanelElement, room: Room, scope: object = None
    ) -> None:
        if element.double and not element.line:
            element = replace(element, line=_DOUBLE)
        super().__init__(press, element, room, scope)

    def measure_reach(self) -> Rectangle:
        element = self.element
        # At the points of a diamond, the line extends furthest beyond the box.
        by = 0.5 if element.shape in ("rectangle", "ellipse") else MITER_LIMIT / 2
        return self.edges.grown(element.line * by if element.stroke else 0.0)

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        values = self.fill(fields)
        pattern, pattern_colour, shape = values[4:7]
        self.check_thin(values)
        if values[2] and shape in ("", "rectangle"):
            self._check_uneven_cut()
        element, palette = self.element, self.press.palette
        outline = shape_outline(shape or "rectangle", self.edges, element.corner)
        painted = self.paint(outline, values, self.get_under(fields))
        if element.double and painted.stroke:
            return (*self.order(painted), self._draw_inner(shape, painted.stroke))
        if palette.saves_ink:
            if not element.stroke and painted.stroke and shape in ("", "rectangle"):
                return self._open_edges(painted)
            pattern = ""
        if not (pattern or element.sides):
            return self.order(painted)
        shapes: list[Shape] = [Path(outline, fill=painted.fill)] if painted.fill else []
        if pattern:
            colour, size = palette[pattern_colour], element.pattern_size
            drawn = draw_pattern(pattern, self.edges, colour, size=size, angle=element.pattern_angle)
            shapes.append(Group(drawn, clip=Path(outline)))
        if painted.stroke and element.sides:
            left, top, right, bottom = self.edges
            ends = {"left": (left, top, left, bottom), "top": (left, top, right, top)}
            ends |= {"right": (right, top, right, bottom), "bottom": (left, bottom, right, bottom)}
            outline = tuple(segment for side in element.sides for segment in line(*ends[side]))
            cap = element.cap if element.dash or len(element.sides) == 1 else "square"
            painted = replace(painted, stroke=replace(painted.stroke, cap=cap))
        if painted.stroke:
            shapes.insert(0 if element.behind else len(shapes), Path(outline, stroke=painted.stroke))
        return shapes

    def _check_uneven_cut(self) -> None:
        """Warn of a line that is so close to the cut, and so long, that an uneven cut shows."""
        room, edges, element = self.room, self.edges, self.element
        if not room.safe or element.bleeds or self._is_turned:
            return
        near = {"left": edges.left, "top": edges.top}
        near |= {"right": room.width - edges.right, "bottom": room.height - edges.bottom}
        lengths = (edges.height / room.height, edges.width / room.width) * 2
        for (side, distance), length in zip(near.items(), lengths, strict=True):
            has_line = not element.sides or side in element.sides
            if has_line and length >= 0.5 and SAME_PLACE < distance < room.safe - SAME_PLACE:
                name = element.id or "panel"
                hint = f"the safe margin is {room.safe:g} mm; `safe: ...` of the deck changes it"
                told = f"the line of `{name}` is along the cut, {distance:.1f} mm from it ({side}): {hint}"
                self.press.findings.warn(told, mistake=element)
                return

    @property
    def covers_piece(self) -> bool:
        """True for a rectangle without a line that reaches the trim of a piece on all sides."""
        element, room, (left, top, right, bottom) = self.element, self.room, self.edges
        is_rectangle = element.shape in ("", "rectangle") and not element.stroke
        reaches = max(left, top, room.width - right, room.height - bottom) <= SAME_PLACE
        return room.bleed is not None and element.bleeds and is_rectangle and reaches

    def _draw_inner(self, shape: str, outer: Stroke) -> Path:
        """Return the thin line inside of a double outline."""
        corner = measure_corner(self.edges, self.element.corner) - _APART
        outline = shape_outline(shape or "rectangle", self.edges.grown(-_APART), max(corner, 0.0))
        return Path(outline, stroke=replace(outer, width=min(outer.width, _INNER)))

    def _open_edges(self, painted: Path) -> Sequence[Shape]:
        """Return an area that saves ink, whose edges at the trim have no line."""
        room, (left, top, right, bottom) = self.room, self.edges
        if not self.element.bleeds:
            return (painted,)
        sides = {
            (left, top, left, bottom): left > SAME_PLACE,
            (left, top, right, top): top > SAME_PLACE,
            (right, top, right, bottom): right < room.width - SAME_PLACE,
            (left, bottom, right, bottom): bottom < room.height - SAME_PLACE,
        }
        area = replace(painted, stroke=None)
        if self.has_rim_above:
            return (area,)
        if not any(sides.values()):
            return (area, *draw_rim(room, painted.stroke))
        inner = tuple(segment for ends, is_inside in sides.items() if is_inside for segment in line(*ends))
        return (area, Path(inner, stroke=painted.stroke))


class _PanelRimDrawer(_PanelDrawer):
    """Drawer of the line inside the cut of a piece that a panel covers: above everything that bleeds."""

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        values = self.fill(fields)
        if self.press.palette.saves_ink and self._is_veil(values):
            return ()
        rim = self.press.palette.rim(values[1] or self._choose_darkest(values))
        return draw_rim(self.room, rim, is_edge=True)


_LARGE_SIGN, _LARGEST_SIGN = 9.0, 15.0
"""Sizes in mm from which icons are only outlines to save ink: those on dark grounds, and all."""


class _IconDrawer(Drawer[template.IconElement]):
    patterned = ("icon", "colour", "stroke")
    fill_at = 1

    def measure_reach(self) -> Rectangle:
        return self.edges.grown(self.element.line / 2 if self.element.stroke else 0.0)

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        name, colour, stroke = self.fill(fields)
        if not name:
            return ()
        if self.element.missing != "error" and name not in self.press.kit.icons:
            is_marked = self.element.missing == "placeholder"
            return draw_placeholder(self.press, name, self.edges) if is_marked else ()
        palette, icons = self.press.palette, self.press.icons
        under, tint = self.get_under(fields), colour or "ink"
        chosen = icons.choose(name, palette[palette.upon(tint, under)], is_given=bool(colour))
        rim = Stroke(palette[stroke], self.element.line, join="round") if stroke else None
        if self.is_ground and palette.is_faint(tint) and not rim:
            return ()
        if self.is_ground or self._is_outline(tint, under):
            shown = tint if self.is_ground else palette.upon(tint, under)
            chosen, rim = palette.ground(tint), rim or palette.edge(shown)
        return (icons.place(name, chosen, self.edges, stroke=rim),)

    def _is_outline(self, tint: str, under: str) -> bool:
        """Return True for a large icon that saves ink; one that was light on a dark ground needed none."""
        palette, size = self.press.palette, min(self.edges.width, self.edges.height)
        was_light = palette.upon(tint, under) != tint
        return palette.saves_ink and size > (_LARGE_SIGN if was_light else _LARGEST_SIGN)


class _RepeatDrawer(Drawer[template.RepeatElement]):
    """Drawer of elements that repeat, in rows, around a shape, or turned."""

    patterned = ("around",)

    def __init__(self, press: Press, element: template.RepeatElement, room: Room, scope: Scope) -> None:
        edges = room.measure_edges(element)
        self._is_row = element.direction == "row"
        self._cell = element.find_cell(edges.width, edges.height)
        self.inner = make_drawers(press, element.draw, Room(*self._cell), scope.inside(element))
        super().__init__(press, element, room)
        self.own_names |= list_roots(parse_over(element.over))

    def measure_reach(self) -> Rectangle:
        is_row = self.element.direction != "turn" and not self.element.around
        return super().measure_reach().grown(0.0 if is_row else hypot(*self._cell) / 2)

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        element, edges = self.element, self.edges
        cells = list_cells(element.over, fields)
        if element.around or element.direction == "turn":
            moves = self._list_moves(self.fill(fields)[0], len(cells))
            pairs = zip(cells, moves, strict=False)
            return [Group(draw_all(self.inner, seen), transform=move) for seen, move in pairs]
        length = edges.width if self._is_row else edges.height
        cell, depth = self._cell if self._is_row else self._cell[::-1]
        step = cell + element.gap
        fitting = max(floor((length + element.gap + SAME_PLACE) / step), 1)
        in_line = min(max(fitting, ceil(len(cells) / element.lines)), max(len(cells), 1))
        over = in_line * step - element.gap - length
        scale = min(length / (length + over), 1.0) if element.shrinks else 1.0
        if over > SAME_PLACE and scale == 1.0:
            what = f"{len(cells)} items of `{element.over}` do not fit side by side"
            self.report(element.id or f"repeat over {element.over}", what, over_mm=over)
        shapes: list[Shape] = []
        for index, seen in enumerate(cells):
            line, place = divmod(index, in_line)
            free = length - (min(in_line, len(cells) - line * in_line) * step - element.gap) * scale
            along = {"start": 0.0, "center": free / 2, "end": free}[element.align] + place * step * scale
            side = line * (depth + element.gap) + depth * (1 - scale) / 2
            x, y = (along, side) if self._is_row else (side, along)
            move = scaling(scale, edges.left + x, edges.top + y)
            shapes.append(Group(draw_all(self.inner, seen), transform=move))
        return shapes

    def _list_moves(self, shape: str, count: int) -> list[Transform]:
        """Return the transforms of cells around a shape, or of those that are turned in the box."""
        edges, middle = self.edges, self.edges.middle
        if not shape:
            move = translation(edges.left, edges.top)
            turns = (rotation(360 * index / count, *middle) for index in range(count))
            return [compose_transforms(turn, move) for turn in turns]
        corners = list_corners(shape, edges, count)
        if len(corners) < count:
            what = f"{count} items of `{self.element.over}` do not fit on {len(corners)} corners"
            self.report(self.element.id or "repeat", what)
        wide, high = self._cell
        return [translation(x - wide / 2, y - high / 2) for x, y in corners]


class _PartDrawer(Drawer[template.PartElement]):
    """Drawer of the elements of a part, in the room of the part itself."""

    def __init__(self, press: Press, element: template.PartElement, room: Room, scope: Scope) -> None:
        self.inner = make_drawers(press, element.draw, room, scope.inside(element))
        super().__init__(press, element, room)

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        return draw_all(self.inner, fields)


_Group: TypeAlias = template.GroupElement | template.TurnedElement


class _GroupDrawer(Drawer[_Group]):
    """Drawer of elements in a box of their own, or turned upside down."""

    def __init__(self, press: Press, element: _Group, room: Room, scope: Scope) -> None:
        if isinstance(element, template.TurnedElement):
            inner, self._placed = room, half_turn(room.width, room.height)
        else:
            edges = room.measure_edges(element)
            inner, self._placed = Room(edges.width, edges.height), translation(edges.left, edges.top)
            if edges in (Rectangle(0.0, 0.0, room.width, room.height), room.bounds) and element.angle == "0":
                # What bleeds in a group as large as the piece is in the bleed of the piece.
                inner, self._placed = room, IDENTITY
        draw: Iterable[Element] = element.draw
        if press.palette.saves_ink and isinstance(element, template.GroupElement) and element.corner:
            draw = _round_grounds(draw, inner, measure_corner(room.measure_edges(element), element.corner))
        self.inner = make_drawers(press, draw, inner, scope.inside(element))
        super().__init__(press, element, room)

    def measure_reach(self) -> Rectangle:
        is_cut = isinstance(self.element, template.GroupElement) and self.element.cuts
        return self.edges if is_cut else super().measure_reach()

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        return (Group(draw_all(self.inner, fields), transform=self._placed),)


def _round_grounds(elements: Iterable[Element], room: Room, corner: float) -> Iterator[Element]:
    """Yield elements with panels as large as their group in its round corners, which cut off their lines."""
    for element in elements:
        if not isinstance(element, template.PanelElement) or list_computed(element):
            yield element
            continue
        if element.corner is None and element.shape == "rectangle":
            left, top, right, bottom = room.measure_edges(element)
            if max(left, top, room.width - right, room.height - bottom) <= SAME_PLACE:
                element = replace(element, corner=corner)
        yield element


class _InsetDrawer(Drawer[InsetElement]):
    """Drawer of a template, or of a piece, in a box."""

    def __init__(self, press: Press, element: InsetElement, room: Room, scope: Scope) -> None:
        box = element.box.within(room.width, room.height)
        size = (box.height, box.width) if element.is_turned else (box.width, box.height)
        self._placed: Transform = translation(box.left, box.top)
        if element.is_turned:
            self._placed = (0, 1, -1, 0, box.right, box.top)
        if element.shown:
            (width, height), (x, y) = element.shown, box.middle
            factor, size = max(box.width / width, box.height / height), element.shown
            self._placed = scaling(factor, x - factor * width / 2, y - factor * height / 2)
        drawn = make_drawers(press, element.draw, Room(*size, room.bleed, art_bleed=element.art_bleed))
        piece = element.piece
        self._fields = piece.in_language(press.wording).fields if piece else None
        # The fields of a piece of its own are the same wherever it is drawn.
        self._drawn, self.inner = drawn, () if piece else drawn
        super().__init__(press, element, room)

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        shapes = draw_all(self._drawn, self._fields or fields)
        return (Group((Group(shapes, transform=self._placed),), clip=Path(box_outline(self.edges))),)


class _BoardDrawer(Drawer[template.BoardElement]):
    patterned = ("board", "place")

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        press, edges = self.press, self.edges
        board, place = self.fill(fields)
        detail = replace(self.element, board=board, place=place)
        drawn = press.higher.draw_detail(press, detail, edges.width, edges.height)
        return (drawn.at(edges.left, edges.top),)


class _BlankDrawer(Drawer[template.BlankElement]):
    """Drawer of a place to write in, as an area of its own."""

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        return (Group((), region=Region(self.element.id, "", self.edges)),)


class AreaDrawer(Drawer[Any]):
    """Drawer of an area of a board or a piece."""

    has_corners = True
    taken: tuple[Rectangle, ...] = ()
    """Boxes of what is drawn over it, where no label may be."""

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        press, room, name = self.press, self.room, str(fields.get("id", ""))
        box = Rectangle(0.0, 0.0, room.width, room.height)
        request = AreaRequest(self.element, box, name, self.taken, room.bleed or 0.0)
        return press.higher.draw_area(press, request).shapes


class _ComputedDrawer(Drawer[Element]):
    """Drawer of an element with computed values; texts in it do not belong to groups of one size."""

    def __init__(self, press: Press, element: Element, room: Room, scope: Scope) -> None:
        self.press, self.element, self.room = press, element, room
        # Computed values are filled in once, from fields that include all local values.
        self._bare = replace(element, each="", let={}, tables={}, when=())
        self._scope = replace(scope, groups={})
        self._made: dict[Element, Drawer[Element]] = {}
        # It may depend on anything: pieces with different ids do not share it.
        self.own_names = frozenset(("id", "copy", FACE))
        # Wherever it is drawn, nothing is drawn beyond the bleed.
        self.overhang, self._clip, self._has_looks = inf, None, False
        self.reach, self.edges = Rectangle(0, 0, 0, 0), room.bounds

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        element = compute(self._bare, fields)
        if element not in self._made:
            (shown,) = follow_corners((element,), self.room)
            made = _DRAWERS[type(element)](self.press, shown, self.room, self._scope)
            made.is_ground = self.press.palette.saves_ink and is_ground(made)
            _put_on(made, self.beneath)
            self._made[element] = made
        return self._made[element].draw(fields)


_DRAWERS: Mapping[type[Element], Callable[[Press, Any, Room, Scope], Drawer[Element]]] = {
    Ground: _GroundDrawer,
    template.PanelElement: _PanelDrawer,
    template.WordsElement: WordsDrawer,
    template.IconElement: _IconDrawer,
    template.PictureElement: PictureDrawer,
    template.RepeatElement: _RepeatDrawer,
    template.GroupElement: _GroupDrawer,
    template.TurnedElement: _GroupDrawer,
    template.PartElement: _PartDrawer,
    InsetElement: _InsetDrawer,
    template.BoardElement: _BoardDrawer,
    template.QrElement: CodeDrawer,
    template.BarcodeElement: CodeDrawer,
    template.StackElement: StackDrawer,
    template.BlankElement: _BlankDrawer,
    **dict.fromkeys(template.AREAS.values(), AreaDrawer),
    **dict.fromkeys(DRAWN.values(), LinedDrawer),
}


_THIN, _LARGE, _DOT = 1.2, 6.0, 7.0
"""A shape that is not wider, in mm, is a line; one that is wider is a ground even if nothing stands on it,
except for a plain disc, such as a pip of a large die."""
_COVERING = 0.95
"""Share of the width and height of a piece from which a picture covers it."""
_SIGNS = (template.WordsElement, template.IconElement, template.PictureElement)
_STANDING = (
    *(*_SIGNS, template.StackElement, template.BoardElement, template.RepeatElement),
    *(template.GroupElement, template.TurnedElement, template.PartElement),
)


_UNSEEN = (template.LineElement, template.PolylineElement, template.IconElement, template.WordsElement)
"""Elements that change nothing about the ground of a text."""


def find_ground(drawer: Drawer[Element], earlier: Sequence[Drawer[Element]]) -> tuple[Drawer[Element], ...]:
    """Return the plain area that a text is on; empty if it is on something else, such as a picture."""
    for other in reversed(earlier):
        element, covers = other.element, drawer.edges.beyond(other.edges) < SAME_PLACE
        if other.edges.overlap(drawer.edges) <= 0 or isinstance(element, _UNSEEN):
            continue
        if isinstance(element, Ground):
            return (other,)
        if not isinstance(element, FilledElement):
            return ()
        if not (element.fill or element.gradient):
            continue
        is_plain = not (element.gradient or element.clip or element.when or getattr(element, "pattern", ""))
        return (other,) if covers and is_plain and element.opacity == 1 and element.angle == "0" else ()
    return ()


def is_ground(drawer: Drawer[Element], later: Sequence[Drawer[Element]] = ()) -> bool:
    """Return True if an element is an area for others, not a sign, a dot, or a line."""
    element, edges, room = drawer.element, drawer.edges, drawer.room
    above = [other for other in later if edges.distance(*other.edges.middle) == 0]
    match element:
        case Ground():
            return True
        case template.PictureElement():
            # A picture that differs from card to card is what they show.
            covers = edges.width >= room.width * _COVERING and edges.height >= room.height * _COVERING
            is_titled = any(isinstance(other.element, template.WordsElement) for other in above)
            is_same = not (Pattern(element.file).has_places or element.when)
            return covers and room.bleed is not None and is_titled and is_same
        case template.IconElement():
            inside = (other for other in above if other.edges.beyond(edges) == 0 and other.edges != edges)
            return any(isinstance(other.element, _SIGNS) for other in inside)
        case FilledElement() if element.fill or element.gradient:
            narrow = min(edges.width, edges.height)
            is_used = any(isinstance(other.element, _STANDING) for other in above)
            drawer.is_bare = not is_used
            is_dot = edges.width < _DOT and edges.height < _DOT and _is_round(element)
            return (narrow > _LARGE and not is_dot) or (narrow > _THIN and is_used)
    return False


def _is_round(element: FilledElement) -> bool:
    return isinstance(element, template.PanelElement) and element.shape == "ellipse" and not element.stroke


def _put_on(drawer: Drawer[Element], grounds: tuple[Drawer[Element], ...]) -> None:
    """Add grounds below those of an element, and of all elements inside it."""
    drawer.beneath += grounds
    # Pieces share a drawing only if the grounds are the same, too.
    drawer.own_names = drawer.own_names.union(*(ground.names for ground in grounds))
    for inner in drawer.inner:
        _put_on(inner, grounds)
