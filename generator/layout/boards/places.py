"""Drawings on a board at any scale: places, tokens, and arrows."""

from collections.abc import Callable, Iterable
from functools import partial
from math import dist
from typing import TypeAlias

from generator.layout.elements.drawer import Room
from generator.layout.elements.grids import cell_outline, draw_cell
from generator.layout.elements.pieces import ReadyTemplate, draw_template
from generator.layout.press import Press
from generator.layout.shapes import outlines
from generator.layout.shapes.blocks import Block
from generator.model.elements.areas import GridArea, MapArea
from generator.model.elements.squares import Place
from generator.model.elements.template import Template
from generator.model.geometry import Point, Rectangle
from generator.model.kit import Form, Piece, PieceSet
from generator.model.values import dataclass
from generator.scene.shapes import Group, Path, Shape, Transform, scaling

_ARROW, _CASING, _HEAD = 0.9, 2.0, 2.6
"""Widths of arrows and of the light line below them, and the length of their heads, in mm."""
DrawPlace: TypeAlias = Callable[[Place], tuple[Shape, ...]]
"""Draws a place with the top left corner of its box at the origin."""


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
        clip = Path(outlines.rounded_rectangle(0, 0, frame.width, frame.height, corner))
        return Block((Group(tuple(shapes), name, clip=clip),), frame.width, frame.height)


def place_drawer(press: Press, area: GridArea | MapArea) -> DrawPlace:
    """Return a function that draws places of an area, by their template if there is one.

    What several places share is drawn once. Errors name the place.
    """
    draw = _choose_drawer(press, area)
    kind = "cell" if isinstance(area, GridArea) else "place"

    def draw_named(place: Place) -> tuple[Shape, ...]:
        with press.findings.naming(f"{kind} {place.id}"):
            return draw(place)

    return draw_named


def _choose_drawer(press: Press, area: GridArea | MapArea) -> DrawPlace:
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
    disc = outlines.circle(size / 2, size / 2, size / 2 - size * 0.04)

    def draw(place: Place) -> tuple[Shape, ...]:
        kind = place.kind or "primary"
        edge = colours[colours.upon("paper", kind)]
        return outlines.outlined(disc, colours.ground(kind), edge, size * 0.08)

    return draw


def get_board_piece(press: Press, id: str, part: str = "") -> tuple[PieceSet, Form, Piece]:
    """Return the first piece with an id, of all sets or of one, with its set and form.

    Readers have checked the names.
    """
    sets = press.kit.parts_of(PieceSet).values()
    decks = (
        (piece_set, deck) for piece_set in sets if part in ("", piece_set.id) for deck in piece_set.decks
    )
    return next(
        (piece_set, piece.cut(deck.form), piece)
        for piece_set, deck in decks
        for piece in deck.pieces
        if piece.id == id
    )


def draw_token(press: Press, id: str, middle: Point, *, scale: float, least: float) -> Group:
    """Draw a piece's front, cut out, with a thin light edge that separates it from what is below.

    It is drawn at a scale, but at least `least` mm wide or high.
    """
    piece_set, form, piece = get_board_piece(press, id)
    if piece.by_language:
        press = press.by_language()[0]
    fields = piece.in_language(press.wording).fields
    template, size = piece_set.templates[piece.front], (form.width, form.height)
    draw = partial(draw_template, press, template, fields, *size, art_bleed=form.art_bleed)
    shapes = press.once(("token", piece_set.id, id, press.zoom), draw)
    outline = outlines.cut_outline(form)
    scale = max(scale, least / max(form.width, form.height))
    edge = outlines.stroked(outline, press.palette["paper"], 0.3 / scale)
    shapes = outlines.strengthen(shapes, scale)
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
    shaft = outlines.line(*along(min(gap, neck - 0.5)), *along(neck))
    head = outlines.polygon((along(tip), along(neck, _HEAD * 0.6), along(neck, -_HEAD * 0.6)))
    ink, paper = press.palette[colour], press.palette["paper"]
    return [
        outlines.stroked(shaft, paper, _CASING),
        outlines.stroked(head, paper, _CASING - _ARROW),
        outlines.stroked(shaft, ink, _ARROW),
        outlines.filled(head, ink),
    ]
