"""Texts in columns of tables: exported, imported into CSV, and reviewed like all others."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from tests.workbooks import xlsx

Petri = Callable[..., Result]

DECK = """size: poker
cards: {file}
template:
  - words: {{text: "{{name}}", role: title, box: [5 mm, 5 mm, 50 mm, 12 mm]}}
  - words: {{text: "{{text}}", role: body, box: [5 mm, 25 mm, 50 mm, 30 mm]}}
"""
TABLE = (
    "Name;Text;Text ES;Name ES;Name DE;Text DE;count\r\n"
    '"Goblin";Draw **two**.; Roba **dos**. ;Duende;;;2\r\n'
    "Elf;Gain :home:.;;Elfo;;;1\r\n"
)


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A deck with its table, in the current folder; no file for any language."""
    (tmp_path / "deck.yaml").write_text(DECK.format(file="cards.csv"), "utf-8")
    table = tmp_path / "cards.csv"
    table.write_bytes(b"\xef\xbb\xbf" + TABLE.encode())
    return table


def translate(text: str, key: str, new: str) -> str:
    """A PO file with a text for a key, which needs no other review."""
    before, entry, after = re.split(rf'((?:#.*\n)*msgctxt "{re.escape(key)}"\nmsgid .*\nmsgstr ).*', text)
    return f'{before}{entry.replace("#, fuzzy", "#")}"{new}"{after}'


def test_texts_of_tables_travel(petri: Petri, deck: Path) -> None:
    """To a PO file and back: only the changed cells change, and are reviewed."""
    assert petri("make", "deck.yaml", "--to", "txt").exit_code == 0
    done = petri("locale", "export", "deck.yaml", "es", "es.po")
    assert done.exit_code == 0, done.output
    assert "es.po: 5 texts, 3 of them translated" in done.output
    assert "4 texts are in columns of cards.csv" in done.output
    text = Path("es.po").read_text("utf-8")
    assert "#: deck/goblin\n#, fuzzy, max-length:" in text
    assert 'msgctxt "cards.csv:goblin.text"\nmsgid "Draw **two**."\nmsgstr "Roba **dos**."' in text
    text = translate(text, "cards.csv:elf.text", "Gana :home:; ya.")
    text = translate(text, "cards.csv:goblin.text", "Toma **dos**.")
    Path("es.po").write_text(text, "utf-8")
    done = petri("locale", "import", "deck.yaml", "es", "es.po")
    assert done.exit_code == 0, done.output
    assert "cards.csv: 2 cells written" in done.output
    changed = TABLE.replace(" Roba **dos**. ", " Toma **dos**. ").replace(
        ";;Elfo", ';"Gana :home:; ya.";Elfo'
    )
    assert deck.read_bytes() == b"\xef\xbb\xbf" + changed.encode()
    done = petri("locale", "deck.yaml", "--locale", "es", "--text-only")
    assert "elf.text_es: not yet reviewed" not in done.output
    assert "elf.name_es: not yet reviewed against the English" in done.output
    assert petri("locale", "accept", "deck.yaml", "es", "cards.csv").exit_code == 0
    assert "name_es" not in petri("locale", "deck.yaml", "--locale", "es", "--text-only").output
    deck.write_bytes(deck.read_bytes().replace(b"Draw **two**", b"Draw **three**"))
    done = petri("locale", "deck.yaml", "--locale", "es", "--text-only")
    assert "cards.csv:2:26: goblin.text_es: is still the same, but its English has changed" in done.output


def test_keys_stay_when_rows_move(petri: Petri, deck: Path) -> None:
    """Two rows change places between the export and the import; a second language is untouched."""
    assert petri("locale", "export", "deck.yaml", "de", "de.csv").exit_code == 0
    head, goblin, elf, _ = TABLE.split("\r\n")
    deck.write_bytes("\r\n".join([head, elf, goblin, ""]).encode())
    rows = Path("de.csv").read_text("utf-8-sig")
    Path("de.csv").write_text(rows.replace("goblin.name,Goblin,", "goblin.name,Goblin,Kobold"), "utf-8")
    done = petri("locale", "import", "deck.yaml", "de", "de.csv")
    assert done.exit_code == 0, done.output
    assert deck.read_bytes().decode().split("\r\n")[2] == goblin.replace(";Duende;;", ";Duende;Kobold;")


def test_rows_without_names_have_keys_of_their_texts(petri: Petri, tmp_path: Path) -> None:
    """The number of a row is no key: rows that move keep their texts."""
    (tmp_path / "deck.yaml").write_text(DECK.format(file="cards.csv").replace("{name}", "x"), "utf-8")
    table = tmp_path / "cards.csv"
    table.write_text("text,text_es\nOne,\nTwo,\n", "utf-8")
    assert petri("locale", "export", "deck.yaml", "es", "es.csv").exit_code == 0
    rows = Path("es.csv").read_text("utf-8-sig")
    Path("es.csv").write_text(rows.replace(",One,", ",One,Uno"), "utf-8")
    table.write_text("text,text_es\nTwo,\nOne,\n", "utf-8")
    done = petri("locale", "import", "deck.yaml", "es", "es.csv")
    assert done.exit_code == 0, done.output
    assert table.read_text("utf-8") == "text,text_es\nTwo,\nOne,Uno\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Gana :monedas:.", "unknown icon `monedas`"),
        ("Gana **:home:.", "`**` is never closed"),
        ("Gana {n, plural, one {#} other {#}}.", "unmatched `{`"),
        ("  ", "has only spaces"),
    ],
)
def test_wrong_texts_are_refused(petri: Petri, deck: Path, text: str, told: str) -> None:
    """Marks, icons, and placeholders are checked before anything is written."""
    before = deck.read_bytes()
    assert petri("locale", "export", "deck.yaml", "es", "es.po").exit_code == 0
    Path("es.po").write_text(translate(Path("es.po").read_text("utf-8"), "cards.csv:elf.text", text), "utf-8")
    done = petri("locale", "import", "deck.yaml", "es", "es.po")
    assert done.exit_code != 0
    assert told in done.output
    assert "es.po:" in done.output
    assert deck.read_bytes() == before
    assert not Path("wording").exists()


def test_a_table_without_the_column_is_named(petri: Petri, deck: Path) -> None:
    """Its texts are exported, since they are missing; an import writes nothing into it, and says so."""
    before = deck.read_bytes()
    done = petri("locale", "export", "deck.yaml", "it", "it.csv")
    assert (
        "cards.csv:2:1: goblin.name_it: the table has no column `name_it`: 2 texts are missing" in done.output
    )
    rows = Path("it.csv").read_text("utf-8-sig")
    Path("it.csv").write_text(rows.replace("goblin.name,Goblin,", "goblin.name,Goblin,Folletto"), "utf-8")
    done = petri("locale", "import", "deck.yaml", "it", "it.csv")
    assert done.exit_code == 0, done.output
    assert "cards.csv has no column `name_it`, so 1 text is left out" in done.output
    assert deck.read_bytes() == before
    assert "goblin" not in Path("wording/reviewed/it.txt").read_text("utf-8")


def test_cells_of_workbooks_are_named(petri: Petri, tmp_path: Path) -> None:
    """An import changes no workbook: it lists the cells with their texts."""
    (tmp_path / "deck.yaml").write_text(DECK.format(file="cards.xlsx").replace("{text}", "x"), "utf-8")
    book = xlsx({"Cards": [["Name", "Name ES"], ["Dwarf", "Enano"], ["Elf", None]]})
    (tmp_path / "cards.xlsx").write_bytes(book)
    assert petri("locale", "export", "deck.yaml", "es", "es.po").exit_code == 0
    text = translate(Path("es.po").read_text("utf-8"), "cards.xlsx:Cards:elf.name", "Elfo")
    Path("es.po").write_text(text, "utf-8")
    done = petri("locale", "import", "deck.yaml", "es", "es.po")
    assert done.exit_code == 0, done.output
    assert "1 cell is not written, since only CSV is changed" in done.output
    assert "cards.xlsx:3:2: write into Cards!B3: Elfo" in done.output
    assert (tmp_path / "cards.xlsx").read_bytes() == book


def test_an_export_overwrites_nothing_else(petri: Petri, deck: Path) -> None:
    """`--force` is for earlier exports, not for the table of the cards."""
    before = deck.read_bytes()
    done = petri("locale", "export", "deck.yaml", "es", "cards.csv", "--force")
    assert done.exit_code == 1
    assert "cards.csv: the file has no texts that were exported; choose another name" in done.stderr
    assert deck.read_bytes() == before
    for _ in range(2):
        assert petri("locale", "export", "deck.yaml", "es", "es.csv", "--force").exit_code == 0
        assert petri("locale", "export", "deck.yaml", "es", "es.po", "--force").exit_code == 0


@pytest.mark.parametrize("name", ["my  cards.csv", "#1 cards.csv", "a/b c.csv"])
def test_any_name_of_a_table_can_be_reviewed(petri: Petri, tmp_path: Path, name: str) -> None:
    """Reviews are lines of a file, whose comments begin with `#`."""
    (tmp_path / "deck.yaml").write_text(DECK.format(file=f'"{name}"').replace("{text}", "x"), "utf-8")
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("name,name_es\nElf,Elfo\n", "utf-8")
    found = json.loads(petri("locale", "deck.yaml", "-l", "es", "--text-only", "--json").stdout)
    keys = [one["key"] for one in found[0]["unreviewed"]]
    assert "es: 1 text accepted" in petri("locale", "accept", "deck.yaml", "es", *keys).output
    assert "not yet reviewed" not in petri("locale", "deck.yaml", "--text-only").output
