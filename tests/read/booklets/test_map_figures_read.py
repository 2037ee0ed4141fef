"""Figures of booklets that show maps and whole boards: what is told of wrong ones."""

from dataclasses import replace
from pathlib import Path

import pytest

from generator.model.booklet import BoardOverview, MapFigure
from generator.model.pieces import Deck, Form, Piece, PieceSet
from generator.read.booklets.board_figures import GameTable
from generator.read.booklets.map_figures import read_map_figure, read_overview
from generator.read.declared.findings import Findings
from generator.read.declared.formats.board_figures import MapFigure as MapFigureKeys
from generator.read.declared.formats.board_figures import OverviewFigure
from generator.read.files.yaml_reader import parse_yaml
from tests.read.small_boards import NAMES, read, write_board

MAP = """\
board: board
places: [north, south]
tokens: {north: [chip, chip]}
arrows: [[north, south]]
ringed: [south]
caption: board.rate
"""
OVERVIEW = """\
board: board
numbered: [deck, north]
"""


@pytest.fixture
def table(tmp_path: Path) -> GameTable:
    board = read(write_board(tmp_path))
    chips = Deck("chips", "board.deck", Form(10, 10), (Piece("chip", {"id": "chip"}, "city"),))
    return GameTable((board,), (PieceSet("chips", "board.deck", (chips,), {}),))


def told(findings: Findings) -> str:
    return " / ".join(f"{problem.path}: {problem.message}" for problem in findings.problems)


def read_map(text: str, table: GameTable) -> tuple[MapFigure | None, str]:
    findings = Findings(parse_yaml(text, file="figure.yaml"))
    given = findings.fit(MapFigureKeys, findings.source.data)
    assert given is not None, told(findings)
    return read_map_figure(findings, (), given, NAMES, table), told(findings)


def read_whole(text: str, table: GameTable) -> tuple[BoardOverview | None, str]:
    findings = Findings(parse_yaml(text, file="figure.yaml"))
    given = findings.fit(OverviewFigure, findings.source.data)
    assert given is not None, told(findings)
    return read_overview(findings, (), given, NAMES, table), told(findings)


def test_map_figure(table: GameTable) -> None:
    """What the YAML says is what the figure holds."""
    figure, said = read_map(MAP, table)
    assert said == ""
    assert figure == MapFigure(
        board="board",
        places=("north", "south"),
        tokens=(("north", ("chip", "chip")),),
        arrows=(("north", "south"),),
        ringed=("south",),
        caption="board.rate",
    )


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("board: board", "board: bord", "the board `bord` is not there"),
        ("[north, south]\ntokens", "[north, soth]\ntokens", "the place `soth` is not there"),
        ("{north: [chip, chip]}", "{east: [chip]}", "the place of this figure `east` is not there"),
        ("[chip, chip]", "[chip, ship]", "the token `ship` is not there"),
        ("[[north, south]]", "[[north, east]]", "the place of this figure `east` is not there"),
        ("[[north, south]]", "[[south, south]]", "begins and ends at the same place"),
        ("ringed: [south]", "ringed: [east]", "the place of this figure `east` is not there"),
        ("board.rate", "board.rite", "the wording has no `board.rite`"),
    ],
)
def test_wrong_map_figure(old: str, new: str, expected: str, table: GameTable) -> None:
    """Boards, places, tokens and words that are not there."""
    _, said = read_map(MAP.replace(old, new), table)
    assert expected in said


def test_figure_of_a_board_without_a_map(table: GameTable) -> None:
    """Only a board with a map has places with links."""
    board = table.boards[0]
    bare = replace(board, areas=tuple(area for area in board.areas if area.id != "world"))
    figure, said = read_map(MAP, GameTable((bare,), table.piece_sets))
    assert figure is None
    assert "has no map" in said


def test_overview(table: GameTable) -> None:
    """Areas and places may be numbered."""
    figure, said = read_whole(OVERVIEW, table)
    assert said == ""
    assert figure == BoardOverview("board", ("deck", "north"))


def test_wrong_overview(table: GameTable) -> None:
    """What is numbered must be on the board."""
    _, said = read_whole(OVERVIEW.replace("deck", "dock"), table)
    assert "the area or place `dock` is not there" in said


def test_figures_of_boards_that_could_not_be_read() -> None:
    """Nothing more is said of them."""
    findings = Findings(parse_yaml(MAP, file="figure.yaml"))
    given = findings.fit(MapFigureKeys, findings.source.data)
    assert given is not None
    assert read_map_figure(findings, (), given, NAMES, None) is None
    assert findings.problems == []
