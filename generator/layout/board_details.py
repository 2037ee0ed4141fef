"""Small pieces of a board around one place, for cards: land, links, and the neighbours."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from generator.errors import UnknownName, say_unknown
from generator.layout.blocks import Block
from generator.layout.drawing import circle, filled, line, rectangle, stroked
from generator.layout.labels import Label, place_labels
from generator.layout.maps import draw_links, land_symbol
from generator.layout.palette import mix
from generator.layout.press import Press
from generator.layout.text.typesetter import TextBlock
from generator.model.board import Board, GridArea, MapArea, Place, Way
from generator.model.rectangles import Point, Rectangle
from generator.scene.shapes import Colour, Group, Path, Shape, Symbol, Use

At: TypeAlias = Callable[[float, float], Point]
"""A point of the board -> where it lies in the detail."""

_DOT = 1.9
"""Diameter of the place itself and of its neighbours, in mm on the card ..."""
_LARGE = 3.2
_FAR_DOT = 1.0
"""... and of all others."""
_LINK = 0.55
_CASING = 1.3
_LABEL_PADDING = (0.6, 0.4)
_FAINT = 0.55
"""How far links and places that do not matter here fade into the ground."""


def lay_out_board_detail(
    press: Press, board: str, place: str, *, reach: float, width: float, height: float
) -> Block:
    """What lies around a place, `reach` mm of the board, in a box of the given width and height.

    The place is in the middle, or as near to it as the board's edge allows. What all details of a
    board share is one symbol, drawn once. `board` is the id of a board of the kit; UnknownName when
    there is none, or when it has no such place.
    """
    whole = _find_board(press, board)
    for area in whole.areas:
        if isinstance(area, GridArea | MapArea):
            for found in area.places:
                if found.id == place:
                    window = _find_window(area, found, reach, height / width)
                    return _lay_out(press, board, area, found, window, width, height)
    known = [other.id for other in whole.places]
    raise UnknownName(f"{board}: {say_unknown('place', place, known)}")


def _find_board(press: Press, id: str) -> Board:
    boards = {part.id: part for part in press.kit.parts if isinstance(part, Board)}
    if id not in boards:
        raise UnknownName(say_unknown("board", id, boards))
    return boards[id]


def _find_window(area: GridArea | MapArea, place: Place, reach: float, shape: float) -> Rectangle:
    """The piece of the board that is shown: inside of its area, as wide as that allows."""
    box = area.box
    wide = min(reach, box.width, box.height / shape)
    high = wide * shape
    left = min(max(place.x - wide / 2, box.left), box.right - wide)
    top = min(max(place.y - high / 2, box.top), box.bottom - high)
    return Rectangle(left, top, left + wide, top + high)


def _lay_out(
    press: Press,
    board: str,
    area: GridArea | MapArea,
    place: Place,
    window: Rectangle,
    width: float,
    height: float,
) -> Block:
    scale = width / window.width
    place_at = (scale, 0.0, 0.0, scale, -window.left * scale, -window.top * scale)

    def at(x: float, y: float) -> Point:
        return (x - window.left) * scale, (y - window.top) * scale

    shapes: list[Shape] = []
    near: list[Place] = []
    if isinstance(area, MapArea):
        shapes.append(Use(land_symbol(press, area, board), place_at))
        shapes.append(Use(_net_symbol(press, area, board, scale), place_at))
        ways = [way for way in area.ways if place.id in (way.place.id, way.other.id)]
        own = [way for way in ways if way.exit is None or way.place.id == place.id]
        lines = [(at(*way.start), at(*way.end)) for way in own]
        shapes += draw_links(press, lines, casing=_CASING, width=_LINK)
        near = [_other(way, place) for way in ways if way.exit is None]
    else:
        shapes.append(Use(_cells_symbol(press, area, board), place_at))
        lines = []
    shapes += _draw_dots(press, near, at, _DOT)
    shapes += _draw_dots(press, [place], at, _LARGE)
    frame = Rectangle(0, 0, width, height)
    shapes += _draw_labels(press, area, [place, *near], at, lines, frame)
    clip = Path(rectangle(0, 0, width, height))
    return Block((Group(tuple(shapes), clip=clip),), width, height)


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


def _net_symbol(press: Press, area: MapArea, name: str, scale: float) -> Symbol:
    """All links and places, faint: what the ones that matter stand out from."""
    name = f"{name}-{area.id}-net-{scale:.4f}"

    def draw() -> Symbol:
        faint = mix(press.palette["link"], press.palette["land"], _FAINT)
        shapes: list[Shape] = [
            stroked(line(*way.start, *way.end), faint, _LINK * 0.6 / scale) for way in area.ways
        ]
        for place in area.places:
            shapes.append(filled(circle(place.x, place.y, _FAR_DOT / 2 / scale), faint))
        box = area.box
        clip = Path(rectangle(box.left, box.top, box.width, box.height))
        edges = (box.left, box.top, box.right, box.bottom)
        return Symbol(name, (Group(tuple(shapes), clip=clip),), edges)

    return press.symbol(name, draw)


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

    return press.symbol(name, draw)


def _draw_labels(
    press: Press,
    area: GridArea | MapArea,
    places: Sequence[Place],
    at: At,
    lines: Sequence[tuple[Point, Point]],
    frame: Rectangle,
) -> list[Shape]:
    """Names of the place and its neighbours, as far as they find free ground."""
    role = area.label_role if isinstance(area, MapArea) else "map_label"
    size = press.style(role).smallest
    named: list[tuple[Place, TextBlock, Label]] = []
    for place in places:
        x, y = at(place.x, place.y)
        if not place.label or Rectangle(x, y, x, y).beyond(frame) > 0:
            continue
        words = press.line(press.say(place.label), role, anchor="middle", upright="middle", size=size)
        across, down = _LABEL_PADDING
        radius = (_LARGE if place is places[0] else _DOT) / 2 + 0.3
        form = (words.width + 2 * across, words.size * 0.75 + 2 * down)
        named.append((place, words, Label(x, y, radius, (form,))))
    dots = [Rectangle(label.x, label.y, label.x, label.y).grown(label.radius) for _, _, label in named]
    placed = place_labels([label for _, _, label in named], lines=lines, frame=frame.grown(-0.6))
    shapes: list[Shape] = []
    taken: list[Rectangle] = []
    for index, ((_, words, _), label) in enumerate(zip(named, placed, strict=True)):
        box = label.box
        others = [*taken, *(dot for number, dot in enumerate(dots) if number != index)]
        if box.beyond(frame) > 0 or any(box.overlap(other) > 0 for other in others):
            continue
        taken.append(box)
        plate = rectangle(box.left, box.top, box.width, box.height)
        shapes.append(filled(plate, press.palette["paper"]))
        shapes += words.at(*box.middle)
    return shapes
