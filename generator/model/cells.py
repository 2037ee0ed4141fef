"""Shapes of elements and tokens: names, and drawings as text, such as `XX./.XX`."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import TypeAlias

from generator.model.rectangles import Point, Rectangle

SHAPES = ("rectangle", "ellipse", "hexagon", "diamond", "cross", "pod")
CELLS = r"[X.\s/]*X[X.\s/]*"
_Cell: TypeAlias = tuple[int, int]


def place_cells(drawing: str, box: Rectangle, beyond: float = 0.0) -> list[list[Point]]:
    """Return the outlines of a drawing that fills a box, moved outwards by `beyond`.

    Outlines are clockwise, and holes counter-clockwise.
    """
    rows = _list_rows(drawing)
    wide, high = box.width / max(map(len, rows)), box.height / len(rows)
    return [
        [
            (box.left + x * wide + (dy + after_y) * beyond, box.top + y * high - (dx + after_x) * beyond)
            for (x, y), (dx, dy), (after_x, after_y) in corners
        ]
        for corners in _trace(rows)
    ]


def distance_to_edge(drawing: str, box: Rectangle, x: float, y: float) -> float:
    """Return the distance from a point inside to the nearest edge of a drawing; negative outside."""
    outlines = place_cells(drawing, box)
    edges = [edge for corners in outlines for edge in pairwise((*corners, corners[0]))]
    spans = [(*sorted((a, c)), *sorted((b, d))) for (a, b), (c, d) in edges]
    near = min(
        hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom)) for left, right, top, bottom in spans
    )
    crossed = sum(left == right > x and top <= y < bottom for left, right, top, bottom in spans)
    return near if crossed % 2 else -near


def mirror_cells(drawing: str) -> str:
    """Return a drawing as it is seen from behind."""
    rows = _list_rows(drawing)
    return "/".join(row.ljust(max(map(len, rows)), ".")[::-1] for row in rows)


def _list_rows(drawing: str) -> tuple[str, ...]:
    return tuple(row.strip() for row in drawing.replace("/", "\n").split("\n") if row.strip())


@lru_cache(maxsize=64)
def _trace(rows: tuple[str, ...]) -> tuple[tuple[tuple[_Cell, _Cell, _Cell], ...], ...]:
    """Return the corners of each outline, with the directions of the edges before and after them."""
    cells = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"]
    edges = {edge: None for x, y in cells for edge in _list_edges(x, y, {*cells})}
    outlines = []
    while edges:
        start = edge = next(iter(edges))
        corners = []
        while edge in edges:
            del edges[edge]
            (x, y), (dx, dy) = edge
            here = x + dx, y + dy
            # A turn to the right comes first, so that cells that only share a corner stay apart.
            turns = ((here, turn) for turn in ((-dy, dx), (dx, dy), (dy, -dx)))
            edge = next(one for one in turns if one in edges or one == start)
            if edge[1] != (dx, dy):
                corners.append((here, (dx, dy), edge[1]))
        outlines.append((corners[-1], *corners[:-1]))
    return tuple(outlines)


def _list_edges(x: int, y: int, cells: set[_Cell]) -> Iterator[tuple[_Cell, _Cell]]:
    """Yield the edges of a cell beside which no cell is, clockwise: start and direction."""
    for start, (dx, dy) in (
        ((x, y), (1, 0)),
        ((x + 1, y), (0, 1)),
        ((x + 1, y + 1), (-1, 0)),
        ((x, y + 1), (0, -1)),
    ):
        if (x + dy, y - dx) not in cells:
            yield start, (dx, dy)
