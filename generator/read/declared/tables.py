"""Tables of any program -> rows of named fields: CSV, workbooks, JSON, and YAML, with any header."""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import yaml

from generator.errors import Problem
from generator.read.declared.csv_tables import CsvCells
from generator.read.declared.findings import Findings
from generator.read.files.phrases import suggest
from generator.read.files.text_files import (
    MEGABYTE,
    decode_table,
    decode_text,
    has_forbidden,
    name_file,
    read_bytes,
    unreadable,
)
from generator.read.files.yaml_places import DEEPEST, Spot, compose
from generator.read.files.yaml_reader import Data, DataPath, Source, parse_yaml

SUFFIXES = (".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".xlsb", ".xls", ".ods", ".json", ".yaml", ".yml")
MOST_BYTES = 32 * MEGABYTE

_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""First bytes of the files of spreadsheets."""
_INHERITED = ("count", "front", "back")
"""Columns whose empty cells mean the default of the deck."""
_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "'": "", "’": ""}
)
_LONGEST = 60


def make_slug(text: str) -> str:
    """Return a text as lower-case ASCII letters, digits, and `_`: `goblin_king` for `Goblin King!`."""
    plain = unicodedata.normalize("NFKD", text.lower().translate(_LETTERS))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub("[^a-z0-9]+", "_", plain)[:_LONGEST].strip("_")


def make_name(title: str) -> str:
    """Return the name of the field for a column: `card_name` for `Card Name` and `cardName`."""
    return make_slug(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", title))


class Cells(Protocol):
    """The cells of a table, and where they are."""

    file: str
    rows: list[list[str]]
    first: int
    """Index of the row with the names of the columns."""

    def spot_of(self, row: int, place: int) -> Spot: ...
    def describe(self, row: int, place: int) -> str: ...
    def find_wrong_length(self, row: int) -> Problem | None: ...


class Columns:
    """The columns of a table: the titles that the file has, and the names of their fields."""

    def __init__(self, titles: Sequence[str], rename: Mapping[str, str]) -> None:
        self.titles = titles
        self.names: list[str] = []
        """Unique names of fields; those of lists were written with `[]`."""
        self.lists: set[str] = set()
        self.odd: list[int] = []
        """Places of columns whose names cannot be guessed from their titles."""
        for place, title in enumerate(titles):
            wanted = rename.get(title) or rename.get(make_name(title)) or title
            name = base = make_name(wanted)
            if not base[:1].isalpha():
                name = base = f"column_{base or place + 1}"
            number = count(2)
            while name in self.names:
                name = f"{base}_{next(number)}"
            if name != make_name(wanted):
                self.odd.append(place)
            if wanted.endswith("[]"):
                self.lists.add(name)
            self.names.append(name)

    def find(self, text: str) -> str:
        """Return the name of a column by its title or name; empty if there is none."""
        if text in self.titles:
            return self.names[self.titles.index(text)]
        name = make_name(text)
        return next((known for known in self.names if known in (text, name)), "")

    def place_of(self, name: DataPath) -> int | None:
        """Return the place of the column that a path names; None if it names none."""
        return next((self.names.index(step) for step in name if step in self.names), None)


class TableSource(Source):
    """The rows of a table as a list of mappings; paths are (index of the row, name of the column)."""

    def __init__(self, file: str, text: str, columns: Columns) -> None:
        super().__init__(file, text, [])
        self.columns = columns

    def shown(self, path: DataPath) -> DataPath:
        """Return the path with the title of the column that the file has."""
        titles = dict(zip(self.columns.names, self.columns.titles, strict=True))
        return tuple(
            titles.get(step, step).replace("\n", " ") if isinstance(step, str) else step for step in path
        )

    def spot_in_text(self, path: DataPath, line: int, column: int) -> Spot:
        """Return the start of the cell: quotes hide the positions of its characters."""
        return self.spot_of(path)

    def spot_of_key(self, path: DataPath) -> Spot:
        return self.spot_of(path)


class CellsSource(TableSource):
    """A table of cells: CSV, or a sheet of a workbook."""

    def __init__(self, cells: Cells, columns: Columns) -> None:
        super().__init__(cells.file, "", columns)
        self.cells = cells
        self.rows: list[int] = []
        """Index of each row of the data among all rows of the file."""

    def spot_of(self, path: DataPath) -> Spot:
        """Return the position of a cell, of the first cell of a row, or of a column's name."""
        return self.cells.spot_of(*self._find(path))

    def shown(self, path: DataPath) -> DataPath:
        name = self.cells.describe(*self._find(path))
        if not name:
            return super().shown(path)
        place = self.columns.place_of(path)
        return (name if place is None else f"{name} ({' '.join(self.columns.titles[place].split())})",)

    def _find(self, path: DataPath) -> tuple[int, int]:
        row = self.rows[path[0]] if path and isinstance(path[0], int) else self.cells.first
        return row, self.columns.place_of(path) or 0


class RecordsSource(TableSource):
    """A list of objects in a JSON or YAML file."""

    def __init__(self, source: Source, base: DataPath, keys: Sequence[str | int], columns: Columns) -> None:
        super().__init__(source.file, source.text, columns)
        self._source, self._base, self._keys = source, base, keys

    def spot_of(self, path: DataPath) -> Spot:
        """Return the position of a value in the file."""
        titles = dict(zip(self.columns.names, self.columns.titles, strict=True))
        rest = (titles.get(step, step) if isinstance(step, str) else step for step in path[1:])
        row = (self._keys[path[0]],) if path and isinstance(path[0], int) else ()
        return self._source.spot_of((*self._base, *row, *rest))


class _JsonSource(Source):
    """JSON is nearly YAML, which has positions."""

    @cached_property
    def _root(self) -> Any:
        try:
            return compose(self.text.replace("\t", " "))
        except yaml.YAMLError:
            return compose("{}")


def read_table(path: Path, *, sheet: str = "", rename: Mapping[str, str] | None = None) -> Findings:
    """Return the rows of a table, in `source.data`, and their problems; raises DataError.

    `sheet` is a sheet of a workbook or a key of a JSON or YAML file, `rename` has new names of columns.
    """
    file, data = name_file(path), read_bytes(path, MOST_BYTES)
    suffix = path.suffix.lower()
    if data.startswith(_WORKBOOKS):
        from generator.read.declared.workbooks import WorkbookCells

        return _read_cells(WorkbookCells(data, file=file, sheet=sheet), rename or {})
    if suffix in (".json", ".yaml", ".yml"):
        text = decode_text(data, file=file)
        source = _parse_json(text, file) if suffix == ".json" else parse_yaml(text, file=file)
        return _read_records(source, sheet, rename or {})
    if suffix in (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"):
        raise unreadable(file, "is not a workbook", "save it again, or save the sheet as CSV")
    if sheet:
        raise unreadable(file, f"there is no sheet `{sheet}`", "only workbooks have sheets; remove `sheet`")
    text, line = decode_table(data, file=file)
    findings = _read_cells(CsvCells(text, file=file, names="the names of fields"), rename or {})
    if line:
        message = "is not UTF-8 text, and is read as Windows-1252"
        hint = "check its accents, or save it as “CSV UTF-8”"
        findings.warnings.append(Problem(file, line, 1, "", message, hint))
    return findings


def _read_cells(cells: Cells, rename: Mapping[str, str]) -> Findings:
    body = [(number, row) for number, row in enumerate(cells.rows) if number > cells.first and any(row)]
    header = [title.strip() for title in cells.rows[cells.first]]
    while header and not header[-1] and not any("".join(row[len(header) - 1 :]).strip() for _, row in body):
        header.pop()
    source = CellsSource(cells, Columns(header, rename))
    findings, columns = Findings(source), source.columns
    used = [
        place
        for place, title in enumerate(header)
        if title or any(row[place : place + 1] != [""] for _, row in body)
    ]
    data: list[Data] = []
    for number, row in body:
        source.rows.append(number)
        if problem := cells.find_wrong_length(number):
            findings.problems.append(problem)
        fields: dict[str, Data] = {
            columns.names[place]: row[place].strip() for place in used if place < len(row)
        }
        data.append(fields)
    source.data = data
    _finish(findings, columns)
    return findings


def _finish(findings: Findings, columns: Columns) -> None:
    """Split the cells of lists, drop empty cells of inherited columns, and warn of odd columns."""
    data = findings.source.data
    assert isinstance(data, list)
    for row in data:
        assert isinstance(row, dict)
        for name in _INHERITED:
            if row.get(name) == "":
                del row[name]
        for name in columns.lists:
            cell = row.get(name)
            if isinstance(cell, str):
                row[name] = [item.strip() for item in re.split("[;\n]", cell) if item.strip()]
    for place in columns.odd:
        title, name = columns.titles[place], columns.names[place]
        if name in (data[0] if data and isinstance(data[0], dict) else ()):
            message = (
                f"the column `{title}` is the field `{name}`"
                if title
                else f"a column without a name is the field `{name}`"
            )
            findings.warn(
                (name,), message, f"or write `rename: {{{title}: ...}}`" if title else "give it a name"
            )


def _parse_json(text: str, file: str) -> Source:
    def refuse(constant: str) -> str:
        raise ValueError(f"`{constant}` is not a number")

    try:
        data = json.loads(text, parse_int=str, parse_float=str, parse_constant=refuse)
        return _JsonSource(file, text, _plain(data, 0))
    except json.JSONDecodeError as error:
        raise unreadable(file, f"is not JSON: {error.msg}", line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError) as error:
        reason = "too many levels" if isinstance(error, RecursionError) else str(error)
        raise unreadable(file, f"is not JSON: {reason}") from None


def _plain(value: Any, depth: int) -> Data:
    """Return JSON data as YAML has it: all values are texts."""
    if depth > DEEPEST:
        raise ValueError("too many levels")
    if isinstance(value, dict):
        return {key: _plain(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner, depth + 1) for inner in value]
    text = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    if has_forbidden(text):
        raise ValueError(f"`{text}` contains a control character")
    return text


def _read_records(source: Source, sheet: str, rename: Mapping[str, str]) -> Findings:
    data = source.data
    base: DataPath = (sheet,) if sheet else ()
    if sheet:
        if not isinstance(data, dict) or sheet not in data:
            known = data if isinstance(data, dict) else ()
            raise unreadable(source.file, f"there is no key `{sheet}` at the top", suggest(sheet, known))
        data = data[sheet]
    keys: list[str | int] = [*data] if isinstance(data, dict) else [*range(len(data or ()))]
    rows = [*data.values()] if isinstance(data, dict) else data
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        lists = [key for key in keys if isinstance(data, dict) and isinstance(data[str(key)], list)]
        hint = f"write `sheet: {lists[0]}`" if lists else 'such as `[{"name": "Goblin"}]`'
        raise unreadable(source.file, "is not a list of objects", hint)
    if isinstance(data, dict):
        rows = [{"id": key, **row} for key, row in data.items() if isinstance(row, dict)]
    titles = list(dict.fromkeys(key for row in rows if isinstance(row, dict) for key in row))
    columns = Columns(titles, rename)
    table = RecordsSource(source, base, keys, columns)
    table.data = [
        {name: _name_keys(row.get(title)) for name, title in zip(columns.names, titles, strict=True)}
        for row in rows
        if isinstance(row, dict)
    ]
    findings = Findings(table)
    _finish(findings, columns)
    return findings


def _name_keys(value: Data) -> Data:
    """Return a value whose inner keys are names of fields; an absent one is empty."""
    if isinstance(value, dict):
        return {make_name(key) or key: _name_keys(inner) for key, inner in value.items()}
    return [_name_keys(item) for item in value] if isinstance(value, list) else value or ""
