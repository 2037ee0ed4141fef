"""A layout seen in a mirror: what is read from right to left, made of what was laid out from left to right.

Places are mirrored, outlines too; words, icons and pictures are moved and stay readable. What is
mirrored twice about the same line is what it was.
"""

from collections.abc import Iterable
from dataclasses import replace

from generator.layout.shapes.blocks import Block
from generator.layout.text.placing import TextShape, run_width
from generator.scene.shapes import GlyphRun, Group, Path, Picture, Shape, Transform, Use
from generator.scene.transforms import move_segments


def mirror(shapes: Iterable[Shape], width: float) -> tuple[Shape, ...]:
    """The shapes of a box of this width, in mm, mirrored about the line through its middle."""
    return tuple(_mirror(shape, width) for shape in shapes)


def mirror_text(shapes: Iterable[TextShape], width: float) -> tuple[TextShape, ...]:
    """As `mirror`, for what lines of text are made of."""
    return tuple(_mirror_text(shape, width) for shape in shapes)


def mirror_block(block: Block) -> Block:
    return Block(mirror(block.shapes, block.width), block.width, block.height)


def _mirror(shape: Shape, width: float) -> Shape:
    match shape:
        case GlyphRun() | Use():
            return _mirror_text(shape, width)
        case Path():
            return _mirror_outline(shape, width)
        case Picture():
            return replace(shape, x=width - shape.x - shape.width)
        case Group():
            return replace(
                shape,
                shapes=mirror(shape.shapes, 0.0),
                transform=_mirror_transform(shape.transform, width),
                clip=_mirror_outline(shape.clip, 0.0) if shape.clip else None,
            )


def _mirror_text(shape: TextShape, width: float) -> TextShape:
    if isinstance(shape, GlyphRun):
        return shape._replace(x=width - shape.x - run_width(shape))
    return replace(shape, transform=_moved(shape, width))


def _mirror_outline(path: Path, width: float) -> Path:
    return replace(path, segments=move_segments((-1.0, 0.0, 0.0, 1.0, width, 0.0), path.segments))


def _mirror_transform(transform: Transform, width: float) -> Transform:
    """For what is mirrored about its own origin."""
    a, b, c, d, e, f = transform
    return (a, -b, -c, d, width - e, f)


def _moved(use: Use, width: float) -> Transform:
    """As it was, with the middle of its box at the mirrored place."""
    a, b, c, d, e, f = use.transform
    left, top, right, bottom = use.symbol.box
    middle = a * (left + right) / 2 + c * (top + bottom) / 2 + e
    return (a, b, c, d, e + width - 2 * middle, f)
