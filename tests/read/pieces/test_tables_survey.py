"""A survey of tables as people have them: each small file has one trait, and is read as it is."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.table_decks import read
from tests.workbooks import XLS, cell, ods, ods_row, xlsx


@dataclass(frozen=True)
class Case:
    """A file with a trait, how the deck names it, and what its cards must have."""

    trait: str
    data: bytes | str
    cards: Sequence[Mapping[str, object]]
    """Fields of each card; `*` is its id, `#` its number of copies."""
    more: str = ""
    """More keys beside `file`."""
    file: str = "cards.csv"


def header(trait: str, title: str, name: str) -> Case:
    """A CSV file with a name and another column, whose field is asked for."""
    return Case(f"header {trait}", f"Name,{title}\nGoblin,7\n", [{"*": "goblin", name: "7"}])


def case(trait: str, data: bytes | str, *cards: Mapping[str, object], more: str = "", file: str = "") -> Case:
    return Case(trait, data, cards, more, file or "cards.csv")


def book(trait: str, data: bytes, *cards: Mapping[str, object], more: str = "", file: str = "") -> Case:
    return Case(f"workbook {trait}", data, cards, more, file or "deck.xlsx")


def objects(trait: str, data: object, *cards: Mapping[str, object], more: str = "") -> Case:
    text = data if isinstance(data, str) else json.dumps(data)
    return Case(f"json {trait}", text, cards, more, "deck.json")


GOBLIN = {"*": "goblin", "name": "Goblin", "cost": "3"}
TWO = [["Name", "Cost"], ["Goblin", 3]]
ROW = "<row><c t='inlineStr'><is><t>Name</t></is></c><c t='inlineStr'><is><t>Cost</t></is></c></row>"
SHARED_ROWS = "<row><c t='s'><v>0</v></c></row><row><c t='s'><v>1</v></c></row>"
FROM_C4 = (
    "<row r='4'><c r='C4' t='inlineStr'><is><t>Name</t></is></c></row>"
    "<row r='5'><c r='C5' t='inlineStr'><is><t>Orc</t></is></c></row>"
)
PLAIN = "Name,Cost\nGoblin,3\n"

CASES = (
    header("with capitals", "COST", "cost"),
    header("with spaces", "Victory Points", "victory_points"),
    header("with a dash", "Hit-Points", "hit_points"),
    header("with a dot", "Stats.HP", "stats_hp"),
    header("with a unit", "Cost ($)", "cost"),
    header("with a slash", "Attack/Defence", "attack_defence"),
    header("in camel case", "imageUrl", "image_url"),
    header("with accents", "Coût", "cout"),
    header("with umlauts", "Größe", "grosse"),
    header("with letters that are not decomposed", "Større", "storre"),
    header("with an apostrophe", "Dragon’s Lair", "dragons_lair"),
    header("with a percent sign", "% Chance", "chance"),
    header("with an underscore first", "_private", "private"),
    header("with spaces around", "  Cost  ", "cost"),
    header("with a line break in quotes", '"Rules\nText"', "rules_text"),
    header("with a comma in quotes", '"Cost, total"', "cost_total"),
    header("with quotes in quotes", '"The ""Cost"""', "the_cost"),
    header("with an emoji", "💰 Gold", "gold"),
    header("of only a sign", "#", "column_2"),
    header("of only digits", "2024", "column_2024"),
    header("with a digit first", "2nd effect", "column_2nd_effect"),
    header("of another script", "名前", "column_2"),
    header("without a title", "", "column_2"),
    header("of eighty letters", "x" * 80, "x" * 60),
    header("of a reserved name", "Item", "item"),
    header("of the size of a token", "Size", "size"),
    case("duplicate headers", "Name,Cost,Cost\nGoblin,3,4\n", {**GOBLIN, "cost_2": "4"}),
    case("headers that differ in capitals", "Name,Cost,COST\nGoblin,3,4\n", {**GOBLIN, "cost_2": "4"}),
    case("an empty column at the end", "Name,Cost,\nGoblin,3,\n", {**GOBLIN, "column_3": None}),
    case("an empty column in the middle", "Name,,Cost\nGoblin,,3\n", {**GOBLIN, "column_2": None}),
    case("an index column", ",Name,Cost\n0,Goblin,3\n", {**GOBLIN, "column_1": "0"}),
    case("lists", "Name,Icons[]\nGoblin,a; b\n", {"icons": ("a", "b")}),
    case("lists with line breaks", 'Name,Icons[]\nGoblin,"a\nb"\n', {"icons": ("a", "b")}),
    case("texts in a column front", "Name,Front\nGoblin,A dark wood\n", {"front": "A dark wood"}),
    case("texts in a column back", "Name,Back\nGoblin,Story: none\n", {"back": "Story: none"}),
    case("marks in a column BACK", "Name,BACK\nOrc,y\nElf,n\n", {"back": "y"}, {"back": "n"}),
    case("commas", PLAIN, GOBLIN),
    case("semicolons", "Name;Cost\nGoblin;3\n", GOBLIN),
    case("tabs", "Name\tCost\nGoblin\t3\n", GOBLIN, file="deck.tsv"),
    case("vertical bars", "Name|Cost\nGoblin|3\n", GOBLIN, file="deck.txt"),
    case("a separator line", "sep=;\nName;Cost\nGoblin;3\n", GOBLIN),
    case("decimal commas", "Name;Cost\nGoblin;3,5\n", {"cost": "3,5"}),
    case("all cells quoted", '"Name","Cost"\n"Goblin","3"\n', GOBLIN),
    case("doubled quotes", 'Name,Text\nGoblin,"Say ""no"""\n', {"text": 'Say "no"'}),
    case("inches", 'Name,Text\nGoblin,5" long\n', {"text": '5" long'}),
    case("line breaks in cells", 'Name,Text\nGoblin,"a\nb"\n', {"text": "a\nb"}),
    case("delimiters in quoted cells", 'Name,Text\nGoblin,"a, b; c"\n', {"text": "a, b; c"}),
    case("empty cells at the end of rows", "Name,Cost\nGoblin,3,,\n", GOBLIN),
    case("missing cells at the end of rows", "Name,Cost,Text\nGoblin,3\nOrc\n", {**GOBLIN, "text": ""}, {}),
    case(
        "ids that are there twice",
        "ID,Name\n31,a\n31,b\n,c\n",
        {"*": "31"},
        {"*": "31_2", "id": "31"},
        {"*": "3"},
    ),
    case("rows of commas", "Name,Cost\n,\nGoblin,3\n,\n", GOBLIN),
    case("empty lines before", "\n\nName,Cost\nGoblin,3\n", GOBLIN),
    case("empty lines between", "Name,Cost\n\nGoblin,3\n\n", GOBLIN),
    case("line ends of Windows", "Name,Cost\r\nGoblin,3\r\n", GOBLIN),
    case("line ends of old Macs", "Name,Cost\rGoblin,3\r", GOBLIN),
    case("no line end", "Name,Cost\nGoblin,3", GOBLIN),
    case("spaces around cells", "Name , Cost\n Goblin , 3 \n", GOBLIN),
    case("one column", "Name\nGoblin\nWyrm\n", {"*": "goblin"}, {"*": "wyrm"}),
    case("UTF-8", "Name\nÉowyn 🔥\n", {"*": "eowyn", "name": "Éowyn 🔥"}),
    case("UTF-8 with a mark", "\ufeffName,Cost\nGoblin,3\n", GOBLIN),
    case("UTF-16, little end first", b"\xff\xfe" + PLAIN.encode("utf-16-le"), GOBLIN),
    case("UTF-16, big end first", b"\xfe\xff" + PLAIN.encode("utf-16-be"), GOBLIN),
    case("UTF-16 with tabs", PLAIN.replace(",", "\t").encode("utf-16"), GOBLIN),
    case("Windows-1252", "Name\nÉtoile\n".encode("cp1252"), {"name": "Étoile"}),
    case("Windows-1251", "Name\nЗвезда ДНК\n".encode("cp1251"), {"name": "Звезда ДНК"}),
    case("Windows-1253", "Name\nΚαλό αστέρι\n".encode("cp1253"), {"name": "Καλό αστέρι"}),
    case("quotes of Windows-1252", "Name\n“Hi”\n".encode("cp1252"), {"name": "“Hi”"}),
    case("numbers as ids", "id,Name\n15,a\n7,b\n", {"*": "15", "id": "15"}, {"*": "7"}),
    case("ids with zeros", "ID,Name\n007,a\n", {"*": "007"}),
    case("ids with dashes and capitals", "ID,Name\nA-12,a\n", {"*": "a_12", "id": "A-12"}),
    case("ids with spaces", "Id,Name\nGoblin King,a\n", {"*": "goblin_king", "id": "Goblin King"}),
    case("ids from titles", "Title,Cost\nGoblin King!,3\n", {"*": "goblin_king", "id": "goblin_king"}),
    case("ids from card names", "Card Name\nGoblin\n", {"*": "goblin"}),
    case("ids from another column", "Code,Name\nx1,a\n", {"*": "x1"}, more="id: Code"),
    case("the same name twice", "Name\nOrc\nOrc\nOrc\n", {"*": "orc"}, {"*": "orc_2"}, {"*": "orc_3"}),
    case(
        "a name that looks counted", "Name\nOrc 2\nOrc\nOrc\n", {"*": "orc_2"}, {"*": "orc"}, {"*": "orc_3"}
    ),
    case("names of another script", "Name\n龍\n虎\n", {"*": "1", "name": "龍"}, {"*": "2"}),
    case("no names", "Suit,Rank\nred,3\nblue,4\n", {"*": "1", "rank": "3"}, {"*": "2"}),
    case("a column of copies", "Name,Qty\nOrc,3\n", {"#": 3, "qty": "3"}, more="count: Qty"),
    case("copies with capitals", "Name,Count\nOrc,3\n", {"#": 3, "count": "3"}),
    case("no copies", "Name,count\nOrc,0\nElf,2\n", {"*": "elf", "#": 2}),
    case("empty copies", "Name,count\nOrc,\n", {"#": 1, "count": "1"}),
    case("the same copies of all", "Name\nOrc\n", {"#": 4}, more="count: 4"),
    case(
        "a count that is something else",
        "Name,Count,Qty\nOrc,two,3\n",
        {"#": 3, "count": "two"},
        more="count: qty",
    ),
    case("renamed columns", "Nom,Coût\nGoblin,3\n", GOBLIN, more="rename: {Nom: name, cout: cost}"),
    case("a renamed list", "Name,Icons\nOrc,a;b\n", {"icons": ("a", "b")}, more='rename: {Icons: "icons[]"}'),
    case(
        "replaced texts",
        "Name,Text\nOrc,2 💡%n\n",
        {"text": "2 :idea:\n"},
        more='replace: {💡: ":idea:", "%n": "\\n"}',
    ),
    case("chosen rows", "Name,Kind\nOrc,a\nElf,b\n", {"*": "elf"}, more="where: kind = b"),
    case(
        "rows that are off",
        "Name,Off\nA,no\nB,yes\nC,0\nD,FALSE\nE,\n",
        *({"*": id} for id in "acde"),
        more="where: not off",
    ),
    case(
        "sorted numbers", "Name,Cost\nA,10\nB,9\nC,\n", {"*": "b"}, {"*": "a"}, {"*": "c"}, more="sort: Cost"
    ),
    case(
        "sorted down, then up",
        "Name,Cost\nB,1\nA,1\nC,2\n",
        {"*": "c"},
        {"*": "a"},
        {"*": "b"},
        more="sort: [-cost, name]",
    ),
    case("sorted names with numbers", "Name\nC10\nC9\n", {"*": "c9"}, {"*": "c10"}, more="sort: name"),
    book("of inline texts", xlsx({"Cards": TWO}), GOBLIN),
    book("with macros", xlsx({"Cards": TWO}), GOBLIN, file="deck.xlsm"),
    book(
        "of shared texts",
        xlsx({"A": SHARED_ROWS}, shared=["<si><t>Name</t></si>", "<si><t>Goblin</t></si>"]),
        {"*": "goblin"},
    ),
    book(
        "of rich texts",
        xlsx(
            {"A": SHARED_ROWS}, shared=["<si><t>Name</t></si>", "<si><r><t>Gob</t></r><r><t>lin</t></r></si>"]
        ),
        {"name": "Goblin"},
    ),
    book("with whole numbers", xlsx({"A": [["Name", "Cost"], ["Goblin", 3.0]]}), GOBLIN),
    book("with fractions", xlsx({"A": [["Name", "Cost"], ["Goblin", 0.1 + 0.2]]}), {"cost": "0.3"}),
    book(
        "with large numbers",
        xlsx({"A": [["Name", "Cost"], ["Goblin", 1234567890123]]}),
        {"cost": "1234567890123"},
    ),
    book("with negative numbers", xlsx({"A": [["Name", "Cost"], ["Goblin", -2]]}), {"cost": "-2"}),
    book(
        "with truth values",
        xlsx({"A": [["Name", "Rare", "Big"], ["Goblin", True, False]]}),
        {"rare": "TRUE", "big": "FALSE"},
    ),
    book(
        "with dates",
        xlsx({"A": f"{ROW}<row>{cell('x')}{cell(45413, style=1)}</row>"}),
        {"cost": "2024-05-01"},
    ),
    book(
        "with dates and times",
        xlsx({"A": f"{ROW}<row>{cell('x')}{cell(45413.5, style=2)}</row>"}),
        {"cost": "2024-05-01 12:00"},
    ),
    book("with times", xlsx({"A": f"{ROW}<row>{cell('x')}{cell(0.25, style=3)}</row>"}), {"cost": "6:00"}),
    book("with formulas", xlsx({"A": f"{ROW}<row>{cell('Goblin')}<c><f>1+2</f><v>3</v></c></row>"}), GOBLIN),
    book(
        "with text formulas",
        xlsx({"A": f"{ROW}<row>{cell('x')}<c t='str'><f>A1</f><v>yes</v></c></row>"}),
        {"cost": "yes"},
    ),
    book(
        "with an empty cell",
        xlsx({"A": [["Name", "Cost"], ["Goblin", None], ["Orc", 3]]}),
        {"cost": ""},
        {"cost": "3"},
    ),
    book("with line breaks", xlsx({"A": [["Name", "Text"], ["Goblin", "a\nb"]]}), {"text": "a\nb"}),
    book("with spaces around", xlsx({"A": [[" Name ", "Cost"], [" Goblin ", 3]]}), GOBLIN),
    book("that begins at C4", xlsx({"A": FROM_C4}), {"*": "orc"}),
    book("with gaps between rows", xlsx({"A": [["Name", "Cost"], [None, None], ["Goblin", 3]]}), GOBLIN),
    book("with several sheets", xlsx({"A": TWO, "B": [["x"], ["y"]]}), GOBLIN),
    book(
        "with a named sheet",
        xlsx({"Notes": [["x"], ["y"]], "The Cards": TWO}),
        GOBLIN,
        more="sheet: The Cards",
    ),
    book(
        "with a hidden first sheet", xlsx({"Lists": [["x"], ["y"]], "Cards": TWO}, hidden=["Lists"]), GOBLIN
    ),
    book("with an emoji in the name of the sheet", xlsx({"x": [["y"]], "🃏": TWO}), GOBLIN, more="sheet: 🃏"),
    book(
        "with a header of numbers",
        xlsx({"A": [["Name", 1, 2], ["Orc", "a", "b"]]}),
        {"column_1": "a", "column_2": "b"},
    ),
    book("with numbers as ids", xlsx({"A": [["ID", "Name"], [15, "Orc"]]}), {"*": "15", "id": "15"}),
    book("with copies", xlsx({"A": [["Name", "Qty"], ["Orc", 3.0]]}), {"#": 3}, more="count: Qty"),
    book("named as CSV", xlsx({"A": TWO}), GOBLIN, file="deck.csv"),
    book(
        "of Excel 97",
        XLS,
        {"*": "gnoll", "cost": "3", "made": "2.5"},
        {"*": "ete", "made": ""},
        file="deck.xls",
    ),
    book("of OpenDocument", ods(ods_row("Name", "Cost") + ods_row("Goblin", 3)), GOBLIN, file="deck.ods"),
    book(
        "of OpenDocument with repeated cells",
        ods(ods_row("Name", "Cost", "Big") + ods_row("Goblin", 3, times=2)),
        {**GOBLIN, "big": "3"},
        file="deck.ods",
    ),
    book(
        "of OpenDocument with empty ends",
        ods(ods_row("Name", "Cost") + ods_row("Goblin", 3, None, times=1000)),
        GOBLIN,
        file="deck.ods",
    ),
    objects("columns", {"Name": ["Goblin", "Elf"], "Cost": [3, 2]}, GOBLIN, {"*": "elf", "cost": "2"}),
    objects("columns of lists", {"Name": ["Orc"], "Icons": [["a", "b"]]}, {"icons": ("a", "b")}),
    objects("of objects", [{"Name": "Goblin", "Cost": 3}], GOBLIN),
    objects("of objects by id", {"Goblin": {"cost": 3}}, {"*": "goblin", "id": "Goblin", "cost": "3"}),
    objects("with numbers as written", '[{"Name": "Goblin", "Cost": 3.50}]', {"cost": "3.50"}),
    objects("with truth values and null", [{"Name": "x", "A": True, "B": None}], {"a": "true", "b": ""}),
    objects("with lists", [{"Name": "x", "Icons": ["a", "b"]}], {"icons": ("a", "b")}),
    objects("with objects inside", [{"Name": "x", "Stats": {"HP": 5}}], {"stats": {"hp": "5"}}),
    objects("with different keys", [{"Name": "x"}, {"Name": "y", "Cost": 3}], {"cost": ""}, {"cost": "3"}),
    objects(
        "with camel case",
        [{"cardName": "x", "imageURL": "y"}],
        {"*": "x", "card_name": "x", "image_url": "y"},
    ),
    objects(
        "below a key", {"version": 2, "cards": [{"Name": "Goblin", "Cost": 3}]}, GOBLIN, more="sheet: cards"
    ),
    objects("with tabs", '[\n\t{\n\t\t"Name": "Goblin",\n\t\t"Cost": 3\n\t}\n]', GOBLIN),
    objects("with escapes", '[{"Name": "\\ud83d\\udd25 \\u00c9 \\/"}]', {"name": "🔥 É /"}),
    objects("with a comma too many", '[{"Name": "Goblin", "Cost": 3},]', GOBLIN),
    objects("with comments", '[  # all of them\n{"Name": "Goblin", "Cost": 3}]', GOBLIN),
    objects("with a byte order mark", '\ufeff[{"Name": "Goblin", "Cost": 3}]', GOBLIN),
    case("YAML list", "- {Name: Goblin, Cost: 3}\n", GOBLIN, file="cards.yaml"),
    case(
        "YAML by id",
        "goblin: {Cost: 3}\norc: {Cost: 4}\n",
        {"*": "goblin", "cost": "3"},
        {"*": "orc"},
        file="cards.yml",
    ),
    case(
        "YAML below a key",
        "cards:\n- Name: Goblin\n  Cost: 3\n",
        GOBLIN,
        more="sheet: cards",
        file="cards.yaml",
    ),
)


def test_the_survey_is_large() -> None:
    """Every trait once."""
    assert len({one.trait for one in CASES}) == len(CASES) >= 120


@pytest.mark.parametrize("one", CASES, ids=lambda one: one.trait)
def test_tables_are_read_as_they_are(tmp_path: Path, one: Case) -> None:
    """Without a change to the file."""
    cards = f"{{file: {one.file}, {one.more}}}" if one.more else one.file
    deck, _ = read(tmp_path, cards, **{one.file: one.data})
    pieces = list(deck.pieces)
    assert len(pieces) == len(one.cards)
    for piece, wanted in zip(pieces, one.cards, strict=True):
        found = {"*": piece.id, "#": piece.count, **piece.fields}
        assert {name: found.get(name) for name in wanted} == wanted
