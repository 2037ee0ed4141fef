"""Results of an experiment: one for each setting, and what can be said of all of them."""

from collections import Counter
from collections.abc import Sequence

from generator.model.values import dataclass
from generator.play.experiments.design import Arm, Factor
from generator.play.experiments.records import SHARES
from generator.play.experiments.running import Run
from generator.play.experiments.statistics import RISK, Interval, find_quantile
from generator.play.series import Setting
from generator.play.simulate import Ending
from generator.play.summary import Rate, Spread, spread


@dataclass(frozen=True, slots=True)
class Result:
    """The games of one setting."""

    index: int
    setting: Setting
    arm: Arm
    changes: tuple[tuple[Factor, str], ...]
    """Factors that differ from the setting with which it is compared, with their values."""
    games: int
    measure: Interval
    difference: Interval | None
    """None for a setting with which others are compared."""
    is_known: bool
    """False if the run ended before the interval was narrow enough."""
    turns: Spread | None
    moves: Spread
    ends: tuple[tuple[str, Rate], ...]
    """Rules by which games ended, the most frequent first."""
    lengths: tuple[tuple[str, int, int], ...]
    """Rule, length in turns (or in moves, if turns are not counted), and number of games."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The difference that is largest beyond doubt, or how large differences are at most."""

    result: Result | None
    """None if no difference is beyond doubt, even if all of them may be wrong together in only 5 %."""
    most: float
    """Largest difference that the intervals allow."""


def is_share(measure: str) -> bool:
    return measure.startswith(SHARES)


def list_results(run: Run) -> tuple[Result, ...]:
    """Return results in the order of the settings, without settings that have no games."""
    found = (_make_result(run, index) for index in range(len(run.design.arms)))
    return tuple(result for result in found if result.games)


def _make_result(run: Run, index: int) -> Result:
    games, risk, is_known = run.find_stop(index)
    endings: Sequence[Ending] = [*run.records.columns[index].list_endings(games)]
    turns = [ending.turns for ending in endings if ending.turns]
    rules = Counter(ending.rule for ending in endings)
    lengths = Counter((ending.rule, ending.turns or ending.moves) for ending in endings)
    return Result(
        index=index,
        setting=run.design.series.settings[index],
        arm=run.design.arms[index],
        changes=run.design.list_changes(index),
        games=games,
        measure=run.measure(index, games, risk),
        difference=run.compare(index, games, risk),
        is_known=is_known,
        turns=spread(turns) if turns else None,
        moves=spread([ending.moves for ending in endings] or [0]),
        ends=tuple(
            (rule, Rate(count, games))
            for rule, count in sorted(rules.items(), key=lambda item: (-item[1], item[0]))
        ),
        lengths=tuple((rule, length, count) for (rule, length), count in sorted(lengths.items())),
    )


def find_finding(results: Sequence[Result], policy: str = "") -> Finding:
    """Return the largest difference that is beyond doubt, also among several comparisons (Bonferroni).

    For m comparisons, intervals are widened by the ratio of the quantiles of 0.05 / m and 0.05.
    """
    compared = [each for each in results if each.difference and policy in ("", each.setting.policy)]
    most = max(
        (max(abs(each.difference.low), abs(each.difference.high)) for each in compared if each.difference),
        default=0.0,
    )
    wider = _widen(len(compared))
    clear = [each for each in compared if each.difference and _is_clear(each.difference, wider)]
    best = max(clear, key=lambda each: abs(each.difference.value) if each.difference else 0.0, default=None)
    return Finding(best, most)


def _widen(comparisons: int) -> float:
    return find_quantile(RISK / max(1, comparisons)) / find_quantile(RISK)


def _is_clear(difference: Interval, wider: float) -> bool:
    middle = (difference.low + difference.high) / 2
    return abs(middle) > difference.reach * wider
