"""Problems of tables have a file, a row, and a column, also those of damaged and hostile files."""

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.errors import DataError
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from tests.table_decks import read
from tests.workbooks import cell, ods, ods_row, xlsx

BOOK = xlsx({"Cards": [["Name", "Qty"], ["Orc", 2.5], ["Elf", "two"]], "Empty": []})
PLAIN = "Name,Off\nOrc,1\n"
FAR = cell(1).replace("<c", "<c r='XFD1048576'")
MANY = "<row>" + "<c t='s'><v>0</v></c>" * 1_100 + "</row>"
LONG = f"<si><t>{'x' * 100_000}</t></si>"
NOT_AN_ID = "is not an id (lower-case letters, digits, and `_`, such as `san_francisco` or `15`)"
NO_LIST = (
    'is not a list of objects (such as `[{"name": "Goblin"}]`; '
    "if the list is below a key, name it as `sheet`)"
)
NO_PICTURES = "there are no such pictures in the game's folder (write it like `front/*.png`)"
REPEATED = ods_row("x", times=16_384).replace(
    "<table:table-row>", "<table:table-row table:number-rows-repeated='1000000'>"
)


def complain(folder: Path, cards: str, **files: bytes | str) -> list[str]:
    with pytest.raises(DataError) as caught:
        read(folder, cards, **files)
    return [str(problem).replace(f"{folder}/", "") for problem in caught.value.problems]


LIST = "must be a list of values (write it like `[red, blue]`, or `1..6`)"
RANGE = "write it like `1..40`, `A..F`, or `I..X`, with at most 1000 items"


def test_rows_without_the_id_that_names_their_picture_are_told(tmp_path: Path) -> None:
    """All of them, as rows; no picture without a name is looked for."""
    (tmp_path / "a.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    )
    (tmp_path / "d.csv").write_text("id,name\na,Orc\n,Elf\n,Imp\n")
    picture = "picture: {file: '{id}.svg', box: [5 mm, 5 mm, 9 mm, 9 mm]}"
    (tmp_path / "d.yaml").write_text(f"size: poker\ncards: d.csv\ntemplate:\n- {picture}\n")
    with pytest.raises(DataError) as caught:
        read_kit(tmp_path / "d.yaml", shelf=find_shelf())
    told = [(problem.line, problem.message) for problem in caught.value.problems]
    assert told == [(3, "the row has no id"), (4, "the row has no id")]


@pytest.mark.parametrize(
    ("cards", "file", "data", "told"),
    [
        (
            "{file: d.xlsx, count: Qty}",
            "d.xlsx",
            BOOK,
            [
                "d.xlsx:2:2: Cards!B2 (Qty): `2.5` is not a whole number (write it like `3`)",
                "d.xlsx:3:2: Cards!B3 (Qty): `two` is not a whole number (write it like `3`)",
            ],
        ),
        (
            "{file: d.xlsx, count: Quantity, id: Nam, sort: Qtty, where: off, rename: {Nme: name}}",
            "d.xlsx",
            BOOK,
            [
                "deck.yaml:6:30: cards.count: unknown column `Quantity` (available: Name, Qty; "
                "other sheets: Empty; choose one: `{file: d.xlsx, sheet: Empty}`)",
                "deck.yaml:6:44: cards.id: unknown column `Nam` (did you mean `Name`?)",
                "deck.yaml:6:55: cards.sort: unknown column `Qtty` (did you mean `Qty`?)",
                "deck.yaml:6:68: cards.where: unknown column `off` (available: Name, Qty; "
                "other sheets: Empty; choose one: `{file: d.xlsx, sheet: Empty}`)",
                "deck.yaml:6:82: cards.rename.Nme: unknown column `Nme` (did you mean `Name`?)",
            ],
        ),
        (
            "{file: d.xlsx, sheet: Crads}",
            "d.xlsx",
            BOOK,
            ["d.xlsx: there is no sheet `Crads` (did you mean `Cards`?)"],
        ),
        (
            "{file: d.xlsx, sheet: Empty}",
            "d.xlsx",
            BOOK,
            ["d.xlsx: the sheet `Empty` is empty (sheets: Cards, Empty)"],
        ),
        (
            "{file: e.xlsx}",
            "d.xlsx",
            BOOK,
            ["deck.yaml:6:15: cards.file: there is no file `e.xlsx` (available: d.xlsx)"],
        ),
        (
            "{file: d.csv, sheet: B}",
            "d.csv",
            PLAIN,
            ["d.csv: there is no sheet `B` (only workbooks have sheets; remove `sheet`)"],
        ),
        (
            "d.csv",
            "d.csv",
            "Card Name,by_language\nOrc,x\n",
            ["d.csv:2:5: [1].by_language: `x` is neither true nor false (write `true` or `false`)"],
        ),
        (
            "{file: d.csv, where: off = 3}",
            "d.csv",
            PLAIN,
            ["deck.yaml:6:8: cards: there are no cards left (check `where` and `count`)"],
        ),
        (
            "{file: d.csv, count: 0}",
            "d.csv",
            PLAIN,
            ["deck.yaml:6:8: cards: there are no cards left (check `where` and `count`)"],
        ),
        (
            "d.csv",
            "d.csv",
            "Name\n",
            ["deck.yaml:6:8: cards: there are no cards in d.csv (it has only titles)"],
        ),
        (
            "d.csv",
            "d.csv",
            b"a\n\x81\xff",
            ["d.csv:2:1: is not UTF-8 text: byte 0x81 (save it as “CSV UTF-8”)"],
        ),
        ("d.csv", "d.csv", b"\xff\xfea\x00b", ["d.csv: is UTF-16 text (save it as “CSV UTF-8”)"]),
        (
            "d.json",
            "d.json",
            '{"a": 1}',
            ["d.json: " + NO_LIST],
        ),
        (
            "d.json",
            "d.json",
            '{"name": ["Orc", "Elf"], "count": [1]}',
            ["d.json: has columns of different lengths (write one value for each row)"],
        ),
        (
            "d.json",
            "d.json",
            '{"name": ["Orc", "Elf"],\n "count": [1, "x"]}',
            ["d.json:2:15: [2].count: `x` is not a whole number (write it like `3`)"],
        ),
        ("d.json", "d.json", '{"name": []}', ["d.json: " + NO_LIST]),
        ("d.json", "d.json", '[{"a": 1}\n {"b": 2}]', ["d.json:2:2: is not JSON: Expecting ',' delimiter"]),
        (
            "d.json",
            "d.json",
            '[{"a": "\\u0000"}]',
            ["d.json:1:8: contains a control character, written as an escape (remove it)"],
        ),
        (
            "d.json",
            "d.json",
            '[{"a": "\\ud83d"}]',
            ["d.json:1:11: unknown `\\` escape (use single quotes, or write `\\\\`)"],
        ),
        ("d.json", "d.json", "[" * 100_000, ["d.json:1:61: is nested deeper than 60 levels"]),
        (
            "d.json",
            "d.json",
            f'[{{"a": {"[" * 500}{"]" * 500}}}]',
            ["d.json:1:66: is nested deeper than 60 levels"],
        ),
        (
            "{file: d.json, sheet: cards}",
            "d.json",
            '{"crads": []}',
            ["d.json: there is no key `cards` at the top (did you mean `crads`?)"],
        ),
        (
            "d.json",
            "d.json",
            '[{"id": "\\ud83d\\ude00"}, {"id": "y", "count": "x"}]',
            ["d.json:1:47: [2].count: `x` is not a whole number (write it like `3`)"],
        ),
        (
            "{file: d.csv, pictures: x}",
            "d.csv",
            PLAIN,
            [
                "deck.yaml:6:1: cards: has file and pictures"
                " (write one of `file`, `pictures`, `pdf`, and `every`)"
            ],
        ),
        (
            "{sheet: a}",
            "d.csv",
            PLAIN,
            [
                "deck.yaml:6:1: cards: names no cards (write one of `file`, `pictures`, `pdf`, and `every`)",
                "deck.yaml:6:9: cards.sheet: is only for files (write `file: ...` with it)",
            ],
        ),
        (
            "{every: {a: [], b: x}}",
            "d.csv",
            PLAIN,
            [
                f"deck.yaml:6:20: cards.every.a: {LIST}",
                f"deck.yaml:6:27: cards.every.b: {LIST}",
            ],
        ),
        (
            "{every: {a: 1..x}}",
            "d.csv",
            PLAIN,
            [f"deck.yaml:6:20: cards.every.a: `1..x` is not a range ({RANGE})"],
        ),
        (
            f"{{every: {{a: {[*range(400)]}, b: {[*range(400)]}}}}}",
            "d.csv",
            PLAIN,
            ["deck.yaml:6:16: cards.every: makes more than 100000 pieces (split the deck)"],
        ),
        *(
            (
                f"{{pictures: {pattern}}}",
                "d.png",
                b"",
                ["deck.yaml:6:19: cards.pictures: " + NO_PICTURES],
            )
            for pattern in ("x/*.png", "../*", "/etc", "d*.csv")
        ),
        (
            "{file: d.csv, sort: [[a]]}",
            "d.csv",
            PLAIN,
            ["deck.yaml:6:28: cards.sort: must be a text or a list of texts (write it like `[suit, -rank]`)"],
        ),
        (
            "[{id: 15}, {id: B}, {cost: x}]",
            "d.csv",
            PLAIN,
            [
                "deck.yaml:6:24: cards[2].id: `B` " + NOT_AN_ID,
                "deck.yaml:6:28: cards[3]: `id` is missing (write `id: ...` or `name: ...`)",
            ],
        ),
        (
            "[a]",
            "d.csv",
            PLAIN,
            ["deck.yaml:6:9: cards[1]: must be keys with values (write `- {id: ..., ...}`)"],
        ),
    ],
)
def test_every_problem_has_its_place(
    tmp_path: Path, cards: str, file: str, data: bytes | str, told: list[str]
) -> None:
    """In the file of the deck or in the table: all of them at once."""
    assert complain(tmp_path, cards, **{file: data}) == told


@pytest.mark.parametrize(
    ("file", "make"),
    [
        ("d.xlsx", lambda: b""),
        ("d.xlsx", lambda: b"no workbook"),
        ("d.xlsx", lambda: b"PK\3\4" + b"x" * 100),
        ("d.xlsx", lambda: BOOK[:-100]),
        ("d.xls", lambda: b"\xd0\xcf\x11\xe0" + b"\0" * 2000),
        ("d.xlsx", lambda: xlsx({"A": f"<row><c r='A1'><v>1</v></c></row><row r='1048576'>{FAR}</row>"})),
        ("d.xlsx", lambda: xlsx({"A": [["Name"], ["a\x01"]]})),
        ("d.xlsx", lambda: xlsx({"A": " " * 100_000_000})),
        ("d.ods", lambda: ods(ods_row("Name") + REPEATED)),
        ("d.ods", lambda: ods('<!DOCTYPE a [<!ENTITY b "x">]>' + ods_row("Name"))),
    ],
    ids=[
        "empty", "text", "not a zip", "cut off", "not an Excel 97 file", "17 billion cells",
        "control character", "bomb", "repeated rows", "entities",
    ],
)  # fmt: skip
def test_bad_workbooks_stop_only_their_own_process(
    tmp_path: Path, file: str, make: Callable[[], bytes]
) -> None:
    """They end as one problem with the name of the file, or as an empty deck."""
    (problem,) = complain(tmp_path, file, **{file: make()})
    assert problem.startswith((f"{file}:", "deck.yaml:6:8: cards: there are no cards "))


def test_long_texts_in_many_cells_are_refused_at_once(tmp_path: Path) -> None:
    """Before they fill the memory of the process."""
    (problem,) = complain(tmp_path, "d.xlsx", **{"d.xlsx": xlsx({"A": MANY}, shared=[LONG])})
    assert "its cells have more than 100000000 characters" in problem


def test_modules_beside_a_game_are_not_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that reads workbooks does not look for modules in the current folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("json", "xlrd", "generator"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported')", encoding="utf-8")
    deck, _ = read(tmp_path, "d.xlsx", **{"d.xlsx": xlsx({"A": [["Name"], ["Orc"]]})})
    assert [piece.id for piece in deck.pieces] == ["orc"]


def test_files_are_found_whatever_their_case(tmp_path: Path) -> None:
    """A file whose name differs in case is suggested, also one whose ending does."""
    (problem,) = complain(tmp_path, "D.CSV", **{"d.csv": PLAIN})
    assert problem == "deck.yaml:6:8: cards: there is no file `D.CSV` (did you mean `d.csv`?)"
