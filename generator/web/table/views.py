"""Contents of the page of a table, as plain values for JSON, in the language of the table.

The report on a table, as plain values for JSON, in the language of the table.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from generator.make.screens.pages import ScreenPages, ScreenPiece
from generator.model.place_names import PlaceNames
from generator.model.played import Laid, Mark, PenMark, Takes, strip_count
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass
from generator.play.paper.forms import Filled, get_takes
from generator.play.paper.score import Report, plain_report
from generator.rules.core import Fault, Sentence

PlainData: TypeAlias = dict[str, Any]


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

    def show(self, report: Report | None, filled: Filled) -> PlainData:
        """Return the report of `petri score --json`, the places of its faults, and how the game ends.

        Before anything is copied, there is nothing to report.
        """
        if report is None or not is_judged(filled):
            empty: PlainData = {"verdict": "", "faults": [], "players": []}
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
        return self.names.find(parts.get(area, ""), area, "" if fault.where == area else place).full

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


_Keep: TypeAlias = Callable[[bytes], str]
"""Keeps an SVG file for pages, and returns its name."""
_TEXTS = (
    *("undo", "redo", "players", "options", "import", "file", "download", "print", "menu", "areas", "whole"),
    *("wide", "larger", "smaller", "pens", "tap", "erase", "fill", "cross", "circle", "empty", "clear"),
    *(
        "close",
        "name",
        "add",
        "remove",
        "apply",
        "saved",
        "saving",
        "unsaved",
        "gone",
        "wrong",
        "points",
        "total",
    ),
    *("rule", "paste", "choose", "lost", "skip", "hint", "keys", "report", "text"),
)


def list_page_texts(wording: Wording) -> Mapping[str, str]:
    """Return the texts of the page itself; placeholders stay for the script."""
    kept = {name: f"{{{name}}}" for name in ("file", "place", "places", "player")}
    return {key: wording.format(f"table.{key}", kept) for key in _TEXTS}


@dataclass(frozen=True)
class FormView:
    """Return the view of the form of a table, apart from its marks."""

    wording: Wording
    pages: ScreenPages
    names: PlaceNames
    keep: _Keep

    def show(self, filled: Filled) -> PlainData:
        """Return what the form takes where, and all parts with their pages."""
        takes = filled.form.list_takes(filled.setup)
        owners = filled.players if filled.form.each_player else ("",)
        parts = dict.fromkeys(each.part for each in takes)
        return {
            "own": filled.form.each_player,
            "takes": [self._show_takes(each) for each in takes],
            "areas": [self._show_area(part, area, takes) for part, area in _list_areas(takes)],
            "sheets": [self._show_sheet(owner, part) for owner in owners for part in parts],
            "options": list(self._show_options(filled)),
        }

    def _show_takes(self, takes: Takes) -> PlainData:
        return {
            "part": takes.part,
            "area": takes.area,
            "places": takes.places,
            "kind": takes.kind,
            "marks": list(map(self._show_mark, takes.marks, self._list_states(takes))),
            "numbers": takes.numbers,
            "longest": takes.longest,
        }

    def _list_states(self, takes: Takes) -> list[str]:
        """Return what tells the marks of a place from each other; empty where the marks themselves do."""
        if len(takes.names) < 2:
            return [""] * len(takes.marks)
        return [self.wording.format(name) for name in takes.names]

    def _show_mark(self, mark: Mark, state: str) -> PlainData:
        if isinstance(mark, PenMark):
            return {"sign": mark.sign, "name": self.wording.format(f"table.{mark.sign}")}
        piece = self.pages.draw_piece(mark)
        return {
            "picture": self.keep(piece.picture),
            "name": ": ".join(filter(None, (self._name_piece(mark.piece, piece), state))),
            "size": [piece.width, piece.height],
            "standing": piece.is_standing,
        }

    def _name_piece(self, id: str, piece: ScreenPiece) -> str:
        key = f"place.{id}"
        return self.wording.format(key) if key in self.wording else piece.title or id.replace("_", " ")

    def _show_area(self, part: str, area: str, takes: Sequence[Takes]) -> PlainData:
        here = [each for each in takes if (each.part, each.area) == (part, area)]
        names = {place: self.names.find(part, area, place) for each in here for place in each.places}
        return {
            "part": part,
            "area": area,
            "title": self.names.find(part, area).area,
            "whole": self.names.name_part(part),
            "places": {place: name.place for place, name in names.items()},
            "columns": {place: name.column for place, name in names.items() if name.column},
        }

    def _show_sheet(self, owner: str, part: str) -> PlainData:
        pages = self.pages.draw_part(part, owner) if part else ()
        return {
            "owner": owner,
            "part": part,
            "pages": [
                {
                    "picture": self.keep(page.picture),
                    "size": [page.width, page.height],
                    "spots": [[one.area, one.place, *map(_round, _box(one.box))] for one in page.spots],
                }
                for page in pages
            ],
        }

    def _show_options(self, filled: Filled) -> Iterator[PlainData]:
        """Yield the options that a score file may name, as the companion asks for them."""
        asked = {question.key: question for question in filled.game.companion.questions}
        for key, values in filled.game.rules.options.items():
            question = asked.get(key)
            names = question.names if question else {}
            yield {
                "key": key,
                "title": self._format(question.name or question.text) if question else self._find_text(key),
                "example": self._find_text(f"example.{key}", ""),
                "values": [
                    {
                        "value": value,
                        "title": self._format(names[value])
                        if value in names
                        else self._find_text(f"value.{value}", value),
                    }
                    for value in values
                ],
            }

    def _find_text(self, name: str, default: str | None = None) -> str:
        """Return the text `option.<name>` of the wording; by default, the name itself without underscores."""
        key = f"option.{name}"
        if key in self.wording:
            return self.wording.format(key)
        return name.replace("_", " ") if default is None else default

    def _format(self, text: Sentence) -> str:
        return text.format(self.wording)

    def name_mark(self, filled: Filled, owner: str, laid: Laid) -> str:
        """Return a mark with its place, for messages."""
        takes = filled.form.list_takes(filled.setup)
        index = get_takes(takes, laid)
        part = takes[index].part if index is not None else ""
        mark = laid.mark
        if isinstance(mark, PenMark):
            what = mark.text or self.wording.format(f"table.{mark.sign}")
        else:
            what = self._name_piece(mark.piece, self.pages.draw_piece(mark))
        place = self.names.find(part, laid.area, laid.place).full
        return " ".join(filter(None, (f"{owner}:" if owner else "", what, f"({place})")))


def _list_areas(takes: Sequence[Takes]) -> Sequence[tuple[str, str]]:
    return tuple(dict.fromkeys((each.part, each.area) for each in takes))


def _box(box: Any) -> tuple[float, float, float, float]:
    return box.left, box.top, box.width, box.height


def _round(length: float) -> float:
    return round(length, 3)


def show_marks(filled: Filled) -> list[list[str | int]]:
    """Return all marks: the owner, the index of what takes it, the place, and its value.

    The value is a text, a number of pieces, or the index of a mark.
    """
    takes = filled.form.list_takes(filled.setup)
    found: list[list[str | int]] = []
    for part in filled.position.parts:
        for laid in part.laid:
            index = get_takes(takes, laid)
            if index is not None:
                found.append([part.owner, index, laid.place, _find_value(takes[index], laid.mark)])
    return found


def _find_value(takes: Takes, mark: Mark) -> str | int:
    if takes.kind == "heap" and not isinstance(mark, PenMark):
        return mark.count
    if takes.marks:
        return [*map(strip_count, takes.marks)].index(strip_count(mark))
    return mark.text if isinstance(mark, PenMark) else mark.piece
