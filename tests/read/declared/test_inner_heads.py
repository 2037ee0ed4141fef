"""A second table below the first one does not become cards without a word."""

from pathlib import Path

import pytest

from generator.read.declared.tables import read_table
from tests.workbooks import xlsx

TOLD = (
    "this row is read like the others, although it looks like the titles of another table "
    "({}move that table to a sheet or file of its own)"
)
CARDS = "Name,Cost,Text\nOrc,2,Hits\nElf,3,Shoots\n"


@pytest.mark.parametrize(
    ("table", "lines"),
    [
        (CARDS + "\nToken,Size,Colour\nCoin,12,gold\n", [5]),
        (CARDS + ",,\n,,\nToken,Size,Colour\nCoin,12,gold\n", [6]),
        (CARDS + "\nToken,Size\nCoin,12\n", [5]),
        (CARDS + "\nTokens,,\nToken,Size,Colour\nCoin,12,gold\n", [6]),
        (CARDS + "\nName,Cost,Text\nImp,1,Bites\n", [5]),
        (CARDS + "Name,Cost,Text\nImp,1,Bites\n", [4]),
        (CARDS + "\nname,cost,\nImp,1,\n", [5]),
        ("Name\nOrc\n\nName\nElf\n", [4]),
        (CARDS + "\nToken,Size\nCoin,12\n\nBoard,Squares\nMap,64\n", [5, 8]),
        (CARDS + "\nToken,Size\nCoin,12\nToken,Size\nGem,9\n", [5, 7]),
        (CARDS + "\nImp,1,Bites\n", []),
        (CARDS + "\nImp,X,Bites\nOgre,5,Hits\n", []),
        (CARDS + "\nImp,many,Bites\n", []),
        (CARDS + "\nImp,many,Bites\n\nOgre,5,Hits\n", []),
        (CARDS + "\nImp,,\nOgre,5,Hits\n", []),
        (CARDS + "\nImp,2 or more,Bites\nOgre,5,Hits\n", []),
        (CARDS + "\nImp,Imp,Bites\nOgre,5,Hits\n", []),
        (CARDS + "Token,Size,Colour\nCoin,12,gold\n", []),
        (CARDS + "Imp,many,Bites\n\nToken,Size,Colour\nCoin,12,gold\n", [6]),
        (CARDS + "Imp,many,Bites\nOgre,few,Hits\n\nToken,Size,Colour\nCoin,12,gold\n", []),
        (CARDS + "Name,1,Bites\n", []),
        ("Name,Text\nOrc,Hits\n\nElf,Shoots\nImp,Bites\n", []),
    ],
)
def test_titles_of_another_table_are_told_once(tmp_path: Path, table: str, lines: list[int]) -> None:
    """They repeat the titles, or follow an empty row, and have words where numbers were.

    A group of cards behind an empty row, and a single word among numbers, are nothing to tell.
    """
    path = tmp_path / "d.csv"
    path.write_text(table, "utf-8")
    found = [one for one in read_table(path).warnings if "another table" in one.message]
    assert [one.line for one in found] == lines[:1]
    others = f"1 more row: {lines[1]}; " if lines[1:] else ""
    assert [str(one) for one in found] == [f"{path}:{line}:1: {TOLD.format(others)}" for line in lines[:1]]


def test_sheets_of_workbooks_have_them_too(tmp_path: Path) -> None:
    """Numbers that are shown as text, such as prices, are numbers."""
    rows = [["Name", "Cost"], ["Orc", 2], ["Elf", 3], [], ["Token", "Size"], ["Coin", 12]]
    (tmp_path / "d.xlsx").write_bytes(xlsx({"Cards": rows}))
    (told,) = read_table(tmp_path / "d.xlsx").warnings
    assert (told.line, told.column) == (5, 1)
