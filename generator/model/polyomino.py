"""Polyominoes: connected shapes of unit squares, with rotations and reflections."""

from collections.abc import Iterable

from generator.model.dice import Cell, DieFace

Shape = tuple[Cell, ...]


def normalised(cells: Iterable[Cell]) -> Shape:
    """Return the shape with its top left at (0, 0) and its squares in reading order."""
    cells = tuple(cells)
    left = min(column for column, _ in cells)
    top = min(row for _, row in cells)
    return tuple(sorted(((c - left, r - top) for c, r in cells), key=lambda cell: cell[::-1]))


def forms(cells: Iterable[Cell]) -> tuple[Shape, ...]:
    """Return all distinct rotations and reflections of a shape: 1 to 8."""
    found: list[Shape] = []
    shape = normalised(cells)
    for mirrored in (shape, normalised((-column, row) for column, row in shape)):
        turned = mirrored
        for _ in range(4):
            if turned not in found:
                found.append(turned)
            turned = normalised((-row, column) for column, row in turned)
    return tuple(found)


def is_connected(cells: Iterable[Cell]) -> bool:
    """Return True if all squares are connected by shared edges."""
    left = set(cells)
    if not left:
        return False
    reached = [left.pop()]
    while reached:
        column, row = reached.pop()
        for cell in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
            if cell in left:
                left.remove(cell)
                reached.append(cell)
    return not left


def free_shapes(face: DieFace) -> tuple[Shape, ...]:
    """Return the distinct shapes that a face allows, ignoring rotations and reflections.

    A fixed face has one. A face that allows up to 4 squares in a 2 by 3 frame has eight: 1 + 1 + 2 + 4 shapes
    of one to four squares; four in a row do not fit.
    """
    if face.cells:
        return (normalised(face.cells),)
    columns, rows = max(face.frame), min(face.frame)
    level: set[Shape] = {((0, 0),)}
    found: list[Shape] = []
    for _ in range(face.most):
        found += sorted(level, key=_wide_first)
        level = {_canonical(grown) for shape in level for grown in _grown(shape, columns, rows)}
    return tuple(found)


def _grown(shape: Shape, columns: int, rows: int) -> Iterable[Shape]:
    for column, row in shape:
        for cell in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
            if cell in shape:
                continue
            grown = normalised((*shape, cell))
            width = max(column for column, _ in grown) + 1
            height = max(row for _, row in grown) + 1
            if max(width, height) <= columns and min(width, height) <= rows:
                yield grown


def _canonical(shape: Shape) -> Shape:
    return min(forms(shape), key=_wide_first)


def _wide_first(shape: Shape) -> tuple[int, Shape]:
    """Sort key that puts wide shapes before tall ones."""
    return max(row for _, row in shape), shape
