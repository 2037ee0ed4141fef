"""Chances as whole numbers."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from generator.rules.odds import Odds


@dataclass(frozen=True)
class Draw:
    text: str


A, B, C = Draw("a"), Draw("b"), Draw("c")


def test_even_odds_are_equal_shares() -> None:
    """Of all moves there are."""
    odds = Odds((A, B, C))
    assert dict(odds) == dict.fromkeys((A, B, C), Fraction(1, 3))
    assert odds == {A: Fraction(1, 3), B: Fraction(1, 3), C: Fraction(1, 3)}
    assert sum(odds.values()) == 1


def test_weights_are_parts_of_their_sum() -> None:
    """Whatever the sum is; what is no move has no chance."""
    odds = Odds((A, B), (3, 1))
    assert odds[A] == Fraction(3, 4)
    assert list(odds.values()) == [Fraction(3, 4), Fraction(1, 4)]
    assert C not in odds
    with pytest.raises(KeyError):
        odds[C]


def test_no_odds_are_like_nothing() -> None:
    """When nature does not act."""
    assert Odds(()) == {}
    assert len(Odds(())) == 0
    assert "Odds({" in repr(Odds((A,)))
