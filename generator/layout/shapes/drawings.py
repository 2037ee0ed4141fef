"""SVG files as symbols, in their own colours or in tones of one colour."""

from collections.abc import Callable, Iterable, Mapping
from typing import cast

from generator.layout.shapes.curves import rectangle
from generator.layout.shapes.palette import darken, mix
from generator.model.geometry import Rectangle
from generator.model.style import Drawing
from generator.model.values import replace
from generator.scene.bounds import find_all, find_bounds
from generator.scene.shapes import WHITE, Colour, Gradient, Group, Path, Shape, Stroke, Symbol

_SMALL = 6.0
"""Width of a shape that stays filled, in widths of the lines around others."""
_LINE_CONTRAST = 3.0


def make_symbol(
    name: str,
    drawing: Drawing,
    colour: Colour | None,
    changes: Mapping[Colour, Colour],
    line: float = 0.0,
) -> Symbol:
    """Return a drawing as a symbol, with some colours changed, and in tones of a colour if there is one.

    With a line of some width, its areas are white inside the line.
    """
    shapes = cast("tuple[Shape, ...]", drawing.shapes)
    shapes = _redraw(shapes, lambda old: changes.get(old, old)) if changes else shapes
    shapes = tint(shapes, colour) if colour else shapes
    shapes = _clear(shapes, line) if line else shapes
    # SVG shows nothing outside of its box.
    inside = Group(shapes, clip=Path(rectangle(0, 0, drawing.width, drawing.height)))
    return Symbol(f"picture-{name}", (inside,), (0.0, 0.0, drawing.width, drawing.height))


def tint(
    shapes: Iterable[Shape], colour: Colour, *, darkest: float = 0.0, stroke: Stroke | None = None
) -> tuple[Shape, ...]:
    """Return shapes in tones of a colour: it replaces colours as dark as `darkest`, and white stays white.

    `stroke` is for shapes that have none.
    """

    def change(old: Colour) -> Colour:
        light = (_lightness(old) - darkest) / (1 - darkest) if darkest < 1 else 0.0
        if light <= 0 and old.alpha == 1:
            return colour
        return replace(mix(colour, WHITE, light), alpha=colour.alpha * old.alpha)

    return _redraw(shapes, change, stroke)


def _redraw(
    shapes: Iterable[Shape], change: Callable[[Colour], Colour], stroke: Stroke | None = None
) -> tuple[Shape, ...]:
    def redraw(shape: Shape) -> Shape:
        if isinstance(shape, Group):
            return replace(shape, shapes=tuple(map(redraw, shape.shapes)))
        if not isinstance(shape, Path):
            return shape
        old, fill = shape.stroke, shape.fill and shape.fill.mapped(change)
        line = replace(old, colour=old.colour.mapped(change)) if old else stroke
        return replace(shape, fill=fill, stroke=line)

    return tuple(map(redraw, shapes))


def _clear(shapes: Iterable[Shape], line: float) -> tuple[Shape, ...]:
    """Return shapes that are white inside a line of their colour; small ones, such as eyes, stay filled."""

    def clear(shape: Shape) -> Shape:
        if isinstance(shape, Group):
            return replace(shape, shapes=_clear(shape.shapes, line))
        if not isinstance(shape, Path) or shape.fill is None:
            return shape
        box = Rectangle(*find_bounds((Path(shape.segments),)))
        if min(box.width, box.height) < _SMALL * line:
            return shape
        colours = [stop for _, stop in shape.fill.stops] if isinstance(shape.fill, Gradient) else [shape.fill]
        darkest = darken(min(colours, key=_lightness), _LINE_CONTRAST)
        return replace(shape, fill=WHITE, stroke=shape.stroke or Stroke(darkest, line, join="round"))

    return tuple(map(clear, shapes))


def find_darkest(shapes: Iterable[Shape]) -> float:
    """Return the lightness of the darkest colour, from 0 to 1."""
    paths = [*find_all(Path, shapes)]
    paints = [paint for path in paths for paint in (path.fill, path.stroke and path.stroke.colour) if paint]
    stops = [paint.stops if isinstance(paint, Gradient) else ((0.0, paint),) for paint in paints]
    return min((_lightness(colour) for some in stops for _, colour in some), default=0.0)


def _lightness(colour: Colour) -> float:
    return round(0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue, 6)
