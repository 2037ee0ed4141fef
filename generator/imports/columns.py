"""Tables beside a source, as columns of texts by the names of fields."""

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from generator.read.declared.tables import read_table

Columns: TypeAlias = Mapping[str, Sequence[str]]
"""Cells from top to bottom, by the name of the field."""


def read_columns(path: Path, *, sheet: str = "") -> Columns:
    """Return the columns of a table; raises DataError."""
    return turn_rows(read_table(path, sheet=sheet).data)


def turn_rows(rows: Any) -> Columns:
    """Return the fields of rows as columns; none if they are no rows."""
    found = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return {str(name): [str(row.get(name, "")) for row in found] for name in (found[0] if found else ())}


def format_csv(columns: Columns) -> str:
    """Return columns with as many cells each as CSV."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return stream.getvalue()


def join_cells(columns: Columns) -> str:
    """Return the texts of all cells, each on its line, to look for what is in them."""
    return "\n".join(cell for cells in columns.values() for cell in cells)
