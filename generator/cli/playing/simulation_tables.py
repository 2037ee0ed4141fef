"""Tables of simulated games."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

import typer

from generator.cli.terminal.tables import show_table, write_lines
from generator.model.wording import Wording
from generator.play.series import Setting
from generator.play.summary import Rate, Spread, Summary
from generator.rules.core import Sentence
from generator.rules.game import AnyGame


class OptionNames:
    """Names from the companion of the game, or else keys and values as in a log."""

    def __init__(self, game: AnyGame, wording: Wording) -> None:
        questions = game.companion.questions
        self._orders = {each.key: tuple(each.values) for each in questions}
        self._keys = {each.key: each.name.say(wording) for each in questions if each.name}
        self._values = {
            (each.key, value): name.say(wording) for each in questions for value, name in each.names.items()
        }

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
    tables = SummaryTables(summaries, wording, names)
    tables.show(tables.heads, map(tables.row, summaries))
    if summaries[0].seats:
        tables.show(tables.seat_heads, tables.list_seats())
    tables.show(tables.end_heads, tables.list_ends())
    write_lines(format_note(summaries, wording))


def format_note(summaries: Sequence[Summary], wording: Wording) -> str:
    """Return the explanation of the numbers in brackets."""
    note = wording.say("simulation.note")
    return join_sentences(note, wording.say("simulation.first_seat")) if summaries[0].seats else note


def join_sentences(first: str, second: str) -> str:
    """Join two sentences with a blank, which Japanese does not need."""
    return f"{first}{second}" if first.endswith("。") else f"{first} {second}"


class SummaryTables:
    """Cells of the tables; every table begins with the setting."""

    def __init__(self, summaries: Sequence[Summary], wording: Wording, names: OptionNames) -> None:
        self._summaries = summaries
        self._wording = wording
        self._names = names
        self._keys = tuple(names.format_key(key) for key, _ in summaries[0].setting.options)

    def show(self, heads: Sequence[str], rows: Iterator[Sequence[str]]) -> None:
        """Print a table with numbers aligned at the right."""
        words = {*self._keys, self._say("end")}
        show_table(heads, rows, numbers=[head for head in heads if head not in words])
        typer.echo()

    @property
    def heads(self) -> tuple[str, ...]:
        first = self._summaries[0]
        rates = ["won"] if first.won is not None else ["one", "several", "nobody"]
        lengths = ["turns"] if first.turns is not None else []
        return self._settle("games", *rates, *lengths, "moves")

    def row(self, summary: Summary) -> tuple[str, ...]:
        nobody, one, several = summary.winners
        rates = (summary.won,) if summary.won is not None else (one, several, nobody)
        lengths = [each for each in (summary.turns, summary.moves) if each is not None]
        return (
            *self._name(summary.setting),
            self._wording.write(summary.games),
            *(format_rate(rate, self._wording) for rate in rates),
            *(format_spread(length, self._wording) for length in lengths),
        )

    @property
    def seat_heads(self) -> tuple[str, ...]:
        return self._settle("seat", "won", "points")

    def list_seats(self) -> Iterator[tuple[str, ...]]:
        for summary in self._summaries:
            for number, seat in enumerate(summary.seats, 1):
                rate = format_rate(seat.wins, self._wording)
                points = format_spread(seat.points, self._wording)
                yield (*self._name(summary.setting), self._wording.write(number), rate, points)

    @property
    def end_heads(self) -> tuple[str, ...]:
        return self._settle("share", "end")

    def list_ends(self) -> Iterator[tuple[str, ...]]:
        for summary in self._summaries:
            for rule, rate in summary.ends:
                said = _format_end(Sentence.of_rule(rule).say(self._wording))
                yield (*self._name(summary.setting), format_rate(rate, self._wording), said)

    def _settle(self, *heads: str) -> tuple[str, ...]:
        return (self._say("players"), *self._keys, *(self._say(head) for head in heads))

    def _name(self, setting: Setting) -> tuple[str, ...]:
        options = (self._names.format_value(key, value) for key, value in setting.options)
        return (self._wording.write(setting.players), *options)

    def _say(self, head: str) -> str:
        return self._wording.say(f"simulation.table.{head}")


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
