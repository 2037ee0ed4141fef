"""Dice that fall by chance, the same way for the same seed."""

import random
from collections.abc import Iterator


def roll_pairs(seed: int) -> Iterator[tuple[int, int]]:
    """Two six-sided dice for ever, the lower one first."""
    chance = random.Random(seed)
    while True:
        low, high = sorted((chance.randint(1, 6), chance.randint(1, 6)))
        yield low, high
