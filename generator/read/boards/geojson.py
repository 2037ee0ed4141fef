"""GeoJSON files -> outlines of land in degrees (RFC 7946)."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generator.errors import Wrong
from generator.read.files.text_files import read_text, unreadable

Ring = tuple[tuple[float, float], ...]
"""Longitude and latitude of the corners, without the last one, which repeats the first."""

MOST_POINTS = 200_000
_LISTS = {"FeatureCollection": "features", "GeometryCollection": "geometries"}


def read_outlines(path: Path) -> tuple[Ring, ...]:
    """Return the rings of all polygons of a file; raises DataError if it is not GeoJSON with areas.

    Rings continue across the meridian of 180 degrees: longitudes may exceed 180.
    """
    file, text = read_text(path)
    try:
        # Whole numbers of thousands of digits are a ValueError to int.
        rings = tuple(_list_rings(json.loads(text, parse_int=float)))
        if not rings:
            raise Wrong("has no areas", "save land as Polygon or MultiPolygon")
        if sum(len(ring) + 1 for ring in rings) > MOST_POINTS:
            raise Wrong(f"has more than {MOST_POINTS} corners", "simplify the outlines")
    except json.JSONDecodeError as error:
        raise unreadable(file, f"is not JSON: {error.msg}", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise unreadable(file, "is not GeoJSON: it is nested too deeply") from None
    except Wrong as wrong:
        raise unreadable(file, wrong.message, wrong.hint) from None
    return rings


def _list_rings(data: Any) -> Iterator[Ring]:
    match data:
        case {"type": "Feature"}:
            if data.get("geometry") is not None:
                yield from _list_rings(data["geometry"])
        case {"type": "FeatureCollection" | "GeometryCollection" | "Polygon" | "MultiPolygon" as kind}:
            key = _LISTS.get(kind, "coordinates")
            if not isinstance(data.get(key), list):
                raise Wrong(f"is not GeoJSON: a `{kind}` has no list of `{key}`")
            for item in data[key]:
                if kind == "Polygon":
                    yield _read_ring(item)
                else:
                    is_polygon = kind == "MultiPolygon"
                    yield from _list_rings({"type": "Polygon", "coordinates": item} if is_polygon else item)
        case {"type": kind}:
            raise Wrong(f"contains a `{kind}`", "only areas are drawn: Polygon and MultiPolygon")
        case _:
            raise Wrong("is not GeoJSON: a `type` is missing")


def _read_ring(ring: Any) -> Ring:
    if not isinstance(ring, list) or len(ring) < 4:
        raise Wrong("is not GeoJSON: a ring needs at least 4 positions, the last the same as the first")
    points: list[tuple[float, float]] = []
    for x, y in map(_read_position, ring):
        if points:
            # From 179.9 the coast continues to 180.1, not around the world to -179.9.
            x -= round((x - points[-1][0]) / 360) * 360
        points.append((x, y))
    return tuple(points[:-1] if points[0] == points[-1] else points)


def _read_position(position: Any) -> tuple[float, float]:
    given = position if isinstance(position, list) and len(position) in (2, 3) else []
    numbers = [number for number in given if type(number) is float and math.isfinite(number)]
    if not numbers or len(numbers) < len(given):
        raise Wrong("is not GeoJSON: a position is not [longitude, latitude]")
    x, y = numbers[:2]
    if abs(x) > 540 or abs(y) > 90:
        raise Wrong(f"has the position [{x:g}, {y:g}]", "degrees of longitude and latitude")
    return x, y
