"""Boards: a ground and its elements, at the board's own size."""

from collections.abc import Iterable, Iterator

from generator.layout.boards.grids import lay_out_board_grid
from generator.layout.boards.maps import lay_out_map
from generator.layout.boards.tracks import lay_out_board_track, lay_out_box, lay_out_title
from generator.layout.elements.drawer import Drawer, Room
from generator.layout.elements.drawers import AreaDrawer, make_drawers
from generator.layout.elements.templates import draw_template
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import filled, rectangle
from generator.model.board import Board, BoxArea, GridArea, MapArea, PlacedArea, TrackArea
from generator.model.rectangles import Rectangle
from generator.model.template import Element
from generator.scene.shapes import Group, Shape


def lay_out_board(press: Press, board: Board) -> Block:
    """Lay out a board at its own size, without bleed.

    Reports labels that overlap something, and text that does not fit.
    """
    return press.once(("board", board.id), lambda: _lay_out_all(press, board))


def _lay_out_all(press: Press, board: Board) -> Block:
    shapes = [Group(_draw_ground(press, board), name=f"{board.id}-ground")]
    drawers = make_drawers(press, board.draw, Room(*board.size))
    for number, drawer in enumerate(drawers, 1):
        if isinstance(drawer, AreaDrawer):
            drawer.taken = tuple(_list_taken(press, drawer.edges, drawers[number:]))
        drawn = tuple(drawer.draw({"id": board.id}))
        shapes.append(Group(drawn, f"{board.id}-{drawer.element.id}"))
    return Block(tuple(shapes), *board.size)


def _draw_ground(press: Press, board: Board) -> tuple[Shape, ...]:
    if board.ground:
        return draw_template(press, board.templates[board.ground], {"id": board.id}, *board.size)
    return (filled(rectangle(0, 0, *board.size), press.palette["paper"]),)


def lay_out_area(
    press: Press, area: PlacedArea, name: str, box: Rectangle, taken: Iterable[Rectangle]
) -> tuple[Shape, ...]:
    """Draw an area of a board or a piece with this name and box; labels of maps avoid what is taken."""
    match area:
        case GridArea():
            return lay_out_board_grid(press, area)
        case MapArea():
            return lay_out_map(press, area, name, box, taken=[*taken])
        case TrackArea():
            title = lay_out_title(press, area)
            over = title[0].beyond(box) if title else 0.0
            if over > 0:
                press.report(name, f"the title of {area.id} extends beyond the edge", over_mm=over)
            return lay_out_board_track(press, area)
        case BoxArea():
            return lay_out_box(press, area)
    raise TypeError(area)


def _list_taken(press: Press, box: Rectangle, later: Iterable[Drawer[Element]]) -> Iterator[Rectangle]:
    """Yield the boxes of later elements with an id over a box."""
    for other in (drawer for drawer in later if drawer.element.id):
        boxes = [other.edges]
        if isinstance(other.element, TrackArea):
            title = lay_out_title(press, other.element)
            boxes = [*other.element.boxes, *([title[0]] if title else ())]
        yield from (one for one in boxes if one.overlap(box) > 0)
