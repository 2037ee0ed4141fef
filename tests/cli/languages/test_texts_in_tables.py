"""A deck whose texts in all languages are in a workbook, from the command line."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from tests.workbooks import xlsx

Petri = Callable[..., Result]

FILES = {
    "kit.yaml": "id: game\ntitle: kit.title\nplayers: 2+\ntheme: base\nparts: [{deck: deck.yaml}]\n",
    "wording/en.yaml": "words: {kit: {title: Game}, deck: {title: Deck}}\n",
    "wording/es.yaml": "status: draft\nwords: {kit: {title: Juego}, deck: {title: Mazo}}\n",
    "deck.yaml": """id: deck
title: deck.title
size: poker
cards: deck.xlsx
front: card
templates:
  card:
    - words: {box: [5 mm, 5 mm, 50 mm, 12 mm], role: title, text: "{name}"}
""",
}
BOOK = xlsx({"Cards": [["Name", "Name ES", "Qty"], ["Dwarf", "Enano", 2], ["Elf", None, 1]]})


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The folder of the game, in the current folder."""
    folder = tmp_path / "game"
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "deck.xlsx").write_bytes(BOOK)
    return folder


def test_each_language_is_printed(petri: Petri, tmp_path: Path, game: Path) -> None:
    """English where a cell is empty; both languages on one card if asked for."""
    done = petri("make", "game", "--locale", "en,es,en+es", "--to", "txt")
    assert done.exit_code == 0, done.output
    assert "warning: game/deck.xlsx:2:3: Cards!C2 (Qty): `Qty` is not used" in done.output
    texts = {
        locale: (tmp_path / f"output/game/deck-{locale}-a4.txt").read_text("utf-8")
        for locale in ("en", "es", "en+es")
    }
    assert "Dwarf" in texts["en"]
    assert "Enano" not in texts["en"]
    assert "Enano" in texts["es"]
    assert "Dwarf" not in texts["es"]
    assert "Elf" in texts["es"]
    assert "Dwarf" in texts["en+es"]
    assert "Enano" in texts["en+es"]


def test_a_column_needs_no_wording_file(petri: Petri, tmp_path: Path, game: Path) -> None:
    """A language that only columns have is a draft; a file that is started lists only the other texts."""
    (game / "wording" / "es.yaml").unlink()
    done = petri("make", "game", "--locale", "es", "--to", "txt")
    assert done.exit_code == 0, done.output
    assert "Enano" in (tmp_path / "output/game/deck-es-a4.txt").read_text("utf-8")
    assert "es is a draft: 2 texts of game are still in English" in done.stderr
    assert petri("locale", "new", "game", "es").exit_code == 0
    written = (game / "wording" / "es.yaml").read_text("utf-8")
    assert written.endswith("words:\n  kit:\n    # Game\n    title:\n  deck:\n    # Deck\n    title:\n")


def test_direct_texts_in_columns_are_not_listed(petri: Petri, tmp_path: Path) -> None:
    """A new language of a single file has the keys of its other texts alone."""
    element = "words: {text: '{name} goes home', role: body, box: [5 mm, 5 mm, 50 mm, 12 mm]}"
    deck = f"size: poker\ncards: cards.csv\ntemplate:\n  - {element}\n"
    (tmp_path / "deck.yaml").write_text(deck, "utf-8")
    (tmp_path / "cards.csv").write_text("name,name_es\nDwarf,Enano\n", "utf-8")
    assert petri("locale", "new", "deck.yaml", "es").exit_code == 0
    written = (tmp_path / "wording" / "es.yaml").read_text("utf-8")
    assert "goes home" in written
    assert "Dwarf" not in written


def test_languages_of_columns_are_checked_without_a_file(petri: Petri, game: Path) -> None:
    """`petri locale`, `petri check`, and the exchange work with them as with other drafts."""
    (game / "wording" / "es.yaml").unlink()
    done = petri("locale", "game")
    assert done.exit_code == 0, done.output
    assert "draft      1 of 4" in done.output
    assert "words.kit.title: is missing in es, which has no file yet (English: Game)" in done.output
    assert "es of game is a draft: 3 texts still in English" in petri("check", "game").output
    assert petri("locale", "export", "game", "es", "es.csv").exit_code == 0
    assert petri("locale", "import", "game", "es", "es.csv").exit_code == 0


def test_empty_cells_are_missing_texts(petri: Petri, game: Path) -> None:
    """They are counted, named with their cell, and wrong in a language that is released."""
    done = petri("locale", "check", "game")
    assert "3 of 4" in done.output, done.output
    assert "game/deck.xlsx:3:2: elf.name_es: is missing (English: Elf)" in done.output
    done = petri("check", "game")
    assert done.exit_code == 0, done.output
    assert "es of game is a draft: 1 text still in English" in done.output
    path = game / "wording" / "es.yaml"
    path.write_text(FILES["wording/es.yaml"].removeprefix("status: draft\n"), encoding="utf-8")
    done = petri("check", "game")
    assert done.exit_code != 0
    assert "game/deck.xlsx:3:2: elf.name_es: is missing (English: Elf)" in done.output


@pytest.mark.parametrize("file", ["texts.po", "texts.csv"])
def test_texts_of_tables_are_exported(petri: Petri, game: Path, file: str) -> None:
    """With their number, and the table."""
    done = petri("locale", "export", "game", "es", file)
    assert done.exit_code == 0, done.output
    told = "2 texts are in columns of game/deck.xlsx"
    assert told in done.output
