"""A booklet file -> Booklet: headings, paragraphs, lists, figures and tables."""

import re
from collections.abc import Collection
from pathlib import Path
from typing import TypeVar

from generator.model.booklet import (
    Block,
    Booklet,
    GridFigure,
    Heading,
    IconTable,
    ItemList,
    LineTable,
    Paragraph,
    ShapesFigure,
    SheetFigure,
    TrackFigure,
)
from generator.model.places import SquareGrid
from generator.model.sheet import GridSection, Section, Sheet, TrackSection
from generator.read.boards.grids import read_grid
from generator.read.booklets.board_figures import GameTable, read_board_figure
from generator.read.booklets.flows import read_flow
from generator.read.booklets.map_figures import read_map_figure, read_overview
from generator.read.booklets.piece_figures import read_pieces_figure
from generator.read.booklets.tables import read_table
from generator.read.declared.findings import Findings
from generator.read.declared.formats.board_figures import BoardFigureFormat, MapFigureFormat, OverviewFormat
from generator.read.declared.formats.booklets import (
    BLOCK_FORMATS,
    BookletFormat,
    CreditFormat,
    GridFigureFormat,
    HeadingFormat,
    IconTableFormat,
    LeadFormat,
    LineTableFormat,
    ListFormat,
    NoteFormat,
    OursFormat,
    ShapesFigureFormat,
    SheetFigureFormat,
    TableFormat,
    TextFormat,
    TrackFigureFormat,
)
from generator.read.declared.formats.flows import FlowFormat
from generator.read.declared.formats.piece_figures import PiecesFigureFormat
from generator.read.declared.names import Names
from generator.read.files.phrases import say_count, suggest
from generator.read.files.yaml_reader import Data, DataPath, read_yaml

S = TypeVar("S", bound=Section)

_ENTRY = re.compile(r"[xo#?!.]|[o!]?\d{1,3}")
_ENTRY_HINT = "a number, `x`, `o`, `#`, `?`, `!`, `o3`, `!3`, or `.` for nothing"
_FIELD_ENTRIES = ("", "x", "o")


def read_booklet(
    path: Path, *, names: Names, sheets: Collection[Sheet] | None, table: GameTable | None = None
) -> Booklet:
    """The booklet of a file; raises DataError with all that is wrong with it.

    `sheets` and `table` are what its figures may show; None when they could not be read, and then
    figures are not compared with them.
    """
    source = read_yaml(path)
    findings = Findings(source)
    format = findings.fit(BookletFormat, source.data)
    given = source.data.get("blocks") if isinstance(source.data, dict) else None
    reader = _BlockReader(findings, names, sheets, table)
    blocks = []
    if isinstance(given, list):
        for index, data in enumerate(given):
            block = reader.read(("blocks", index), data)
            if block is not None:
                blocks.append(block)
    if format is None:
        findings.stop()
    for key in ("title", "subtitle", "credit"):
        findings.check_word((key,), getattr(format, key), names.sentences)
    if format.fit and not format.most_pages:
        findings.add(("fit",), "nothing says on how many pages", "add `most_pages: ...`")
    findings.stop_if_any()
    return Booklet(
        id=format.id,
        title=format.title,
        subtitle=format.subtitle,
        blocks=tuple(blocks),
        columns=format.columns,
        most_pages=format.most_pages,
        fit=format.fit,
        by_language=format.by_language,
        orientation=format.orientation,
        credit=format.credit,
    )


class _BlockReader:
    """Reads blocks one by one, so that a problem in one does not hide those of the next."""

    def __init__(
        self, findings: Findings, names: Names, sheets: Collection[Sheet] | None, table: GameTable | None
    ) -> None:
        self.findings = findings
        self.names = names
        self.sheets = sheets
        self.table = table

    def read(self, path: DataPath, data: Data) -> Block | None:
        if not isinstance(data, dict) or not data:
            self.findings.add(path, "is no block", "write `- text: ...`, `- heading: ...` or another kind")
            return None
        kinds = [key for key in data if key in BLOCK_FORMATS]
        first = next(iter(data))
        if first not in BLOCK_FORMATS and not kinds:
            hint = suggest(first, BLOCK_FORMATS) or f"a block starts with one of: {', '.join(BLOCK_FORMATS)}"
            self.findings.add((*path, first), f"no block starts with `{first}`", hint, at="key")
            return None
        chosen = BLOCK_FORMATS[first if first in BLOCK_FORMATS else kinds[0]]
        format = self.findings.fit(chosen, data, path, beginnings=BLOCK_FORMATS)
        match format:
            case None:
                return None
            case HeadingFormat():
                self._check_word((*path, "heading"), format.heading)
                self._check_icons((*path, "icon"), [format.icon] if format.icon else [], single=True)
                return Heading(format.heading, format.level, format.icon)
            case TextFormat():
                return self._read_paragraph(path, "text", format.text)
            case LeadFormat():
                return self._read_paragraph(path, "lead", format.lead)
            case NoteFormat():
                return self._read_paragraph(path, "note", format.note)
            case OursFormat():
                return self._read_paragraph(path, "ours", format.ours)
            case CreditFormat():
                return self._read_paragraph(path, "credit", format.credit)
            case ListFormat():
                return self._read_list(path, format)
            case GridFigureFormat():
                return self._read_grid((*path, "grid"), format)
            case TrackFigureFormat():
                return self._read_track((*path, "track"), format)
            case ShapesFigureFormat():
                return self._read_shapes((*path, "shapes"), format)
            case SheetFigureFormat():
                return self._read_sheet((*path, "sheet"), format)
            case BoardFigureFormat():
                return read_board_figure(
                    self.findings, (*path, "board"), format.board, self.names, self.table
                )
            case MapFigureFormat():
                return read_map_figure(self.findings, (*path, "map"), format.map, self.names, self.table)
            case OverviewFormat():
                given = format.overview
                return read_overview(self.findings, (*path, "overview"), given, self.names, self.table)
            case PiecesFigureFormat():
                shown = format.pieces
                return read_pieces_figure(self.findings, (*path, "pieces"), shown, self.names, self.table)
            case IconTableFormat():
                return self._read_icon_table((*path, "icons"), format)
            case LineTableFormat():
                return self._read_line_table((*path, "lines"), format)
            case TableFormat():
                return read_table(self.findings, (*path, "table"), format.table, self.names)
            case FlowFormat():
                return read_flow(self.findings, (*path, "flow"), format, self.names)

    def _check_word(self, path: DataPath, key: str) -> None:
        self.findings.check_word(path, key, self.names.sentences)

    def _check_icons(self, path: DataPath, icons: list[str], *, single: bool = False) -> None:
        for index, icon in enumerate(icons):
            where = path if single else (*path, index)
            self.findings.check_name(where, icon, self.names.icons, "the icon")

    def _read_paragraph(self, path: DataPath, kind: str, key: str) -> Paragraph:
        self._check_word((*path, kind), key)
        match kind:
            case "lead" | "note" | "ours" | "credit":
                return Paragraph(key, kind)
            case _:
                return Paragraph(key)

    def _read_list(self, path: DataPath, format: ListFormat) -> ItemList:
        for index, key in enumerate(format.items):
            self._check_word((*path, "list", index), key)
        self._check_icons((*path, "icons"), format.icons)
        if format.icons and len(format.icons) != len(format.items):
            said = f"{say_count(len(format.icons), 'icon')} for {say_count(len(format.items), 'item')}"
            self.findings.add((*path, "icons"), said, "one icon for each item, or none", at="key")
        return ItemList(tuple(format.items), format.numbered, tuple(format.icons))

    def _find_section(self, path: DataPath, id: str, kind: type[S], said: str) -> S | None:
        """The section that a figure shows, if it is of the right kind and only one has the name."""
        if self.sheets is None:
            return None
        holders = [sheet for sheet in self.sheets if id in sheet.sections]
        if not holders:
            known = [other for sheet in self.sheets for other in sheet.sections]
            self.findings.add(path, f"no sheet has a section `{id}`", suggest(id, known))
            return None
        if len(holders) > 1:
            places = " and ".join(f"`{sheet.id}`" for sheet in holders)
            self.findings.add(path, f"`{id}` is a section of {places}", "give one of them another id")
            return None
        section = holders[0].sections[id]
        if not isinstance(section, kind):
            others = [one for sheet in self.sheets for one in sheet.sections.values()]
            fitting = [one.id for one in others if isinstance(one, kind)]
            hint = f"there are: {', '.join(fitting)}" if fitting else "there are none"
            self.findings.add(path, f"the section `{id}` is no {said}", hint)
            return None
        return section

    def _read_grid(self, path: DataPath, format: GridFigureFormat) -> GridFigure | None:
        given = format.grid
        self._check_word((*path, "caption"), given.caption)
        section = self._find_section((*path, "section"), given.section, GridSection, "grid")
        if section is None:
            return None
        where = (*path, "squares")
        grid = read_grid(
            self.findings, where, given.squares, legend=section.characters, naming=section.naming
        )
        if grid is None:
            return None
        entries = self._read_entries((*path, "entries"), given.entries, grid)
        return GridFigure(given.section, grid, entries, given.caption, given.labels)

    def _read_entries(self, path: DataPath, text: str, grid: SquareGrid) -> tuple[str, ...]:
        """One entry for each square, row by row; a row without squares has no line."""
        if not text:
            return ("",) * len(grid)
        rows = [grid.row(y) for y in sorted({square.y for square in grid})]
        lines = [(number, line) for number, line in enumerate(text.split("\n")) if line.strip()]
        if len(lines) != len(rows):
            said = f"{say_count(len(lines), 'line')} for {say_count(len(rows), 'row')} of squares"
            self.findings.add(path, said, "one line for each row; `.` for an empty square")
            return ()
        entries: list[str] = []
        for (number, line), row in zip(lines, rows, strict=True):
            words = list(re.finditer(r"\S+", line))
            for word in words:
                if not _ENTRY.fullmatch(word[0]):
                    self.findings.add_in_text(
                        path, number, word.start(), f"`{word[0]}` is no entry", _ENTRY_HINT
                    )
                entries.append("" if word[0] == "." else word[0])
            if len(words) != len(row):
                said = f"{say_count(len(words), 'entry', 'entries')} for {say_count(len(row), 'square')}"
                start = words[0].start()
                self.findings.add_in_text(path, number, start, said, "`.` for an empty square")
        return tuple(entries)

    def _read_track(self, path: DataPath, format: TrackFigureFormat) -> TrackFigure | None:
        given = format.track
        self._check_word((*path, "caption"), given.caption)
        found = self._find_section((*path, "section"), given.section, TrackSection, "track")
        for index, entry in enumerate(given.entries):
            if entry not in _FIELD_ENTRIES:
                hint = 'write `x` for crossed, `o` for circled, `""` for untouched'
                self.findings.add((*path, "entries", index), "is no mark of a field", hint)
        if found is None:
            return None
        fields = len(found.fields)
        if given.first + len(given.entries) > fields:
            said = f"fields up to {given.first + len(given.entries)}, but the track has {fields}"
            self.findings.add((*path, "entries"), said, at="key")
        return TrackFigure(given.section, given.first, tuple(map(str, given.entries)), given.caption)

    def _read_shapes(self, path: DataPath, format: ShapesFigureFormat) -> ShapesFigure:
        given = format.shapes
        self._check_word((*path, "caption"), given.caption)
        for index, value in enumerate(given.values):
            if self.names.faces is not None and value not in self.names.faces:
                known = ", ".join(map(str, self.names.faces)) or "none"
                self.findings.add(
                    (*path, "values", index), f"no die has a face {value}", f"there are: {known}"
                )
        return ShapesFigure(tuple(given.values), given.caption, given.every_form)

    def _read_sheet(self, path: DataPath, format: SheetFigureFormat) -> SheetFigure:
        given = format.sheet
        self._check_word((*path, "caption"), given.caption)
        if self.sheets is not None:
            sheets = {sheet.id: sheet for sheet in self.sheets}
            if self.findings.check_name((*path, "sheet"), given.sheet, sheets, "the sheet"):
                known = list(sheets[given.sheet].sections)
                for index, id in enumerate(given.numbered):
                    self.findings.check_name((*path, "numbered", index), id, known, "the section")
        return SheetFigure(given.sheet, given.caption, tuple(given.numbered))

    def _read_icon_table(self, path: DataPath, format: IconTableFormat) -> IconTable:
        for index, row in enumerate(format.icons):
            self._check_icons((*path, index, "icons"), row.icons)
            self._check_word((*path, index, "text"), row.text)
        return IconTable(tuple((tuple(row.icons), row.text) for row in format.icons))

    def _read_line_table(self, path: DataPath, format: LineTableFormat) -> LineTable:
        given = format.lines
        for index, key in enumerate(given.headings):
            self._check_word((*path, "headings", index), key)
        self._check_icons((*path, "icons"), given.icons)
        if given.icons and len(given.icons) != len(given.headings):
            said = f"{say_count(len(given.icons), 'icon')} for {say_count(len(given.headings), 'column')}"
            self.findings.add((*path, "icons"), said, "one icon for each heading, or none", at="key")
        return LineTable(tuple(given.headings), given.lines, given.line_height, tuple(given.icons))
