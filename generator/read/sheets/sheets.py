"""A sheet file -> Sheet, with each section in one panel."""

from collections.abc import Collection, Sequence
from pathlib import Path

from generator.model.kit import Panel, Sheet
from generator.model.values import dataclass
from generator.read.declared.findings import Findings
from generator.read.declared.names import NO_NAMES
from generator.read.pieces.checks import check_alone
from generator.read.templates.templates import PartKeys, TemplateBook, name_part, place_elements, to_part


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
    for id, holder in ((sheet.id, sheet), *sheet.sections.items()):
        check_alone(place_elements(reader, id, holder), book, findings, None)
    findings.stop_if_any()
    part: Sheet = to_part(sheet, Sheet)
    return part


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
