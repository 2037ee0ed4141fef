"""A run of an experiment: from its games to its results, their tables, and the journal to continue from.

Settings are looked at from time to time, and stop when they are known well enough. The sum of all risks of
error is at most RISK: look k of a run gets RISK / (k (k + 1)) of it, since 1/2 + 1/6 + 1/12 + ... is 1. A
run that stops as soon as its intervals are narrow enough is therefore wrong no more often than one whose
length was fixed.

A journal has a head with everything on which the games depend, then a line for each batch. A line that is
cut off, because the program was killed, is ignored, and its games are played again.
"""

import csv
import hashlib
import io
import json
import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any, TypeAlias

from generator import __version__
from generator.errors import DataError, MissingLibrary, Problem, SharedText
from generator.model.values import dataclass, field
from generator.play.experiments.design import Arm, Design, VariedFactor, is_of_setting
from generator.play.series import series
from generator.play.series.engines import Batch, Engine, GameRange, Lot, hand_out
from generator.play.series.paths import list_values
from generator.play.series.series import (
    PAIRED,
    WON_CELLS,
    GameSetting,
    MarkKey,
    Quartiles,
    Rate,
    Series,
    SimulatedGame,
    list_game_cells,
    list_game_heads,
    measure_quartiles,
    read_code,
    seed_game,
)
from generator.play.simulate import Ending
from generator.rules.game import find_game


@dataclass(frozen=True, slots=True)
class Aim:
    """The measure that a run compares, and when it ends."""

    games: int
    """Number of games of each setting; with `until`, the largest number."""
    measure: str
    until: float | None = None
    """Half the width of intervals at which settings stop, in units of the measure; None: all games are
    played.
    """


@dataclass(frozen=True, slots=True)
class _RunProgress:
    """The progress of a run."""

    look: int
    """Number of the next look, from 1."""
    done: int
    """Number of games since the last look, including those that were kept."""
    total: int
    """Number of games between the last look and the next one."""


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


@dataclass(slots=True)
class ExperimentRun:
    """An experiment that is being played; `records` may already have games."""

    design: Design
    aim: Aim
    records: "GameRecords"
    stops: dict[int, tuple[int, float, bool]] = field(default_factory=dict)
    """By setting that has stopped: its games, the risk of error, and True if it is known well enough."""
    look: int = 0

    def play(self, engine: Engine, keep: Callable[[Batch], object]) -> Iterator[_RunProgress]:
        """Play what is missing and yield the progress; `keep` is called with each batch."""
        before = 0
        active = tuple(range(len(self.design.arms)))
        looks = list_looks(self.aim.games, is_sequential=self.aim.until is not None)
        for self.look, games in enumerate(looks, 1):
            spans = self.records.list_missing(active, before, games)
            total = len(active) * (games - before)
            done = total - sum(last - first for first, last in spans)
            yield _RunProgress(self.look, done, total)
            for batch in hand_out(self.design.series, Lot(active, before), spans, engine):
                self.records.add(batch)
                keep(batch)
                done += len(batch.games)
                yield _RunProgress(self.look, done, total)
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

    def get_stop(self, index: int) -> tuple[int, float, bool]:
        """Return the games of a setting, the risk of error, and True if it is known well enough."""
        if index in self.stops:
            return self.stops[index]
        base = self.design.arms[index].base
        games = min(self.records.columns[index].count, self.records.columns[base].count)
        return games, RISK if self.aim.until is None else share_risk(max(1, self.look)), False

    def measure(self, index: int, games: int, risk: float) -> Interval:
        """Return the share or mean of a setting."""
        values = self.records.columns[index].measure(self.aim.measure, games)
        if is_share(self.aim.measure):
            return measure_rate(Rate(sum(values), len(values)), risk=risk)
        return measure_mean(values, risk=risk)

    def compare(self, index: int, games: int, risk: float) -> Interval | None:
        """Return the difference between a setting and its base; None for a base."""
        base = self.design.arms[index].base
        if base == index:
            return None
        columns = self.records.columns
        values, compared = (columns[each].measure(self.aim.measure, games) for each in (index, base))
        return measure_difference(values, compared, risk=risk)


@dataclass(frozen=True, slots=True)
class Result:
    """The games of one setting."""

    index: int
    setting: GameSetting
    arm: Arm
    changes: tuple[tuple[VariedFactor, str], ...]
    """Factors that differ from the setting with which it is compared, with their values."""
    games: int
    measure: Interval
    difference: Interval | None
    """None for a setting with which others are compared."""
    is_known: bool
    """False if the run ended before the interval was narrow enough."""
    turns: Quartiles | None
    moves: Quartiles
    ends: tuple[tuple[str, Rate], ...]
    """Rules by which games ended, the most frequent first."""
    lengths: tuple[tuple[str, int, int], ...]
    """Rule, length in turns (or in moves, if turns are not counted), and number of games."""


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The largest clear difference, or how large differences are at most."""

    result: Result | None
    """The result with the largest clear difference; None if no difference is clear."""
    most: float
    """Largest difference that the intervals allow."""


def list_results(run: ExperimentRun) -> tuple[Result, ...]:
    """Return results in the order of the settings, without settings that have no games."""
    results = (_make_result(run, index) for index in range(len(run.design.arms)))
    return tuple(result for result in results if result.games)


def _make_result(run: ExperimentRun, index: int) -> Result:
    games, risk, is_known = run.get_stop(index)
    endings: Sequence[Ending] = [*run.records.columns[index].list_endings(games)]
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
        turns=series.measure_turns(endings),
        moves=measure_quartiles([ending.moves for ending in endings] or [0]),
        ends=series.rate_ends(endings),
        lengths=tuple((rule, length, count) for (rule, length), count in sorted(lengths.items())),
    )


def make_conclusion(results: Sequence[Result], policy: str = "") -> Conclusion:
    """Return the largest difference that is clear among all comparisons (Bonferroni).

    For m comparisons, intervals are widened by the ratio of the quantiles of 0.05 / m and 0.05, so that the
    risk of any error is 5 %.
    """
    compared = [
        (result, result.difference)
        for result in results
        if result.difference and policy in ("", result.setting.policy)
    ]
    most = max((max(abs(each.low), abs(each.high)) for _, each in compared), default=0.0)
    factor = measure_quantile(RISK / max(1, len(compared))) / measure_quantile(RISK)
    clear = [pair for pair in compared if abs(pair[1].low + pair[1].high) / 2 > pair[1].reach * factor]
    best, _ = max(clear, key=lambda pair: abs(pair[1].value), default=(None, None))
    return Conclusion(best, most)


_WON = {None: -1, False: 0, True: 1}
"""Numbers for `Ending.won`."""


class _RecordColumn:
    """The games of one setting by number, in columns; they may be added in any order."""

    def __init__(self, players: int, rules: list[str]) -> None:
        self._rules = rules
        self._played = bytearray()
        self.turns, self.moves, self.won = array("q"), array("q"), array("b")
        self._ends, self._winners = array("q"), array("q")
        self.points = tuple(array("q") for _ in range(players))
        self.seeds = array("q")

    def add(self, game: series.SimulatedGame) -> None:
        number, ending = game.number, game.ending
        more = number + 1 - len(self._played)
        if more > 0:
            self._played.extend(bytes(more))
            for numbers in self._all:
                numbers.extend([0] * more)
        self._played[number] = 1
        rule = str(ending.rule)
        if rule not in self._rules:
            self._rules.append(rule)
        self.turns[number], self.moves[number] = ending.turns, ending.moves
        self._ends[number] = self._rules.index(rule)
        self.won[number] = _WON[ending.won]
        self._winners[number] = sum(1 << seat for seat in ending.winners)
        self.seeds[number] = game.seed
        for column, points in zip(self.points, ending.points, strict=True):
            column[number] = points

    @property
    def _all(self) -> tuple["array[int]", ...]:
        return (self.turns, self.moves, self.won, self._ends, self._winners, self.seeds, *self.points)

    def list_missing(self, first: int, last: int) -> Iterator[int]:
        """Return the numbers of games that have not been played, from the first to before the last."""
        known = len(self._played)
        return (number for number in range(first, last) if number >= known or not self._played[number])

    @property
    def count(self) -> int:
        """The number of games from the first one on without a gap."""
        gap = self._played.find(0)
        return len(self._played) if gap < 0 else gap

    def list_endings(self, games: int) -> Iterator[Ending]:
        """Return the ends of the first games, all of which must have been played."""
        return map(self._make_ending, range(games))

    def _make_ending(self, number: int) -> Ending:
        winners = self._winners[number]
        return Ending(
            moves=self.moves[number],
            turns=self.turns[number],
            rule=self._rules[self._ends[number]],
            won=None if self.won[number] < 0 else bool(self.won[number]),
            winners=tuple(seat for seat in range(len(self.points)) if winners >> seat & 1),
            points=tuple(points[number] for points in self.points),
        )

    def measure(self, name: str, games: int) -> Sequence[int]:
        """Return a measure of the first games: one of MEASURES, or `seat_1`."""
        match name:
            case "won":
                return [int(won > 0) for won in self.won[:games]]
            case "turns":
                return self.turns[:games]
            case "moves":
                return self.moves[:games]
            case "tied":
                return [int(winners.bit_count() != 1) for winners in self._winners[:games]]
            case "points":
                return list(map(sum, zip(*(points[:games] for points in self.points), strict=True)))
        seat = int(name.removeprefix("seat_")) - 1
        return [winners >> seat & 1 for winners in self._winners[:games]]


MEASURES = ("won", "turns", "moves", "points", "tied")
"""Measures of a game; there are also `seat_1` and so on: whether this player wins."""
_SHARES = ("won", "tied", "seat_")
"""Beginnings of measures that are shares of games; the others are numbers, with a mean."""


def is_share(measure: str) -> bool:
    """Return True for a share of games, False for a number with a mean."""
    return measure.startswith(_SHARES)


class GameRecords:
    """All games of an experiment; a million take less than a hundred megabytes."""

    def __init__(self, settings: Sequence[GameSetting]) -> None:
        rules: list[str] = []
        self.columns = tuple(_RecordColumn(setting.players, rules) for setting in settings)
        self.marks: Counter[MarkKey] = Counter()
        self.games = 0

    def add(self, batch: Batch) -> None:
        for game in batch.games:
            self.columns[game.setting].add(game)
        self.games += len(batch.games)
        self.marks.update(dict(batch.marks))

    def list_missing(self, settings: Sequence[int], first: int, last: int) -> list[GameRange]:
        """Return the ranges of games that have not been played, as `Lot` counts them from `first` on."""
        missing = sorted(
            (number - first) * len(settings) + place
            for place, setting in enumerate(settings)
            for number in self.columns[setting].list_missing(first, last)
        )
        return list(_list_ranges(missing))


def _list_ranges(indexes: Iterable[int]) -> Iterator[GameRange]:
    """Yield the ranges of ascending indexes without gaps."""
    for _, group in groupby(enumerate(indexes), key=lambda pair: pair[1] - pair[0]):
        (_, first), *others = group
        yield first, first + 1 + len(others)


_FIRST_LOOK = 100
"""Number of games of each setting before the first look; each later look comes after twice as many."""


def list_looks(games: int, *, is_sequential: bool) -> tuple[int, ...]:
    """Return the numbers of games after which results are looked at; the last one is `games`."""
    looks, look = [], _FIRST_LOOK
    while is_sequential and look < games:
        looks.append(look)
        look *= 2
    return (*looks, games)


RISK = 0.05
"""Share of intervals that may miss the truth."""


def share_risk(look: int) -> float:
    """Return the risk of error of a look, counted from 1."""
    return RISK / (look * (look + 1))


def measure_quantile(risk: float) -> float:
    """Return the quantile of the normal distribution for intervals with this risk of missing the truth."""
    return NormalDist().inv_cdf(1 - risk / 2)


def measure_rate(rate: Rate, *, risk: float = RISK) -> Interval:
    """Return a share with the interval of Wilson (1927)."""
    low, high = rate.at(measure_quantile(risk))
    return Interval(rate.share, low, high, rate.of)


def measure_mean(values: Iterable[int], *, risk: float = RISK) -> Interval:
    """Return the mean of numbers, with an interval from their variance."""
    numbers = [*values]
    if not numbers:
        return Interval(0.0, 0.0, 0.0, 0)
    count, mean = len(numbers), sum(numbers) / len(numbers)
    deviation = sqrt(sum((number - mean) ** 2 for number in numbers) / max(1, count - 1) / count)
    reach = measure_quantile(risk) * deviation
    return Interval(mean, mean - reach, mean + reach, count)


def measure_difference(values: Iterable[int], base: Iterable[int], *, risk: float = RISK) -> Interval:
    """Return the mean difference of pairs, with the adjusted interval of Bonett and Price (2012).

    Two pairs with the differences 1 and -1 are added for the interval. It is therefore never empty: if no
    pair differs, it is about 2.8 / n for n pairs at a risk of 5 %.
    """
    differences = [value - compared for value, compared in zip(values, base, strict=True)]
    number, total = len(differences), sum(differences)
    squares = sum(difference * difference for difference in differences)
    middle = total / (number + 2)
    reach = measure_quantile(risk) * sqrt(((squares + 2) / (number + 2) - middle * middle) / (number + 2))
    return Interval(total / number if number else 0.0, middle - reach, middle + reach, number)


def list_columns(run: ExperimentRun, results: Sequence[Result]) -> Mapping[str, Sequence[Any]]:
    """Return columns with a row for each game that was counted, in the order of settings and numbers.

    A value is None if the game does not count turns, is not won or lost together, or has fewer players.
    """
    design = run.design
    keys = list(dict.fromkeys(key for setting in design.series.settings for key, _ in setting.options))
    paths = [factor.path for factor in design.factors if not is_of_setting(factor.path)]
    heads = ("players", *keys, "policy", *paths, *list_game_heads(design.series.settings))
    columns: dict[str, list[Any]] = {head: [] for head in heads}
    for result in results:
        fixed = _list_fixed(design, result)
        records = run.records.columns[result.index]
        for number, ending in enumerate(records.list_endings(result.games)):
            row = {**fixed, **list_game_cells(number, records.seeds[number], ending)}
            for head, column in columns.items():
                column.append(row.get(head))
    return columns


def _list_fixed(design: Design, result: Result) -> Mapping[str, Any]:
    """Return the columns with the same value for all games of a setting."""
    values = zip(design.factors, result.arm.values, strict=True)
    varied = {
        factor.path: int(value) if value.isdecimal() else value
        for factor, value in values
        if not is_of_setting(factor.path)
    }
    setting = result.setting
    policy = design.series.choose_policy(setting)
    return {**varied, **dict(setting.options), "players": setting.players, "policy": policy}


def write_rows_csv(columns: Mapping[str, Sequence[Any]]) -> bytes:
    """Return a table as CSV; True, False, and None are `yes`, `no`, and empty cells."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(columns)
    texts = {**columns, "won": [WON_CELLS[won] for won in columns["won"]]}
    lines.writerows(zip(*texts.values(), strict=True))
    return text.getvalue().encode()


def write_parquet(columns: Mapping[str, Sequence[Any]]) -> bytes:
    """Return a table as Parquet; raises as `load_arrow` does."""
    pyarrow, parquet = load_arrow()
    table = pyarrow.table({name: _unify(column) for name, column in columns.items()})
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table, sink)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _unify(column: Sequence[Any]) -> Sequence[Any]:
    """Return a column with values of one type: texts if it has numbers and texts, such as `none`."""
    if len({type(value) for value in column if value is not None}) < 2:
        return column
    return [None if value is None else str(value) for value in column]


def load_arrow() -> tuple[Any, Any]:
    """Return the libraries that write Parquet; raises GeneratorError without them."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise MissingLibrary("--parquet", "pyarrow") from error
    return pyarrow, pyarrow.parquet


def plain_result(run: ExperimentRun, result: Result) -> Mapping[str, Any]:
    """Return a result for JSON; shares are from 0 to 1."""
    plain: dict[str, Any] = {
        "players": result.setting.players,
        "options": dict(result.setting.options),
        "policy": run.design.series.choose_policy(result.setting),
        "changes": {factor.path: value for factor, value in result.changes},
        "games": result.games,
        run.aim.measure: _plain_interval(result.measure),
        "turns": result.turns and asdict(result.turns),
        "moves": asdict(result.moves),
        "ends": [{"rule": rule, "count": rate.count} for rule, rate in result.ends],
    }
    if result.difference is not None:
        base = {factor.path: factor.now for factor, _ in result.changes}
        plain |= {"base": base, "difference": _plain_interval(result.difference), "known": result.is_known}
    return plain


def _plain_interval(interval: Interval) -> Mapping[str, float]:
    return {"value": round(interval.value, 6), "low": round(interval.low, 6), "high": round(interval.high, 6)}


_Head: TypeAlias = Mapping[str, Any]
_KIND, _FORMAT = "petri simulate", 1
"""The first key of a head, and its value: the version of the format."""
_MOST_CHANGES = 8
_ROOT = Path(__file__).parents[2]


def make_head(design: Design) -> _Head:
    """Return everything on which the games of an experiment depend."""
    series = design.series
    return {
        _KIND: _FORMAT,
        "version": __version__,
        "game": series.kit.id,
        "variant": series.variant,
        "seed": series.seed,
        "paired": series.is_paired,
        "marks": list(series.marked),
        "from": hashlib.sha256(str(series.start).encode()).hexdigest() if series.start else "",
        "settings": [_format_setting(series, index) for index in range(len(series.settings))],
        "rules": digest_rules(series),
        "kit": list_values(series.kit),
    }


def _format_setting(series: Series, index: int) -> str:
    setting = series.settings[index]
    changes = (f"{path}={value}" for path, value in setting.changes)
    return " ".join((str(setting), f"policy={series.choose_policy(setting)}", *changes))


def digest_rules(series: Series) -> str:
    """Return a hash of the programs that play: the rules of the game, and what plays them."""
    digest = hashlib.sha256(read_code(series.kit))
    for path in list_programs(series):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def list_programs(series: Series) -> Iterator[Path]:
    """Yield the files of this program, or of an installed game, on which the results of games depend."""
    rules = find_game(series.kit, variant=series.variant).rules
    module = sys.modules.get(type(getattr(rules, "own", rules)).__module__)
    if module and module.__file__ and not read_code(series.kit):
        yield from sorted(Path(module.__file__).parent.glob("*.py"))
    yield from (_ROOT / "play" / name for name in ("simulate.py", "policies.py"))
    for folder in (_ROOT / "rules", _ROOT / "play" / "series"):
        yield from sorted(folder.glob("*.py"))


def list_head_changes(kept: _Head, head: _Head) -> list[SharedText]:
    """Return what differs between the head of a file and that of this run."""
    named = [key for key in head if key not in ("kit", "settings", "rules")]
    changes = [*_compare_values({key: kept.get(key) for key in named}, {key: head[key] for key in named})]
    values = [*_compare_values(kept.get("kit", {}), head["kit"])]
    changes += values[:_MOST_CHANGES]
    if len(values) > _MOST_CHANGES:
        changes.append(_say_change("more_values", number=len(values) - _MOST_CHANGES))
    if kept.get("rules") != head["rules"]:
        changes.append(_say_change("rules"))
    if kept.get("settings") != head["settings"]:
        changes += _compare_settings(kept.get("settings", []), head["settings"])
    return changes


def _say_change(key: str, **values: str | int | tuple[str, ...]) -> SharedText:
    return SharedText(f"command.changed.{key}", values)


def _compare_values(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[SharedText]:
    for name in dict.fromkeys((*before, *now)):
        old, new = before.get(name), now.get(name)
        if old == new:
            continue
        if old is None:
            yield _say_change("added", name=name, second=str(new))
        elif new is None:
            yield _say_change("removed", name=name, first=str(old))
        else:
            yield _say_change("was", name=name, first=str(old), second=str(new))


def _compare_settings(before: Sequence[str], now: Sequence[str]) -> Iterator[SharedText]:
    dropped = [setting for setting in before if setting not in now]
    new = [setting for setting in now if setting not in before]
    for key, settings in (("dropped_settings", dropped), ("new_settings", new)):
        if settings:
            first, more = settings[0], len(settings) - 1
            yield _say_change(key, name=first, number=more)
    if not dropped and not new:
        yield _say_change("order")


def write_head(head: _Head) -> bytes:
    """Return the first line of a journal."""
    return _write_line(head)


def write_batch(batch: Batch) -> bytes:
    """Return a batch as a line of a journal."""
    games = [
        [game.setting, game.number, end.moves, end.turns, end.rule, end.won, end.winners, end.points]
        for game in batch.games
        for end in (game.ending,)
    ]
    return _write_line({"games": games, "marks": [[*key, count] for key, count in batch.marks]})


def _write_line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def read_journal(file: str, data: bytes) -> tuple[_Head, Iterator[tuple[Batch, int]]]:
    """Return the head of a journal, and its batches, each with the length of the file up to its end.

    Raises DataError for a damaged line. A line that is cut off has no batch.
    """
    first, _, _ = data.partition(b"\n")
    head = _read_line(first)
    if not isinstance(head, dict) or head.get(_KIND) != _FORMAT:
        command = "petri simulate --resume"
        message, values = f"is not a file of `{command}`", {"command": command}
        raise DataError([Problem(file, 1, 1, "", message, key="no_run", values=values)])
    return head, _read_batches(file, head, data, len(first) + 1)


def _read_batches(file: str, head: _Head, data: bytes, start: int) -> Iterator[tuple[Batch, int]]:
    seeds = head["settings"], head["seed"]
    line = 1
    while (end := data.find(b"\n", start)) >= 0:
        line += 1
        value = _read_line(data[start:end])
        try:
            batch = _read_batch(value, *seeds, is_paired=head["paired"])
        except (TypeError, ValueError, KeyError, IndexError) as error:
            hint = "restore the file, or remove it to begin again"
            problem = Problem(file, line, 1, "", "the line is damaged", hint, key="damaged")
            raise DataError([problem]) from error
        yield batch, end + 1
        start = end + 1


def _read_line(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _read_batch(value: Any, settings: Sequence[str], seed: int, *, is_paired: bool) -> Batch:
    names = [PAIRED if is_paired else setting.partition(" policy=")[0] for setting in settings]
    games = tuple(_read_game(row, names, seed) for row in value["games"])
    marks = tuple((MarkKey(*key), int(count)) for *key, count in value["marks"])
    return Batch(games, marks)


def _read_game(row: Iterable[Any], names: Sequence[str], seed: int) -> SimulatedGame:
    setting, number, moves, turns, rule, won, winners, points = row
    if setting < 0 or number < 0:
        raise ValueError(row)
    ending = Ending(int(moves), int(turns), str(rule), won, tuple(winners), tuple(points))
    return SimulatedGame(setting, number, seed_game(seed, names[setting], number), ending)
