"""Intervals: they cover the truth as often as they say, also for pairs and if they are looked at often."""

from math import sqrt

import numpy as np
import pytest

from generator.play.experiments.running import (
    RISK,
    list_looks,
    measure_difference,
    measure_mean,
    measure_quantile,
    measure_rate,
    share_risk,
)
from generator.play.series.series import Rate

REPEATED = 10_000


@pytest.mark.parametrize(("truth", "games"), [(0.5, 100), (0.28, 500), (0.06, 500), (0.01, 200)])
def test_intervals_cover_the_truth_at_their_level(truth: float, games: int) -> None:
    """Intervals cover a coin in 95 % of 10,000 repetitions, as nearly as whole numbers allow."""
    counts, times = np.unique(np.random.default_rng(1).binomial(games, truth, REPEATED), return_counts=True)
    intervals = [measure_rate(Rate(int(count), games)) for count in counts]
    covered = sum(
        int(time) for one, time in zip(intervals, times, strict=True) if one.low <= truth <= one.high
    )
    assert 0.93 <= covered / REPEATED <= 0.985


@pytest.mark.parametrize(
    ("better", "worse", "games"), [(0.10, 0.10, 200), (0.12, 0.04, 200), (0.02, 0.02, 400), (0.0, 0.0, 100)]
)
def test_intervals_of_pairs_cover_the_truth(better: float, worse: float, games: int) -> None:
    """Intervals of differences are wide enough even if hardly any pair differs."""
    chance = np.random.default_rng(2)
    drawn = chance.multinomial(games, (better, worse, 1 - better - worse), REPEATED)
    pairs, times = np.unique(drawn[:, :2], axis=0, return_counts=True)
    covered = 0
    for (up, down), time in zip(pairs.tolist(), times.tolist(), strict=True):
        values = [1] * up + [0] * (games - up)
        base = [0] * up + [1] * down + [0] * (games - up - down)
        one = measure_difference(values, base)
        assert one.value == pytest.approx((up - down) / games)
        covered += time * (one.low <= better - worse <= one.high)
    assert covered / REPEATED >= 0.94


def test_intervals_of_means_cover_the_truth() -> None:
    """Lengths of games are skewed; 95 % of 2,000 samples of 200 cover their mean."""
    samples = np.random.default_rng(3).poisson(7, (2000, 200))
    intervals = [measure_mean(sample.tolist()) for sample in samples]
    assert 0.93 <= sum(one.low <= 7 <= one.high for one in intervals) / 2000 <= 0.97


def test_the_risk_of_all_looks_is_that_of_one() -> None:
    """However many there are."""
    assert sum(share_risk(look) for look in range(1, 1000)) <= RISK
    assert list_looks(1000, is_sequential=True) == (100, 200, 400, 800, 1000)
    assert list_looks(1000, is_sequential=False) == (1000,)
    assert list_looks(50, is_sequential=True) == (50,)
    assert measure_quantile(RISK) == pytest.approx(1.959964, abs=1e-5)


def test_stopping_at_a_look_keeps_the_error_rate() -> None:
    """Whoever stops as soon as a difference is beyond doubt claims one that is none in at most 5 %.

    2,000 runs of two settings that are the same, with 20 % of pairs that differ by chance, up to 6,400 games.
    """
    looks = list_looks(6400, is_sequential=True)
    drawn = np.random.default_rng(4).choice([1, -1, 0], p=[0.1, 0.1, 0.8], size=(2000, 6400)).astype(np.int8)
    claimed = np.zeros(2000, bool)
    naive = np.zeros(2000, bool)
    for look, games in enumerate(looks, 1):
        total = drawn[:, :games].sum(axis=1, dtype=np.int64)
        squares = np.abs(drawn[:, :games]).sum(axis=1, dtype=np.int64)
        middle = total / (games + 2)
        error = np.sqrt(((squares + 2) / (games + 2) - middle**2) / (games + 2))
        claimed |= np.abs(middle) > measure_quantile(share_risk(look)) * error
        naive |= np.abs(middle) > measure_quantile(RISK) * error
    assert claimed.mean() <= RISK
    assert naive.mean() > 2 * RISK, "looking seven times at 95 % intervals would be wrong far more often"


def test_an_interval_of_equal_pairs_is_not_empty() -> None:
    """Nothing has differed so far, which does not mean that nothing ever will."""
    one = measure_difference([1] * 100, [1] * 100)
    assert (one.value, one.is_clear) == (0.0, False)
    assert one.reach == pytest.approx(measure_quantile(RISK) * sqrt(2) / 102)
    assert measure_difference([], []).games == 0
    assert measure_mean([]).games == 0
    assert measure_mean([3, 3, 3]).reach == 0
