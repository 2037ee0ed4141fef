"""Tables or wrapped texts, on a terminal or in a pipe."""

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from generator.cli.terminal.echo import echo
from generator.errors import escape_controls
from generator.model.texts.message import Grammar

_WIDE = 500
"""Width of a pipe: rows are not wrapped."""

_GAP = 3
"""Columns between two cells."""

_HOLD = "\ue000"
"""Replaces a blank at which no line may break; a private character, one column wide, never printed."""
_NO_GAP = "\ue001"
"""Marks a blank before it, at which a line may break, as one that is not printed."""
_NO_BREAKS, _HELD = "\u00a0\u202f", "\ue002\ue003"
"""No-break spaces, at which Rich would break a line, and private characters that replace them."""


def show_table(
    headings: Sequence[str], rows: Iterable[Sequence[str | Text]], *, numbers: Collection[str] = ()
) -> None:
    """Print a table; the columns whose headings are in `numbers` are aligned at the right.

    Words are broken only if the terminal is too narrow for the longest ones.
    """
    # Escaped here, since the console would measure a control character as nothing.
    headings = [escape_controls(heading) for heading in headings]
    console, lines = make_console(), [[_escape(cell) for cell in row] for row in rows]
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


def _escape(cell: str | Text) -> str | Text:
    if isinstance(cell, Text):
        cell.plain = escape_controls(cell.plain)
        return cell
    return escape_controls(cell)


class TextConsole(Console):
    """A console that prints text as it is: only the console itself controls the terminal."""

    def __init__(self, **options: Any) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, **options)

    def render(self, renderable: Any, options: Any = None) -> Iterator[Segment]:
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else escape_controls(text), style, control)


def make_console() -> TextConsole:
    """Return a console for tables; rows are not wrapped in a pipe."""
    return TextConsole(width=None if sys.stdout.isatty() else _WIDE)


def write_lines(text: str, *, is_error: bool = False) -> None:
    """Print text, wrapped on a terminal."""
    is_terminal = (sys.stderr if is_error else sys.stdout).isatty()
    console = TextConsole(stderr=is_error)
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        width = max(console.width - indent, 1) if is_terminal else max(cell_len(line), 1)
        for part in break_text(Text(escape_controls(line.strip())), console, width):
            echo(f"{' ' * indent}{str(part).strip()}", err=is_error)


def format_moves(moves: Sequence[str], grammar: Grammar, *, most: int) -> str:
    """Return some moves, each of which wraps as one word; `…` if there are more."""
    held = [grammar.isolate(words).replace(" ", _HOLD) for words in moves[:most]]
    between = grammar.semicolon
    if not between.endswith(" "):
        between += f" {_NO_GAP}"
    return between.join([*held, "…"] if len(moves) > most else held)


def break_text(text: Text, console: Console, width: int) -> list[Text]:
    """Wrap text, but not within a move of `format_moves`, or at a no-break space."""
    held = text.copy()
    held.plain = held.plain.translate(str.maketrans(_NO_BREAKS, _HELD))
    lines = list(held.wrap(console, width))
    shown = str.maketrans(_HELD + _HOLD, f"{_NO_BREAKS} ", _NO_GAP)
    for line in lines:
        line.plain = line.plain.replace(f" {_NO_GAP}", "").translate(shown)
    return lines
