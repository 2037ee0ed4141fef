"""Tables of files with templates, for `each` and expressions: `tables: {pips: pips.csv}`."""

from collections.abc import Sequence
from itertools import count

from generator.model.language.fields import Field
from generator.model.language.tables import RowTable
from generator.model.values import fields
from generator.read.declared.findings import Findings
from generator.read.files.yaml import Data, DataPath
from generator.read.pieces.heads import PieceTable
from generator.read.pieces.rows import find_id_column, find_rows, freeze
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
