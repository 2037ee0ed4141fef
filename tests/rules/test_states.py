"""Building blocks of rules: states that are checked and copied quickly, odds, piles, and worths."""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.games.fight_the_virus.sheet import UNDECIDED, Hand, Sheet, empty_sheet, read_data
from generator.games.pox.game import Chips
from generator.games.virus_and_co.data import Lying, Tableau
from generator.rules.game import find_game
from generator.rules.states import (
    NO_CARDS,
    Cards,
    Odds,
    estimate_chance,
    estimate_chance_to_win,
    list_best,
    make_replace,
    remember_last,
    remembered,
)
from tests import shipped


def overlap_shapes() -> Sheet:
    """Return a sheet of Fight the Virus on which two shapes share squares."""
    return dataclasses.replace(empty_sheet(read_data(shipped.kit("fight_the_virus"))), shapes=(3, 6))


IMPOSSIBLE: tuple[tuple[str, Mapping[str, Any], str], ...] = (
    ("pandemic", {"hands": ((0, 0, 1), (), ())}, "`hands of Ana`: 0 is already in `hands of Ana`"),
    ("pandemic", {"hands": ((1, 0), (), ()), "unseen": ()}, "`hands of Ana` must be in ascending order"),
    ("pandemic", {"discards": (5,)}, "`discards`: 5 is already in `unseen`"),
    ("pandemic", {"infected": (5,)}, "`infected`: 5 is already in `infections 0`"),
    ("pandemic", {"stations": (2, 2)}, "`stations`: 2 is already in `stations`"),
    ("pandemic", {"pawns": (0,)}, "`pawns` has 1 values for 3 players"),
    ("virus_and_co", {"hands": (3,)}, "`hands` has 1 values for 3 players"),
    ("virus_and_co", {"unseen": NO_CARDS}, "`piles` have 38 cards, but `unseen` has 0"),
    ("pox", {"chips": Chips(red=3, black=2)}, "`chips`: a person has two chips"),
    ("fight_the_virus", {"chosen": (UNDECIDED,)}, "`chosen` has 1 values for 3 players"),
    ("fight_the_virus", {"hands": (Hand(),)}, "`hands` has 1 values for 3 players"),
)


@pytest.mark.parametrize(("game", "changes", "said"), IMPOSSIBLE)
def test_a_state_is_checked_when_it_is_built(game: str, changes: Mapping[str, Any], said: str) -> None:
    """An impossible state is refused with the name of the field."""
    start = find_game(shipped.kit(game)).rules.start(("Ana", "Bo", "Cleo"), {})
    assert dataclasses.replace(start) == start
    with pytest.raises(ValueError, match=said):
        dataclasses.replace(start, **changes)


def test_shapes_of_a_sheet_are_apart() -> None:
    """A state whose sheets have overlapping shapes is refused, too."""
    start = find_game(shipped.kit("fight_the_virus")).rules.start(("Ana", "Bo", "Cleo"), {})
    with pytest.raises(ValueError, match="`sheets`: shapes of Ana overlap"):
        dataclasses.replace(start, sheets=(overlap_shapes(),) * 3)


def test_viruses_lie_in_order() -> None:
    """Tableaus that look alike are equal."""
    with pytest.raises(ValueError, match="`viruses` must be in ascending order"):
        Tableau((Lying(6), Lying(1)))


@dataclass(frozen=True)
class Table:
    """A small state."""

    cards: tuple[int, ...] = ()
    turn: int = 0

    @cached_property
    def number(self) -> int:
        return len(self.cards)


replace = make_replace(Table)


def test_a_copy_is_what_dataclasses_would_make() -> None:
    """A copy is frozen, equal to a new state, and has its hash; the original is unchanged."""
    before = Table((1, 2), 3)
    after = replace(before, turn=4)
    assert after == dataclasses.replace(before, turn=4) == Table((1, 2), 4)
    assert hash(after) == hash(Table((1, 2), 4))
    assert replace(before) == before == Table((1, 2), 3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(after, "turn", 5)  # noqa: B010


def test_what_is_no_field_cannot_be_changed() -> None:
    """Unknown names and unnamed values are errors."""
    with pytest.raises(TypeError, match=r"\['turns'\]: not all are fields of Table"):
        replace(Table(), turns=4)
    with pytest.raises(TypeError):
        replace(Table(), (1,))
    counted = Table((1, 2))
    assert counted.number == 2
    with pytest.raises(TypeError):
        replace(counted, cards=())


def test_what_was_found_last_is_remembered_of_the_very_same_state() -> None:
    """Only the answer for the last state is remembered, by identity."""
    asked = []

    def count(table: Table) -> int:
        asked.append(table.turn)
        return len(table.cards)

    ask = remember_last(count)
    first, second = Table((1, 2), 1), Table((3,), 2)
    assert [ask(first), ask(first), ask(second), ask(second), ask(first)] == [2, 2, 1, 1, 2]
    assert asked == [1, 2, 1]
    assert ask(Table((1, 2), 1)) == 2
    assert asked == [1, 2, 1, 1]


def test_each_object_remembers_its_own_results() -> None:
    @dataclasses.dataclass
    class Multiplier:
        factor: int
        asked: list[int] = dataclasses.field(default_factory=list)

        @remembered
        def times(self, number: int) -> int:
            self.asked.append(number)
            return self.factor * number

    two, three = Multiplier(2), Multiplier(3)
    assert [two.times(5), two.times(5), three.times(5), two.times(6)] == [10, 10, 15, 12]
    assert (two.asked, three.asked) == ([5, 6], [5])


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


def test_all_best_moves_are_listed_in_order() -> None:
    """Equal moves are left to the caller; without moves there is none."""
    assert list_best(["c", "aa", "b", "dd"], len) == ["aa", "dd"]
    assert list_best([], len) == []


def test_a_chance_grows_with_what_counts_for_it() -> None:
    """Features without weight leave an even chance."""
    assert estimate_chance((1.0, 5.0), (0.0, 0.0)) == 0.5
    assert estimate_chance((1.0, 2.0), (0.5, 1.0)) > estimate_chance((1.0, 1.0), (0.5, 1.0)) > 0.5


def test_chances_of_all_players_add_up_to_one() -> None:
    """Equal players have equal chances, and a lead as large as luck is worth about e times the chance."""
    worths = (3.0, 0.0, 0.0)
    chances = [estimate_chance_to_win(worths, seat, 3.0) for seat in range(3)]
    assert sum(chances) == pytest.approx(1)
    assert chances[1] == chances[2] == pytest.approx(chances[0] / 2.718281828)


def test_a_lopsided_game_has_a_chance() -> None:
    """No difference is too large for floats."""
    assert 0 < estimate_chance_to_win((0.0, 1e9), 0, 1.0) < 1e-20
    assert estimate_chance_to_win((0.0, 1e9), 1, 1.0) == 1
