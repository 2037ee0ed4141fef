"""Plots and heat maps of experiments, with the texts of a language."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import floor, log10

from generator.cli.playing.charts import choose_bins, choose_ticks
from generator.cli.playing.experiment_tables import ResultNames, shorten
from generator.model.plots import (
    MOST_LINES,
    BarRow,
    Bars,
    CurveLine,
    CurvePoint,
    Curves,
    EndPanel,
    Ends,
    Heat,
    Plot,
    PlotPage,
    Tick,
)
from generator.play.experiments.design import Factor
from generator.play.experiments.running import Interval, Result, find_finding
from generator.rules.core import Sentence

FEWEST_POINTS = 3
"""A curve needs as many values."""
FEWEST_PLACES = 4
"""A heat map needs as many places with a mark."""
MOST_ROWS = 30
MOST_PANELS = 9
_STEPS = 4
"""Least number of steps of an axis."""


def make_page(said: ResultNames, results: Sequence[Result]) -> PlotPage:
    """Return the plots of an experiment: curves or rows, differences, and ends over time."""
    run, wording = said.run, said.wording
    curves: list[Plot] = [*_make_curves(said, results)]
    has_differences = any(result.difference for result in results)
    differences: list[Plot] = [_make_differences(said, results)] if has_differences else []
    # Which value matters most is the question of those who vary one at a time.
    is_single = run.design.is_single
    plots = [*differences, *curves] if is_single else [*(curves or [_make_rows(said, results)]), *differences]
    plots.append(_make_ends(said, results))
    games = sum(result.games for result in results)
    series = run.design.series
    number: dict[str, str | int] = {"games": games, "seed": str(series.seed)}
    return PlotPage(
        title=wording.format(series.kit.title),
        subtitle=wording.format("experiment.chart.of", number),
        sentence=said.sum_up(results),
        plots=tuple(plots),
        note=said.format_note(results),
    )


def _make_curves(said: ResultNames, results: Sequence[Result]) -> Iterator[Curves]:
    """Yield a plot for each factor with enough values, with a line for each combination of all others."""
    for place, factor in enumerate(said.run.design.factors):
        values = list(dict.fromkeys(result.arm.values[place] for result in results))
        groups: dict[tuple[object, ...], list[Result]] = {}
        for result in results:
            others = (*result.arm.values[:place], *result.arm.values[place + 1 :])
            groups.setdefault((*others, result.arm.base), []).append(result)
        fewest = FEWEST_POINTS + said.run.design.is_single
        lines = [group for group in groups.values() if len(group) >= fewest]
        if lines:
            yield _make_plot(said, factor, place, sorted(values, key=_sort_key), lines[:MOST_LINES])


def _sort_key(value: str) -> tuple[int, str]:
    return (int(value), "") if value.isdecimal() else (0, "")


def _make_plot(
    said: ResultNames, factor: Factor, place: int, values: Sequence[str], lines: Sequence[Sequence[Result]]
) -> Curves:
    numbers = [int(value) if value.isdecimal() else None for value in values]
    if None in numbers:
        at = {value: (index + 0.5) / len(values) for index, value in enumerate(values)}
    else:
        low, high = min(map(int, values)), max(map(int, values))
        at = {value: 0.04 + 0.92 * (int(value) - low) / (high - low) for value in values}
    every = -(-len(values) // 12)
    intervals = [result.measure for group in lines for result in group]
    scale = Scale.around(
        said, [end for one in intervals for end in (one.low, one.high)], from_zero=said.is_share
    )
    title = {"measure": said.measure, "path": said.format_path(factor)}
    return Curves(
        title=_capitalise(said.wording.format("experiment.chart.curve", title)),
        across=tuple(Tick(at[value], said.format_value(factor, value)) for value in values[::every]),
        upright=scale.ticks,
        lines=tuple(
            CurveLine(
                _name_line(said, factor, group, is_only=len(lines) == 1),
                tuple(
                    CurvePoint(at[one.arm.values[place]], *scale.place(one.measure))
                    for one in sorted(group, key=lambda one: at[one.arm.values[place]])
                ),
            )
            for group in lines
        ),
    )


def _name_line(said: ResultNames, factor: Factor, group: Sequence[Result], *, is_only: bool) -> str:
    """Return the values of the other factors, or what does not vary."""
    first = group[0]
    pairs = zip(said.run.design.factors, first.arm.values, strict=True)
    others = [
        f"{shorten(said.format_path(one))} {said.format_value(one, value)}"
        for one, value in pairs
        if one != factor
    ]
    return (
        said.format_block(first) if is_only or not others else ", ".join((*others, *said.list_blocks(first)))
    )


class Scale:
    """An axis with round ends, from numbers to shares of its length."""

    def __init__(self, said: ResultNames, low: float, high: float, *, signed: bool = False) -> None:
        step = _round_step((high - low) / _STEPS)
        first, last = floor(low / step + 1e-9), -floor(-high / step + 1e-9)
        self.low, self.high = first * step, max(last, first + 1) * step
        marks = [number * step for number in range(first, max(last, first + 1) + 1)]
        self.ticks = tuple(Tick(self.find(one), _format_tick(said, one, step, signed)) for one in marks)

    @classmethod
    def around(
        cls, said: ResultNames, numbers: Sequence[float], *, from_zero: bool = False, signed: bool = False
    ) -> "Scale":
        low, high = min(numbers, default=0.0), max(numbers, default=1.0)
        low = 0.0 if from_zero else low
        return cls(said, low, high if high > low else low + 1, signed=signed)

    def find(self, number: float) -> float:
        return (number - self.low) / (self.high - self.low)

    def place(self, interval: Interval) -> tuple[float, float, float]:
        """Return the shares of a value and of the ends of its interval."""
        return self.find(interval.value), self.find(interval.low), self.find(interval.high)


def _round_step(step: float) -> float:
    """Return the next larger 1, 2, or 5 times a power of ten."""
    power = 10.0 ** floor(log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * (1 - 1e-9))


def _format_tick(said: ResultNames, value: float, step: float, signed: bool) -> str:
    shown, width = (value * 100, step * 100) if said.is_share else (value, step)
    digits = max(0, -floor(log10(width) + 1e-9))
    text = f"{abs(shown):.{digits}f}"
    sign = "−" if shown < -width / 2 else "+" if signed and shown > width / 2 else ""
    return sign + text


def _make_rows(said: ResultNames, results: Sequence[Result]) -> Bars:
    shown = results[:MOST_ROWS]
    ends = [end for one in shown for end in (one.measure.low, one.measure.high)]
    scale = Scale.around(said, ends, from_zero=said.is_share)
    return Bars(
        title=_capitalise(said.measure),
        axis=scale.ticks,
        rows=tuple(
            BarRow(
                _name_row(said, one),
                said.format_interval(one.measure),
                *scale.place(one.measure),
            )
            for one in shown
        ),
    )


def _name_row(said: ResultNames, result: Result) -> str:
    block = said.format_block(result)
    if not said.run.design.factors:
        return block
    return ", ".join((said.format_short(result), *said.list_blocks(result)))


def _make_differences(said: ResultNames, results: Sequence[Result]) -> Bars:
    """Return the differences, the largest first; full bars have an interval without zero."""
    pairs = [(one, one.difference) for one in results if one.difference is not None]
    pairs = sorted(pairs, key=lambda pair: -abs(pair[1].value))[:MOST_ROWS]
    scale = Scale.around(said, [0.0, *(end for _, one in pairs for end in (one.low, one.high))], signed=True)
    return Bars(
        title=said.wording.format("experiment.chart.differences", {"measure": said.measure}),
        axis=scale.ticks,
        rows=tuple(
            BarRow(
                _name_row(said, result),
                said.format_interval(one, signed=True),
                *scale.place(one),
                is_clear=one.is_clear,
            )
            for result, one in pairs
        ),
        zero=scale.find(0.0),
    )


def _make_ends(said: ResultNames, results: Sequence[Result]) -> Ends:
    """Return how games end at each length, with a layer for each of the most frequent rules."""
    shown = _choose_panels(results)
    totals: Counter[str] = Counter()
    for result in shown:
        totals.update({rule: rate.count for rule, rate in result.ends})
    rules = [rule for rule, _ in sorted(totals.items(), key=lambda item: (-item[1], item[0]))]
    kept = rules if len(rules) <= MOST_LINES else rules[: MOST_LINES - 1]
    names = [_capitalise(Sentence.of_rule(rule).format(said.wording)) for rule in kept]
    names += [said.wording.format("experiment.chart.others")] if len(kept) < len(rules) else []
    lengths = [length for result in shown for _, length, _ in result.lengths]
    bins = choose_bins(min(lengths), max(lengths))
    counted = [_count_games(result, bins, kept) for result in shown]
    top = max(sum(one) for panel in counted for one in panel) or 1.0
    end = bins.start + bins.step * len(bins)
    unit = "turns" if shown[0].turns else "moves"
    return Ends(
        title=said.wording.format(
            "experiment.chart.ends", {"unit": said.wording.format(f"simulation.table.{unit}")}
        ),
        layers=tuple(names),
        axis=tuple(
            Tick((tick + 0.5 - bins.start) / (end - bins.start), said.wording.write(tick))
            for tick in choose_ticks(bins)
        ),
        panels=tuple(
            EndPanel(
                _name_row(said, result),
                said.format_interval(result.measure),
                tuple(tuple(share / top for share in one) for one in panel),
            )
            for result, panel in zip(shown, counted, strict=True)
        ),
    )


def _choose_panels(results: Sequence[Result]) -> Sequence[Result]:
    """Return the base, and the settings that differ most from it, in their own order."""
    if len(results) <= MOST_PANELS:
        return results
    finding = find_finding(results).result
    ranked = sorted(results, key=lambda one: -abs(one.difference.value) if one.difference else -1e9)
    chosen = {one.index for one in ranked[:MOST_PANELS]} | ({finding.index} if finding else set())
    return [one for one in results if one.index in chosen][:MOST_PANELS]


def _count_games(result: Result, bins: range, rules: Sequence[str]) -> list[list[float]]:
    """Return the share of games in each bin, by rule; other rules are the last layer."""
    counts = [[0.0] * MOST_LINES for _ in bins]
    for rule, length, count in result.lengths:
        layer = rules.index(rule) if rule in rules else len(rules)
        counts[(length - bins.start) // bins.step][layer] += count / result.games
    return counts


def _capitalise(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:].rstrip(".。")


def make_heats(said: ResultNames, results: Sequence[Result]) -> tuple[Heat, ...]:
    """Return a heat map for each part and kind of mark, of the games of the first setting."""
    run = said.run
    result = results[results[0].arm.base]
    per_game: dict[tuple[str, str], Counter[tuple[str, str]]] = {}
    for key, count in run.records.marks.items():
        if key.setting == result.index:
            name = _name_sign(key.sign)
            per_game.setdefault((key.part, name), Counter())[key.area, key.place] += count
    games = run.records.columns[result.index].count or 1
    setting = said.format_block(result)
    return tuple(
        _make_heat(said, part, sign, counts, games, setting)
        for (part, sign), counts in sorted(per_game.items())
        if len(counts) >= FEWEST_PLACES
    )


def _name_sign(sign: str) -> str:
    """Return the kind of a piece: `cube` for `cube_blue`; a sign stays."""
    return sign.partition("_")[0]


def _make_heat(
    said: ResultNames, part: str, sign: str, counts: Counter[tuple[str, str]], games: int, setting: str
) -> Heat:
    highest = max(counts.values())
    number = said.wording.format("experiment.chart.highest", {"number": f"{highest / games:.2f}"})
    return Heat(
        part=part,
        sign=sign,
        title=said.wording.format("experiment.chart.heat", {"sign": sign}) + f" ({setting})",
        scale=number,
        shares=tuple((area, place, count / highest) for (area, place), count in sorted(counts.items())),
    )
