"""A process of its own that reads one sheet of a workbook: bad files can stop only this process.

The bytes of the file are read from standard input, the name of the sheet is the argument (empty: the first
visible one); JSON is written to standard output.
"""

import json
import sys
from contextlib import suppress
from datetime import date, datetime, time
from io import BytesIO
from typing import Any

MOST_MEMORY = 1 << 30
MOST_SECONDS = 20


def format_cell(value: Any) -> str:
    """Return a value as a spreadsheet shows it: `3` for 3.0; dates as ISO, booleans in lower case."""
    match value:
        case str():
            return "\n".join(value.replace("_x000D_", "").splitlines())
        case bool():
            return str(value).lower()
        case float():
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.15g}"
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case datetime() | date() | time():
            return str(value).removesuffix(":00")
    return str(value)


def read_workbook_sheet(data: bytes, name: str) -> dict[str, Any]:
    """Return the names of the sheets, and the cells of one if it exists."""
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    book = CalamineWorkbook.from_filelike(BytesIO(data))
    sheets = [one for one in book.sheets_metadata if one.typ == SheetTypeEnum.WorkSheet]
    names = [one.name for one in sheets]
    visible = [one.name for one in sheets if one.visible == SheetVisibleEnum.Visible]
    if name not in names and (name or not names):
        return {"sheets": names}
    sheet = book.get_sheet_by_name(name or (visible or names)[0])
    rows = [list(map(format_cell, row)) for row in sheet.to_python(skip_empty_area=True)]
    return {"sheets": names, "name": sheet.name, "start": sheet.start, "rows": rows}


def answer_requests() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    try:
        answer = read_workbook_sheet(sys.stdin.buffer.read(), sys.argv[1])
    except Exception as error:
        answer = {"error": str(error).split("\n")[0] or type(error).__name__}
    sys.stdout.buffer.write(json.dumps(answer).encode())


if __name__ == "__main__":
    answer_requests()
