"""A page of our scene as the plain list of shapes that bare_reportlab.py draws, in points, y upwards."""

from collections.abc import Iterator
from typing import Any

from generator.model.language.kinds import MM_PER_POINT
from generator.scene.shapes import GlyphRun, Page, Path, Picture, Transform, move_point, walk


def plain_page(page: Page) -> dict[str, Any]:
    """Size, fonts by name, and all shapes with their transforms worked in."""
    fonts: dict[str, str] = {}
    shapes = list(_flatten(page, fonts))
    return {
        "width": page.width / MM_PER_POINT,
        "height": page.height / MM_PER_POINT,
        "fonts": fonts,
        "shapes": shapes,
    }


def _flatten(page: Page, fonts: dict[str, str]) -> Iterator[list[Any]]:
    for shape, matrix, _ in walk(page.shapes):
        if isinstance(shape, GlyphRun):
            fonts[shape.font.name] = str(shape.font.path)
            x, y = _place(matrix, shape.x, shape.y, page.height)
            size = shape.size * matrix[0] / MM_PER_POINT
            yield ["text", shape.font.name, size, shape.colour.hex, x, y, shape.text]
        elif isinstance(shape, Path):
            yield _path(shape, matrix, page.height)
        else:
            assert not isinstance(shape, Picture), "pages with pictures are not measured"


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


def _place(matrix: Transform, x: float, y: float, height: float) -> tuple[float, float]:
    x, y = move_point(matrix, x, y)
    return x / MM_PER_POINT, (height - y) / MM_PER_POINT
