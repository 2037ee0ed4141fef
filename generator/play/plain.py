"""Reports as plain data, for JSON."""

from typing import Any

from generator.model.wording import Wording
from generator.play.score import Report
from generator.rules.core import Fault, Score, Sentence


def plain_report(report: Report, wording: Wording) -> dict[str, Any]:
    """Return what `petri score --json` prints; the messages are in the language of the wording.

    Scores of shared games are different numbers that are not added up: their totals are None.
    """
    plain: dict[str, Any] = {
        "game": report.game,
        "verdict": report.verdict,
        "faults": [_plain_fault(fault, wording) for fault in report.faults],
        "players": [
            {"name": name, **_plain_score(score, wording, is_sum=not report.is_shared)}
            for name, score in report.scores.items()
        ],
    }
    if report.notes:
        plain["notes"] = [
            {"note": note.key, "values": _make_plain(note.values, wording), "message": note.say(wording)}
            for note in report.notes
        ]
    if report.is_shared:
        outcome = report.outcome
        return plain | {"outcome": {"won": outcome and outcome.won, "rule": outcome.rule if outcome else ""}}
    return plain | {"winners": list(report.winners)}


def _plain_fault(fault: Fault, wording: Wording) -> dict[str, Any]:
    numbered = (
        f"{part} {number}" for part, number in (("round", fault.round), ("move", fault.move)) if number
    )
    return {
        "rule": fault.rule,
        "player": fault.player,
        "where": fault.where or next(numbered, ""),
        "line": fault.line,
        "message": fault.sentence.say(wording),
    }


def _make_plain(value: Any, wording: Wording) -> Any:
    match value:
        case Sentence():
            return value.say(wording)
        case tuple():
            return [_make_plain(item, wording) for item in value]
        case dict():
            return {key: _make_plain(item, wording) for key, item in value.items()}
        case _:
            return value


def _plain_score(score: Score, wording: Wording, *, is_sum: bool) -> dict[str, Any]:
    rounds = [
        {
            "total": each.total if is_sum else None,
            "lines": [{"label": line.label.say(wording), "points": line.points} for line in each.lines],
        }
        for each in score.rounds
    ]
    return {"rounds": rounds, "total": score.total if is_sum else None}
