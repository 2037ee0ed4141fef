"""docs/expressions.md is true: its card is a card, and its expressions have the values that it shows."""

import re
from pathlib import Path

import pytest

from generator.model.kit import PieceSet
from generator.model.language.expressions import parse_expression
from generator.model.language.functions import FUNCTIONS
from tests.small_decks import draw, read_deck, texts

PAGE = (Path(__file__).parents[1] / "docs" / "expressions.md").read_text("utf-8")
EXAMPLES = re.findall(
    r"^\| `(.+)` \| (.+) \|$", PAGE.partition("## Numbers")[0] + PAGE.partition("## Functions")[2], re.M
)
(DECK,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
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
    assert parse_expression(text).format({**cards["goblin"], "cards": cards}) == value


def test_every_function_is_on_the_page() -> None:
    shown = "".join(text for text, _ in EXAMPLES)
    assert [name for name in FUNCTIONS if f"{name}(" not in shown] == []
