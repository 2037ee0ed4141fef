"""Outlines of SVG path data or basic shapes.

The parser of fontTools is imported when there is a path: games that are only played have none.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partialmethod
from itertools import chain, pairwise
from math import isfinite
from typing import Any, TypeAlias, cast

from generator.model.geometry import Point
from generator.scene.shapes import IDENTITY, Segment, Transform, move_segments

MOST_CUTS = 1_000_000
"""Maximum number in a drawing, and maximum length of its sides: far more than any paper has."""
_PATH = re.compile(r"[MmZzLlHhVvCcSsQqTtAaeE0-9+\-., ]*")
_LEADING_ZEROS = re.compile(r"(?<![\d.])0+(?=\d)")
_DECIMALS = 4
_THIRD = 0.66666666666666667
_STEPS = 24
"""Number of straight parts of a curve."""
StraightPart: TypeAlias = tuple[Point, Point]
"""A straight part of an outline, from its beginning to its end."""


def describe_shape(tag: str, sides: Mapping[str, float], points: str = "", *, dashed: bool = False) -> str:
    """Return the path data of a line, rect, circle, ellipse, polygon, or polyline, or an empty text."""
    match tag:
        case "line":
            x1, y1, x2, y2 = (sides.get(name, 0.0) for name in ("x1", "y1", "x2", "y2"))
            return f"M{x1} {y1}L{x2} {y2}"
        case "rect":
            return _describe_rect(sides)
        case "circle" | "ellipse":
            x, y, both = sides.get("cx", 0.0), sides.get("cy", 0.0), sides.get("r", 0.0)
            rx, ry = sides.get("rx", both), sides.get("ry", both)
            # Dashes begin on the right; other lines do so on the left, so that files stay the same.
            ends = (x - rx, x + rx) if dashed else (x + rx, x - rx)
            arcs = "".join(f"A{rx} {ry} 0 1 1 {end} {y}" for end in ends)
            return f"M{ends[1]} {y}{arcs}z" if rx > 0 and ry > 0 else ""
        case _:
            return f"M{points}{'z' * (tag == 'polygon')}" if points.strip() else ""


def _describe_rect(sides: Mapping[str, float]) -> str:
    x, y, width, height = (sides.get(name, 0.0) for name in ("x", "y", "width", "height"))
    rx = sides.get("rx", sides.get("ry", 0.0))
    rx, ry = min(max(rx, 0.0), width / 2), min(max(sides.get("ry", rx), 0.0), height / 2)
    if not (width > 0 and height > 0):
        return ""
    right, bottom = x + width, y + height
    if not (rx and ry):
        return f"M{x} {y}H{right}V{bottom}H{x}V{y}z"
    ends = ((right, y + ry), (right - rx, bottom), (x, bottom - ry), (x + rx, y))
    first, second, third, fourth = (f"A{rx} {ry} 0 0 1 {end} {down}" for end, down in ends)
    return f"M{x + rx} {y}H{right - rx}{first}V{bottom - ry}{second}H{x + rx}{third}V{y + ry}{fourth}z"


def parse_outline(
    data: str, *, transform: Transform = IDENTITY, open_ends: bool = False
) -> tuple[Segment, ...]:
    """Return the outline of path data, closed unless `open_ends` is set, for lines to be stroked.

    Coordinates have `transform` applied and are rounded to 4 decimals. Raises ValueError for invalid data.
    """
    segments = _trace(data, open_ends)
    if transform != IDENTITY:
        moved = ((kind, *_round(numbers)) for kind, *numbers in move_segments(transform, segments))
        segments = cast("tuple[Segment, ...]", tuple(moved))
    check_numbers(*chain.from_iterable(segment[1:] for segment in segments))
    return segments


def _round(numbers: Iterable[float]) -> list[float]:
    # Without the sum, -0.00001 would become -0.
    return [round(number, _DECIMALS) + 0.0 for number in numbers]


@lru_cache(maxsize=256)
def _trace(data: str, open_ends: bool) -> tuple[Segment, ...]:
    """Return the outline of path data; cached, because drawings use the same path several times."""
    from fontTools.svgLib.path import parse_path

    pen = _OutlinePen(open_ends)
    data = re.sub(r"\s+", " ", data)
    if not _PATH.fullmatch(data):
        # fontTools skips unknown characters.
        odd = next(character for character in data if not _PATH.fullmatch(character))
        raise ValueError(f"unexpected `{odd}` in path data")
    if "a" not in data.lower():
        data = _LEADING_ZEROS.sub("", data)
    try:
        parse_path(data, pen)
    except (TypeError, IndexError, ArithmeticError) as error:
        raise ValueError("invalid path data") from error
    return cast("tuple[Segment, ...]", tuple(pen.segments))


def check_numbers(*numbers: float) -> None:
    """Raise ValueError for a number that is not finite or too large."""
    if isfinite(sum(numbers)) and max(map(abs, numbers), default=0.0) <= MOST_CUTS:
        return
    for number in numbers:
        if not -MOST_CUTS <= number <= MOST_CUTS:
            raise ValueError(f"the number {number:g} is too large" if number == number else "not a number")


def measure_outline(segments: Iterable[Segment]) -> tuple[float, float, float, float] | None:
    """Return (left, top, right, bottom) of an outline, without a stroke; None if it is empty."""
    from fontTools.pens.boundsPen import BoundsPen

    pen = BoundsPen(None)
    _draw_outline(segments, pen)
    return cast("tuple[float, float, float, float] | None", pen.bounds)


def _draw_outline(segments: Iterable[Segment], pen: Any) -> None:
    """Draw an outline with a pen of fontTools."""
    draw = {"M": pen.moveTo, "L": pen.lineTo, "C": pen.curveTo, "Z": pen.closePath}
    for kind, *numbers in cast("Iterable[tuple[str, *tuple[float, ...]]]", segments):
        draw[kind](*zip(numbers[::2], numbers[1::2], strict=True))


def cut_up(
    segments: Iterable[Segment], count_parts: Callable[[Sequence[Point]], int] = lambda curve: _STEPS
) -> Iterator[StraightPart]:
    """Yield the straight parts of a path; `count_parts` says how many a curve, by its four points, has."""
    from fontTools.misc.bezierTools import cubicPointAtT

    last = first = (0.0, 0.0)
    for command, *numbers in segments:
        ends = [*zip(numbers[::2], numbers[1::2], strict=True)] or [first]
        if command == "M":
            last = first = ends[0]
            continue
        if command == "C":
            count = count_parts((last, *ends))
            ends = [cubicPointAtT(last, *ends, step / count) for step in range(1, count + 1)]
        for end in ends:
            yield last, end
            last = end


def contains(parts: Sequence[StraightPart], point: Point) -> bool:
    """Return True if a line to the left from the point crosses the outline an odd number of times."""
    x, y = point
    crossing = [(one, two) for one, two in parts if (one[1] > y) != (two[1] > y)]
    places = ((x1 + (y - y1) / (y2 - y1) * (x2 - x1)) for (x1, y1), (x2, y2) in crossing)
    return sum(place < x for place in places) % 2 == 1


def split_outline(segments: Sequence[Segment]) -> list[Sequence[Segment]]:
    """Return the lines of an outline: a piece, and the holes in it."""
    starts = [number for number, segment in enumerate(segments) if segment[0] == "M"]
    return [segments[start:end] for start, end in pairwise((*starts, len(segments)))]


def turn_holes(segments: Sequence[Segment]) -> tuple[Segment, ...]:
    """Return an even-odd outline with holes that run the other way, so that the non-zero rule fills the same.

    Its lines may lie in each other, but may not cross.
    """
    from fontTools.pens.reverseContourPen import ReverseContourPen

    lines = [line for line in split_outline(segments) if len(line) > 1]
    parts = [[*cut_up(line)] for line in lines]
    turned: list[Segment] = []
    for number, line in enumerate(lines):
        start = parts[number][0][0]
        depth = sum(contains(other, start) for index, other in enumerate(parts) if index != number)
        area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in parts[number])
        pen = _OutlinePen(open_ends=False)
        _draw_outline(line, pen if (area > 0) == (depth % 2 == 0) else ReverseContourPen(pen))
        turned += cast("list[Segment]", pen.segments)
    return tuple(turned)


class _OutlinePen:
    """A pen without those parts of fontTools' pens that take most of their time."""

    def __init__(self, open_ends: bool) -> None:
        self.segments: list[tuple[str | float, ...]] = []
        self._open_ends = open_ends
        self._at = (0.0, 0.0)

    def _add(self, kind: str, *points: Point) -> None:
        self.segments.append((kind, *_round(chain.from_iterable(points))))
        self._at = points[-1]

    moveTo = partialmethod(_add, "M")
    lineTo = partialmethod(_add, "L")
    curveTo = partialmethod(_add, "C")

    def qCurveTo(self, control: Point, end: Point) -> None:
        across, down = control
        handles = [(x + _THIRD * (across - x), y + _THIRD * (down - y)) for x, y in (self._at, end)]
        self._add("C", *handles, end)

    def arcTo(self, rx: float, ry: float, turn: float, large: bool, sweep: bool, end: Point) -> None:
        from fontTools.svgLib.path.arc import EllipticalArc

        if rx and ry and self._at != end:
            EllipticalArc(complex(*self._at), rx, ry, turn, large, sweep, complex(*end)).draw(self)
        else:
            self.lineTo(end)

    def closePath(self) -> None:
        self.segments.append(("Z",))

    def endPath(self) -> None:
        if not self._open_ends:
            self.closePath()
