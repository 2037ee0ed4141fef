"""Texts of other programs: their marks and wrong encodings are reported once, ordinary texts never."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import DataError
from generator.model.kit import PieceSet
from generator.read.files.shelf import Shelf, find_shelf
from generator.read.kits.kits import read_kit
from generator.read.pieces.foreign import list_foreign_marks, repair_encoding
from tests.read.pieces.test_effects import SVG, warn

WORDS = "- words: {text: '{text}', box: [5 mm, 5 mm, 30 mm, 9 mm]}"
DECK = f"cards: table.csv\ntemplate:\n{WORDS}\n"


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return find_shelf()


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("<b>Draw</b> 2<br/>cards", ["<b>", "</b>", "<br/>"]),
        (
            '<font color="red">x</font> &nbsp;&#8211;&amp;',
            ['<font color="red">', "</font>", "&nbsp;", "&#8211;", "&amp;"],
        ),
        ("[b]Draw[/b] 2", ["[b]", "[/b]"]),
        ("a < b and c > d & e; <3, <any>, [b] or [x], R&D; x<y>z", []),
    ],
)
def test_marks_of_web_pages_and_forums_are_found(text: str, marks: list[str]) -> None:
    assert [*list_foreign_marks(text)] == marks


@pytest.mark.parametrize("text", ["José", "Élan – “ça va”", "łódź", "10 €", "Привет", "❤"])
def test_letters_read_in_a_wrong_encoding_are_recognized(text: str) -> None:
    misread = text.encode().decode("cp1252", "replace")
    if "\N{REPLACEMENT CHARACTER}" not in misread:
        assert repair_encoding(misread) == text
    assert repair_encoding(text) == ""


@given(st.text("abcxyzäöüÄÖÜßéèÉÈçñãõÃÕâêÂ „“”‚‘’«»–—…€£", max_size=30))
def test_letters_in_words_are_sound(text: str) -> None:
    """A text is suspected only if all its letters together could be others."""
    if repair_encoding(text):
        assert text.encode("cp1252").decode() != text
        assert any(first in text for first in "ÂÃÄâ")


def test_each_kind_is_reported_once_where_it_is_first(tmp_path: Path, shelf: Shelf) -> None:
    rows = "a,<b>x</b>\nb,<i>y</i>\nc,JosÃ©\nd,Jos\N{REPLACEMENT CHARACTER}\ne,1 < 2 & 3\n"
    told = warn(tmp_path, shelf, DECK, table=f"id,text\n{rows}")
    assert [line.split(" (")[0] for line in told] == [
        "table.csv:2:3: [1].text: `<b>`, `</b>`, `<i>`, `</i>` are printed as they are",
        "table.csv:4:3: [3].text: `JosÃ©` was read in a wrong encoding: it may have been `José`",
        "table.csv:5:3: [4].text: `Jos�`: `�` is where a character was lost",
    ]
    assert "1 more text like this" in told[0]


@pytest.mark.parametrize("change", ["ignore: ['<b>', '</b>']", "replace"])
def test_marks_that_are_replaced_or_ignored_are_not_reported(
    tmp_path: Path, shelf: Shelf, change: str
) -> None:
    table = "{file: table.csv, replace: {'<b>': '**', '</b>': '**'}}" if change == "replace" else "table.csv"
    deck = DECK.replace("table.csv", table) + (change if change != "replace" else "")
    assert warn(tmp_path, shelf, deck, table="id,text\na,<b>x</b>\n") == []


def test_a_text_of_the_template_is_looked_at(tmp_path: Path, shelf: Shelf) -> None:
    words = WORDS.replace("{text}", "1&nbsp;mm")
    (told,) = warn(tmp_path, shelf, f"cards: [{{id: a}}]\ntemplate:\n{words}\n")
    assert told.startswith("deck.yaml:4:17: template[1].words.text: `&nbsp;` is printed as it is")


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_file_is_found_in_either_spelling_of_its_letters(tmp_path: Path, shelf: Shelf, form: str) -> None:
    """Archives of some systems have `é` as two characters."""
    other = "NFD" if form == "NFC" else "NFC"
    (tmp_path / unicodedata.normalize(other, "é")).mkdir()
    (tmp_path / unicodedata.normalize(other, "é/café.svg")).write_text(SVG, encoding="utf-8")
    picture = f"- picture: {{file: '{unicodedata.normalize(form, 'é/café.svg')}'}}"
    assert warn(tmp_path, shelf, f"cards: [{{id: a}}]\ntemplate:\n{picture}\n") == []


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (
            "id,text\na,{W}{U}: go\n",
            "table.csv:2:3: [1].text: `{W}` is not a mark, such as `{red|text}` or `:icon:`",
        ),
        ("id,text\nSee,x {id}\n", "table.csv:2:5: [1].text: placeholder `{id}` has no value"),
        (
            "id,text,pic\na,x,https://example.org/x.png\n",
            "`https://example.org/x.png` is an address on the web",
        ),
    ],
)
def test_what_other_programs_allow_is_explained(tmp_path: Path, shelf: Shelf, table: str, told: str) -> None:
    words = "- words: {text: '{id} {text}', box: [5 mm, 5 mm, 30 mm, 9 mm]}"
    deck = f"cards: table.csv\ntemplate:\n{words}\n" + (
        "- picture: {file: '{pic}'}\n" if "pic" in table else ""
    )
    with pytest.raises(DataError) as caught:
        warn(tmp_path, shelf, deck, table=table)
    assert told in str(caught.value)


def test_cells_in_quotes_may_have_blanks_around_them(tmp_path: Path, shelf: Shelf) -> None:
    rows = '"id" , "text"  ,"count"\n"a", "Hits, ""hard""" , 2.0\n"b","x , ""y"" , z" ,1\nc,5" , 1\n'
    (tmp_path / "table.csv").write_text(rows, encoding="utf-8")
    (tmp_path / "deck.yaml").write_text(f"size: poker\n{DECK}", encoding="utf-8")
    kit = read_kit(tmp_path / "deck.yaml", shelf=shelf)
    (deck,) = (part for part in kit.parts if isinstance(part, PieceSet))
    found = [(piece.fields["text"], piece.count) for piece in deck.pieces]
    assert found == [('Hits, "hard"', 2), ('x , "y" , z', 1), ('5"', 1)]


@pytest.mark.parametrize("cell", ["#REF!", "#N/A", "#ERROR!", "Err:502", "Loading..."])
def test_errors_of_formulas_are_errors_in_csv_too(tmp_path: Path, shelf: Shelf, cell: str) -> None:
    with pytest.raises(DataError) as caught:
        warn(tmp_path, shelf, DECK, table=f"id,text\na,Hi\nb,{cell}\n")
    told = str(caught.value).replace(f"{tmp_path}/", "")
    assert (
        told
        == f"table.csv:3:3: [2].text: `{cell}` is an error of its formula (correct it in the spreadsheet)"
    )


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("=CONCAT(A1;B1)", "is a formula, not its result"),
        ("=B2*2", "is a formula, not its result"),
        ("####", "is what a spreadsheet shows if the column is too narrow"),
        ("= 3 coins", ""),
        ("#3", ""),
        ("=", ""),
        ("=a", ""),
    ],
)
def test_formulas_and_narrow_columns_are_told(tmp_path: Path, shelf: Shelf, cell: str, told: str) -> None:
    warnings = warn(tmp_path, shelf, DECK, table=f"id,text\na,{cell}\n")
    assert [f"`{cell}` {told}" in line for line in warnings] == [True] * bool(told)


def test_a_cell_that_no_card_uses_may_be_wrong(tmp_path: Path, shelf: Shelf) -> None:
    assert warn(tmp_path, shelf, f"{DECK}ignore: [note]\n", table="id,text,note\na,Hi,#REF!\n") == []
