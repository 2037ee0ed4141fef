"""Tables of booklets: read as they are written, and what is wrong with them told in place."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.model.elements.blocks import Cell, Table, TableColumn, TableRow
from generator.read.declared.names import Names
from tests.read.booklets.reading import read_alone

TABLE = """\
id: rules
title: t.title
blocks:
  - table:
      columns: [{head: t.name, width: 2}, {icon: star}]
      rows:
        - t.title
        - [t.name, "3 :star:"]
        - total: ["", 7]
      empty: 2
      row_height: 8 mm
"""
NAMES = Names(
    sentences={"t.title": "Title", "t.name": "Name", "t.of": "{card} of {number}"},
    icons=["star"],
    colours=["red"],
)


def read(folder: Path, text: str) -> Table:
    path = folder / "rules.yaml"
    path.write_text(text, encoding="utf-8")
    (table,) = read_alone(path, names=NAMES).blocks
    assert isinstance(table, Table)
    return table


def test_a_table_is_read_as_it_is_written(tmp_path: Path) -> None:
    """Headings, cells and totals; rows to write in are below the others."""
    table = read(tmp_path, TABLE)
    empty = TableRow((Cell(), Cell()))
    assert table.columns == (TableColumn("t.name", width=2.0), TableColumn(icon="star"))
    assert table.rows == (
        TableRow(heading="t.title"),
        TableRow((Cell("t.name"), Cell("3 :star:"))),
        TableRow(total=(Cell(), Cell("7"))),
        empty,
        empty,
    )


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("- t.title\n", "- t.titel\n", "7:11: rows[1]: the wording has no `t.titel`"),
        ("[t.name,", "[t.nome,", "8:12: rows[2][1]: the wording has no `t.nome`"),
        ("[t.name,", "[t.of,", "8:12: rows[2][1]: the placeholder `{card}` of the text `t.of` has no value"),
        (
            "- t.title\n",
            "- t.of\n",
            "7:11: rows[1]: the placeholder `{card}` of the text `t.of` has no value",
        ),
        ("3 :star:", "3 :stra:", "8:20: rows[2][2]: unknown icon `stra`"),
        ("3 :star:", "{rde|3}", "8:20: rows[2][2]: unknown colour `rde`"),
        ("3 :star:", "3 *4", "8:23: rows[2][2]: `*` is never closed at character 3"),
        ("3 :star:", "3 {id}", "4:5: blocks[1]: only stacks of templates have fields and conditions"),
        ('"", 7', "7", '9:18: rows[3].total: 1 cell for 2 columns (`""` is an empty cell)'),
        ('[t.name, "', '[t.name, t.name, "', "8:11: rows[2]: 3 cells for 2 columns"),
        ('- total: ["", 7]', "- {}", "9:11: rows[3]: is not a row (write `[cell, cell]`"),
        ('- total: ["", 7]', "- [[a], b]", "9:12: rows[3][1]: must be one value, not a list"),
        ("      row_height: 8 mm\n", "", "10:14: empty: the height of these rows is missing"),
        (TABLE[TABLE.index("      rows") :], "", "4:5: the table has no rows"),
    ],
)
def test_what_is_wrong_with_a_table_is_told_in_place(tmp_path: Path, old: str, new: str, told: str) -> None:
    """Line, column and character, and what would be right."""
    assert old in TABLE
    with pytest.raises(DataError) as caught:
        read(tmp_path, TABLE.replace(old, new))
    problem = str(caught.value.problems[0]).removeprefix(f"{tmp_path / 'rules.yaml'}:")
    assert problem.replace("blocks[1].table.", "").replace("blocks[1].table: ", "").startswith(told)
