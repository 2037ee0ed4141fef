"""Rows of tables that are no pieces: looked up by expressions, or left out.

Files with templates declare tables to look up: `tables: {pips: pips.csv}`. Left out are totals, rows without
a text, and cells that cannot be printed as they are.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, count
from math import nan

from generator.errors import format_count, format_more
from generator.model.language.expressions import Field
from generator.model.language.field_values import RowTable, number_or_none
from generator.model.values import dataclass, fields, replace
from generator.read.declared.names import Names
from generator.read.declared.reader import Findings
from generator.read.declared.tables import TableSource
from generator.read.files.yaml import Data, DataPath
from generator.read.pieces.heads import PieceTable
from generator.read.pieces.rows import ID_COLUMNS, PieceRows, RowList, find_id_column, find_rows, freeze
from generator.read.templates.templates import TemplateBook


def read_lookup(book: TemplateBook, findings: Findings, path: DataPath, given: Data) -> RowTable:
    """Return a table that a file declares at a path, with its rows by id; raises DataError.

    It is a list of rows or ids, a mapping of rows or plain values by their ids, the name of a file, or the
    keys of a table.
    """
    own = Findings(findings.source)
    if isinstance(given, list) and given and all(isinstance(one, str) for one in given):
        listed = [{"id": one} for one in given]
        return _make_table(own, _list_ids(listed, "id"), listed, [(*path, at) for at in range(len(given))])
    if isinstance(given, dict) and given and (_has_rows(given) or not _TABLE_KEYS & {*given}):
        return _make_map(own, path, given)
    found = find_rows(own, path, given, book.find_folder(findings), book)
    own, order = own.of(found.findings.source), found.order
    if table := found.table:
        for place in table.list_errors(order, table.titles):
            own.add(place, table.remarks[place].message, table.remarks[place].hint)
    rows = [found.data[index] for index in order]
    return _make_table(own, _list_ids(rows, found.id), rows, [(*found.base, index) for index in order])


_TABLE_KEYS = frozenset(key.name for key in fields(PieceTable))
"""Keys that say where the rows of a table come from; the keys of all other mappings are ids."""


def _has_rows(given: dict[str, Data]) -> bool:
    return all(isinstance(row, dict) for row in given.values())


def _make_map(findings: Findings, path: DataPath, given: dict[str, Data]) -> RowTable:
    """Return rows, or plain values such as `{coin: gold}`, by their ids; raises DataError."""
    if _has_rows(given):
        return _make_table(findings, [*given], [*given.values()], [(*path, id) for id in given])
    for id, row in given.items():
        if isinstance(row, dict):
            findings.add(
                (*path, id), "has keys, but other ids have plain values", "write keys for all, or for none"
            )
    values = {id: freeze(findings, (*path, id), value) for id, value in given.items()}
    findings.stop_if_any()
    return RowTable(values)


def _make_table(
    findings: Findings, ids: Sequence[str], rows: Sequence[Data], paths: Sequence[DataPath]
) -> RowTable:
    """Return rows as the model has them, each with all columns; raises DataError."""
    columns = dict.fromkeys((name for row in rows if isinstance(row, dict) for name in row), "")
    frozen: dict[str, Field] = {}
    for id, row, path in zip(ids, rows, paths, strict=True):
        if not isinstance(row, dict):
            findings.add(path, "must be keys with values", "write `- {id: ..., ...}`")
            continue
        fields = {name: freeze(findings, (*path, name), value) for name, value in row.items()}
        frozen[id] = {"id": id, **columns, **fields}
    findings.stop_if_any()
    return RowTable(frozen)


def _list_ids(rows: Sequence[Data], column: str) -> list[str]:
    """Return a unique id for each row, as it is written, with a number if it has occurred before."""
    mappings = [row if isinstance(row, dict) else {} for row in rows]
    name = column or find_id_column(mappings)
    found: dict[str, None] = {}
    for number, row in enumerate(mappings, 1):
        first = unique = str(row.get(name) or number)
        others = count(2)
        while unique in found:
            unique = f"{first}_{next(others)}"
        found[unique] = None
    return [*found]


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
