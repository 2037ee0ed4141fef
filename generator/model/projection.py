"""Map projections of our own: longitude and latitude, each stretched where the game needs room."""

from bisect import bisect_right
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Axis:
    """Degrees -> a part of the map's width or height, smoothly, through given stops.

    Stops rise in degrees and run one way in parts (latitude falls). Between them the curve is the
    monotone cubic of Fritsch and Carlson (1980): no stretch ever turns back. Outside of the stops
    it goes on straight.
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
        leaving, arriving = self._tangent(index) * width, self._tangent(index + 1) * width
        square, cube = t * t, t * t * t
        return (
            y0 * (2 * cube - 3 * square + 1)
            + leaving * (cube - 2 * square + t)
            + y1 * (3 * square - 2 * cube)
            + arriving * (cube - square)
        )

    def _tangent(self, index: int) -> float:
        if index == 0:
            return self._slope(0)
        if index == len(self.stops) - 1:
            return self._slope(index - 1)
        before, after = self._slope(index - 1), self._slope(index)
        if before * after <= 0:
            return 0.0
        left, right = self.stops[index - 1][0], self.stops[index + 1][0]
        share = (2 * right - self.stops[index][0] - left) / (3 * (right - left))
        return before * after / (share * after + (1 - share) * before)

    def _slope(self, index: int) -> float:
        (x0, y0), (x1, y1) = self.stops[index], self.stops[index + 1]
        return (y1 - y0) / (x1 - x0)


@dataclass(frozen=True, slots=True)
class Projection:
    """Longitude and latitude in degrees -> parts of the map's width and height, from its top left."""

    longitude: Axis
    latitude: Axis

    def project(self, longitude: float, latitude: float) -> tuple[float, float]:
        return self.longitude.at(longitude), self.latitude.at(latitude)
