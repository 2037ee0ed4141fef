"""Flow charts: steps in boxes, joined by arrows with labels."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from generator.layout.elements.drawer import Setter
from generator.layout.press import Press, draw_icons
from generator.layout.shapes import outlines
from generator.layout.shapes.blocks import Block
from generator.model.elements.blocks import Flow, FlowStep, FlowWay
from generator.model.geometry import Point
from generator.model.texts.wordings import below_each_other
from generator.scene.shapes import (
    Group,
    Segment,
    Shape,
    translation,
)

_COLUMN_GAP, _ROW_GAP = 9.0, 6.5
"""Room for an arrow and its label."""


def lay_out_flow(setter: Setter, flow: Flow, *, width: float) -> Block:
    """Lay out the chart in a width, without its caption.

    Reports words that are too wide for their box, and labels that are too long for their arrow.
    """
    shares = flow.widths or (1.0,) * flow.columns
    room = width - _COLUMN_GAP * (flow.columns - 1)
    widths = [room * share / sum(shares) for share in shares]
    boxes = {step.id: _lay_out_step(setter, step, widths[step.cell[0]]) for step in flow.steps}
    heights = [
        max((boxes[step.id].height for step in flow.steps if step.cell[1] == row), default=0.0)
        for row in range(flow.rows)
    ]
    tops = [0.0, *accumulate(height + _ROW_GAP for height in heights)]
    lefts = [0.0, *accumulate(column + _COLUMN_GAP for column in widths)]
    middles = {
        (column, row): (lefts[column] + widths[column] / 2, tops[row] + heights[row] / 2)
        for column in range(flow.columns)
        for row in range(flow.rows)
    }
    shapes: list[Shape] = []
    for step in flow.steps:
        for way in step.ways:
            # Readers have checked that there is a route.
            points = [middles[cell] for cell in flow.route(step, way) or ()]
            drawn = _draw_way(setter, way, points, boxes[step.id], boxes[way.to])
            shapes.append(Group(tuple(drawn), name=f"way-{step.id}-{way.to}"))
    for step in flow.steps:
        (x, y), box = middles[step.cell], boxes[step.id]
        shapes.append(box.at(x - box.width / 2, y - box.height / 2, name=f"step-{step.id}"))
    return Block(tuple(shapes), width, tops[-1] - _ROW_GAP)


_OUTLINE, _STEP_CORNER, _STEP_PADDING = 0.7, 2.2, 2.0
_POINT = 3.6
_SIDES = {"question": _POINT, "start": 3.2, "end": 3.2}
"""Padding at the pointed or round sides of a step by kind; of other kinds, that above and below."""
_STEP_ICON, _STEP_ICON_GAP = 6.0, 1.4


def _lay_out_step(setter: Setter, step: FlowStep, width: float) -> Block:
    press = setter.press
    side = _SIDES.get(step.kind, _STEP_PADDING)
    is_end = step.kind in ("start", "end")
    light = press.palette.upon("paper", step.colour)
    room, thing, ink = width - 2 * side, f"step {step.id}", light if is_end else "ink"
    text = setter.set_text(step.text, "key", width=room, align="center", colour=ink, thing=thing)
    icons = _STEP_ICON * setter.scale if step.icons else 0.0
    height = text.height + 2 * _STEP_PADDING + (icons + _STEP_ICON_GAP if icons else 0.0)
    outline = outlines.rounded_rectangle(0, 0, width, height, height / 2 if is_end else _STEP_CORNER)
    if step.kind == "question":
        middle, right = height / 2, width - _POINT
        corners = (0, middle), (_POINT, 0), (right, 0), (width, middle), (right, height), (_POINT, height)
        outline = outlines.polygon(corners)
    shapes: list[Shape] = [press.palette.area(outline, step.colour)]
    if not is_end:
        fill = press.palette.ground("panel" if step.kind == "question" else "paper")
        shapes = [*outlines.outlined(outline, fill, press.palette[step.colour], _OUTLINE)]
    tint = light if is_end else step.colour
    shapes += draw_icons(press, step.icons, room=width, y=_STEP_PADDING, edge=icons, colour=tint)
    return Block((*shapes, text.at(side, height - _STEP_PADDING - text.height)), width, height)


_ARROW, _HEAD = 0.65, 2.6
_HALF_HEAD = _HEAD * 0.52


def _draw_way(
    setter: Setter, way: FlowWay, points: Sequence[Point], first: Block, last: Block
) -> Iterator[Shape]:
    """Yield an arrow along points from one step to another, and its label."""
    start = _move(points[0], points[1], first.width / 2, first.height / 2)
    end = _move(points[-1], points[-2], last.width / 2, last.height / 2)
    neck = _move(end, points[-2], _HEAD * 0.8, _HEAD * 0.8)
    path = (start, *points[1:-1], neck)
    ink = setter.press.palette["ink"]
    yield outlines.stroked(outlines.polyline(path), ink, _ARROW)
    yield outlines.filled(_arrow_head(end, points[-2]), ink)
    if way.label:
        yield _draw_label(setter.press, setter.say(way.label), path)


def _move(point: Point, towards: Point, across: float, down: float) -> Point:
    """Return a point moved towards another along the longer distance."""
    (x, y), (to_x, to_y) = point, towards
    if abs(to_x - x) > abs(to_y - y):
        return (x + across * (1 if to_x > x else -1), y)
    return (x, y + down * (1 if to_y > y else -1))


def _arrow_head(tip: Point, origin: Point) -> tuple[Segment, ...]:
    x, y = _move(tip, origin, _HEAD, _HEAD)
    if abs(y - tip[1]) < 1e-9:
        return outlines.polygon((tip, (x, y - _HALF_HEAD), (x, y + _HALF_HEAD)))
    return outlines.polygon((tip, (x - _HALF_HEAD, y), (x + _HALF_HEAD, y)))


_ABOVE_ARROW, _BESIDE_ARROW, _BELOW_BOX = _HALF_HEAD + 0.5, 1.6, 3.2
"""Distance of labels from an arrow, whose head a long word may reach, and of their middle from the box."""


def _draw_label(press: Press, words: str, path: tuple[Point, ...]) -> Group:
    """Draw a label above the first horizontal part of a line, or on the right near its beginning."""
    for start, end in pairwise(path):
        room = abs(end[0] - start[0])
        if room > abs(end[1] - start[1]):
            middle = (start[0] + end[0]) / 2
            return Group(_set_label(press, words, room), transform=translation(middle, start[1]))
    (x, y), length = path[0], path[-1][1] - path[0][1]
    label = press.line(f"**{words}**", "key", upright="middle", thing=f"answer {words}")
    y += max(-_BELOW_BOX, min(_BELOW_BOX, length / 2))
    return Group(label.shapes, transform=translation(x + _BESIDE_ARROW, y))


def _set_label(press: Press, words: str, room: float) -> tuple[Shape, ...]:
    """Set a label above an arrow; two languages that do not fit there are above and below it."""

    def set_line(text: str, *, is_below: bool = False) -> tuple[Shape, ...]:
        return press.line(
            f"**{text}**",
            "key",
            y=_ABOVE_ARROW if is_below else -_ABOVE_ARROW,
            anchor="middle",
            upright="top" if is_below else "baseline",
            max_width=room,
            thing=f"answer {text}",
        ).shapes

    above, *below = below_each_other(words).split("\n")
    if not below:
        return set_line(words)
    if line := press.findings.attempt(lambda: set_line(words)):
        return line
    return set_line(above) + set_line(" ".join(below), is_below=True)
