"""Grids of a board: cells in rows and columns, named along all four edges."""

from generator.layout.boards.templates import place_drawer
from generator.layout.press.press import Press
from generator.model.board import EDGE_LABELS, Board, GridArea
from generator.scene.shapes import Group, Shape
from generator.scene.transforms import translation


def lay_out_board_grid(press: Press, board: Board, area: GridArea) -> tuple[Shape, ...]:
    """The cells where they lie on the board; letters above and below, numbers at both sides."""
    draw = place_drawer(press, board, area)
    half = area.cell / 2
    cells = [
        Group(
            draw(place),
            name=f"{area.id}-{place.id}",
            transform=translation(place.x - half, place.y - half),
        )
        for place in area.places
    ]
    names = _edge_names(press, area) if area.labelled else []
    return (
        Group(tuple(cells), name=f"{area.id}-cells"),
        *([Group(tuple(names), name=f"{area.id}-names")] if names else []),
    )


def _edge_names(press: Press, area: GridArea) -> list[Shape]:
    """Only rows and columns that have places have names; they are read off the places' ids."""
    box = area.box
    columns: dict[float, str] = {}
    rows: dict[float, str] = {}
    for place in area.places:
        letters = place.id.rstrip("0123456789")
        columns[place.x] = letters
        rows[place.y] = place.id.removeprefix(letters)
    near = EDGE_LABELS / 2
    spots = [(x, y, name) for x, name in columns.items() for y in (box.top + near, box.bottom - near)]
    spots += [(x, y, name) for y, name in rows.items() for x in (box.left + near, box.right - near)]
    shapes: list[Shape] = []
    for x, y, name in spots:
        words = press.line(name, "board_label", x=x, y=y, anchor="middle", upright="middle", colour="soft")
        shapes += words.shapes
    return shapes
