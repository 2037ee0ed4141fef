"""The report on a table, as plain values for JSON, in the language of the table."""

from collections.abc import Iterator
from typing import Any, TypeAlias

from generator.make.screens.pages import PlaceNames
from generator.model.played import PenMark
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass
from generator.play.paper.forms import Filled, get_takes
from generator.play.paper.score import Report, plain_report
from generator.rules.core import Fault, Sentence

Plain: TypeAlias = dict[str, Any]


def is_judged(filled: Filled) -> bool:
    """Return True if anything was copied; an empty form, or one with only names, breaks no rule yet."""
    takes = filled.form.list_takes(filled.setup)
    laid = (each for part in filled.position.parts for each in part.laid)
    found = ((each.mark, get_takes(takes, each)) for each in laid)
    return any(
        not isinstance(mark, PenMark) or index is None or takes[index].kind != "text" for mark, index in found
    )


@dataclass(frozen=True)
class ReportView:
    """View of the report on a table."""

    wording: Wording
    names: PlaceNames

    def show(self, report: Report | None, filled: Filled) -> Plain:
        """Return the report of `petri score --json`, the places of its faults, and how the game ends.

        Before anything is copied, there is nothing to report.
        """
        if report is None or not is_judged(filled):
            empty: Plain = {"verdict": "", "faults": [], "players": []}
            texts = {"verdict": self._say("nothing"), "note": "", "end": ""}
            return {"plain": empty, "places": [], "where": [], "shared": False, **texts}
        faults = report.faults
        is_illegal = report.verdict == "illegal"
        return {
            "plain": plain_report(report, self.wording),
            "places": [list(fault.places) for fault in faults],
            "where": [self.wording.join([*self._list_where(fault, filled)], ",") for fault in faults],
            "shared": report.is_shared,
            "verdict": self.wording.format("tally.table.illegal", {"number": len(faults)})
            if is_illegal
            else self._say("clean"),
            "note": "" if is_illegal else self._say("unproved"),
            "end": "" if is_illegal else self._describe_end(report, filled),
        }

    def _list_where(self, fault: Fault, filled: Filled) -> Iterator[str]:
        """Yield the player, the round, and the place of a fault."""
        if fault.player:
            yield fault.player
        for part, number in (("round", fault.round), ("move", fault.move)):
            if number:
                yield self.wording.format(f"tally.table.{part}", {"number": number})
        if fault.where and (place := self._name_place(fault, filled)):
            yield place

    def _name_place(self, fault: Fault, filled: Filled) -> str:
        """Return the name of the place that a fault names by its id; empty for all of an area without a name.

        What is not on the paper is named as in the score file.
        """
        if not fault.places:
            return fault.where
        parts = {each.area: each.part for each in filled.form.list_takes(filled.setup)}
        ids = {place: (area, place) for area, place in fault.places} | {
            f"{area} {place}": (area, place) for area, place in fault.places
        }
        area, place = ids.get(fault.where, fault.places[0])
        return name_fully(self.names, parts.get(area, ""), area, "" if fault.where == area else place)

    def _describe_end(self, report: Report, filled: Filled) -> str:
        outcome, wording = report.outcome, self.wording
        if not filled.form.may_be_over(filled.position, filled.setup):
            outcome = None
        if outcome is None:
            end = wording.format("tally.table.open")
            if report.is_shared or not report.scores:
                return end
            totals = [f"{player} {wording.write(score.total)}" for player, score in report.scores.items()]
            return f"{end} {wording.format('table.so_far', {'points': wording.join(totals, ',')})}"
        if report.is_shared:
            end = wording.format(f"tally.table.{'won' if outcome.won else 'lost'}")
            return f"{end} {Sentence.of_rule(outcome.rule).format(wording)}"
        if not outcome.winners:
            return wording.format("tally.table.no_winner")
        key = "winner" if len(outcome.winners) == 1 else "winners"
        return wording.format(f"tally.table.{key}", {"players": wording.join(outcome.winners)})

    def _say(self, name: str) -> str:
        return self.wording.format(f"table.{name}")


def name_fully(names: PlaceNames, part: str, area: str, place: str) -> str:
    """Return the name of a place with its area, and with the number of its column in a table."""
    column = names.find_column(part, area, place)
    name = " · ".join(filter(None, (column, names.name_place(part, area, place) if place else "")))
    return f"{names.name_area(part, area)} {name}".strip()
