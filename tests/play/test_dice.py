"""Dice that fall by chance."""

from collections import Counter
from itertools import islice

from generator.play.dice import roll_pairs


def test_the_same_seed_rolls_the_same_dice() -> None:
    """A simulated game can be played again; another seed is another game."""
    first = list(islice(roll_pairs(7), 50))
    assert list(islice(roll_pairs(7), 50)) == first
    assert list(islice(roll_pairs(8), 50)) != first


def test_all_pairs_fall_about_as_often_as_they_should() -> None:
    """36,000 rolls: doubles near 1,000 each, other pairs near 2,000; five standard deviations."""
    count = Counter(islice(roll_pairs(1), 36_000))
    assert len(count) == 21
    for (low, high), often in count.items():
        expected = 1000 if low == high else 2000
        assert abs(often - expected) < 5 * (expected * (1 - expected / 36_000)) ** 0.5
