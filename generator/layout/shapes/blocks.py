"""Shapes laid out at the origin, to be placed later."""

from collections.abc import Sequence
from dataclasses import dataclass

from generator.scene.shapes import Group, Shape
from generator.scene.transforms import translation


@dataclass(frozen=True, slots=True)
class Block:
    """Shapes inside (0, 0) to (width, height), in mm."""

    shapes: tuple[Shape, ...]
    width: float
    height: float

    def at(self, x: float, y: float, *, name: str = "") -> Group:
        """Return the shapes, moved to a point."""
        return Group(self.shapes, name=name, transform=translation(x, y))


EMPTY = Block((), 0.0, 0.0)


def stack(blocks: Sequence[Block], *, gap: float, width: float = 0.0) -> Block:
    """Return blocks one below the other, aligned at the left."""
    shapes: list[Shape] = []
    y = 0.0
    for block in blocks:
        if shapes:
            y += gap
        shapes.append(block.at(0, y))
        y += block.height
    return Block(tuple(shapes), max(width, *(block.width for block in blocks), 0.0), y)


def side_by_side(blocks: Sequence[Block], *, gap: float) -> Block:
    """Return blocks in a row, centred vertically."""
    height = max(block.height for block in blocks)
    shapes: list[Shape] = []
    x = 0.0
    for block in blocks:
        if shapes:
            x += gap
        shapes.append(block.at(x, (height - block.height) / 2))
        x += block.width
    return Block(tuple(shapes), x, height)


def centred(block: Block, width: float) -> Block:
    """Return a wider block with the block in its middle."""
    return Block((block.at((width - block.width) / 2, 0),), width, block.height)
