"""Strict CSV: text split into cells with their positions, and tables of pieces with a row for each."""

import csv
import re
from functools import cached_property
from io import StringIO
from pathlib import Path

from generator.errors import Problem
from generator.read.declared.findings import Findings
from generator.read.files.phrases import format_count
from generator.read.files.text_files import read_text, unreadable
from generator.read.files.yaml_places import Spot
from generator.read.files.yaml_reader import Data, DataPath, Source

_COLUMN = re.compile(r"([a-z][a-z0-9]*(?:_[a-z0-9]+)*)(\[\])?")
_INHERITED = ("count", "front", "back")
"""Columns whose empty cells mean the default of the deck."""
_DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab"}
"""Delimiters of cells: spreadsheets choose one by the language of their user."""


class CsvCells:
    """The rows of a text; the first row has the names of the columns."""

    def __init__(self, text: str, *, file: str, names: str) -> None:
        """Raise DataError if the text is not a table; `names` describes the expected first row."""
        self.file = file
        self._text = text
        first = text.split("\n", 1)[0]
        self._delimiter = max(_DELIMITERS, key=first.count)
        self.rows = self._split()
        if not self.rows or not any(self.rows[0]):
            message = "the first row is empty" if any(map(any, self.rows)) else "is empty"
            raise unreadable(file, message, f"the first row has {names}")

    def spot_of(self, row: int, place: int) -> Spot:
        """Return the position of a cell, counted from 0; of the last cell if the row is shorter."""
        cells = self._scanned[0][row]
        return cells[min(place, len(cells) - 1)]

    def find_wrong_length(self, row: int) -> Problem | None:
        """Return a problem if a row does not have one cell for each column."""
        length, columns = len(self.rows[row]), len(self.rows[0])
        if length == columns:
            return None
        message = f"has {format_count(length, 'cell')}, but there are {format_count(columns, 'column')}"
        if length < columns:
            hint, place = "a cell is missing in this row", length - 1
        else:
            hint, place = f"a cell that contains a {_DELIMITERS[self._delimiter]} needs quotes", columns
        return Problem(self.file, *self.spot_of(row, place), "", message, hint)

    def _split(self) -> list[list[str]]:
        reader = csv.reader(StringIO(self._text, newline=""), delimiter=self._delimiter, strict=True)
        try:
            return list(reader)
        except csv.Error as error:
            hint = "put a cell that contains quotes or line breaks in quotes, and double the quotes inside"
            open_quote = self._scanned[1]
            message = "this quote is never closed" if open_quote else f"is not a table: {error}"
            line, column = open_quote or (reader.line_num, 1)
            raise unreadable(self.file, message, hint, line=line, column=column) from None

    @cached_property
    def _scanned(self) -> tuple[list[list[Spot]], Spot | None]:
        """The start of each cell of each row, and of a quote that is never closed."""
        rows: list[list[Spot]] = [[(1, 1)]]
        quote = (1, 1)
        line, start, quoted = 1, 0, False
        # A quote opens at the start of a cell or right after another; elsewhere it is a character.
        opens = 0
        for index, character in enumerate(self._text):
            if character == '"' and (quoted or index == opens):
                quoted = not quoted
                opens = index + 1
                quote = (line, index - start + 1)
            elif character == "\n":
                line, start = line + 1, index + 1
                if not quoted:
                    rows.append([(line, 1)])
                    opens = start
            elif character == self._delimiter and not quoted:
                rows[-1].append((line, index - start + 2))
                opens = index + 1
        return rows, quote if quoted else None


class CsvSource(Source):
    """The rows of a CSV file as a list of mappings; paths are (index of the row, name of the column)."""

    def __init__(self, text: str, cells: CsvCells) -> None:
        super().__init__(cells.file, text, [])
        self.cells = cells
        self.columns = [name.strip() for name in cells.rows[0]]
        """Names as in the file: those of lists end with `[]`."""
        self.rows: list[int] = []
        """Index of each row of the data among all rows of the file."""

    def spot_of(self, path: DataPath) -> Spot:
        """Return the position of a cell, of the first cell of a row, or of a column's name."""
        row = self.rows[path[0]] if path and isinstance(path[0], int) else 0
        column = next((step for step in path if isinstance(step, str)), "")
        names = [name.removesuffix("[]") for name in self.columns]
        return self.cells.spot_of(row, names.index(column) if column in names else 0)

    spot_of_key = spot_of

    def spot_in_text(self, path: DataPath, line: int, column: int) -> Spot:
        """Return the start of the cell: quotes hide the positions of its characters."""
        return self.spot_of(path)


def read_csv(path: Path) -> Findings:
    """Return the rows of a file, in `source.data`, and their problems; raises DataError."""
    file, text = read_text(path)
    source = CsvSource(text, CsvCells(text, file=file, names="the names of fields"))
    findings = Findings(source)
    names = _check_columns(findings, source)
    if "id" not in names:
        if "id" not in map(str.lower, names):
            hint = "every row needs its own id"
            findings.problems.append(Problem(file, 1, 1, "", "there is no column `id`", hint))
        findings.stop()
    lists = [name.removesuffix("[]") for name in source.columns if name.endswith("[]")]
    data: list[Data] = []
    for number, row in enumerate(source.cells.rows):
        if number == 0 or not any(row):
            continue
        source.rows.append(number)
        if problem := source.cells.find_wrong_length(number):
            findings.problems.append(problem)
        fields: dict[str, Data] = dict(zip(names, map(str.strip, row), strict=False))
        for name in _INHERITED:
            if fields.get(name) == "":
                del fields[name]
        for name in lists:
            cell = fields.get(name)
            if isinstance(cell, str):
                fields[name] = [item.strip() for item in cell.split(";") if item.strip()]
        data.append(fields)
    source.data = data
    return findings


def _check_columns(findings: Findings, source: CsvSource) -> list[str]:
    names: list[str] = []
    for place, column in enumerate(source.columns):
        match = _COLUMN.fullmatch(column)
        message, hint = "", "keep one of them"
        if match is None:
            message = f"`{column}` is not a valid column name" if column else "this column has no name"
            hint = "lower-case letters, digits, and `_`; `pills[]` for lists"
            small = re.sub(r"\W+", "_", column.lower().removesuffix("[]")).strip("_")
            if _COLUMN.fullmatch(small) and small != column:
                hint = f"write `{small}{'[]' if column.endswith('[]') else ''}`: {hint}"
        elif match[1] in names:
            message = f"duplicate column `{match[1]}`"
        if message:
            spot = source.cells.spot_of(0, place)
            findings.problems.append(Problem(source.file, *spot, "", message, hint))
        names.append(match[1] if match else column)
    return names
