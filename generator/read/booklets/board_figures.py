"""Figures of booklets that show a board -> BoardFigure, compared with the board and the tokens."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from generator.model.board import Board, GridArea, Place
from generator.model.booklet import BoardFigure
from generator.model.pieces import PieceSet
from generator.read.declared.findings import Findings
from generator.read.declared.formats.board_figures import BoardFigure as BoardFigureKeys
from generator.read.declared.names import Names
from generator.read.files.phrases import say_count, suggest
from generator.read.files.yaml_reader import DataPath


@dataclass(frozen=True, slots=True)
class GameTable:
    """What lies on the table, for figures to show."""

    boards: tuple[Board, ...]
    piece_sets: tuple[PieceSet, ...]

    def find_grid(self, board: str, area: str | None) -> GridArea | None:
        for found in self.boards:
            if found.id == board:
                grids = [part for part in found.areas if isinstance(part, GridArea)]
                return next((grid for grid in grids if area in (None, grid.id)), None)
        return None

    @property
    def pieces(self) -> Sequence[str]:
        """Ids of all."""
        return [piece.id for pieces in self.piece_sets for deck in pieces.decks for piece in deck.pieces]


def read_board_figure(
    findings: Findings, path: DataPath, given: BoardFigureKeys, names: Names, table: GameTable | None
) -> BoardFigure | None:
    """None where the board could not be read, or is not there: no more can be said of the figure."""
    findings.check_word((*path, "caption"), given.caption, names.sentences)
    if table is None:
        return None
    boards = [board.id for board in table.boards]
    if not findings.check_name((*path, "board"), given.board, boards, "the board"):
        return None
    grid = table.find_grid(given.board, given.area)
    if grid is None:
        where = (*path, "area") if given.area else (*path, "board")
        findings.add(where, f"the board has no grid `{given.area}`" if given.area else "has no grid")
        return None
    places = {place.id: place for place in grid.places}
    ends = {"from": given.from_, "to": given.to}
    known = [findings.check_name((*path, key), id, places, "the place") for key, id in ends.items()]
    if not all(known):
        return None
    rows = _find_rows(grid, places[given.from_], places[given.to])
    if not rows:
        findings.add((*path, "to"), f"lies above or left of `{given.from_}`", "from top left to bottom right")
        return None
    check_pointed(findings, path, given.ringed, given.arrows, [id for row in rows for id in row])
    for character, token in given.legend.items():
        findings.check_name((*path, "legend", character), token, table.pieces, "the token")
    return BoardFigure(
        board=given.board,
        area=grid.id,
        first=given.from_,
        last=given.to,
        tokens=_read_tokens(findings, (*path, "tokens"), given.tokens, given.legend, rows),
        arrows=tuple((start, end) for start, end in given.arrows),
        ringed=tuple(given.ringed),
        size=given.size,
        labels=given.labels,
        caption=given.caption,
    )


def check_pointed(
    findings: Findings,
    path: DataPath,
    ringed: Sequence[str],
    arrows: Sequence[Sequence[str]],
    shown: Collection[str],
) -> None:
    """Adds rings and arrows at places that a figure does not show, and arrows that lead nowhere."""
    named: list[tuple[DataPath, str]] = [(("ringed", number), id) for number, id in enumerate(ringed)]
    for number, arrow in enumerate(arrows):
        named += [(("arrows", number, end), id) for end, id in enumerate(arrow)]
        if arrow[0] == arrow[1]:
            findings.add((*path, "arrows", number), "begins and ends at the same place", "name two places")
    for key, id in named:
        findings.check_name((*path, *key), id, shown, "the place of this figure")


def _find_rows(grid: GridArea, first: Place, last: Place) -> list[list[str]]:
    """Ids of the places in the window, row by row."""
    inside = [place for place in grid.places if first.x <= place.x <= last.x and first.y <= place.y <= last.y]
    return [[place.id for place in inside if place.y == y] for y in sorted({place.y for place in inside})]


def _read_tokens(
    findings: Findings, path: DataPath, text: str, legend: Mapping[str, str], rows: list[list[str]]
) -> tuple[tuple[str, str], ...]:
    lines = [(number, line) for number, line in enumerate(text.split("\n")) if line.strip()]
    if not lines:
        return ()
    if len(lines) != len(rows):
        said = f"{say_count(len(lines), 'line')} for {say_count(len(rows), 'row')} of places"
        findings.add(path, said, "one line for each row; `.` for a place without a token")
        return ()
    found: list[tuple[str, str]] = []
    for (number, line), row in zip(lines, rows, strict=True):
        marks = list(re.finditer(r"\S", line))
        if len(marks) != len(row):
            said = f"{say_count(len(marks), 'character')} for {say_count(len(row), 'place')}"
            findings.add_in_text(path, number, marks[0].start(), said, "`.` for a place without a token")
            continue
        for mark, place in zip(marks, row, strict=True):
            if mark[0] in legend:
                found.append((place, legend[mark[0]]))
            elif mark[0] != ".":
                hint = suggest(mark[0], legend) or "add it there"
                findings.add_in_text(path, number, mark.start(), f"the legend has no `{mark[0]}`", hint)
    return tuple(found)
