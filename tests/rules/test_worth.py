"""Arithmetic that players who think share."""

import pytest

from generator.rules.states import compare_worths, estimate_chance, list_best


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
    chances = [compare_worths(worths, seat, 3.0) for seat in range(3)]
    assert sum(chances) == pytest.approx(1)
    assert chances[1] == chances[2] == pytest.approx(chances[0] / 2.718281828)


def test_a_lopsided_game_has_a_chance() -> None:
    """No difference is too large for floats."""
    assert 0 < compare_worths((0.0, 1e9), 0, 1.0) < 1e-20
    assert compare_worths((0.0, 1e9), 1, 1.0) == 1
