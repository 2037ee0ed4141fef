"""Grids of hexagons and triangles, courses of tracks, and elements on boards, read from files."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.model.elements.areas import GridArea, TrackArea
from generator.model.elements.template import PanelElement
from generator.model.kit import Board
from tests.read.small_boards import CITIES, LAND, read, write_board

GRID = """\
id: board
title: board.title
size: 300 mm x 200 mm
areas:
  - panel: {box: [2 mm, 2 mm, 50%, 4 mm], fill: red}
  - grid:
      id: valley
      at: [20 mm, 20 mm]
      cell: 20 mm
      cells: hex_flat
      size: 4 x 3
      coordinates: "{column:02}{row:02}"
      hidden: ["0403"]
      table:
        - {id: "0101", kind: red, marks: ill; last, name: Ford}
        - {id: "0202", kind: blue}
      lines:
        - {colour: red, line: 1 mm, between: [["0101", "0201"]], through: ["0101", "0102"]}
  - track:
      id: score
      size: 10 mm
      along: rectangle
      corners: [[120 mm, 10 mm], [290 mm, 190 mm]]
      count: 40
      first: 0
"""


def make(folder: Path, text: str = GRID) -> Board:
    return read(write_board(folder, board=text, cities=CITIES, land=LAND))


def test_cells_have_the_fields_of_their_rows(tmp_path: Path) -> None:
    """Every cell has every column; hidden cells are nobody's neighbours."""
    grid, _ = make(tmp_path).areas
    assert isinstance(grid, GridArea)
    places = {place.id: place for place in grid.places}
    assert len(places) == 11
    fields = {"id": "0101", "kind": "red", "name": "Ford", "ill": "yes", "last": "yes"}
    assert places["0101"].all_fields() == fields
    assert places["0301"].all_fields()["name"] == ""
    assert set(places["0201"].neighbours) == {"0101", "0102", "0202", "0301", "0302"}
    assert not any("0403" in place.neighbours for place in grid.places)
    assert places["0101"].spot.height == pytest.approx(20)
    assert grid.box.bottom == pytest.approx(20 + 3.5 * 20)


def test_tracks_meet_their_corners(tmp_path: Path) -> None:
    """One field is on each corner of a closed track, and the last field is beside the first."""
    track = make(tmp_path).areas[-1]
    assert isinstance(track, TrackArea)
    at = [field.at for field in track.fields]
    assert {(120, 10), (290, 10), (290, 190), (120, 190)} <= set(at)
    assert [field.label for field in track.fields][::39] == ["0", "39"]
    assert track.spots[0].neighbours == ("40", "2")
    assert track.spots[39].neighbours == ("39", "1")


def test_elements_on_boards(tmp_path: Path) -> None:
    """An element is drawn in its box on the board, and covers no area."""
    board = make(tmp_path)
    panel = board.draw[0]
    assert isinstance(panel, PanelElement)
    assert panel not in board.areas


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            '"0101", kind',
            '"0901", kind',
            "board.yaml:15:16: areas[2].grid.table[1].id: there is no cell `0901`",
        ),
        ('{id: "0202"', '{id: "0101"', "areas[2].grid.table[2].id: duplicate place `0101`"),
        ('hidden: ["0403"]', 'hidden: ["0405"]', "areas[2].grid.hidden[1]: unknown cell `0405`"),
        ('"{column:02}{row:02}"', '"{column}"', "areas[2].grid.coordinates: several cells get the same id"),
        ('"{column:02}{row:02}"', '"{colum}"', "unknown coordinate `colum` (did you mean `column`?)"),
        ('["0101", "0201"]', '["0101", "0301"]', "unknown neighbour of `0101` `0301`"),
        ("through: [", "through: [x1, ", "areas[2].grid.lines[1].through[1]: unknown cell `x1`"),
        ("size: 4 x 3", "size: 99 x 99", "areas[2].grid: has too many cells"),
        ("size: 4 x 3", "rings: 1000", "areas[2].grid: has too many cells"),
        ("size: 4 x 3", "size: 4 to 3", "`4 to 3` is not a number of columns and rows (write it like `2x3`)"),
        ("      size: 4 x 3\n", "", "areas[2].grid: needs a drawing or a size"),
        ("cells: hex_flat", "cells: hex", "`hex` is not allowed here"),
        ("count: 40", "count: 3", "areas[3].track: has fewer fields than corners"),
        ("count: 40", "count: 90", "fields 1 and 2 overlap"),
        ("      count: 40\n", "", "areas[3].track: the track has no fields"),
        (
            "fill: red}",
            "fill: rad}",
            "board.yaml:5:49: areas[1].panel.fill: unknown colour `rad` (did you mean `red`?)",
        ),
        (
            "[2 mm, 2 mm, 50%, 4 mm]",
            "[2 mm, 2 mm, 100%, 4 mm]",
            "areas[1].panel.box: extends 2.0 mm beyond the piece",
        ),
        ("- panel: {", '- words: {role: small, text: "{name}"}\n  - panel: {', "`box` is missing"),
    ],
)
def test_wrong_cells(tmp_path: Path, old: str, new: str, told: str) -> None:
    """One thing is wrong, and reported where it is written."""
    assert old in GRID
    with pytest.raises(DataError) as caught:
        make(tmp_path, GRID.replace(old, new, 1))
    assert told in str(caught.value)


def test_a_board_without_areas(tmp_path: Path) -> None:
    """The message shows how an area is written."""
    with pytest.raises(
        DataError, match=r"areas: is empty \(add at least one element; available: ground, panel"
    ):
        make(tmp_path, GRID[: GRID.index("areas:")] + "areas: []\n")
