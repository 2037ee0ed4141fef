"""Markers of SVG: where the arrow heads of a line are, and how they are turned."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias, cast
from xml.etree.ElementTree import Element

from generator.scene.shapes import Segment, Transform, compose, rotation, scaling, translation

_Point: TypeAlias = tuple[float, float]


def place_markers(
    segments: Sequence[Segment], markers: Mapping[str, Element | None], width: float
) -> Iterator[tuple[Element, Transform]]:
    """Yield the marker of each corner of a line of this width, with its transform to the line."""
    corners = _list_corners(segments)
    for index, (point, before, after) in enumerate(corners):
        place = "start" if index == 0 else "end" if index == len(corners) - 1 else "mid"
        marker = markers[place]
        if marker is None or marker.tag != "marker":
            continue
        orient = marker.get("orient", "0")
        if orient.startswith("auto"):
            angles = [math.degrees(math.atan2(y, x)) for x, y in (before, after) if x or y]
            angle = angles[0] if angles else 0.0
            if len(angles) == 2:
                angle += ((angles[1] - angles[0] + 180) % 360 - 180) / 2
            if orient == "auto-start-reverse" and place == "start":
                angle += 180
        else:
            angle = float(orient.removesuffix("deg"))
        scale = width if marker.get("markerUnits") != "userSpaceOnUse" else 1.0
        yield marker, compose(compose(translation(*point), rotation(angle, 0.0, 0.0)), scaling(scale))


def _list_corners(segments: Sequence[Segment]) -> list[list[_Point]]:
    """Return each corner with the directions before and after it; (0, 0) where there is none."""
    found: list[list[_Point]] = []
    start = 0
    for segment in segments:
        if segment[0] == "Z":
            # The last corner is the first one, and has its direction.
            found[-1][2], found[start][1] = found[start][2], found[-1][1]
            continue
        points = [*zip(*[iter(cast("tuple[float, ...]", segment[1:]))] * 2, strict=True)]
        if segment[0] == "M":
            start = len(found)
            found.append([points[-1], (0.0, 0.0), (0.0, 0.0)])
            continue
        last, end = found[-1][0], points[-1]
        away = next((point for point in points if point != last), last)
        near = next((point for point in [last, *points][-2::-1] if point != end), end)
        found[-1][2] = away[0] - last[0], away[1] - last[1]
        found.append([end, (end[0] - near[0], end[1] - near[1]), (0.0, 0.0)])
    return found
