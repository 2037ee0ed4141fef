"""Results of simulated games in the language of a reader: in words, in tables, in charts."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import reduce
from itertools import groupby
from math import floor, log10
from operator import attrgetter

from generator.cli.terminal.echo import echo
from generator.cli.terminal.tables import show_table, write_lines
from generator.model import plots
from generator.model.language.expressions import Field
from generator.model.texts.wordings import Wording
from generator.play.experiments.design import OPTIONS, PLAYERS, POLICY, VariedFactor
from generator.play.experiments.running import ExperimentRun, Interval, Result, is_share, make_conclusion
from generator.play.series.series import GameSetting, Quartiles, Rate, Series, SimulatedGame, Summary
from generator.rules.core import Sentence
from generator.rules.game import AnyGame, find_game


class OptionNames:
    """Names of options and values from the companion of the game, or else as in a log."""

    def __init__(self, game: AnyGame, wording: Wording) -> None:
        self._wording = wording
        questions = game.companion.questions
        self._orders = {each.key: tuple(each.values) for each in questions}
        self._keys = {each.key: each.name.format(wording) for each in questions if each.name}
        names = ((each.key, value, name) for each in questions for value, name in each.names.items())
        self._values = {(key, value): name.format(wording) for key, value, name in names}

    def format_key(self, key: str) -> str:
        return self._keys.get(key, key)

    def format_value(self, key: str, value: str) -> str:
        return self._values.get((key, value), value)

    def format_choice(self, key: str, value: str) -> str:
        """Return a value that is clear without its key: `heroic`, or `rounds: 1`."""
        name = self._values.get((key, value))
        return f"{self.format_key(key)}: {value}" if name is None else name

    def format_players(self, number: int) -> str:
        """Return `2 players`."""
        return self._wording.format("simulation.chart.players", {"players": number})

    def format_setting(self, setting: GameSetting) -> str:
        """Return `2 players, heroic`, or `2 players, rounds: 1` if the value has no name."""
        choices = (self.format_choice(key, value) for key, value in setting.options)
        return ", ".join((self.format_players(setting.players), *choices))

    def sort_values(self, key: str, values: Sequence[str]) -> tuple[str, ...]:
        """Sort values in the order in which the companion lists them."""
        order = self._orders.get(key, ())
        return tuple(sorted(values, key=lambda value: order.index(value) if value in order else len(order)))


class ExperimentTexts:
    """Texts about the results of one experiment."""

    def __init__(self, run: ExperimentRun, wording: Wording, names: OptionNames) -> None:
        self.run, self.wording, self.names = run, wording, names
        self.is_share = is_share(run.aim.measure)

    @property
    def measure(self) -> str:
        """Name of the measure, as the heading of a column: `won, %`."""
        name, _, seat = self.run.aim.measure.partition("_")
        return self.wording.format(f"experiment.measure.{name}", {"seat": int(seat)} if seat else {})

    def format_number(self, value: float) -> str:
        """Return percents with one decimal, or a mean with two."""
        return _format_measure(value, self.wording, is_share=self.is_share)

    def format_interval(self, interval: Interval, *, signed: bool = False) -> str:
        """Return `57.2 (54.1–60.2)`, or `+4.2 (−1.0 … +7.4)`."""
        numbers = interval.value, interval.low, interval.high
        return _format_estimate(numbers, self.wording, is_share=self.is_share, signed=signed)

    def format_value(self, factor: VariedFactor, value: str) -> str:
        """Return a value of a factor: options by name, others as they are typed."""
        return self.names.format_value(factor.path.removeprefix(OPTIONS), value)

    def format_path(self, factor: VariedFactor) -> str:
        """Return a path; options by name."""
        if not factor.path.startswith(OPTIONS):
            return factor.path
        return self.names.format_key(factor.path.removeprefix(OPTIONS))

    def format_changes(self, result: Result) -> str:
        """Return `cards.spread.count = 24 instead of 20`, or that nothing is changed."""
        if not result.changes:
            return self.wording.format("experiment.as_is")
        changes = (
            self.wording.format(
                "experiment.change",
                {
                    "path": self.format_path(factor),
                    "value": self.format_value(factor, value),
                    "now": self.format_value(factor, self.find_base(result, factor)),
                },
            )
            for factor, value in result.changes
        )
        return self.wording.join(list(changes), "and")

    def find_base(self, result: Result, factor: VariedFactor) -> str:
        place = self.run.design.factors.index(factor)
        return self.run.design.arms[result.arm.base].values[place]

    def format_short(self, result: Result, *, is_whole: bool = False) -> str:
        """Return `spread 24` for charts: the last steps of paths, or whole paths, and values."""
        if not result.changes:
            return self.wording.format("experiment.as_is")
        changes = (
            (
                self.format_path(factor) if is_whole else _shorten_path(self.format_path(factor)),
                self.format_value(factor, value),
            )
            for factor, value in result.changes
        )
        return ", ".join(f"{path} {value}" for path, value in changes)

    def format_block(self, result: Result) -> str:
        """Return what does not vary: `2 players, heroic, greedy`."""
        setting = result.setting
        varied = {factor.path for factor in self.run.design.factors}
        parts = []
        if PLAYERS not in varied:
            parts.append(self.names.format_players(setting.players))
        parts += [
            self.names.format_choice(key, value)
            for key, value in setting.options
            if OPTIONS + key not in varied
        ]
        if POLICY not in varied:
            parts.append(self.run.design.series.choose_policy(setting))
        return ", ".join(parts)

    def list_blocks(self, result: Result) -> list[str]:
        """Return what distinguishes the block of a setting from others; empty if there is one block."""
        settings = self.run.design.series.settings
        bases = [settings[index] for index in sorted({arm.base for arm in self.run.design.arms})]
        setting, parts = result.setting, []
        if len({base.players for base in bases}) > 1:
            parts.append(self.names.format_players(setting.players))
        if len({base.options for base in bases}) > 1:
            parts += [self.names.format_choice(key, value) for key, value in setting.options]
        if len({base.policy for base in bases}) > 1:
            parts.append(self.run.design.series.choose_policy(setting))
        return parts

    def sum_up(self, results: Sequence[Result]) -> str:
        """Return the sentence that sums up a run."""
        if not any(result.difference for result in results):
            return self._sum_up_alone(results)
        finding = make_conclusion(results)
        if finding.result is None:
            most = self.format_number(finding.most)
            return self.wording.format("experiment.no_difference", {"most": most, "measure": self.measure})
        best = finding.result
        # Only their policies differ.
        kind = attrgetter("changes", "setting.players", "setting.options")
        alike = [one for one in results if kind(one) == kind(best)]
        by_index = {one.index: one for one in results}
        sentences = (
            self.wording.format(
                "experiment.wins" if self.run.aim.measure == "won" else "experiment.measures",
                {
                    "policy": self.run.design.series.choose_policy(one.setting),
                    "measure": self.measure,
                    "value": self.format_interval(one.measure),
                    "base": self.format_interval(by_index[one.arm.base].measure),
                },
            )
            for one in alike
        )
        values = {"changes": self.format_changes(best), "found": self.wording.join(list(sentences), "and")}
        return self.wording.format("experiment.with", values)

    def _sum_up_alone(self, results: Sequence[Result]) -> str:
        ordered = sorted(results, key=lambda result: -result.measure.value)
        measured = [
            self.wording.format(
                "experiment.alone",
                {"setting": self.format_block(one), "value": self.format_interval(one.measure)},
            )
            for one in dict.fromkeys((ordered[0], ordered[-1]))
        ]
        return self.wording.format(
            "experiment.range", {"measure": self.measure, "found": self.wording.join(measured, "and")}
        )

    def format_note(self, results: Sequence[Result]) -> str:
        """Return what the brackets mean, and which differences are not known well enough."""
        keys = ("note", "paired") if any(result.difference for result in results) else ("note",)
        notes = [self.wording.format(f"experiment.{key}") for key in keys]
        until = self.run.aim.until
        if until is not None and any(not result.is_known for result in results):
            notes.append(self.wording.format("experiment.open", {"width": self.format_number(until)}))
        return reduce(join_in_locale, notes)


def _shorten_path(path: str) -> str:
    """Return the last two steps of a path, or three if the last one is `count`."""
    steps = path.split(".")
    return ".".join(steps[1:-1] if steps[-1] == "count" and len(steps) > 2 else steps[-2:])


def _format_rate(rate: Rate, wording: Wording) -> str:
    """Return percent and their confidence interval: `57.2 (54.1–60.2)`."""
    return _format_estimate((rate.share, *rate.interval), wording)


def _format_estimate(
    numbers: Sequence[float], wording: Wording, *, is_share: bool = True, signed: bool = False
) -> str:
    """Return a value and the ends of its interval: `57.2 (54.1–60.2)`, or `+4.2 (−1.0 … +7.4)` with signs."""
    value, low, high = (_format_measure(one, wording, is_share=is_share, signed=signed) for one in numbers)
    return f"{value} ({low} … {high})" if signed else f"{value} ({low}–{high})"


def _format_measure(value: float, wording: Wording, *, is_share: bool, signed: bool = False) -> str:
    """Return percents with one decimal, or a mean with two; a real minus if negative, a plus if signed."""
    number = Decimal(f"{value * 100:.1f}" if is_share else f"{value:.2f}")
    sign = "−" if number < 0 else "+" if signed and number else ""
    return sign + wording.write(abs(number))


def _format_spread(spread: Quartiles, wording: Wording) -> str:
    """Return the median and the quartiles: `17 (14–22)`."""
    middle, low, high = map(wording.write, (spread.median, spread.low, spread.high))
    # Points may be below zero: a dash without spaces would then be read as a sign.
    return f"{middle} ({low} – {high})" if spread.low < 0 else f"{middle} ({low}–{high})"


def format_note(summaries: Sequence[Summary], wording: Wording) -> str:
    """Return the explanation of the numbers in brackets."""
    note = wording.format("simulation.note")
    return join_in_locale(note, wording.format("simulation.first_seat")) if summaries[0].seats else note


def join_in_locale(first: str, second: str) -> str:
    """Join two sentences with a blank, which Japanese does not need."""
    return f"{first}{second}" if first.endswith("。") else f"{first} {second}"


def _capitalise(sentence: str) -> str:
    """Return a sentence as a heading: with a capital at its start, and without its full stop."""
    return sentence[:1].upper() + sentence[1:].rstrip(".。")


def show_summaries(summaries: Sequence[Summary], wording: Wording, names: OptionNames) -> None:
    """Print rates and lengths of each setting, results of seats, and how games ended."""
    if not summaries:
        return
    first = summaries[0]
    keys = [names.format_key(key) for key, _ in first.setting.options]

    def show(columns: Sequence[str], rows: Iterable[tuple[GameSetting, Sequence[str]]]) -> None:
        heads = [wording.format(f"simulation.table.{column}") for column in ("players", *columns)]
        numbers = [head for head, column in zip(heads, ("players", *columns), strict=True) if column != "end"]
        lines = []
        for setting, cells in rows:
            options = (names.format_value(key, value) for key, value in setting.options)
            lines.append((wording.write(setting.players), *options, *cells))
        show_table((heads[0], *keys, *heads[1:]), lines, numbers=numbers)
        echo()

    rates = ["won"] if first.won is not None else ["one", "several", "nobody"]
    show(
        ("games", *rates, *(["turns"] if first.turns else []), "moves"),
        ((each.setting, _format_summary(each, wording)) for each in summaries),
    )
    if first.seats:
        show(("seat", "won", "points"), _list_seats(summaries, wording))
    show(
        ("share", "end"),
        (
            (each.setting, (_format_rate(rate, wording), _capitalise(Sentence.of_rule(rule).format(wording))))
            for each in summaries
            for rule, rate in each.ends
        ),
    )
    write_lines(format_note(summaries, wording))


def _list_seats(
    summaries: Sequence[Summary], wording: Wording
) -> Iterator[tuple[GameSetting, Sequence[str]]]:
    for each in summaries:
        for number, seat in enumerate(each.seats, 1):
            wins, points = _format_rate(seat.wins, wording), _format_spread(seat.points, wording)
            yield each.setting, (wording.write(number), wins, points)


def _format_summary(summary: Summary, wording: Wording) -> list[str]:
    nobody, one, several = summary.winners
    rates = (summary.won,) if summary.won is not None else (one, several, nobody)
    cells = [wording.write(summary.games), *(_format_rate(rate, wording) for rate in rates)]
    return cells + [_format_spread(each, wording) for each in (summary.turns, summary.moves) if each]


def show_results(texts: ExperimentTexts, results: Sequence[Result]) -> None:
    """Print each setting with its measure and its difference, and the sentence that sums it up."""
    if not results:
        return
    heads, rows, numbers = make_simulation_table(texts, results)
    show_table(heads, rows, numbers=numbers)
    echo()
    write_lines(texts.sum_up(results))
    write_lines(texts.format_note(results))


def make_simulation_table(
    texts: ExperimentTexts, results: Sequence[Result]
) -> tuple[list[str], list[list[str]], list[str]]:
    """Return headings, rows, and the headings of columns with numbers."""
    run, wording, names = texts.run, texts.wording, texts.names
    is_single = run.design.is_single
    factors = [factor for factor in run.design.factors if factor.path not in (PLAYERS, POLICY)]
    factors = [] if is_single else factors
    varied = {factor.path for factor in run.design.factors}
    keys = [key for key, _ in results[0].setting.options if OPTIONS + key not in varied]
    columns = ("players", "games", "turns", "moves")
    players, games, turns, moves = (wording.format(f"simulation.table.{column}") for column in columns)
    policy, difference = (wording.format(f"experiment.table.{column}") for column in ("policy", "difference"))
    has_turns = any(result.turns for result in results)
    has_difference = any(result.difference for result in results)
    heads = [players, *map(names.format_key, keys), policy]
    heads += [wording.format("experiment.table.change")] if is_single else map(texts.format_path, factors)
    heads += [games, texts.measure]
    heads += [difference] * has_difference + ([turns] if has_turns else []) + [moves]
    places = [run.design.factors.index(factor) for factor in factors]
    rows = []
    for result in results:
        options = dict(result.setting.options)
        row = [
            wording.write(result.setting.players),
            *(names.format_value(key, options[key]) for key in keys),
        ]
        row.append(run.design.series.choose_policy(result.setting))
        row += [
            texts.format_value(factor, result.arm.values[place])
            for factor, place in zip(factors, places, strict=True)
        ]
        row += [texts.format_short(result, is_whole=True)] if is_single else []
        row += [wording.write(result.games), texts.format_interval(result.measure)]
        if has_difference:
            row.append(texts.format_interval(result.difference, signed=True) if result.difference else "")
        row += [_format_spread(result.turns, wording) if result.turns else ""] if has_turns else []
        rows.append([*row, _format_spread(result.moves, wording)])
    plain = {policy, *map(names.format_key, keys), wording.format("experiment.table.change")}
    return heads, rows, [head for head in heads if head not in plain]


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
            "note": _format_spread(summary.turns or summary.moves, wording),
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
        "groups": tuple({"rows": rows} for rows in _group_shares(summaries, wording, names, end)),
        "axis": tuple(wording.write(round(end * 25 * quarter)) for quarter in range(5)),
        "panels_title": wording.format("simulation.chart.lengths", {"unit": unit}),
        "layers": tuple(wording.format(f"simulation.layer.{layer}") for layer in layers),
        "bins": str(len(bins)),
        "panel_rows": tuple({"panels": tuple(row)} for row in rows),
        "note": format_note(summaries, wording),
    }


def _group_shares(
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
                group.append({"label": name, "text": _format_rate(rate, wording), **places})
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
        title=_capitalise(texts.wording.format("experiment.chart.curve", title)),
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
        f"{_shorten_path(texts.format_path(one))} {texts.format_value(one, value)}"
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
        title=_capitalise(texts.measure),
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
    names = [_capitalise(Sentence.of_rule(rule).format(texts.wording)) for rule in kept]
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
