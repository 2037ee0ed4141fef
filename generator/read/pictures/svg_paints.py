"""Gradients of SVG files."""

import math
from collections.abc import Callable, Iterable, Sequence
from xml.etree.ElementTree import Element

from generator.model.values import replace
from generator.read.pictures.svg_style import SvgContext
from generator.read.pictures.svg_values import parse_share, parse_svg_colour, parse_svg_transform
from generator.scene import shapes as scene
from generator.scene.shapes import Colour, Extent, Paint, Transform

PAINT_SERVERS = ("pattern", "linearGradient", "radialGradient")
_WIDER = 1.001
"""Factor by which a focus on the circle is moved inwards."""


def make_gradient(
    templates: Sequence[Element],
    around: SvgContext,
    box: Extent | None,
    find_colour: Callable[[Element], str],
) -> Paint | str | None:
    """Return a gradient for a shape in `box`; a text is the reason why it cannot be drawn as shapes.

    `templates` are the gradient, or a pattern, and those that it takes its attributes from; `find_colour`
    returns the `color` of a stop. Raises ValueError.
    """
    if templates[0].tag == "pattern":
        return "it has patterns"
    given = {name: value for element in reversed(templates) for name, value in element.attrib.items()}
    stops = _list_stops(next((one for one in templates if one.find("stop") is not None), ()), find_colour)
    if not stops:
        return None
    matrix = around.transform
    if given.get("gradientUnits") != "userSpaceOnUse":
        left, top, right, bottom = box or (0.0, 0.0, 0.0, 0.0)
        if not (right > left and bottom > top):
            return None
        matrix = scene.compose_transforms(matrix, stretch_to((left, top, right, bottom)))
        around = replace(around, width=1.0, height=1.0)
    if text := given.get("gradientTransform"):
        a, b, c, d, _, _ = own = parse_svg_transform(text)
        if a * d == b * c:
            raise ValueError(f"`{text}` leaves no room for a gradient")
        moved = around.turn_around(own, given.get("transform-origin", ""))
        matrix = scene.compose_transforms(matrix, moved)
    return _place_colours(templates[0].tag, given, stops, around, matrix)


def _place_colours(
    tag: str,
    given: dict[str, str],
    stops: tuple[tuple[float, Colour], ...],
    around: SvgContext,
    matrix: Transform,
) -> Paint | str | None:
    def measure(name: str, otherwise: str) -> float:
        return around.measure_side(name, given.get(name, "").strip() or otherwise)

    last = stops[-1][1]
    repeats = given.get("spreadMethod", "pad") in ("reflect", "repeat")
    if tag == "linearGradient":
        start, end = (measure("x1", "0%"), measure("y1", "0%")), (measure("x2", "100%"), measure("y2", "0%"))
        if start == end or len(stops) == 1:
            return last
        return (
            "it has gradients that repeat" if repeats else scene.Gradient(stops, start, end, transform=matrix)
        )
    radius = measure("r", "50%")
    if radius <= 0 or len(stops) == 1:
        return last
    if measure("fr", "0") > 0:
        return "it has gradients between two circles"
    if repeats:
        return "it has gradients that repeat"
    middle = (measure("cx", "50%"), measure("cy", "50%"))
    focus = measure("fx", str(middle[0])), measure("fy", str(middle[1]))
    away = math.dist(focus, middle) / radius
    if away > _WIDER:
        return "it has gradients from a point outside of their circle"
    if (away := away * _WIDER) > 1:
        x, y = ((at - by) / away + by for at, by in zip(focus, middle, strict=True))
        focus = x, y
    return scene.Gradient(stops, focus, middle, radius, matrix)


def _list_stops(
    parent: Iterable[Element], find_colour: Callable[[Element], str]
) -> tuple[tuple[float, Colour], ...]:
    stops: list[tuple[float, Colour]] = []
    for element in parent:
        if element.tag != "stop":
            continue
        at = max(parse_share(element.get("offset", "").strip() or "0"), stops[-1][0] if stops else 0.0)
        given = element.get("stop-color", "").strip() or "#000"
        colour = parse_svg_colour(given, find_colour(element)) or Colour(0.0, 0.0, 0.0, 0.0)
        share = parse_share(element.get("stop-opacity", "").strip() or "1")
        stops.append((at, replace(colour, alpha=colour.alpha * share)))
    return tuple(stops)


def fade(paint: Paint, share: float) -> Paint:
    """Return a paint with its opacity multiplied."""
    return paint.mapped(lambda colour: replace(colour, alpha=colour.alpha * share))


def stretch_to(box: Extent) -> Transform:
    """Return the transform of the unit square into a box."""
    left, top, right, bottom = box
    return (right - left, 0.0, 0.0, bottom - top, left, top)
