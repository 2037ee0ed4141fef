"""Summaries of games: the same names as those of the complete games, read from fewer files."""

from pathlib import Path

import pytest

from generator.errors import DataError
from generator.read.files.shelf import find_shelf
from generator.read.kits.kits import read_kit
from generator.read.kits.shared import read_summary
from tests.shipped import sampled_games

SHELF = find_shelf()
DECK = (
    "size: poker\ntemplate:\n  - words: {text: '{name}', role: card_title, box: [6 mm, 6 mm, 51 mm, 9 mm]}\n"
)
GAMES = {
    "list": {"deck.yaml": DECK + "cards: [{id: a, name: Ant}]\n"},
    "table": {"deck.yaml": DECK + "cards: cards.csv\n", "cards.csv": "id,name\na,Ant\n"},
    "columns": {
        "kit.yaml": "id: ants\ntitle: Ants\nplayers: 2-3\nparts:\n  - deck: deck.yaml\n",
        "deck.yaml": "id: cards\n" + DECK + "cards:\n  # With German names.\n  file: cards.csv\n",
        "cards.csv": "id,name,Name DE\na,Ant,Ameise\n",
    },
}


def write(folder: Path, files: dict[str, str]) -> Path:
    """Write the files of a game and return its path."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder if "kit.yaml" in files else folder / "deck.yaml"


def compare(path: Path) -> None:
    kit, found = read_kit(path, shelf=SHELF), read_summary(path, shelf=SHELF)
    wording = kit.wordings["en"]
    assert found.title == wording.format(kit.title)
    assert found.parts == tuple(part.id for part in kit.parts)
    assert found.locales == {one.locale: one.is_draft for one in kit.wordings.values()}
    assert (found.id, found.players, found.path) == (kit.id, kit.players, kit.path)


@pytest.mark.parametrize("id", sampled_games("summaries"))
def test_games_of_the_shelf(id: str) -> None:
    """Titles are keys, and parts have ids of their own."""
    compare(SHELF.games / id)


@pytest.mark.parametrize("name", GAMES)
def test_games_of_ones_own(tmp_path: Path, name: str) -> None:
    """Titles are texts, and tables may have columns with other languages."""
    compare(write(tmp_path, GAMES[name]))


def test_problems_of_the_kit_file(tmp_path: Path) -> None:
    """Problems of other files are reported when they are used."""
    path = write(tmp_path, {**GAMES["columns"], "kit.yaml": "id: ants\nparts:\n  - deck: dek.yaml\n"})
    with pytest.raises(DataError, match=r"kit\.yaml:3:11: .*there is no file"):
        read_summary(path, shelf=SHELF)
    write(tmp_path, {"kit.yaml": "id: ants\npart: []\n"})
    with pytest.raises(DataError, match="unknown key `part`"):
        read_summary(path, shelf=SHELF)
    path = write(tmp_path, {**GAMES["columns"], "deck.yaml": "size: poker\ncards: [{id: a, name: b}]\n"})
    assert read_summary(path, shelf=SHELF).parts == ("deck",)
    (tmp_path / "wording").mkdir()
    write(tmp_path / "wording", {"en.yaml": "words:\n\tkit: x\n"})
    with pytest.raises(DataError, match=r"en\.yaml:2:1: a tab is used to indent"):
        read_summary(path, shelf=SHELF)
