"""Tables of words for people, on a terminal and in a pipe."""

import sys
from collections.abc import Collection, Iterable, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

WIDE = 500
"""Columns in a pipe: there a row is a line, however long."""


def show_table(
    headings: Sequence[str], rows: Iterable[Sequence[str | Text]], *, numbers: Collection[str] = ()
) -> None:
    """Writes a table to the standard output; columns of `numbers`, by their headings, end at the right."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in headings:
        table.add_column(heading, justify="right" if heading in numbers else "left")
    for row in rows:
        table.add_row(*row)
    width = None if sys.stdout.isatty() else WIDE
    Console(width=width, highlight=False, markup=False, emoji=False).print(table)
