"""Worth of moves and states, as players who think compare them."""

from collections.abc import Callable, Iterable, Sequence
from math import exp
from typing import TypeVar

C = TypeVar("C")

_LOPSIDED = 50.0
"""A difference that leaves no chance; `exp` of a much larger one is an error."""


def list_best(moves: Iterable[C], rate: Callable[[C], float]) -> list[C]:
    """Return all moves of the highest worth, in order."""
    rated = [(rate(move), move) for move in moves]
    most = max((worth for worth, _ in rated), default=0)
    return [move for worth, move in rated if worth == most]


def estimate_chance(features: Iterable[float], weights: Iterable[float]) -> float:
    """Return the chance to win together, from 0 to 1, by a logistic function of weighted features."""
    z = 0.0
    # One after the other: `sum` rounds floats in another way from Python 3.12 on, and games would differ.
    for value, weight in zip(features, weights, strict=True):
        z += weight * value
    return 1 / (1 + exp(-z))


def compare_worths(worths: Sequence[float], seat: int, luck: float) -> float:
    """Return the chance of a player to win against the others: the better they stand beside it, the smaller.

    `luck` is a difference by which chance decides about as much as what players have reached.
    """
    own = worths[seat]
    return 1 / sum([exp(min((other - own) / luck, _LOPSIDED)) for other in worths])
