"""Results of simulated games in words, which terminals show in tables."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import reduce
from operator import attrgetter

from generator.cli.terminal.echo import echo
from generator.cli.terminal.tables import show_table, write_lines
from generator.model.texts.wordings import Wording
from generator.play.experiments.design import OPTIONS, PLAYERS, POLICY, VariedFactor
from generator.play.experiments.running import ExperimentRun, Interval, Result, is_share, make_conclusion
from generator.play.series.series import GameSetting, Quartiles, Rate, Summary
from generator.rules.core import Sentence
from generator.rules.game import AnyGame


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
                self.format_path(factor) if is_whole else shorten_path(self.format_path(factor)),
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


def shorten_path(path: str) -> str:
    """Return the last two steps of a path, or three if the last one is `count`."""
    steps = path.split(".")
    return ".".join(steps[1:-1] if steps[-1] == "count" and len(steps) > 2 else steps[-2:])


def format_rate(rate: Rate, wording: Wording) -> str:
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


def format_spread(spread: Quartiles, wording: Wording) -> str:
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


def capitalise(sentence: str) -> str:
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
            (each.setting, (format_rate(rate, wording), capitalise(Sentence.of_rule(rule).format(wording))))
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
            wins, points = format_rate(seat.wins, wording), format_spread(seat.points, wording)
            yield each.setting, (wording.write(number), wins, points)


def _format_summary(summary: Summary, wording: Wording) -> list[str]:
    nobody, one, several = summary.winners
    rates = (summary.won,) if summary.won is not None else (one, several, nobody)
    cells = [wording.write(summary.games), *(format_rate(rate, wording) for rate in rates)]
    return cells + [format_spread(each, wording) for each in (summary.turns, summary.moves) if each]


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
        row += [format_spread(result.turns, wording) if result.turns else ""] if has_turns else []
        rows.append([*row, format_spread(result.moves, wording)])
    plain = {policy, *map(names.format_key, keys), wording.format("experiment.table.change")}
    return heads, rows, [head for head in heads if head not in plain]
