"""Lists of booklets: items that stay together."""

import pytest

from generator.layout.elements.blocks import BlockSetter
from generator.model.elements.blocks import ListBlock, WordsBlock
from tests import shipped
from tests.geometry import place_words


def kept(*keys: str, numbered: bool = False) -> list[bool]:
    """Return, for each item, whether the next one stays with it."""
    items = ListBlock(tuple(map(WordsBlock, keys)), numbered=numbered)
    laid_out = BlockSetter(shipped.press("pox", "en")).list_items(items, 80.0)
    return [item.keeps_next for item in laid_out]


def test_few_numbered_steps_stay_together() -> None:
    """Longer lists and bullets may be divided, but their first and last items are never alone."""
    keys = ("rules.turn.bad", "rules.turn.deaths", "rules.turn.good", "rules.turn.won")
    assert kept(*keys, numbered=True) == [True, True, True, False]
    assert kept(*keys) == [True, False, True, False]
    assert kept(*keys, "rules.turn.again", numbered=True) == [True, False, False, True, False]
    assert kept(*keys[:3]) == [True, False, False]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_four_steps_of_a_turn_are_in_one_column(paper: str) -> None:
    """The steps are in the rules of POX."""
    pages = shipped.document(("pox", "rules", "en", paper)).pages
    steps = {"Bad part.", "Deaths.", "Good part.", "Contained?"}
    found = [
        (number, round(word.left, 3))
        for number, page in enumerate(pages)
        for word in place_words(page)
        if getattr(word.shape, "text", "").strip() in steps
    ]
    assert len(found) == 4
    assert len(set(found)) == 1
