"""Texts as a spreadsheet: a CSV file with a row for each, read strictly.

Spreadsheets read cells that begin with `=`, `+`, `-` or `@` as formulas. Such cells are written with an
apostrophe in front, which is removed when they are read.
"""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from generator.errors import DataError, Problem, suggest
from generator.read.declared.tables import CsvCells
from generator.translate.entry import Entry

COLUMNS = ("key", "english", "translation", "state", "note", "where", "longest", "picture")
"""In the order in which they are written; a file may have others, in any order."""

_LIKE_A_FORMULA = ("=", "+", "-", "@", "'")


def parse_table(text: str, *, file: str) -> tuple[Entry, ...]:
    """Return the entries of a table; raises DataError with all problems."""
    cells = CsvCells(text, file=file, names=f"the names of columns: {', '.join(COLUMNS)}")
    columns = [name.strip().lower() for name in cells.rows[cells.first]]
    numbers = [number for number, row in enumerate(cells.rows) if number > cells.first and any(row)]
    problems = [*_check_columns(cells, columns), *_check_rows(cells, columns, numbers)]
    if problems:
        raise DataError(problems)
    return tuple(_read_row(cells, columns, number) for number in numbers)


def _check_columns(cells: CsvCells, columns: list[str]) -> Iterator[Problem]:
    for name in ("key", "english", "translation"):
        if name not in columns:
            hint = suggest(name, columns, likeness=0.7)
            yield Problem(cells.file, 1, 1, "", f"the column `{name}` is missing", hint)
    for place, name in enumerate(columns):
        if name in COLUMNS and name in columns[:place]:
            spot = cells.spot_of(cells.first, place)
            yield Problem(cells.file, *spot, "", f"duplicate column `{name}`", "remove one")


def _check_rows(cells: CsvCells, columns: list[str], numbers: Iterable[int]) -> Iterator[Problem]:
    lines: dict[str, int] = {}
    for number in numbers:
        if problem := cells.find_wrong_length(number):
            yield problem
        elif "key" in columns:
            place = columns.index("key")
            key, spot = cells.rows[number][place].strip(), cells.spot_of(number, place)
            if not key:
                yield Problem(cells.file, *spot, "", "the row has no key", "such as `sheet.title`")
            elif key in lines:
                hint = f"it is in line {lines[key]} too"
                yield Problem(cells.file, *spot, "", f"duplicate key `{key}`", hint)
            lines.setdefault(key, spot[0])


def _read_row(cells: CsvCells, columns: list[str], number: int) -> Entry:
    # Further cells are empty.
    found = dict(zip(columns, map(_unguard, cells.rows[number]), strict=False))
    state = found.get("state", "").strip()
    spot = cells.spot_of(number, columns.index("translation"))
    key, is_open = found["key"].strip(), state not in ("", "missing")
    return Entry(key, found["english"], found["translation"], state, is_open, spot=spot)


def format_table(entries: Iterable[Entry]) -> str:
    """Return the text of a CSV file, with the mark by which spreadsheets recognise UTF-8."""
    out = StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for entry in entries:
        where, longest = " ".join(entry.where), str(entry.longest or "")
        texts = (entry.key, entry.english, entry.translation, entry.state, entry.note)
        writer.writerow(map(_guard, (*texts, where, longest, entry.picture)))
    return "\ufeff" + out.getvalue()


def _guard(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_LIKE_A_FORMULA) else cell


def _unguard(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(_LIKE_A_FORMULA) else cell
