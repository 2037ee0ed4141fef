"""Figures: parts of a kit's own sheets, boards, and pieces, drawn as they are printed."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, product
from math import ceil, dist, inf

from generator.errors import LayoutError
from generator.layout.boards.boards import lay_out_board
from generator.layout.boards.maps import (
    LabelSpot,
    Segment2D,
    Window,
    draw_arrow,
    draw_links,
    draw_names,
    draw_token,
    make_land_symbol,
    place_drawer,
)
from generator.layout.elements.blocks import BlockSetter, describe_drawing, lay_out_shapes
from generator.layout.elements.drawer import Setter
from generator.layout.elements.grids import draw_entry_at, lay_out_grid, lay_out_track, parse_grid_entry
from generator.layout.press import TITLE_INSET, FigureSize, Press, get_board_piece
from generator.layout.shapes.outlines import (
    Block,
    PlacedBlock,
    circle,
    outlined,
    rectangle,
    rounded_rectangle,
    stack,
    strengthen,
    stroked,
)
from generator.layout.sheets import lay_out_sheet
from generator.model.elements.areas import GridArea, MapArea
from generator.model.elements.blocks import (
    BoardFigure,
    ComponentsFigure,
    Figure,
    MapFigure,
    Overview,
    PiecesFigure,
    SectionFigure,
    ShapesBlock,
)
from generator.model.elements.squares import name_lines
from generator.model.elements.template import GridBlock, TrackBlock
from generator.model.geometry import Point, Rectangle, clamp
from generator.model.kit import Board, Piece, PieceSet, Section, Sheet
from generator.model.printing.printing import Paper
from generator.model.texts.wordings import in_one_line, make_plain_text
from generator.model.values import dataclass, replace
from generator.scene.shapes import Group, Path, Shape, Symbol, Use, scaling, translation

_A4 = Paper("A4", 210.0, 297.0, 5.0)
"""Paper of a sheet that a card or another sheet shows."""
_PADDING, _CAPTION_GAP = 3.0, 1.2
"""Space around a drawing in its box, and above a caption, in mm."""
_SCALABLE = (BoardFigure, Overview, MapFigure, PiecesFigure)
_DRAWN = (GridBlock, TrackBlock, ShapesBlock)
"""Contents of sections that are drawings."""
_WITHOUT_BOX = (Overview, MapFigure)
_LEAST, _LEAST_MAP = 0.65, 0.85
"""Minimum width of a figure that is reduced to end a column, as a share of its room; the names of places keep
their size, so that a map becomes crowded sooner."""
_TRIES = 4
"""Letters at the edge of a drawing keep their size, so its height is not proportional to its width."""


def lay_out_figure(press: Press, figure: Figure, *, width: float, paper: Paper = _A4) -> PlacedBlock:
    """Lay out the figure in a light box of the given width, with its caption below."""
    drawing = _Drawing(press, figure, width, paper)
    block = drawing.frame(drawing.draw(drawing.room))
    # The same sizes are tried for each page, and for each size of type.
    resized = cache(drawing.lay_out_resized) if drawing.is_picture else None
    return PlacedBlock(block, 2.6, smaller=drawing.lay_out_smaller, resized=resized)


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A figure that can be drawn in any width."""

    press: Press
    figure: Figure
    width: float
    paper: Paper

    @property
    def room(self) -> float:
        """Width for the drawing: boards take all of the box."""
        shown = self.figure.part if isinstance(self.figure, Overview) else ""
        is_wide = isinstance(self.figure, _WITHOUT_BOX) and shown not in self.press.kit.parts_of(Sheet)
        return self.width if is_wide else self.width - 2 * _PADDING

    @property
    def least(self) -> float:
        return _LEAST_MAP if isinstance(self.figure, MapFigure) else _LEAST

    def lay_out_smaller(self, height: float) -> Block | None:
        """Lay out the figure with at most this height; None if it would be too small."""
        if not isinstance(self.figure, _SCALABLE):
            return None
        shown = self.press.figures
        widest = min(self.room, shown.most * shown.scale)
        least = widest * self.least
        drawing = self.draw(self.room)
        size = drawing.width
        for _ in range(_TRIES):
            framed = self.frame(drawing)
            over = framed.height - height
            if over <= 1e-6:
                return framed
            size -= over * drawing.width / drawing.height + 1e-3
            if size < least:
                return None
            drawing = self.draw(size)
        return None

    @property
    def is_picture(self) -> bool:
        """True for a drawing that may be larger than asked for: it has no sentences."""
        if isinstance(self.figure, SectionFigure):
            return isinstance(_find_section(self.press, self.figure).content, _DRAWN)
        return isinstance(self.figure, _SCALABLE)

    def lay_out_resized(self, factor: float) -> Block:
        """Lay out the figure, larger or smaller by a factor; at most as wide as its room, or its pieces are.

        Squares of sheets are never smaller, as people have to read their names.
        """
        drawing = self.draw(self.room)
        if factor < 1.0 and isinstance(self.figure, SectionFigure):
            return self.frame(drawing)
        if factor < 1.0:
            return self.frame(self.draw(drawing.width * max(factor, self.least)))
        most = min(self.room, self._measure_pieces())
        return self.frame(drawing.scaled(max(min(factor, most / drawing.width), 1.0)))

    def _measure_pieces(self) -> float:
        """Return the width of pieces side by side in their real size; infinite for other figures."""
        if not isinstance(self.figure, PiecesFigure):
            return inf
        widths = [get_board_piece(self.press, id)[1].width for id in self.figure.pieces]
        return sum(widths) + _PIECE_GAP * (len(widths) - 1)

    def frame(self, drawing: Block) -> Block:
        press, width = self.press, self.width
        shapes: list[Shape] = []
        height = drawing.height
        if not isinstance(self.figure, _WITHOUT_BOX):
            height += 2 * _PADDING
            shapes.append(press.palette.area(rounded_rectangle(0, 0, width, height, 2.0), "panel"))
        shapes.append(drawing.at((width - drawing.width) / 2, (height - drawing.height) / 2))
        framed = (
            Block(tuple(shapes), width, height)
            .titled(make_plain_text(press.format(self.figure.alt)))
            .tagged("figure")
        )
        return Setter(press).add_caption(framed, self.figure.caption, gap=_CAPTION_GAP, inset=_PADDING)

    def draw(self, width: float) -> Block:
        """Draw the figure in a width, once; in large print, as in ordinary print, and scaled.

        Names of components are texts of the booklet, so that only their pieces are scaled.
        """
        size = FigureSize(self.press) if isinstance(self.figure, ComponentsFigure) else self.press.figures
        most = min(width / size.scale, size.most)
        key = ("figure", id(self.figure), most, self.paper.name)
        draw = partial(self.press.recall, key, lambda: self._draw_as(size.press, most), self.figure)
        return self.press.once(key, draw).scaled(size.scale)

    def _draw_as(self, press: Press, width: float) -> Block:
        figure = self.figure
        match figure:
            case SectionFigure():
                return _draw_section(press, figure, width)
            case BoardFigure() | MapFigure():
                return press.keep(lambda press: lay_out_board_figure(press, figure, width=width))
            case Overview():
                return lay_out_overview(press, figure, width=width, paper=self.paper)
            case ComponentsFigure():
                return _draw_components(press, figure, width)
            case PiecesFigure():
                turned = replace(figure, pieces=figure.pieces[::-1]) if press.is_mirrored else figure
                return press.keep(lambda press: lay_out_pieces_figure(press, turned, width=width))
        raise TypeError(figure)


_SQUARE = 7.0
"""Edge of a square in a figure, if there is room."""
_LABELS = 10
"""Room for the letters beside the squares of a grid."""
_SMALL_SQUARE = 3.4
"""Edge of a square in a figure of shapes."""


def _find_section(press: Press, figure: SectionFigure) -> Section:
    sheets = press.kit.parts_of(Sheet).values()
    return next(sheet.sections[figure.section] for sheet in sheets if figure.section in sheet.sections)


def _draw_section(press: Press, figure: SectionFigure, width: float) -> Block:
    section = _find_section(press, figure)
    entries = {id: parse_grid_entry(text) for id, text in figure.entries.items()}
    match section.content:
        case GridBlock() as block:
            grid = replace(block, squares=figure.squares or block.squares, labelled=figure.labels)
            columns = grid.grid.width - min(square.x for square in grid.grid)
            size = min(_SQUARE, (width - (_LABELS if figure.labels else 0)) / columns)
            grid = replace(grid, size=size, margins=(0.0,) * 4, bonuses={})
            # Examples side by side are in the order of reading; letters of columns keep their order.
            turns = press.is_mirrored and not figure.labels
            draw = partial(lay_out_grid, block=grid, entries=entries, fields=None, has_parts_mirrored=turns)
            drawn = press.keep(draw)
            return describe_drawing(press, grid, drawn)
        case TrackBlock() as track:
            shown = track.fields[figure.first :][: len(figure.written.split()) or None]
            drawn = lay_out_track(press, track, width=width, entries=entries, fields=shown)
            return describe_drawing(press, replace(track, written=shown), drawn)
        case ShapesBlock() as block:
            numbers = figure.values or range(1, len(block.shapes) + 1)
            shapes = [block.shapes[number - 1] for number in sorted(numbers)]
            every = figure.every_form
            drawn = lay_out_shapes(press, shapes, size=_SMALL_SQUARE, width=width, every_form=every)
            return describe_drawing(press, replace(block, shapes=tuple(shapes)), drawn)
    return BlockSetter(press).lay_out_stack(section, width, ({},))


_NUMBER = 4.6
"""Diameter of a number."""
_BESIDE_TITLE = (-0.6 - _NUMBER / 2, 1.4)
"""Position of a number relative to the start of the title of a section."""


def lay_out_overview(press: Press, figure: Overview, *, width: float, paper: Paper) -> Block:
    """Draw a complete part with numbers beside titles of sections, or on areas and places of a board."""
    if sheet := press.kit.parts_of(Sheet).get(figure.part):
        layout = lay_out_sheet(press, sheet, paper=paper)
        page = Block(layout.shapes, layout.paper.width, layout.paper.height)
        name = _name_part(press, sheet.title)
        heading = sheet.look.heading
        if heading and heading.template and heading.height:
            # A heading with a template begins with a sign as high as itself.
            half = heading.height / 2
            middles = {section: (x + half, y + half) for section, (x, y) in layout.corners}
            return _draw_numbered(press, page, width, middles, figure.numbered, name)
        titles = {section: (x + TITLE_INSET, y) for section, (x, y) in layout.corners}
        return _draw_numbered(press, page, width, titles, figure.numbered, name, _BESIDE_TITLE)
    board = press.kit.parts_of(Board)[figure.part]
    corners: dict[str, Point] = {}
    for area in board.areas:
        corners[area.id] = (area.box.left, area.box.top)
        corners |= {place.id: (place.x, place.y) for place in area.places}

    def draw(press: Press) -> Block:
        name = _name_part(press, board.title)
        return _draw_numbered(press, lay_out_board(press, board), width, corners, figure.numbered, name)

    return press.keep(draw)


def _name_part(press: Press, title: str) -> str:
    return make_plain_text(press.format(title))


def _draw_numbered(
    press: Press,
    page: Block,
    width: float,
    places: Mapping[str, Point],
    numbered: Sequence[str],
    title: str,
    shift: Point = (0.0, 0.0),
) -> Block:
    """Draw a page small: readers of text get its title instead of its words."""
    scale = width / page.width
    height = page.height * scale
    clip = Path(rectangle(0, 0, page.width, page.height))
    drawn = strengthen(page.shapes, scale)
    named: dict[str, str | int] = {"part": title, "count": len(numbered)}
    title = make_plain_text(press.format("figures.numbered", named)) if numbered else title
    small = Group(drawn, transform=scaling(scale), clip=clip, name="small sheet")
    shapes: list[Shape] = [small, stroked(rectangle(0, 0, width, height), press.palette["line"], 0.25)]
    palette, light = press.palette, press.palette.upon("paper", "red")
    for number, id in enumerate(numbered, start=1):
        x, y = places[id]
        middle = (x * scale + shift[0], y * scale + shift[1])
        disc = circle(*middle, _NUMBER / 2)
        shapes += outlined(disc, palette.ground("red"), palette[light], 0.4)
        shapes += press.centred(str(number), "shape_count", middle, colour=light)
    return Block(tuple(shapes), width, height).titled(title)


_PIECE_GAP = 2.4
_LEAST_NAME, _ROW_GAP = 30.0, 2.6
"""Least width of the name of a component, and the distance of its rows, in mm."""
_NAME_FIELDS = ("title", "name", "label")
"""Fields of a token that may have its name."""


def _draw_components(press: Press, figure: ComponentsFigure, width: float) -> Block:
    """Draw a card of each deck and each kind of token, with its number and its name beside it."""
    cells = [*_list_components(press)]
    size = figure.size * press.figures.scale
    columns = max(int((width + _PIECE_GAP) / (size + _LEAST_NAME + 2 * _PIECE_GAP)), 1)
    room = (width - (columns - 1) * _PIECE_GAP) / columns
    rows = []
    for start in range(0, len(cells), columns):
        drawn = [_draw_component(press, figure.size, room, *cell) for cell in cells[start : start + columns]]
        height = max(one.height for one in drawn)
        shapes = [
            one.at(number * (room + _PIECE_GAP), (height - one.height) / 2)
            for number, one in enumerate(drawn)
        ]
        rows.append(Block(tuple(shapes), width, height))
    return stack(rows, gap=_ROW_GAP, width=width)


def _draw_component(press: Press, size: float, width: float, id: str, name: str, count: int) -> Block:
    shown, form = press.figures, get_board_piece(press, id)[1]
    small = PiecesFigure((id,), size=size * min(1.0, form.width / form.height))
    piece = shown.press.keep(lambda press: lay_out_pieces_figure(press, small, width=size)).scaled(
        shown.scale
    )
    size *= shown.scale
    number = press.wording.write(count)
    text = press.text(f"**{number} \u00d7** {name}", "body", width=width - size - _PIECE_GAP)
    height = max(piece.height, text.height)
    shapes = (
        piece.at((size - piece.width) / 2, (height - piece.height) / 2),
        text.at(size + _PIECE_GAP, (height - text.height) / 2),
    )
    return Block(shapes, width, height)


def _list_components(press: Press) -> Iterator[tuple[str, str, int]]:
    """Yield the id of a piece, the name, and the number of each deck of cards, and of each kind of token.

    Tokens of a set that have no names are counted together.
    """
    for part in press.kit.parts_of(PieceSet).values():
        title = in_one_line(press.format(part.title))
        named = [] if part.has_cards else [(piece, _name_token(press, piece)) for piece in part.pieces]
        yield from ((piece.id, name, piece.count) for piece, name in named if name)
        if others := [*part.pieces] if part.has_cards else [piece for piece, name in named if not name]:
            yield others[0].id, title, sum(piece.count for piece in others)


def _name_token(press: Press, piece: Piece) -> str:
    fields = piece.in_language(press.wording).fields
    own = next((str(fields[one]) for one in _NAME_FIELDS if fields.get(one)), "")
    return press.format(own) if own else ""


def lay_out_pieces_figure(press: Press, figure: PiecesFigure, *, width: float) -> Block:
    """Draw pieces side by side at one scale: as wide as asked for or possible, never larger than they are.

    Raises LayoutError if the gaps between them alone are wider than the figure.
    """
    shown = [get_board_piece(press, id)[1] for id in figure.pieces]
    room = width - _PIECE_GAP * (len(shown) - 1)
    if room <= 0:
        problem = f"{len(shown)} pieces do not fit side by side"
        raise LayoutError(f"{press.kit.slug} figure of pieces", problem, over_mm=-room)
    scale = min(1.0, room / sum(form.width for form in shown))
    if figure.size:
        scale = min(scale, figure.size / max(form.width for form in shown))
    height = max(form.height for form in shown) * scale
    drawn = []
    x = 0.0
    for id, form in zip(figure.pieces, shown, strict=True):
        middle = (x + form.width * scale / 2, height / 2)
        drawn.append(draw_token(press, id, middle, scale=scale, least=0.0))
        x += form.width * scale + _PIECE_GAP
    return Block((Group(tuple(drawn), name="small pieces"),), x - _PIECE_GAP, height)


_EDGE = 5.0
"""Room for letters and numbers, at the top and on the left, in mm."""
_ON_CELL = 0.62
"""Minimum size of tokens in cells, as a share of a cell, so that their icons are legible."""
_ON_SPOT = 0.5
"""The same where a cell has a spot of its own for them."""
_CELL_RING = 0.9


def lay_out_board_figure(press: Press, figure: BoardFigure | MapFigure, *, width: float) -> Block:
    """Draw some cells of a grid, or some places of a map with all links among them."""
    board = press.kit.parts_of(Board)[figure.board]
    if isinstance(figure, BoardFigure):
        grid = next(area for area in board.areas if isinstance(area, GridArea) and area.id == figure.area)
        return _lay_out_cells(press, figure, grid, width)
    area = next(area for area in board.areas if isinstance(area, MapArea))
    return _lay_out_places(press, figure, area, make_land_symbol(press, area, board.id, area.box), width)


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

    def draw_cells() -> tuple[Shape, ...]:
        draw = place_drawer(press, area)
        spots = ((place, place.spot.left - left, place.spot.top - top) for place in shown)
        return tuple(Group(draw(place), transform=translation(x, y)) for place, x, y in spots)

    key = "figure cells", figure.board, area.id, figure.first, figure.last, press.zoom
    drawn = strengthen(press.once(key, draw_cells), scale)
    shapes: list[Shape] = [Group(drawn, name="figure-cells", transform=scaling(scale, edge, edge))]
    at = {place.id: (edge + (place.x - left) * scale, edge + (place.y - top) * scale) for place in shown}
    # What lies on a place, and arrows between, are in the spot of its cell.
    token_size = size * _ON_CELL
    if area.lying:
        token_size = max(min(area.lying[2:]) * scale, size * _ON_SPOT)
    lies = dict(at)
    for place in press.once(("spots", figure.board, area.id), lambda: area.spots) if area.lying else ():
        if place.id in at:
            most = (size - token_size) / 2
            (x, y), (across, down) = at[place.id], place.spot.middle
            aside = clamp((across - place.x) * scale, -most, most)
            lies[place.id] = x + aside, y + clamp((down - place.y) * scale, -most, most)
    for id in figure.ringed:
        ring = circle(*at[id], size * 0.49)
        shapes.append(stroked(ring, press.palette["paper"], 2 * _CELL_RING))
        shapes.append(stroked(ring, press.palette["primary"], _CELL_RING))
    # Tokens lie above the rings, which would cut them.
    for id, token in figure.tokens:
        shapes.append(draw_token(press, token, lies[id], scale=scale, least=token_size))
    shapes += (
        draw_entry_at(press, parse_grid_entry(text), at[id], size) for id, text in figure.entries.items()
    )
    for start, end in figure.arrows:
        shapes += draw_arrow(press, lies[start], lies[end], gap=token_size / 2 * 0.8)
    if figure.labels:
        spots = [(name, (edge + (x - left) * scale, edge / 2)) for x, name in names[0].items()]
        spots += [(name, (edge / 2, edge + (y - top) * scale)) for y, name in names[1].items()]
        shapes += (shape for name, middle in spots for shape in press.centred(name, "label", middle))
    return Block(tuple(shapes), edge + columns * size, edge + rows * size)


_SCALE = 0.58
"""Scale of a map, if there is room."""
_AROUND = 1.25
"""Width of the map around the places, in diameters of a place."""
_TOKEN = 3.4
"""Size of tokens beside places, in mm."""
_APART = 0.25
"""Distance between a place and its tokens, and around them."""
_STEP = _TOKEN + 0.25
_RING = 0.7
_ARROW_WEIGHT = 3
"""Cost of a millimetre of a hidden arrow, in mm of hidden links."""
_COST, _BESIDE_ARROW = 20, 0.8
"""Cost of hiding a place, or a square millimetre of other tokens, in mm of hidden links."""
_LINK, _CASING = 0.6, 1.5
"""Widths of links and of the light line below them, in mm."""


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
    covered = [*lines, *((middles[start], middles[end]) for start, end in figure.arrows * _ARROW_WEIGHT)]
    for id, tokens in figure.tokens.items():
        length = (len(tokens) - 1) * _STEP
        token_boxes[id] = _choose_token_box(id, length, middles, radius, covered, [*token_boxes.values()])
    over: list[Shape] = []
    for start, end in figure.arrows:
        over += draw_arrow(press, middles[start], middles[end], gap=radius + 0.6, colour="red")
    for id, box in token_boxes.items():
        x, y = box.left + _TOKEN / 2 + _APART, box.middle[1]
        for number, token in enumerate(figure.tokens[id]):
            over.append(draw_token(press, token, (x + number * _STEP, y), scale=0.0, least=_TOKEN))
    shapes: list[Shape] = [*strengthen((Use(land, window.transform),), 1.0)]
    shapes += draw_links(press, area, lines, width=_LINK, casing=_CASING)
    arrows = chain.from_iterable(_list_below(middles[start], middles[end]) for start, end in figure.arrows)
    names = draw_names(press, area, spots, lines, window.frame, [*token_boxes.values(), *arrows])
    return window.cut((*shapes, *drawn, *names, *over), corner=1.5, name="map figure")


def _list_below(start: Point, end: Point) -> list[Rectangle]:
    """Return small boxes along an arrow, which names keep clear of."""
    steps = max(1, ceil(dist(start, end) / _BESIDE_ARROW))
    shares = (step / steps for step in range(steps + 1))
    (x, y), (u, v) = start, end
    middles = ((x + (u - x) * share, y + (v - y) * share) for share in shares)
    return [Rectangle.around((middle,)).grown(_BESIDE_ARROW) for middle in middles]


def _choose_token_box(
    id: str,
    length: float,
    middles: Mapping[str, Point],
    radius: float,
    lines: Sequence[Segment2D],
    taken: Sequence[Rectangle],
) -> Rectangle:
    """Return the box below, above, or beside a place, or at a corner of it, where tokens hide least."""
    (x, y), away = middles[id], radius + _APART + _TOKEN / 2
    aside = away + length / 2
    boxes = [
        Rectangle(x + dx - length / 2, y + dy, x + dx + length / 2, y + dy).grown(_TOKEN / 2 + _APART)
        for dx, dy in (
            *((0.0, away), (0.0, -away), (aside, 0.0), (-aside, 0.0)),
            *product((length / 2, -length / 2), (away, -away)),
        )
    ]
    others = [middle for other, middle in middles.items() if other != id]

    def cost(box: Rectangle) -> float:
        hidden = sum(box.cut(start, end) for start, end in lines)
        hidden += _COST * sum(box.distance(*middle) < radius + _APART for middle in others)
        return hidden + _COST * sum(box.overlap(other) for other in taken)

    return min(boxes, key=cost)
