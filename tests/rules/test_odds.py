"""Chances as whole shares."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.rules.states import Cards, Odds

SHARES = st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(1, 9)), min_size=1, max_size=8)


@given(SHARES)
def test_every_number_falls_on_something_as_often_as_its_share_says(shares: list[tuple[str, int]]) -> None:
    """All numbers below the total give exactly the odds."""
    odds = Odds(shares)
    fallen = Counter(odds.pick(number) for number in range(odds.total))
    assert {thing: Fraction(count, odds.total) for thing, count in fallen.items()} == dict(odds)
    assert sum(odds.values()) == 1
    for number in (-1, odds.total):
        with pytest.raises(IndexError):
            odds.pick(number)


@given(SHARES)
def test_chances_as_fractions_give_the_same_shares(shares: list[tuple[str, int]]) -> None:
    """Odds made from any mapping of chances are equal to it."""
    odds = Odds(shares)
    assert Odds.of(dict(odds)) == odds == dict(odds)
    assert Odds.of(odds) is odds


def test_what_is_drawn_is_made_into_something_else_when_it_falls() -> None:
    """Only the drawn value is made, also through two conversions."""
    made = []

    def turn(card: str) -> str:
        made.append(card)
        return f"turn {card}"

    odds = Odds([("red", 1), ("blue", 2)]).to(turn)
    assert odds.pick(2) == "turn blue"
    assert made == ["blue"]
    assert odds.to(str.upper).pick(0) == "TURN RED"
    assert dict(odds) == {"turn red": Fraction(1, 3), "turn blue": Fraction(2, 3)}
    assert dict(odds.to(len)) == {8: Fraction(1, 3), 9: Fraction(2, 3)}
    assert dict(odds.to(lambda _: "card")) == {"card": Fraction(1)}


def test_without_anything_there_are_no_odds() -> None:
    """Empty odds are false and equal to an empty mapping."""
    assert Cards().odds() == Odds() == {}
    assert not Odds()
    odds = Cards.of([("a", 2), ("b", 1)]).odds()
    assert odds == {"a": Fraction(2, 3), "b": Fraction(1, 3)}
    assert odds
    assert len(Odds([("a", 1), ("a", 1)])) == 1
