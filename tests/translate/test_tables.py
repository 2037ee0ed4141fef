"""Tables of texts: spreadsheets leave their cells as they are, and damaged tables are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import DataError
from generator.read.files.text_files import decode_text
from generator.translate.exchange import ExchangedText, format_table, parse_table

GOOD = 'key,english,translation\na.b,One,Uno\na.c,"Two, ""three""","Dos,\n«tres»"\n'


def test_rows_know_their_cells_and_places() -> None:
    """Columns in any order, more of them than needed, empty rows between, empty cells behind."""
    rows = parse_table(GOOD, file="es.csv")
    assert [row.translation for row in rows] == ["Uno", "Dos,\n«tres»"]
    assert rows[1].spot == (3, 22)
    assert rows[0].state == ""
    other = "Translation;KEY;whatever;english\n\nUno;a.b;;One;;\n"
    (row,) = parse_table(other, file="es.csv")
    assert (row.key, row.english, row.translation) == ("a.b", "One", "Uno")


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("", ["es.csv: is empty"]),
        ("\nkey,english\n", ["es.csv:1:1: the column `translation` is missing"]),
        ("key,english\na,x\n", ["es.csv:1:1: the column `translation` is missing"]),
        (
            "key,english,translaton\na,x,y\n",
            ["es.csv:1:1: the column `translation` is missing (did you"],
        ),
        ("key,english,translation,key\na,x,y,b\n", ["es.csv:1:25: duplicate column `key`"]),
        (GOOD + "a.d,x\n", ["es.csv:5:5: has 2 cells, but there are 3 columns"]),
        (GOOD + "a.d,x,y,z\n", ["es.csv:5:9: has 4 cells, but there are 3 columns"]),
        (
            "key;english;translation\na;x;y;z\n",
            ["es.csv:2:7: has 4 cells, but there are 3 columns (a cell that contains a semicolon"],
        ),
        (GOOD + ",x,y\n", ["es.csv:5:1: the row has no key"]),
        (GOOD + "a.b,x,y\n", ["es.csv:5:1: duplicate key `a.b` (it is in line 2 too)"]),
        (GOOD + 'a.d,"x,y\n', ["es.csv:5:5: this quote is never closed"]),
        (GOOD + 'a.d,"x"x,y\n', ["es.csv:5:1: is not a table"]),
        (GOOD + ",x,y\na.b,x\n", ["es.csv:5:1: the row has no key", "es.csv:6:5: has 2 cells"]),
    ],
)
def test_all_damage_is_reported_with_its_place(text: str, messages: list[str]) -> None:
    """All of it at once."""
    with pytest.raises(DataError) as caught:
        parse_table(text, file="es.csv")
    found = [str(problem) for problem in caught.value.problems]
    assert len(found) == len(messages)
    assert all(line.startswith(message) for line, message in zip(found, messages, strict=True)), found


def test_no_cell_is_a_formula() -> None:
    """A spreadsheet computes nothing of ours, and what we write comes back."""
    cells = ["=1+1", "+1", "-1", "@x", "'x", "''=", "x=1", "'"]
    rows = [ExchangedText(f"k{n}", "", cell) for n, cell in enumerate(cells)]
    written = format_table(rows)
    read = parse_table(decode_text(written.encode(), file="x"), file="x.csv")
    assert [row.translation for row in read] == cells
    assert [row.split(",")[2][:1] for row in written.split("\r\n")[1:5]] == ["'"] * 4


CHARACTERS = st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), include_characters="\n\t")
CELLS = st.text(alphabet=CHARACTERS)


@given(st.lists(CELLS, max_size=6))
def test_any_cells_come_back(cells: list[str]) -> None:
    """Quotes, commas, line breaks and apostrophes among them."""
    rows = [ExchangedText(f"k{n}", cell, cell) for n, cell in enumerate(cells)]
    text = format_table(rows).removeprefix("\ufeff").replace("\r\n", "\n")
    read = parse_table(text, file="x.csv")
    assert [row.english for row in read] == cells
    assert [row.translation for row in read] == cells


@given(st.data())
def test_damaged_tables_are_refused_or_read(data: st.DataObject) -> None:
    """Nothing but DataError, with lines that are there."""
    text = GOOD
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        new = data.draw(st.sampled_from(["", '"', ",", "\n", ";", "\t", "key"]))
        text = text[:at] + new + text[at + data.draw(st.integers(0, 8)) :]
    try:
        parse_table(text, file="x.csv")
    except DataError as error:
        _check_lines([problem.line for problem in error.problems], text)


def _check_lines(lines: list[int], text: str) -> None:
    assert all(0 <= line <= text.count("\n") + 1 for line in lines)
