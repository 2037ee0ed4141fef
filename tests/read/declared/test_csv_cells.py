"""Cells of CSV are changed one by one, and every other byte of the file stays."""

import csv
from io import StringIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.errors import DataError
from generator.read.declared.tables import CsvCells, put_cells
from generator.read.files.text_files import decode_table, find_encoding

CHARACTERS = st.characters(codec="cp1252", exclude_categories=("Cc", "Cs"), include_characters="\n,;\t| \"'#")
CELLS = st.text(alphabet=CHARACTERS, max_size=8)
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "cp1252")


@st.composite
def tables(draw: st.DrawFn) -> tuple[bytes, list[list[str]], str]:
    """A table in any dialect, its cells, and its encoding."""
    delimiter, quoting = (
        draw(st.sampled_from(",;\t|")),
        draw(st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL])),
    )
    end, encoding = draw(st.sampled_from(["\n", "\r\n", "\r"])), draw(st.sampled_from(ENCODINGS))
    width = draw(st.integers(2, 4))
    rows = draw(st.lists(st.lists(CELLS, min_size=width, max_size=width), max_size=4))
    rows = [[f"n{number}" for number in range(width)], *rows]
    out = StringIO(newline="")
    csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator=end).writerows(rows)
    text = out.getvalue()
    if draw(st.booleans()):
        text = text.removesuffix(end)
    return text.encode(encoding), rows, encoding


def read(data: bytes) -> list[list[str]]:
    return [[*row] for row in CsvCells(decode_table(data, file="t.csv")[0], file="t.csv", names="").rows]


@given(tables(), st.data())
def test_only_the_changed_cell_changes(
    table: tuple[bytes, list[list[str]], str], data: st.DataObject
) -> None:
    """In each dialect: before and behind the cell are the same bytes, and the new text comes back."""
    old, *_ = table
    _, encoding = find_encoding(old)
    rows = read(old)
    row = data.draw(st.integers(1, len(rows) - 1) if len(rows) > 1 else st.just(0))
    if not rows[row]:
        return
    place, new = data.draw(st.integers(0, len(rows[row]) - 1)), data.draw(CELLS)
    try:
        written = put_cells(old, {(row, place): new}, file="t.csv")
    except DataError:  # Some texts make another table of it: `sep=` in the first cell.
        return
    wanted = [[*one] for one in rows]
    wanted[row][place] = new.strip(" ")
    found = read(written)
    found[row][place] = found[row][place].strip(" ")
    assert found == wanted
    same_start = next(
        (at for at, (a, b) in enumerate(zip(old, written, strict=False)) if a != b),
        min(len(old), len(written)),
    )
    same_end = next(
        (at for at, (a, b) in enumerate(zip(old[::-1], written[::-1], strict=False)) if a != b),
        min(len(old), len(written)),
    )
    # What differs is no longer than the cell with its quotes, in the bytes of the encoding.
    longest = max(len(text.replace('"', '""').encode(encoding)) for text in (new, rows[row][place])) + 8
    assert max(len(old), len(written)) - same_start - same_end <= longest


def test_short_rows_get_the_cells_before_a_new_one() -> None:
    """A row may end before the column of a language."""
    assert put_cells(b"a,b,c\r\nx\r\ny,,\r\n", {(1, 2): "new"}, file="t") == b"a,b,c\r\nx,,new\r\ny,,\r\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'a,b\r\n"x" , "y"\r\n', b'a,b\r\n"x" , "a ""b"""\r\n'),
        (b"sep=;\r\na;b\r\nx;y, z\r\n", b'sep=;\r\na;b\r\nx;"a ""b"""\r\n'),
        (b"a\tb\rx\ty", b'a\tb\rx\t"a ""b"""'),
        ("a,b\né,y".encode("cp1252"), 'a,b\né,"a ""b"""'.encode("cp1252")),
        ("a,b\ncafé,y".encode("mac_roman"), 'a,b\ncafé,"a ""b"""'.encode("mac_roman")),
        ("a,b\né,y".encode("utf-16"), 'a,b\né,"a ""b"""'.encode("utf-16")),
    ],
)
def test_dialects_stay(old: bytes, new: bytes) -> None:
    """Blanks around quotes, a named delimiter, line ends, and encodings."""
    row = 2 if old.startswith(b"sep") else 1
    assert put_cells(old, {(row, 1): 'a "b"'}, file="t") == new


@pytest.mark.parametrize(("encoding", "name"), [("cp1252", "Windows-1252"), ("mac_roman", "Mac Roman")])
def test_texts_that_an_encoding_lacks_are_refused(encoding: str, name: str) -> None:
    """With the file, the encoding, and the first of these characters."""
    with pytest.raises(DataError, match=f"is {name} text, which has no 東"):
        put_cells("a,b\ncafé,y\n".encode(encoding), {(1, 1): "東京"}, file="t.csv")


@given(st.text(alphabet=st.sampled_from('ab ,;"#\n'), max_size=30))
@example('x, "y" ;z')
def test_every_cell_is_found_where_it_is(text: str) -> None:
    """The place of each cell is that of its text."""
    try:
        cells = CsvCells(text, file="t", names="")
    except DataError:
        return
    lines = text.split("\n")
    for row, found in enumerate(cells.rows):
        for place, cell in enumerate(found):
            line, column = cells.spot_of(row, place)
            rest, first = lines[line - 1][column - 1 :].lstrip(' "'), cell.split("\n")[0].lstrip(' "')
            assert rest.startswith(first.split('"')[0])
