"""Tables of simulated games."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

import typer

from generator.cli.terminal.tables import show_table, write_lines
from generator.model.texts.wordings import Wording
from generator.play.series.series import Rate, Setting, Spread, Summary
from generator.rules.core import Sentence
from generator.rules.game import AnyGame


class OptionNames:
    """Names of options and values from the companion of the game, or else as in a log."""

    def __init__(self, game: AnyGame, wording: Wording) -> None:
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

    def sort_values(self, key: str, values: Sequence[str]) -> tuple[str, ...]:
        """Sort values in the order in which the companion lists them."""
        order = self._orders.get(key, ())
        return tuple(sorted(values, key=lambda value: order.index(value) if value in order else len(order)))


def show_summaries(summaries: Sequence[Summary], wording: Wording, names: OptionNames) -> None:
    """Print rates and lengths of each setting, results of seats, and how games ended."""
    if not summaries:
        return
    first = summaries[0]
    keys = [names.format_key(key) for key, _ in first.setting.options]

    def show(columns: Sequence[str], rows: Iterable[tuple[Setting, Sequence[str]]]) -> None:
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
            (each.setting, (format_rate(rate, wording), _format_end(Sentence.of_rule(rule).format(wording))))
            for each in summaries
            for rule, rate in each.ends
        ),
    )
    write_lines(format_note(summaries, wording))


def _list_seats(summaries: Sequence[Summary], wording: Wording) -> Iterator[tuple[Setting, Sequence[str]]]:
    for each in summaries:
        for number, seat in enumerate(each.seats, 1):
            wins, points = format_rate(seat.wins, wording), format_spread(seat.points, wording)
            yield each.setting, (wording.write(number), wins, points)


def _format_summary(summary: Summary, wording: Wording) -> list[str]:
    nobody, one, several = summary.winners
    rates = (summary.won,) if summary.won is not None else (one, several, nobody)
    cells = [wording.write(summary.games), *(format_rate(rate, wording) for rate in rates)]
    return cells + [format_spread(each, wording) for each in (summary.turns, summary.moves) if each]


def format_note(summaries: Sequence[Summary], wording: Wording) -> str:
    """Return the explanation of the numbers in brackets."""
    note = wording.format("simulation.note")
    return join_sentences(note, wording.format("simulation.first_seat")) if summaries[0].seats else note


def join_sentences(first: str, second: str) -> str:
    """Join two sentences with a blank, which Japanese does not need."""
    return f"{first}{second}" if first.endswith("。") else f"{first} {second}"


def _format_end(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:].rstrip(".。")


def format_rate(rate: Rate, wording: Wording) -> str:
    """Return percent and their confidence interval: `57.2 (54.1–60.2)`."""
    share, low, high = (wording.write(Decimal(f"{part * 100:.1f}")) for part in (rate.share, *rate.interval))
    return f"{share} ({low}–{high})"


def format_spread(spread: Spread, wording: Wording) -> str:
    """Return the median and the quartiles: `17 (14–22)`."""
    middle, low, high = map(wording.write, (spread.median, spread.low, spread.high))
    # Points may be below zero: a dash without spaces would then be read as a sign.
    return f"{middle} ({low} – {high})" if spread.low < 0 else f"{middle} ({low}–{high})"
