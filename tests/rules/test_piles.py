"""Cards that lie face down."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.rules.piles import Cards, Pile

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


@given(CARDS, CARDS)
def test_putting_together_keeps_every_card(one: Cards, other: Cards) -> None:
    """Nothing is lost and nothing is made."""
    both = one + other
    assert len(both) == len(one) + len(other)
    assert all(both.count(card) == one.count(card) + other.count(card) for card in "abcde")


@given(CARDS.filter(len))
def test_odds_are_the_shares_of_the_cards(cards: Cards) -> None:
    """They add up to one, and what is taken is there once less."""
    assert sum(cards.odds().values()) == 1
    for card, chance in cards.odds().items():
        assert chance == Fraction(cards.count(card), len(cards))
        assert cards.take(card).put(card) == cards
        assert cards.take(card).count(card) == cards.count(card) - 1


def test_a_card_that_is_not_there_cannot_be_taken() -> None:
    """The pile stays what it is."""
    with pytest.raises(KeyError):
        Cards.listed("ab").take("c")
    with pytest.raises(KeyError):
        Pile().draw("a")
    with pytest.raises(KeyError):
        Pile((Cards.listed("a"), Cards.listed("b"))).draw("b")


def test_a_pile_is_drawn_from_its_top_layer_and_its_bottom_layer() -> None:
    """What was shuffled apart stays apart: the top layer is known before the next one is reached."""
    pile = Pile((Cards.listed("aab"), Cards.listed("c")))
    assert pile.odds() == {"a": Fraction(2, 3), "b": Fraction(1, 3)}
    assert pile.odds(bottom=True) == {"c": Fraction(1)}
    assert pile.draw("c", bottom=True) == Pile((Cards.listed("aab"),))
    assert pile.draw("a").draw("a").draw("b").draw("c") == Pile()
    assert Pile().odds() == {}


def test_a_pile_is_covered_and_shuffled_as_a_whole() -> None:
    """Discards on top make a layer of their own; shuffled with the rest they make one of all."""
    pile = Pile((Cards.listed("ab"),)).cover(Cards.listed("c"))
    assert pile.odds() == {"c": Fraction(1)}
    assert pile.reshuffle(Cards.listed("d")) == Pile((Cards.listed("abcd"),))
    assert pile.cover(Cards()) == pile
    assert len(pile) == 3
