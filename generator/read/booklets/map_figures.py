"""Figures of booklets that show a map or a whole board, compared with the boards and the tokens."""

from generator.model.board import Board, GridArea, MapArea
from generator.model.booklet import BoardOverview, MapFigure
from generator.read.booklets.board_figures import GameTable, check_pointed
from generator.read.declared.findings import Findings
from generator.read.declared.formats.board_figures import MapFigure as MapFigureKeys
from generator.read.declared.formats.board_figures import OverviewFigure
from generator.read.declared.names import Names
from generator.read.files.yaml_reader import DataPath


def read_map_figure(
    findings: Findings, path: DataPath, given: MapFigureKeys, names: Names, table: GameTable | None
) -> MapFigure | None:
    """None where the board could not be read, or has no such places: no more can be said of the figure."""
    findings.check_word((*path, "caption"), given.caption, names.sentences)
    board = _find_board(findings, path, given.board, table)
    if board is None or table is None:
        return None
    area = next((area for area in board.areas if isinstance(area, MapArea)), None)
    if area is None:
        findings.add((*path, "board"), "has no map", "a board with a `map` among its areas")
        return None
    known = [place.id for place in area.places]
    found = [
        findings.check_name((*path, "places", number), place, known, "the place")
        for number, place in enumerate(given.places)
    ]
    found += [
        findings.check_name((*path, "tokens", place), place, given.places, "the place of this figure")
        for place in given.tokens
    ]
    check_pointed(findings, path, given.ringed, given.arrows, given.places)
    for place, tokens in given.tokens.items():
        for number, token in enumerate(tokens):
            where = (*path, "tokens", place, number)
            found.append(findings.check_name(where, token, table.pieces, "the token"))
    if not all(found):
        return None
    return MapFigure(
        board=given.board,
        places=tuple(given.places),
        tokens=tuple((place, tuple(tokens)) for place, tokens in given.tokens.items()),
        arrows=tuple((start, end) for start, end in given.arrows),
        ringed=tuple(given.ringed),
        caption=given.caption,
    )


def read_overview(
    findings: Findings, path: DataPath, given: OverviewFigure, names: Names, table: GameTable | None
) -> BoardOverview | None:
    """None where the board could not be read, or is not there."""
    findings.check_word((*path, "caption"), given.caption, names.sentences)
    board = _find_board(findings, path, given.board, table)
    if board is None:
        return None
    known = [area.id for area in board.areas]
    for area in board.areas:
        if isinstance(area, GridArea | MapArea):
            known += [place.id for place in area.places]
    for number, id in enumerate(given.numbered):
        findings.check_name((*path, "numbered", number), id, known, "the area or place")
    return BoardOverview(given.board, tuple(given.numbered), given.caption)


def _find_board(findings: Findings, path: DataPath, id: str, table: GameTable | None) -> Board | None:
    if table is None:
        return None
    boards = {board.id: board for board in table.boards}
    findings.check_name((*path, "board"), id, boards, "the board")
    return boards.get(id)
