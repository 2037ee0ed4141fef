"""Figures of booklets that show a sheet or a part of one, compared with the sheets of the kit."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from generator.model.booklet import GridFigure, SheetFigure, TrackFigure
from generator.model.kinds import matching
from generator.model.sheet import GridSection, Section, Sheet, TrackSection
from generator.read.boards.grids import read_grid
from generator.read.booklets.drawings import Drawing
from generator.read.declared.findings import Findings
from generator.read.files.phrases import suggest
from generator.read.files.yaml_reader import DataPath

S = TypeVar("S", bound=Section)

_HINT = "a number, `x`, `o`, `#`, `?`, `!`, `o3`, `!3`, or `.` for nothing"
_ENTRIES = Drawing(
    pattern=r"\S+",
    called=("entry", "entries"),
    place="square",
    parse=matching(r"[xo#?!]|[o!]?\d{1,3}", "an entry", _HINT),
)


def finish_grid_figure(
    findings: Findings, path: DataPath, figure: GridFigure, sheets: Sequence[Sheet]
) -> GridFigure:
    """Return the figure with its squares and entries."""
    section = _find_section(findings, (*path, "section"), figure.section, sheets, GridSection, "grid")
    if section is None:
        return figure
    where = (*path, "squares")
    grid = read_grid(findings, where, figure.squares, legend=section.characters, naming=section.naming)
    if grid is None:
        return figure
    rows = [[square.id for square in grid.row(y)] for y in sorted({square.y for square in grid})]
    entries = _ENTRIES.read(findings, (*path, "entries"), figure.drawn, rows)
    return replace(figure, grid=grid, entries=tuple(entries.get(square.id, "") for square in grid))


def check_track_figure(
    findings: Findings, path: DataPath, figure: TrackFigure, sheets: Sequence[Sheet]
) -> None:
    """Add a problem for a section that is no track, and for more entries than it has fields."""
    section = _find_section(findings, (*path, "section"), figure.section, sheets, TrackSection, "track")
    last = figure.first + len(figure.entries)
    fields = 0 if section is None else len(section.fields)
    if section is not None and last > fields:
        findings.add((*path, "entries"), f"fields up to {last}, but the track has {fields}", at="key")


def check_sheet_figure(
    findings: Findings, path: DataPath, figure: SheetFigure, sheets: Sequence[Sheet]
) -> None:
    """Add a problem for each section that the sheet does not have."""
    known = next((sheet.sections for sheet in sheets if sheet.id == figure.sheet), None)
    for index, id in enumerate(figure.numbered):
        findings.check_name((*path, "numbered", index), id, known, "the section")


def _find_section(
    findings: Findings, path: DataPath, id: str, sheets: Sequence[Sheet], kind: type[S], said: str
) -> S | None:
    """Return the section that a figure shows, if it is of the right kind and only one has the name."""
    holders = [sheet for sheet in sheets if id in sheet.sections]
    sections = [section for sheet in sheets for section in sheet.sections.values()]
    if not holders:
        known = [section.id for section in sections]
        findings.add(path, f"no sheet has a section `{id}`", suggest(id, known))
        return None
    if len(holders) > 1:
        places = " and ".join(f"`{sheet.id}`" for sheet in holders)
        findings.add(path, f"`{id}` is a section of {places}", "give one of them another id")
        return None
    section = holders[0].sections[id]
    if not isinstance(section, kind):
        fitting = ", ".join(one.id for one in sections if isinstance(one, kind))
        hint = f"there are: {fitting}" if fitting else "there are none"
        findings.add(path, f"the section `{id}` is no {said}", hint)
        return None
    return section
