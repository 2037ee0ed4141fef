"""Outlines of pieces with tabs, as path data."""

from collections.abc import Sequence
from typing import Literal

from generator.model.rectangles import Point


def describe_tab(
    extent: tuple[float, float],
    side: Literal["top", "right", "bottom", "left"],
    at: float,
    size: tuple[float, float],
    *,
    corner: float,
) -> str:
    """Return the outline of a piece with a tab in mm; beside the tab, the piece is lower.

    `extent` is the size of the piece with its tab, `at` the start of the tab along its edge, and `size` the
    length and height of the tab.
    """
    is_turned = side in ("left", "right")
    long, high = extent[::-1] if is_turned else extent
    wide, deep = size
    corners = [(0.0, deep), (at, deep), (at, 0.0), (at + wide, 0.0)]
    corners += [(at + wide, deep), (long, deep), (long, high), (0.0, high)]
    if side in ("bottom", "right"):
        corners = [(x, high - y) for x, y in corners]
    if is_turned:
        corners = [(y, x) for x, y in corners]
    # At the end of an edge, the tab has no corner of its own.
    rounded = [(round(x, 4), round(y, 4)) for x, y in corners]
    once = [point for point in rounded if rounded.count(point) == 1]
    return round_corners(once, min(corner, deep / 2, wide / 2))


def round_corners(points: Sequence[Point], radius: float) -> str:
    """Return path data of a polygon with right angles, whose corners are round."""
    corners, data = [complex(*point) for point in points], "M"
    for index, corner in enumerate(corners):
        back, ahead = (corners[other % len(corners)] - corner for other in (index - 1, index + 1))
        by = min(radius, abs(back) / 2, abs(ahead) / 2)
        start, end = (corner + way / abs(way) * by for way in (back, ahead))
        is_right = (ahead / back).imag < 0
        arc = f"A{by:.4f} {by:.4f} 0 0 {is_right:d} {end.real:.4f} {end.imag:.4f}"
        data += f"{start.real:.4f} {start.imag:.4f}{arc if radius else ''}L"
    return data.removesuffix("L") + "Z"
