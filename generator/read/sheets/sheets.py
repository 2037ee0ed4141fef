"""A sheet file -> Sheet: drawings become squares, and each section has its place."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from generator.model.sheet import GridSection, Panel, RowBonus, Section, Sheet, TrackField, TrackSection
from generator.read.boards.grids import read_grid, row_labels
from generator.read.declared.findings import Findings
from generator.read.declared.reader import Judge, Reader, accept_all
from generator.read.files.yaml_reader import DataPath, read_yaml


def read_sheet(path: Path, *, judge: Judge = accept_all) -> Sheet:
    """The sheet of a file; raises DataError with all that is wrong with it."""
    source = read_yaml(path)
    findings = Findings(source)
    reader = Reader(findings, judge)
    sheet = reader.read(Sheet, source.data)
    bands, given = reader.get(("bands",)), source.data
    ids = given.get("sections") if isinstance(given, dict) else None
    if bands is not None and isinstance(ids, dict):
        _check_bands(findings, bands, ids)
    if sheet is None:
        findings.stop()
    sections = {id: _finish(findings, ("sections", id), one) for id, one in sheet.sections.items()}
    findings.stop_if_any()
    return replace(sheet, sections=sections)


def _check_bands(findings: Findings, bands: Sequence[Sequence[Panel]], sections: Collection[str]) -> None:
    """Every section stands in exactly one panel."""
    placed: set[str] = set()
    for band_index, band in enumerate(bands):
        for panel_index, panel in enumerate(band):
            for index, id in enumerate(panel.sections):
                path = ("bands", band_index, panel_index, "sections", index)
                if findings.check_name(path, id, sections, "the section") and id in placed:
                    findings.add(path, f"the section `{id}` is placed a second time", "place it once")
                placed.add(id)
    for id in sections:
        if id not in placed:
            hint = "name it in a panel of `bands`"
            findings.add(("sections", id), "this section is not placed on the sheet", hint, at="key")


def _finish(findings: Findings, path: DataPath, section: Section) -> Section:
    """A section with what is derived from what its file says: squares, bonuses, numbered fields."""
    match section:
        case GridSection():
            return _finish_grid(findings, path, section)
        case TrackSection():
            fields = section.fields or (TrackField(),) * section.count
            numbered = enumerate(fields, 1)
            return replace(
                section,
                fields=tuple(
                    replace(field, id=str(number), label=field.label or str(number))
                    for number, field in numbered
                ),
            )
        case _:
            return section


def _finish_grid(findings: Findings, path: DataPath, section: GridSection) -> GridSection:
    grid = read_grid(
        findings, (*path, "squares"), section.squares, legend=section.characters, naming=section.naming
    )
    if grid is None:
        return section
    rows = row_labels(grid, section.naming)
    bonuses = []
    for label, mark in section.bonus_by_label.items():
        if label in rows:
            bonuses.append(RowBonus(rows[label], mark))
        else:
            where = (*path, "row_bonuses", label)
            findings.add(where, f"there is no row `{label}`", _say_rows(rows), at="key")
    return replace(section, grid=grid, row_bonuses=tuple(bonuses))


def _say_rows(rows: Mapping[str, Any]) -> str:
    labels = sorted(rows, key=lambda label: (len(label), label))
    return f"the rows are {labels[0]} to {labels[-1]}" if len(labels) > 1 else f"the only row is {labels[0]}"
