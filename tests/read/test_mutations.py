"""Whatever becomes of a good file: it is read, or its problems are told; nothing else comes out."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import GeneratorError
from generator.model.elements.template import Blocks
from generator.model.printing.printing import Rates
from generator.read.declared.names import Names
from generator.read.declared.reader import read_file
from generator.read.files.shelf import Shelf, find_shelf
from generator.read.files.yaml import read_yaml
from generator.read.kits.kits import read_kit
from generator.read.kits.scoring import read_scoring
from generator.read.kits.shared import read_destinations, read_papers, read_stocks, read_theme
from generator.read.parts.boards import read_board
from generator.read.parts.booklets import read_booklet, read_sheet_part
from generator.read.pieces.sets import read_card_sizes, read_deck, read_tokens
from generator.read.scores import GameKeys, ScoreFile, read_score, read_score_file
from generator.read.templates.elements import ElementReader
from generator.read.templates.templates import TemplateBook, read_templates
from generator.read.wordings.wordings import read_wording_file
from tests import shipped
from tests.fuzz.mutations import KINDS, PIECES, Mutation, mutate
from tests.fuzz.workspace import check_error
from tests.samples import count_examples, proves_all, sample

GAME = "games/small"
FILES = [
    "papers.yaml",
    "themes/small.yaml",
    "wording/en.yaml",
    "wording/es.yaml",
    f"{GAME}/kit.yaml",
    f"{GAME}/sheet.yaml",
    f"{GAME}/rules.yaml",
    f"{GAME}/wording/en.yaml",
    f"{GAME}/wording/es.yaml",
]
OURS = sorted(str(path.relative_to(find_shelf().data)) for path in find_shelf().data.rglob("*.yaml"))
EXAMPLES = 100 if proves_all() else 20
"""Changes of each file."""
mutations = st.builds(
    lambda kind, first, second, piece: kind(first, second, piece),
    st.sampled_from(KINDS),
    st.integers(0, 10_000),
    st.integers(0, 10_000),
    st.sampled_from(PIECES) | st.binary(max_size=6),
)


def check(read: Callable[[], Any]) -> None:
    """Reads, or tells problems that stand where something is written."""
    try:
        read()
    except GeneratorError as error:
        check_error(error)


@pytest.mark.parametrize("file", FILES)
@given(changes=st.lists(mutations, min_size=1, max_size=3))
@settings(max_examples=count_examples(100, share=8))
def test_mutated_file_of_one_of_everything(shelf: Shelf, file: str, changes: list[Mutation]) -> None:
    """Every file of the small game and of its shelf, changed in one to three places."""
    path = shelf.data / file
    good = path.read_bytes()
    path.write_bytes(mutate(good, changes))
    try:
        if file == "papers.yaml":
            check(lambda: read_papers(path))
        else:
            check(lambda: read_kit(shelf.data / GAME, shelf=shelf))
    finally:
        path.write_bytes(good)


def _book(path: Path) -> TemplateBook:
    """Sizes, and no templates but those of the file itself."""
    shelf = find_shelf()
    return TemplateBook(Names(), path.parent, maps=shelf.maps, sizes=read_card_sizes(shelf.card_sizes))


def _read_score_file(path: Path) -> ScoreFile:
    keys = GameKeys(path.parent.name, shipped.kit("pox").wordings["en"], ["sheets"])
    return read_score_file(read_score(path), keys)


def _read_templates(path: Path) -> None:
    read_templates(path, _book(path))[1].stop_if_any()


def _read_blocks(path: Path) -> None:
    reader = ElementReader.open(path)
    reader.read_value(Blocks, reader.data, ())
    reader.findings.stop_if_any()


READERS: dict[str, Callable[[Path], Any]] = {
    "blocks": _read_blocks,
    "board": lambda path: read_board(path, book=_book(path)),
    "card_sizes": read_card_sizes,
    "card_stocks": read_stocks,
    "papers": read_papers,
    "plan": lambda path: read_file(path, Rates),
    "services": read_destinations,
    "score": lambda path: read_scoring(path, {}, Names()),
    "score_file": _read_score_file,
    "templates": _read_templates,
    "tokens": lambda path: read_tokens(path, book=_book(path)),
    "theme": lambda path: read_theme(path, folders=[path.parent]),
    "wording": read_wording_file,
    "kit": lambda path: read_kit(path.parent, shelf=find_shelf()),
    "deck": lambda path: read_deck(path, book=_book(path)),
    "sheet": lambda path: read_sheet_part(path),
    "booklet": lambda path: read_booklet(path, book=_book(path)),
}


@pytest.mark.parametrize("file", sample(OURS, 12, key="mutations"))
@given(changes=st.lists(mutations, min_size=1, max_size=3))
@settings(max_examples=count_examples(40, share=5))
def test_mutated_file_of_ours(tmp_path: Path, file: str, changes: list[Mutation]) -> None:
    """Every YAML file that ships, by the reader of its format."""
    original = find_shelf().data / file
    good = original.read_bytes()
    kind = re.search(rb"(\w+)\.schema\.json", good)
    assert kind, "the first line names the schema"
    path = tmp_path / original.name
    path.write_bytes(mutate(good, changes))
    check(lambda: READERS[kind[1].decode()](path))


@given(content=st.binary(max_size=200))
def test_any_bytes(tmp_path: Path, content: bytes) -> None:
    """Files that are not YAML."""
    path = tmp_path / "x.yaml"
    path.write_bytes(content)
    check(lambda: read_yaml(path))


@given(content=st.text("a:- \n\t|>#'\"[]{},&*!%@`?.~<\\é𝄞", max_size=60))
@settings(max_examples=count_examples(500, share=8))
def test_any_yaml(tmp_path: Path, content: str) -> None:
    """All that has a meaning in YAML, in any order."""
    path = tmp_path / "x.yaml"
    path.write_text(content, encoding="utf-8")
    check(lambda: read_yaml(path))
