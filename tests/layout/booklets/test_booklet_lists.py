"""Lists of booklets: items that stay together."""

from collections.abc import Iterable, Iterator

import pytest

from generator.layout.booklets import lay_out_booklet_pages
from generator.layout.elements.blocks import BlockSetter
from generator.model.elements.blocks import ListBlock, WordsBlock
from generator.model.kit import Booklet
from generator.scene.shapes import Group, Shape, list_all
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
    assert kept(*keys[:3]) == [True, True, False]


def test_only_a_long_item_of_three_may_be_alone() -> None:
    """One or two lines at the top of a column are lonely, three are a text."""
    long = "A text that is told in more than two lines, so that it may begin a column. " * 2
    for last, expected in (("Short.", [True, True, False]), (long, [True, False, False])):
        items = ListBlock(tuple(WordsBlock(text=text) for text in ("One.", "Two.", last)))
        laid_out = BlockSetter(shipped.press("pox", "en")).list_items(items, 80.0)
        assert [item.keeps_next for item in laid_out] == expected


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_four_steps_of_a_turn_are_in_one_column(paper: str) -> None:
    """The steps are in the rules of POX, above the cards at their end."""
    pages = shipped.document(("pox", "rules", "en", paper)).pages
    steps = {"Bad part.", "Deaths.", "Good part.", "Contained?"}
    found = [
        (number, round(word.left, 3))
        for number, page in enumerate(pages)
        for word in place_words(page)
        if getattr(word.shape, "text", "").strip() in steps and "close" not in word.groups
    ]
    assert len(found) == 4
    assert len(set(found)) == 1


def test_no_item_of_a_list_with_icons_is_alone_at_the_top_of_a_column() -> None:
    """The last two of POX's lists of pieces and of levels stay together."""
    press, part = shipped.press("pox", "en"), shipped.part("pox", "rules")
    assert isinstance(part, Booklet)
    pages = lay_out_booklet_pages(press, part, shipped.paper("a4"), "rules")
    columns = [
        [*list_tags(group.shapes)]
        for page in pages
        for group in list_all(Group, page.shapes)
        if group.name.startswith("column-")
    ]
    assert len(columns) > 6
    assert [tags[:3] for tags in columns if tags[0] == "li" and tags[1:2] != ["li"]] == []


def list_tags(shapes: Iterable[Shape]) -> Iterator[str]:
    """The tags of the outermost groups that have one."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from [shape.tag] if shape.tag else list_tags(shape.shapes)
