"""A booklet file -> Booklet, with its figures checked against the sheets and boards that they show."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from generator.model import booklet as model
from generator.model.board import Board, GridArea, MapArea
from generator.model.booklet import BoardFigure, Booklet, GridFigure, MapFigure, TrackFigure
from generator.model.kinds import Wrong, matching
from generator.model.kit import Part
from generator.model.pieces import PieceSet
from generator.model.places import Place
from generator.model.sheet import GridSection, Section, ShapesSection, Sheet, TrackSection
from generator.read.declared.findings import Findings
from generator.read.declared.grids import read_grid
from generator.read.declared.names import Names
from generator.read.declared.reader import Reader
from generator.read.files.phrases import format_count, suggest
from generator.read.files.yaml_reader import DataPath

S = TypeVar("S", bound=Section)

_EMPTY = "."
_HINT = "a number, `x`, `o`, `#`, `?`, `!`, `o3`, `!3`, or `.` for nothing"
_parse_entry = matching(r"[xo#?!]|[o!]?\d{1,3}", "an entry", _HINT)


def read_booklet(path: Path, *, names: Names, shown: Sequence[Part] | None = None) -> Booklet:
    """Read a booklet; raises DataError with all problems.

    `shown` are the parts of the kit; None if some could not be read: figures are not checked then.
    """
    parts = shown or ()
    sheets = {part.id: part for part in parts if isinstance(part, Sheet)}
    boards = {part.id: part for part in parts if isinstance(part, Board)}
    if shown is not None:
        pieces = [piece.id for part in shown if isinstance(part, PieceSet) for piece in part.pieces]
        names = replace(names, sheets=sheets, boards=boards, pieces=pieces)
    reader = Reader.open(path, names.judge)
    booklet = reader.read_top(Booklet)
    finished: dict[int, Any] = {}
    if shown is not None:
        checker = _FigureChecker(reader.findings, sheets, boards)
        finished = {id(block): checker.finish(where, block) for block, where in reader.list_read()}
    if booklet is None:
        reader.findings.stop()
    reader.findings.stop_if_any()
    return replace(booklet, blocks=tuple(finished.get(id(block), block) for block in booklet.blocks))


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A type of drawing: signs in rows of places, a line for each row."""

    pattern: str
    """Regular expression of one sign."""
    sign: tuple[str, str]
    """Singular and plural, for messages."""
    place: str
    parse: Callable[[str], str]
    """Returns the meaning of a sign; raises Wrong."""

    def read(
        self, findings: Findings, path: DataPath, text: str, rows: Sequence[Sequence[str]]
    ) -> dict[str, str]:
        """Return the meaning of each sign by the id of its place, and add all problems."""
        lines = [(number, line) for number, line in enumerate(text.split("\n")) if line.strip()]
        hint = f"`{_EMPTY}` for an empty {self.place}"
        if lines and len(lines) != len(rows):
            message = (
                f"{format_count(len(lines), 'line')} for {format_count(len(rows), 'row')} of {self.place}s"
            )
            findings.add(path, message, f"one line for each row; {hint}")
            return {}
        found = {}
        for (number, line), row in zip(lines, rows, strict=False):
            signs = list(re.finditer(self.pattern, line))
            if len(signs) != len(row):
                message = f"{format_count(len(signs), *self.sign)} for {format_count(len(row), self.place)}"
                findings.add_in_text(path, number, signs[0].start(), message, hint)
            for sign, place in zip(signs, row, strict=False):
                try:
                    if sign[0] != _EMPTY:
                        found[place] = self.parse(sign[0])
                except Wrong as wrong:
                    findings.add_in_text(path, number, sign.start(), wrong.message, wrong.hint)
        return found


@dataclass(frozen=True, slots=True)
class _FigureChecker:
    findings: Findings
    sheets: Mapping[str, Sheet]
    boards: Mapping[str, Board]

    def finish(self, path: DataPath, block: object) -> object:
        """Check a block, and return it with the squares and entries of its drawings."""
        match block:
            case GridFigure():
                return self._finish_grid(path, block)
            case BoardFigure():
                return self._finish_board(path, block)
            case TrackFigure():
                self._check_track(path, block)
            case model.ShapesFigure():
                self._check_shapes(path, block)
            case model.SheetFigure():
                sheet = self.sheets.get(block.sheet)
                self._check_numbered(path, block.numbered, sheet.sections if sheet else None, "section")
            case MapFigure():
                self._check_map(path, block)
            case model.BoardOverview():
                board = self.boards.get(block.board)
                areas = board.areas if board else ()
                known_ids = [id for area in areas for id in (area.id, *(place.id for place in area.places))]
                self._check_numbered(path, block.numbered, known_ids if board else None, "area or place")
        return block

    def _finish_grid(self, path: DataPath, figure: GridFigure) -> GridFigure:
        section = self._find_section((*path, "section"), figure.section, GridSection, "grid")
        if section is None:
            return figure
        legend, naming = section.characters, section.naming
        grid = read_grid(self.findings, (*path, "squares"), figure.squares, legend=legend, naming=naming)
        if grid is None:
            return figure
        rows = [[square.id for square in grid.row(y)] for y in sorted({square.y for square in grid})]
        drawing = _Drawing(r"\S+", ("entry", "entries"), "square", _parse_entry)
        entries = drawing.read(self.findings, (*path, "entries"), figure.drawn, rows)
        return replace(figure, grid=grid, entries=tuple(entries.get(square.id, "") for square in grid))

    def _check_track(self, path: DataPath, figure: TrackFigure) -> None:
        section = self._find_section((*path, "section"), figure.section, TrackSection, "track")
        last = figure.first + len(figure.entries)
        if section is not None and last > len(section.fields):
            message = f"fields up to {last}, but the track has {len(section.fields)}"
            self.findings.add((*path, "entries"), message, at="key")

    def _check_shapes(self, path: DataPath, figure: model.ShapesFigure) -> None:
        what = "section of shapes"
        section = self._find_section((*path, "section"), figure.section, ShapesSection, what)
        for index, value in enumerate(figure.values if section else ()):
            if section and value > (last := len(section.shapes)):
                hint = f"the last one is number {last}"
                self.findings.add((*path, "values", index), f"there is no shape {value}", hint)

    def _find_section(self, path: DataPath, id: str, kind: type[S], what: str) -> S | None:
        holders = [sheet for sheet in self.sheets.values() if id in sheet.sections]
        sections = [section for sheet in self.sheets.values() for section in sheet.sections.values()]
        if not holders:
            hint = suggest(id, [section.id for section in sections])
            self.findings.add(path, f"no sheet has a section `{id}`", hint)
            return None
        if len(holders) > 1:
            places = " and ".join(f"`{sheet.id}`" for sheet in holders)
            self.findings.add(path, f"`{id}` is a section of {places}", "give one of them another id")
            return None
        section = holders[0].sections[id]
        if isinstance(section, kind):
            return section
        fitting = ", ".join(one.id for one in sections if isinstance(one, kind))
        hint = f"available: {fitting}" if fitting else "none are available"
        self.findings.add(path, f"the section `{id}` is not a {what}", hint)
        return None

    def _finish_board(self, path: DataPath, figure: BoardFigure) -> BoardFigure:
        findings = self.findings
        grid = self._find_grid(path, figure)
        places = {place.id: place for place in grid.places} if grid else {}
        known = [
            findings.check_name((*path, key), id, places if grid else None, "place")
            for key, id in (("from", figure.first), ("to", figure.last))
        ]
        if grid is None or not all(known):
            return figure
        rows = _find_rows(grid, places[figure.first], places[figure.last])
        if not rows:
            hint = "from top left to bottom right"
            findings.add((*path, "to"), f"is above or left of `{figure.first}`", hint)
            return figure
        self._check_pointed(path, figure, [id for row in rows for id in row])

        def find_token(character: str) -> str:
            if character not in figure.legend:
                hint = suggest(character, figure.legend) or "add it there"
                raise Wrong(f"the legend has no `{character}`", hint)
            return figure.legend[character]

        drawing = _Drawing(r"\S", ("token", "tokens"), "place", find_token)
        tokens = drawing.read(findings, (*path, "tokens"), figure.drawn, rows)
        return replace(figure, area=grid.id, tokens=tuple(tokens.items()))

    def _check_map(self, path: DataPath, figure: MapFigure) -> None:
        findings, board = self.findings, self.boards.get(figure.board)
        if board is None:
            return
        area = next((area for area in board.areas if isinstance(area, MapArea)), None)
        if area is None:
            findings.add((*path, "board"), "has no map", "a board with a `map` among its areas")
            return
        known = [place.id for place in area.places]
        for number, id in enumerate(figure.places):
            findings.check_name((*path, "places", number), id, known, "place")
        for id in figure.tokens:
            findings.check_name((*path, "tokens", id), id, figure.places, "place of this figure")
        self._check_pointed(path, figure, figure.places)

    def _check_numbered(
        self, path: DataPath, numbered: Sequence[str], known: Collection[str] | None, what: str
    ) -> None:
        for index, id in enumerate(numbered):
            self.findings.check_name((*path, "numbered", index), id, known, what)

    def _find_grid(self, path: DataPath, figure: BoardFigure) -> GridArea | None:
        board = self.boards.get(figure.board)
        if board is None:
            return None
        grids = {area.id: area for area in board.areas if isinstance(area, GridArea)}
        if not grids:
            self.findings.add((*path, "board"), "has no grid", "a board with a `grid` among its areas")
            return None
        area = figure.area or next(iter(grids))
        self.findings.check_name((*path, "area"), area, grids, "grid")
        return grids.get(area)

    def _check_pointed(self, path: DataPath, figure: BoardFigure | MapFigure, shown: Collection[str]) -> None:
        named: list[tuple[DataPath, str]] = [
            (("ringed", number), id) for number, id in enumerate(figure.ringed)
        ]
        for number, arrow in enumerate(figure.arrows):
            named += [(("arrows", number, end), id) for end, id in enumerate(arrow)]
            if arrow[0] == arrow[1]:
                self.findings.add(
                    (*path, "arrows", number), "begins and ends at the same place", "name two places"
                )
        for key, id in named:
            self.findings.check_name((*path, *key), id, shown, "place of this figure")


def _find_rows(grid: GridArea, first: Place, last: Place) -> list[list[str]]:
    inside = [place for place in grid.places if first.x <= place.x <= last.x and first.y <= place.y <= last.y]
    return [[place.id for place in inside if place.y == y] for y in sorted({place.y for place in inside})]
