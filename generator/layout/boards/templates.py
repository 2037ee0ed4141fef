"""How the places of a board are drawn: by a template, or plainly where there is none."""

from generator.layout.boards.maps import DrawPlace
from generator.layout.elements.drawer import Room
from generator.layout.elements.templates import ReadyTemplate
from generator.layout.press.press import Press
from generator.layout.shapes.curves import circle, filled, stroked
from generator.layout.sheets.squares import draw_square
from generator.model.board import Board, GridArea, MapArea, Place
from generator.scene.shapes import Shape


def place_drawer(press: Press, board: Board, area: GridArea | MapArea) -> DrawPlace:
    """What draws the places of an area; what several of them share is drawn once."""
    size = area.cell if isinstance(area, GridArea) else area.place_size
    if area.look:
        fields = [place.all_fields() for place in area.places]
        ready = ReadyTemplate(press, board.templates[area.look], Room(size, size), fields)
        return lambda place: ready.draw(place.all_fields())
    if isinstance(area, GridArea):
        return lambda place: draw_square(press, size=size, marks=place.marks)
    return lambda place: _draw_disc(press, place, size)


def _draw_disc(press: Press, place: Place, size: float) -> tuple[Shape, ...]:
    """In the colour of the place's kind."""
    middle = size / 2
    disc = circle(middle, middle, middle - size * 0.04)
    colour = press.palette[place.kind or "primary"]
    return (filled(disc, colour), stroked(disc, press.palette["paper"], size * 0.08))
