"""Picture files on pieces: drawings as symbols, photographs as they are."""

from functools import partial
from typing import Literal

from generator.layout.press.press import Press
from generator.layout.shapes.curves import box_outline, rectangle
from generator.layout.shapes.palette import parse_colour
from generator.layout.shapes.segments import as_segments
from generator.model.picture import Drawing, Photograph
from generator.model.rectangles import Rectangle
from generator.scene.shapes import Group, Path, Picture, Shape, Stroke, Symbol, Use
from generator.scene.transforms import scaling


def place_picture(
    press: Press, name: str, edges: Rectangle, *, fit: Literal["contain", "cover"]
) -> tuple[Shape, ...]:
    """A picture in a box: all of it, or as much as fills the box."""
    picture = press.kit.pictures[name]
    across, down = edges.width / picture.width, edges.height / picture.height
    scale = min(across, down) if fit == "contain" else max(across, down)
    x = edges.left + (edges.width - picture.width * scale) / 2
    y = edges.top + (edges.height - picture.height * scale) / 2
    shape: Shape
    if isinstance(picture, Photograph):
        shape = Picture(picture.data, x, y, picture.width * scale, picture.height * scale)
    else:
        symbol = press.wordless_symbol(f"picture-{name}", partial(_make_symbol, name, picture))
        shape = Use(symbol, scaling(scale, x, y))
    if fit == "cover" and abs(across - down) > 1e-6:
        return (Group((shape,), clip=Path(box_outline(edges))),)
    return (shape,)


def _make_symbol(name: str, drawing: Drawing) -> Symbol:
    box = rectangle(0, 0, drawing.width, drawing.height)
    shapes = []
    for shape in drawing.shapes:
        stroke = None
        if shape.stroke:
            stroke = Stroke(parse_colour(shape.stroke), shape.line, cap=shape.cap, join=shape.join)
        fill = parse_colour(shape.fill) if shape.fill else None
        shapes.append(Path(as_segments(shape.segments), fill=fill, stroke=stroke, even_odd=shape.even_odd))
    # SVG shows nothing outside of its box.
    inside = Group(tuple(shapes), clip=Path(box))
    return Symbol(f"picture-{name}", (inside,), (0.0, 0.0, drawing.width, drawing.height))
