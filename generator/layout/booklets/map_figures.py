"""Figures of maps: some places with their links, names, and tokens."""

from collections.abc import Iterator, Mapping, Sequence

from generator.layout.boards.maps import draw_links, land_symbol
from generator.layout.boards.names import Line, Spot, draw_names
from generator.layout.boards.tokens import Window, clamp, draw_arrow, draw_token, place_drawer
from generator.layout.press.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import circle, rounded_rectangle, stroked
from generator.model.board import Board, MapArea
from generator.model.figures import MapFigure
from generator.model.rectangles import Point, Rectangle
from generator.scene.shapes import Group, Path, Shape, Use
from generator.scene.transforms import scaling

_SCALE = 0.62
"""Scale of the board, if there is room."""
_AROUND = 1.25
"""Width of the map around the places, in diameters of a place."""
_TOKEN = 3.4
"""Minimum size of tokens in mm, so that their icons are legible."""
_APART = 0.25
"""Distance between a place and its tokens, and around them."""
_STEP = _TOKEN + 0.25
_LINK, _CASING = 0.6, 1.5
_RING = 0.7
_COST = 20
"""Cost of hiding a place, or a square millimetre of other tokens, in mm of hidden links."""


class MapDrawing:
    """Places of a map in a width, all links among them, their tokens, and names."""

    def __init__(self, press: Press, figure: MapFigure, width: float) -> None:
        self.press, self.figure = press, figure
        self.board = press.kit.parts_of(Board)[figure.board]
        self.area = next(area for area in self.board.areas if isinstance(area, MapArea))
        self.places = [self.area.places.by_id[id] for id in figure.places]
        box = self._find_box(width)
        self.window = window = Window(box, width / box.width)
        self.middles = {place.id: window.at(place.x, place.y) for place in self.places}
        self.radius = self.area.place_size / 2 * window.scale
        self.lines: list[Line] = [
            (window.at(*way.start), window.at(*way.end))
            for way in self.area.ways
            if way.exit is None and way.place.id in self.middles and way.other.id in self.middles
        ]

    def lay_out(self) -> Block:
        """Draw the figure, without its caption."""
        press, window, frame = self.press, self.window, self.window.frame
        rows = self._lay_tokens()
        land = Use(land_symbol(press, self.area, self.board.id), window.transform)
        shapes: list[Shape] = [land, *draw_links(press, self.lines, width=_LINK, casing=_CASING)]
        shapes += self._draw_places()
        spots = [Spot(place.label, *self.middles[place.id], self.radius + 0.4) for place in self.places]
        shapes += draw_names(press, self.area.label_role, spots, self.lines, frame, list(rows.values()))
        for start, end in self.figure.arrows:
            ends = self.middles[start], self.middles[end]
            shapes += draw_arrow(press, *ends, gap=self.radius + 0.6, colour="red")
        for place, box in rows.items():
            x, y = box.left + _TOKEN / 2 + _APART, box.middle[1]
            for number, token in enumerate(self.figure.tokens[place]):
                shapes.append(draw_token(press, token, (x + number * _STEP, y), scale=0.0, least=_TOKEN))
        clip = Path(rounded_rectangle(0, 0, frame.width, frame.height, 1.5))
        return Block((Group(tuple(shapes), clip=clip, name="map figure"),), frame.width, frame.height)

    def _find_box(self, width: float) -> Rectangle:
        around, box = self.area.place_size * _AROUND, self.area.box
        xs, ys = [place.x for place in self.places], [place.y for place in self.places]
        needed = Rectangle(min(xs), min(ys), max(xs), max(ys)).grown(around)
        width = min(max(needed.width, width / _SCALE), box.width)
        left = clamp(needed.middle[0] - width / 2, box.left, box.right - width)
        return Rectangle(left, max(needed.top, box.top), left + width, min(needed.bottom, box.bottom))

    def _draw_places(self) -> Iterator[Shape]:
        draw = place_drawer(self.press, self.area)
        for place in self.places:
            x, y = self.middles[place.id]
            if place.id in self.figure.ringed:
                yield stroked(circle(x, y, self.radius + _RING), self.press.palette["ink"], _RING)
            yield Group(draw(place), transform=scaling(self.window.scale, x - self.radius, y - self.radius))

    def _lay_tokens(self) -> Mapping[str, Rectangle]:
        boxes: dict[str, Rectangle] = {}
        for place, tokens in self.figure.tokens.items():
            boxes[place] = self._find_ground(place, (len(tokens) - 1) * _STEP, list(boxes.values()))
        return boxes

    def _find_ground(self, id: str, length: float, taken: Sequence[Rectangle]) -> Rectangle:
        """Return the box below, above, or beside a place where a row of tokens hides least."""
        x, y = self.middles[id]
        away = self.radius + _APART + _TOKEN / 2
        aside = away + length / 2
        boxes = [
            Rectangle(x + dx - length / 2, y + dy, x + dx + length / 2, y + dy).grown(_TOKEN / 2 + _APART)
            for dx, dy in ((0.0, away), (0.0, -away), (aside, 0.0), (-aside, 0.0))
        ]
        others: list[Point] = [middle for other, middle in self.middles.items() if other != id]

        def cost(box: Rectangle) -> float:
            hidden = sum(box.cut(start, end) for start, end in self.lines)
            hidden += _COST * sum(box.distance(*middle) < self.radius + _APART for middle in others)
            return hidden + _COST * sum(box.overlap(other) for other in taken)

        return min(boxes, key=cost)
