"""A report as plain data, for other programs."""

from typing import Any

from generator.model.wording import Wording
from generator.play.score import Report
from generator.rules.core import Fault, Score, Sentence, Value


def plain_report(report: Report, wording: Wording) -> dict[str, Any]:
    """What `petri score --json` prints; the messages are in the language of the wording.

    What all win or lose together has unlike numbers, which are not added up: its totals are None.
    """
    plain: dict[str, Any] = {
        "game": report.game,
        "verdict": report.verdict,
        "faults": [plain_fault(fault, wording) for fault in report.faults],
        "players": [
            plain_score(name, score, wording, is_sum=not report.is_shared)
            for name, score in report.scores.items()
        ],
    }
    if report.notes:
        plain["notes"] = [plain_note(note, wording) for note in report.notes]
    if report.is_shared:
        outcome = report.outcome
        plain["outcome"] = {
            "won": outcome.won if outcome else None,
            "rule": outcome.rule if outcome else "",
        }
    else:
        plain["winners"] = list(report.winners)
    return plain


def plain_fault(fault: Fault, wording: Wording) -> dict[str, Any]:
    return {
        "rule": fault.rule,
        "player": fault.player,
        "where": fault.where or _name_part(fault),
        "line": fault.line,
        "message": fault.sentence.say(wording),
    }


def _name_part(fault: Fault) -> str:
    """In no language, as ids are."""
    if fault.round:
        return f"round {fault.round}"
    return f"move {fault.move}" if fault.move else ""


def plain_note(note: Sentence, wording: Wording) -> dict[str, Any]:
    """Its values are plain, too: places stand in a list of their own."""
    return {
        "note": note.key,
        "values": {key: _plain_value(value, wording) for key, value in note.values.items()},
        "message": note.say(wording),
    }


def _plain_value(value: Value, wording: Wording) -> Any:
    if isinstance(value, tuple):
        return [_plain_value(item, wording) for item in value]
    return value.say(wording) if isinstance(value, Sentence) else value


def plain_score(name: str, score: Score, wording: Wording, *, is_sum: bool = True) -> dict[str, Any]:
    rounds = [
        {
            "total": each.total if is_sum else None,
            "lines": [{"label": line.label.say(wording), "points": line.points} for line in each.lines],
        }
        for each in score.rounds
    ]
    return {"name": name, "rounds": rounds, "total": score.total if is_sum else None}
