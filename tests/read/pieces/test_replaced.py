"""Texts that a table replaces: once, with the longest that fits, and in bounded space."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import Wrong
from generator.model.texts.rich_text import parse_rich
from generator.read.pieces.foreign import MOST_REPLACED, Replacing
from generator.read.pieces.sets import find_similar_text

CASES = [
    ({"a": "b", "b": "a"}, "abc", "bac"),
    ({"a": "aa"}, "aaa", "aaaaaa"),
    ({"(F)": "x", "(FF)": "y"}, "(FF)(F)", "yx"),
    ({".": "!"}, "a.b", "a!b"),
    ({"": "x"}, "abc", "abc"),
    ({"%n": "\n"}, "a%nb", "a\nb"),
]


@pytest.mark.parametrize(("texts", "cell", "new"), CASES)
def test_one_pass(texts: dict[str, str], cell: str, new: str) -> None:
    assert Replacing(texts).replace(cell) == new
    assert Replacing(texts).replace([cell, cell]) == [new, new]


def test_replaced_texts_that_are_replaced_again_cannot_grow() -> None:
    """Twenty texts, each of which is twice the next: one step for each, not a million."""
    texts = {chr(97 + index): chr(98 + index) * 2 for index in range(20)}
    assert Replacing(texts).replace("a") == "bb"


def test_all_cells_together_are_bounded() -> None:
    replacing = Replacing({"a": "b" * 1_000_000})
    with pytest.raises(Wrong, match="makes the table too long"):
        for _ in range(MOST_REPLACED // 1_000_000 + 1):
            replacing.replace("a")


@given(st.text("ab1 é漢*:.", max_size=5), st.text("ab1 é漢.", max_size=5))
def test_an_icon_is_one_wherever_it_is_written(before: str, after: str) -> None:
    """After a letter, a digit, another icon, or nothing."""
    cell = f"{before}💰💰{after}".replace("*", "").replace(":", "")
    new = Replacing({"💰": ":coins:"}).replace(cell)
    assert isinstance(new, str)
    assert [span.icon for span in parse_rich(new) if span.icon] == ["coins", "coins"]


def test_what_is_never_met_is_known() -> None:
    replacing = Replacing({"a": "x", "b": "y"})
    replacing.replace("cab"[:2])
    assert replacing.unmet == ["b"]


def test_a_part_of_a_longer_text_is_in_a_cell() -> None:
    """Signs of other tools often contain each other: no warning says that the shorter one is in no cell."""
    replacing = Replacing({":gold:": ":coin:", "gold": "Gold", "go": "Go", "old": "Old", "silver": "Silver"})
    assert replacing.replace("2 :gold:") == "2 :coin:"
    assert replacing.unmet == ["silver"]
    assert find_similar_text("(F)", [{"t": "one (f) two"}]) == "did you mean `(f)`?"
