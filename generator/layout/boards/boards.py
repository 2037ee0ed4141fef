"""Boards: a ground and its areas, at the board's own size; and small pieces of them for cards."""

from collections.abc import Sequence

from generator.layout.boards.grids import lay_out_board_grid
from generator.layout.boards.maps import lay_out_map
from generator.layout.boards.templates import place_drawer
from generator.layout.boards.tracks import lay_out_board_track, lay_out_box, lay_out_title
from generator.layout.elements.templates import draw_template
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import filled, rectangle
from generator.model.board import Area, Board, BoxArea, GridArea, MapArea, PlateArea, TrackArea
from generator.model.rectangles import Rectangle
from generator.scene.shapes import Group, Shape
from generator.scene.transforms import translation

_FREE = 1.5
"""A map that comes nearer than this to every edge of the board is no picture in a frame."""


def lay_out_board(press: Press, board: Board) -> Block:
    """The whole board at its own size; it has no bleed.

    Reports labels that cannot be kept off others, and words that do not fit.
    """
    return press.once(("board", board.id), lambda: _lay_out_all(press, board))


def _lay_out_all(press: Press, board: Board) -> Block:
    shapes: list[Shape] = [Group(_draw_ground(press, board), name=f"{board.id}-ground")]
    for area in board.areas:
        shapes.append(Group(_lay_out_area(press, board, area), name=f"{board.id}-{area.id}"))
    return Block(tuple(shapes), *board.size)


def _draw_ground(press: Press, board: Board) -> tuple[Shape, ...]:
    if board.ground:
        fields = {"id": board.id}
        return draw_template(press, board.templates[board.ground], fields, *board.size)
    return (filled(rectangle(0, 0, *board.size), press.palette["paper"]),)


def _lay_out_area(press: Press, board: Board, area: Area) -> tuple[Shape, ...]:
    match area:
        case GridArea():
            return lay_out_board_grid(press, board, area)
        case MapArea():
            return lay_out_map(
                press,
                area,
                name=board.id,
                draw_place=place_drawer(press, board, area),
                taken=_taken(press, board, area),
                framed=_is_framed(board, area),
            )
        case TrackArea():
            _check_title(press, board, area)
            return lay_out_board_track(press, area)
        case BoxArea():
            return lay_out_box(press, area)
        case PlateArea():
            template = board.templates[area.look]
            drawn = draw_template(press, template, area.all_fields(), *area.size)
            return (Group(drawn, transform=translation(*area.at)),)


def _is_framed(board: Board, area: MapArea) -> bool:
    return board.box.grown(-_FREE).beyond(area.box) > 0


def _taken(press: Press, board: Board, area: MapArea) -> Sequence[Rectangle]:
    """Where labels of a map may not lie: all that is drawn over it."""
    found: list[Rectangle] = []
    for other in board.areas[board.areas.index(area) + 1 :]:
        found += other.boxes
        title = lay_out_title(press, other) if isinstance(other, TrackArea) else None
        found += [title.box] if title else []
    return [box for box in found if box.overlap(area.box) > 0]


def _check_title(press: Press, board: Board, area: TrackArea) -> None:
    title = lay_out_title(press, area)
    over = title.box.beyond(board.box) if title else 0.0
    if over > 0:
        press.report(board.id, f"the title of {area.id} extends beyond the board", over_mm=over)
