"""Figures of booklets that show a board or a part of one, compared with the boards of the kit."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from generator.model.board import Board, GridArea, MapArea, Place
from generator.model.booklet import BoardFigure, BoardOverview, MapFigure
from generator.model.kinds import Wrong
from generator.read.booklets.drawings import Drawing
from generator.read.declared.findings import Findings
from generator.read.files.phrases import suggest
from generator.read.files.yaml_reader import DataPath


def finish_board_figure(
    findings: Findings, path: DataPath, figure: BoardFigure, boards: Sequence[Board]
) -> BoardFigure:
    """Return the figure with the grid that it shows, and its tokens on their places."""
    board = _find_board(boards, figure.board)
    grid = None if board is None else _find_grid(findings, path, figure, board)
    if grid is None:
        return figure
    places = {place.id: place for place in grid.places}
    for key, id in (("from", figure.first), ("to", figure.last)):
        findings.check_name((*path, key), id, places, "the place")
    if figure.first not in places or figure.last not in places:
        return figure
    rows = _find_rows(grid, places[figure.first], places[figure.last])
    if not rows:
        hint = "from top left to bottom right"
        findings.add((*path, "to"), f"lies above or left of `{figure.first}`", hint)
        return figure
    _check_pointed(findings, path, figure, [id for row in rows for id in row])

    def find_token(character: str) -> str:
        if character not in figure.legend:
            hint = suggest(character, figure.legend) or "add it there"
            raise Wrong(f"the legend has no `{character}`", hint)
        return figure.legend[character]

    drawing = Drawing(pattern=r"\S", called=("token", "tokens"), place="place", parse=find_token)
    tokens = drawing.read(findings, (*path, "tokens"), figure.drawn, rows)
    return replace(figure, area=grid.id, tokens=tuple(tokens.items()))


def check_map_figure(findings: Findings, path: DataPath, figure: MapFigure, boards: Sequence[Board]) -> None:
    """Add a problem for each place that the map does not have, or the figure does not show."""
    board = _find_board(boards, figure.board)
    if board is None:
        return
    area = next((area for area in board.areas if isinstance(area, MapArea)), None)
    if area is None:
        findings.add((*path, "board"), "has no map", "a board with a `map` among its areas")
        return
    known = [place.id for place in area.places]
    for number, id in enumerate(figure.places):
        findings.check_name((*path, "places", number), id, known, "the place")
    for id in figure.tokens:
        findings.check_name((*path, "tokens", id), id, figure.places, "the place of this figure")
    _check_pointed(findings, path, figure, figure.places)


def check_overview(
    findings: Findings, path: DataPath, overview: BoardOverview, boards: Sequence[Board]
) -> None:
    """Add a problem for each area or place that the board does not have."""
    board = _find_board(boards, overview.board)
    if board is None:
        return
    known = [id for area in board.areas for id in (area.id, *(place.id for place in area.places))]
    for number, id in enumerate(overview.numbered):
        findings.check_name((*path, "numbered", number), id, known, "the area or place")


def _find_board(boards: Sequence[Board], id: str) -> Board | None:
    """Return the board of an id; None where the reader has reported that there is none."""
    return next((board for board in boards if board.id == id), None)


def _find_grid(findings: Findings, path: DataPath, figure: BoardFigure, board: Board) -> GridArea | None:
    grids = {area.id: area for area in board.areas if isinstance(area, GridArea)}
    if not grids:
        findings.add((*path, "board"), "has no grid", "a board with a `grid` among its areas")
        return None
    area = figure.area or next(iter(grids))
    findings.check_name((*path, "area"), area, grids, "the grid")
    return grids.get(area)


def _find_rows(grid: GridArea, first: Place, last: Place) -> list[list[str]]:
    """Return the ids of the places in the window, row by row."""
    inside = [place for place in grid.places if first.x <= place.x <= last.x and first.y <= place.y <= last.y]
    return [[place.id for place in inside if place.y == y] for y in sorted({place.y for place in inside})]


def _check_pointed(
    findings: Findings, path: DataPath, figure: BoardFigure | MapFigure, shown: Collection[str]
) -> None:
    """Add rings and arrows at places that a figure does not show, and arrows that lead nowhere."""
    named: list[tuple[DataPath, str]] = [(("ringed", number), id) for number, id in enumerate(figure.ringed)]
    for number, arrow in enumerate(figure.arrows):
        named += [(("arrows", number, end), id) for end, id in enumerate(arrow)]
        if arrow[0] == arrow[1]:
            findings.add((*path, "arrows", number), "begins and ends at the same place", "name two places")
    for key, id in named:
        findings.check_name((*path, *key), id, shown, "the place of this figure")
