"""Places of boards, tokens and arrows on them, and parts of boards drawn at a scale.

Grids of a board, with letters and numbers along the edges, or ids in the cells.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from math import dist
from typing import TypeAlias

from generator.layout.elements.drawer import Room
from generator.layout.elements.grids import cell_outline, draw_cell
from generator.layout.elements.pieces import ReadyTemplate, draw_template
from generator.layout.press import Press
from generator.layout.shapes.blocks import Block
from generator.layout.shapes.curves import (
    circle,
    filled,
    line,
    outlined,
    polygon,
    polyline,
    rounded_rectangle,
    strengthen,
    stroked,
)
from generator.layout.shapes.outlines import cut_outline
from generator.model.elements.areas import EDGE_LABELS, GridArea
from generator.model.elements.maps import MapArea
from generator.model.elements.squares import Place, name_lines
from generator.model.elements.template import Template
from generator.model.geometry import Point, Rectangle
from generator.model.pieces import Form, Piece, PieceSet
from generator.model.values import dataclass
from generator.scene.shapes import Group, Path, Region, Shape, Stroke, Transform, scaling, translation

DrawPlace: TypeAlias = Callable[[Place], tuple[Shape, ...]]
"""Draws a place with the top left corner of its box at the origin."""

_ARROW = 0.9
_CASING = 2.0
_HEAD = 2.6


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a board drawn at a scale, with the top left corner at the origin."""

    box: Rectangle
    scale: float

    @property
    def frame(self) -> Rectangle:
        """The box as it is drawn."""
        return Rectangle(0, 0, self.box.width * self.scale, self.box.height * self.scale)

    @property
    def transform(self) -> Transform:
        """The transform for shapes in the coordinates of the board."""
        return scaling(self.scale, *self.at(0, 0))

    def at(self, x: float, y: float) -> Point:
        """Return where a point of the board is drawn."""
        return (x - self.box.left) * self.scale, (y - self.box.top) * self.scale

    def cut(self, shapes: Iterable[Shape], *, corner: float = 0.0, name: str = "") -> Block:
        """Return shapes that are cut off at the frame."""
        frame = self.frame
        clip = Path(rounded_rectangle(0, 0, frame.width, frame.height, corner))
        return Block((Group(tuple(shapes), name, clip=clip),), frame.width, frame.height)


def place_drawer(press: Press, area: GridArea | MapArea) -> DrawPlace:
    """Return a function that draws places of an area, by their template if there is one.

    What several places share is drawn once.
    """
    size = area.cell if isinstance(area, GridArea) else area.place_size
    is_cut = isinstance(area, GridArea) and area.cells != "square"
    if area.draw:
        fields = [place.all_fields() for place in area.places]
        room = Room(size, size)
        if isinstance(area, GridArea):
            # Triangles point up and down: they have no outline in common.
            is_hexagon = area.cells.startswith("hex")
            room = Room(*area.cell_size, outline=cell_outline(area.places[0]) if is_hexagon else ())
        ready = ReadyTemplate(press, Template(area.look or area.id, area.draw), room, fields)

        if not is_cut:
            return lambda place: ready.draw(place.all_fields())
        return lambda place: (Group(ready.draw(place.all_fields()), clip=Path(cell_outline(place))),)
    if isinstance(area, GridArea):
        return lambda place: draw_cell(press, place, size)
    colours = press.palette
    disc = circle(size / 2, size / 2, size / 2 - size * 0.04)

    def draw(place: Place) -> tuple[Shape, ...]:
        kind = place.kind or "primary"
        return outlined(disc, colours.ground(kind), colours[colours.upon("paper", kind)], size * 0.08)

    return draw


def get_board_piece(press: Press, id: str, part: str = "") -> tuple[PieceSet, Form, Piece]:
    """Return the first piece with an id, of all sets or of one; readers have checked the names."""
    sets = press.kit.parts_of(PieceSet).values()
    decks = ((one, deck) for one in sets if part in ("", one.id) for deck in one.decks)
    return next(
        (one, piece.cut(deck.form), piece) for one, deck in decks for piece in deck.pieces if piece.id == id
    )


def draw_token(press: Press, id: str, middle: Point, *, scale: float, least: float) -> Group:
    """Draw a piece's front, cut out, with a thin light edge that separates it from what is below.

    It is drawn at a scale, but at least `least` mm wide or high.
    """
    piece_set, form, piece = get_board_piece(press, id)
    if piece.by_language:
        press = press.by_language()[0]
    fields = piece.in_language(press.wording).fields
    shapes = draw_template(press, piece_set.templates[piece.front], fields, form.width, form.height)
    outline = cut_outline(form)
    scale = max(scale, least / max(form.width, form.height))
    edge = stroked(outline, press.palette["paper"], 0.3 / scale)
    shapes = strengthen(shapes, scale)
    x, y = middle[0] - form.width * scale / 2, middle[1] - form.height * scale / 2
    cut = Group(shapes, clip=Path(outline, even_odd=bool(form.path)))
    return Group((cut, edge), name=f"figure-{id}", transform=scaling(scale, x, y))


def draw_arrow(press: Press, start: Point, end: Point, *, gap: float, colour: str = "ink") -> list[Shape]:
    """Draw an arrow with a light edge that starts and ends `gap` mm from two points."""
    length = dist(start, end)
    across, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length

    def along(part: float, aside: float = 0.0) -> Point:
        return start[0] + across * part - down * aside, start[1] + down * part + across * aside

    tip, neck = length - gap, length - gap - _HEAD
    shaft = line(*along(min(gap, neck - 0.5)), *along(neck))
    head = polygon((along(tip), along(neck, _HEAD * 0.6), along(neck, -_HEAD * 0.6)))
    ink, paper = press.palette[colour], press.palette["paper"]
    return [
        stroked(shaft, paper, _CASING),
        stroked(head, paper, _CASING - _ARROW),
        stroked(shaft, ink, _ARROW),
        filled(head, ink),
    ]


_TOP = (0.02, 0.14)
"""Distance of an id from the top of a hexagon with an edge, or a corner, there, as a share of its width."""
_NEAR = 0.001


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
    places = area.places.by_id
    for drawn in area.lines:
        courses = [[(places[id].x, places[id].y) for id in drawn.through]] if drawn.through else []
        for first, second in drawn.between:
            others = places[second].outline
            near = [one for one in places[first].outline if min(dist(one, other) for other in others) < _NEAR]
            courses.append(near)
        segments = tuple(segment for course in courses for segment in polyline(course))
        yield Path(
            segments, stroke=Stroke(press.palette[drawn.colour], drawn.line, cap="round", join="round")
        )


def _draw_id(press: Press, area: GridArea, place: Place) -> Iterable[Shape]:
    """Set the id at the top of a hexagon, which has less room below a corner, or in the middle."""
    y = place.y
    if area.cells.startswith("hex"):
        y = place.spot.top + press.style("label").size * 0.7 + area.cell * _TOP[area.cells == "hex_pointed"]
    thing = f"{area.id} {place.id}"
    return press.centred(place.id, "label", (place.x, y), max_width=area.cell * 0.5, thing=thing)
