"""Shapes laid out at the origin, to be placed later."""

from collections.abc import Callable, Iterable, Sequence

from generator.model.values import dataclass, replace
from generator.scene.shapes import (
    TARGET,
    GlyphRun,
    Group,
    Region,
    Shape,
    Tag,
    measure_bounds,
    scaling,
    translation,
)


@dataclass(frozen=True, slots=True)
class Block:
    """Shapes inside (0, 0) to (width, height), in mm."""

    shapes: tuple[Shape, ...]
    width: float
    height: float
    lines: int = 0
    """Number of equal lines, between which it may be divided; 0 for all but texts."""

    def divided(self, count: int) -> tuple["Block", "Block"]:
        """Return the first lines and the others, each as a block."""
        height = self.height / self.lines * count
        first, others = _divide(self.shapes, height)
        rest = Block(others, self.width, self.height - height, self.lines - count)
        moved = (Group(tuple(map(_continue, rest.shapes)), transform=translation(0.0, -height)),)
        return Block(first, self.width, height, count), replace(rest, shapes=moved)

    def at(self, x: float, y: float, *, name: str = "", tag: Tag = "") -> Group:
        """Return the shapes, moved to a point."""
        return Group(self.shapes, name=name, transform=translation(x, y), tag=tag)

    def tagged(self, tag: Tag) -> "Block":
        """Return the block as a part of the text, such as a figure."""
        return replace(self, shapes=(Group(self.shapes, tag=tag),))

    def titled(self, title: str) -> "Block":
        """Return the block with a title that screen readers say instead of its texts; empty: as it is."""
        return replace(self, shapes=(Group(self.shapes, title=title),)) if title else self

    def named(self, target: str) -> "Block":
        """Return the block as a place to which links lead."""
        place = Group((), region=Region(TARGET, target, (0.0, 0.0, self.width, self.height)))
        return replace(self, shapes=(place, *self.shapes))

    def scaled(self, scale: float) -> "Block":
        """Return the block, drawn at a scale."""
        if scale == 1.0:
            return self
        shapes = (Group(self.shapes, transform=scaling(scale)),)
        return Block(shapes, self.width * scale, self.height * scale)


def _divide(shapes: Iterable[Shape], y: float) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
    """Return the shapes of the lines above y, and the others; what is around them is around both."""
    above: list[Shape] = []
    below: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Group) and shape.region and not shape.shapes:
            _, _, _, down, _, top = shape.transform
            (above if top + shape.region.box[3] * down < y else below).append(shape)
        elif isinstance(shape, Group):
            _, _, _, down, _, top = shape.transform
            for part, inner in zip((above, below), _divide(shape.shapes, (y - top) / down), strict=True):
                part += [replace(shape, shapes=inner)] if inner else []
        elif isinstance(shape, GlyphRun):
            (above if shape.y < y else below).append(shape)
        else:
            (above if measure_bounds((shape,)).middle[1] < y else below).append(shape)
    return tuple(above), tuple(below)


def _continue(shape: Shape) -> Shape:
    """Return the rest of a text, which continues the paragraph or the item that was begun."""
    if not isinstance(shape, Group):
        return shape
    if shape.tag and shape.tag != "li":
        return replace(shape, tag="more")
    return replace(shape, tag="", shapes=tuple(map(_continue, shape.shapes)))


EMPTY = Block((), 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """A block in a column, with the space before it."""

    block: Block
    before: float
    keeps_next: bool = False
    """True if the next item must be in the same column."""
    again: Block | None = None
    """Block repeated above it if a column begins with it: the head of a divided table."""
    smaller: Callable[[float], Block | None] | None = None
    """Returns the block reduced to the height that is left in a column, or None if that is too small."""
    resized: Callable[[float], Block] | None = None
    """Returns the block, drawn larger or smaller by a factor; never wider than its column."""
    grid: float = 0.0
    """Distance of lines in a column, on one of which it begins; 0: anywhere."""
    anchor: float = 0.0
    """Distance from its top to the place that is on such a line."""
    stretch: int = 0
    """Maximum number of such distances that may be added before it."""

    def scaled(self, scale: float) -> "PlacedBlock":
        """Return the block at a scale, without a repeated head or a reduced version."""
        return PlacedBlock(self.block.scaled(scale), self.before * scale)


def stack_blocks(items: Iterable[PlacedBlock], *, width: float = 0.0) -> Block:
    """Return blocks one below the other, aligned at the left, without the space before the first."""
    shapes: list[Shape] = []
    y = 0.0
    for block, before in ((item.block, item.before) for item in items):
        y += before if shapes else 0.0
        shapes.append(block.at(0, y))
        y += block.height
        width = max(width, block.width)
    return Block(tuple(shapes), width, y)


def stack(blocks: Iterable[Block], *, gap: float, width: float = 0.0) -> Block:
    """Return blocks one below the other with the same gap."""
    return stack_blocks((PlacedBlock(block, gap) for block in blocks), width=width)


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
