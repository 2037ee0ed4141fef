"""Corrections of pages for a printer: the drift of backs, and the scale."""

from collections.abc import Iterator
from math import cos, radians, sin

from generator.layout.imposition.packing import SheetSide
from generator.model.geometry import Point, Rectangle
from generator.model.printing.printing import Printer
from generator.model.values import replace
from generator.scene import shapes as scene


def correct(
    page: scene.Page, side: SheetSide, printer: Printer | None, *, shift: Point | None = None
) -> scene.Page:
    """Return a page as it must be printed to be right on paper; without corrections, the page itself.

    Backs are moved, turned, and scaled around the middle of the page; then all pages are scaled. `shift`, in
    mm to the right and down as the page is seen, replaces the distances of the printer. Landscape pages are
    turned upright if backs are moved by distances of the printer: otherwise it would depend on the driver
    which side of the sheet is on the right.
    """
    printer = printer or Printer()
    backs = printer.backs if shift is None else replace(printer.backs, right=0.0, down=0.0)
    turn = scene.IDENTITY
    if page.width > page.height and (backs.right or backs.down):
        turn = (0.0, -1.0, 1.0, 0.0, 0.0, page.width)
        page = _turn(page, turn)
    across, along = printer.scale.across, printer.scale.along
    if page.width > page.height:
        across, along = along, across
    middle, by = (page.width / 2, page.height / 2), turn
    if side == "back":
        cosine, sine = (backs.scale * find(radians(backs.turn)) for find in (cos, sin))
        moved = shift or (backs.right, backs.down)
        by = scene.compose_transforms(_around(middle, (cosine, sine, -sine, cosine), moved), by)
    by = scene.compose_transforms(_around(middle, (across, 0.0, 0.0, along)), by)
    return page if by == scene.IDENTITY else replace(page, shapes=tuple(_move(page.shapes, by)))


def _around(
    middle: Point, matrix: tuple[float, float, float, float], moved: Point = (0.0, 0.0)
) -> scene.Transform:
    """Return the transform by a matrix around a point, followed by a shift."""
    if matrix == scene.IDENTITY[:4]:
        return scene.translation(*moved)
    x, y = scene.move_point((*matrix, 0.0, 0.0), *middle)
    return (*matrix, middle[0] - x + moved[0], middle[1] - y + moved[1])


def _turn(page: scene.Page, turn: scene.Transform) -> scene.Page:
    """Return a landscape page with upright paper; its shapes are not turned yet."""
    trim, bleed = (
        box and Rectangle.around(scene.move_point(turn, *corner) for corner in Rectangle(*box).corners)
        for box in (page.trim, page.bleed)
    )
    return replace(page, width=page.height, height=page.width, trim=trim, bleed=bleed)


def _move(shapes: tuple[scene.Shape, ...], by: scene.Transform) -> Iterator[scene.Shape]:
    """Yield shapes moved by a transform, in layers as before."""
    for shape in shapes:
        if isinstance(shape, scene.Group | scene.Use):
            yield replace(shape, transform=scene.compose_transforms(by, shape.transform))
        else:
            yield scene.Group((shape,), transform=by)
