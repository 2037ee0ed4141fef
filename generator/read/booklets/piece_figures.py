"""Figures of booklets that show cards or tokens -> PiecesFigure, compared with those that there are."""

from generator.model.booklet import PiecesFigure
from generator.read.booklets.board_figures import GameTable
from generator.read.declared.findings import Findings
from generator.read.declared.formats.piece_figures import PiecesFigure as PiecesFigureKeys
from generator.read.declared.names import Names
from generator.read.files.yaml_reader import DataPath


def read_pieces_figure(
    findings: Findings, path: DataPath, given: PiecesFigureKeys, names: Names, table: GameTable | None
) -> PiecesFigure:
    """What is wrong with it goes to `findings`."""
    findings.check_word((*path, "caption"), given.caption, names.sentences)
    if table is not None:
        for index, id in enumerate(given.show):
            findings.check_name((*path, "show", index), id, table.pieces, "the piece")
    return PiecesFigure(tuple(given.show), given.size, given.caption)
