"""CSV files: each row is a piece, and the first row has the names of its fields."""

import re
from pathlib import Path

from generator.errors import Problem
from generator.read.declared.findings import Findings
from generator.read.files.csv_cells import CsvCells
from generator.read.files.text_files import read_text
from generator.read.files.yaml_places import Spot
from generator.read.files.yaml_reader import Data, DataPath, Source

_COLUMN = re.compile(r"([a-z][a-z0-9]*(?:_[a-z0-9]+)*)(\[\])?")
_INHERITED = ("count", "front", "back")
"""Columns whose empty cells mean the default of the deck."""


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
    """Return the rows of a file, in `source.data`, and their problems; raises UnreadableData."""
    file, text = read_text(path)
    source = CsvSource(text, CsvCells(text, file=file, names="the names of fields"))
    findings = Findings(source)
    names = _check_columns(findings, source)
    if "id" not in names:
        if "id" not in map(str.lower, names):
            hint = "every row has a name of its own"
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
