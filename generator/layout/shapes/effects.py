"""Shadows of shapes, and lines around letters."""

from collections.abc import Iterable, Sequence
from math import sqrt

from generator.layout.shapes.curves import box_outline
from generator.layout.shapes.polygons import grow_outline
from generator.model.geometry import Point, Rectangle
from generator.model.values import replace
from generator.scene.bounds import find_box, outline_run
from generator.scene.shapes import Colour, GlyphRun, Group, Path, Picture, Shape, Stroke, Use, translation
from generator.scene.svg_outline import split_outline


def draw_shadow(shapes: Sequence[Shape], colour: Colour, by: Point, blur: float) -> Group:
    """Return the shadow of shapes, with an edge of this width that fades away."""
    count = 8 if blur else 1
    share = 1 - (1 - min(colour.alpha, 0.999)) ** (1 / count)
    solid = replace(colour, alpha=1.0)
    layers = (Group(trace(shapes, solid, blur * index / count), opacity=share) for index in range(count))
    return Group(tuple(layers), transform=translation(*by))


def trace(shapes: Iterable[Shape], colour: Colour, grow: float = 0.0) -> tuple[Shape, ...]:
    """Return shapes in one colour and larger on all sides; letters become outlines, without text."""
    return tuple(_trace(shape, colour, grow) for shape in shapes)


def _trace(shape: Shape, colour: Colour, grow: float) -> Shape:
    if isinstance(shape, Group | Use):
        a, b, c, d, _, _ = shape.transform
        grow /= sqrt(abs(a * d - b * c)) or 1.0
        inner: Sequence[Shape] = shape.shapes if isinstance(shape, Group) else shape.symbol.shapes
        clip = shape.clip if isinstance(shape, Group) else None
        if clip and grow:
            lines = (grow_outline(line, grow) for line in split_outline(clip.segments))
            clip = Path(tuple(segment for line in lines for segment in line))
        return Group(trace(inner, colour, grow), transform=shape.transform, clip=clip)
    if isinstance(shape, Picture):
        shape = Path(box_outline(Rectangle(*find_box(shape))), fill=colour)
    elif isinstance(shape, GlyphRun):
        shape = Path(outline_run(shape), fill=colour)
    line = shape.stroke or Stroke(colour, 0.0)
    if line.width or grow:
        join = "round" if grow else line.join
        dash = () if shape.fill else line.dash
        line = replace(line, colour=colour, width=line.width + 2 * grow, join=join, dash=dash)
        return replace(shape, fill=shape.fill and colour, stroke=line)
    return replace(shape, fill=colour, stroke=None)
