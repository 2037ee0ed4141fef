"""What flows through the columns of a booklet."""

from collections.abc import Callable
from dataclasses import dataclass

from generator.layout.shapes.blocks import Block


@dataclass(frozen=True, slots=True)
class Item:
    """Something that stands in a column: with the space before it, and whether the next stays with it."""

    block: Block
    before: float
    keeps_next: bool = False
    again: Block | None = None
    """Drawn above it where a column begins with it: the head of a table that is parted."""
    smaller: Callable[[float], Block | None] | None = None
    """The same within a height that is left at the end of a column, where it may be drawn so small."""
