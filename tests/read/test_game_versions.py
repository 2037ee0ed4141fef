"""The version of a game is printed by its texts and its templates, and goes into packed games."""

import re
from pathlib import Path

import pytest

from generator.read.files.packs import PackedFiles
from tests.conftest import Petri

KIT = """\
id: owls
version: {version}
parts:
  - deck: cards.yaml
  - booklet: rules.md
"""
CARDS = """\
id: cards
size: poker
template:
  - words: {text: "{name}, edition {version}", box: [5 mm, 5 mm, 50 mm, 10 mm]}
cards:
  - {id: owl, name: Owl}
"""
RULES = """\
# Owls

These are the rules of version {version}.
"""


@pytest.fixture
def game(petri: Petri, tmp_path: Path) -> Path:
    """A game whose cards and rules print its version."""
    folder = tmp_path / "owls"
    folder.mkdir()
    (folder / "kit.yaml").write_text(KIT.replace("{version}", "1.10"))
    (folder / "cards.yaml").write_text(CARDS)
    (folder / "rules.md").write_text(RULES)
    return folder


def print_texts(petri: Petri, folder: Path) -> str:
    done = petri("make", "owls", "--to", "txt", "-o", "out")
    assert done.exit_code == 0, done.output
    files = sorted((folder.parent / "out").rglob("*.txt"))
    # A text is several runs if it has several lines.
    return " ".join(re.findall(r"glyphs .*'(.*)'", "".join(path.read_text("utf-8") for path in files)))


def test_texts_and_cards_print_the_version_as_it_is_written(game: Path, petri: Petri) -> None:
    text = print_texts(petri, game)
    assert "Owl, edition 1.10" in text
    assert "version 1.10." in text
    (game / "kit.yaml").write_text(KIT.replace("{version}", "2, *draft*"))
    assert "Owl, edition 2, " in print_texts(petri, game)


def test_a_field_of_the_deck_keeps_its_name(game: Path, petri: Petri) -> None:
    (game / "cards.yaml").write_text(CARDS.replace("template:", "constants: {version: first}\ntemplate:"))
    assert "Owl, edition first" in print_texts(petri, game)


def test_a_game_without_a_version_has_nothing_to_print(game: Path, petri: Petri) -> None:
    (game / "kit.yaml").write_text(KIT.replace("version: {version}\n", ""))
    done = petri("check", "owls")
    assert done.exit_code == 1
    assert "cards.yaml:4:19: template[1].words.text: the field `version` is not in" in done.output


def test_no_number_has_the_name_of_the_version(game: Path, petri: Petri) -> None:
    (game / "kit.yaml").write_text(KIT.replace("{version}", "1\nnumbers: {version: len(cards)}"))
    done = petri("check", "owls")
    assert done.exit_code == 1
    assert "`{version}` is the key `version` of kit.yaml (give the number another name)" in done.output


def test_a_packed_game_has_the_version_of_the_game(game: Path, petri: Petri, tmp_path: Path) -> None:
    for words, version in (((), "1.10"), (("--version", "3"), "3")):
        assert petri("pack", "owls", *words).exit_code == 0
        assert PackedFiles(tmp_path / "owls.petri").manifest.version == version
