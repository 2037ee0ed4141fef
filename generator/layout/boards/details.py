"""Small pieces of a board around one place, for cards: land, links, and the neighbours."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import hypot, inf
from typing import Literal, TypeAlias

from generator.errors import UnknownName, say_unknown
from generator.layout.boards.labels import Label, place_labels
from generator.layout.boards.maps import draw_land, draw_links, part_name
from generator.layout.press.press import Detail, Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import circle, filled, line, polygon, rectangle, stroked
from generator.layout.shapes.palette import mix
from generator.layout.text.typesetter import TextBlock
from generator.model.board import Board, GridArea, MapArea, Place, Way
from generator.model.rectangles import Point, Rectangle
from generator.scene.shapes import Colour, Group, Path, Segment, Shape, Symbol, Use
from generator.scene.transforms import scaling

At: TypeAlias = Callable[[float, float], Point]
"""A point of the board -> where it lies in the detail."""

_DOT = 1.9
"""Diameter of the place itself and of its neighbours, in mm on the card ..."""
_LARGE = 3.2
_FAR_DOT = 1.0
"""... and of all others."""
_LINK = 0.55
_CASING = 1.3
_ARROW = 1.8
"""Length of the arrow on a link that leaves the detail."""
_LABEL_PADDING = (0.6, 0.4)
_MARGIN = 0.1
"""Part of the detail's width and height that its outermost neighbours keep from its edge."""
_BEYOND = 35.0
"""So many mm of the board may be shown beyond the map, where a link leads there."""
_FAINT = 0.55
"""How far links and places that do not matter here fade into the ground."""


@dataclass(frozen=True, slots=True)
class Spot:
    """What wants a label, where it lies in the detail, and how much room it takes."""

    label: str
    x: float
    y: float
    radius: float


def lay_out_board_detail(press: Press, detail: Detail) -> Block:
    """Lay out the surroundings of a place in the box of a detail.

    With neighbours, as much more than `reach` is shown as all of them need, and a link that goes
    around has an arrow with the name of where it leads. The place is in the middle, or as near to
    it as its neighbours and the board's edge allow. What all details of a board share is one symbol,
    drawn once. UnknownName when the kit has no such board, or the board no such place.
    """
    whole = _find_board(press, detail.board)
    for area in whole.areas:
        if isinstance(area, GridArea | MapArea):
            for found in area.places:
                if found.id == detail.place:
                    linked = detail.shows == "neighbours"
                    near = _neighbours(area, found) if linked else []
                    room = _room(area, found) if linked else area.box
                    window = _find_window(room, [found, *near], detail.reach, detail.height / detail.width)
                    scale = detail.width / window.width
                    drawing = _Drawing(press, detail.board, area, found, near, window, scale)
                    return drawing.lay_out(detail.shows)
    known = [other.id for other in whole.places]
    raise UnknownName(f"{detail.board}: {say_unknown('place', detail.place, known)}")


def _find_board(press: Press, id: str) -> Board:
    boards = {part.id: part for part in press.kit.parts if isinstance(part, Board)}
    if id not in boards:
        raise UnknownName(say_unknown("board", id, boards))
    return boards[id]


def _find_window(box: Rectangle, seen: Sequence[Place], reach: float, shape: float) -> Rectangle:
    """The piece of the board that is shown: inside of its box, as wide as that allows."""
    west, east = min(one.x for one in seen), max(one.x for one in seen)
    north, south = min(one.y for one in seen), max(one.y for one in seen)
    inner = 1 - 2 * _MARGIN
    wide = max(reach, (east - west) / inner, (south - north) / inner / shape)
    wide = min(wide, box.width, box.height / shape)
    high = wide * shape
    place = seen[0]
    left = _between(place.x - wide / 2, east - wide * (1 - _MARGIN), west - wide * _MARGIN)
    top = _between(place.y - high / 2, south - high * (1 - _MARGIN), north - high * _MARGIN)
    left = _between(left, box.left, box.right - wide)
    top = _between(top, box.top, box.bottom - high)
    return Rectangle(left, top, left + wide, top + high)


def _room(area: GridArea | MapArea, place: Place) -> Rectangle:
    """Its area, and more where links of the place leave it: there stand their arrows and names."""
    box = area.box
    if isinstance(area, GridArea):
        return box
    edges = {way.exit[0] for way in area.ways if way.exit and way.place.id == place.id}
    west, east = (_BEYOND * (edge in edges) for edge in (box.left, box.right))
    return Rectangle(box.left - west, box.top, box.right + east, box.bottom)


def _between(wanted: float, least: float, most: float) -> float:
    return min(max(wanted, least), most)


def _neighbours(area: GridArea | MapArea, place: Place) -> list[Place]:
    """Those that a link leads to without going around."""
    if isinstance(area, GridArea):
        return []
    ways = (way for way in area.ways if way.exit is None and place.id in (way.place.id, way.other.id))
    return [_other(way, place) for way in ways]


@dataclass(frozen=True, slots=True)
class _Drawing:
    press: Press
    board: str
    area: GridArea | MapArea
    place: Place
    near: Sequence[Place]
    window: Rectangle
    scale: float

    def lay_out(self, shows: Literal["neighbours", "place"]) -> Block:
        frame = Rectangle(0, 0, self.window.width * self.scale, self.window.height * self.scale)
        shapes: list[Shape] = [self._ground()]
        if shows == "neighbours":
            shapes += self._neighbours(frame)
        else:
            shapes += _draw_dots(self.press, [self.place], self._at, _LARGE)
        clip = Path(rectangle(0, 0, frame.width, frame.height))
        return Block((Group(tuple(shapes), clip=clip),), frame.width, frame.height)

    def _at(self, x: float, y: float) -> Point:
        return (x - self.window.left) * self.scale, (y - self.window.top) * self.scale

    def _on_board(self, symbol: Symbol) -> Use:
        left, top = self._at(0, 0)
        return Use(symbol, scaling(self.scale, left, top))

    def _ground(self) -> Use:
        if isinstance(self.area, MapArea):
            return self._on_board(_ground_symbol(self.press, self.area, self.board, self.window))
        return self._on_board(_cells_symbol(self.press, self.area, self.board))

    def _scaled(self, shapes: Sequence[Shape]) -> Group:
        """Shapes in the board's mm, in those of the detail."""
        left, top = self._at(0, 0)
        return Group(tuple(shapes), transform=scaling(self.scale, left, top))

    def _neighbours(self, frame: Rectangle) -> Iterable[Shape]:
        """All links faint, its own strong; dots, arrows out of the map, and names."""
        press, area, place, at = self.press, self.area, self.place, self._at
        start = at(place.x, place.y)
        spots = [Spot(place.label, *start, _LARGE / 2 + 0.3)]
        spots += [Spot(other.label, *at(other.x, other.y), _DOT / 2 + 0.3) for other in self.near]
        lines = [(start, (spot.x, spot.y)) for spot in spots[1:]]
        arrows: list[Shape] = []
        role = "map_label"
        if isinstance(area, MapArea):
            role = area.label_role
            yield self._scaled(_draw_net(press, area, self.window, self.scale))
            for way in area.ways:
                if way.exit and way.place.id == place.id:
                    tip = _leave(frame.grown(-0.6), start, at(*way.exit))
                    lines.append((start, tip))
                    arrows.append(filled(_arrow(start, tip), press.palette["link"]))
                    spots.append(Spot(way.other.label, *tip, _ARROW / 2))
            yield from draw_links(press, lines, casing=_CASING, width=_LINK)
        yield from arrows
        yield from _draw_dots(press, self.near, at, _DOT)
        yield from _draw_dots(press, [place], at, _LARGE)
        yield from draw_labels(press, role, spots, lines, frame)


def _leave(frame: Rectangle, start: Point, towards: Point) -> Point:
    """Where a line from inside leaves the frame."""
    (x, y), dx, dy = start, towards[0] - start[0], towards[1] - start[1]
    share = inf
    for step, place, low, high in ((dx, x, frame.left, frame.right), (dy, y, frame.top, frame.bottom)):
        if step:
            share = min(share, max(0.0, ((high if step > 0 else low) - place) / step))
    return x + dx * share, y + dy * share


def _arrow(start: Point, tip: Point) -> tuple[Segment, ...]:
    (x, y), dx, dy = tip, tip[0] - start[0], tip[1] - start[1]
    long = hypot(dx, dy) or 1.0
    ax, ay = dx / long * _ARROW, dy / long * _ARROW
    return polygon(((x, y), (x - ax - ay * 0.5, y - ay + ax * 0.5), (x - ax + ay * 0.5, y - ay - ax * 0.5)))


def _other(way: Way, place: Place) -> Place:
    return way.other if way.place.id == place.id else way.place


def kind_colour(press: Press, place: Place) -> Colour:
    """The colour of a place's kind; the main colour where the kind is none."""
    return press.palette[place.kind if place.kind in press.kit.theme.colours else "primary"]


def _draw_dots(press: Press, places: Iterable[Place], at: At, size: float) -> list[Shape]:
    shapes: list[Shape] = []
    for place in places:
        disc = circle(*at(place.x, place.y), size / 2)
        shapes.append(stroked(disc, press.palette["paper"], size * 0.28))
        shapes.append(filled(disc, kind_colour(press, place)))
    return shapes


def _draw_net(press: Press, area: MapArea, window: Rectangle, scale: float) -> list[Shape]:
    """The links and places in a window, faint: what the ones that matter stand out from."""
    faint = mix(press.palette["link"], press.palette["land"], _FAINT)
    shapes: list[Shape] = [
        stroked(line(*way.start, *way.end), faint, _LINK * 0.6 / scale)
        for way in area.ways
        if window.cut(way.start, way.end) > 0
    ]
    for place in area.places:
        if Rectangle(place.x, place.y, place.x, place.y).beyond(window) == 0:
            shapes.append(filled(circle(place.x, place.y, _FAR_DOT / 2 / scale), faint))
    return shapes


def _ground_symbol(press: Press, area: MapArea, name: str, window: Rectangle) -> Symbol:
    """Land and sea of a window, once for all details that look through the same one."""
    edges = (window.left, window.top, window.right, window.bottom)
    name = f"{name}-{area.id}-window-" + "-".join(f"{round(edge, 2) + 0.0:.2f}" for edge in edges)
    return press.wordless_symbol(name, lambda: Symbol(name, draw_land(press, area, window), edges))


def _cells_symbol(press: Press, area: GridArea, name: str) -> Symbol:
    """A grid in small: a disc for each place."""
    name = f"{name}-{area.id}-cells"

    def draw() -> Symbol:
        box = area.box
        ground = rectangle(box.left, box.top, box.width, box.height)
        shapes: list[Shape] = [filled(ground, press.palette["panel"])]
        faint = press.palette["faint"]
        shapes += (filled(circle(place.x, place.y, area.cell * 0.4), faint) for place in area.places)
        return Symbol(name, tuple(shapes), (box.left, box.top, box.right, box.bottom))

    return press.wordless_symbol(name, draw)


def draw_labels(
    press: Press,
    role: str,
    spots: Sequence[Spot],
    lines: Sequence[tuple[Point, Point]],
    frame: Rectangle,
    taken: Sequence[Rectangle] = (),
) -> list[Shape]:
    """The names of what lies in the frame, as far as they find ground that is free and not taken."""
    style = press.style(role)
    size = style.smallest
    step = size * style.leading
    named: list[tuple[list[list[TextBlock]], Label]] = []
    for spot in spots:
        if not spot.label or Rectangle(spot.x, spot.y, spot.x, spot.y).beyond(frame) > 0:
            continue
        name = press.say(spot.label)
        forms = [
            [press.line(line, role, anchor="middle", upright="middle", size=size) for line in lines]
            for lines in ([name], *part_name(name))
        ]
        named.append((forms, Label(spot.x, spot.y, spot.radius, tuple(_size(form, step) for form in forms))))
    dots = [Rectangle(label.x, label.y, label.x, label.y).grown(label.radius) for _, label in named]
    labels = [label for _, label in named]
    placed = place_labels(labels, lines=lines, frame=frame.grown(-0.6), taken=taken)
    shapes: list[Shape] = []
    used: list[Rectangle] = [*taken]
    for index, ((forms, _), label) in enumerate(zip(named, placed, strict=True)):
        box = label.box
        others = [*used, *(dot for number, dot in enumerate(dots) if number != index)]
        if box.beyond(frame) > 0 or any(box.overlap(other) > 0 for other in others):
            continue
        used.append(box)
        plate = rectangle(box.left, box.top, box.width, box.height)
        shapes.append(filled(plate, press.palette["paper"]))
        x, y = box.middle
        y -= step * (len(forms[label.form]) - 1) / 2
        for words in forms[label.form]:
            shapes += words.at(x, y)
            y += step
    return shapes


def _size(lines: Sequence[TextBlock], step: float) -> tuple[float, float]:
    """Of the plate below a name on one line or two."""
    across, down = _LABEL_PADDING
    width = max(line.width for line in lines)
    return width + 2 * across, lines[0].size * 0.75 + step * (len(lines) - 1) + 2 * down
