"""docs/expressions.md is true: its card is a card, and its expressions have the values that it shows."""

import re
from pathlib import Path

import pytest

from generator.model.kit import PieceSet
from generator.model.language.expressions import QUERIES, parse_expression
from generator.model.language.field_values import FUNCTIONS
from generator.read.declared.names import Names
from generator.read.declared.reader import Findings
from generator.read.files.yaml import parse_yaml
from generator.read.pieces.sets import read_lookup
from generator.read.templates.templates import TemplateBook
from tests.small_decks import draw, read_deck, texts

PAGE = (Path(__file__).parents[1] / "docs" / "expressions.md").read_text("utf-8")
EXAMPLES = re.findall(
    r"^\| `(.+)` \| (.+) \|$", PAGE.partition("## Numbers")[0] + PAGE.partition("## Functions")[2], re.M
)
DECK, TABLES = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
CARDS, TEMPLATES = DECK.split("templates:")


def test_the_deck_is_drawn(tmp_path: Path) -> None:
    drawn = draw(read_deck(tmp_path, f"templates:{TEMPLATES}", cards=CARDS))
    assert texts(drawn["goblin"]) == "GOBLIN, 6 coins Card 1 of 2"
    assert texts(drawn["elf"]) == "ELF, 20 coins"


@pytest.mark.parametrize(("text", "value"), EXAMPLES)
def test_expressions_have_these_values(tmp_path: Path, text: str, value: str) -> None:
    (deck,) = read_deck(tmp_path, "templates: {face: [{ground: paper}]}\n", cards=CARDS).parts
    assert isinstance(deck, PieceSet)
    cards = {piece.id: piece.fields for piece in deck.pieces}
    found = Findings(parse_yaml(TABLES, file="expressions.md"))
    book = TemplateBook(Names(), tmp_path)
    given = {
        name: read_lookup(book, found, ("tables", name), data)
        for name, data in found.source.data["tables"].items()
    }
    assert parse_expression(text).format({**cards["goblin"], "cards": cards, **given}) == value


def test_every_function_is_on_the_page() -> None:
    shown = "".join(text for text, _ in EXAMPLES)
    assert [name for name in (*FUNCTIONS, *QUERIES) if f"{name}(" not in shown] == []
