"""Places of grids and maps, found by their ids: names and signs that are drawn over all cells."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.layout.boards.boards import lay_out_board
from generator.layout.document import make_press
from generator.model.elements.areas import GridArea
from generator.model.kit import Board
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.scene.shapes import GlyphRun, Page
from tests import shipped
from tests.geometry import place_all
from tests.small_decks import box, draw, read_deck, texts

BOARD = """\
size: 100 mm x 90 mm
tables:
  names: [{id: ridge, at: "0201", dx: 4, text: RIDGE}, {id: town, at: "0302", dx: 0, text: TOWN}]
areas:
  - grid:
      id: g
      at: [5 mm, 5 mm]
      cell: 20 mm
      cells: hex_flat
      size: 3 x 3
      coordinates: "{column:02}{row:02}"
      labelled: false
      draw:
        - words: {each: names, text: "{item.text}", MIDDLE, size: [40 mm, 6 mm], align: center}
        - panel: {fill: red, box: [40%, 40%, 20%, 20%]}
"""
MIDDLE = 'at: ["{place(item.at).x - 20 + item.dx} mm", "{place(item.at).y - 3} mm"]'


def read(folder: Path, text: str = BOARD.replace("MIDDLE", MIDDLE)) -> Board:
    """The board of a file."""
    (folder / "board.yaml").write_text(text)
    (board,) = read_kit(folder / "board.yaml", shelf=find_shelf()).parts
    assert isinstance(board, Board)
    return board


def test_elements_with_rows_are_drawn_over_all_cells(tmp_path: Path) -> None:
    """Each name lies in the middle of its cell, moved by its row, after every cell."""
    (tmp_path / "board.yaml").write_text(BOARD.replace("MIDDLE", MIDDLE))
    kit = read_kit(tmp_path / "board.yaml", shelf=find_shelf())
    (board,) = kit.parts
    assert isinstance(board, Board)
    press = make_press(kit, locale="en", fonts=shipped.fonts())
    drawn = place_all(Page(100, 90, lay_out_board(press, board).shapes))
    assert [isinstance(one.shape, GlyphRun) for one in drawn] == [False] * (len(drawn) - 2) + [True] * 2
    assert texts(drawn) == "RIDGE TOWN"
    (grid,) = board.areas
    for name, at, dx in ((drawn[-2], "0201", 4), (drawn[-1], "0302", 0)):
        place = grid.places.by_id[at]
        middle = name.left + name.width / 2, name.top + name.height / 2
        assert middle[0] == pytest.approx(place.x + dx, abs=0.5)
        assert middle[1] == pytest.approx(place.y, abs=2)


def test_cells_keep_their_own_elements(tmp_path: Path) -> None:
    """Only elements with `each` are taken out of the cells."""
    board = read(tmp_path)
    (grid,) = board.areas
    assert isinstance(grid, GridArea)
    assert [type(one).__name__ for one in grid.draw] == ["PanelElement"]
    assert [type(one).__name__ for one in board.draw] == ["GridArea", "WordsElement"]
    only = BOARD[: BOARD.rindex("        - panel")].replace("MIDDLE", MIDDLE)
    assert read(tmp_path, only).areas[0].draw == ()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            '"0302"',
            '"0392"',
            ":14:11: areas[1].grid.draw[1].words.box[1]: there is no place `0392`, for `board`, row `town`",
        ),
        (
            "place(item.at).y",
            "place(item.at).z",
            "there is no `z`, for `board`, row `ridge` (available: id, kind, x, y)",
        ),
        ("place(item.at).y", "plase(item.at).y", "unknown function `plase` (did you mean `place`?)"),
        ("place(item.at).y", "place().y", '`place` takes one id (write `place("0203").x`)'),
        (
            "each: names",
            "each: namse",
            ":14:25: areas[1].grid.draw[1].words.each: the field `namse` is not in",
        ),
        (
            "areas:\n",
            "areas:\n  - icon: {icon: star, at: ['{place(\"0101\").x} mm', 5 mm], size: [5 mm, 5 mm]}\n",
            "there are no places here (`place` finds those of grids",
        ),
    ],
)
def test_mistakes_name_the_row(tmp_path: Path, old: str, new: str, told: str) -> None:
    """A place that is not there is reported once, at the element, with the row."""
    text = BOARD.replace("MIDDLE", MIDDLE)
    assert old in text
    with pytest.raises(DataError) as caught:
        read(tmp_path, text.replace(old, new))
    (line,) = str(caught.value).split("\n")
    assert told in line


def test_elements_after_an_area_find_its_places(tmp_path: Path) -> None:
    """Also those of maps, on the board itself, with their columns."""
    text = """\
size: 100 mm x 90 mm
areas:
  - map:
      {id: m, at: [10 mm, 10 mm], size: 80 mm x 60 mm, land: none, place_size: 5 mm, places: PLACES}
  - icon: {let: {p: place("rome")}, icon: "{p.sign}", at: ["{p.x} mm", "{p.y + 1} mm"], size: [5 mm, 5 mm]}
"""
    text = text.replace("PLACES", "[{id: rome, x: 20, y: 30, sign: star}]")
    (tmp_path / "board.yaml").write_text(text)
    kit = read_kit(tmp_path / "board.yaml", shelf=find_shelf())
    (board,) = kit.parts
    assert isinstance(board, Board)
    drawn = place_all(
        Page(100, 90, lay_out_board(make_press(kit, locale="en", fonts=shipped.fonts()), board).shapes)
    )
    left, top, width, height = box(drawn[-1])
    assert (left + width / 2, top + height / 2) == pytest.approx((32.5, 43.5), abs=0.3)


GRID = "grid: {at: [5 mm, 5 mm], cell: 10 mm, size: 3 x 2, labelled: false, draw: [DRAWN]}"


def test_conditions_of_a_grid_are_those_of_its_names(tmp_path: Path) -> None:
    """Where the grid of a card is not drawn, neither is what lies over it; fields are those of the card."""
    at = "at: [\"{place('b2').x} mm\", '{index * 8} mm'], size: [30 mm, 7 mm]"
    name = f"words: {{each: tags, text: '{{item}} {{name}}', {at}}}"
    grid = GRID.replace("DRAWN", name).replace("at: [5", "when: cost < 5, at: [5", 1)
    drawn = draw(read_deck(tmp_path, f"templates:\n  face:\n    - {grid}\n"))
    assert texts(drawn["goblin"]) == "fire Goblin ice Goblin"
    assert texts(drawn["elf"]) == ""


def test_templates_do_not_see_the_places_of_others(tmp_path: Path) -> None:
    """The grid of another template is not on this piece."""
    other = "other: [words: {text: \"{place('b2').x}\", box: [5 mm, 5 mm, 30 mm, 8 mm]}]"
    grid = GRID.replace("DRAWN", "ground: red")
    with pytest.raises(DataError, match=r"deck.yaml:8:25: templates.other.*there are no places here"):
        cards = "cards: [{id: a}, {id: b, front: other}]\n"
        read_deck(tmp_path, f"templates:\n  face:\n    - {grid}\n  {other}\n", cards=cards)
