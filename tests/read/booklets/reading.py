"""Booklets that are read alone, with parts that their figures show."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from generator.model.kit import Board, Booklet, Part, PieceSet
from generator.read.declared.names import Names
from generator.read.parts.booklets import finish_figure, read_booklet
from generator.read.templates.templates import TemplateBook


def read_alone(path: Path, *, names: Names, shown: Sequence[Part] | None = None) -> Booklet:
    """A booklet with figures of these parts; None: they are not known."""

    def finish(book: TemplateBook, reader: Any, where: Any, figure: Any) -> Any:
        return figure if shown is None else finish_figure(reader.findings, where, figure, shown)

    if shown is not None:
        pieces = [piece.id for part in shown if isinstance(part, PieceSet) for piece in part.pieces]
        boards = [part.id for part in shown if isinstance(part, Board)]
        names = replace(names, boards=boards, pieces=pieces)
    return read_booklet(path, book=TemplateBook(names, path.parent, finish=finish))
