"""Pages of a part as drawings and texts of a web page."""

from collections.abc import Iterable, Sequence

from generator.backends.html.drawing import PageWriter
from generator.backends.html.parts import Drawing
from generator.backends.html.site import write_figure
from generator.backends.html.words import TextWriter
from generator.model.geometry import Point, Rectangle
from generator.scene.bounds import find_box
from generator.scene.shapes import IDENTITY, Group, Page, Shape, Transform, Use, compose, move_point


def draw_pages(
    writer: PageWriter, pages: Sequence[Page], language: str, *, first: int = 0, has_text: bool = True
) -> tuple[tuple[Drawing, ...], str]:
    """Return the drawings of pages, and their texts, if wanted; `first` is the index of the first page."""
    drawn = tuple(Drawing(writer.write(page.shapes), page.width, page.height) for page in pages)
    texts = TextWriter(lambda figure, words: _draw_figure(writer, figure, words), language)
    written = (texts.write(page.shapes) for page in pages) if has_text else ()
    return drawn, "".join(
        f'<div data-page="{number}">{text}</div>\n' for number, text in enumerate(written, first) if text
    )


def _draw_figure(writer: PageWriter, figure: Group | Use, words: str) -> str:
    left, top, right, bottom = find_seen((figure,))
    box = Drawing(
        f'<use href="#{writer.define_figure(figure)}" />', right - left, bottom - top, left, top, words
    )
    return write_figure(box, is_icon=isinstance(figure, Use))


def find_seen(shapes: Iterable[Shape]) -> Rectangle:
    """Return a box around what is seen of shapes: of a group with a clip, the clip; of nothing, zeros."""
    points = [point for shape in shapes for point in _list_corners(shape, IDENTITY)]
    return Rectangle.around(points or [(0.0, 0.0)])


def _list_corners(shape: Shape, by: Transform) -> list[Point]:
    if isinstance(shape, Group):
        inner = compose(by, shape.transform)
        shown = (shape.clip,) if shape.clip else shape.shapes
        return [point for one in shown for point in _list_corners(one, inner)]
    move = compose(by, shape.transform) if isinstance(shape, Use) else by
    return [move_point(move, *corner) for corner in Rectangle(*find_box(shape)).corners]
