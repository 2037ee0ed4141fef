"""A process of its own that reads one sheet of a workbook: bad files can stop only this process.

The bytes of the file are read from standard input, the name of the sheet is the argument (empty: the first
visible one); JSON is written to standard output.
"""

import json
import sys
from contextlib import suppress
from typing import Any

from generator.read.workbooks.cells import DAMAGED, Unreadable

MOST_MEMORY = 1 << 30
MOST_SECONDS = 20


def read_workbook_sheet(data: bytes, name: str) -> dict[str, Any]:
    """Return the names of the sheets, and the cells of one if it exists; raises an error if it is damaged."""
    book = _open_book(data)
    names = [*book.sheets]
    visible = [one for one in names if one not in book.hidden]
    chosen = name or next(iter(visible or names), "")
    if chosen not in names:
        return {"sheets": names}
    return {"sheets": names, "name": chosen, **book.read(chosen).pack()}


def _open_book(data: bytes) -> Any:
    if not data.startswith(b"PK"):
        from generator.read.workbooks.xls import XlsBook

        return XlsBook.open(data)
    from generator.read.workbooks.zipped import open_zipped

    return open_zipped(data)


def answer_requests() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    try:
        answer = read_workbook_sheet(sys.stdin.buffer.read(), sys.argv[1])
    except Unreadable as error:
        answer = {"error": str(error)}
    except Exception:
        answer = {"error": DAMAGED}
    sys.stdout.buffer.write(json.dumps(answer).encode())


if __name__ == "__main__":
    answer_requests()
