"""Rows of tables that are no pieces, such as totals, and cells that cannot be printed as they are."""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from math import nan

from generator.errors import format_count, format_more
from generator.model.language.field_values import number_or_none
from generator.model.values import dataclass, replace
from generator.read.declared.names import Names
from generator.read.declared.tables import TableSource
from generator.read.files.yaml import Data
from generator.read.pieces.rows import ID_COLUMNS, PieceRows, RowList

_TOTALS = re.compile(
    r"(grand[ -]?|sub[ -]?)?totals?( cards?)?|sums?|total general|totale( generale)?|somma|suma|summen?|"
    r"(gesamt|end|zwischen)summe|gesamt|insgesamt|somme|soma",
    re.IGNORECASE,
)
"""Labels of totals, in the languages of the program and of spreadsheets."""


def drop_leftovers(rows: PieceRows, used: Collection[str], names: Names) -> PieceRows:
    """Return the pieces without rows that only have totals, or no text in the columns of `used`.

    Cells without a value are problems; other remarks on cells become warnings.
    """
    given = rows.given
    if given is None or given.table is None or not given.is_file:
        return rows
    table, columns = given.table, {*_list_columns(given, used)}
    checker = _Leftovers(given, table, frozenset(columns & table.titles.keys() - {given.count}))
    kept = [number for number, index in enumerate(rows.rows) if not checker.is_total(index)]
    filled = [number for number in kept if checker.has_text(rows.rows[number])]
    found = rows
    if len(filled or kept) < len(rows.rows):
        found = _choose_rows(rows, filled or kept)
        for message, left_out in zip(_LEFT_OUT, checker.group(rows.rows, found.rows), strict=True):
            _report_rows(rows, left_out, message, names)
    _report_remarks(found, table, checker.columns, names)
    return found


_LEFT_OUT = (
    ("this row is a total of others, and is left out", "to print it, write a text into another column"),
    ("this row has no text for a piece, and is left out", "to print it, write an id or a name into it"),
)


def _choose_rows(rows: PieceRows, kept: Sequence[int]) -> PieceRows:
    """Return some of the pieces, by their numbers."""
    pieces, indexes = rows.pieces, rows.rows
    return replace(rows, pieces=[pieces[one] for one in kept], rows=[indexes[one] for one in kept])


def _report_rows(rows: PieceRows, left_out: Sequence[int], message: tuple[str, str], names: Names) -> None:
    """Warn once about rows that are left out for one reason."""
    if left_out:
        source, (text, hint) = rows.findings.source, message
        others = format_more([source.spot_of((index,))[0] for index in left_out[1:]], "more row")
        hints = "; ".join(filter(None, (hint, others)))
        names.warn(rows.findings.describe((left_out[0],), text, hints))


def _list_columns(given: RowList, used: Collection[str]) -> Iterator[str]:
    """Yield the columns that pieces use, in any language, and those that name them."""
    for name in (*used, *given.named):
        yield name
        yield from (columns[name] for columns in given.languages.values() if name in columns)
    yield from (given.id, *ID_COLUMNS)


@dataclass(frozen=True)
class _Leftovers:
    """Finds rows that are no pieces."""

    given: RowList
    table: TableSource
    columns: frozenset[str]
    """Columns of the table that pieces use, but for the number of copies."""

    def has_text(self, index: int) -> bool:
        """Return True if a row has a text that is printed."""
        if not self.columns:
            return True
        row, remarks = self._list_cells(index), self.table.remarks
        return any(map(row.get, self.columns)) or any((index, name) in remarks for name in self.columns)

    def is_total(self, index: int) -> bool:
        """Return True if the row has sums of the cells above, and at most a label beside them."""
        row = self._list_cells(index)
        filled = [name for name, cell in row.items() if cell]
        labels = [name for name in filled if (index, name) not in self.table.totals]
        if len(labels) < 2 and len(labels) < len(filled):
            return True
        if len(filled) != 2 or not row.get(self.given.count):
            return False
        label = next(row[name] for name in filled if name != self.given.count)
        is_named = isinstance(label, str) and _TOTALS.fullmatch(label.strip(" :.="))
        return bool(is_named and self._adds_up(index))

    def group(self, before: Sequence[int], after: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the rows that were left out: totals, and rows without a text."""
        lost = [index for index in before if index not in {*after}]
        totals = [index for index in lost if self.is_total(index)]
        return totals, [index for index in lost if index not in totals]

    def _adds_up(self, index: int) -> bool:
        """Return True if the number of copies is that of all rows above."""
        return index > 0 and self._count(index) == self._sums[index - 1]

    @cached_property
    def _sums(self) -> Sequence[float]:
        """The number of copies of each row and those above it; not a number behind one that has none."""
        return [*accumulate(map(self._count, range(len(self.given.data))))]

    def _count(self, index: int) -> float:
        number = number_or_none(self._list_cells(index).get(self.given.count, "1"))
        return nan if number is None else number

    def _list_cells(self, index: int) -> dict[str, Data]:
        row = self.given.data[index]
        return row if isinstance(row, dict) else {}


def _report_remarks(rows: PieceRows, table: TableSource, columns: Collection[str], names: Names) -> None:
    """Add a problem for each used cell without a value; warn once of each other kind of remark."""
    if not table.remarks:
        return
    used, findings = {*rows.rows}, rows.findings
    warned: dict[str, list[tuple[int, str]]] = {}
    for (index, name), remark in table.remarks.items():
        if index not in used or name not in columns:
            continue
        if remark.is_error:
            findings.add((index, name), remark.message, remark.hint)
        else:
            warned.setdefault(remark.message, []).append((index, name))
    for message, places in warned.items():
        hint = f"and in {format_count(len(places) - 1, 'more cell')}" if len(places) > 1 else ""
        names.warn(findings.describe(places[0], message, hint))
