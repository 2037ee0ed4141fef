"""How SVG shapes are painted: outlines, lines, gradients, markers."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import cast, get_args
from xml.etree.ElementTree import Element

from generator.model.geometry import Point
from generator.model.values import replace
from generator.read.pictures.svg_cascade import Note
from generator.read.pictures.svg_style import (
    NUMBER,
    SvgContext,
    parse_angle,
    parse_factor,
    parse_share,
    parse_svg_colour,
    parse_svg_transform,
)
from generator.scene import shapes as scene
from generator.scene.shapes import (
    MITER_LIMIT,
    Cap,
    Colour,
    Extent,
    Join,
    Paint,
    Path,
    Segment,
    Shape,
    Stroke,
    Transform,
    translation,
)
from generator.scene.svg_outline import describe_shape, parse_outline, split_outline

_SIDES = ("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2")
_RADII = {"circle": ("r",), "ellipse": ("rx", "ry"), "rect": ("rx", "ry")}
_POINTS = re.compile(rf"\s*(?:{NUMBER}\s*,?\s*)*")
_PAINT_ORDER = ("fill", "stroke", "markers")
PAINT_SERVERS = ("pattern", "linearGradient", "radialGradient")
_WIDER = 1.001
"""Factor by which a focus on the circle is moved inwards."""
MARKER_PLACES = ("start", "mid", "end")


def describe_element(element: Element, around: SvgContext, notes: list[Note]) -> str:
    """Return the path data of a shape, as far as it can be read; the rest is noted."""
    if element.tag == "path":
        return element.get("d", "")
    if element.tag in ("polygon", "polyline"):
        return _describe_points(element, notes)
    sides, is_dashed = measure_sides(element, around), around.style["stroke-dasharray"] != "none"
    radii = _RADII.get(element.tag, ())
    # A radius that is missing or wrong is that of the other direction (SVG 2, 10.3).
    valid = {name: sides[name] for name in radii if sides.get(name, -1.0) >= 0}
    sides = {name: size for name, size in sides.items() if name not in ("r", "rx", "ry")}
    sides |= {name: valid.get(name, next(iter(valid.values()))) for name in radii if valid}
    return describe_shape(element.tag, sides, dashed=is_dashed)


def _describe_points(element: Element, notes: list[Note]) -> str:
    text = element.get("points", "")
    good = _POINTS.match(text)
    numbers = re.findall(NUMBER, good[0]) if good else []
    if good and (rest := text[good.end() :].strip()):
        message = f"`points` of `<{element.tag}>` has `{rest[:20]}`, and ends there"
        notes.append(Note(element, message))
    elif len(numbers) % 2:
        message = f"`points` of `<{element.tag}>` has {len(numbers)} numbers, and two make a point"
        notes.append(Note(element, f"{message}: the last one is left out"))
    points = " ".join(numbers[: len(numbers) // 2 * 2])
    return describe_shape(element.tag, {}, points) if len(numbers) > 3 else ""


def measure_sides(element: Element, around: SvgContext) -> dict[str, float]:
    """Return the attributes of an element that are lengths; raises ValueError for an invalid one."""
    given = ((name, element.get(name, "").strip() or "auto") for name in _SIDES)
    return {name: around.measure_side(name, text) for name, text in given if text != "auto"}


def make_stroke(
    paint: Paint, width: float, scale: float, around: SvgContext, outline: Sequence[Segment]
) -> Stroke:
    """Return the line around an outline, to which its width is scaled; raises ValueError."""
    style = around.style
    dash: tuple[float, ...] = ()
    if style["stroke-dasharray"].strip() not in ("none", ""):
        lengths = re.split(r"[\s,]+", style["stroke-dasharray"].strip(" ,\t\r\n"))
        dash = tuple(around.measure_side("r", length) * scale for length in lengths)
        dash *= 1 + len(dash) % 2
        least = 1e-4 * max(around.width, around.height) * scale
        # Without gaps, or with very small dashes, it is a line.
        if min(dash) < 0 or sum(dash) <= least or not any(dash[1::2]):
            dash = ()
    cap, join = style["stroke-linecap"].strip(), style["stroke-linejoin"].strip()
    limit = MITER_LIMIT
    if join not in ("round", "bevel"):
        given = parse_factor(style["stroke-miterlimit"])
        limit = given if is_miter_cut(outline, given, limit) else limit
    return Stroke(
        paint,
        width * scale,
        dash,
        cap=cast("Cap", cap if cap in get_args(Cap) else "butt"),
        join=cast("Join", join if join in get_args(Join) else "miter"),
        phase=around.measure_side("r", style["stroke-dashoffset"]) * scale if dash else 0.0,
        miter_limit=limit,
    )


def order_paints(text: str) -> Sequence[str]:
    """Return the order in which a shape is painted (SVG 2, 13.8); the default one if it is wrong."""
    given = text.lower().split()
    if not set(given) <= set(_PAINT_ORDER) or len(given) != len(set(given)):
        return _PAINT_ORDER
    return [*given, *(name for name in _PAINT_ORDER if name not in given)]


def list_layers(
    path: Path, order: Sequence[str], transform: Transform, width: float
) -> dict[str, list[Shape]]:
    """Return the shapes for the fill and the stroke of a path.

    `width` is that of the line before the transform, `transform` is that of the line.
    """
    dots = _make_dots(path, transform, width)
    if path.stroke and path.stroke.cap != "butt":
        path = _leave_out_dots(path)
    if not path.segments or not (path.fill or path.stroke):
        return {"stroke": [*dots]}
    if not (path.fill and path.stroke) or (order.index("stroke") - order.index("fill") == 1 and not dots):
        return {"stroke": [path, *dots]}
    return {"fill": [replace(path, stroke=None)], "stroke": [replace(path, fill=None), *dots]}


def _make_dots(path: Path, transform: Transform, width: float) -> list[Path]:
    """Return the dots of a line's parts without length, which not every program draws (SVG 2, 13.5.4)."""
    stroke = path.stroke
    if stroke is None or stroke.cap == "butt":
        return []
    dots = []
    for line in split_outline(path.segments):
        points = set[tuple[object, ...]]().union(*map(_list_points, line))
        if len(points) != 1 or (len(line) == 1 and line[0][0] == "M"):
            continue
        x, y = scene.move_point(scene.invert(transform), *cast("Point", next(iter(points))))
        half = width / 2
        sides = {"x": x - half, "y": y - half, "width": width, "height": width}
        shape = "rect"
        if stroke.cap == "round":
            shape, sides = "circle", {"cx": x, "cy": y, "r": half}
        outline = parse_outline(describe_shape(shape, sides), transform=transform)
        dots.append(Path(outline, stroke.colour))
    return dots


def _leave_out_dots(path: Path) -> Path:
    """Return a path without its parts that have no length, also at the beginning of a line."""
    kept: list[Segment] = []
    for line in split_outline(path.segments):
        first, *others = line
        while others and others[0][0] != "Z" and _list_points(others[0]) == {first[1:]}:
            del others[0]
        if any(one[0] != "Z" for one in others):
            kept += first, *others
    return path if len(kept) == len(path.segments) else replace(path, segments=tuple(kept))


def _list_points(segment: Segment) -> set[tuple[object, ...]]:
    return {segment[at : at + 2] for at in range(1, len(segment), 2)}


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


def place_markers(
    segments: Sequence[Segment], markers: Mapping[str, Element | None], width: float
) -> Iterator[tuple[Element, Transform]]:
    """Yield the marker (an arrow head, for instance) of each corner of a line, with its transform."""
    corners = _list_corners(segments)
    for index, (point, before, after) in enumerate(corners):
        places = ["mid"]
        if index in (0, len(corners) - 1):
            places = [place for place, end in (("start", 0), ("end", len(corners) - 1)) if index == end]
        for place in places:
            marker = markers[place]
            if marker is None or marker.tag != "marker":
                continue
            angle = _find_angle(marker.get("orient", "").strip() or "0", place, before, after)
            scale = width if marker.get("markerUnits") != "userSpaceOnUse" else 1.0
            turned = scene.compose_transforms(translation(*point), scene.rotation(angle, 0.0, 0.0))
            yield marker, scene.compose_transforms(turned, scene.scaling(scale))


def _find_angle(orient: str, place: str, before: Point, after: Point) -> float:
    """Return the angle of a marker by its `orient`; raises ValueError."""
    if not orient.startswith("auto"):
        return parse_angle(orient)
    angles = [math.degrees(math.atan2(y, x)) for x, y in (before, after) if x or y]
    angle = angles[0] if angles else 0.0
    if len(angles) == 2:
        # From -180 (not included) to 180 degrees: lines that turn back are turned clockwise.
        angle += (180 - (angles[0] - angles[1] + 180) % 360) / 2
    if orient == "auto-start-reverse" and place == "start":
        angle += 180
    return angle


def _list_corners(segments: Sequence[Segment]) -> list[list[Point]]:
    """Return each corner with the directions before and after it; (0, 0) where there is none."""
    found: list[list[Point]] = []
    start = 0
    for segment in segments:
        if segment[0] == "Z":
            (x, y), (left, top) = found[start][0], found[-1][0]
            if (x, y) != (left, top):
                # The line back to the start.
                found[-1][2] = back = (x - left, y - top)
                found.append([(x, y), back, (0.0, 0.0)])
            # The last corner is the first one, and has its direction.
            found[-1][2], found[start][1] = found[start][2], found[-1][1]
            continue
        points = [*zip(*[iter(cast("tuple[float, ...]", segment[1:]))] * 2, strict=True)]
        if segment[0] == "M":
            start = len(found)
            found.append([points[-1], (0.0, 0.0), (0.0, 0.0)])
            continue
        last, end = found[-1][0], points[-1]
        away = next((point for point in points if point != last), last)
        near = next((point for point in [last, *points][-2::-1] if point != end), end)
        found[-1][2] = away[0] - last[0], away[1] - last[1]
        found.append([end, (end[0] - near[0], end[1] - near[1]), (0.0, 0.0)])
    return found


def is_miter_cut(segments: Sequence[Segment], limit: float, otherwise: float) -> bool:
    """Return True if a corner of a line is pointed under one of two miter limits only."""
    least, most = sorted((limit, otherwise))
    for _, (x, y), (right, down) in _list_corners(segments):
        lengths = math.hypot(x, y) * math.hypot(right, down)
        if lengths:
            # Half of the angle between the lines: 1 / its sine is what the limit is compared with.
            turn = max(-1.0, min(1.0, (x * right + y * down) / lengths))
            sharpness = 1 / max(math.sqrt((1 + turn) / 2), 1e-9)
            if least < sharpness <= most:
                return True
    return False
