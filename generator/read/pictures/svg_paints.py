"""Gradients and opacity of SVG."""

import math
from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from generator.model.values import replace
from generator.read.pictures.svg_values import Around, parse_share, parse_svg_colour, parse_transform
from generator.scene.bounds import Box
from generator.scene.shapes import Colour, Gradient, Paint, compose


def fade(paint: Paint, share: float) -> Paint:
    """Return a paint with its opacity multiplied."""
    return paint.mapped(lambda colour: replace(colour, alpha=colour.alpha * share))


def make_gradient(templates: Sequence[Element], around: Around, box: Box | None) -> Paint | str | None:
    """Return a gradient for a shape in `box`; a text says why it or a pattern cannot be drawn as shapes.

    `templates` are the gradient and those that it takes its attributes from.
    """
    if templates[0].tag == "pattern":
        return "it has patterns"
    given = {name: value for element in reversed(templates) for name, value in element.attrib.items()}
    stops = _list_stops(next((one for one in templates if one.find("stop") is not None), ()), around)
    if not stops:
        return None
    matrix = around.transform
    if given.get("gradientUnits") != "userSpaceOnUse":
        left, top, right, bottom = box or (0.0, 0.0, 0.0, 0.0)
        if not (right > left and bottom > top):
            return None
        matrix = compose(matrix, (right - left, 0.0, 0.0, bottom - top, left, top))
        around = replace(around, width=1.0, height=1.0)
    if "gradientTransform" in given:
        matrix = compose(matrix, parse_transform(given["gradientTransform"]))

    def measure(name: str, otherwise: str) -> float:
        return around.measure_side(name, given.get(name, otherwise))

    last = stops[-1][1]
    if given.get("spreadMethod", "pad") != "pad":
        return "it has gradients that repeat"
    if templates[0].tag == "linearGradient":
        start, end = (measure("x1", "0%"), measure("y1", "0%")), (measure("x2", "100%"), measure("y2", "0%"))
        return last if start == end or len(stops) == 1 else Gradient(stops, start, end, transform=matrix)
    if measure("r", "50%") <= 0 or len(stops) == 1:
        return last
    if measure("fr", "0") > 0:
        return "it has gradients between two circles"
    middle, radius = (measure("cx", "50%"), measure("cy", "50%")), measure("r", "50%")
    focus = measure("fx", str(middle[0])), measure("fy", str(middle[1]))
    away = math.dist(focus, middle) / radius * 1.001
    if away > 1:
        x, y = ((at - by) / away + by for at, by in zip(focus, middle, strict=True))
        focus = x, y
    return Gradient(stops, focus, middle, radius, matrix)


def _list_stops(parent: Iterable[Element], around: Around) -> tuple[tuple[float, Colour], ...]:
    stops: list[tuple[float, Colour]] = []
    for element in parent:
        if element.tag != "stop":
            continue
        at = max(parse_share(element.get("offset", "0")), stops[-1][0] if stops else 0.0)
        current = element.get("color", around.style["color"])
        colour = parse_svg_colour(element.get("stop-color", "#000"), current) or Colour(0.0, 0.0, 0.0, 0.0)
        share = parse_share(element.get("stop-opacity", "1"))
        stops.append((at, replace(colour, alpha=colour.alpha * share)))
    return tuple(stops)
