"""A booklet file -> Booklet, with its figures checked against what they show."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from generator.model.board import Board
from generator.model.booklet import Booklet
from generator.model.pieces import PieceSet
from generator.model.sheet import Sheet
from generator.read.booklets.figures import FigureChecker
from generator.read.declared.names import Names
from generator.read.declared.reader import Reader


@dataclass(frozen=True, slots=True)
class Shown:
    """The parts of a kit that figures may show."""

    sheets: tuple[Sheet, ...] = ()
    boards: tuple[Board, ...] = ()
    piece_sets: tuple[PieceSet, ...] = ()

    def add_to(self, names: Names) -> Names:
        """Return the names with the ids of these parts."""
        pieces = [piece.id for set in self.piece_sets for piece in set.pieces]
        sheets, boards = [sheet.id for sheet in self.sheets], [board.id for board in self.boards]
        return replace(names, sheets=sheets, boards=boards, pieces=pieces)


def read_booklet(path: Path, *, names: Names, shown: Shown | None = None) -> Booklet:
    """Read a booklet; raises DataError with all problems.

    `shown` is None if other parts could not be read: figures are not checked then.
    """
    reader = Reader.open(path, (names if shown is None else shown.add_to(names)).judge)
    booklet = reader.read_top(Booklet)
    finished: dict[int, Any] = {}
    if shown is not None:
        checker = FigureChecker(reader.findings, shown.sheets, shown.boards)
        finished = {id(block): checker.finish(where, block) for block, where in reader.list_read()}
    if booklet is None:
        reader.findings.stop()
    reader.findings.stop_if_any()
    return replace(booklet, blocks=tuple(finished.get(id(block), block) for block in booklet.blocks))
