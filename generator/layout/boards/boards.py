"""Boards at their own size, or details of them on cards.

A detail shows a place with its neighbours, or where it is on the board.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import hypot, inf

from generator.errors import UnknownName, describe_unknown
from generator.layout.boards.maps import (
    LabelSpot,
    Window,
    draw_land,
    draw_links,
    draw_names,
    lay_out_map,
    place_drawer,
)
from generator.layout.elements.drawer import Drawer, Room, draw_all
from generator.layout.elements.drawers import AreaDrawer, make_drawers
from generator.layout.elements.grids import find_cell_fill, lay_out_course, lay_out_track_title
from generator.layout.elements.hiding import HiddenTextFinder, warn_of_hidden_text
from generator.layout.press import AreaRequest, Press
from generator.layout.shapes.outlines import (
    Block,
    box_outline,
    circle,
    filled,
    line,
    outlined,
    polygon,
    polyline,
    rounded_rectangle,
    stroked,
)
from generator.model.elements.areas import EDGE_LABELS, BoxArea, GridArea, MapArea, TrackArea, Way
from generator.model.elements.squares import Place, name_lines
from generator.model.elements.template import BoardElement, Element
from generator.model.geometry import Point, Rectangle, clamp
from generator.model.kit import Board
from generator.scene.shapes import Group, Path, Region, Segment, Shape, Stroke, Symbol, Use, translation

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
    key = ("board", board.id, bleed)
    return press.once(key, lambda: press.recall(key, lambda: _lay_out_all(press, board, bleed)))


def _lay_out_all(press: Press, board: Board, bleed: float) -> Block:
    room = Room(*board.size, bleed or None)
    shapes = [Group(_draw_ground(press, board, room), name=f"{board.id}-ground")]
    drawers, known = make_drawers(press, board.draw, room), press.findings.warnings
    for number, drawer in enumerate(drawers, 1):
        if isinstance(drawer, AreaDrawer):
            drawer.taken = tuple(_list_taken(press, drawer.edges, drawers[number:]))
        with press.findings.at(*_find_origin(board, number)):
            drawn = tuple(drawer.draw(press.name_part(board.id)))
        shapes.append(Group(drawn, f"{board.id}-{drawer.element.id}"))
    if known == press.findings.warnings:
        _check_hidden(press, board, drawers, shapes)
    return Block(tuple(shapes), *board.size)


def _check_hidden(
    press: Press, board: Board, drawers: Sequence[Drawer[Element]], shapes: Sequence[Shape]
) -> None:
    """Warn of a text that a later element hides, at the place of the element with the text."""
    if found := HiddenTextFinder().find(shapes, Rectangle(0.0, 0.0, *board.size)):
        # The ground is below all elements.
        with press.findings.at(*(_find_origin(board, found.below) if found.below else ())):
            warn_of_hidden_text(press, drawers, press.name_part(board.id), found)


def _find_origin(board: Board, number: int) -> Sequence[str | int]:
    """Return the path of an element of a board in its file, of which the first is 1; a rim is not in it."""
    if number > len(board.draw):
        return ()
    return board.origins[number - 1] if board.origins else ("areas", number - 1)


def _draw_ground(press: Press, board: Board, room: Room) -> tuple[Shape, ...]:
    if board.ground:
        drawers = make_drawers(press, board.templates[board.ground].elements, room)
        return draw_all(drawers, press.name_part(board.id))
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
    paper = press.palette["paper"]
    colour = press.palette[press.palette.upon(area.colour, area.fill or "paper")]
    outline = rounded_rectangle(*area.at, *area.size, area.corner)
    inside = area.box.grown(-_BOX_PADDING)
    tinted = paper if press.palette.saves_ink else paper.mixed(colour, 0.1)
    ground = press.palette.ground(area.fill) if area.fill else tinted
    shapes: list[Shape] = [*outlined(outline, ground, colour, 0.5, dash=(2.2, 1.6))]
    texts = [
        press.text(
            press.format(key),
            role,
            width=inside.width,
            align="center",
            colour=press.palette.choose_readable(press.style(role).colour, area.fill or "paper"),
            thing=f"{key} of {area.id}",
        )
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
        tint = ground.mixed(colour, 0.7 if area.fill else 0.45).hex
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
        cap = drawn.cap or ("butt" if drawn.dash else "round")
        look = drawn.line, drawn.dash, cap, drawn.join, drawn.phase
        stroke = Stroke(press.palette[drawn.colour], *look)
        yield Path(segments, stroke=stroke)


def _draw_id(press: Press, area: GridArea, place: Place) -> Iterable[Shape]:
    """Set the id at the top of a hexagon, which has less room below a corner, or in the middle."""
    y = place.y
    if area.cells.startswith("hex"):
        y = place.spot.top + press.style("label").size * 0.7 + area.cell * _TOP[area.cells == "hex_pointed"]
    options = {"max_width": area.cell * 0.5, "thing": f"{area.id} {place.id}"}
    if not area.draw:
        options["colour"] = _choose_id_colour(press, place)
    return press.centred(place.id, "label", (place.x, y), **options)


def _choose_id_colour(press: Press, place: Place) -> str:
    """Return the colour of labels, or another on a cell on which this is easier to read."""
    return press.palette.choose_readable(press.style("label").colour, find_cell_fill(press, place))


_LINK, _CASING = 0.55, 1.3
"""Widths of links and of the light line below them, in mm on the card."""
_DOT, _LARGE, _FAR_DOT = 1.9, 3.2, 1.0
"""Diameters of neighbours, of the place itself, and of all other places, in mm on the card."""
_ARROW = 1.8
"""Length of the arrow on a link that leaves the card."""
_MARGIN = 0.1
"""Share of a card's part between its outermost neighbours and its edge."""
_BEYOND = 35.0
"""Maximum width shown beyond the map if a link leads there, in mm of the board."""
_FAINT = 0.55
"""Share of the ground's colour in links and places around those that are shown."""


def lay_out_board_detail(press: Press, detail: BoardElement, width: float, height: float) -> Block:
    """Lay out the surroundings of a place in a box.

    Neighbours are all shown, even beyond `reach`, and a link that leaves the map has an arrow with the name
    of the place that it leads to. The place is in the middle, or as close to it as its neighbours and the
    edge of the board allow. The ground of the board is one symbol, which all details share.
    Raises UnknownName for an unknown board or place.
    """
    boards = press.kit.parts_of(Board)
    if detail.board not in boards:
        raise UnknownName(describe_unknown("board", detail.board, boards))
    board = boards[detail.board]
    areas: dict[str, tuple[GridArea | MapArea, Place]] = {}
    for area in board.areas:
        if isinstance(area, GridArea | MapArea):
            for place in area.places:
                areas.setdefault(place.id, (area, place))
    if detail.place not in areas:
        known = [place.id for place in board.places]
        raise UnknownName(f"{detail.board}: {describe_unknown('place', detail.place, known)}")
    area, place = areas[detail.place]
    is_linked = detail.shows == "neighbours"
    ways = area.ways if isinstance(area, MapArea) and is_linked else ()
    inner = (way for way in ways if way.exit is None and place.id in (way.place.id, way.other.id))
    shown = [place, *(way.other if way.place.id == place.id else way.place for way in inner)]
    exits = [way for way in ways if way.exit and way.place.id == place.id]
    box = _choose_window(area.box, exits, shown, detail.reach, height / width)
    window = Window(box, width / box.width)
    ground = _make_ground_symbol(press, area, board.id, window)
    shapes: list[Shape] = [Use(ground, window.transform)]
    if is_linked:
        shapes += _draw_neighbours(press, area, shown, exits, window)
    else:
        shapes += _draw_dots(press, [place], window, _LARGE)
    return window.cut(shapes)


def _choose_window(
    box: Rectangle, exits: Sequence[Way], shown: Sequence[Place], reach: float, aspect: float
) -> Rectangle:
    """Return the part of the board that is shown: inside its area, and beyond it where links leave it."""
    ends = [way.end[0] for way in exits]
    if box.left in ends:
        box = box._replace(left=box.left - _BEYOND)
    if box.right in ends:
        box = box._replace(right=box.right + _BEYOND)
    west, north, east, south = Rectangle.around((place.x, place.y) for place in shown)
    inner = 1 - 2 * _MARGIN
    width = max(reach, (east - west) / inner, (south - north) / inner / aspect)
    width = min(width, box.width, box.height / aspect)
    height = width * aspect
    place = shown[0]
    left = clamp(place.x - width / 2, east - width * (1 - _MARGIN), west - width * _MARGIN)
    top = clamp(place.y - height / 2, south - height * (1 - _MARGIN), north - height * _MARGIN)
    left, top = clamp(left, box.left, box.right - width), clamp(top, box.top, box.bottom - height)
    return Rectangle(left, top, left + width, top + height)


def _draw_neighbours(
    press: Press, area: GridArea | MapArea, shown: Sequence[Place], exits: Sequence[Way], window: Window
) -> Iterator[Shape]:
    place, *near = shown
    start = window.at(place.x, place.y)
    frame = window.frame
    spots = [LabelSpot(place.label, *start, _LARGE / 2 + 0.3)]
    spots += [LabelSpot(other.label, *window.at(other.x, other.y), _DOT / 2 + 0.3) for other in near]
    tips = [_leave(frame.grown(-0.6), start, window.at(*way.end)) for way in exits]
    lines = [(start, (spot.x, spot.y)) for spot in spots[1:]] + [(start, tip) for tip in tips]
    spots += [LabelSpot(way.other.label, *tip, _ARROW / 2) for way, tip in zip(exits, tips, strict=True)]
    if isinstance(area, MapArea):
        yield Group(tuple(_draw_other_places(press, area, window)), transform=window.transform)
        yield from draw_links(press, area, lines, casing=_CASING, width=_LINK)
    for tip in tips:
        yield filled(_arrow(start, tip), press.palette["link"])
    yield from _draw_dots(press, near, window, _DOT)
    yield from _draw_dots(press, [place], window, _LARGE)
    yield from draw_names(press, area if isinstance(area, MapArea) else None, spots, lines, frame)


def _leave(frame: Rectangle, start: Point, towards: Point) -> Point:
    (x, y), dx, dy = start, towards[0] - start[0], towards[1] - start[1]
    share = inf
    for step, place, low, high in ((dx, x, frame.left, frame.right), (dy, y, frame.top, frame.bottom)):
        if step:
            share = min(share, max(0.0, ((high if step > 0 else low) - place) / step))
    return x + dx * share, y + dy * share


def _arrow(start: Point, tip: Point) -> tuple[Segment, ...]:
    (x, y), dx, dy = tip, tip[0] - start[0], tip[1] - start[1]
    length = hypot(dx, dy) or 1.0
    ax, ay = dx / length * _ARROW, dy / length * _ARROW
    return polygon(((x, y), (x - ax - ay * 0.5, y - ay + ax * 0.5), (x - ax + ay * 0.5, y - ay - ax * 0.5)))


def _draw_dots(press: Press, places: Iterable[Place], window: Window, size: float) -> Iterator[Shape]:
    for place in places:
        disc = circle(*window.at(place.x, place.y), size / 2)
        kind = place.kind if place.kind in press.kit.theme.colours else "primary"
        yield stroked(disc, press.palette["paper"], size * 0.28)
        yield filled(disc, press.palette[kind])


def _draw_other_places(press: Press, area: MapArea, window: Window) -> Iterator[Shape]:
    """Yield all links and places in a window, faint, in the coordinates of the board."""
    faint = press.palette["link"].mixed(press.palette.ground("land"), _FAINT)
    for way in area.ways:
        # A link that leaves the map goes on to the edge of the window, which may be beyond.
        end = _leave(window.box, way.start, way.end) if way.exit else way.end
        if window.box.cut(way.start, end) > 0:
            yield stroked(line(*way.start, *end), faint, _LINK * 0.6 / window.scale)
    for place in area.places:
        if Rectangle(place.x, place.y, place.x, place.y).beyond(window.box) == 0:
            yield filled(circle(place.x, place.y, _FAR_DOT / 2 / window.scale), faint)


def _make_ground_symbol(press: Press, area: GridArea | MapArea, name: str, window: Window) -> Symbol:
    """Return land and sea of a window, or small discs for a grid: one symbol for all details that show it."""
    if isinstance(area, MapArea):
        box, scale = window.box, window.scale
        # Adding zero writes -0.00 as 0.00.
        numbers = (f"{round(number, 2) + 0.0:.2f}" for number in (*box, scale))
        name = "-".join((name, area.id, "window", *numbers))
        return press.wordless_symbol(
            name, lambda: Symbol(name, draw_land(press, area, box, scale=scale), box)
        )
    name = f"{name}-{area.id}-cells"
    faint = press.palette["faint"]
    discs = (filled(circle(place.x, place.y, area.cell * 0.4), faint) for place in area.places)
    ground = press.palette.area(box_outline(area.box), "panel")
    return press.wordless_symbol(name, lambda: Symbol(name, (ground, *discs), area.box))
