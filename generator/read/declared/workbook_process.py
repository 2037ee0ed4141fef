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

MOST_CELLS = 2_000_000
MOST_CHARACTERS = 32_000_000
MOST_MEMORY = 2 << 30
MOST_SECONDS = 20


def limit_resources() -> None:
    """Limit memory and time, where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def format_cell(value: Any) -> str:
    """Return a value as a spreadsheet shows it: `3` for 3.0; dates as ISO, booleans in lower case."""
    match value:
        case str():
            return "\n".join(value.replace("_x000D_", "").splitlines()).strip()
        case bool():
            return str(value).lower()
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case float():
            return f"{value:.15g}"
        case datetime() if value.time() != time():
            return value.isoformat(" ", "minutes" if not value.second else "seconds")
        case date():
            return value.isoformat()[:10]
        case time():
            return value.isoformat("minutes" if not value.second else "seconds")
    return str(value)


def read_sheet(data: bytes, name: str) -> dict[str, Any]:
    """Return the names of the sheets and the rows of one, or an error."""
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    book = CalamineWorkbook.from_filelike(BytesIO(data))
    kinds, visible = (SheetTypeEnum.WorkSheet,), SheetVisibleEnum.Visible
    sheets = [one for one in book.sheets_metadata if one.typ in kinds]
    names = [one.name for one in sheets]
    shown = [one.name for one in sheets if one.visible == visible] or names
    if not shown or (name and name not in names):
        return {"sheets": names}
    sheet = book.get_sheet_by_name(name or shown[0])
    if sheet.width * sheet.height > MOST_CELLS:
        return {"error": f"has more than {MOST_CELLS} cells"}
    rows = [[format_cell(cell) for cell in row] for row in sheet.to_python(skip_empty_area=True)]
    if sum(len(cell) for row in rows for cell in row) > MOST_CHARACTERS:
        return {"error": f"has more than {MOST_CHARACTERS} characters"}
    return {"sheets": names, "name": sheet.name, "start": sheet.start, "rows": rows}


def main() -> None:
    limit_resources()
    try:
        answer = read_sheet(sys.stdin.buffer.read(), sys.argv[1])
    except Exception as error:
        reason = str(error).splitlines() or [type(error).__name__]
        answer = {"error": f"cannot be read: {reason[0]}"}
    sys.stdout.buffer.write(json.dumps(answer).encode())


if __name__ == "__main__":
    main()
