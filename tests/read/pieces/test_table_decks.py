"""Decks from tables: templates, pictures, combinations, languages, tokens, and warnings."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.model.kit import PieceSet
from generator.model.texts.wordings import Wording, join_sentences, make_bilingual_wording
from generator.read.declared.names import Names
from generator.read.pieces.sets import read_tokens
from generator.read.templates.templates import TemplateBook
from tests.table_decks import DECK, read

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)
RENAME = " (give it another title, or use `rename`)"
WITH_FILE = "write `{file: ..., count: Qty}`)"
COPIES = " (if it is the number of copies, write `count: ...`)"
WITHOUT_TEMPLATE = "id: deck\ntitle: deck.title\nsize: 63 mm x 88 mm\n"


def words(locale: str, direction: str = "ltr") -> Wording:
    return Wording(locale, locale, "rtl" if direction == "rtl" else "ltr", {})


def test_a_column_selects_templates_if_it_names_one(tmp_path: Path) -> None:
    """A template of a row comes before the default; an empty cell means the default."""
    deck, _ = read(tmp_path, "d.csv", **{"d.csv": "Name,front\nA,other\nB,\n"}, more=two_templates())
    assert [piece.front for piece in deck.pieces] == ["other", "card"]


def test_a_column_with_an_unknown_template(tmp_path: Path) -> None:
    """Names that are no templates are reported, if all look like names."""
    with pytest.raises(DataError, match=r"d\.csv:2:3: .*unknown template `othre`"):
        read(tmp_path, "d.csv", **{"d.csv": "Name,front\nA,othre\n"})


def two_templates() -> str:
    return DECK.replace("templates: {", "templates: {other: [{ground: ink}], ")


def test_pictures_and_their_backs(tmp_path: Path) -> None:
    """Backs have the same name in a folder beside; the others have `back.png`."""
    names = ("front/c10.png", "front/c9.png", "front/C2.png", "back/c9.png", "back/back.png", "front/x.txt")
    files = {f"art/{name}": PIXEL for name in names}
    deck, _ = read(tmp_path, "{pictures: art/front}", more=WITHOUT_TEMPLATE, **files)
    assert [(piece.id, piece.fields["picture"], piece.fields["back_picture"]) for piece in deck.pieces] == [
        ("c2", "art/front/C2.png", "art/back/back.png"),
        ("c9", "art/front/c9.png", "art/back/c9.png"),
        ("c10", "art/front/c10.png", "art/back/back.png"),
    ]
    assert deck.backs == "duplex-long"
    assert {piece.front for piece in deck.pieces} == {"front picture"}
    assert deck.templates["back picture"].elements


def test_pictures_in_one_folder(tmp_path: Path) -> None:
    """`_back` marks a back; a pattern chooses files; without backs, backs are blank."""
    names = ("orc_front.png", "orc_back.png", "elf.png", "elf-back.svg", "note.pdf")
    files = {f"art/{name}": PIXEL for name in names}
    deck, _ = read(tmp_path, "{pictures: art/*.*, count: 2}", more=WITHOUT_TEMPLATE, **files)
    assert [(piece.fields["name"], piece.fields["back_picture"], piece.count) for piece in deck.pieces] == [
        ("elf", "art/elf-back.svg", 2),
        ("orc", "art/orc_back.png", 2),
    ]
    deck, _ = read(tmp_path, "{pictures: [art/elf.png, art/orc_front.png]}", **files)
    assert {piece.front for piece in deck.pieces} == {"card"}
    deck, _ = read(tmp_path, "{pictures: plain}", more=WITHOUT_TEMPLATE, **{"plain/a.jpg": PIXEL})
    assert deck.backs == "none"


@pytest.mark.parametrize("pattern", ["art", "art/*", "art/*.*", "**/*.*"])
def test_other_files_of_a_folder_are_said(tmp_path: Path, pattern: str) -> None:
    """Once, with their names; files of games and of systems are not meant."""
    others = ("c.heic", "d.psd", "e.jxl", "notes.txt", "z.pdf", ".hidden", "Thumbs.db", "d.csv", "more.yaml")
    files = {f"art/{name}": PIXEL for name in ("a.png", "b.AVIF", *others)}
    deck, warnings = read(tmp_path, f'{{pictures: "{pattern}"}}', more=WITHOUT_TEMPLATE, **files)
    assert [piece.id for piece in deck.pieces] == ["a", "b"]
    (told,) = (str(one) for one in warnings if "not printed" in str(one))
    assert "5 files are not printed: c.heic, d.psd, e.jxl, notes.txt, z.pdf (save pictures as JPEG or" in told


def test_a_folder_without_a_picture_that_is_read(tmp_path: Path) -> None:
    """The message names what is there."""
    with pytest.raises(DataError, match=r"1 file is not printed: c\.heic \(save pictures as JPEG or PNG"):
        read(tmp_path, "{pictures: art}", more=WITHOUT_TEMPLATE, **{"art/c.heic": PIXEL})


def test_combinations(tmp_path: Path) -> None:
    """The last field changes fastest; a value may have fields of its own; rows can be left out."""
    suits = "[{id: hearts, colour: red}, {id: spades, colour: black}]"
    cards = f"{{every: {{suit: {suits}, rank: [A, 10]}}, where: rank != A}}"
    deck, _ = read(tmp_path, cards)
    assert [piece.id for piece in deck.pieces] == ["hearts_10", "spades_10"]
    assert [piece.fields["suit"]["colour"] for piece in deck.pieces] == ["red", "black"]


def test_ranges_are_combined(tmp_path: Path) -> None:
    """Numbers, letters, and Roman numbers, with lists."""
    deck, _ = read(tmp_path, "{every: {level: I..III, side: [l, r], row: 2..1}}")
    ids = [piece.id for piece in deck.pieces]
    assert ids[:3] == ["i_l_2", "i_l_1", "i_r_2"]
    assert len(ids) == 12


def test_a_shuffled_deck_is_always_in_the_same_order(tmp_path: Path) -> None:
    """Another number gives another order; no card is lost."""
    orders = []
    for number, seed in enumerate(("7", "7", "8", "abc")):
        (tmp_path / str(number)).mkdir()
        deck, _ = read(tmp_path / str(number), f"{{every: {{n: 1..9}}, where: n != 5, shuffle: {seed}}}")
        orders.append([piece.id for piece in deck.pieces])
    assert orders[0] == orders[1] == ["1", "3", "7", "9", "6", "4", "2", "8"]
    assert len(set(map(tuple, orders))) == 3
    assert all(sorted(order) == list("12346789") for order in orders)


def read_languages(folder: Path, table: str, *locales: str, cards: str = "d.csv") -> PieceSet:
    for locale in locales:
        (folder / "wording").mkdir(exist_ok=True)
        (folder / "wording" / f"{locale}.yaml").write_text("", encoding="utf-8")
    return read(folder, cards, **{"d.csv": table})[0]


def test_columns_of_languages(tmp_path: Path) -> None:
    """A column of a language that the game has replaces the field; an empty cell falls back to English."""
    table = "Name,Name ES,Name (pt-BR),name_nl,Item,item_no\nDwarf,Enano,,Dwerg,Axe,7\nElf,,Elfo,Elf,Bow,8\n"
    deck = read_languages(tmp_path, table, "en", "es", "pt-BR")
    dwarf, elf = deck.pieces
    assert set(dwarf.fields) == {"id", "name", "name_nl", "item", "item_no"}
    names = [
        (piece.in_language(words(one)).fields["name"])
        for piece in (dwarf, elf)
        for one in ("es", "pt-BR", "en")
    ]
    assert names == ["Enano", "Dwarf", "Dwarf", "Elf", "Elfo", "Elf"]
    assert deck.text_columns == {"es": {"name": "name_es"}, "pt-BR": {"name": "name_pt_br"}}
    both = make_bilingual_wording(words("en"), words("es"))
    joined = dwarf.in_language(both).fields["name"]
    assert joined == join_sentences("Dwarf", "Enano", turns=False) != "Dwarf"
    assert elf.in_language(both).fields["name"] == "Elf"


def test_a_column_of_english(tmp_path: Path) -> None:
    """`name_en` is `name`, where there is no column of that name."""
    deck = read_languages(tmp_path, "name_en,name_es\nDwarf,Enano\n", "en", "es")
    (dwarf,) = deck.pieces
    assert (dwarf.id, dwarf.fields["name"]) == ("dwarf", "Dwarf")
    assert dwarf.in_language(words("es")).fields["name"] == "Enano"


def test_texts_of_a_language_are_checked(tmp_path: Path) -> None:
    """Their marks too, with the place of their own cell."""
    (tmp_path / "wording").mkdir()
    (tmp_path / "wording" / "es.yaml").touch()
    more = DECK.replace(
        "{ground: paper}", "{words: {box: [9 mm, 9 mm, 9 mm, 9 mm], role: body, text: '{text}'}}"
    )
    with pytest.raises(DataError) as caught:
        read(tmp_path, "d.csv", more=more, **{"d.csv": "text,text_es\n*a*,*b\n"})
    (problem,) = caught.value.problems
    assert str(problem).startswith(f"{tmp_path}/d.csv:2:5: [1].text_es: `*` is never closed at character 1")


@pytest.mark.parametrize(
    ("cards", "table", "told"),
    [
        (
            "d.csv",
            "Name,Qty\nA,1\nB,3\n",
            "d.csv:3:3: [2].Qty: `Qty` is not used (if it is the number of copies, " + WITH_FILE,
        ),
        (
            "[{name: a, copies: 2}]",
            "",
            "deck.yaml:6:27: cards[1].copies: `copies` is not used" + COPIES,
        ),
        (
            "d.csv",
            "Name,1\nA,x\n",
            "d.csv:1:6: 1: the column `1` is the field `column_1`" + RENAME,
        ),
        (
            "d.csv",
            "Name,\nA,x\n",
            "d.csv:1:6: the column without a title is the field `column_2`" + RENAME,
        ),
        (
            "d.csv",
            "Name,Cost,COST\nA,1,2\n",
            "d.csv:1:11: COST: the column `COST` is the field `cost_2`" + RENAME,
        ),
        (
            "d.csv",
            "Näme\nA\n",
            "d.csv: is not UTF-8, and is read as Windows-1252 (check its accents, or save it as “CSV UTF-8”)",
        ),
        ("d.csv", "id,x\na,1\na,2\n", "d.csv:3:1: [2].id: duplicate id `a`: it becomes `a_2`"),
        (
            "d.csv",
            "id,x\n" + "".join(f"a,{number}\n" for number in range(6)),
            "d.csv:3:1: [2].id: duplicate id `a`: it becomes `a_2` "
            "(4 more rows with duplicate ids: 4, 5, 6, 7)",
        ),
        ("{file: d.csv, id: x}", "id,x\na,1\na,2\n", ""),
        (
            "d.csv",
            "Name,x,y\na,1\n",
            "d.csv:2:3: has 2 cells, but there are 3 columns (a cell is missing in this row)",
        ),
        ("d.csv", "Name,Qty\nA,1\nB,\n", ""),
        ("{file: d.csv, count: Qty}", "Name,Qty\nA,2\n", ""),
        ("d.csv", "Name,Qty,count\nA,2,3\n", ""),
        ("{file: d.csv, rename: {'1': one}}", "Name,1\nA,x\n", ""),
        ("d.csv", "Name,\nA,\n", ""),
    ],
)
def test_what_is_probably_a_mistake(tmp_path: Path, cards: str, table: str, told: str) -> None:
    """The table is printed nevertheless."""
    data = table.encode("cp1252" if "ä" in table else "utf-8")
    _, warnings = read(tmp_path, cards, **{"d.csv": data})
    assert warnings == ([told] if told else [])


def test_a_template_that_prints_the_copies_reads_them(tmp_path: Path) -> None:
    """There is nothing to warn of."""
    more = DECK.replace(
        "{ground: paper}", "{words: {box: [9 mm, 9 mm, 9 mm, 9 mm], role: body, text: '{qty}'}}"
    )
    _, warnings = read(tmp_path, "d.csv", more=more, **{"d.csv": "Name,Qty\nA,3\n"})
    assert warnings == []


def test_tokens_from_a_table(tmp_path: Path) -> None:
    """Their cut is in columns; a combination of values makes numbered chips."""
    (tmp_path / "d.csv").write_text("Name,Size,Shape\nA,20 mm,hexagon\nB,,\n", encoding="utf-8")
    head = "id: t\ntitle: t.t\nsize: 16 mm\nfront: card\ntemplates: {card: [{ground: paper}]}\n"
    for tokens, ids in (("d.csv", ["a", "b"]), ("{every: {number: [1, 2]}}", ["1", "2"])):
        (tmp_path / "t.yaml").write_text(f"{head}tokens: {tokens}\n", encoding="utf-8")
        found = read_tokens(tmp_path / "t.yaml", book=TemplateBook(Names(), tmp_path))
        assert [piece.id for piece in found.pieces] == ids
        assert [deck.form.outline for deck in found.decks] == ["hexagon", "round"][2 - len(found.decks) :]


def test_lists_need_no_ids(tmp_path: Path) -> None:
    """Ids are names or numbers, as in tables; if one item of a list has an id, all others need a name."""
    deck, _ = read(tmp_path, "[{name: Orc}, {name: Orc}, {cost: 3}]")
    assert [piece.id for piece in deck.pieces] == ["orc", "orc_2", "3"]
    assert "id" in next(iter(deck.pieces)).fields
    deck, _ = read(tmp_path, "[{name: Orc}, {id: orc}, {name: Orc}, {title: Elf}, {id: '', name: 山札}]")
    assert [piece.id for piece in deck.pieces] == ["orc_2", "orc", "orc_3", "elf", "5"]
