"""Figures of booklets that show maps and whole boards: what is told of wrong ones."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.model.elements.blocks import AnyBlock as Block
from generator.model.elements.blocks import MapFigure, Overview
from generator.model.kit import Board, Deck, Form, Part, Piece, PieceSet
from tests.read.booklets.reading import read_alone
from tests.read.small_boards import NAMES, read, write_board

MAP = """\
id: rules
title: board.title
blocks:
  - map:
      board: board
      places: [north, south]
      tokens: {north: [chip, chip]}
      arrows: [[north, south]]
      ringed: [south]
      caption: board.rate
"""
OVERVIEW = """\
id: rules
title: board.title
blocks:
  - overview: {part: board, numbered: [deck, north]}
"""


@pytest.fixture
def shown(tmp_path: Path) -> Sequence[Part]:
    board = read(write_board(tmp_path))
    chips = Deck("chips", Form(10, 10), (Piece("chip", {"id": "chip"}, "city"),))
    return (board, PieceSet("chips", "board.deck", (chips,), {}))


def read_figure(folder: Path, text: str, shown: Sequence[Part] | None) -> Block:
    path = folder / "rules.yaml"
    path.write_text(text, encoding="utf-8")
    (figure,) = read_alone(path, names=NAMES, shown=shown).blocks
    return figure


def complain(folder: Path, text: str, shown: Sequence[Part]) -> str:
    with pytest.raises(DataError) as caught:
        read_figure(folder, text, shown)
    return str(caught.value)


def test_map_figure(tmp_path: Path, shown: Sequence[Part]) -> None:
    """The figure has the values of the YAML."""
    assert read_figure(tmp_path, MAP, shown) == MapFigure(
        board="board",
        places=("north", "south"),
        tokens={"north": ("chip", "chip")},
        arrows=(("north", "south"),),
        ringed=("south",),
        caption="board.rate",
    )


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("board: board", "board: bord", "unknown board `bord`"),
        ("places: [north, south]", "places: [north, soth]", "unknown place `soth`"),
        ("{north: [chip, chip]}", "{east: [chip]}", "unknown place of this figure `east`"),
        ("[chip, chip]", "[chip, ship]", "unknown piece `ship`"),
        ("[[north, south]]", "[[north, east]]", "unknown place of this figure `east`"),
        ("[[north, south]]", "[[south, south]]", "begins and ends at the same place"),
        ("ringed: [south]", "ringed: [east]", "unknown place of this figure `east`"),
        ("board.rate", "board.rite", "the wording has no `board.rite`"),
    ],
)
def test_wrong_map_figure(tmp_path: Path, old: str, new: str, expected: str, shown: Sequence[Part]) -> None:
    """Boards, places, tokens and words that are not there."""
    assert old in MAP
    assert expected in complain(tmp_path, MAP.replace(old, new), shown)


def test_figure_of_a_board_without_a_map(tmp_path: Path, shown: Sequence[Part]) -> None:
    """Only a board with a map has places with links."""
    board, chips = shown
    assert isinstance(board, Board)
    bare = replace(board, draw=tuple(area for area in board.areas if area.id != "world"))
    assert "has no map" in complain(tmp_path, MAP, (bare, chips))


def test_overview(tmp_path: Path, shown: Sequence[Part]) -> None:
    """Areas and places may be numbered."""
    assert read_figure(tmp_path, OVERVIEW, shown) == Overview("board", ("deck", "north"))


def test_wrong_overview(tmp_path: Path, shown: Sequence[Part]) -> None:
    """Numbered places must be on the board."""
    told = complain(tmp_path, OVERVIEW.replace("deck", "dock"), shown)
    assert "unknown area or place `dock`" in told


def test_figures_of_boards_that_could_not_be_read(tmp_path: Path) -> None:
    """Nothing more is said of them."""
    assert isinstance(read_figure(tmp_path, MAP, None), MapFigure)
