"""Samples of long lists of cases: enough to fail when something breaks; `make proof` tries every case."""

import os
import random
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")


def proves_all() -> bool:
    """Return whether nothing is to be left out."""
    return os.environ.get("PETRI_PROOF") == "all"


def count_examples(proof: int, *, share: int = 4) -> int:
    """Return how many examples Hypothesis tries: all in `make proof`, else one of `share`, at least 8."""
    return proof if proves_all() else max(proof // share, 8)


def sample(cases: Sequence[Case], count: int, *, key: str) -> list[Case]:
    """Return the first, the last, and a random choice of those between, in their order.

    `key` is the random seed: the choice is the same on every machine, and another one for each list.
    A sample of one is chosen from all cases.
    """
    if proves_all() or len(cases) <= count:
        return list(cases)
    chance = random.Random(key)
    if count == 1:
        return [chance.choice(cases)]
    between = chance.sample(range(1, len(cases) - 1), count - 2)
    return [cases[index] for index in (0, *sorted(between), len(cases) - 1)]
