"""Markers of SVG files: where they are on a line, and how they are turned."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import cast
from xml.etree.ElementTree import Element

from generator.model.geometry import Point
from generator.read.pictures.svg_values import parse_angle
from generator.scene import shapes as scene
from generator.scene.shapes import Segment, Transform, translation

MARKER_PLACES = ("start", "mid", "end")


def place_markers(
    segments: Sequence[Segment], markers: Mapping[str, Element | None], width: float
) -> Iterator[tuple[Element, Transform]]:
    """Yield the marker (an arrow head, for instance) of each corner of a line, with its transform."""
    corners = _list_corners(segments)
    for index, (point, before, after) in enumerate(corners):
        places = ["mid"]
        if index in (0, len(corners) - 1):
            places = [place for place, end in (("start", 0), ("end", len(corners) - 1)) if index == end]
        for place in places:
            marker = markers[place]
            if marker is None or marker.tag != "marker":
                continue
            angle = _find_angle(marker.get("orient", "").strip() or "0", place, before, after)
            scale = width if marker.get("markerUnits") != "userSpaceOnUse" else 1.0
            turned = scene.compose_transforms(translation(*point), scene.rotation(angle, 0.0, 0.0))
            yield marker, scene.compose_transforms(turned, scene.scaling(scale))


def _find_angle(orient: str, place: str, before: Point, after: Point) -> float:
    """Return the angle of a marker by its `orient`; raises ValueError."""
    if not orient.startswith("auto"):
        return parse_angle(orient)
    angles = [math.degrees(math.atan2(y, x)) for x, y in (before, after) if x or y]
    angle = angles[0] if angles else 0.0
    if len(angles) == 2:
        # From -180 (not included) to 180 degrees: lines that turn back are turned clockwise.
        angle += (180 - (angles[0] - angles[1] + 180) % 360) / 2
    if orient == "auto-start-reverse" and place == "start":
        angle += 180
    return angle


def _list_corners(segments: Sequence[Segment]) -> list[list[Point]]:
    """Return each corner with the directions before and after it; (0, 0) where there is none."""
    found: list[list[Point]] = []
    start = 0
    for segment in segments:
        if segment[0] == "Z":
            (x, y), (left, top) = found[start][0], found[-1][0]
            if (x, y) != (left, top):
                # The line back to the start.
                found[-1][2] = back = (x - left, y - top)
                found.append([(x, y), back, (0.0, 0.0)])
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


def is_miter_cut(segments: Sequence[Segment], limit: float, otherwise: float) -> bool:
    """Return True if a corner of a line is pointed under one of two miter limits only."""
    least, most = sorted((limit, otherwise))
    for _, (x, y), (right, down) in _list_corners(segments):
        lengths = math.hypot(x, y) * math.hypot(right, down)
        if lengths:
            # Half of the angle between the lines: 1 / its sine is what the limit is compared with.
            turn = max(-1.0, min(1.0, (x * right + y * down) / lengths))
            sharpness = 1 / max(math.sqrt((1 + turn) / 2), 1e-9)
            if least < sharpness <= most:
                return True
    return False
