"""Patterns fill their panel from edge to edge, look the same from both ends, and are a cue without colour."""

import pytest

from generator.layout.shapes.outlines import draw_pattern
from generator.model.elements.template import PATTERNS
from generator.model.geometry import Rectangle
from generator.scene.shapes import Colour, Path, list_all

EDGES = Rectangle(-3.0, -3.0, 66.0, 91.0)
BLUE = Colour(0, 0, 1)


def points(path: Path) -> list[tuple[float, float]]:
    return [
        (float(segment[index]), float(segment[index + 1]))
        for segment in path.segments
        for index in range(1, len(segment), 2)
    ]


@pytest.mark.parametrize("name", PATTERNS)
def test_pattern_reaches_over_every_edge(name: str) -> None:
    """The pattern covers the panel up to its corners."""
    (path,) = list_all(Path, draw_pattern(name, EDGES, BLUE))
    found = points(path)
    left, top, right, bottom = EDGES
    for x, y in ((left, top), (right, top), (right, bottom), (left, bottom)):
        outward = [(px, py) for px, py in found if (px <= x if x < 0 else px >= x)]
        assert outward, "nothing beyond this side"
        if name not in ("stripes", "hatches", "waves", "bricks", "rays", "halftone"):
            assert min(abs(px - x) + abs(py - y) for px, py in outward) < 8
    assert (path.fill or (path.stroke and path.stroke.colour)) == BLUE


@pytest.mark.parametrize("name", sorted({*PATTERNS} - {"scales", "hexagons", "halftone"}))
def test_pattern_is_the_same_upside_down(name: str) -> None:
    """All patterns but scales, hexagons, and a halftone that grows are symmetric about the middle."""
    (path,) = list_all(Path, draw_pattern(name, EDGES, BLUE))
    found = {(round(x, 4), round(y, 4)) for x, y in points(path)}
    left, top, right, bottom = EDGES
    inside = {(x, y) for x, y in found if left < x < right and top < y < bottom}
    turned = {(round(left + right - x, 4), round(top + bottom - y, 4)) for x, y in inside}
    near = {
        (round(x + dx, 4), round(y + dy, 4))
        for x, y in found
        for dx in (-1e-4, 0, 1e-4)
        for dy in (-1e-4, 0, 1e-4)
    }
    assert turned <= near


@pytest.mark.parametrize("name", PATTERNS)
def test_size_is_that_of_the_repetition(name: str) -> None:
    """At twice the size, there are about a quarter of the figures; for stripes, half."""
    fine, coarse = (draw_pattern(name, EDGES, BLUE, size=size)[0] for size in (3.0, 6.0))
    ratio = len(fine.segments) / len(coarse.segments)
    assert 1.5 < ratio < 4.5


def test_all_patterns_are_different() -> None:
    """No two patterns are the same."""
    drawn = {draw_pattern(name, EDGES, BLUE, size=4)[0] for name in PATTERNS}
    assert len(drawn) == len(PATTERNS)
