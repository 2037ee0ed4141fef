"""A sheet file -> Sheet: sections of squares, tracks and keys, and where they stand."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.model.sheet import (
    GridSection,
    KeyEntry,
    KeyGroup,
    KeySection,
    LinesSection,
    Panel,
    RowBonus,
    Section,
    ShapesSection,
    Sheet,
    TrackField,
    TrackSection,
)
from generator.read.checking import Findings
from generator.read.formats.sheets import (
    SECTION_FORMATS,
    GridFormat,
    KeyFormat,
    LinesFormat,
    SectionFormat,
    ShapesFormat,
    SheetFormat,
    TrackFormat,
)
from generator.read.grids import Legend, read_grid, read_legend, row_labels
from generator.read.names import Names
from generator.read.phrases import suggest
from generator.read.sentences import check_text
from generator.read.yaml_reader import Data, DataPath, read_yaml


@dataclass(frozen=True, slots=True)
class SheetFile:
    """A sheet, and what figures in booklets need to know of its drawings."""

    sheet: Sheet
    legends: Mapping[str, Legend]
    """By section."""


def read_sheet(path: Path, *, names: Names) -> SheetFile:
    """The sheet of a file; raises DataError with all that is wrong with it."""
    source = read_yaml(path)
    findings = Findings(source)
    format = findings.fit(SheetFormat, source.data)
    reader = _SectionReader(findings, names)
    given = source.data.get("sections") if isinstance(source.data, dict) else None
    sections = []
    if isinstance(given, dict):
        for id, data in given.items():
            section = reader.read(id, data)
            if section is not None:
                sections.append(section)
    if format is None:
        findings.stop()
    for key in ("title", "subtitle", "name_field", "credit"):
        findings.check_word((key,), getattr(format, key), names.sentences)
    bands = _read_bands(findings, format)
    findings.stop_if_any()
    sheet = Sheet(
        id=format.id,
        title=format.title,
        subtitle=format.subtitle,
        name_field=format.name_field,
        sections=tuple(sections),
        bands=bands,
        orientation=format.orientation,
        credit=format.credit,
    )
    return SheetFile(sheet, reader.legends)


def _read_bands(findings: Findings, format: SheetFormat) -> tuple[tuple[Panel, ...], ...]:
    """Every section stands in exactly one panel."""
    placed: set[str] = set()
    for band_index, band in enumerate(format.bands):
        for panel_index, panel in enumerate(band):
            for index, id in enumerate(panel.sections):
                path = ("bands", band_index, panel_index, "sections", index)
                if findings.check_name(path, id, format.sections, "the section") and id in placed:
                    findings.add(path, f"the section `{id}` is placed a second time", "place it once")
                placed.add(id)
    for id in format.sections:
        if id not in placed:
            hint = "name it in a panel of `bands`"
            findings.add(("sections", id), "this section is not placed on the sheet", hint, at="key")
    return tuple(tuple(Panel(tuple(panel.sections), panel.share) for panel in band) for band in format.bands)


class _SectionReader:
    """Reads sections one by one, so that a problem in one does not hide those of the next."""

    def __init__(self, findings: Findings, names: Names) -> None:
        self.findings = findings
        self.names = names
        self.legends: dict[str, Legend] = {}

    def read(self, id: str, data: Data) -> Section | None:
        path: DataPath = ("sections", id)
        self.findings.check_id(path, id)
        kind = data.get("kind") if isinstance(data, dict) else None
        if not isinstance(data, dict):
            self.findings.add(path, "has no value" if data is None else "must be keys with values", at="key")
            return None
        if not isinstance(kind, str):
            known = ", ".join(SECTION_FORMATS)
            self.findings.add(path, "`kind` is missing", f"add `kind: ...`, one of: {known}", at="key")
            return None
        if kind not in SECTION_FORMATS:
            hint = suggest(kind, SECTION_FORMATS)
            self.findings.add((*path, "kind"), f"no section is of the kind `{kind}`", hint)
            return None
        format = self.findings.fit(SECTION_FORMATS[kind], data, path)
        if format is None:
            return None
        self._check_heading(path, format)
        match format:
            case GridFormat():
                return self._read_grid(id, path, format)
            case TrackFormat():
                return self._read_track(id, path, format)
            case KeyFormat():
                return self._read_key(id, path, format)
            case ShapesFormat():
                return ShapesSection(id, format.title, format.size, icon=format.icon, hint=format.hint)
            case LinesFormat():
                return self._read_lines(id, path, format)

    def _check_heading(self, path: DataPath, format: SectionFormat) -> None:
        for key in ("title", "hint"):
            self.findings.check_word((*path, key), getattr(format, key), self.names.sentences)
        self._check_icon((*path, "icon"), format.icon)

    def _check_icon(self, path: DataPath, icon: str) -> None:
        if icon:
            self.findings.check_name(path, icon, self.names.icons, "the icon")

    def _check_mark(self, path: DataPath, mark: str) -> None:
        if mark:
            self.findings.check_name(path, mark, self.names.marks, "the mark")

    def _read_grid(self, id: str, path: DataPath, format: GridFormat) -> GridSection | None:
        legend = read_legend(self.findings, (*path, "legend"), format.legend, self.names.marks)
        self.legends[id] = legend
        for label, mark in format.row_bonuses.items():
            self._check_mark((*path, "row_bonuses", label), mark)
        grid = read_grid(
            self.findings, (*path, "squares"), format.squares, legend=legend, naming=format.naming
        )
        if grid is None:
            return None
        rows = row_labels(grid, format.naming)
        bonuses = []
        for label, mark in format.row_bonuses.items():
            if label in rows:
                bonuses.append(RowBonus(rows[label], mark))
            else:
                where = (*path, "row_bonuses", label)
                self.findings.add(where, f"there is no row `{label}`", _say_rows(rows), at="key")
        return GridSection(
            id=id,
            title=format.title,
            grid=grid,
            size=format.size,
            look=format.look,
            naming=format.naming,
            row_bonuses=tuple(bonuses),
            icon=format.icon,
            hint=format.hint,
        )

    def _read_track(self, id: str, path: DataPath, format: TrackFormat) -> TrackSection | None:
        if bool(format.count) == bool(format.fields):
            if format.count:
                self.findings.add(
                    (*path, "count"), "`count` and `fields` exclude each other", "keep one", at="key"
                )
            else:
                self.findings.add(
                    path, "the track has no fields", "add `count: ...` or `fields: ...`", at="key"
                )
            return None
        fields = [TrackField(str(number), str(number)) for number in range(1, format.count + 1)]
        for index, given in enumerate(format.fields):
            where = (*path, "fields", index)
            for mark_index, mark in enumerate(given.marks):
                self._check_mark((*where, "marks", mark_index), mark)
            self._check_mark((*where, "bonus"), given.bonus)
            check_text(self.findings, (*where, "label"), given.label, pictured=self.names)
            number = str(index + 1)
            marks = tuple(given.marks)
            fields.append(TrackField(number, given.label or number, marks, given.bonus, given.cost))
        return TrackSection(
            id=id,
            title=format.title,
            fields=tuple(fields),
            size=format.size,
            shape=format.shape,
            icon=format.icon,
            hint=format.hint,
        )

    def _read_key(self, id: str, path: DataPath, format: KeyFormat) -> KeySection:
        groups = []
        for index, group in enumerate(format.groups):
            where = (*path, "groups", index)
            self.findings.check_word((*where, "title"), group.title, self.names.sentences)
            for entry_index, entry in enumerate(group.entries):
                place = (*where, "entries", entry_index)
                self.findings.check_word((*place, "text"), entry.text, self.names.sentences)
                for icon_index, icon in enumerate(entry.icons):
                    self._check_icon((*place, "icons", icon_index), icon)
            entries = tuple(KeyEntry(entry.text, tuple(entry.icons)) for entry in group.entries)
            groups.append(KeyGroup(group.title, entries, group.columns))
        return KeySection(id, format.title, tuple(groups), icon=format.icon, hint=format.hint)

    def _read_lines(self, id: str, path: DataPath, format: LinesFormat) -> LinesSection:
        for index, label in enumerate(format.labels):
            self.findings.check_word((*path, "labels", index), label, self.names.sentences)
        return LinesSection(
            id=id,
            title=format.title,
            labels=tuple(format.labels),
            line_height=format.line_height,
            columns=format.columns,
            icon=format.icon,
            hint=format.hint,
        )


def _say_rows(rows: Mapping[str, Any]) -> str:
    labels = sorted(rows, key=lambda label: (len(label), label))
    return f"the rows are {labels[0]} to {labels[-1]}" if len(labels) > 1 else f"the only row is {labels[0]}"
