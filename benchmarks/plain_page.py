"""A page of our scene as the plain list of shapes that bare_reportlab.py draws, in points, y upwards."""

from collections.abc import Iterator
from typing import Any

from generator.model.units import MM_PER_POINT
from generator.scene.shapes import IDENTITY, GlyphRun, Group, Page, Path, Picture, Shape, Transform, Use


def plain_page(page: Page) -> dict[str, Any]:
    """Size, fonts by name, and all shapes with their transforms worked in."""
    fonts: dict[str, str] = {}
    shapes = list(_flatten(page.shapes, IDENTITY, page.height, fonts))
    return {
        "width": page.width / MM_PER_POINT,
        "height": page.height / MM_PER_POINT,
        "fonts": fonts,
        "shapes": shapes,
    }


def _flatten(
    shapes: tuple[Shape, ...], matrix: Transform, height: float, fonts: dict[str, str]
) -> Iterator[list[Any]]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from _flatten(shape.shapes, _joined(matrix, shape.transform), height, fonts)
        elif isinstance(shape, Use):
            yield from _flatten(shape.symbol.shapes, _joined(matrix, shape.transform), height, fonts)
        elif isinstance(shape, GlyphRun):
            fonts[shape.font.name] = str(shape.font.path)
            x, y = _place(matrix, shape.x, shape.y, height)
            size = shape.size * matrix[0] / MM_PER_POINT
            yield ["text", shape.font.name, size, shape.colour.hex, x, y, shape.text]
        elif isinstance(shape, Path):
            yield _path(shape, matrix, height)
        else:
            assert isinstance(shape, Picture), "pages with pictures are not measured"


def _path(path: Path, matrix: Transform, height: float) -> list[Any]:
    segments = []
    for verb, *numbers in path.segments:
        places = zip(numbers[::2], numbers[1::2], strict=True)
        segments.append([verb, *(number for x, y in places for number in _place(matrix, x, y, height))])
    stroke = path.stroke
    return [
        "path",
        segments,
        path.fill.hex if path.fill else None,
        path.even_odd,
        stroke.colour.hex if stroke else None,
        stroke.width * matrix[0] / MM_PER_POINT if stroke else 0,
    ]


def _joined(outer: Transform, inner: Transform) -> Transform:
    a, b, c, d, e, f = outer
    k, l, m, n, o, p = inner  # noqa: E741
    return (a * k + c * l, b * k + d * l, a * m + c * n, b * m + d * n, a * o + c * p + e, b * o + d * p + f)


def _place(matrix: Transform, x: float, y: float, height: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e) / MM_PER_POINT, (height - (b * x + d * y + f)) / MM_PER_POINT
