"""Shapes of squares (polyominoes): turned, mirrored, and all that a free face allows."""

from collections.abc import Iterable
from itertools import combinations
from typing import TypeAlias

from generator.model.dice import Cell, DieFace

Shape: TypeAlias = frozenset[Cell]
"""Its top left corner lies at (0, 0)."""


def is_connected(cells: Iterable[Cell]) -> bool:
    """Whether every square can be reached from every other over whole edges; nothing is connected."""
    left = set(cells)
    reached = [left.pop()] if left else []
    while reached:
        x, y = reached.pop()
        for neighbour in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if neighbour in left:
                left.remove(neighbour)
                reached.append(neighbour)
    return not left


def turn(cells: Iterable[Cell]) -> Shape:
    """A quarter turn."""
    return _move_to_corner((-y, x) for x, y in cells)


def mirror(cells: Iterable[Cell]) -> Shape:
    return _move_to_corner((-x, y) for x, y in cells)


def list_turns(cells: Iterable[Cell]) -> frozenset[Shape]:
    """The shape in each of its one, two or four directions."""
    shape = _move_to_corner(cells)
    turns = [shape]
    for _ in range(3):
        turns.append(turn(turns[-1]))
    return frozenset(turns)


def list_forms(face: DieFace) -> frozenset[Shape]:
    """All that a face lets a player fill, as it may lie on the sheet.

    [OURS] Shapes may be turned and mirrored; the rules do not speak of it. A free face allows every
    connected shape of 1 to `most` squares that fits into its frame, upright or lying [S].
    """
    shapes = [face.cells] if face.cells else list_free_shapes(face.most, face.frame)
    return frozenset(form for shape in shapes for form in list_turns(shape) | list_turns(mirror(shape)))


def list_free_shapes(most: int, frame: tuple[int, int]) -> frozenset[Shape]:
    """The connected shapes of 1 to `most` squares within one frame, neither turned nor mirrored."""
    columns, rows = frame
    cells = [(x, y) for y in range(rows) for x in range(columns)]
    chosen = (choice for size in range(1, most + 1) for choice in combinations(cells, size))
    return frozenset(_move_to_corner(choice) for choice in chosen if is_connected(choice))


def _move_to_corner(cells: Iterable[Cell]) -> Shape:
    cells = tuple(cells)
    left = min(x for x, _ in cells)
    top = min(y for _, y in cells)
    return frozenset((x - left, y - top) for x, y in cells)
