"""Rows of tables that are no pieces, such as totals, and cells that cannot be printed as they are."""

import re
from collections.abc import Collection, Iterator

from generator.errors import MOST_LISTED
from generator.model.language.field_values import number_or_none
from generator.model.values import dataclass, replace
from generator.read.declared.names import Names
from generator.read.declared.tables import TableSource
from generator.read.files.text_files import format_count
from generator.read.files.yaml import Data
from generator.read.pieces.rows import ID_COLUMNS, PieceRows, RowList

_TOTALS = re.compile(
    r"(grand[ -]?|sub[ -]?)?totals?( cards?)?|sums?|total general|totale( generale)?|somma|suma|summen?|"
    r"(gesamt|end|zwischen)summe|gesamt|insgesamt|somme|soma",
    re.IGNORECASE,
)
"""What people write before a total."""


def drop_leftovers(rows: PieceRows, used: Collection[str], names: Names) -> PieceRows:
    """Return the pieces without rows that only have totals, or no text in the columns of `used`.

    Cells without a value are problems; other remarks on cells become warnings.
    """
    given = rows.given
    if given is None or given.table is None or not given.is_file:
        return rows
    table = given.table
    checker = _Leftovers(given, table, frozenset(_list_columns(given, used)))
    kept = [number for number, index in enumerate(rows.rows) if not checker.is_total(index)]
    if any(checker.has_text(rows.rows[number]) for number in kept):
        kept = [number for number in kept if checker.has_text(rows.rows[number])]
    left_out = [index for number, index in enumerate(rows.rows) if number not in {*kept}]
    if left_out:
        others = ", ".join(str(table.spot_of((index,))[0]) for index in left_out[1:MOST_LISTED])
        more = ", ..." if len(left_out) > MOST_LISTED else ""
        also = f"; {format_count(len(left_out) - 1, 'more row')}: {others}{more}" if others else ""
        message = "this row has no text for a piece, and is left out"
        hint = f"to print it, write an id or a name into it{also}"
        names.warn(rows.findings.describe((left_out[0],), message, hint))
    found = replace(
        rows, pieces=[rows.pieces[number] for number in kept], rows=[rows.rows[number] for number in kept]
    )
    _report_remarks(found, table, checker.columns - {given.count}, names)
    return found


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
    """Columns that are used."""

    def has_text(self, index: int) -> bool:
        """Return True if a row has a text that is printed; the number of copies alone is none."""
        row = self._list_cells(index)
        names = (self.columns & self.table.titles.keys()) - {self.given.count}
        return not names or any(row.get(name) or (index, name) in self.table.remarks for name in names)

    def is_total(self, index: int) -> bool:
        """Return True if there is at most a label beside sums of what is above them."""
        row = {name: cell for name, cell in self._list_cells(index).items() if cell}
        sums = {name for name in row if (index, name) in self.table.totals}
        labels = [cell for name, cell in row.items() if name not in sums]
        if sums and len(labels) < 2:
            return True
        named = [cell for cell in labels if isinstance(cell, str) and number_or_none(cell) is None]
        is_named = len(named) == 1 and _TOTALS.fullmatch(named[0].strip(" :.="))
        return bool(is_named and len(row) == 2 and self._adds_up(index))

    def _adds_up(self, index: int) -> bool:
        """Return True if the number of copies is that of all rows above."""
        numbers = [self._count(above) for above in range(index)]
        total = self._count(index)
        return None not in numbers and len(numbers) > 0 and total == sum(number or 0 for number in numbers)

    def _count(self, index: int) -> float | None:
        cell = self._list_cells(index).get(self.given.count, "1")
        return number_or_none(cell) if isinstance(cell, str) else None

    def _list_cells(self, index: int) -> dict[str, Data]:
        row = self.given.data[index]
        return row if isinstance(row, dict) else {}


def _report_remarks(rows: PieceRows, table: TableSource, columns: Collection[str], names: Names) -> None:
    """Add a problem for each used cell without a value; warn once of each other kind of remark."""
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
