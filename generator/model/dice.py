"""Dice whose faces represent polyominoes: connected shapes of unit squares."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Annotated

from generator.model.kinds import Block, Count, Doc, Length, Positive, Text, Written, Wrong

Cell = tuple[int, int]
"""(column, row) of a unit square."""
Shape = tuple[Cell, ...]

MOST_FREE = 8
"""Maximum number of squares of a free shape: with nine, there are more than a thousand shapes."""


@dataclass(frozen=True, slots=True)
class DieFace:
    """A face: one `shape`, or any connected shape of at most `most` squares within a `frame`."""

    value: Annotated[Positive, Doc("Number of the face.")]
    cells: Annotated[tuple[Cell, ...], Written.NEVER] = ()
    """The shape, with its top left at (0, 0); empty if any shape may be chosen."""
    most: Annotated[Count, Doc(f"Maximum number of squares of a free shape: 1 to {MOST_FREE}.")] = 0
    frame: Annotated[Block, Doc("Columns and rows into which a free shape must fit: `2x3`.")] = (0, 0)
    shape: Annotated[Text, Doc("Drawing of the shape below a `|`, as for squares of a sheet.")] = field(
        default="", compare=False
    )

    def find_problems(self) -> Iterator[Wrong]:
        columns, rows = self.frame
        if bool(self.shape) == (self.most > 0 or columns > 0):
            said = "has both `shape` and `most` or `frame`" if self.shape else "the face has no shape"
            yield Wrong(said, "write either `shape: ...`, or `most: ...` and `frame: ...`")
        elif not self.shape and not (self.most and columns):
            missing = "frame" if self.most else "most"
            yield Wrong(f"`{missing}` is missing", f"add `{missing}: ...`")
        elif self.most > MOST_FREE:
            yield Wrong(f"{self.most} squares are too many", f"at most {MOST_FREE}", path=("most",))
        elif self.most > columns * rows:
            hint = f"a frame of {columns}x{rows} has {columns * rows} squares"
            yield Wrong(f"{self.most} squares do not fit into the frame", hint, path=("most",))


@dataclass(frozen=True, slots=True)
class Dice:
    """The shapes for the faces of a die."""

    faces: Annotated[tuple[DieFace, ...], Length(1), Doc("The faces, one for each value from 1.")]

    def find_problems(self) -> Iterator[Wrong]:
        most = len(self.faces)
        if sorted(face.value for face in self.faces) != [*range(1, most + 1)]:
            yield Wrong("do not have each value once", f"number them from 1 to {most}", key="faces")


def normalised(cells: Iterable[Cell]) -> Shape:
    """Return the shape with its top left at (0, 0) and its squares in reading order."""
    cells = tuple(cells)
    left = min(column for column, _ in cells)
    top = min(row for _, row in cells)
    return tuple(sorted(((c - left, r - top) for c, r in cells), key=lambda cell: cell[::-1]))


def forms(cells: Iterable[Cell]) -> tuple[Shape, ...]:
    """Return all distinct rotations and reflections of a shape: 1 to 8."""
    found: dict[Shape, None] = {}
    shape = normalised(cells)
    for turned in (shape, normalised((-column, row) for column, row in shape)):
        for _ in range(4):
            found[turned] = None
            turned = normalised((-row, column) for column, row in turned)
    return tuple(found)


def is_connected(cells: Iterable[Cell]) -> bool:
    """Return True if all squares are connected by shared edges."""
    left = set(cells)
    rim = set(sorted(left)[:1])
    is_empty = not rim
    while rim:
        left -= rim
        rim = left & {beside for cell in rim for beside in _find_neighbours(cell)}
    return not left and not is_empty


def _find_neighbours(cell: Cell) -> set[Cell]:
    column, row = cell
    return {(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)}


def free_shapes(face: DieFace) -> tuple[Shape, ...]:
    """Return the distinct shapes that a face allows, ignoring rotations and reflections.

    A fixed face has one. A face that allows up to 4 squares in a 2 by 3 frame has eight: 1 + 1 + 2 + 4 shapes
    of one to four squares; four in a row do not fit.
    """
    if face.cells:
        return (normalised(face.cells),)
    level: set[Shape] = {((0, 0),)}
    found: list[Shape] = []
    for _ in range(face.most):
        found += sorted(level, key=_wide_first)
        grown = {normalised((*shape, cell)) for shape in level for cell in _find_rim(shape)}
        level = {min(forms(shape), key=_wide_first) for shape in grown if _fits(shape, face.frame)}
    return tuple(found)


def _find_rim(shape: Shape) -> set[Cell]:
    return {beside for cell in shape for beside in _find_neighbours(cell)} - {*shape}


def _fits(shape: Shape, frame: tuple[int, int]) -> bool:
    extent = sorted(max(places) + 1 for places in zip(*shape, strict=True))
    return all(size <= most for size, most in zip(extent, sorted(frame), strict=True))


def _wide_first(shape: Shape) -> tuple[int, Shape]:
    """Sort key that puts wide shapes before tall ones."""
    return max(row for _, row in shape), shape
