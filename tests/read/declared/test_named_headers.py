"""The row with the titles of a table, chosen by its number or by one of its titles: `header`."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.read.declared.names import Names
from generator.read.pieces.sets import read_deck
from generator.read.templates.templates import TemplateBook
from tests.workbooks import xlsx

SHEET = [["Set list", "v3", "2026"], ["", "", ""], ["Name", "Qty", "Text"], ["Orc", "2", "hm"]]
DECK = """size: 63 mm x 88 mm
cards: {{file: {file}, count: Qty, header: {header}}}
template: [words: {{text: "{{name}}: {{text}}", box: [5 mm, 5 mm, 50 mm, 20 mm]}}]
"""


def read(folder: Path, header: str, file: str = "cards.csv") -> list[tuple[str, object]]:
    """The ids and texts of the cards."""
    (folder / "deck.yaml").write_text(DECK.format(file=file, header=header))
    deck = read_deck(folder / "deck.yaml", book=TemplateBook(Names(), folder))
    return [(piece.id, piece.fields["text"]) for piece in deck.pieces]


@pytest.mark.parametrize("header", ["3", "Qty", "qty", "Text"])
@pytest.mark.parametrize("file", ["cards.csv", "cards.xlsx"])
def test_rows_above_the_titles_are_left_out(tmp_path: Path, header: str, file: str) -> None:
    """A number is that of the line or the row, as the program shows it."""
    (tmp_path / "cards.csv").write_text("".join(",".join(row) + "\n" for row in SHEET))
    (tmp_path / "cards.xlsx").write_bytes(xlsx({"Cards": SHEET}))
    assert read(tmp_path, header, file) == [("orc", "hm")]


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ("2", "deck.yaml:2:46: cards.header: row 2 is empty"),
        ("99", "deck.yaml:2:46: cards.header: row 99 is empty"),
        ("Qtty", "deck.yaml:2:46: cards.header: no row has the title `Qtty` (did you mean `Qty`?)"),
    ],
)
def test_rows_that_are_not_there(tmp_path: Path, header: str, told: str) -> None:
    """The message is at `header`."""
    (tmp_path / "cards.csv").write_text("".join(",".join(row) + "\n" for row in SHEET))
    with pytest.raises(DataError) as caught:
        read(tmp_path, header)
    assert str(caught.value).replace(f"{tmp_path}/", "") == told


def test_rows_above_are_asked_about_unless_the_header_is_named(tmp_path: Path) -> None:
    """The row is found by the columns that the deck names; `header` says that this is right."""
    (tmp_path / "cards.csv").write_text("".join(",".join(row) + "\n" for row in SHEET))
    for header, count in (("", 1), (", header: 3", 0)):
        (tmp_path / "deck.yaml").write_text(
            DECK.format(file="cards.csv", header="").replace(", header: ", header)
        )
        names = Names(warnings=[])
        read_deck(tmp_path / "deck.yaml", book=TemplateBook(names, tmp_path))
        told = [str(one) for one in names.warnings or ()]
        assert len(told) == count
        assert all("write `header: 3` beside `file` if that is right" in one for one in told)
