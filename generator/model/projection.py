"""Map projections: longitude and latitude, each stretched where the game needs room."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import Annotated, TypeAlias

from generator.errors import Wrong
from generator.model.kinds import Doc, Length, Number
from generator.model.rectangles import Point, Rectangle
from generator.model.values import dataclass


@dataclass(frozen=True)
class Axis:
    """Piecewise smooth map from degrees to a share of the map's width or height, through given stops.

    Stops increase in degrees and are monotone in shares (latitude decreases). Between them, the curve is the
    monotone cubic of Fritsch and Carlson (1980), which never reverses. Outside the stops, it continues
    linearly.
    """

    stops: tuple[tuple[float, float], ...]

    def at(self, degrees: float) -> float:
        stops = self.stops
        index = min(max(bisect_right(stops, (degrees, float("inf"))) - 1, 0), len(stops) - 2)
        (x0, y0), (x1, y1) = stops[index], stops[index + 1]
        width = x1 - x0
        t = (degrees - x0) / width
        if not 0 <= t <= 1:
            return y0 + (y1 - y0) * t
        leaving, arriving = self._tangents[index] * width, self._tangents[index + 1] * width
        square = t * t
        cube = square * t
        return (
            y0 * (2 * cube - 3 * square + 1)
            + leaving * (cube - 2 * square + t)
            + y1 * (3 * square - 2 * cube)
            + arriving * (cube - square)
        )

    @cached_property
    def _tangents(self) -> tuple[float, ...]:
        slopes = [(y1 - y0) / (x1 - x0) for (x0, y0), (x1, y1) in pairwise(self.stops)]
        inner = []
        for (left, _), (middle, _), (right, _), (before, after) in zip(
            self.stops, self.stops[1:], self.stops[2:], pairwise(slopes), strict=False
        ):
            share = (2 * right - middle - left) / (3 * (right - left))
            is_turn = before * after <= 0
            inner.append(0.0 if is_turn else before * after / (share * after + (1 - share) * before))
        return (slopes[0], *inner, slopes[-1])


Stops: TypeAlias = Annotated[tuple[tuple[Number, Number], ...], Length(2)]


@dataclass(frozen=True)
class Projection:
    """Projection of a map; between the stops, the map is stretched smoothly."""

    longitude: Annotated[Stops, Doc("`[degrees, part of the width]`, 0 at the left, 1 at the right.")]
    latitude: Annotated[Stops, Doc("`[degrees, part of the height]`, 0 at the top, 1 at the bottom.")]

    @cached_property
    def axes(self) -> tuple[Axis, Axis]:
        """The horizontal and the vertical axis."""
        return Axis(self.longitude), Axis(self.latitude)

    def draw(self, outline: Iterable[Point], area: Rectangle) -> tuple[Point, ...]:
        """Project an outline in degrees into a map's area, in mm."""
        across, down = self.axes[0].at, self.axes[1].at
        left, top, width, height = area.left, area.top, area.width, area.height
        return tuple((left + across(x) * width, top + down(y) * height) for x, y in outline)

    def find_problems(self) -> Iterator[Wrong]:
        """Yield stops that are not monotone."""
        rising, falling = "increase with the degrees", "decrease while the degrees increase: 0 is at the top"
        for key, stops, way in (("longitude", self.longitude, rising), ("latitude", self.latitude, falling)):
            for index, ((degrees, part), (more, other)) in enumerate(pairwise(stops), start=1):
                if more <= degrees:
                    said = f"{more:g} degrees follow {degrees:g}"
                    yield Wrong(said, "degrees must increase", path=(key, index))
                elif other == part or (other > part) != (way == rising):
                    said = f"the part {other:g} follows {part:g}"
                    yield Wrong(said, f"parts must {way}", path=(key, index))


WHOLE_WORLD = Projection(((-180.0, 0.0), (180.0, 1.0)), ((-60.0, 1.0), (84.0, 0.0)))
"""Plate carrée, without Antarctica."""


def clip_outline(outline: tuple[Point, ...], area: Rectangle) -> tuple[Point, ...]:
    """Clip a closed outline to an area (Sutherland and Hodgman); empty if nothing is left.

    Where the outline leaves the area, its parts stay joined along the edge.
    """
    points = list(outline)
    for axis, edge, sign in ((0, area.left, 1), (0, area.right, -1), (1, area.top, 1), (1, area.bottom, -1)):
        inside = [(point[axis] - edge) * sign >= 0 for point in points]
        if all(inside):
            continue
        if not any(inside):
            return ()
        clipped: list[Point] = []
        for index, point in enumerate(points):
            previous = points[index - 1]
            if inside[index] != inside[index - 1]:
                share = (edge - previous[axis]) / (point[axis] - previous[axis])
                other = previous[1 - axis] + (point[1 - axis] - previous[1 - axis]) * share
                clipped.append((edge, other) if axis == 0 else (other, edge))
            if inside[index]:
                clipped.append(point)
        points = clipped
    return tuple(points) if len(points) > 2 else ()
