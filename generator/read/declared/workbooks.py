"""Workbooks -> cells: XLSX, XLSM, XLSB, XLS, and ODS, read by a process of its own."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from generator.errors import Problem
from generator.read.declared import workbook_process
from generator.read.files.phrases import suggest
from generator.read.files.text_files import has_forbidden, unreadable
from generator.read.files.yaml_places import Spot

MOST_SECONDS = 30


class WorkbookCells:
    """The cells of one sheet, as text."""

    def __init__(self, data: bytes, *, file: str, sheet: str) -> None:
        """Raise DataError if the data is not a workbook or does not have the sheet."""
        self.file = file
        found = _run(data, file, sheet)
        if "error" in found:
            raise unreadable(file, found["error"], "save it again, or save the sheet as CSV")
        if "rows" not in found:
            hint = suggest(sheet, found["sheets"])
            raise unreadable(file, f"there is no sheet `{sheet}`" if sheet else "has no sheets", hint)
        self.sheet: str = found["name"]
        self.rows: list[list[str]] = found["rows"]
        self._start: Spot = tuple(found["start"] or (0, 0))
        self.first = next((number for number, row in enumerate(self.rows) if any(row)), -1)
        """Index of the row with the names of the columns."""
        if self.first < 0:
            others = ", ".join(f"`{name}`" for name in found["sheets"] if name != self.sheet)
            hint = (
                f"choose another with `sheet`: {others}"
                if others
                else "the first row has the names of fields"
            )
            raise unreadable(file, f"the sheet `{self.sheet}` is empty", hint)

        for number, row in enumerate(self.rows):
            for place, cell in enumerate(row):
                if has_forbidden(cell):
                    line, column = self.spot_of(number, place)
                    message = f"{self.describe(number, place)} contains a control character"
                    raise unreadable(file, message, "remove it", line=line, column=column)

    def spot_of(self, row: int, place: int) -> Spot:
        """Return the row and column of a cell, from 1."""
        return self._start[0] + row + 1, self._start[1] + place + 1

    def describe(self, row: int, place: int) -> str:
        """Return the name of a cell: `Cards!B3`."""
        line, number = self.spot_of(row, place)
        letters = ""
        while number:
            number, letter = divmod(number - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return f"{self.sheet}!{letters}{line}"

    def find_wrong_length(self, row: int) -> Problem | None:
        """Return None: all rows of a sheet have the same length."""
        return None


def _run(data: bytes, file: str, sheet: str) -> dict[str, Any]:
    # `-P` keeps the current folder out of the search for modules.
    command = [sys.executable, "-P", str(Path(workbook_process.__file__)), sheet]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=MOST_SECONDS, check=True)
        found: dict[str, Any] = json.loads(done.stdout)
        return found
    except (subprocess.SubprocessError, ValueError):
        return {"error": "cannot be read: it is damaged or too large"}
