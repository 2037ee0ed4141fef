"""The basic shapes of SVG files: their outlines, their lines, and the order in which these are drawn."""

import re
from collections.abc import Sequence
from typing import cast, get_args
from xml.etree.ElementTree import Element

from generator.model.geometry import Point
from generator.model.values import replace
from generator.read.pictures.svg_cascade import Note
from generator.read.pictures.svg_markers import is_miter_cut
from generator.read.pictures.svg_style import SvgContext
from generator.read.pictures.svg_values import NUMBER, parse_factor
from generator.scene import shapes as scene
from generator.scene.shapes import MITER_LIMIT, Cap, Join, Paint, Path, Segment, Shape, Stroke, Transform
from generator.scene.svg_outline import describe_shape, parse_outline, split_outline

_SIDES = ("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2")
_RADII = {"circle": ("r",), "ellipse": ("rx", "ry"), "rect": ("rx", "ry")}
_POINTS = re.compile(rf"\s*(?:{NUMBER}\s*,?\s*)*")
_PAINT_ORDER = ("fill", "stroke", "markers")


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
