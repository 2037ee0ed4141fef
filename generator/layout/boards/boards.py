"""Boards: a ground and its elements, at the board's own size."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Literal

from generator.layout.boards.maps import lay_out_map
from generator.layout.boards.places import place_drawer
from generator.layout.elements.drawer import Drawer, Room, draw_all
from generator.layout.elements.drawers import AreaDrawer, make_drawers
from generator.layout.elements.grids import lay_out_course, lay_out_track_title
from generator.layout.press import AreaRequest, Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import box_outline, filled, outlined, polygon, polyline, rounded_rectangle
from generator.layout.shapes.palette import mix
from generator.model.elements.areas import EDGE_LABELS, BoxArea, GridArea, TrackArea
from generator.model.elements.maps import MapArea
from generator.model.elements.squares import Place, name_lines
from generator.model.elements.template import Element
from generator.model.geometry import Rectangle
from generator.model.kit import Board
from generator.scene.shapes import Group, Path, Region, Shape, Stroke, translation

_BOX_PADDING, _LEAST_ICON = 2.5, 4.0
"""Space inside the edge of a box, and the minimum size of its icon, in mm."""
_TOP = (0.02, 0.14)
"""Distance of an id from the top of a hexagon with an edge, or a corner, there, as a share of its width."""
_NEAR = 0.001
"""Maximum distance of corners that are the same, in mm."""


def lay_out_board(press: Press, board: Board, *, bleed: float = 0.0) -> Block:
    """Lay out a board at its own size, with art up to `bleed` mm beyond its edges.

    Reports labels that overlap something, and text that does not fit.
    """
    return press.once(("board", board.id, bleed), lambda: _lay_out_all(press, board, bleed))


def _lay_out_all(press: Press, board: Board, bleed: float) -> Block:
    room = Room(*board.size, bleed or None)
    shapes = [Group(_draw_ground(press, board, room), name=f"{board.id}-ground")]
    drawers = make_drawers(press, board.draw, room)
    for number, drawer in enumerate(drawers, 1):
        if isinstance(drawer, AreaDrawer):
            drawer.taken = tuple(_list_taken(press, drawer.edges, drawers[number:]))
        with press.findings.at("areas", number - 1):
            drawn = tuple(drawer.draw({"id": board.id}))
        shapes.append(Group(drawn, f"{board.id}-{drawer.element.id}"))
    return Block(tuple(shapes), *board.size)


def _draw_ground(press: Press, board: Board, room: Room) -> tuple[Shape, ...]:
    if board.ground:
        drawers = make_drawers(press, board.templates[board.ground].elements, room)
        return draw_all(drawers, {"id": board.id})
    return (filled(box_outline(room.bounds), press.palette["paper"]),)


def _list_taken(press: Press, box: Rectangle, later: Iterable[Drawer[Element]]) -> Iterator[Rectangle]:
    """Yield the boxes of later elements with an id over a box."""
    for other in (drawer for drawer in later if drawer.element.id):
        boxes = [other.edges]
        if isinstance(other.element, TrackArea):
            title = lay_out_track_title(press, other.element)
            boxes = [*other.element.boxes, *([title[0]] if title else ())]
        yield from (taken for taken in boxes if taken.overlap(box) > 0)


def lay_out_area(press: Press, request: AreaRequest) -> tuple[Shape, ...]:
    """Draw an area of a board or a piece; labels of maps avoid what is taken."""
    area, box = request.area, request.box
    match area:
        case GridArea():
            return lay_out_board_grid(press, area)
        case MapArea():
            return lay_out_map(press, area, request)
        case TrackArea():
            title = lay_out_track_title(press, area)
            over = title[0].beyond(box) if title else 0.0
            if over > 0:
                press.report(request.name, f"the title of {area.id} extends beyond the edge", over_mm=over)
            return lay_out_course(press, area)
        case BoxArea():
            return _lay_out_box(press, area)
    raise TypeError(area)


def _lay_out_box(press: Press, area: BoxArea) -> tuple[Shape, ...]:
    """Draw a dashed outline, as large as what lies in it, with its icon and text.

    Reports text that does not fit.
    """
    paper, colour = press.palette["paper"], press.palette[area.colour]
    outline = rounded_rectangle(*area.at, *area.size, area.corner)
    inside = area.box.grown(-_BOX_PADDING)
    ground = paper if press.palette.saves_ink else mix(paper, colour, 0.1)
    shapes: list[Shape] = [*outlined(outline, ground, colour, 0.5, dash=(2.2, 1.6))]
    texts = [
        press.text(press.format(key), role, width=inside.width, align="center", thing=f"{key} of {area.id}")
        for key, role in ((area.title, "board_label"), (area.hint, "small"))
        if key
    ]
    used = sum(block.height for block in texts) + (1.0 if len(texts) == 2 else 0.0)
    if used > inside.height:
        press.report(area.id, "the text is taller than the box", over_mm=used - inside.height)
    room = inside.height - used
    gap = 2.0 if texts else 0.0
    edge = min(inside.width * 0.62, room - gap, 34.0) if area.icon else 0.0
    y = inside.top + (room - max(edge, 0.0)) / 2
    if edge >= _LEAST_ICON:
        y -= gap / 2
        tint = mix(paper, colour, 0.45).hex
        shapes += press.icon(area.icon, inside.middle[0] - edge / 2, y, edge, colour=tint)
        y += edge + gap
    for block in texts:
        shapes.append(block.at(inside.left, y))
        y += block.height + 1.0
    return (Group(tuple(shapes), region=Region(area.id, "", area.box)),)


def lay_out_board_grid(press: Press, area: GridArea) -> tuple[Shape, ...]:
    """Draw the cells of a grid, with letters above and below it and numbers on both sides."""
    draw = place_drawer(press, area)
    cells = tuple(
        Group(
            draw(place),
            name=f"{area.id}-{place.id}",
            transform=translation(place.spot.left, place.spot.top),
            region=Region(area.id, place.id, (0.0, 0.0, place.spot.width, place.spot.height)),
        )
        for place in area.places
    )
    shapes: tuple[Shape, ...] = (Group(cells, name=f"{area.id}-cells"),)
    if area.cells != "square" and area.line:
        outlines = tuple(segment for place in area.places for segment in polygon(place.outline))
        shapes += (Path(outlines, stroke=Stroke(press.palette[area.stroke], area.line, join="round")),)
    shapes += tuple(_draw_lines(press, area))
    if not area.labelled:
        return shapes
    names = [_draw_id(press, area, place) for place in area.places if not area.has_edge_labels]
    if area.has_edge_labels:
        columns, rows = name_lines(area.places)
        left, top, right, bottom = area.box.grown(-EDGE_LABELS / 2)
        spots = [(name, (x, y)) for x, name in columns.items() for y in (top, bottom)]
        spots += [(name, (x, y)) for y, name in rows.items() for x in (left, right)]
        names = [press.centred(name, "board_label", middle, colour="soft") for name, middle in spots]
    return (*shapes, Group(tuple(chain.from_iterable(names)), name=f"{area.id}-names"))


def _draw_lines(press: Press, area: GridArea) -> Iterator[Path]:
    for drawn in area.lines:
        segments = tuple(segment for course in drawn.courses for segment in polyline(course))
        cap: Literal["butt", "round"] = "butt" if drawn.dash else "round"
        stroke = Stroke(press.palette[drawn.colour], drawn.line, drawn.dash, cap, "round")
        yield Path(segments, stroke=stroke)


def _draw_id(press: Press, area: GridArea, place: Place) -> Iterable[Shape]:
    """Set the id at the top of a hexagon, which has less room below a corner, or in the middle."""
    y = place.y
    if area.cells.startswith("hex"):
        y = place.spot.top + press.style("label").size * 0.7 + area.cell * _TOP[area.cells == "hex_pointed"]
    thing = f"{area.id} {place.id}"
    return press.centred(place.id, "label", (place.x, y), max_width=area.cell * 0.5, thing=thing)
