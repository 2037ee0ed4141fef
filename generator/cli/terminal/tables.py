"""Tables or wrapped texts, on a terminal or in a pipe."""

import sys
from collections.abc import Collection, Iterable, Sequence

import typer
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

_WIDE = 500
"""Width of a pipe: rows are not wrapped."""

_GAP = 3
"""Columns between two cells."""

_HOLD = "\ue000"
"""Replaces a blank at which no line may break; a private character, one column wide, never printed."""


def show_table(
    headings: Sequence[str], rows: Iterable[Sequence[str | Text]], *, numbers: Collection[str] = ()
) -> None:
    """Print a table; the columns whose headings are in `numbers` are aligned at the right.

    Words are broken only if the terminal is too narrow for the longest ones.
    """
    console, lines = make_console(), list(rows)
    columns = [" ".join(map(str, column)).split() for column in zip(headings, *lines, strict=True)]
    longest = [max(map(cell_len, words)) for words in columns]
    keeps_words = sum(longest) + _GAP * (len(longest) - 1) <= console.width
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading, word in zip(headings, longest, strict=True):
        table.add_column(
            heading,
            justify="right" if heading in numbers else "left",
            min_width=word if keeps_words else None,
            overflow="fold",
        )
    for row in lines:
        table.add_row(*row)
    console.print(table)


def make_console() -> Console:
    """Return a console that prints text as it is; rows are not wrapped in a pipe."""
    width = None if sys.stdout.isatty() else _WIDE
    return Console(width=width, highlight=False, markup=False, emoji=False)


def write_lines(text: str, *, is_error: bool = False) -> None:
    """Print text, wrapped on a terminal."""
    is_terminal = (sys.stderr if is_error else sys.stdout).isatty()
    console = Console(stderr=is_error, highlight=False, markup=False, emoji=False)
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        width = max(console.width - indent, 1) if is_terminal else max(cell_len(line), 1)
        for part in break_text(Text(line.strip()), console, width):
            typer.echo(f"{' ' * indent}{str(part).strip()}", err=is_error)


def format_moves(moves: Sequence[str], *, most: int) -> str:
    """Return some moves, each of which wraps as one word; `…` if there are more."""
    held = [words.replace(" ", _HOLD) for words in moves[:most]]
    return "; ".join([*held, "…"] if len(moves) > most else held)


def join_some(names: Sequence[str], *, most: int) -> str:
    """Return the first names, and the number of the others: `a, b and 3 more`."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def break_text(text: Text, console: Console, width: int) -> list[Text]:
    """Wrap text, but not within a move of `format_moves`."""
    lines = list(text.wrap(console, width))
    for line in lines:
        line.plain = line.plain.replace(_HOLD, " ")
    return lines
