"""SVG path data and basic shapes as segments; the only module that uses fontTools' SVG parser."""

import re
from collections.abc import Mapping
from typing import NamedTuple, cast

from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path
from fontTools.svgLib.path.shapes import PathBuilder

from generator.scene.fonts import Outline, Point, SegmentPen
from generator.scene.shapes import IDENTITY, Segment, Transform
from generator.scene.transforms import move_point

SHAPES = ("path", "rect", "circle", "ellipse", "polygon", "polyline")
"""Elements that can be filled."""

MOST = 1_000_000
"""Maximum number in a drawing, and maximum length of its sides: far more than any paper has."""

_PATH = re.compile(r"[MmZzLlHhVvCcSsQqTtAaeE0-9+\-., ]*")
_DECIMALS = 4


class _Element(NamedTuple):
    """The interface of an element that fontTools expects."""

    tag: str
    attrib: Mapping[str, str]


def parse_outline(
    tag: str,
    attributes: Mapping[str, str],
    *,
    transform: Transform = IDENTITY,
    open_ends: bool = False,
) -> Outline:
    """Return the outline of a path, rect, circle, ellipse, polygon, or polyline.

    The outline is closed unless `open_ends` is set, for lines to be stroked. Coordinates have `transform`
    applied, which replaces an attribute of that name, and are rounded to 4 decimals. Raises ValueError if the
    attributes are invalid for the shape.
    """
    own = {name: value for name, value in attributes.items() if name != "transform"}
    builder = PathBuilder()
    try:
        builder.add_path_from_element(_Element(tag, own))
        pen = _OutlinePen(transform, open_ends)
        for data in builder.paths:
            _parse_path(data, pen)
    except (TypeError, IndexError, ArithmeticError) as error:
        raise ValueError(f"invalid {tag} data") from error
    check_numbers(*(part for segment in pen.segments for part in segment if not isinstance(part, str)))
    return tuple(pen.segments)


def parse_path_data(data: str) -> tuple[Segment, ...]:
    """Return path data as segments, open where they are not closed; raises ValueError for invalid data."""
    return cast("tuple[Segment, ...]", parse_outline("path", {"d": data}, open_ends=True))


def check_numbers(*numbers: float) -> None:
    """Raise ValueError for a number that is not finite or too large."""
    for number in numbers:
        if not -MOST <= number <= MOST:
            raise ValueError(f"the number {number:g} is too large" if number == number else "not a number")


def _parse_path(data: str, pen: BasePen) -> None:
    """Parse path data strictly: fontTools skips unknown characters, which is an error here."""
    data = re.sub(r"\s+", " ", data)
    if not _PATH.fullmatch(data):
        odd = next(character for character in data if not _PATH.fullmatch(character))
        raise ValueError(f"unexpected `{odd}` in path data")
    parse_path(data, pen)


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

    def _endPath(self) -> None:
        if not self._open_ends:
            self._closePath()
