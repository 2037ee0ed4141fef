"""Calls of a Squib script as elements of a template."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from generator.imports.draft import DraftElement, format_number
from generator.imports.squib.calls import SquibCall, list_angles, list_boxes
from generator.imports.squib.words import draw_picture, draw_text


def _background(call: SquibCall) -> list[DraftElement]:
    paint = call.paint("color", "black")
    if "gradient" in paint:
        box = ["0", "0", "100%", "100%"]
        return [DraftElement("panel", {"box": box, **paint, "bleeds": True})]
    return [DraftElement("ground", paint)] if paint else []


def _rect(call: SquibCall) -> list[DraftElement]:
    if guide := _name_guide(call):
        call.change(guide)
        return []
    keys = call.place(list_boxes(call), list_angles(call))
    radius = max(call.number(name, 0) for name in ("radius", "x_radius", "y_radius"))
    keys |= {"corner": format_number(radius * call.pen.mm)} if radius > 0 else {}
    return _panel(call, keys)


def _name_guide(call: SquibCall) -> str:
    """Return the remark for a frame that shows the cut or the safe zone; empty for other frames."""
    if call.colour("fill_color", "#0000") or call.layout.lower() not in (
        "cut",
        "safe",
        "safe_zone",
        "cut_zone",
    ):
        return ""
    return _GUIDES["safe_zone" if "safe" in call.layout.lower() else "cut_zone"]


_GUIDES = {
    "cut_zone": "is not drawn: petri make prints crop marks, and cut cards have no line around them",
    "safe_zone": "is not drawn: write `safe` in the deck, and petri check finds what is too near to the cut",
}


def _panel(call: SquibCall, keys: dict[str, Any]) -> list[DraftElement]:
    own = {**keys, **call.paint("fill_color", "#0000"), **call.stroke()}
    return [DraftElement("panel", own)] if own.keys() & {"fill", "gradient", "stroke"} else []


def _ellipse(call: SquibCall) -> list[DraftElement]:
    return _panel(call, {"shape": "ellipse", **call.place(list_boxes(call), list_angles(call))})


def _circle(call: SquibCall) -> list[DraftElement]:
    rows = [
        ((x or 0) - (r or 0), (y or 0) - (r or 0), 2 * (r or 0), 2 * (r or 0))
        for x, y, r in call.spread(x=0, y=0, radius=100)
    ]
    keys = call.place(rows)
    start, end = call.number("arc_start", 0), call.number("arc_end", 2 * math.pi)
    if abs(end - start) >= 2 * math.pi - 0.001:
        return _panel(call, {"shape": "ellipse", **keys})
    if call.word("arc_direction", "clockwise") != "clockwise":
        start, end = end, start
    turned = [math.degrees(one) + 90 for one in (start, end)]
    turned[1] += 360 if turned[1] < turned[0] else 0
    ends = {"from": format_number(turned[0]), "to": format_number(turned[1])}
    if call.paint("fill_color", "#0000"):
        call.change("an arc with a fill is a slice")
        return [
            DraftElement("sector", {**keys, **ends, **call.paint("fill_color", "#0000"), **call.stroke()})
        ]
    return [DraftElement("arc", {**keys, **ends, **call.stroke()})]


def _line(call: SquibCall) -> list[DraftElement]:
    ends = _points(call, ("x1", "y1"), ("x2", "y2"))
    return [DraftElement("line", {"from": ends[0], "to": ends[1], **call.stroke()})]


_COORDINATES = {
    "x1": 100,
    "y1": 100,
    "x2": 150,
    "y2": 150,
    "x3": 100,
    "y3": 150,
    "cx1": 0,
    "cy1": 0,
    "cx2": 0,
    "cy2": 0,
}
"""Default coordinates of lines and curves in pixels."""


def _points(call: SquibCall, *pairs: tuple[str, str]) -> list[list[str]]:
    """Return points on the card that is cut, as they are written; beyond it, they are at its edge."""
    pen = call.pen
    points = []
    for pair in pairs:
        rows = call.spread(**{name: _COORDINATES[name] for name in pair})
        point = []
        for axis, side in enumerate((pen.width, pen.height)):
            lengths = [((row[axis] or 0) - pen.trim) * pen.mm for row in rows]
            point.append(call.write_numbers([min(max(one, 0), side) for one in lengths], pair[axis], "mm"))
        points.append(point)
    return points


def _triangle(call: SquibCall) -> list[DraftElement]:
    points = _points(call, ("x1", "y1"), ("x2", "y2"), ("x3", "y3"))
    return _shape(call, "polygon", {"points": points})


def _shape(call: SquibCall, kind: str, keys: dict[str, Any]) -> list[DraftElement]:
    own = {**keys, **call.paint("fill_color", "#0000"), **call.stroke()}
    return [DraftElement(kind, own)] if own.keys() & {"fill", "gradient", "stroke"} else []


def _around(call: SquibCall, radii: Sequence[float]) -> list[DraftElement]:
    """Return a polygon with corners around a point, at these distances in turn; the first is at the right."""
    pen, turn = call.pen, call.number("angle", 0)
    x, y = call.number("x", 0), call.number("y", 0)
    corners = max(min(round(call.number("n", 5)), 200), 2) * len(radii)
    points = []
    for corner in range(corners):
        angle, radius = turn + 2 * math.pi * corner / corners, radii[corner % len(radii)]
        place = (x + radius * math.cos(angle), y + radius * math.sin(angle))
        points.append([format_number((one - pen.trim) * pen.mm) for one in place])
    return _shape(call, "polygon", {"points": points})


def _polygon(call: SquibCall) -> list[DraftElement]:
    return _around(call, [call.number("radius", 100)])


def _star(call: SquibCall) -> list[DraftElement]:
    return _around(call, [call.number("outer_radius", 100), call.number("inner_radius", 50)])


def _curve(call: SquibCall) -> list[DraftElement]:
    pen = call.pen
    names = ("x1", "y1", "cx1", "cy1", "cx2", "cy2", "x2", "y2")
    numbers = [format_number((call.number(name, _COORDINATES[name]) - pen.trim) * pen.mm) for name in names]
    data = f"M {' '.join(numbers[:2])} C {' '.join(numbers[2:])}"
    return _shape(call, "path", {"data": data})


def _grid(call: SquibCall) -> list[DraftElement]:
    [x, y, width, height] = list_boxes(call)[0]
    if abs(width - height) > 1 or width <= 0:
        call.leave_out("a grid whose cells are not squares")
        return []
    pen = call.pen
    stroke = call.stroke()
    start = [x % width - width, y % height - height]
    box = (start[0], start[1], pen.space.width - start[0], pen.space.height - start[1])
    keys = call.place([box]) | {"pattern": "grid", "pattern_colour": stroke.get("stroke", "#000000")}
    return [DraftElement("panel", {**keys, "pattern_size": format_number(width * pen.mm)})]


DRAWERS: Mapping[str, Callable[[SquibCall], list[DraftElement]]] = {
    "background": _background,
    "rect": _rect,
    "circle": _circle,
    "ellipse": _ellipse,
    "line": _line,
    "triangle": _triangle,
    "polygon": _polygon,
    "star": _star,
    "curve": _curve,
    "grid": _grid,
    "png": draw_picture,
    "svg": draw_picture,
    "text": draw_text,
}
"""Functions that draw calls, by the name of the call."""
UNDRAWN: Mapping[str, str] = {
    **_GUIDES,
    "save": "is an option of petri make",
    "save_png": "is the option --to png of petri make",
    "save_pdf": "is petri make, with --paper, --marks, and --bleed",
    "save_sheet": "is the option --to of petri make",
    "hand": "has no counterpart: a picture for the web",
    "showcase": "has no counterpart: a picture for the web",
    "hint": "shows boxes while a script is written; petri preview shows them",
    "build": "is a part that is built on demand, and was not run",
}
"""Reasons for calls that draw nothing on cards."""
