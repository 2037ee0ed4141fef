"""Lines of grids by direction and from tables, and columns that lie lower by their printed number."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.model.elements.areas import GridArea
from generator.read.declared.names import Names
from generator.read.parts.boards import read_board
from generator.read.templates.templates import TemplateBook

BOARD = """\
id: board
title: Board
size: 200 mm x 200 mm
tables:
  edges:
    - {at: "0901", edge: "n, ne", kind: river}
    - {at: "1002", edge: se, kind: cliff}
areas:
  - grid:
      id: g
      at: [0 mm, 0 mm]
      cell: 20 mm
      cells: hex_flat
      size: 4 x 3
      coordinates: "{column + 8:02}{row:02}"
      lines: [LINES]
"""
RIVERS = "{each: edges where item.kind == 'river', at: '{item.at}', edge: '{item.edge}', colour: blue}"


def read(folder: Path, text: str) -> GridArea:
    """The grid of a board."""
    (folder / "board.yaml").write_text(text)
    board = read_board(folder / "board.yaml", book=TemplateBook(Names(), folder))
    (grid,) = board.draw
    assert isinstance(grid, GridArea)
    return grid


SLANTED = {"ne": (1, -1), "se": (1, 1), "sw": (-1, 1), "nw": (-1, -1)}


@pytest.mark.parametrize(
    ("cells", "directions"),
    [
        ("hex_flat", {"n": (0, -1), "ne": (1, -1), "se": (1, 1), "s": (0, 1), "sw": (-1, 1), "nw": (-1, -1)}),
        (
            "hex_pointed",
            {"e": (1, 0), "ne": (1, -1), "se": (1, 1), "w": (-1, 0), "sw": (-1, 1), "nw": (-1, -1)},
        ),
        ("square", {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}),
    ],
)
def test_edges_have_directions(tmp_path: Path, cells: str, directions: dict[str, tuple[int, int]]) -> None:
    """An edge lies in its direction from the middle, also at the border; a list has several."""
    lines = f"{{at: '0901', edge: [{', '.join(directions)}]}}"
    text = BOARD.replace("LINES", lines).replace("hex_flat", cells).replace("[0 mm, 0", "[9 mm, 9")
    grid = read(tmp_path, text)
    (line,), place = grid.lines, grid.places.by_id["0901"]
    for (right, down), ((x, y), (x2, y2)) in zip(directions.values(), line.courses, strict=True):
        across, along = (x + x2) / 2 - place.x, (y + y2) / 2 - place.y
        assert [round(across, 3) > 0, round(across, 3) < 0] == [right > 0, right < 0]
        assert [round(along, 3) > 0, round(along, 3) < 0] == [down > 0, down < 0]


def test_lines_come_from_rows(tmp_path: Path) -> None:
    """`each` draws a line for each row that it chooses, with all edges of the row."""
    grid = read(tmp_path, BOARD.replace("LINES", RIVERS))
    assert [(line.colour, len(line.courses)) for line in grid.lines] == [("blue", 2)]


def test_rows_decide_on_width_dashes_and_ends(tmp_path: Path) -> None:
    """Every key of a line may have fields of its row; an empty one counts as not given."""
    keys = "line: '{item.w} mm', cap: '{item.cap}', join: miter, phase: 1 mm"
    line = f"{{each: edges, at: '{{item.at}}', edge: n, {keys}}}"
    text = (
        BOARD.replace("LINES", line)
        .replace("kind: river", "w: 2, cap: square")
        .replace("kind: cliff", "w: 0.5")
    )
    lines = read(tmp_path, text).lines
    assert [(one.line, one.cap, one.join, one.phase) for one in lines] == [
        (2.0, "square", "miter", 1.0),
        (0.5, None, "miter", 1.0),
    ]


LINE = "{through: ['0901', '1002 + 3 mm, -2 mm'], dash: [2 mm, 1 mm]}"


def test_a_place_may_be_beside_a_cell(tmp_path: Path) -> None:
    """A distance moves a point of a line, and `bend` makes arcs."""
    grid = read(
        tmp_path, BOARD.replace("LINES", "{through: ['0901', '1002 + 3 mm, -2 mm'], dash: [2 mm, 1 mm]}")
    )
    first, second = grid.places.by_id["0901"], grid.places.by_id["1002"]
    (line,) = grid.lines
    assert line.courses == (((first.x, first.y), (second.x + 3, second.y - 2)),)
    assert line.dash == (2, 1)
    bent = read(tmp_path, BOARD.replace("LINES", "{through: ['0901', '1101'], bend: 0.5}"))
    (course,) = bent.lines[0].courses
    assert max(y for _, y in course) - min(y for _, y in course) == pytest.approx(
        (bent.places.by_id["1101"].x - bent.places.by_id["0901"].x) / 2, rel=0.02
    )


@pytest.mark.parametrize(
    ("lower", "coordinates", "is_lower"),
    [
        ("odd", "{column + 8:02}{row:02}", True),
        ("even", "{column + 8:02}{row:02}", False),
        ("odd", "{column + 9:02}{row:02}", False),
        ("odd", "{letters}{row}", True),
        ("even", "{column}{row}", False),
    ],
)
def test_columns_are_lower_by_their_printed_number(
    tmp_path: Path, lower: str, coordinates: str, is_lower: bool
) -> None:
    """The number on the map decides; neighbours follow the outlines."""
    text = BOARD.replace("LINES", "{at: ID, edge: n}").replace(
        "      lines", f"      lower: {lower}\n      lines"
    )
    text = text.replace("{column + 8:02}{row:02}", coordinates)
    ids = {"{column + 8:02}{row:02}": ("0901", "1001"), "{column + 9:02}{row:02}": ("1001", "1101")}
    first, second = ids.get(coordinates, ("A1", "B1") if "letters" in coordinates else ("11", "21"))
    places = read(tmp_path, text.replace("ID", f"'{first}'")).places.by_id
    assert (places[first].y > places[second].y) == is_lower
    assert second in places[first].neighbours


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "edge: se",
            "edge: e",
            "lines[1].edge: unknown edge `e`, in row `2` (edges are n, ne,",
        ),
        ('at: "1002"', 'at: "1099"', "lines[1].at: unknown cell `1099`, in row `2` (available: 0901"),
        ("edges where", "edgs where", "lines[1].each: unknown table `edgs` (did you mean `edges`?)"),
        ("item.kind ==", "item.knd ==", "lines[1].each: there is no `knd` (did you mean `kind`?)"),
        ("colour: red", "colour: rad", "lines[1].colour: unknown colour `rad`"),
        ("colour: red", "line: '{item.kind} mm'", "lines[1].line: `cliff mm` is not a"),
        ("edge: '{item.edge}', ", "", "lines[1]: `at` and `edge` belong together"),
        ("at: '{item.at}', edge: '{item.edge}', ", "", "lines[1]: draws nothing"),
        (
            "cells: hex_flat",
            "cells: hex_flat\n      shifted: odd",
            "grid.shifted: is for rows of `cells: hex_pointed`",
        ),
        ("size: 4 x 3", "rings: 1\n      lower: odd", "grid.lower: is for grids with `size`"),
        ("column + 8", "colum + 8", "coordinates: unknown coordinate `colum` (did you mean `column`?)"),
    ],
)
def test_wrong_lines(tmp_path: Path, old: str, new: str, told: str) -> None:
    """The message has the place of the key, and the row."""
    cliffs = "{each: edges where item.kind == 'cliff', at: '{item.at}', edge: '{item.edge}', colour: red}"
    text = BOARD.replace("LINES", cliffs)
    assert old in text
    names = Names(colours={"red": "#ff0000", "line": "#000", "ink": "#000"})
    (tmp_path / "board.yaml").write_text(text.replace(old, new))
    with pytest.raises(DataError) as caught:
        read_board(tmp_path / "board.yaml", book=TemplateBook(names, tmp_path))
    assert told in str(caught.value)
