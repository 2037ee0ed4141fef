"""Flow charts: boxes on a grid as high as their words need, arrows along its rows and columns."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise

from generator.layout.press.badges import icons_width
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import filled, polygon, polyline, rounded_rectangle, stroked
from generator.layout.text.typesetter import VerticalAnchor
from generator.model.bilingual import below_each_other
from generator.model.flow import Cell, Flow, FlowStep, FlowWay
from generator.model.rectangles import Point
from generator.scene.shapes import Group, Segment, Shape
from generator.scene.transforms import translation

_COLUMN_GAP = 9.0
_ROW_GAP = 6.5
"""Room for an arrow and its label."""
_PADDING = 2.0
_POINT = 3.6
"""How far the points of a question stand out at its sides."""
_END = 3.2
"""How much of each side the round ends of the first and last steps take from the line at the bottom."""
_CORNER = 2.2
_ICON = 6.0
_ICON_GAP = 1.4
_LINE = 0.65
_OUTLINE = 0.7
_HEAD = 2.6
_HALF_HEAD = _HEAD * 0.52
_ABOVE_ARROW = _HALF_HEAD + 0.5
"""Base lines stand higher than the arrow's head, since a long word reaches over it."""
_BESIDE_ARROW = 1.6
_BELOW_BOX = 3.2
"""Of the middle of a label, where the arrow is long enough."""


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where columns and rows of the chart lie, in mm."""

    columns: tuple[float, ...]
    """Middles."""
    rows: tuple[float, ...]

    def middle(self, cell: Cell) -> Point:
        return self.columns[cell[0]], self.rows[cell[1]]


def lay_out_flow(press: Press, flow: Flow, *, width: float, scale: float = 1.0) -> Block:
    """The whole chart over the given width, its caption below.

    Reports words that are too wide for their box, and labels for the room beside their arrow.
    """
    widths = _column_widths(flow, width)
    boxes = {step.id: _lay_out_step(press, step, widths[step.cell[0]], scale) for step in flow.steps}
    heights = [0.0] * flow.rows
    for step in flow.steps:
        heights[step.cell[1]] = max(heights[step.cell[1]], boxes[step.id].height)
    tops = [0.0, *accumulate(height + _ROW_GAP for height in heights)]
    lefts = [0.0, *accumulate(column + _COLUMN_GAP for column in widths)]
    grid = _Grid(
        tuple(left + column / 2 for left, column in zip(lefts, widths, strict=False)),
        tuple(top + height / 2 for top, height in zip(tops, heights, strict=False)),
    )
    shapes: list[Shape] = []
    for step in flow.steps:
        for way in step.ways:
            shapes += _draw_way(press, flow, step, way, grid=grid, boxes=boxes)
    for step in flow.steps:
        x, y = grid.middle(step.cell)
        box = boxes[step.id]
        shapes.append(box.at(x - box.width / 2, y - box.height / 2, name=f"step-{step.id}"))
    height = tops[-1] - _ROW_GAP
    if flow.caption:
        caption = press.text(press.say(flow.caption), "caption", width=width, align="center", scale=scale)
        shapes.append(caption.at(0, height + 2.0))
        height += 2.0 + caption.height
    return Block(tuple(shapes), width, height)


def _column_widths(flow: Flow, width: float) -> list[float]:
    shares = flow.widths or (1.0,) * flow.columns
    room = width - _COLUMN_GAP * (flow.columns - 1)
    return [room * share / sum(shares) for share in shares]


def _lay_out_step(press: Press, step: FlowStep, width: float, scale: float) -> Block:
    """Icons above the words, in the outline of the step's kind."""
    side = {"question": _POINT, "start": _END, "end": _END}.get(step.kind, _PADDING)
    colour = "paper" if step.kind in ("start", "end") else "ink"
    words = press.text(
        press.say(step.text),
        "key",
        width=width - 2 * side,
        align="center",
        colour=colour,
        scale=scale,
        thing=f"step {step.id}",
    )
    icons = _ICON * scale if step.icons else 0.0
    height = words.height + 2 * _PADDING + (icons + _ICON_GAP if icons else 0.0)
    if step.kind in ("start", "end"):
        ground = filled(rounded_rectangle(0, 0, width, height, height / 2), press.palette[step.colour])
        shapes: list[Shape] = [ground]
    else:
        outline = _hexagon(width, height) if step.kind == "question" else None
        outline = outline or rounded_rectangle(0, 0, width, height, _CORNER)
        fill = "panel" if step.kind == "question" else "paper"
        shapes = [
            filled(outline, press.palette[fill]),
            stroked(outline, press.palette[step.colour], _OUTLINE),
        ]
    x = (width - icons_width(len(step.icons), icons)) / 2
    for icon in step.icons:
        tint = "paper" if step.kind in ("start", "end") else step.colour
        shapes += press.icon(icon, x, _PADDING, icons, colour=tint)
        x += icons + 1.0
    shapes.append(words.at(side, height - _PADDING - words.height))
    return Block(tuple(shapes), width, height)


def _hexagon(width: float, height: float) -> tuple[Segment, ...]:
    """A box with a point at each side."""
    middle, right = height / 2, width - _POINT
    return polygon(((0, middle), (_POINT, 0), (right, 0), (width, middle), (right, height), (_POINT, height)))


def _draw_way(
    press: Press, flow: Flow, step: FlowStep, way: FlowWay, *, grid: _Grid, boxes: Mapping[str, Block]
) -> list[Shape]:
    """A line with an arrow's head at its end, and its label beside its beginning."""
    cells = flow.route(step, way)
    if cells is None:
        raise ValueError(f"the arrow from {step.id} to {way.to} crosses another step")
    points = [grid.middle(cell) for cell in cells]
    start = _edge(points[0], points[1], boxes[step.id])
    end = _edge(points[-1], points[-2], boxes[way.to])
    neck = _towards(end, points[-2], _HEAD * 0.8)
    ink = press.palette["ink"]
    shapes: list[Shape] = [
        stroked(polyline((start, *points[1:-1], neck)), ink, _LINE),
        filled(_arrow_head(end, points[-2]), ink),
    ]
    if way.label:
        shapes.append(_label(press, press.say(way.label), (start, *points[1:-1], neck)))
    return [Group(tuple(shapes), name=f"way-{step.id}-{way.to}")]


def _edge(middle: Point, towards: Point, box: Block) -> Point:
    """Where a line from the middle of a box leaves it."""
    (x, y), (to_x, to_y) = middle, towards
    if abs(to_x - x) > abs(to_y - y):
        return (x + box.width / 2 * (1 if to_x > x else -1), y)
    return (x, y + box.height / 2 * (1 if to_y > y else -1))


def _towards(point: Point, other: Point, length: float) -> Point:
    (x, y), (to_x, to_y) = point, other
    if abs(to_x - x) > abs(to_y - y):
        return (x + length * (1 if to_x > x else -1), y)
    return (x, y + length * (1 if to_y > y else -1))


def _arrow_head(tip: Point, origin: Point) -> tuple[Segment, ...]:
    x, y = _towards(tip, origin, _HEAD)
    half = _HALF_HEAD
    if abs(y - tip[1]) < 1e-9:
        return polygon((tip, (x, y - half), (x, y + half)))
    return polygon((tip, (x - half, y), (x + half, y)))


def _level_label(press: Press, words: str, room: float) -> tuple[Shape, ...]:
    """Above an arrow; where two languages have no room there, the second stands below it."""

    def set_line(said: str, y: float, *, upright: VerticalAnchor = "baseline") -> tuple[Shape, ...]:
        thing = f"answer {said}"
        line = press.line(
            f"**{said}**", "key", y=y, anchor="middle", upright=upright, max_width=room, thing=thing
        )
        return line.shapes

    above, *below = below_each_other(words).split("\n")
    line = press.findings.attempt(lambda: set_line(words, -_ABOVE_ARROW)) if below else None
    if line or not below:
        return line or set_line(words, -_ABOVE_ARROW)
    return set_line(above, -_ABOVE_ARROW) + set_line(" ".join(below), _ABOVE_ARROW, upright="top")


def _label(press: Press, words: str, line: tuple[Point, ...]) -> Group:
    """Above the level part of a line, in its middle; right of one without, near its beginning."""
    for start, end in pairwise(line):
        room = abs(end[0] - start[0])
        if room > abs(end[1] - start[1]):
            middle = (start[0] + end[0]) / 2
            return Group(_level_label(press, words, room), transform=translation(middle, start[1]))
    start, end = line[0], line[-1]
    length = end[1] - start[1]
    label = press.line(f"**{words}**", "key", upright="middle", thing=f"answer {words}")
    y = start[1] + max(-_BELOW_BOX, min(_BELOW_BOX, length / 2))
    return Group(label.shapes, transform=translation(start[0] + _BESIDE_ARROW, y))
