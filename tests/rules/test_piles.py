"""Cards that lie face down."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.rules.piles import Cards

CARDS = st.lists(st.sampled_from("abcde"), max_size=12).map(Cards.listed)


def test_cards_are_equal_whatever_order_they_are_named_in() -> None:
    """There is no order, and so none is compared."""
    assert (
        Cards.listed("banana")
        == Cards.of({"a": 3, "b": 1, "n": 2})
        == Cards.of([("n", 2), ("b", 1), ("a", 3)])
    )
    assert list(Cards.listed("banana")) == list("aaabnn")
    assert Cards.listed("banana").kinds == ("a", "b", "n")


@given(CARDS.filter(len))
def test_odds_are_the_shares_of_the_cards(cards: Cards) -> None:
    """They add up to one, and what is taken is there once less."""
    assert sum(cards.odds().values()) == 1
    for card, chance in cards.odds().items():
        assert chance == Fraction(list(cards).count(card), len(cards))
        assert Cards.listed([*cards.take(card), card]) == cards


def test_a_card_that_is_not_there_cannot_be_taken() -> None:
    """The pile stays what it is."""
    with pytest.raises(KeyError):
        Cards.listed("ab").take("c")
