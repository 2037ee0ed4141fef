"""Drawers of lines and other shapes."""

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from typing import ClassVar

from generator.layout.elements.drawer import Drawer, Fields
from generator.layout.shapes.curves import polygon, polyline
from generator.layout.shapes.outlines import find_point
from generator.layout.shapes.palette import Palette, measure_on_paper
from generator.model.elements import template
from generator.model.elements.boxes import At
from generator.model.geometry import Point, Rectangle
from generator.model.values import replace
from generator.scene.bounds import find_bounds
from generator.scene.shapes import (
    Gradient,
    Paint,
    Path,
    Segment,
    Shape,
    Stroke,
    compose,
    move_segments,
    rotation,
    scaling,
    translation,
)
from generator.scene.svg_outline import parse_outline

_HEAD, _WIDTH, _OVERLAP = 5.0, 0.4, 0.8
"""An arrow's head: its length in line widths; half its width, and its overlap with the line, as a share."""


class LinedDrawer(Drawer[template.LinedElement]):
    """Drawer of an outline that is filled, stroked, or both."""

    patterned: ClassVar[tuple[str, ...]] = (
        *("data", "fill", "stroke"),
        *("gradient.start", "gradient.via", "gradient.end", "gradient.angle"),
    )
    fill_at = 1

    def find_reach(self) -> Rectangle:
        if self.own_names:
            return self.edges.grown(self.element.line)
        path = self.paint(self.find_outline(self.fill({})[0]), self.fill({}))
        return Rectangle(*find_bounds((path,)))

    def draw_shown(self, fields: Fields) -> Sequence[Shape]:
        values = self.fill(fields)
        outline = self.find_outline(values[0])
        if isinstance(self.element, template.ArrowElement):
            return self._draw_arrow(self.element, values)
        return self.order(self.paint(outline, values, self.find_under(fields)))

    def order(self, path: Path) -> Sequence[Path]:
        """Return a path, or its outline and its fill if the outline is below."""
        if getattr(self.element, "behind", False) and path.fill and path.stroke:
            return replace(path, fill=None), replace(path, stroke=None)
        return (path,)

    def paint(self, outline: tuple[Segment, ...], values: Sequence[str], under: str = "") -> Path:
        """Return an outline in the colours of the element; `values` are those of `patterned`.

        `under` is the colour of the ground below it, if the print saves ink.
        """
        element, palette = self.element, self.press.palette
        if self.is_ground:
            return self._clear(outline, values, under)
        fill: Paint | None = palette[palette.upon(values[1], under)] if values[1] else None
        line: Paint | None = palette[palette.upon(values[2], under)] if values[2] else None
        if element.gradient:
            box = Rectangle(*find_bounds((Path(outline),)))
            gradient = _make_gradient(element.gradient, box, values[3:7], palette)
            is_filled = isinstance(element, template.FilledElement)
            fill, line = (gradient, line) if is_filled else (fill, gradient)
        look = element.line, element.dash, element.cap, element.join, element.phase
        return Path(outline, fill, Stroke(line, *look) if line else None)

    def _clear(self, outline: tuple[Segment, ...], values: Sequence[str], under: str) -> Path:
        """Return an area that saves ink, with the element's own line or, without one, its edge."""
        element, palette = self.element, self.press.palette
        stops = (name for name in values[3:6] if name)
        name = values[1] or max(stops, key=lambda name: measure_on_paper(palette[name]))
        edge = palette.edge(name, under)
        if values[2] and element.line:
            colour = palette[palette.upon(values[2], name)]
            width = element.line if colour == palette[values[2]] or not edge else edge.width
            edge = Stroke(colour, width, element.dash, element.cap, element.join, element.phase)
        return Path(outline, palette.ground(name), edge)

    def _draw_arrow(self, element: template.ArrowElement, values: Sequence[str]) -> Sequence[Shape]:
        points = [self._place(at) for at in element.points]
        line = self.paint(polyline(points), values).stroke
        if line is None:
            return ()
        heads: list[Path] = []
        for name, tip, beside in (("start", 0, 1), ("end", -1, -2)):
            if element.heads in (name, "both"):
                (x, y), (x2, y2) = points[tip], points[beside]
                long = element.head or _HEAD * element.line
                turn = compose(translation(x, y), rotation(degrees(atan2(y - y2, x - x2)), 0, 0))
                wide, kept = long * _WIDTH, long * _OVERLAP
                corners = [(0.0, 0.0), (-long, wide), (-kept, 0.0), (-long, -wide)]
                heads.append(Path(move_segments(turn, polygon(corners)), fill=line.colour))
                step = min(kept / (hypot(x - x2, y - y2) or 1.0), 1.0)
                points[tip] = x + (x2 - x) * step, y + (y2 - y) * step
        return (Path(polyline(points), stroke=line), *heads)

    def _place(self, at: At) -> Point:
        edges = self.edges
        return edges.left + at[0].within(edges.width), edges.top + at[1].within(edges.height)

    def find_outline(self, data: str) -> tuple[Segment, ...]:
        """Return the outline of the element; `data` are its path data."""
        element, edges = self.element, self.edges
        match element:
            case template.LineElement():
                return polyline([self._place(element.start), self._place(element.end)])
            case template.PolylineElement():
                return polyline([self._place(at) for at in element.points])
            case template.PolygonElement(sides=0):
                return polygon([self._place(at) for at in element.points])
            case template.PolygonElement(sides=sides):
                return polygon([find_point(edges, 360 * index / sides) for index in range(sides)])
            case template.StarElement(points=count, inner=inner):
                shares = (1.0, inner) * count
                return polygon(
                    [find_point(edges, 180 * at / count, share) for at, share in enumerate(shares)]
                )
            case template.ArcElement():
                return parse_outline("M" + _make_arc(edges, element.start, element.end), open_ends=True)
            case template.SectorElement(start=start, end=end, inner=inner):
                arc, back = _make_arc(edges, start, end), _make_arc(edges, end, start, inner)
                return parse_outline(f"M{arc}L{back}Z", open_ends=True)
            case template.PathElement(view=view):
                scale = min(edges.width / view[0], edges.height / view[1]) if view else 1.0
                outline = parse_outline(data, open_ends=bool(self.element.stroke))
                return move_segments(scaling(scale, edges.left, edges.top), outline)
        raise TypeError(element)


def _make_arc(edges: Rectangle, start: float, end: float, share: float = 1.0) -> str:
    """Return path data of an arc, in two parts: one cannot go all the way round."""
    first, *others = (find_point(edges, start + (end - start) * part / 2, share) for part in range(3))
    radii = f"{edges.width / 2 * share:.4f} {edges.height / 2 * share:.4f}"
    arcs = [f"A{radii} 0 0 {end > start:d} {x:.4f} {y:.4f}" for x, y in others]
    return f"{first[0]:.4f} {first[1]:.4f}" + "".join(arcs)


def _make_gradient(
    fill: template.GradientFill, edges: Rectangle, values: Sequence[str], palette: Palette
) -> Gradient:
    """Return a gradient that fills a box, as in CSS."""
    *names, angle = values
    colours = [palette[name] for name in names if name]
    stops = tuple((index / (len(colours) - 1), colour) for index, colour in enumerate(colours))
    (x, y), wide, high = edges.middle, edges.width, edges.height
    if fill.kind == "radial":
        x, y = edges.left + fill.at[0].within(wide), edges.top + fill.at[1].within(high)
        across, down = max(x - edges.left, edges.right - x), max(y - edges.top, edges.bottom - y)
        return Gradient(stops, (0.0, 0.0), (0.0, 0.0), 1.0, (across, 0.0, 0.0, down, x, y))
    along, aside = cos(radians(float(angle or 0))), sin(radians(float(angle or 0)))
    half = (abs(wide * along) + abs(high * aside)) / 2
    return Gradient(stops, (x - half * along, y - half * aside), (x + half * along, y + half * aside))
