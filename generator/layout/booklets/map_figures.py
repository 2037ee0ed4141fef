"""Figures of maps: some places with tokens beside them, or a whole board with numbers upon it."""

from collections.abc import Iterator, Mapping, Sequence

from generator.layout.boards.boards import lay_out_board
from generator.layout.boards.details import Spot, draw_labels
from generator.layout.boards.maps import draw_links, land_symbol
from generator.layout.boards.templates import place_drawer
from generator.layout.boards.windows import draw_arrow, draw_token
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import circle, filled, rectangle, rounded_rectangle, stroked
from generator.model.board import Board, MapArea
from generator.model.booklet import BoardOverview, MapFigure
from generator.model.rectangles import Point, Rectangle
from generator.scene.shapes import Group, Path, Shape, Use
from generator.scene.transforms import scaling

_SCALE = 0.62
"""Of the board, where there is room."""
_AROUND = 1.25
"""How much of the map is seen around the places, in diameters of a place."""
_TOKEN = 3.4
"""Tokens are at least so large, in mm, that their signs can be read."""
_APART = 0.25
"""Between a place and its tokens, and around them."""
_LINK, _CASING = 0.6, 1.5
_RING = 0.7
NUMBER = 5.0
"""Across the disc of a number."""


def lay_out_map_figure(press: Press, figure: MapFigure, *, width: float) -> Block:
    """The places, all links among them, their tokens and names, as wide as the figure may be."""
    board = _find_board(press, figure.board)
    area = next(area for area in board.areas if isinstance(area, MapArea))
    drawing = _MapDrawing(press, board, area, figure, width)
    return drawing.lay_out()


def lay_out_overview(press: Press, figure: BoardOverview, *, width: float) -> Block:
    """The whole board in a thin frame, numbers at the top left of areas and upon places."""
    board = _find_board(press, figure.board)
    block = lay_out_board(press, board)
    scale = width / block.width
    height = block.height * scale
    clip = Path(rectangle(0, 0, block.width, block.height))
    small = Group(block.shapes, transform=scaling(scale), clip=clip, name="small sheet")
    shapes: list[Shape] = [small, stroked(rectangle(0, 0, width, height), press.palette["line"], 0.25)]
    corners = dict(_corners(board))
    for number, id in enumerate(figure.numbered, start=1):
        x, y = corners[id]
        shapes += draw_number(press, number, x * scale, y * scale)
    return Block(tuple(shapes), width, height)


def draw_number(press: Press, number: int, x: float, y: float) -> list[Shape]:
    """A number on a disc, to be found again in the text."""
    disc = circle(x, y, NUMBER / 2)
    words = press.line(
        str(number), "shape_count", x=x, y=y, anchor="middle", upright="middle", colour="paper"
    )
    return [filled(disc, press.palette["red"]), stroked(disc, press.palette["paper"], 0.4), *words.shapes]


def _find_board(press: Press, id: str) -> Board:
    """Readers have checked the name."""
    return next(part for part in press.kit.parts if isinstance(part, Board) and part.id == id)


def _corners(board: Board) -> Iterator[tuple[str, Point]]:
    for area in board.areas:
        yield area.id, (area.box.left, area.box.top)
        for place in area.places:
            yield place.id, (place.x, place.y)


class _MapDrawing:
    """One figure of a map: the window on the board, and what is drawn through it."""

    def __init__(self, press: Press, board: Board, area: MapArea, figure: MapFigure, width: float) -> None:
        self.press, self.board, self.area, self.figure = press, board, area, figure
        by_id = {place.id: place for place in area.places}
        self.places = [by_id[id] for id in figure.places]
        self.window = self._find_window(width)
        self.scale = width / self.window.width
        self.radius = area.place_size / 2 * self.scale

    def lay_out(self) -> Block:
        press, scale, window = self.press, self.scale, self.window
        frame = Rectangle(0, 0, window.width * scale, window.height * scale)
        lines = self._lines()
        rows = self._tokens()
        left, top = self._at(0, 0)
        land = Use(land_symbol(press, self.area, self.board.id), scaling(scale, left, top))
        shapes: list[Shape] = [land, *draw_links(press, lines, width=_LINK, casing=_CASING)]
        shapes += self._discs()
        spots = [Spot(place.label, *self._at(place.x, place.y), self.radius + 0.4) for place in self.places]
        taken = [box for _, box in rows.values()]
        shapes += draw_labels(press, self.area.label_role, spots, lines, frame, taken)
        for start, end in self.figure.arrows:
            ends = self._middle(start), self._middle(end)
            shapes += draw_arrow(press, *ends, gap=self.radius + 0.6, colour="red")
        for tokens, _ in rows.values():
            shapes += tokens
        clip = Path(rounded_rectangle(0, 0, frame.width, frame.height, 1.5))
        return Block((Group(tuple(shapes), clip=clip, name="map figure"),), frame.width, frame.height)

    def _find_window(self, width: float) -> Rectangle:
        """As wide as the figure, and as high as its places need."""
        around, box = self.area.place_size * _AROUND, self.area.box
        xs, ys = [place.x for place in self.places], [place.y for place in self.places]
        wanted = Rectangle(min(xs), min(ys), max(xs), max(ys)).grown(around)
        wide = min(max(wanted.width, width / _SCALE), box.width)
        left = min(max(wanted.middle[0] - wide / 2, box.left), box.right - wide)
        top, bottom = max(wanted.top, box.top), min(wanted.bottom, box.bottom)
        return Rectangle(left, top, left + wide, bottom)

    def _at(self, x: float, y: float) -> Point:
        return (x - self.window.left) * self.scale, (y - self.window.top) * self.scale

    def _middle(self, id: str) -> Point:
        place = next(place for place in self.places if place.id == id)
        return self._at(place.x, place.y)

    def _lines(self) -> list[tuple[Point, Point]]:
        shown = {place.id for place in self.places}
        ways = [way for way in self.area.ways if way.exit is None]
        return [
            (self._at(*way.start), self._at(*way.end))
            for way in ways
            if way.place.id in shown and way.other.id in shown
        ]

    def _discs(self) -> Iterator[Shape]:
        draw = place_drawer(self.press, self.board, self.area)
        for place in self.places:
            x, y = self._at(place.x, place.y)
            if place.id in self.figure.ringed:
                yield stroked(circle(x, y, self.radius + _RING), self.press.palette["ink"], _RING)
            transform = scaling(self.scale, x - self.radius, y - self.radius)
            yield Group(draw(place), transform=transform)

    def _tokens(self) -> Mapping[str, tuple[list[Shape], Rectangle]]:
        """The tokens of each place side by side, and the ground that they take."""
        rows: dict[str, tuple[list[Shape], Rectangle]] = {}
        step = _TOKEN + 0.25
        for place, tokens in self.figure.tokens.items():
            box = self._find_ground(place, (len(tokens) - 1) * step, [box for _, box in rows.values()])
            x, y = box.left + _TOKEN / 2 + _APART, box.middle[1]
            drawn: list[Shape] = [
                draw_token(self.press, token, (x + number * step, y), scale=0.0, least=_TOKEN)
                for number, token in enumerate(tokens)
            ]
            rows[place] = drawn, box
        return rows

    def _find_ground(self, id: str, length: float, taken: Sequence[Rectangle]) -> Rectangle:
        """Below, above or beside a place: where a row of tokens hides least."""
        x, y = self._middle(id)
        away = self.radius + _APART + _TOKEN / 2
        aside = away + length / 2
        spots = ((0.0, away), (0.0, -away), (aside, 0.0), (-aside, 0.0))
        boxes = [
            Rectangle(x + dx - length / 2, y + dy, x + dx + length / 2, y + dy).grown(_TOKEN / 2 + _APART)
            for dx, dy in spots
        ]
        discs = [self._at(place.x, place.y) for place in self.places if place.id != id]

        def cost(box: Rectangle) -> float:
            hidden = sum(box.cut(start, end) for start, end in self._lines())
            hidden += 20 * sum(box.distance(*disc) < self.radius + _APART for disc in discs)
            return hidden + 20 * sum(box.overlap(other) for other in taken)

        return min(boxes, key=cost)
