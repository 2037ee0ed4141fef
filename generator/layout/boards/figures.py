"""Figures of boards: some cells of a grid, or some places of a map, with tokens, arrows, and handwriting.

Details of boards on cards: a place with its neighbours, or where it is.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot, inf

from generator.errors import UnknownName, describe_unknown
from generator.layout.boards.maps import LabelSpot, Segment2D, draw_land, draw_links, draw_names, land_symbol
from generator.layout.boards.places import Window, draw_arrow, draw_token, place_drawer
from generator.layout.elements.grids import draw_entry_at, parse_grid_entry
from generator.layout.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import box_outline, circle, filled, line, polygon, strengthen, stroked
from generator.layout.shapes.palette import mix
from generator.model.elements.areas import GridArea
from generator.model.elements.figures import BoardFigure, MapFigure
from generator.model.elements.maps import MapArea, Way
from generator.model.elements.squares import Place, name_lines
from generator.model.elements.template import BoardElement
from generator.model.geometry import Point, Rectangle, clamp
from generator.model.kit import Board
from generator.scene.shapes import Group, Segment, Shape, Symbol, Use, scaling, translation

_EDGE = 5.0
"""Room for letters and numbers, at the top and on the left, in mm."""
_ON_CELL = 0.62
"""Minimum size of tokens in cells, as a share of a cell, so that their icons are legible."""
_CELL_RING = 0.9
_SCALE = 0.62
"""Scale of a map, if there is room."""
_AROUND = 1.25
"""Width of the map around the places, in diameters of a place."""
_TOKEN = 3.4
"""Size of tokens beside places, in mm."""
_APART = 0.25
"""Distance between a place and its tokens, and around them."""
_STEP = _TOKEN + 0.25
_RING = 0.7
_COST = 20
"""Cost of hiding a place, or a square millimetre of other tokens, in mm of hidden links."""
_LINK, _CASING = 0.6, 1.5
"""Widths of links and of the light line below them, in mm."""


def lay_out_board_figure(press: Press, figure: BoardFigure | MapFigure, *, width: float) -> Block:
    """Draw some cells of a grid, or some places of a map with all links among them."""
    board = press.kit.parts_of(Board)[figure.board]
    if isinstance(figure, BoardFigure):
        grid = next(area for area in board.areas if isinstance(area, GridArea) and area.id == figure.area)
        return _lay_out_cells(press, figure, grid, width)
    area = next(area for area in board.areas if isinstance(area, MapArea))
    return _lay_out_places(press, figure, area, land_symbol(press, area, board.id, area.box), width)


def _lay_out_cells(press: Press, figure: BoardFigure, area: GridArea, width: float) -> Block:
    """Draw the cells from the first place to the last, at the figure's size if the width allows."""
    first, last = area.places.by_id[figure.first], area.places.by_id[figure.last]
    shown = [place for place in area.places if first.x <= place.x <= last.x and first.y <= place.y <= last.y]
    names = name_lines(shown)
    left, top = (min(each) - area.cell / 2 for each in names)
    columns, rows = (round((max(each) - min(each)) / area.cell) + 1 for each in names)
    edge = _EDGE if figure.labels else 0.0
    size = min(figure.size, (width - edge) / columns)
    scale = size / area.cell
    draw = place_drawer(press, area)
    cells = tuple(
        Group(draw(place), transform=translation(place.spot.left - left, place.spot.top - top))
        for place in shown
    )
    drawn = strengthen(cells, scale)
    shapes: list[Shape] = [Group(drawn, name="figure-cells", transform=scaling(scale, edge, edge))]
    at = {place.id: (edge + (place.x - left) * scale, edge + (place.y - top) * scale) for place in shown}
    for id, token in figure.tokens:
        shapes.append(draw_token(press, token, at[id], scale=scale, least=size * _ON_CELL))
    shapes += (
        draw_entry_at(press, parse_grid_entry(text), at[id], size) for id, text in figure.entries.items()
    )
    for id in figure.ringed:
        ring = circle(*at[id], size * 0.49)
        shapes.append(stroked(ring, press.palette["paper"], 2 * _CELL_RING))
        shapes.append(stroked(ring, press.palette["primary"], _CELL_RING))
    for start, end in figure.arrows:
        shapes += draw_arrow(press, at[start], at[end], gap=size * _ON_CELL / 2 * 0.8)
    if figure.labels:
        spots = [(name, (edge + (x - left) * scale, edge / 2)) for x, name in names[0].items()]
        spots += [(name, (edge / 2, edge + (y - top) * scale)) for y, name in names[1].items()]
        shapes += (shape for name, middle in spots for shape in press.centred(name, "label", middle))
    return Block(tuple(shapes), edge + columns * size, edge + rows * size)


def _lay_out_places(press: Press, figure: MapFigure, area: MapArea, land: Symbol, width: float) -> Block:
    """Draw places of a map, the map around them, and tokens beside them."""
    places = [area.places.by_id[id] for id in figure.places]
    needed = Rectangle.around((place.x, place.y) for place in places).grown(area.place_size * _AROUND)
    wide = min(max(needed.width, width / _SCALE), area.box.width)
    left = clamp(needed.middle[0] - wide / 2, area.box.left, area.box.right - wide)
    top, bottom = max(needed.top, area.box.top), min(needed.bottom, area.box.bottom)
    window = Window(Rectangle(left, top, left + wide, bottom), width / wide)
    middles = {place.id: window.at(place.x, place.y) for place in places}
    radius, draw = area.place_size / 2 * window.scale, place_drawer(press, area)
    shown = {*figure.places}
    inner = (way for way in area.ways if way.exit is None and {way.place.id, way.other.id} <= shown)
    lines = [(window.at(*way.start), window.at(*way.end)) for way in inner]
    drawn: list[Shape] = []
    for place in places:
        x, y = middles[place.id]
        if place.id in figure.ringed:
            drawn.append(stroked(circle(x, y, radius + _RING), press.palette["ink"], _RING))
        marker = strengthen(draw(place), window.scale)
        drawn.append(Group(marker, transform=scaling(window.scale, x - radius, y - radius)))
    spots = [LabelSpot(place.label, *middles[place.id], radius + 0.4) for place in places]
    token_boxes: dict[str, Rectangle] = {}
    for id, tokens in figure.tokens.items():
        length = (len(tokens) - 1) * _STEP
        token_boxes[id] = _find_token_box(id, length, middles, radius, lines, [*token_boxes.values()])
    over: list[Shape] = []
    for start, end in figure.arrows:
        over += draw_arrow(press, middles[start], middles[end], gap=radius + 0.6, colour="red")
    for id, box in token_boxes.items():
        x, y = box.left + _TOKEN / 2 + _APART, box.middle[1]
        for number, token in enumerate(figure.tokens[id]):
            over.append(draw_token(press, token, (x + number * _STEP, y), scale=0.0, least=_TOKEN))
    shapes: list[Shape] = [*strengthen((Use(land, window.transform),), 1.0)]
    shapes += draw_links(press, lines, width=_LINK, casing=_CASING)
    names = draw_names(press, area.label_role, spots, lines, window.frame, [*token_boxes.values()])
    return window.cut((*shapes, *drawn, *names, *over), corner=1.5, name="map figure")


def _find_token_box(
    id: str,
    length: float,
    middles: Mapping[str, Point],
    radius: float,
    lines: Sequence[Segment2D],
    taken: Sequence[Rectangle],
) -> Rectangle:
    """Return the box below, above, or beside a place where a row of tokens hides least."""
    (x, y), away = middles[id], radius + _APART + _TOKEN / 2
    aside = away + length / 2
    boxes = [
        Rectangle(x + dx - length / 2, y + dy, x + dx + length / 2, y + dy).grown(_TOKEN / 2 + _APART)
        for dx, dy in ((0.0, away), (0.0, -away), (aside, 0.0), (-aside, 0.0))
    ]
    others = [middle for other, middle in middles.items() if other != id]

    def cost(box: Rectangle) -> float:
        hidden = sum(box.cut(start, end) for start, end in lines)
        hidden += _COST * sum(box.distance(*middle) < radius + _APART for middle in others)
        return hidden + _COST * sum(box.overlap(other) for other in taken)

    return min(boxes, key=cost)


_DETAIL_LINK, _DETAIL_CASING = 0.55, 1.3
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
"""Share of the ground's colour in links and places that are not the subject."""


def lay_out_board_detail(press: Press, detail: BoardElement, width: float, height: float) -> Block:
    """Lay out the surroundings of a place in a box.

    With neighbours, as much more than `reach` is shown as all of them need, and a link that goes
    around has an arrow with the name of where it leads. The place is in the middle, or as close to
    it as its neighbours and the board's edge allow. What all details of a board share is one symbol.
    Raises UnknownName if the kit has no such board, or the board no such place.
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
    near = [
        way.other if way.place.id == place.id else way.place
        for way in ways
        if way.exit is None and place.id in (way.place.id, way.other.id)
    ]
    exits = [way for way in ways if way.exit and way.place.id == place.id]
    box = _find_box(area.box, exits, [place, *near], detail.reach, height / width)
    window = Window(box, width / box.width)
    ground = _ground_symbol(press, area, board.id, window)
    shapes: list[Shape] = [Use(ground, window.transform)]
    if is_linked:
        shapes += _draw_neighbours(press, area, place, near, exits, window)
    else:
        shapes += _draw_dots(press, [place], window, _LARGE)
    return window.cut(shapes)


def _find_box(
    box: Rectangle, exits: Sequence[Way], shown: Sequence[Place], reach: float, aspect: float
) -> Rectangle:
    """Return the part of the board that is shown: inside its area, and beyond it where links leave it."""
    ends = [way.end[0] for way in exits]
    if box.left in ends:
        box = box._replace(left=box.left - _BEYOND)
    if box.right in ends:
        box = box._replace(right=box.right + _BEYOND)
    west, north, east, south = Rectangle.around((one.x, one.y) for one in shown)
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
    press: Press,
    area: GridArea | MapArea,
    place: Place,
    near: Sequence[Place],
    exits: Sequence[Way],
    window: Window,
) -> Iterator[Shape]:
    start = window.at(place.x, place.y)
    frame = window.frame
    spots = [LabelSpot(place.label, *start, _LARGE / 2 + 0.3)]
    spots += [LabelSpot(other.label, *window.at(other.x, other.y), _DOT / 2 + 0.3) for other in near]
    tips = [_leave(frame.grown(-0.6), start, window.at(*way.end)) for way in exits]
    lines = [(start, (spot.x, spot.y)) for spot in spots[1:]] + [(start, tip) for tip in tips]
    spots += [LabelSpot(way.other.label, *tip, _ARROW / 2) for way, tip in zip(exits, tips, strict=True)]
    if isinstance(area, MapArea):
        yield Group(tuple(_draw_other_places(press, area, window)), transform=window.transform)
        yield from draw_links(press, lines, casing=_DETAIL_CASING, width=_DETAIL_LINK)
    for tip in tips:
        yield filled(_arrow(start, tip), press.palette["link"])
    yield from _draw_dots(press, near, window, _DOT)
    yield from _draw_dots(press, [place], window, _LARGE)
    role = area.label_role if isinstance(area, MapArea) else "map_label"
    yield from draw_names(press, role, spots, lines, frame)


def _leave(frame: Rectangle, start: Point, towards: Point) -> Point:
    """Return where a line from inside leaves the frame."""
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
    faint = mix(press.palette["link"], press.palette.ground("land"), _FAINT)
    for way in area.ways:
        if window.box.cut(way.start, way.end) > 0:
            yield stroked(line(*way.start, *way.end), faint, _DETAIL_LINK * 0.6 / window.scale)
    for place in area.places:
        if Rectangle(place.x, place.y, place.x, place.y).beyond(window.box) == 0:
            yield filled(circle(place.x, place.y, _FAR_DOT / 2 / window.scale), faint)


def _ground_symbol(press: Press, area: GridArea | MapArea, name: str, window: Window) -> Symbol:
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
