"""Tables of words for people, on a terminal and in a pipe."""

import sys
from collections.abc import Iterable, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

WIDE = 500
"""Columns in a pipe: there a row is a line, however long."""


def show_table(headings: Sequence[str], rows: Iterable[Sequence[str | Text]]) -> None:
    """Writes a table to the standard output."""
    table = Table(*headings, box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for row in rows:
        table.add_row(*row)
    width = None if sys.stdout.isatty() else WIDE
    Console(width=width, highlight=False, markup=False, emoji=False).print(table)
