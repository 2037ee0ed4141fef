"""Errors and warnings on a terminal, each with the line of its file."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from shutil import get_terminal_size

from generator.cli.terminal.echo import echo
from generator.errors import MOST_IN_ALL, DataError, GeneratorError, Notice, WrittenPlace, escape
from generator.inputs import PACK
from generator.model.texts.wordings import Wording, say_notices
from generator.read.files.text_files import MEGABYTE, read_bytes

_MOST_BYTES = 32 * MEGABYTE
"""Maximum size of a file whose lines are quoted: that of a table."""
_LEFT = 20
"""Columns that stay visible to the left of the caret in a line that is longer than the terminal is wide."""


def print_error(error: GeneratorError, reader: Wording | None = None) -> None:
    """Print an error in the language of its reader; on a terminal, with the lines that cause it."""
    if reader is None:
        print_notices(error.list_notices(), err=True)
        return
    print_notices(say_notices(error, reader), err=True, rest=reader.sentences["notice.rest"])


_REST = "and {number} more"


def print_notices(
    notices: Iterable[Notice], *, most: int = MOST_IN_ALL, err: bool = False, rest: str = _REST
) -> int:
    """Print the first `most` notices, and return the number of all errors; `rest` says how many others."""
    listed = list(notices)
    is_terminal = (sys.stderr if err else sys.stdout).isatty()
    for notice in listed[:most]:
        echo(f"{'' if notice.is_error else 'warning: '}{notice}", err=err)
        for line in quote_line(notice.place) if is_terminal and notice.place else ():
            echo(line, is_dim=True, err=err)
    if len(listed) > most:
        echo(rest.format(number=len(listed) - most), err=err)
    return sum(notice.is_error for notice in listed)


def _find_file(name: str) -> Path:
    if PACK not in name:
        return Path(name)
    # Few games are packed.
    from generator.read.files.packs import locate_file

    return locate_file(name)


def read_written_line(place: WrittenPlace) -> str | None:
    """Return the line of a place; None if the file is not text, or has no such line any more."""
    try:
        text = read_bytes(_find_file(place.file), _MOST_BYTES).decode("utf-8-sig")
        return text.replace("\r\n", "\n").split("\n")[place.line - 1].rstrip()
    except (DataError, UnicodeDecodeError, IndexError):
        return None


def quote_line(place: WrittenPlace, *, length: int = 1) -> Iterator[str]:
    """Yield the line of a place, and carets below so many characters; nothing if the file is not text."""
    from rich.cells import cell_len

    text = read_written_line(place)
    if text is None:
        return
    word = escape(text[place.column - 1 :][:length].expandtabs(1))
    before, after = (
        escape(part.expandtabs(1)) for part in (text[: place.column - 1], text[place.column - 1 :])
    )
    margin = f"{place.line:>5} | "
    room = max(get_terminal_size().columns - len(margin) - 1, 2 * _LEFT)
    if cell_len(before + after) > room and cell_len(before) > _LEFT:
        before = "..." + before[-_LEFT:]
    shown = before + after
    while cell_len(shown) > room:
        shown = shown[: -max(4, (cell_len(shown) - room) // 2)] + "..."
    yield margin + shown
    most = max(1, cell_len(shown) - cell_len(before))
    carets = "^" * min(max(1, cell_len(word)), most)
    yield " " * (len(margin) - 2) + "| " + " " * cell_len(before) + carets
