"""Sentences as a spreadsheet: a CSV file with a row for each, read strictly.

Spreadsheets take cells that begin with `=`, `+`, `-` or `@` for formulas: such cells are written with
an apostrophe before them, which is taken off again.
"""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import StringIO

from generator.errors import DataError, Problem
from generator.read.files.csv_cells import CsvCells
from generator.read.files.phrases import suggest
from generator.read.files.yaml_places import Spot

COLUMNS = ("key", "english", "translation", "state", "note", "where", "longest", "picture")
"""In the order in which they are written; a file may have others, in any order."""

NEEDED = ("key", "english", "translation")

_LIKE_A_FORMULA = ("=", "+", "-", "@", "'")


@dataclass(frozen=True, slots=True)
class SentenceRow:
    """A row, by the names of its columns; where the row has no such cell, it is empty."""

    cells: Mapping[str, str]
    spots: Mapping[str, Spot]

    def cell(self, column: str) -> str:
        return self.cells.get(column, "")


def parse_sentence_table(text: str, *, file: str) -> tuple[SentenceRow, ...]:
    """The rows of a text with plain line feeds; DataError with all that is wrong with it."""
    cells = CsvCells(text, file=file, names=f"the names of columns: {', '.join(COLUMNS)}")
    problems = list(_check(cells))
    if problems:
        raise DataError(problems)
    names = _names(cells)
    return tuple(
        _read_row(cells, names, number, row) for number, row in enumerate(cells.rows) if number and any(row)
    )


def _names(cells: CsvCells) -> list[str]:
    return [name.strip().lower() for name in cells.rows[0]]


def _check(cells: CsvCells) -> Iterable[Problem]:
    file, names = cells.file, _names(cells)
    for name in NEEDED:
        if name not in names:
            hint = suggest(name, names, likeness=0.7)
            yield Problem(file, 1, 1, "", f"there is no column `{name}`", hint)
    for place, name in enumerate(names):
        if name in COLUMNS and name in names[:place]:
            spot = cells.spot_of(0, place)
            yield Problem(file, *spot, "", f"the column `{name}` is there twice", "keep one of them")
    seen: dict[str, int] = {}
    for number, row in enumerate(cells.rows):
        if not number or not any(row):
            continue
        if problem := cells.find_wrong_length(number):
            yield problem
        elif "key" in names:
            key, spot = row[names.index("key")].strip(), cells.spot_of(number, names.index("key"))
            if not key:
                yield Problem(file, *spot, "", "the row has no key", "such as `sheet.title`")
            elif key in seen:
                said = f"`{key}` stands here a second time"
                yield Problem(file, *spot, "", said, f"it stands in line {seen[key]} too")
            seen.setdefault(key, spot[0])


def _read_row(cells: CsvCells, names: list[str], number: int, row: list[str]) -> SentenceRow:
    words = {name: _unguard(cell) for name, cell in zip(names, row, strict=True)}
    words["key"] = words["key"].strip()
    spots = {name: cells.spot_of(number, place) for place, name in enumerate(names)}
    return SentenceRow(words, spots)


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
