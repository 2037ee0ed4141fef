"""A layout seen in a mirror: what is read from right to left, made of what was laid out from left to right.

Places are mirrored, outlines too; words, icons and pictures are moved and stay readable. What is
mirrored twice about the same line is what it was.
"""

from collections.abc import Iterable
from dataclasses import replace

from generator.layout.shapes.blocks import Block
from generator.layout.text.placing import TextShape, run_width
from generator.scene.shapes import GlyphRun, Group, Path, Picture, Segment, Shape, Transform, Use


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
            return replace(shape, segments=tuple(_mirror_segment(one, width) for one in shape.segments))
        case Picture():
            return replace(shape, x=width - shape.x - shape.width)
        case Group():
            return replace(
                shape,
                shapes=mirror(shape.shapes, 0.0),
                transform=_mirror_transform(shape.transform, width),
                clip=_mirror_clip(shape.clip),
            )


def _mirror_text(shape: TextShape, width: float) -> TextShape:
    if isinstance(shape, GlyphRun):
        return shape._replace(x=width - shape.x - run_width(shape))
    return replace(shape, transform=_moved(shape, width))


def _mirror_segment(segment: Segment, width: float) -> Segment:
    match segment:
        case ("M", x, y):
            return ("M", width - x, y)
        case ("L", x, y):
            return ("L", width - x, y)
        case ("C", a, b, c, d, e, f):
            return ("C", width - a, b, width - c, d, width - e, f)
        case _:
            return segment


def _mirror_clip(clip: Path | None) -> Path | None:
    if clip is None:
        return None
    return replace(clip, segments=tuple(_mirror_segment(one, 0.0) for one in clip.segments))


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
