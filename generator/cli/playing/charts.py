"""Charts of simulated games, with the texts of a language."""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import floor, log10

from generator.cli.playing.result_texts import (
    ExperimentTexts,
    OptionNames,
    capitalise,
    format_note,
    format_rate,
    format_spread,
    shorten_path,
)
from generator.model import plots
from generator.model.language.fields import Field
from generator.model.texts.wordings import Wording
from generator.play.experiments.design import VariedFactor
from generator.play.experiments.running import Interval, Result, make_conclusion
from generator.play.series.series import GameSetting, Rate, Series, SimulatedGame, Summary
from generator.rules.core import Sentence
from generator.rules.game import find_game

FEWEST_COLUMNS, MOST_COLUMNS = 3, 5
"""Numbers of panels side by side."""
MOST_BINS, MOST_TICKS = 24, 5
_AXES = (0.04, 0.08, 0.12, 0.2, 0.4, 0.6, 0.8, 1.0)
"""Possible ends of an axis of shares: their quarters are full percents."""
FEWEST_POINTS = 3
"""A curve needs as many values."""
FEWEST_PLACES = 4
"""A heat map needs as many places with a mark."""
MOST_ROWS = 30
MOST_PANELS = 9
_STEPS = 4
"""Least number of steps of an axis."""


def make_chart(
    series: Series, games: Sequence[SimulatedGame], summaries: Sequence[Summary], wording: Wording
) -> Mapping[str, Field]:
    """Return the fields of the chart in data/chart.yaml.

    It shows the win rates of all settings, and lengths by how games ended, in turns or else in moves.
    """
    names = OptionNames(find_game(series.kit, variant=series.variant), wording)
    has_turns = summaries[0].turns is not None
    unit = wording.format(f"simulation.table.{'turns' if has_turns else 'moves'}")
    is_shared = summaries[0].won is not None
    lengths = [_measure(game, has_turns) for game in games]
    bins = choose_bins(min(lengths), max(lengths))
    by_setting: dict[GameSetting, list[SimulatedGame]] = {summary.setting: [] for summary in summaries}
    for game in games:
        by_setting[series.settings[game.setting]].append(game)
    layers = ("won", "lost") if is_shared else ("one", "several", "nobody")
    highest = max((rate.interval[1] for one in summaries for rate in _list_rates(one)), default=1.0)
    end = next((end for end in _AXES if end >= highest), 1.0)
    counts = [_count(summary, by_setting[summary.setting], bins) for summary in summaries]
    top = max(max(map(sum, bars)) / (sum(map(sum, bars)) or 1) for bars in counts) or 1.0
    panels: list[Mapping[str, Field]] = [
        {
            "title": names.format_setting(summary.setting),
            "note": format_spread(summary.turns or summary.moves, wording),
            "bins": tuple(_make_bins(bars, bins, top, wording)),
        }
        for summary, bars in zip(summaries, counts, strict=True)
    ]
    options = len({summary.setting.options for summary in summaries})
    # Panels of the same options are below each other, if possible.
    columns = options if FEWEST_COLUMNS < options <= MOST_COLUMNS else FEWEST_COLUMNS
    panels += [{"title": "", "note": "", "bins": ()}] * (-len(panels) % columns)
    rows = (panels[first : first + columns] for first in range(0, len(panels), columns))
    number: dict[str, str | int] = {"games": len(games), "policy": series.policy, "seed": str(series.seed)}
    return {
        "title": wording.format(series.kit.title),
        "subtitle": wording.format("simulation.chart.of", number),
        "shares_title": wording.format(f"simulation.chart.{'won' if is_shared else 'seats'}"),
        "groups": tuple({"rows": rows} for rows in group_shares(summaries, wording, names, end)),
        "axis": tuple(wording.write(round(end * 25 * quarter)) for quarter in range(5)),
        "panels_title": wording.format("simulation.chart.lengths", {"unit": unit}),
        "layers": tuple(wording.format(f"simulation.layer.{layer}") for layer in layers),
        "bins": str(len(bins)),
        "panel_rows": tuple({"panels": tuple(row)} for row in rows),
        "note": format_note(summaries, wording),
    }


def group_shares(
    summaries: Sequence[Summary], wording: Wording, names: OptionNames, end: float
) -> Iterator[tuple[Mapping[str, Field], ...]]:
    """Yield the win rates of settings with the same number of players: of all players or of each seat.

    They are percents of an axis from 0 to `end`.
    """
    for _, some in groupby(summaries, key=lambda summary: summary.setting.players):
        group: list[Mapping[str, Field]] = []
        for summary in some:
            label = names.format_setting(summary.setting)
            for seat, rate in enumerate(_list_rates(summary), start=summary.won is None):
                about: dict[str, str | int] = {"setting": label, "seat": seat}
                name = wording.format("simulation.chart.seat", about) if seat else label
                values = zip(("share", "low", "high"), (rate.share, *rate.interval), strict=True)
                places = {key: f"{value / end * 100:.4f}" for key, value in values}
                group.append({"label": name, "text": format_rate(rate, wording), **places})
        yield tuple(group)


def _list_rates(summary: Summary) -> list[Rate]:
    return [summary.won] if summary.won is not None else [seat.wins for seat in summary.seats]


def _count(summary: Summary, games: Sequence[SimulatedGame], bins: range) -> list[tuple[int, ...]]:
    """Return the numbers of games in each bin, by layer."""
    counts = Counter(
        ((_measure(game, summary.turns is not None) - bins.start) // bins.step, _choose_layer(game))
        for game in games
    )
    return [tuple(counts[place, layer] for layer in range(3)) for place in range(len(bins))]


def _make_bins(
    bars: Sequence[Sequence[int]], bins: range, top: float, wording: Wording
) -> Iterator[Mapping[str, Field]]:
    """Yield the heights of bars in percent: the area of the bars is the same in all panels."""
    ticks = choose_ticks(bins)
    total = (sum(map(sum, bars)) or 1) * top
    for start, bar in zip(bins, bars, strict=True):
        tick = next((tick for tick in ticks if start <= tick < start + bins.step), None)
        label, offset = ("", 0) if tick is None else (wording.write(tick), tick - start)
        heights = (f"{count / total * 100:.4f}" if count else "0" for count in bar)
        layers = dict(zip(("one", "two", "three"), heights, strict=True))
        yield {"tick": label, "at": f"{(offset + 0.5) / bins.step * 100:.4f}", **layers}


def _measure(game: SimulatedGame, has_turns: bool) -> int:
    return game.ending.turns if has_turns else game.ending.moves


def _choose_layer(game: SimulatedGame) -> int:
    if game.ending.won is not None:
        return 0 if game.ending.won else 1
    return {0: 2, 1: 0}.get(len(game.ending.winners), 1)


def make_page(texts: ExperimentTexts, results: Sequence[Result]) -> plots.PlotPage:
    """Return the plots of an experiment: curves or rows, differences, and ends over time."""
    run, wording = texts.run, texts.wording
    curves: list[plots.Plot] = [*_make_curves(texts, results)]
    has_differences = any(result.difference for result in results)
    differences: list[plots.Plot] = [_make_differences(texts, results)] if has_differences else []
    is_single = run.design.is_single
    absolute = curves if curves or is_single else [_make_rows(texts, results)]
    # Which value matters most is the question of those who vary one at a time.
    ordered = [*differences, *absolute] if is_single else [*absolute, *differences]
    games = sum(result.games for result in results)
    series = run.design.series
    number: dict[str, str | int] = {"games": games, "seed": str(series.seed)}
    return plots.PlotPage(
        title=wording.format(series.kit.title),
        subtitle=wording.format("experiment.chart.of", number),
        sentence=texts.sum_up(results),
        plots=(*ordered, _make_ends(texts, results)),
        note=texts.format_note(results),
    )


def _make_curves(texts: ExperimentTexts, results: Sequence[Result]) -> Iterator[plots.Curves]:
    """Yield a plot for each factor with enough values, with a line for each combination of all others."""
    for place, factor in enumerate(texts.run.design.factors):
        values = list(dict.fromkeys(result.arm.values[place] for result in results))
        groups: dict[tuple[object, ...], list[Result]] = {}
        for result in results:
            others = (*result.arm.values[:place], *result.arm.values[place + 1 :])
            groups.setdefault((*others, result.arm.base), []).append(result)
        fewest = FEWEST_POINTS + texts.run.design.is_single
        lines = [group for group in groups.values() if len(group) >= fewest]
        if lines:
            yield _make_plot(
                texts,
                factor,
                place,
                sorted(values, key=lambda value: int(value) if value.isdecimal() else 0),
                lines[: plots.MOST_LINES],
            )


def _make_plot(
    texts: ExperimentTexts,
    factor: VariedFactor,
    place: int,
    values: Sequence[str],
    lines: Sequence[Sequence[Result]],
) -> plots.Curves:
    if all(map(str.isdecimal, values)):
        low, high = int(values[0]), int(values[-1])
        at = {value: 0.04 + 0.92 * (int(value) - low) / (high - low) for value in values}
    else:
        at = {value: (index + 0.5) / len(values) for index, value in enumerate(values)}
    every = -(-len(values) // 12)
    intervals = [result.measure for group in lines for result in group]
    scale = Scale.around(
        texts, [end for one in intervals for end in (one.low, one.high)], from_zero=texts.is_share
    )
    title = {"measure": texts.measure, "path": texts.format_path(factor)}
    return plots.Curves(
        title=capitalise(texts.wording.format("experiment.chart.curve", title)),
        across=tuple(plots.Tick(at[value], texts.format_value(factor, value)) for value in values[::every]),
        upright=scale.ticks,
        lines=tuple(
            plots.CurveLine(
                _name_line(texts, factor, group, is_only=len(lines) == 1),
                tuple(
                    plots.CurvePoint(at[one.arm.values[place]], *scale.place(one.measure))
                    for one in sorted(group, key=lambda one: at[one.arm.values[place]])
                ),
            )
            for group in lines
        ),
    )


def _name_line(
    texts: ExperimentTexts, factor: VariedFactor, group: Sequence[Result], *, is_only: bool
) -> str:
    """Return the values of the other factors, or what does not vary."""
    first = group[0]
    pairs = zip(texts.run.design.factors, first.arm.values, strict=True)
    others = [
        f"{shorten_path(texts.format_path(one))} {texts.format_value(one, value)}"
        for one, value in pairs
        if one != factor
    ]
    return (
        texts.format_block(first)
        if is_only or not others
        else ", ".join((*others, *texts.list_blocks(first)))
    )


def _make_rows(texts: ExperimentTexts, results: Sequence[Result]) -> plots.Bars:
    shown = results[:MOST_ROWS]
    ends = [end for one in shown for end in (one.measure.low, one.measure.high)]
    scale = Scale.around(texts, ends, from_zero=texts.is_share)
    return plots.Bars(
        title=capitalise(texts.measure),
        axis=scale.ticks,
        rows=tuple(
            plots.BarRow(_name_row(texts, one), texts.format_interval(one.measure), *scale.place(one.measure))
            for one in shown
        ),
    )


def _name_row(texts: ExperimentTexts, result: Result) -> str:
    block = texts.format_block(result)
    if not texts.run.design.factors:
        return block
    return ", ".join((texts.format_short(result), *texts.list_blocks(result)))


def _make_differences(texts: ExperimentTexts, results: Sequence[Result]) -> plots.Bars:
    """Return the differences, the largest first; full bars have an interval without zero."""
    pairs = [(one, one.difference) for one in results if one.difference is not None]
    pairs = sorted(pairs, key=lambda pair: -abs(pair[1].value))[:MOST_ROWS]
    scale = Scale.around(texts, [0.0, *(end for _, one in pairs for end in (one.low, one.high))], signed=True)
    return plots.Bars(
        title=texts.wording.format("experiment.chart.differences", {"measure": texts.measure}),
        axis=scale.ticks,
        rows=tuple(
            plots.BarRow(
                _name_row(texts, result),
                texts.format_interval(one, signed=True),
                *scale.place(one),
                is_clear=one.is_clear,
            )
            for result, one in pairs
        ),
        zero=scale.find(0.0),
    )


def _make_ends(texts: ExperimentTexts, results: Sequence[Result]) -> plots.Ends:
    """Return how games end at each length, with a layer for each of the most frequent rules."""
    shown = _choose_panels(results)
    totals: Counter[str] = Counter()
    for result in shown:
        totals.update({rule: rate.count for rule, rate in result.ends})
    rules = [rule for rule, _ in sorted(totals.items(), key=lambda item: (-item[1], item[0]))]
    kept = rules if len(rules) <= plots.MOST_LINES else rules[: plots.MOST_LINES - 1]
    names = [capitalise(Sentence.of_rule(rule).format(texts.wording)) for rule in kept]
    names += [texts.wording.format("experiment.chart.others")] if len(kept) < len(rules) else []
    lengths = [length for result in shown for _, length, _ in result.lengths]
    bins = choose_bins(min(lengths), max(lengths))
    counted = [_count_games(result, bins, kept) for result in shown]
    top = max(sum(one) for panel in counted for one in panel) or 1.0
    end = bins.start + bins.step * len(bins)
    unit = "turns" if shown[0].turns else "moves"
    return plots.Ends(
        title=texts.wording.format(
            "experiment.chart.ends", {"unit": texts.wording.format(f"simulation.table.{unit}")}
        ),
        layers=tuple(names),
        axis=tuple(
            plots.Tick((tick + 0.5 - bins.start) / (end - bins.start), texts.wording.write(tick))
            for tick in choose_ticks(bins)
        ),
        panels=tuple(
            plots.EndPanel(
                _name_row(texts, result),
                texts.format_interval(result.measure),
                tuple(tuple(share / top for share in one) for one in panel),
            )
            for result, panel in zip(shown, counted, strict=True)
        ),
    )


def _choose_panels(results: Sequence[Result]) -> Sequence[Result]:
    """Return the base, and the settings that differ most from it, in their own order."""
    if len(results) <= MOST_PANELS:
        return results
    finding = make_conclusion(results).result
    ranked = sorted(results, key=lambda one: -abs(one.difference.value) if one.difference else -1e9)
    chosen = {one.index for one in ranked[:MOST_PANELS]} | ({finding.index} if finding else set())
    return [one for one in results if one.index in chosen][:MOST_PANELS]


def _count_games(result: Result, bins: range, rules: Sequence[str]) -> list[list[float]]:
    """Return the share of games in each bin, by rule; other rules are the last layer."""
    counts = [[0.0] * plots.MOST_LINES for _ in bins]
    for rule, length, count in result.lengths:
        layer = rules.index(rule) if rule in rules else len(rules)
        counts[(length - bins.start) // bins.step][layer] += count / result.games
    return counts


def make_heats(texts: ExperimentTexts, results: Sequence[Result]) -> tuple[plots.Heat, ...]:
    """Return a heat map for each part and kind of mark, of the games of the first setting."""
    run = texts.run
    result = results[results[0].arm.base]
    per_game: dict[tuple[str, str], Counter[tuple[str, str]]] = {}
    for key, count in run.records.marks.items():
        if key.setting == result.index:
            # `cube_blue` is a cube.
            kind = key.sign.partition("_")[0]
            per_game.setdefault((key.part, kind), Counter())[key.area, key.place] += count
    games = run.records.columns[result.index].count or 1
    setting = texts.format_block(result)
    return tuple(
        _make_heat(texts, part, sign, counts, games, setting)
        for (part, sign), counts in sorted(per_game.items())
        if len(counts) >= FEWEST_PLACES
    )


def _make_heat(
    texts: ExperimentTexts, part: str, sign: str, counts: Counter[tuple[str, str]], games: int, setting: str
) -> plots.Heat:
    highest = max(counts.values())
    number = texts.wording.format("experiment.chart.highest", {"number": f"{highest / games:.2f}"})
    return plots.Heat(
        part=part,
        sign=sign,
        title=texts.wording.format("experiment.chart.heat", {"sign": sign}) + f" ({setting})",
        scale=number,
        shares=tuple((area, place, count / highest) for (area, place), count in sorted(counts.items())),
    )


class Scale:
    """An axis with round ends, from numbers to shares of its length."""

    def __init__(self, texts: ExperimentTexts, low: float, high: float, *, signed: bool = False) -> None:
        step = next(_list_steps((high - low) / _STEPS))
        first, last = floor(low / step + 1e-9), -floor(-high / step + 1e-9)
        self.low, self.high = first * step, max(last, first + 1) * step
        marks = [number * step for number in range(first, max(last, first + 1) + 1)]
        self.ticks = tuple(
            plots.Tick(self.find(one), _format_tick(texts, one, step, signed)) for one in marks
        )

    @classmethod
    def around(
        cls,
        texts: ExperimentTexts,
        numbers: Sequence[float],
        *,
        from_zero: bool = False,
        signed: bool = False,
    ) -> "Scale":
        low, high = min(numbers, default=0.0), max(numbers, default=1.0)
        low = 0.0 if from_zero else low
        return cls(texts, low, high if high > low else low + 1, signed=signed)

    def find(self, number: float) -> float:
        return (number - self.low) / (self.high - self.low)

    def place(self, interval: Interval) -> tuple[float, float, float]:
        """Return the shares of a value and of the ends of its interval."""
        return self.find(interval.value), self.find(interval.low), self.find(interval.high)


def _format_tick(texts: ExperimentTexts, value: float, step: float, signed: bool) -> str:
    shown, width = (value * 100, step * 100) if texts.is_share else (value, step)
    digits = max(0, -floor(log10(width) + 1e-9))
    text = f"{abs(shown):.{digits}f}"
    sign = "−" if shown < -width / 2 else "+" if signed and shown > width / 2 else ""
    return sign + text


def choose_bins(low: int, high: int) -> range:
    """Return the first number of each bin, with the smallest width that needs at most MOST_BINS."""
    bins = (range(low // width * width, high + 1, width) for width in map(int, _list_steps(1)))
    return next(found for found in bins if len(found) <= MOST_BINS)


def choose_ticks(bins: range) -> tuple[int, ...]:
    """Return at most five round numbers."""
    stop = bins.start + bins.step * len(bins)
    ticks = (range(-(-bins.start // step) * step, stop, step) for step in map(int, _list_steps(1)))
    return next(tuple(found) for found in ticks if len(found) <= MOST_TICKS)


def _list_steps(least: float) -> Iterator[float]:
    """Yield 1, 2, and 5 times powers of ten, from a number on: 1, 2, 5, 10, 20, 50, and so on for 1."""
    powers = itertools.count(floor(log10(least)))
    steps = (factor * 10.0**power for power in powers for factor in (1, 2, 5))
    return (step for step in steps if step >= least * (1 - 1e-9))
