"""Figures of booklets that show a board: compared with the board and the tokens that they show."""

# ruff: noqa: E501 - what is told stands here as it is told

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.model.elements.blocks import BoardFigure
from generator.model.kit import Board, Part, PieceSet
from generator.read.declared.names import Names
from tests.read.booklets.reading import read_alone
from tests.shipped import kit

FIGURE = """\
id: rules
title: rules.title
blocks:
  - board:
      board: board
      from: b2
      to: d3
      size: 9 mm
      labels: true
      tokens: |
        r . b
        . r .
      legend: {r: infection, b: immunity}
      arrows: [[b2, c2]]
      ringed: [c2]
      caption: rules.caption
"""

NAMES = Names(sentences={"rules.title": "Rules", "rules.caption": "A move"})


@pytest.fixture(scope="module")
def shown() -> Sequence[Part]:
    """The board and the pieces of POX."""
    parts = kit("pox").parts
    boards = tuple(part for part in parts if isinstance(part, Board))
    return (*boards, *(part for part in parts if isinstance(part, PieceSet)))


@pytest.fixture
def complaints(tmp_path: Path, shown: Sequence[Part]) -> Callable[[str, str], list[str]]:
    """Return the problems after a piece of the figure is replaced."""

    def complain(old: str, new: str) -> list[str]:
        assert old in FIGURE
        path = tmp_path / "rules.yaml"
        path.write_text(FIGURE.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(DataError) as caught:
            read_alone(path, names=NAMES, shown=shown)
        return str(caught.value).replace(f"{path}", "rules.yaml").split("\n")

    return complain


def test_a_figure_is_read_as_it_is_drawn(tmp_path: Path, shown: Sequence[Part]) -> None:
    """Tokens lie where the drawing has them; points are places without one."""
    path = tmp_path / "rules.yaml"
    path.write_text(FIGURE, encoding="utf-8")
    assert read_alone(path, names=NAMES, shown=shown).blocks == (
        BoardFigure(
            board="board",
            area="people",
            first="b2",
            last="d3",
            tokens=(("b2", "infection"), ("d2", "immunity"), ("c3", "infection")),
            arrows=(("b2", "c2"),),
            ringed=("c2",),
            size=9.0,
            labels=True,
            caption="rules.caption",
            drawn="r . b\n. r .\n",
            legend={"r": "infection", "b": "immunity"},
        ),
    )


def test_handwriting_in_the_cells_of_a_board(tmp_path: Path, shown: Sequence[Part]) -> None:
    """One entry per place, as in sections of sheets."""
    path = tmp_path / "rules.yaml"
    path.write_text(
        FIGURE.replace("      ringed", "      entries: |\n        x . 3\n        . # .\n      ringed")
    )
    (figure,) = read_alone(path, names=NAMES, shown=shown).blocks
    assert isinstance(figure, BoardFigure)
    assert figure.entries == {"b2": "x", "d2": "3", "c3": "#"}


def test_nothing_is_said_of_a_board_that_could_not_be_read(tmp_path: Path) -> None:
    """Its own problems have been told; the booklet has none."""
    path = tmp_path / "rules.yaml"
    path.write_text(FIGURE, encoding="utf-8")
    (figure,) = read_alone(path, names=NAMES).blocks
    assert isinstance(figure, BoardFigure)
    assert figure.tokens == ()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "board: board",
            "board: bord",
            "rules.yaml:5:14: blocks[1].board.board: unknown board `bord` (did you mean `board`?)",
        ),
        (
            "from: b2",
            "area: peple\n      from: b2",
            "rules.yaml:6:13: blocks[1].board.area: unknown grid `peple` (did you mean `people`?)",
        ),
        (
            "to: d3",
            "to: d33",
            "rules.yaml:7:11: blocks[1].board.to: unknown place `d33` (did you mean `d3`?)",
        ),
        (
            "to: d3",
            "to: a1",
            "rules.yaml:7:11: blocks[1].board.to: is above or left of `b2` (from top left to bottom right)",
        ),
        (
            "ringed: [c2]",
            "ringed: [k2]",
            "rules.yaml:15:16: blocks[1].board.ringed[1]: unknown place of this figure `k2` (available: b2, b3, c2, c3, d2, d3)",
        ),
        (
            "ringed: [c2]",
            "ringed: [c2, e2]",
            "rules.yaml:15:20: blocks[1].board.ringed[2]: unknown place of this figure `e2` (available: b2, b3, c2, c3, d2, d3)",
        ),
        (
            "[[b2, c2]]",
            "[[b2, c2], [d3, d4]]",
            "rules.yaml:14:31: blocks[1].board.arrows[2][2]: unknown place of this figure `d4` (available: b2, b3, c2, c3, d2, d3)",
        ),
        (
            "[[b2, c2]]",
            "[[b2, b2]]",
            "rules.yaml:14:16: blocks[1].board.arrows[1]: begins and ends at the same place (name two places)",
        ),
        (
            "        . r .\n",
            "",
            "rules.yaml:10:15: blocks[1].board.tokens: 1 line for 2 rows of places (one line for each row; `.` for an empty place)",
        ),
        (
            "r . b",
            "r . b .",
            "rules.yaml:11:9: blocks[1].board.tokens: 4 tokens for 3 places (`.` for an empty place)",
        ),
        (
            "r . b",
            "r . k",
            "rules.yaml:11:13: blocks[1].board.tokens: the legend has no `k` (available: b, r)",
        ),
        (
            "ringed: [c2]",
            "entries: 1 2 3",
            "rules.yaml:15:16: blocks[1].board.entries: 1 line for 2 rows of places (one line for each row; `.` for an empty place)",
        ),
        (
            "b: immunity",
            "b: imunity",
            "rules.yaml:13:33: blocks[1].board.legend.b: unknown piece `imunity` (did you mean `immunity`?)",
        ),
    ],
)
def test_what_is_wrong_with_a_figure_is_told_in_place(
    complaints: Callable[[str, str], list[str]], old: str, new: str, told: str
) -> None:
    """Line and column, and what would be right."""
    assert told in complaints(old, new)
