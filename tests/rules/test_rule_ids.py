"""Every rule has an id; and every id its sentence, its paragraph in the documentation, and its proof."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from generator.model.texts.wordings import Wording
from generator.read.files.shelf import find_shelf
from generator.read.wordings.wordings import read_wording_file
from tests import played, shipped

ROOT = Path(__file__).parents[2]
GAMES = [game for game in played.GAMES if game not in played.OWN]
COMMON = ("log", "players", "kit")
"""Rules of all games begin with one of these."""


@cache
def texts_in(folder: Path, like: str = "") -> frozenset[str]:
    """All texts in the code of a folder, in files in which something is like a pattern."""
    files = (path.read_text("utf-8") for path in folder.rglob("*.py"))
    trees = (ast.parse(file) for file in files if re.search(like, file))
    return frozenset(
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def ids_of(game: str) -> list[str]:
    """Those that have an English sentence, without the name of the game: `care.third`."""
    start = f"rule.{game}."
    sentences = wordings_of(game)[0].sentences
    return sorted(key.removeprefix(start) for key in sentences if key.startswith(start))


def texts_of(game: str) -> frozenset[str]:
    return texts_in(ROOT / "generator" / "games" / game)


def wordings_of(game: str) -> tuple[Wording, ...]:
    return tuple(shipped.kit(game).wordings.values())


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_sentence_in_every_language(game: str) -> None:
    """Every rule of the code has a text in every language, under `rule.<id>`."""
    ids = {f"rule.{game}.{id}" for id in ids_of(game)}
    assert len(ids) > 5
    named = (re.fullmatch(rf"(?:rule\.)?({game}\.[a-z_]+\.[a-z_]+)", text) for text in texts_of(game))
    assert {f"rule.{match[1]}" for match in named if match} <= ids
    for wording in wordings_of(game):
        said = {key for key in wording.sentences if key.startswith(f"rule.{game}.")}
        assert ids == said, wording.locale


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_stands_in_the_documentation(game: str) -> None:
    """The page of a game has the id of every rule, in backticks."""
    page = (ROOT / "docs" / "games" / f"{game}.md").read_text("utf-8")
    assert [id for id in ids_of(game) if f"`{id}`" not in page] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_proven_by_a_test(game: str) -> None:
    """A test of the game names the id of every rule, in quotes or backticks."""
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests" / "games" / game).glob("test_*.py"))
    assert [id for id in ids_of(game) if f'"{id}"' not in tests and f"`{id}`" not in tests] == []


def test_the_rules_of_all_games_have_sentences() -> None:
    """The rules of all games have shared texts."""
    shelf = find_shelf()
    like = rf"({'|'.join(COMMON)})\.[a-z]+"
    texts = texts_in(ROOT / "generator", rf"[\"']{like}[\"']") - {"kit.yaml", "kit.yml"}
    ids = {text for text in texts if re.fullmatch(like, text)}
    assert {"log.turn", "log.over", "log.unreadable", "players.twice", "kit.rules"} <= ids
    keys = read_wording_file(shelf.wording / "en.yaml").sentences
    # Some ids of texts look like those of rules.
    ids = {id for id in ids if id not in keys}
    assert {f"rule.{id}" for id in ids} == {key for key in keys if key.startswith("rule.")}
