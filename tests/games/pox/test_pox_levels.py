"""The five levels of POX are in order of difficulty: the same games, with more or fewer deaths allowed."""

from functools import cache
from itertools import pairwise

from generator.play.simulate import play_to_end
from generator.rules.game import find_game
from tests import shipped
from tests.samples import proves_all

GAMES = 300 if proves_all() else 150
LEVELS = ("chicken_soup", "cough_medicine", "iv_fluids", "intensive_care", "miracle")
"""The easiest first, as the printed card has them."""


@cache
def find_won(level: str) -> frozenset[int]:
    """Seeds of the games that greedy players win; chance is the same at every level."""
    kit = shipped.kit("pox")
    rules = find_game(kit).rules
    greedy = find_game(kit).policies["greedy"]
    setup = {"difficulty": level}
    games = {
        seed: play_to_end(rules, rules.start(("Ana",), setup), seed=seed, policy=greedy)
        for seed in range(GAMES)
    }
    return frozenset(seed for seed, ending in games.items() if ending.won)


def test_all_levels_are_simulated() -> None:
    """Those of the rules, in no other order."""
    rules = find_game(shipped.kit("pox")).rules
    assert rules.options["difficulty"] == LEVELS


def test_each_level_is_harder_than_the_one_before() -> None:
    """By eight games of 300 at least between neighbours, or four of 150; each can be won, and lost."""
    won = [len(find_won(level)) for level in LEVELS]
    assert all(easier - harder >= 8 * GAMES / 300 for easier, harder in pairwise(won)), won
    assert 0.6 * GAMES < won[0] < 0.95 * GAMES
    assert 0.1 * GAMES < won[-1] < 0.45 * GAMES


def test_what_is_won_at_a_level_is_won_at_every_easier_one() -> None:
    """With the same cards and the same players: only the deaths that are allowed differ."""
    for easier, harder in pairwise(LEVELS):
        assert find_won(harder) <= find_won(easier)
