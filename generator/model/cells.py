"""Shapes of elements and tokens: names, and drawings of squares as text, such as `XX./.XX`."""

from itertools import pairwise
from math import hypot

from generator.model.rectangles import Point, Rectangle

SHAPES = ("rectangle", "ellipse", "hexagon", "diamond", "cross")
CELLS = r"[X.\s/]*X[X.\s/]*"
_SIDES = ((0, 1), (1, 1j), (1 + 1j, -1), (1j, -1j))
"""Start and direction of each side of a square, clockwise, as complex numbers."""


def place_cells(drawing: str, box: Rectangle, beyond: float = 0.0) -> list[list[Point]]:
    """Return the outlines of a drawing that fills a box, moved outwards by `beyond`.

    Outlines are clockwise from the top left, and holes counter-clockwise.
    """
    rows = drawing.replace("/", "\n").split()
    wide, high = box.width / max(map(len, rows)), box.height / len(rows)
    cells = [complex(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"]
    known = {*cells}
    edges = {
        (cell + start, way): 0 for cell in cells for start, way in _SIDES if cell - way * 1j not in known
    }
    outlines = []
    while edges:
        at, way = first = next(iter(edges))
        corners: list[Point] = []
        while edges.pop((at, way), 1) == 0:
            at, before = at + way, way
            # A turn to the right comes first, so that cells that only share a corner stay apart.
            turns = (way * 1j, way, way * -1j)
            way = next(turn for turn in turns if (at, turn) in edges or (at, turn) == first)
            if way != before:
                by = (before + way) * -1j * beyond
                corners.append((box.left + at.real * wide + by.real, box.top + at.imag * high + by.imag))
        outlines.append(corners[-1:] + corners[:-1])
    return outlines


def distance_to_edge(drawing: str, box: Rectangle, x: float, y: float) -> float:
    """Return the distance from a point inside to the nearest edge of a drawing; negative outside."""
    edges = [edge for one in place_cells(drawing, box) for edge in pairwise((*one, one[0]))]
    sides = [(*sorted((a, c)), *sorted((b, d))) for (a, b), (c, d) in edges]
    near = min(hypot(max(a - x, 0, x - c), max(b - y, 0, y - d)) for a, c, b, d in sides)
    return near if sum(a == c > x and b <= y < d for a, c, b, d in sides) % 2 else -near


def mirror_cells(drawing: str) -> str:
    """Return a drawing as it is seen from behind."""
    rows = drawing.replace("/", "\n").split()
    return "/".join(row.ljust(max(map(len, rows)), ".")[::-1] for row in rows)
