"""Dice whose faces stand for shapes of squares (polyominoes)."""

from dataclasses import dataclass

Cell = tuple[int, int]
"""(column, row) of a unit square."""


@dataclass(frozen=True, slots=True)
class DieFace:
    """What a face lets a player fill: one shape, or any connected shape within a frame."""

    value: int
    cells: tuple[Cell, ...] = ()
    """The shape, its top left at (0, 0); empty when any shape may be chosen."""
    most: int = 0
    """Any connected shape of 1 to `most` squares ..."""
    frame: tuple[int, int] = (0, 0)
    """... that fits into so many columns and rows."""
