"""SVG path data and basic shapes as segments; the only module that uses fontTools' SVG parser."""

import re
from collections.abc import Iterable, Mapping
from typing import cast

from fontTools.misc.bezierTools import calcCubicBounds
from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path
from fontTools.svgLib.path.arc import EllipticalArc

from generator.scene.fonts import Point, SegmentPen
from generator.scene.shapes import IDENTITY, Segment, Transform
from generator.scene.transforms import move_point

MOST = 1_000_000
"""Maximum number in a drawing, and maximum length of its sides: far more than any paper has."""

_PATH = re.compile(r"[MmZzLlHhVvCcSsQqTtAaeE0-9+\-., ]*")
_LEADING_ZEROS = re.compile(r"(?<![\d.])0+(?=\d)")
_DECIMALS = 4


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
    pen = _OutlinePen(transform, open_ends)
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
    check_numbers(*(part for segment in pen.segments for part in segment if not isinstance(part, str)))
    return cast("tuple[Segment, ...]", tuple(pen.segments))


def check_numbers(*numbers: float) -> None:
    """Raise ValueError for a number that is not finite or too large."""
    for number in numbers:
        if not -MOST <= number <= MOST:
            raise ValueError(f"the number {number:g} is too large" if number == number else "not a number")


def measure_outline(segments: Iterable[Segment]) -> tuple[float, float, float, float] | None:
    """Return (left, top, right, bottom) of an outline, without a stroke; None if it is empty."""
    xs: list[float] = []
    ys: list[float] = []
    last = (0.0, 0.0)
    for segment in segments:
        if segment[0] == "C":
            _, a, b, c, d, x, y = segment
            box = calcCubicBounds(last, (a, b), (c, d), (x, y))
            xs += box[::2]
            ys += box[1::2]
            last = x, y
        elif segment[0] != "Z":
            last = segment[1], segment[2]
            xs.append(last[0])
            ys.append(last[1])
    return (min(xs), min(ys), max(xs), max(ys)) if xs else None


class _OutlinePen(SegmentPen):
    _qCurveToOne = BasePen._qCurveToOne

    def __init__(self, transform: Transform, open_ends: bool) -> None:
        super().__init__()
        self._transform = transform
        self._open_ends = open_ends

    def add(self, command: str, *points: Point) -> None:
        rounded = ((round(x, _DECIMALS), round(y, _DECIMALS)) for x, y in points)
        moved = (move_point(self._transform, x, y) for x, y in rounded)
        super().add(command, *((round(x, _DECIMALS), round(y, _DECIMALS)) for x, y in moved))

    def arcTo(
        self, rx: float, ry: float, turn: float, large: bool, sweep: bool, end: tuple[float, float]
    ) -> None:
        start = complex(*self._getCurrentPoint())
        if rx and ry and start != complex(*end):
            EllipticalArc(start, rx, ry, turn, large, sweep, complex(*end)).draw(self)
        else:
            self.lineTo(end)

    def _endPath(self) -> None:
        if not self._open_ends:
            self._closePath()
