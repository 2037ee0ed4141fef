"""Runs of an experiment: games up to a look, after which settings that are known well enough stop."""

from collections.abc import Callable, Iterator

from generator.model.values import dataclass, field
from generator.play.experiments.design import Design
from generator.play.experiments.records import SHARES, Records
from generator.play.experiments.statistics import (
    RISK,
    Interval,
    list_looks,
    measure_difference,
    measure_mean,
    measure_rate,
    share_risk,
)
from generator.play.handing import Batch, Engine, Lot, hand_out
from generator.play.summary import Rate


@dataclass(frozen=True, slots=True)
class Aim:
    """When a run ends, and what it compares."""

    games: int
    """Number of games of each setting; with `until`, the largest number."""
    measure: str
    until: float | None = None
    """Half the width of intervals at which settings stop: a share, or a number."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is."""

    look: int
    """Number of the look that is coming, from 1."""
    done: int
    """Games that were played since the last look, including those that were kept."""
    total: int
    """Games between the last look and the next one."""


@dataclass(slots=True)
class Run:
    """An experiment while it is played; `records` may already have games."""

    design: Design
    aim: Aim
    records: Records
    stops: dict[int, tuple[int, float, bool]] = field(default_factory=dict)
    """Games, risk of error, and True if it is known well enough, by setting that has stopped."""
    look: int = 0

    def play(self, engine: Engine, keep: Callable[[Batch], object]) -> Iterator[Progress]:
        """Play what is missing and yield the progress; `keep` is called with each batch."""
        before = 0
        active = tuple(range(len(self.design.arms)))
        looks = list_looks(self.aim.games, is_sequential=self.aim.until is not None)
        for self.look, games in enumerate(looks, 1):
            spans = self.records.list_missing(active, before, games)
            total = len(active) * (games - before)
            done = total - sum(last - first for first, last in spans)
            yield Progress(self.look, done, total)
            for batch in hand_out(self.design.series, Lot(active, before), spans, engine):
                self.records.add(batch)
                keep(batch)
                done += len(batch.games)
                yield Progress(self.look, done, total)
            active = self._stop(active, games, is_last=games == self.aim.games)
            before = games
            if not active:
                return

    def _stop(self, active: tuple[int, ...], games: int, *, is_last: bool) -> tuple[int, ...]:
        """Stop settings with the same base if all of them are known well enough; return those that go on."""
        risk = RISK if self.aim.until is None else share_risk(self.look)
        known = {index: self._is_known(index, games, risk) for index in active}
        bases = {self.design.arms[index].base for index in active if not known[index]}
        on = () if is_last else tuple(index for index in active if self.design.arms[index].base in bases)
        self.stops |= {index: (games, risk, known[index]) for index in active if index not in on}
        return on

    def _is_known(self, index: int, games: int, risk: float) -> bool:
        """Return True for an interval that is narrow enough; a base is measured only if nothing varies."""
        if self.aim.until is None or (self.design.factors and self.design.arms[index].base == index):
            return True
        interval = self.compare(index, games, risk) or self.measure(index, games, risk)
        return interval.reach <= self.aim.until

    def find_stop(self, index: int) -> tuple[int, float, bool]:
        """Return the games of a setting, the risk of error, and True if it is known; also before the end."""
        if index in self.stops:
            return self.stops[index]
        base = self.design.arms[index].base
        games = min(self.records.columns[index].count, self.records.columns[base].count)
        return games, RISK if self.aim.until is None else share_risk(max(1, self.look)), False

    def measure(self, index: int, games: int, risk: float) -> Interval:
        """Return the share or mean of a setting."""
        values = self.records.columns[index].measure(self.aim.measure, games)
        if self.aim.measure.startswith(SHARES):
            return measure_rate(Rate(sum(values), len(values)), risk=risk)
        return measure_mean(values, risk=risk)

    def compare(self, index: int, games: int, risk: float) -> Interval | None:
        """Return the difference between a setting and its base; None for a base."""
        base = self.design.arms[index].base
        if base == index:
            return None
        columns = self.records.columns
        one, other = (columns[place].measure(self.aim.measure, games) for place in (index, base))
        return measure_difference(one, other, risk=risk)
