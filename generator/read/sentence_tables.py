"""Sentences as a spreadsheet: a CSV file with a row for each, read strictly.

Spreadsheets take cells that begin with `=`, `+`, `-` or `@` for formulas: such cells are written with
an apostrophe before them, which is taken off again.
"""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO

from generator.errors import DataError, Problem
from generator.read.csv_tables import CsvSource
from generator.read.phrases import say_count, suggest
from generator.read.yaml_places import Spot

COLUMNS = ("key", "english", "translation", "state", "note", "where", "longest", "picture")
"""In the order in which they are written; a file may have others, in any order."""

NEEDED = ("key", "english", "translation")

_DELIMITERS = (",", ";", "\t")
_LIKE_A_FORMULA = ("=", "+", "-", "@", "'")
_MOST_TOLD = 200


@dataclass(frozen=True, slots=True)
class SentenceRow:
    """A row, by the names of its columns; where the row has no such cell, it is empty."""

    cells: Mapping[str, str]
    spots: Mapping[str, Spot]

    def cell(self, column: str) -> str:
        return self.cells.get(column, "")


def parse_sentence_table(text: str, *, file: str) -> tuple[SentenceRow, ...]:
    """The rows of a text with plain line feeds; DataError with all that is wrong with it."""
    first = text.split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=first.count)
    source = CsvSource(file, text, delimiter)
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        rows = list(reader)
    except csv.Error as error:
        hint = "a cell with quotes, or with a line break, stands in quotes; quotes in it are doubled"
        problem = Problem(file, reader.line_num, 1, "", f"is no table: {error}", hint)
        raise DataError([problem]) from None
    problems = list(_check(source, rows))
    if problems:
        raise DataError(problems[:_MOST_TOLD])
    names = _names(rows)
    return tuple(
        _read_row(source, names, number, row) for number, row in enumerate(rows) if number and any(row)
    )


def _names(rows: Sequence[Sequence[str]]) -> list[str]:
    return [name.strip().lower() for name in rows[0]]


def _check(source: CsvSource, rows: list[list[str]]) -> Iterable[Problem]:
    if not rows or not any(rows[0]):
        hint = f"the first row has the names of columns: {', '.join(COLUMNS)}"
        yield Problem(
            source.file, 0, 0, "", "the first row is empty" if any(map(any, rows)) else "is empty", hint
        )
        return
    names = _names(rows)
    for name in NEEDED:
        if name not in names:
            yield Problem(
                source.file, 1, 1, "", f"there is no column `{name}`", suggest(name, names, likeness=0.7)
            )
    for place, name in enumerate(names):
        if name in COLUMNS and name in names[:place]:
            spot = source.spot_of_cell(0, place)
            yield Problem(source.file, *spot, "", f"the column `{name}` is there twice", "keep one of them")
    seen: dict[str, int] = {}
    for number, row in enumerate(rows):
        if not number or not any(row):
            continue
        line, column = source.spot_of_cell(number, len(row) - 1)
        if len(row) != len(names):
            said = f"has {say_count(len(row), 'cell')}, and there are {say_count(len(names), 'column')}"
            yield Problem(source.file, line, column, "", said, "a cell with a comma in it needs quotes")
        elif "key" in names:
            key, spot = row[names.index("key")].strip(), source.spot_of_cell(number, names.index("key"))
            if not key:
                yield Problem(source.file, *spot, "", "the row has no key", "such as `sheet.title`")
            elif key in seen:
                said = f"`{key}` stands here a second time"
                yield Problem(source.file, *spot, "", said, f"it stands in line {seen[key]} too")
            seen.setdefault(key, spot[0])


def _read_row(source: CsvSource, names: list[str], number: int, row: list[str]) -> SentenceRow:
    cells = {name: _unguard(cell) for name, cell in zip(names, row, strict=True)}
    cells["key"] = cells["key"].strip()
    spots = {name: source.spot_of_cell(number, place) for place, name in enumerate(names)}
    return SentenceRow(cells, spots)


def say_sentence_table(rows: Iterable[Mapping[str, str]]) -> str:
    """The text of a file; begins with the mark by which spreadsheets know UTF-8."""
    out = StringIO(newline="")
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _guard(cell) for name, cell in row.items()})
    return "\ufeff" + out.getvalue()


def _guard(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_LIKE_A_FORMULA) else cell


def _unguard(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and cell[1:].startswith(_LIKE_A_FORMULA) else cell
