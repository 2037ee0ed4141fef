"""Shapes of elements and tokens: names, and drawings of squares as text, such as `XX./.XX`."""

from generator.model.rectangles import Point, Rectangle

SHAPES = ("rectangle", "ellipse", "hexagon", "diamond", "cross")
CELLS = r"[.\s/]{0,2000}X[X.\s/]{0,2000}"
_SIDES = ((0, 1), (1, 1j), (1 + 1j, -1), (1j, -1j))
"""Start and direction of each side of a square, clockwise, as complex numbers."""


def place_cells(drawing: str, box: Rectangle) -> list[list[Point]]:
    """Return the outlines of a drawing that fills a box: clockwise, and holes counter-clockwise."""
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
                corners.append((box.left + at.real * wide, box.top + at.imag * high))
        outlines.append(corners[-1:] + corners[:-1])
    return outlines
