"""CSV files: one row a piece, the first row the names of fields; every cell knows its line and column."""

import csv
import re
from functools import cached_property
from io import StringIO
from pathlib import Path

from generator.errors import Problem, UnreadableData
from generator.read.checking import Findings
from generator.read.files import read_text
from generator.read.phrases import say_count
from generator.read.yaml_places import Spot
from generator.read.yaml_reader import Data, DataPath, Source

_COLUMN = re.compile(r"([a-z][a-z0-9]*(?:_[a-z0-9]+)*)(\[\])?")
_SAID = {",": "comma", ";": "semicolon", "\t": "tab"}
_SAID_OF_ALL = ("count", "front", "back")


class CsvSource(Source):
    """The rows of a CSV file as a list of mappings; paths are (index of the row, name of the column)."""

    def __init__(self, file: str, text: str, delimiter: str) -> None:
        super().__init__(file, text, [])
        self.delimiter = delimiter
        self.columns: list[str] = []
        """Names as they are in the file: lists end with `[]`."""
        self.rows: list[int] = []
        """Where each row of the data stands among all rows of the file."""

    def spot_of(self, path: DataPath) -> Spot:
        """Of a cell, or of the first cell of a row; a path without a row is the row of names."""
        row = self.rows[path[0]] if path and isinstance(path[0], int) else 0
        column = path[1] if len(path) > 1 else path[0] if path and isinstance(path[0], str) else ""
        names = [name.removesuffix("[]") for name in self.columns]
        place = names.index(column) if column in names else 0
        return self.spot_of_cell(row, place)

    def spot_of_key(self, path: DataPath) -> Spot:
        """A cell has no key of its own."""
        return self.spot_of(path)

    def spot_in_text(self, path: DataPath, line: int, column: int) -> Spot:
        """Where the cell begins: quotes and doubled quotes hide where a character stands."""
        return self.spot_of(path)

    def spot_of_cell(self, row: int, place: int) -> Spot:
        cells = self._cells[row]
        return cells[min(place, len(cells) - 1)]

    @property
    def open_quote(self) -> Spot | None:
        """Where a quote stands that is not closed to the end."""
        return self._scanned[1]

    @property
    def _cells(self) -> list[list[Spot]]:
        return self._scanned[0]

    @cached_property
    def _scanned(self) -> tuple[list[list[Spot]], Spot | None]:
        """Where each cell of each row begins, and where a quote that is left open."""
        rows: list[list[Spot]] = [[(1, 1)]]
        quote = (1, 1)
        line, start, quoted = 1, 0, False
        # A quote opens at the start of a cell, or right after another: elsewhere it is a character.
        opens = 0
        for index, character in enumerate(self.text):
            if character == '"' and (quoted or index == opens):
                quoted = not quoted
                opens = index + 1
                quote = (line, index - start + 1)
            elif character == "\n":
                line, start = line + 1, index + 1
                if not quoted:
                    rows.append([(line, 1)])
                    opens = index + 1
            elif character == self.delimiter and not quoted:
                rows[-1].append((line, index - start + 2))
                opens = index + 1
        return rows, quote if quoted else None


def read_csv(path: Path) -> Findings:
    """The rows of a file, in `findings.source.data`, and what is wrong with them.

    Raises UnreadableData when the file cannot be taken as a table at all.
    """
    file, text = read_text(path)
    first = text.split("\n", 1)[0]
    delimiter = max(_SAID, key=first.count)
    source = CsvSource(file, text, delimiter)
    findings = Findings(source)
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        rows = list(reader)
    except csv.Error as error:
        hint = "a cell with quotes, or with a line break, stands in quotes; quotes in it are doubled"
        spot = source.open_quote
        said = f"is no table: {error}" if spot is None else "a quote is opened here and never closed"
        line, column = spot or (reader.line_num, 1)
        raise UnreadableData([Problem(file, line, column, "", said, hint)]) from None
    if not rows or not any(rows[0]):
        said = "the first row is empty" if any(map(any, rows)) else "is empty"
        raise UnreadableData([Problem(file, 0, 0, "", said, "the first row has the names of fields")])
    _read_rows(findings, source, rows)
    return findings


def _read_rows(findings: Findings, source: CsvSource, rows: list[list[str]]) -> None:
    source.columns = [name.strip() for name in rows[0]]
    names = _check_columns(findings, source)
    if "id" not in names:
        if "id" not in map(str.lower, names):
            said = "there is no column `id`"
            findings.problems.append(Problem(source.file, 1, 1, "", said, "every row has a name of its own"))
        findings.stop()
    lists = [name.removesuffix("[]") for name in source.columns if name.endswith("[]")]
    data: list[Data] = []
    for number, row in enumerate(rows):
        if number == 0 or not any(row):
            continue
        source.rows.append(number)
        if len(row) != len(names):
            _add_wrong_length(findings, source, number, len(row))
        fields: dict[str, Data] = dict(zip(names, map(str.strip, row), strict=False))
        for name in _SAID_OF_ALL:
            # What a table says nothing of is what the deck says of all its pieces.
            if fields.get(name) == "":
                del fields[name]
        for name in lists:
            cell = fields.get(name)
            if isinstance(cell, str):
                fields[name] = [item.strip() for item in cell.split(";") if item.strip()]
        data.append(fields)
    source.data = data


def _check_columns(findings: Findings, source: CsvSource) -> list[str]:
    names: list[str] = []
    for place, column in enumerate(source.columns):
        match = _COLUMN.fullmatch(column)
        spot = source.spot_of_cell(0, place)
        if match is None:
            hint = "small letters, digits and `_`; `pills[]` for lists"
            small = re.sub(r"\W+", "_", column.lower().removesuffix("[]")).strip("_")
            if _COLUMN.fullmatch(small) and small != column:
                hint = f"write `{small}{'[]' if column.endswith('[]') else ''}`: {hint}"
            message = f"`{column}` is no name of a column" if column else "this column has no name"
            findings.problems.append(Problem(source.file, *spot, "", message, hint))
        elif match[1] in names:
            message = f"the column `{match[1]}` is there twice"
            findings.problems.append(Problem(source.file, *spot, "", message, "keep one of them"))
        names.append(match[1] if match else column)
    return names


def _add_wrong_length(findings: Findings, source: CsvSource, row: int, length: int) -> None:
    columns = len(source.columns)
    line, column = source.spot_of_cell(row, columns if length > columns else length - 1)
    message = f"has {say_count(length, 'cell')}, and there are {say_count(columns, 'column')}"
    hint = f"a cell with a {_SAID[source.delimiter]} in it needs quotes"
    if length < columns:
        hint = "a cell is missing in this row"
    findings.problems.append(Problem(source.file, line, column, "", message, hint))
