"""CSV files: one row a piece, the first row the names of fields."""

import re
from pathlib import Path

from generator.errors import Problem
from generator.read.declared.findings import Findings
from generator.read.files.csv_cells import CsvCells
from generator.read.files.text_files import read_text
from generator.read.files.yaml_places import Spot
from generator.read.files.yaml_reader import Data, DataPath, Source

_COLUMN = re.compile(r"([a-z][a-z0-9]*(?:_[a-z0-9]+)*)(\[\])?")
_SAID_OF_ALL = ("count", "front", "back")


class CsvSource(Source):
    """The rows of a CSV file as a list of mappings; paths are (index of the row, name of the column)."""

    def __init__(self, text: str, cells: CsvCells) -> None:
        super().__init__(cells.file, text, [])
        self.cells = cells
        self.columns = [name.strip() for name in cells.rows[0]]
        """Names as they are in the file: lists end with `[]`."""
        self.rows: list[int] = []
        """Where each row of the data stands among all rows of the file."""

    def spot_of(self, path: DataPath) -> Spot:
        """Of a cell, or of the first cell of a row; a path without a row is the row of names."""
        row = self.rows[path[0]] if path and isinstance(path[0], int) else 0
        column = path[1] if len(path) > 1 else path[0] if path and isinstance(path[0], str) else ""
        names = [name.removesuffix("[]") for name in self.columns]
        place = names.index(column) if column in names else 0
        return self.cells.spot_of(row, place)

    def spot_of_key(self, path: DataPath) -> Spot:
        """A cell has no key of its own."""
        return self.spot_of(path)

    def spot_in_text(self, path: DataPath, line: int, column: int) -> Spot:
        """Where the cell begins: quotes and doubled quotes hide where a character stands."""
        return self.spot_of(path)


def read_csv(path: Path) -> Findings:
    """The rows of a file, in `findings.source.data`, and what is wrong with them.

    Raises UnreadableData when the file cannot be taken as a table at all.
    """
    file, text = read_text(path)
    source = CsvSource(text, CsvCells(text, file=file, names="the names of fields"))
    findings = Findings(source)
    _read_rows(findings, source)
    return findings


def _read_rows(findings: Findings, source: CsvSource) -> None:
    names = _check_columns(findings, source)
    if "id" not in names:
        if "id" not in map(str.lower, names):
            said = "there is no column `id`"
            findings.problems.append(Problem(source.file, 1, 1, "", said, "every row has a name of its own"))
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
        if match is None:
            hint = "small letters, digits and `_`; `pills[]` for lists"
            small = re.sub(r"\W+", "_", column.lower().removesuffix("[]")).strip("_")
            if _COLUMN.fullmatch(small) and small != column:
                hint = f"write `{small}{'[]' if column.endswith('[]') else ''}`: {hint}"
            message = f"`{column}` is no name of a column" if column else "this column has no name"
            findings.problems.append(Problem(source.file, *source.cells.spot_of(0, place), "", message, hint))
        elif match[1] in names:
            message = f"the column `{match[1]}` is there twice"
            spot = source.cells.spot_of(0, place)
            findings.problems.append(Problem(source.file, *spot, "", message, "keep one of them"))
        names.append(match[1] if match else column)
    return names
