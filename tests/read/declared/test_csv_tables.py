"""CSV files as tables: the place of every cell, and texts that are no tables."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.read.declared.tables import TableSource, read_table


def read(folder: Path, text: str) -> TableSource:
    path = folder / "x.csv"
    path.write_bytes(text.encode())
    table = read_table(path)
    if table.problems:
        raise DataError(table.problems)
    return table


def test_every_cell_knows_its_place(tmp_path: Path) -> None:
    """Behind quotes, commas in them and line breaks in them; empty rows are passed over."""
    source = read(tmp_path, 'id,note,pills[]\n\na,"x, ""y""\nz",red; blue\n,,\nb,,\n')
    assert source.data == [
        {"id": "a", "note": 'x, "y"\nz', "pills": ["red", "blue"]},
        {"id": "b", "note": "", "pills": []},
    ]
    assert source.spot_of((0,)) == (3, 1)
    assert source.spot_of((0, "note")) == (3, 3)
    assert source.spot_of((0, "pills")) == (4, 4)
    assert source.spot_of((1, "note")) == (6, 3)
    assert source.spot_of(("pills",)) == (1, 9)
    assert source.spot_of(()) == (1, 1)


def test_files_of_windows(tmp_path: Path) -> None:
    """A byte order mark and carriage returns, as spreadsheets write them."""
    source = read(tmp_path, "\ufeffid;note\r\na;x\r\n")
    assert source.data == [{"id": "a", "note": "x"}]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is empty"),
        ("\n\n", "is empty"),
        ('id,note\na,"b\n', "x.csv:2:3: this quote is never closed"),
        ("id;note\na;b;c\n", "a cell that contains a semicolon needs quotes"),
        ('id,note\na,"b"c\n', "is not a table"),
        ("id,a note\na,b,c\n", "x.csv:2:5: has 3 cells, but there are 2 columns"),
    ],
)
def test_no_table(tmp_path: Path, text: str, told: str) -> None:
    """Without a row of names, or with quotes that do not close, there is nothing to read."""
    with pytest.raises(DataError) as caught:
        read(tmp_path, text)
    assert told in str(caught.value)
