"""Tables of simulated games on a terminal."""

from collections.abc import Iterable, Iterator, Sequence

import typer

from generator.cli.playing.result_texts import (
    ExperimentTexts,
    OptionNames,
    capitalise,
    format_note,
    format_rate,
    format_spread,
)
from generator.cli.terminal.tables import show_table, write_lines
from generator.model.texts.wordings import Wording
from generator.play.experiments.design import OPTIONS, PLAYERS, POLICY
from generator.play.experiments.running import Result
from generator.play.series.series import GameSetting, Summary
from generator.rules.core import Sentence


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
        typer.echo()

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
    typer.echo()
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
