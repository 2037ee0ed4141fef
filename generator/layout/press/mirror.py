"""Mirroring of layouts, to make one that is read from right to left from one read from left to right.

Positions and outlines are mirrored; texts, icons, and pictures are moved and stay readable. Mirroring twice
about the same line changes nothing.
"""

from collections.abc import Iterable

from generator.layout.text.placing import TextShape
from generator.model.values import replace
from generator.scene.bounds import run_width
from generator.scene.shapes import (
    GlyphRun,
    Gradient,
    Group,
    Path,
    Picture,
    Region,
    Shape,
    compose,
    move_segments,
)


def mirror(shapes: Iterable[Shape], width: float) -> tuple[Shape, ...]:
    """Mirror the shapes of a box of this width, in mm, about its vertical middle line."""
    return tuple(_mirror(shape, width) for shape in shapes)


def _mirror(shape: Shape, width: float) -> Shape:
    match shape:
        case Picture():
            return replace(shape, x=width - shape.x - shape.width)
        case Group() if shape.is_only_tagged:
            return replace(shape, shapes=mirror(shape.shapes, width))
        case Group():
            # Its contents are mirrored about its own origin.
            a, b, c, d, e, f = shape.transform
            return replace(
                shape,
                shapes=mirror(shape.shapes, 0.0),
                transform=(a, -b, -c, d, width - e, f),
                clip=_mirror_outline(shape.clip, 0.0) if shape.clip else None,
                region=_mirror_region(shape.region) if shape.region else None,
            )
        case _:
            return mirror_text(shape, width)


def _mirror_region(region: Region) -> Region:
    left, top, right, bottom = region.box
    return replace(region, box=(-right, top, -left, bottom))


def mirror_text(shape: TextShape, width: float) -> TextShape:
    """Mirror a shape of a line of text like `mirror`."""
    if isinstance(shape, Path):
        return _mirror_outline(shape, width)
    if isinstance(shape, GlyphRun):
        return shape._replace(x=width - shape.x - run_width(shape))
    # The middle of the box is moved to the mirrored position.
    a, b, c, d, e, f = shape.transform
    left, top, right, bottom = shape.symbol.box
    middle = a * (left + right) / 2 + c * (top + bottom) / 2 + e
    return replace(shape, transform=(a, b, c, d, e + width - 2 * middle, f))


def _mirror_outline(path: Path, width: float) -> Path:
    by = (-1.0, 0.0, 0.0, 1.0, width, 0.0)
    fill, stroke = path.fill, path.stroke
    if isinstance(fill, Gradient):
        fill = replace(fill, transform=compose(by, fill.transform))
    if stroke and isinstance(stroke.colour, Gradient):
        moved = replace(stroke.colour, transform=compose(by, stroke.colour.transform))
        stroke = replace(stroke, colour=moved)
    return replace(path, segments=move_segments(by, path.segments), fill=fill, stroke=stroke)
