"""Boards: a ground and its areas, at the board's own size."""

from generator.layout.boards.grids import lay_out_board_grid
from generator.layout.boards.maps import lay_out_map
from generator.layout.boards.tracks import lay_out_board_track, lay_out_box, lay_out_title
from generator.layout.elements.templates import draw_template
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import filled, rectangle
from generator.model.board import Area, Board, BoxArea, GridArea, MapArea, PlateArea, TrackArea
from generator.model.rectangles import Rectangle
from generator.scene.shapes import Group, Shape
from generator.scene.transforms import translation


def lay_out_board(press: Press, board: Board) -> Block:
    """Lay out a board at its own size, without bleed.

    Reports labels that overlap something, and text that does not fit.
    """
    return press.once(("board", board.id), lambda: _lay_out_all(press, board))


def _lay_out_all(press: Press, board: Board) -> Block:
    shapes = [Group(_draw_ground(press, board), name=f"{board.id}-ground")]
    shapes += (Group(_lay_out_area(press, board, area), f"{board.id}-{area.id}") for area in board.areas)
    return Block(tuple(shapes), *board.size)


def _draw_ground(press: Press, board: Board) -> tuple[Shape, ...]:
    if board.ground:
        return draw_template(press, board.templates[board.ground], {"id": board.id}, *board.size)
    return (filled(rectangle(0, 0, *board.size), press.palette["paper"]),)


def _lay_out_area(press: Press, board: Board, area: Area) -> tuple[Shape, ...]:
    match area:
        case GridArea():
            return lay_out_board_grid(press, board, area)
        case MapArea():
            return lay_out_map(press, board, area, taken=_list_taken(press, board, area))
        case TrackArea():
            title = lay_out_title(press, area)
            over = title[0].beyond(board.box) if title else 0.0
            if over > 0:
                press.report(board.id, f"the title of {area.id} extends beyond the board", over_mm=over)
            return lay_out_board_track(press, area)
        case BoxArea():
            return lay_out_box(press, area)
        case PlateArea():
            drawn = draw_template(press, board.templates[area.look], area.all_fields(), *area.size)
            return (Group(drawn, transform=translation(*area.at)),)


def _list_taken(press: Press, board: Board, area: MapArea) -> list[Rectangle]:
    """Return the boxes of everything that is drawn over a map, where no label may be."""
    found: list[Rectangle] = []
    for other in board.areas[board.areas.index(area) + 1 :]:
        found += other.boxes
        if isinstance(other, TrackArea) and (title := lay_out_title(press, other)):
            found.append(title[0])
    return [box for box in found if box.overlap(area.box) > 0]
