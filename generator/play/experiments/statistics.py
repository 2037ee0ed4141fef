"""Intervals of rates, means, and paired differences, also if they are looked at several times.

The sum of all risks of error is at most RISK: look k of a run gets RISK / (k (k + 1)) of it, since
1/2 + 1/6 + 1/12 + ... is 1. A run that stops as soon as its intervals are narrow enough is therefore wrong no
more often than one whose length was fixed.
"""

from collections.abc import Iterable
from math import sqrt
from statistics import NormalDist

from generator.model.values import dataclass
from generator.play.summary import Rate

RISK = 0.05
"""Share of intervals that may miss the truth."""
FIRST_LOOK = 100
"""Games of each setting before the first look; each following look comes after twice as many."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A number with its confidence interval."""

    value: float
    low: float
    high: float
    games: int

    @property
    def reach(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def is_clear(self) -> bool:
        """True if the interval does not contain 0."""
        return self.low > 0 or self.high < 0


def find_quantile(risk: float) -> float:
    """Return the quantile of the normal distribution for intervals that miss the truth with this risk."""
    return NormalDist().inv_cdf(1 - risk / 2)


def share_risk(look: int) -> float:
    """Return the risk of one look, counted from 1."""
    return RISK / (look * (look + 1))


def list_looks(games: int, *, is_sequential: bool) -> tuple[int, ...]:
    """Return the numbers of games after which results are looked at; the last one is `games`."""
    looks, look = [], FIRST_LOOK
    while is_sequential and look < games:
        looks.append(look)
        look *= 2
    return (*looks, games)


def measure_rate(rate: Rate, *, risk: float = RISK) -> Interval:
    """Return a share with the interval of Wilson (1927)."""
    low, high = rate.at(find_quantile(risk))
    return Interval(rate.share, low, high, rate.of)


def measure_mean(values: Iterable[int], *, risk: float = RISK) -> Interval:
    """Return the mean of numbers, with an interval from their variance."""
    listed = [*values]
    if not listed:
        return Interval(0.0, 0.0, 0.0, 0)
    number, mean = len(listed), sum(listed) / len(listed)
    spread = sqrt(sum((value - mean) ** 2 for value in listed) / max(1, number - 1) / number)
    reach = find_quantile(risk) * spread
    return Interval(mean, mean - reach, mean + reach, number)


def measure_difference(values: Iterable[int], base: Iterable[int], *, risk: float = RISK) -> Interval:
    """Return the mean difference of pairs, with the adjusted interval of Bonett and Price (2012).

    Two pairs with the differences 1 and -1 are added for the interval. It is therefore never empty, also if
    no pair differs: then about 2.8 / n for n pairs at a risk of 5 %.
    """
    pairs = [one - other for one, other in zip(values, base, strict=True)]
    number, total, squares = len(pairs), sum(pairs), sum(pair * pair for pair in pairs)
    middle = total / (number + 2)
    reach = find_quantile(risk) * sqrt(((squares + 2) / (number + 2) - middle * middle) / (number + 2))
    return Interval(total / number if number else 0.0, middle - reach, middle + reach, number)
