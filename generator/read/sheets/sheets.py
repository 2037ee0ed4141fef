"""A sheet file -> Sheet: drawings become squares, and each section is placed."""

from collections.abc import Collection, Sequence
from pathlib import Path

from generator.model import sheet as model
from generator.model.places import name_lines
from generator.model.sheet import GridSection, Panel, Section, Sheet, SquareShapes, TrackField, TrackSection
from generator.model.values import dataclass, replace
from generator.read.declared.findings import Findings
from generator.read.declared.grids import PLAIN, read_grid
from generator.read.declared.names import NO_NAMES
from generator.read.files.yaml_reader import DataPath
from generator.read.pieces.checks import check_alone
from generator.read.templates.templates import PartKeys, TemplateBook, name_part, place_elements


@dataclass(frozen=True)
class SheetFile(PartKeys, Sheet):
    """One page to write on."""


def read_sheet(path: Path, *, book: TemplateBook | None = None) -> Sheet:
    """Read a sheet; raises DataError with all problems."""
    reader, book = (book or TemplateBook(NO_NAMES, path.parent)).open(path)
    findings = reader.findings
    sheet = reader.read_filled(SheetFile)
    bands, ids = reader.get(("bands",)), findings.source.get("sections")
    if bands is not None and isinstance(ids, dict):
        _check_bands(findings, bands, ids)
    if sheet is None:
        findings.stop()
    sheet = name_part(sheet, path)
    sections = {id: _finish(findings, ("sections", id), one) for id, one in sheet.sections.items()}
    for holder in (sheet, *sheet.sections.values()):
        if isinstance(holder, Sheet | GridSection | model.StackSection) and holder.draw:
            check_alone(place_elements(reader, holder.id, holder), book, findings, None)
    findings.stop_if_any()
    return replace(sheet, sections=sections)


def _check_bands(findings: Findings, bands: Sequence[Sequence[Panel]], sections: Collection[str]) -> None:
    placed: set[str] = set()
    for band_index, band in enumerate(bands):
        for panel_index, panel in enumerate(band):
            for index, id in enumerate(panel.sections):
                path = ("bands", band_index, panel_index, "sections", index)
                if findings.check_name(path, id, sections, "section") and id in placed:
                    findings.add(path, f"the section `{id}` is already placed", "place it once")
                placed.add(id)
    for id in sections:
        if id not in placed:
            hint = "add it to a panel of `bands`"
            findings.add(("sections", id), "this section is not placed on the sheet", hint, at="key")


def _finish(findings: Findings, path: DataPath, section: Section) -> Section:
    if isinstance(section, GridSection):
        return _finish_grid(findings, path, section)
    if isinstance(section, TrackSection):
        fields = enumerate(section.fields or (TrackField(),) * section.count, start=1)
        numbered = (replace(one, id=str(number), label=one.label or str(number)) for number, one in fields)
        return replace(section, fields=tuple(numbered))
    if isinstance(section, model.ShapesSection):
        found = enumerate(section.shapes)
        shapes = (_finish_shapes(findings, (*path, "shapes", index), one) for index, one in found)
        return replace(section, shapes=tuple(shapes))
    return section


def _finish_shapes(findings: Findings, path: DataPath, entry: SquareShapes) -> SquareShapes:
    drawings = enumerate(entry.squares)
    paths = (((*path, "squares", index), drawing) for index, drawing in drawings)
    grids = [read_grid(findings, where, drawing, legend=PLAIN, naming="grid") for where, drawing in paths]
    shapes = []
    for squares in filter(None, grids):
        left, top = (min(getattr(square, axis) for square in squares) for axis in "xy")
        shapes.append(tuple((int(square.x - left), int(square.y - top)) for square in squares))
    return replace(entry, shapes=tuple(shapes))


def _finish_grid(findings: Findings, path: DataPath, section: GridSection) -> GridSection:
    grid = read_grid(
        findings, (*path, "squares"), section.squares, legend=section.characters, naming=section.naming
    )
    if grid is None:
        return section
    rows = {label: y for y, label in name_lines(grid, section.naming)[1].items()}
    bonuses = {}
    for label, mark in section.bonus_by_label.items():
        if label in rows:
            bonuses[rows[label]] = mark
        else:
            where = (*path, "row_bonuses", label)
            labels = sorted(rows, key=lambda label: (len(label), label))
            several = f"the rows are {labels[0]} to {labels[-1]}"
            hint = several if len(labels) > 1 else f"the only row is {labels[0]}"
            findings.add(where, f"there is no row `{label}`", hint, at="key")
    return replace(section, grid=grid, row_bonuses=bonuses)
