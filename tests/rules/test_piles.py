"""Cards that lie face down."""

from collections.abc import Iterable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.rules.states import Cards


def put_together(cards: Iterable[str]) -> Cards:
    return Cards.of((card, 1) for card in cards)


CARDS = st.lists(st.sampled_from("abcde"), max_size=12).map(put_together)


def test_cards_are_equal_whatever_order_they_are_named_in() -> None:
    """Piles are equal in any order."""
    assert put_together("banana") == Cards.of([("n", 2), ("b", 1), ("a", 3)])
    assert list(put_together("banana")) == list("aaabnn")
    assert "n" in put_together("banana")
    assert "c" not in put_together("banana")


@given(CARDS.filter(len))
def test_odds_are_the_shares_of_the_cards(cards: Cards) -> None:
    """The odds add up to 1, and taking a card removes one copy."""
    assert sum(cards.odds().values()) == 1
    for card, chance in cards.odds().items():
        assert chance == Fraction(list(cards).count(card), len(cards))
        assert put_together([*cards.take(card), card]) == cards


def test_a_card_that_is_not_there_cannot_be_taken() -> None:
    """Taking a missing card is an error and leaves the pile unchanged."""
    with pytest.raises(KeyError):
        put_together("ab").take("c")
