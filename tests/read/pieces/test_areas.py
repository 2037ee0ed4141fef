"""Areas of boards on cards: a grid with its cells, and a track as long as the card says."""

from pathlib import Path

import pytest

from generator.model.elements.areas import GridArea
from generator.model.kit import PieceSet
from tests.small_decks import complain, draw, read_deck, texts

GRID = """\
templates:
  cell:
    - words: {text: "<{id}>", role: label, box: [0, 0, 100%, 100%]}
  face:
    - grid: {at: [5 mm, 5 mm], cell: 12 mm, cells: hex_flat, size: 3 x 2, labelled: false, look: cell}
"""
OWN = GRID.replace("look: cell}", 'draw: [words: {text: "({id})", role: label, box: [0, 0, 100%, 100%]}]}')
TRACK = """\
templates:
  face:
    - track: {from: [6 mm, 9 mm], to: [54 mm, 9 mm], size: 4 mm, role: label, count: "{cost}"}
"""


def test_a_grid_on_a_card(tmp_path: Path) -> None:
    """Its places are read as on a board, and each is drawn with its own fields."""
    kit = read_deck(tmp_path, GRID)
    (deck,) = (part for part in kit.parts if isinstance(part, PieceSet))
    (grid,) = deck.templates["face"].elements
    assert isinstance(grid, GridArea)
    places = {place.id: place for place in grid.places}
    assert list(places) == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert set(places["b1"].neighbours) == {"a1", "a2", "b2", "c1", "c2"}
    assert texts(draw(kit)["goblin"]) == "<a1> <b1> <c1> <a2> <b2> <c2>"


def test_cells_are_drawn_by_elements_of_the_grid(tmp_path: Path) -> None:
    """They need no template with a name."""
    assert texts(draw(read_deck(tmp_path, OWN))["elf"]) == "(a1) (b1) (c1) (a2) (b2) (c2)"


def test_a_track_is_as_long_as_the_card_says(tmp_path: Path) -> None:
    """The number of fields is a field of the card."""
    drawn = draw(read_deck(tmp_path, TRACK))
    assert texts(drawn["goblin"]) == "1 2 3"
    assert texts(drawn["elf"]) == "1 2 3 4 5 6 7 8 9 10"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("look: cell", "look: cel", "grid.look: unknown template `cel` (did you mean `cell`?)"),
        ("look: cell", "look: face", "grid.look: unknown template `face`"),
        ("size: 3 x 2", "size: 6 x 2", "grid.box: extends 10.8 mm beyond the piece (right)"),
        ("cell: 12 mm", 'cell: "{cost} mm"', "grid: is the same on all pieces"),
        ("size: 3 x 2", "size: 3 x 0", "is not a number of columns and rows"),
        ('"<{id}>"', '"{cost}"', "the field `cost` is not in"),
    ],
)
def test_what_is_wrong_with_an_area_is_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    """Problems have a position, as on boards."""
    found = complain(tmp_path, GRID.replace(old, new, 1))
    assert any(told in line and line.startswith("deck.yaml:") for line in found), found
