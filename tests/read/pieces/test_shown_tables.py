"""Workbooks are printed as they are shown: formats, rich texts, hidden and merged rows, totals, errors."""

import pickle
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from generator.errors import DataError
from generator.model.language.field_values import to_value
from generator.read.declared.tables import read_table
from tests.table_decks import DECK, read
from tests.workbooks import SHOWN_XLS, STRUCK, cell, formatted, ods, xlsx

USES = DECK.replace("[{ground: paper}]", '[{words: {text: "{id} {shown}", box: [5 mm, 5 mm, 50 mm, 50 mm]}}]')
FORMATS = ("0%", '"$"0.00', "d mmmm yyyy", "[h]:mm")
RICH = (
    "<si><r><t xml:space='preserve'>Draw </t></r><r><rPr><b/></rPr><t xml:space='preserve'>two </t></r>"
    "<r><t>cards</t></r></si>"
)
ERROR = "<c t='e'><v>#N/A</v></c>"
FORMULA = "<c><f>1+2</f></c>"
CELLS = {
    "share": formatted(0.25, 0),
    "price": formatted(3, 1),
    "day": formatted(45413, 2),
    "time": formatted(1.09375, 3),
    "rich": "<c t='s'><v>0</v></c>",
    "truth": cell(True),
    "struck": cell("gone", style=STRUCK),
}


def row(id: str, shown: str, *, hidden: bool = False) -> str:
    return f"<row{' hidden=' + chr(39) + '1' + chr(39) if hidden else ''}>{cell(id)}{shown}</row>"


def sheet(*rows: str, merged: tuple[str, ...] = ()) -> bytes:
    head = row("id", cell("shown"))
    return xlsx({"Cards": head + "".join(rows)}, shared=[RICH], formats=FORMATS, merged=merged)


MANY = sheet(*(row(id, xml) for id, xml in CELLS.items()))
ODS = ods(
    "<table:table-row><table:table-cell office:value-type='string'><text:p>id</text:p></table:table-cell>"
    "<table:table-cell office:value-type='string'><text:p>shown</text:p></table:table-cell></table:table-row>"
    + "".join(
        "<table:table-row><table:table-cell office:value-type='string'>"
        f"<text:p>{id}</text:p></table:table-cell>"
        f"<table:table-cell {attributes}>{text}</table:table-cell></table:table-row>"
        for id, attributes, text in (
            ("share", "office:value-type='percentage' office:value='0.25'", "<text:p>25%</text:p>"),
            ("price", "office:value-type='currency' office:value='3'", "<text:p>3,00 €</text:p>"),
            ("day", "office:value-type='date' office:date-value='2024-05-01'", "<text:p>1 May</text:p>"),
            ("time", "office:value-type='time' office:time-value='PT26H15M00S'", "<text:p>26:15</text:p>"),
            ("truth", "office:value-type='boolean' office:boolean-value='true'", "<text:p>TRUE</text:p>"),
            ("lines", "office:value-type='string'",
             "<text:p>a<text:s text:c='2'/>b</text:p><text:p>c</text:p>"),
            ("note", "office:value-type='string'", "<office:annotation><text:p>x</text:p></office:annotation>"
             "<text:p>a<text:tab/>b</text:p>"),
        )
    )
)  # fmt: skip


def read_shown(folder: Path, file: str, data: bytes, more: str = "") -> tuple[dict[str, object], list[str]]:
    deck, warnings = read(folder, f"{{file: {file}, {more}}}" if more else file, more=USES, **{file: data})
    return {piece.id: piece.fields["shown"] for piece in deck.pieces}, warnings


def find_errors(folder: Path, cards: str, more: str = USES, **files: bytes | str) -> list[str]:
    with pytest.raises(DataError) as caught:
        read(folder, cards, more=more, **files)
    return [str(problem).replace(f"{folder}/", "") for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("file", "data", "shown", "values"),
    [
        (
            "d.xlsx",
            MANY,
            {
                "share": "25%", "price": "$3.00", "day": "1 May 2024", "time": "26:15",
                "rich": "Draw **two** cards", "truth": "TRUE", "struck": "gone",
            },
            {
                "share": "0.25", "price": "3", "day": "2024-05-01", "time": "26:15:00",
                "rich": "Draw two cards", "truth": "true", "struck": "gone",
            },
        ),
        (
            "d.ods",
            ODS,
            {
                "share": "25%", "price": "3,00 €", "day": "1 May", "time": "26:15", "truth": "TRUE",
                "lines": "a  b\nc", "note": "a\tb",
            },
            {
                "share": "0.25", "price": "3", "day": "2024-05-01", "time": "26:15:00", "truth": "true",
                "lines": "a  b\nc", "note": "a\tb",
            },
        ),
    ],
)  # fmt: skip
def test_cells_are_printed_as_shown(
    tmp_path: Path, file: str, data: bytes, shown: Mapping[str, str], values: Mapping[str, str]
) -> None:
    """They keep the value behind; `format: raw` prints it."""
    found, _ = read_shown(tmp_path, file, data)
    assert found == shown
    assert {id: to_value(text) for id, text in found.items()} == values
    assert read_shown(tmp_path, file, data, "format: raw")[0] == values


def test_rows_are_chosen_sorted_and_counted_by_value(tmp_path: Path) -> None:
    """A condition may also name what is shown."""
    rows = [row("a", formatted(10, 1)), row("b", formatted(9, 1)), row("c", formatted(0.25, 0))]
    for where in ("shown = 0.25", "shown = 25%", "shown < 1"):
        assert [*read_shown(tmp_path, "d.xlsx", sheet(*rows), f'where: "{where}"')[0]] == ["c"]
    assert [*read_shown(tmp_path, "d.xlsx", sheet(*rows), "sort: shown")[0]] == ["c", "b", "a"]
    deck, _ = read(tmp_path, "{file: d.xlsx, count: shown}", **{"d.xlsx": sheet(*rows[:2])})
    assert [piece.count for piece in deck.pieces] == [10, 9]


def test_excel_97_is_read_as_shown(tmp_path: Path) -> None:
    """Its error is in a row that the deck leaves out."""
    found, warnings = read_shown(tmp_path, "d.xls", SHOWN_XLS, "where: id != error")
    assert found == {
        "share": "25%", "price": "$3.00", "day": "1 May 2024", "time": "26:15", "rich": "Draw **two** cards",
        "truth": "TRUE", "hidden": "seen", "struck": "gone", "merged": "both", "below": "both",
    }  # fmt: skip
    assert warnings == [
        "d.xls:9:1: Cards!A9: 1 hidden row is printed "
        "(row 9; to leave them out, write `hidden: skip` beside `file`)",
        "d.xls:10:2: Cards!B10 (shown): text that is struck out is printed",
    ]


RUNS = {
    "<r><t>5 m</t></r><r><rPr><vertAlign val='superscript'/></rPr><t>2</t></r>": "5 m{super|2}",
    "<r><t>H</t></r><r><rPr><vertAlign val='subscript'/></rPr><t>2</t></r><r><t>O</t></r>": "H{sub|2}O",
    "<r><rPr><b/><i/></rPr><t>a </t></r><r><rPr><i/></rPr><t>b</t></r>": "**a** b",
    "<r><rPr><b/></rPr><t>a\n\nb</t></r><r><t>\nc</t></r>": "**a**\n\n**b**\nc",
    "<r><rPr><u/></rPr><t>a</t></r><r><t> b</t></r>": "{underline|a} b",
    "<r><rPr><u val='none'/></rPr><t>a</t></r><r><rPr><b val='0'/></rPr><t> b</t></r>": "a b",
    "<t>Kyoto</t><rPh sb='0' eb='5'><t>KYOTO</t></rPh>": "Kyoto",
}  # fmt: skip


@pytest.mark.parametrize(("runs", "text"), RUNS.items())
def test_words_that_differ_have_marks(tmp_path: Path, runs: str, text: str) -> None:
    """A style that all words have is that of the cell."""
    head = row("id", cell("shown")) + row("a", "<c t='s'><v>0</v></c>")
    spaced = runs.replace("<t>", "<t xml:space='preserve'>")
    data = xlsx({"A": head}, shared=[f"<si>{spaced}</si>"])
    assert read_shown(tmp_path, "d.xlsx", data)[0] == {"a": text}


def test_letters_of_fonts_with_symbols_are_said(tmp_path: Path) -> None:
    """`J` in Wingdings is seen as a face."""
    runs = "<si><r><t>Draw </t></r><r><rPr><rFont val='Wingdings'/></rPr><t>J</t></r></si>"
    data = xlsx({"A": row("id", cell("shown")) + row("a", "<c t='s'><v>0</v></c>")}, shared=[runs])
    assert read_shown(tmp_path, "d.xlsx", data)[1] == [
        "d.xlsx:2:2: A!B2 (shown): text in a font of symbols is printed as letters"
    ]


def test_merged_cells_give_their_text_to_all_rows(tmp_path: Path) -> None:
    data = sheet(row("a", cell("x")), row("b", "<c/>"), row("c", "<c/>"), merged=("B2:B3",))
    assert read_shown(tmp_path, "d.xlsx", data)[0] == {"a": "x", "b": "x", "c": ""}


def test_hidden_rows_are_printed_and_said_or_left_out(tmp_path: Path) -> None:
    data = sheet(row("a", cell("x")), row("b", cell("y"), hidden=True), row("c", cell("z"), hidden=True))
    found, warnings = read_shown(tmp_path, "d.xlsx", data)
    assert [*found] == ["a", "b", "c"]
    assert warnings == [
        "d.xlsx:3:1: Cards!A3: 2 hidden rows are printed "
        "(row 3, 4; to leave them out, write `hidden: skip` beside `file`)"
    ]
    assert read_shown(tmp_path, "d.xlsx", data, "hidden: skip") == ({"a": "x"}, [])


@pytest.mark.parametrize("xml", [ERROR, FORMULA, "<c><f>1/0</f><v/></c>"])
def test_cells_without_a_value_are_errors_where_they_are_used(tmp_path: Path, xml: str) -> None:
    """With the name of the cell: not in other columns, nor in rows that are left out."""
    data = sheet(row("a", cell(2)), row("b", xml))
    (problem,) = find_errors(tmp_path, "d.xlsx", **{"d.xlsx": data})
    assert problem.startswith("d.xlsx:3:2: Cards!B3 (shown): ")
    assert "`#N/A` is an error of its formula" in problem or "the formula has no stored result" in problem
    for key in ("count", "sort"):
        (problem,) = find_errors(tmp_path, f"{{file: d.xlsx, {key}: shown}}", DECK, **{"d.xlsx": data})
        assert problem.startswith("d.xlsx:3:2: Cards!B3 (shown): ")
    assert len([*read(tmp_path, "d.xlsx", **{"d.xlsx": data})[0].pieces]) == 2
    assert read_shown(tmp_path, "d.xlsx", data, "where: id = a")[0] == {"a": "2"}


SUM = "<c><f>SUM(B2:B3)</f><v>3</v></c>"
TWO = row("a", cell(1)), row("b", cell(2))
TOTAL = "this row is a total of others, and is left out (to print it, write a text into another column)"
LEFT_OUT = "this row has no text for a piece, and is left out (to print it, write an id or a name into it)"


@pytest.mark.parametrize(
    ("file", "data", "place", "message"),
    [
        ("d.csv", "id,count,shown\na,1,x\nb,2,x\n,3,\n", "d.csv:4:1: [3]", LEFT_OUT),
        ("d.csv", "id,count,shown\na,1,x\nb,2,x\nTotal:,3,\n", "d.csv:4:1: [3]", TOTAL),
        ("d.csv", "id,count,note\na,1,x\nb,2,x\n,,made in May\n", "d.csv:4:1: [3]", LEFT_OUT),
        ("d.xlsx", sheet(*TWO, f"<row><c/>{SUM}</row>"), "d.xlsx:4:1: Cards!A4", TOTAL),
        ("d.xlsx", sheet(*TWO, row("All", SUM)), "d.xlsx:4:1: Cards!A4", TOTAL),
        ("d.xlsx", sheet(*TWO, row("Deck", SUM.replace("SUM(B2:B3)", "SUBTOTAL(109,Cards[Qty])"))),
         "d.xlsx:4:1: Cards!A4", TOTAL),
    ],
)  # fmt: skip
def test_rows_with_totals_are_left_out(
    tmp_path: Path, file: str, data: bytes | str, place: str, message: str
) -> None:
    cards = "{file: d.xlsx, count: shown}" if file == "d.xlsx" else file
    more = DECK.replace("[{ground: paper}]", '[{words: {text: "{id}", box: [5 mm, 5 mm, 50 mm, 50 mm]}}]')
    deck, warnings = read(tmp_path, cards, more=more, **{file: data})
    assert [piece.id for piece in deck.pieces] == ["a", "b"]
    assert warnings == [f"{place}: {message}"]


def test_sums_within_a_card_are_no_totals(tmp_path: Path) -> None:
    """Neither are those of other rows if a card has more than a name."""
    rows = [row("a", "<c><f>SUM(D2:F2)</f><v>3</v></c>"), row("b", cell(2)), row("c", SUM + cell("rules"))]
    deck, _ = read(tmp_path, "d.xlsx", **{"d.xlsx": sheet(*rows)})
    assert [piece.id for piece in deck.pieces] == ["a", "b", "c"]


@pytest.mark.parametrize(
    "data",
    [
        "id,count\na,1\nb,2\nc,3\n",
        "id,count\na,1\nTotal,3\n",
        "id,text,count\na,x,1\nTotal,y,1\n",
        "count\n3\n2\n",
    ],
)
def test_rows_that_only_look_like_totals_are_printed(tmp_path: Path, data: str) -> None:
    """A card may be called Total, and have as many copies as all others by chance."""
    deck, warnings = read(tmp_path, "d.csv", **{"d.csv": data})
    assert len([*deck.pieces]) == data.count("\n") - 1
    assert not warnings


@pytest.mark.parametrize("blank", [" , ", " ,", "\u00a0,\u2003"])
def test_blank_rows_are_left_out_and_said(tmp_path: Path, blank: str) -> None:
    """Rows without any character are not: spreadsheets write many of them."""
    deck, warnings = read(
        tmp_path, "d.csv", **{"d.csv": f"id,shown\na,x\n{blank}\n,\n{blank}\nb,\u00a0y\u00a0\n"}
    )
    assert [piece.fields["shown"] for piece in deck.pieces] == ["x", "y"]
    assert warnings == ["d.csv:3:1: this row is blank, and is left out (1 more row: 5)"]


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("d.csv", "Set list v3,,\n,,\nID,Qty,Shown\nOrc,2,hm\n"),
        ("d.csv", "Set list v3\n\nID,Qty,Shown\nOrc,2,hm\n"),
        ("d.xlsx", xlsx({"A": [["Set list v3"], [], ["ID", "Qty", "Shown"], ["Orc", 2, "hm"]]})),
    ],
)
def test_headlines_above_the_titles_are_left_out(tmp_path: Path, file: str, data: bytes | str) -> None:
    """The titles are in the row that has the columns of the deck."""
    deck, warnings = read(tmp_path, f"{{file: {file}, count: Qty}}", more=USES, **{file: data})
    assert [(piece.id, piece.count, piece.fields["shown"]) for piece in deck.pieces] == [("orc", 2, "hm")]
    (warning,) = warnings
    assert warning.startswith(f"{file}:1:1: ")
    assert "above the titles of the columns" in warning


def zip_up(name: str) -> bytes:
    """Return an archive with an empty file."""
    data = BytesIO()
    with ZipFile(data, "w") as archive:
        archive.writestr(name, "")
    return data.getvalue()


@pytest.mark.parametrize(
    ("file", "data", "message"),
    [
        ("d.ods", ods("<table:table-row><table:table-cell office:value-type='string' "
                      "table:number-columns-repeated='1000000000'><text:p>x</text:p></table:table-cell>"
                      "</table:table-row>"), "it has more than 16384 columns"),
        ("d.csv", ";,\t|" * 100_000, "columns (the limit for a table is 1000)"),
        ("d.csv", "id" + "," * 20_000 + "\na\n", "has 20001 columns"),
        ("d.fods", "<?xml version='1.0'?><office:document/>", "is XML or HTML, not a table"),
        ("d.xlsx", b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "protected by a password"),
        ("d.xlsb", xlsx({}).replace(b"xl/workbook.xml", b"xl/workbook.bin"), "(XLSB) are not supported"),
        ("d.numbers", zip_up("Index/Document.iwa"), "files of Numbers are not supported: export it as XLSX"),
        ("d.xlsx", zip_up("word/document.xml"), "it is a document of a word processor"),
        ("d.gsheet", '{"url": "https://example.org"}', "is an address on the web, not a table"),
    ],
)  # fmt: skip
def test_tables_that_cannot_be_read_are_refused(
    tmp_path: Path, file: str, data: bytes | str, message: str
) -> None:
    (problem,) = find_errors(tmp_path, file, **{file: data})
    assert message in problem


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("d.xlsx", MANY),
        ("d.ods", ODS),
        ("d.csv", "id,shown\na,x\n"),
        ("d.json", '[{"id": "a", "shown": "x"}]'),
        ("d.json", '{"id": ["a"], "shown": ["x"]}'),
    ],
)
def test_any_table_can_be_kept_between_runs(tmp_path: Path, file: str, data: bytes | str) -> None:
    """With the values behind its cells, and with their places."""
    (tmp_path / file).write_bytes(data.encode() if isinstance(data, str) else data)
    table = read_table(tmp_path / file)
    kept = pickle.loads(pickle.dumps(table))
    assert kept.spot_of((0, "shown")) == table.spot_of((0, "shown"))
    rows = [[row for row in one.data or () if isinstance(row, dict)] for one in (table, kept)]
    first, second = ([to_value(row["shown"]) for row in some] for some in rows)
    assert first == second
