"""Workbooks -> cells: XLSX, XLSM, XLSB, XLS, and ODS, read by a process of its own."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from generator.errors import suggest
from generator.read.declared import workbook_process
from generator.read.declared.csv_tables import Cells
from generator.read.files.text_files import has_forbidden, unreadable

MOST_SECONDS = 30


def read_workbook(data: bytes, *, file: str, sheet: str) -> Cells:
    """Return the cells of one sheet, as text; raises DataError if the data is not a workbook."""
    # `-P` keeps the current folder out of the search for modules.
    command = [sys.executable, "-P", str(Path(workbook_process.__file__)), sheet]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=MOST_SECONDS, check=True)
        found: dict[str, Any] = json.loads(done.stdout)
    except (subprocess.SubprocessError, ValueError):
        found = {"error": "it is damaged or too large"}
    if "error" in found:
        raise unreadable(file, f"cannot be read: {found['error']}", "save it again, or save the sheet as CSV")
    if "rows" not in found:
        raise unreadable(file, f"there is no sheet `{sheet}`", suggest(sheet, found["sheets"]))
    top, left = found["start"] or (0, 0)
    cells = Cells(file, found["rows"], lambda row, place: (top + row + 1, left + place + 1), found["name"])
    if cells.first < 0:
        raise unreadable(file, f"the sheet `{cells.sheet}` is empty", f"sheets: {', '.join(found['sheets'])}")
    for number, row in enumerate(cells.rows):
        if has_forbidden("".join(map(str, row))):
            line, _ = cells.spot_of(number, 0)
            raise unreadable(file, "contains a control character", "remove it", line=line, column=1)
    return cells
