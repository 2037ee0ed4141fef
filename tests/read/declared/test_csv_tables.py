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


@pytest.mark.parametrize(
    ("text", "names", "told"),
    [
        (
            "name,x\nElf,\n# a note, with a comma\nOrc,\n",
            "Elf Orc",
            "3:1: this row is a comment, and is left out",
        ),
        ("name,x\nElf,\n\u200b,\u2060\nOrc,\n", "Elf Orc", "3:1: this row is blank, and is left out"),
        ("# mine, 2\nname,x\nElf,\n", "Elf", "1:1: this row is above the titles of the columns"),
        (
            "name,x\n#Elf,\nOrc,\nImp,\n",
            "#Elf Orc Imp",
            "2:1: this row is printed, although it begins with `#`",
        ),
        ("name,x\n#New,\n#Old,\n", "#New #Old", ""),
        ("name,x\n#1,\nOrc,\nImp,\n", "#1 Orc Imp", ""),
        ('name,x\n"# 1",\nOrc,\n', "# 1 Orc", ""),
        ("# Copies;name;x\n1;Elf;a, b, c\n", "Elf", ""),
        ("\ufeff\ufeffname,x\nElf,\n", "Elf", ""),
        ("\u200bname\u00a0,x\n\u200bElf\u2060,\n", "Elf", ""),
    ],
)
def test_comments_and_blanks_are_no_rows(tmp_path: Path, text: str, names: str, told: str) -> None:
    """A comment begins with `# ` without quotes; what cannot be seen is no text."""
    path = tmp_path / "x.csv"
    path.write_bytes(text.encode())
    table = read_table(path, wanted=("name",))
    assert " ".join(str(row["name"]) for row in table.data or () if isinstance(row, dict)) == names
    warnings = [str(one).replace(f"{path}:", "") for one in table.warnings]
    assert len(warnings) == bool(told)
    assert all(line.startswith(told) for line in warnings)
