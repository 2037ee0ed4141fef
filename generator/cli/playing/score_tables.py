"""Reports for people: the calculation, rule violations, the verdict, and the winner."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import typer

from generator.cli.terminal.tables import format_moves, show_table, write_lines
from generator.model.texts.wordings import Wording
from generator.play.paper.score import Report, describe_end
from generator.rules.core import Fault, Round, Score
from generator.rules.replay import MOST_SHOWN


def show_report(report: Report, wording: Wording, *, file: str) -> None:
    rounds = max((len(score.rounds) for score in report.scores.values()), default=0)
    if report.is_shared and len(set(map(_compare, report.scores.values()))) == 1:
        _show_together(next(iter(report.scores.values())), wording)
        rounds = 0
    heads = [wording.format(f"tally.table.{head}") for head in ("player", "what", "points", "total")]
    for number in range(rounds):
        if rounds > 1:
            typer.echo(wording.format("tally.table.round", {"number": number + 1}))
        of_round = {
            name: score.rounds[number] for name, score in report.scores.items() if number < len(score.rounds)
        }
        _show(heads, _list_lines(of_round, wording))
    if rounds > 1:
        typer.echo(wording.format("tally.table.all"))
        _show([heads[0], heads[2], heads[3]], _list_totals(report.scores, wording))
    for note in report.notes:
        write_lines(note.format(wording))
    for fault in report.faults:
        write_lines(format_fault(fault, wording, file=file))
    write_lines(wording.format(f"tally.table.{report.verdict}", {"number": len(report.faults)}))
    place = f"{file}:{report.end_line}: " if report.is_shared and report.end_line else ""
    write_lines(place + _format_end(report, wording))


def _compare(score: Score) -> tuple[tuple[str, int], ...]:
    return tuple((line.label.key, line.points) for each in score.rounds for line in each.lines)


def _show_together(score: Score, wording: Wording) -> None:
    heads = [wording.format(f"tally.table.{head}") for head in ("happened", "number")]
    lines = (line for each in score.rounds for line in each.lines)
    _show(heads, ((line.label.format(wording), wording.write(line.points)) for line in lines))


def format_fault(fault: Fault, wording: Wording, *, file: str) -> str:
    """Return `evening.yaml:12: Ana, round 2: message (rule.id)`, and some legal moves."""
    place = f"{file}:{fault.line}" if fault.line else file
    parts = (("round", fault.round), ("move", fault.move))
    numbered = (wording.format(f"tally.table.{part}", {"number": number}) for part, number in parts if number)
    where = ", ".join(word for word in (fault.player, *numbered, fault.where) if word)
    line = f"{place}: {where + ': ' if where else ''}{fault.sentence.format(wording)} ({fault.rule})"
    if not fault.legal:
        return line
    moves = format_moves(fault.legal, most=MOST_SHOWN)
    return f"{line}\n    {wording.format('tally.table.legal', {'moves': moves})}"


def _list_lines(rounds: Mapping[str, Round], wording: Wording) -> Iterator[tuple[str, ...]]:
    for name, each in rounds.items():
        rows = [(line.label.format(wording), format_points(line.points, wording)) for line in each.lines]
        rows = rows or [("-", "0")]
        for index, (label, points) in enumerate(rows):
            total = format_points(each.total, wording) if index == len(rows) - 1 else ""
            yield name if index == 0 else "", label, points, total


def _list_totals(scores: Mapping[str, Score], wording: Wording) -> Iterator[tuple[str, ...]]:
    for name, score in scores.items():
        rounds = " ".join(format_points(each.total, wording) for each in score.rounds)
        yield name, rounds, format_points(score.total, wording)


def format_points(points: int, wording: Wording) -> str:
    """Return `+3`, `−13`, or `0`, with the signs of the language."""
    return f"+{wording.write(points)}" if points > 0 else wording.write(points)


def _format_end(report: Report, wording: Wording) -> str:
    if report.verdict == "illegal":
        return wording.format("tally.table.nobody")
    end = describe_end(report.outcome, is_shared=report.is_shared)
    return " ".join(sentence.format(wording) for sentence in end)


def _show(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    show_table(heads, rows, numbers=heads[-1:] if len(heads) < 4 else heads[-2:])
    typer.echo()
