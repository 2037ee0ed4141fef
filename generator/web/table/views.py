"""Contents of the page of a table, as plain values in the language of the table."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from generator.make.screens.pages import ScreenPages, ScreenPiece
from generator.model.place_names import PlaceNames
from generator.model.played import Laid, Mark, PenMark, Takes, strip_count
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass
from generator.play.paper.faults import FaultNames
from generator.play.paper.forms import Filled, get_takes
from generator.play.paper.score import Report, plain_report
from generator.rules.core import Fault, Sentence
from generator.scene.bounds import PrintedSpot
from generator.web.site import KeptFiles

PlainData: TypeAlias = dict[str, Any]
_TEXTS = (
    *("undo", "redo", "players", "options", "import", "file", "download", "print", "menu", "areas", "whole"),
    *("wide", "larger", "smaller", "pens", "tap", "erase", "fill", "cross", "circle", "empty", "clear"),
    *("close", "name", "add", "remove", "apply", "saved", "saving", "unsaved", "gone", "wrong", "points"),
    *("total", "rule", "paste", "choose", "lost", "skip", "hint", "keys", "report", "text"),
)


def list_page_texts(wording: Wording) -> Mapping[str, str]:
    """Return the texts of the page itself; placeholders stay for the script."""
    kept = {name: f"{{{name}}}" for name in ("file", "place", "places", "player")}
    texts = {key: wording.format(f"table.{key}", kept) for key in _TEXTS}
    return {**texts, "explain": wording.format("walk.share.explain")}


@dataclass(frozen=True)
class FormView:
    """Describes a form for the page, without what is written on it."""

    wording: Wording
    pages: ScreenPages
    names: PlaceNames
    files: KeptFiles

    def show(self, filled: Filled) -> PlainData:
        """Return what each place takes, and all parts with their pages."""
        takes = filled.form.list_takes(filled.setup)
        areas = dict.fromkeys((each.part, each.area) for each in takes)
        owners = filled.players if filled.form.each_player else ("",)
        parts = dict.fromkeys(each.part for each in takes)
        return {
            "own": filled.form.each_player,
            "takes": [self._show_takes(each) for each in takes],
            "areas": [self._show_area(part, area, takes) for part, area in areas],
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
            "words": takes.words,
        }

    def _list_states(self, takes: Takes) -> list[str]:
        """Return the names of states that differ in nothing else; empty where marks differ themselves."""
        if len(takes.names) < 2:
            return [""] * len(takes.marks)
        return [self.wording.format(name) for name in takes.names]

    def _show_mark(self, mark: Mark, state: str) -> PlainData:
        if isinstance(mark, PenMark):
            return {"sign": mark.sign, "name": self.wording.format(f"table.{mark.sign}")}
        piece = self.pages.draw_piece(mark)
        return {
            "picture": self.files.keep(piece.picture),
            "name": ": ".join(filter(None, (self._name_piece(mark.piece, piece), state))),
            "size": [piece.width, piece.height],
            "standing": piece.is_standing,
        }

    def _name_piece(self, id: str, piece: ScreenPiece) -> str:
        """Return the text `piece.<id>`, what is printed on the piece, or its id."""
        key = f"piece.{id}"
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
                    "picture": self.files.keep(page.picture),
                    "size": [page.width, page.height],
                    "spots": [_show_spot(spot) for spot in page.spots],
                }
                for page in pages
            ],
        }

    def _show_options(self, filled: Filled) -> Iterator[PlainData]:
        """Yield the options that a score file may have, in the words of the companion's questions."""
        asked = {question.key: question for question in filled.game.companion.questions}
        for key, values in filled.game.rules.options.items():
            question = asked.get(key)
            titles = question.names if question else {}
            yield {
                "key": key,
                "title": self._name_option(question.name or question.text if question else None, key),
                "example": self._name_option(None, f"example.{key}", default=""),
                "values": [
                    {
                        "value": value,
                        "title": self._name_option(titles.get(value), f"value.{value}", default=value),
                    }
                    for value in values
                ],
            }

    def _name_option(self, title: Sentence | None, name: str, *, default: str | None = None) -> str:
        """Return a title, or else the text `option.<name>`; by default, the name without underscores."""
        key = f"option.{name}"
        if title is not None:
            return title.format(self.wording)
        if key in self.wording:
            return self.wording.format(key)
        return name.replace("_", " ") if default is None else default

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


def _show_spot(spot: PrintedSpot) -> list[str | float]:
    box = spot.box
    lengths = (round(length, 3) for length in (box.left, box.top, box.width, box.height))
    return [spot.area, spot.place, *lengths]


def show_marks(filled: Filled) -> list[list[str | int]]:
    """Return all marks: the owner, the index of what takes it, the place, and its value.

    The value is a text, a number of pieces, or the index of a mark.
    """
    takes = filled.form.list_takes(filled.setup)
    marks: list[list[str | int]] = []
    for part in filled.position.parts:
        for laid in part.laid:
            index = get_takes(takes, laid)
            if index is not None:
                marks.append([part.owner, index, laid.place, _show_value(takes[index], laid.mark)])
    return marks


def _show_value(takes: Takes, mark: Mark) -> str | int:
    if takes.kind == "heap" and not isinstance(mark, PenMark):
        return mark.count
    if takes.marks:
        return [*map(strip_count, takes.marks)].index(strip_count(mark))
    return mark.text if isinstance(mark, PenMark) else mark.piece


@dataclass(frozen=True)
class ReportView:
    """Describes the report of the referee for the page."""

    wording: Wording
    names: PlaceNames

    def show(self, report: Report | None, filled: Filled) -> PlainData:
        """Return the report of `petri score --json`, with the places of its faults and the end of the game.

        Before anything is copied, there is nothing to report.
        """
        if report is None or not _is_judged(filled):
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
        yield from FaultNames(filled.game.kit, self.wording, filled.takes, names=self.names).list_names(fault)

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


def _is_judged(filled: Filled) -> bool:
    """Return True if anything was copied; an empty form, or one with only names, breaks no rule yet."""
    takes = filled.form.list_takes(filled.setup)
    laid = (each for part in filled.position.parts for each in part.laid)
    marks = ((each.mark, get_takes(takes, each)) for each in laid)
    return any(
        not isinstance(mark, PenMark) or index is None or takes[index].kind != "text" or takes[index].words
        for mark, index in marks
    )
