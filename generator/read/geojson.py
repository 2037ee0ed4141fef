"""GeoJSON files -> outlines of land in degrees (RFC 7946)."""

import json
import math
from pathlib import Path
from typing import Any, NoReturn

from generator.errors import Problem, UnreadableData
from generator.read.files import read_text

Ring = tuple[tuple[float, float], ...]
"""Longitude and latitude of the corners, the first not said again at the end."""

MOST_POINTS = 200_000


def read_outlines(path: Path) -> tuple[Ring, ...]:
    """The rings of all polygons of a file; raises UnreadableData when it is no GeoJSON of areas.

    Rings run on over the meridian of 180 degrees: longitudes may be more than 180.
    """
    file, text = read_text(path)
    reader = _Reader(file)
    try:
        # Whole numbers of thousands of digits are a ValueError to int.
        reader.read(json.loads(text, parse_int=float))
    except json.JSONDecodeError as error:
        _refuse(file, f"is not JSON: {error.msg}", line=error.lineno, column=error.colno)
    except RecursionError:
        _refuse(file, "is not GeoJSON: it is nested too deeply")
    if not reader.rings:
        _refuse(file, "holds no areas", "save land as Polygon or MultiPolygon")
    return tuple(reader.rings)


def _refuse(file: str, message: str, hint: str = "", *, line: int = 0, column: int = 0) -> NoReturn:
    raise UnreadableData([Problem(file, line, column, "", message, hint)])


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.rings: list[Ring] = []
        self.points = 0

    def read(self, data: Any) -> None:
        kind = data.get("type") if isinstance(data, dict) else None
        match kind:
            case "FeatureCollection":
                for feature in self._list(data, "features"):
                    self.read(feature)
            case "Feature":
                if data.get("geometry") is not None:
                    self.read(data["geometry"])
            case "GeometryCollection":
                for geometry in self._list(data, "geometries"):
                    self.read(geometry)
            case "Polygon":
                self._read_polygon(self._list(data, "coordinates"))
            case "MultiPolygon":
                for polygon in self._list(data, "coordinates"):
                    self._read_polygon(polygon)
            case None:
                _refuse(self.file, "is not GeoJSON: a `type` is missing")
            case _:
                _refuse(self.file, f"holds a `{kind}`", "only areas are drawn: Polygon and MultiPolygon")

    def _list(self, data: Any, key: str) -> list[Any]:
        found = data.get(key)
        if not isinstance(found, list):
            _refuse(self.file, f"is not GeoJSON: a `{data['type']}` has no list of `{key}`")
        return found

    def _read_polygon(self, rings: Any) -> None:
        if not isinstance(rings, list):
            _refuse(self.file, "is not GeoJSON: a polygon is no list of rings")
        for ring in rings:
            self._read_ring(ring)

    def _read_ring(self, ring: Any) -> None:
        if not isinstance(ring, list) or len(ring) < 4:
            _refuse(self.file, "is not GeoJSON: a ring needs at least 4 positions, the last as the first")
        points: list[tuple[float, float]] = []
        for position in ring:
            x, y = self._read_position(position)
            if points:
                # From 179.9 the coast runs on to 180.1, not all around the world to -179.9.
                x -= round((x - points[-1][0]) / 360) * 360
            points.append((x, y))
        self.points += len(points)
        if self.points > MOST_POINTS:
            _refuse(self.file, f"has more than {MOST_POINTS} corners", "simplify the outlines")
        if points[0] == points[-1]:
            points.pop()
        self.rings.append(tuple(points))

    def _read_position(self, position: Any) -> tuple[float, float]:
        if not isinstance(position, list) or not 2 <= len(position) <= 3:
            _refuse(self.file, "is not GeoJSON: a position is not [longitude, latitude]")
        numbers = [float(number) for number in position if type(number) is float]
        if len(numbers) != len(position) or not all(map(math.isfinite, numbers)):
            _refuse(self.file, "is not GeoJSON: a position is not [longitude, latitude]")
        x, y = numbers[0], numbers[1]
        if abs(x) > 540 or abs(y) > 90:
            _refuse(self.file, f"has the position [{x:g}, {y:g}]", "degrees of longitude and latitude")
        return x, y
