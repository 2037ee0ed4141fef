"""The tables of booklets: cells with words, texts and icons, each compared with what there is."""

from generator.model.booklet import Cell, Table, TableColumn, TableRow
from generator.read.declared.findings import Findings
from generator.read.declared.formats import booklets as formats
from generator.read.declared.names import Names
from generator.read.files.phrases import say_count
from generator.read.files.yaml_reader import Data, DataPath
from generator.read.wordings.sentences import check_text

_LITERAL = "="


def read_table(findings: Findings, path: DataPath, given: formats.Table, names: Names) -> Table:
    """The table; what is wrong with it goes to `findings`."""
    reader = _TableReader(findings, names)
    findings.check_word((*path, "caption"), given.caption, names.sentences)
    columns = []
    for index, column in enumerate(given.columns):
        where = (*path, "columns", index)
        findings.check_word((*where, "head"), column.head, names.sentences)
        if column.icon:
            findings.check_name((*where, "icon"), column.icon, names.icons, "the icon")
        columns.append(TableColumn(column.head, column.icon, column.width, column.align))
    rows = [
        reader.read_row((*path, "rows", index), row, len(columns)) for index, row in enumerate(given.rows)
    ]
    rows += [TableRow((Cell(),) * len(columns))] * given.empty
    if not rows:
        findings.add(path, "the table has no rows", "add `rows: ...` or `empty: ...`", at="key")
    if given.empty and not given.row_height:
        findings.add((*path, "empty"), "nothing says how high these rows are", "add `row_height: 8 mm`")
    return Table(
        columns=tuple(columns),
        rows=tuple(rows),
        look=given.look,
        row_heads=given.row_heads,
        row_height=given.row_height,
        scale=given.scale,
        caption=given.caption,
    )


class _TableReader:
    def __init__(self, findings: Findings, names: Names) -> None:
        self._findings = findings
        self._names = names

    def read_row(self, path: DataPath, row: Data, columns: int) -> TableRow:
        if isinstance(row, str) and row:
            self._findings.check_word(path, row, self._names.sentences)
            return TableRow(heading=row)
        is_total = isinstance(row, dict) and [*row] == ["total"]
        if isinstance(row, dict) and is_total:
            path, row = (*path, "total"), row["total"]
        if not isinstance(row, list):
            self._findings.add(
                path,
                "is no row",
                "write `[cell, cell]`, `total: [cell, cell]`, or a wording key for a heading",
            )
            return TableRow()
        if len(row) != columns:
            said = f"has {say_count(len(row), 'cell')}, and there are {say_count(columns, 'column')}"
            self._findings.add(path, said, '`""` is an empty cell')
        cells = tuple(self._read_cell((*path, index), cell) for index, cell in enumerate(row))
        return TableRow(cells, is_total=is_total)

    def _read_cell(self, path: DataPath, cell: Data) -> Cell:
        if cell is None or cell == "":
            return Cell()
        if not isinstance(cell, str):
            self._findings.add(path, "must be one value", 'a wording key, `=text`, or `""`')
            return Cell()
        if not cell.startswith(_LITERAL):
            self._findings.check_word(
                path, cell, self._names.sentences, otherwise=f"write `={cell}` for the text itself"
            )
            return Cell(say=cell)
        check_text(self._findings, path, cell, pictured=self._names, start=len(_LITERAL))
        return Cell(text=cell[1:])
