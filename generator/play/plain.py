"""A report as plain data, for other programs."""

from typing import Any

from generator.model.wording import Wording
from generator.play.score import Report
from generator.rules.core import Fault, Score


def plain_report(report: Report, wording: Wording) -> dict[str, Any]:
    """What `petri score --json` prints; the messages are in the language of the wording."""
    plain: dict[str, Any] = {
        "game": report.game,
        "verdict": report.verdict,
        "faults": [plain_fault(fault, wording) for fault in report.faults],
        "players": [plain_score(name, score, wording) for name, score in report.scores.items()],
    }
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
        "where": fault.where,
        "line": fault.line,
        "message": fault.sentence.say(wording),
    }


def plain_score(name: str, score: Score, wording: Wording) -> dict[str, Any]:
    rounds = [
        {
            "total": each.total,
            "lines": [{"label": line.label.say(wording), "points": line.points} for line in each.lines],
        }
        for each in score.rounds
    ]
    return {"name": name, "rounds": rounds, "total": score.total}
