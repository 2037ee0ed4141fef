"""A booklet file -> Booklet: its figures are compared with what they show."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from generator.model.board import Board
from generator.model.booklet import (
    BoardFigure,
    BoardOverview,
    Booklet,
    GridFigure,
    MapFigure,
    SheetFigure,
    TrackFigure,
)
from generator.model.pieces import PieceSet
from generator.model.sheet import Sheet
from generator.read.booklets.board_figures import check_map_figure, check_overview, finish_board_figure
from generator.read.booklets.sheet_figures import check_sheet_figure, check_track_figure, finish_grid_figure
from generator.read.declared.findings import Findings
from generator.read.declared.names import Names
from generator.read.declared.reader import Reader
from generator.read.files.yaml_reader import DataPath, read_yaml


@dataclass(frozen=True, slots=True)
class Shown:
    """The parts of a kit that figures may show."""

    sheets: tuple[Sheet, ...] = ()
    boards: tuple[Board, ...] = ()
    piece_sets: tuple[PieceSet, ...] = ()

    def add_to(self, names: Names) -> Names:
        """Return the names with the ids of these parts."""
        pieces = [piece.id for set in self.piece_sets for deck in set.decks for piece in deck.pieces]
        sheets, boards = [sheet.id for sheet in self.sheets], [board.id for board in self.boards]
        return replace(names, sheets=sheets, boards=boards, pieces=pieces)


def read_booklet(path: Path, *, names: Names, shown: Shown | None = None) -> Booklet:
    """Return the booklet of a file; raises DataError with all that is wrong with it.

    `shown` is None when other parts could not be read: figures are not compared with them then.
    """
    source = read_yaml(path)
    findings = Findings(source)
    if shown is not None:
        names = shown.add_to(names)
    reader = Reader(findings, names.judge)
    booklet = reader.read(Booklet, source.data)
    finished: dict[int, Any] = {}
    if shown is not None:
        finished = {id(block): _finish(findings, where, block, shown) for block, where in reader.list_read()}
    if booklet is None:
        findings.stop()
    findings.stop_if_any()
    return replace(booklet, blocks=tuple(finished.get(id(block), block) for block in booklet.blocks))


def _finish(findings: Findings, path: DataPath, block: object, shown: Shown) -> object:
    """Compare a block with what it shows, and return it with what follows from that."""
    match block:
        case GridFigure():
            return finish_grid_figure(findings, path, block, shown.sheets)
        case TrackFigure():
            check_track_figure(findings, path, block, shown.sheets)
        case SheetFigure():
            check_sheet_figure(findings, path, block, shown.sheets)
        case BoardFigure():
            return finish_board_figure(findings, path, block, shown.boards)
        case MapFigure():
            check_map_figure(findings, path, block, shown.boards)
        case BoardOverview():
            check_overview(findings, path, block, shown.boards)
    return block
