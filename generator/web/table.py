"""`petri table`: a form in the browser, on which people tap what they have written or placed.

Every change is judged at once, and is in the score file before it is confirmed. All open pages show the
same table, as plain values in its language.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias

from generator.errors import DataError, OutputError, Problem
from generator.make.screens.pages import ScreenPages, ScreenPiece
from generator.model.played import Laid, Mark, PenMark, Takes, strip_count
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field
from generator.output import CHANGED, Staging, name_old_copy, write_new
from generator.play import paper
from generator.play.paper import FaultNames, Filled, PlaceNames, Referee, Report, get_takes, plain_report
from generator.read.files.text_files import read_bytes
from generator.read.kits.origins import read_paragraph
from generator.read.scores import MOST_SCORE_BYTES, decode_score
from generator.rules.core import Fault, RulesError, Sentence
from generator.scene.shapes import PrintedSpot
from generator.web import site
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
        """Return the marks that each place takes, and all parts with their pages."""
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
            "verdict": report.summary.format(self.wording) if is_illegal else self._say("clean"),
            "note": self._say("unproved") if report.has_moves and not is_illegal else "",
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


_MOST_STEPS = 2000
"""Maximum number of changes that can be undone."""
_MOST_PICTURES = 512
_MOST_PUTS = 2000
_MOST_PLAYERS = 100


class TableFile:
    """A score file, complete after every change; methods that raise OutputError leave it unchanged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._data: bytes | None = None
        """Contents of the file; None: there is no file yet."""

    def read(self) -> bytes:
        """Return the content; raises DataError if it cannot be read, or nothing can be saved in the file."""
        try:
            if not self.path.is_file():
                raise self._make_error("is not a regular file, so nothing can be saved in it", "no_file")
            self._data = read_bytes(self.path, MOST_SCORE_BYTES)
        except OSError as error:
            raise self._make_error(error.strerror or str(error)) from error
        return self._data

    def _make_error(self, message: str, key: str = "") -> DataError:
        return DataError([Problem(str(self.path), 0, 0, "", message, key=key)])

    def write(self, data: bytes) -> None:
        """Replace the content in one step: a stop at any moment leaves the old or the new one."""
        if self._read_data() != self._data:
            raise OutputError(str(self.path), CHANGED, "changed")
        with Staging(is_durable=True) as staging:
            staging.write(self.path, data)
        self._data = data

    def set_aside(self) -> Path:
        """Copy the file as it is now to a new name, and return it."""
        place = name_old_copy(self.path)
        write_new(place, self._data or b"")
        return place

    def _read_data(self) -> bytes | None:
        return read_bytes(self.path, MOST_SCORE_BYTES) if self.path.exists() else None


class OpenTable:
    """A form that is filled in, and the site that shows it."""

    def __init__(
        self,
        referee: Referee,
        wording: Wording,
        pages: ScreenPages,
        filled: paper.Filled,
        file: TableFile,
        *,
        rule_pages: Path,
    ) -> None:
        """`rule_pages` is the folder with the paragraphs of rules."""
        self._referee, self._wording, self._pages, self._file = referee, wording, pages, file
        self._lock = Lock()
        self._past: list[paper.Filled] = []
        self._future: list[paper.Filled] = []
        self._version, self._form_version = 1, 1
        self._pictures = site.KeptFiles(_MOST_PICTURES)
        names = PlaceNames(referee.kit, wording)
        self._view = FormView(wording, pages, names, self._pictures)
        self._report_view = ReportView(wording, names)
        self._has_paragraphs = (rule_pages / f"{referee.kit.id}.md").is_file()
        self._show_now(filled, *self._judge(filled))
        self.site = site.Site(
            files=site.list_static("table"),
            get_reader=lambda languages: wording,
            routes=(
                site.Get("about", self._get_about),
                site.Get("form", self._get_form),
                site.Get("state", self._get_state),
                site.Get("pictures/{name}.svg", lambda call: self._pictures.find(call.names["name"])),
                site.Get(
                    "rules/{rule}",
                    lambda call: site.answer_json(
                        {"text": read_paragraph(rule_pages, referee.kit.id, call.names["rule"])}
                    ),
                ),
                site.Get("score.yaml", lambda _: self._answer_file()),
                site.Get("download", lambda _: self._answer_file(saved_as=self._file.path.name)),
                site.Get("print.pdf", self._get_print),
                site.Post("put", PutsBody, self._put),
                site.Post("step", StepBody, self._step),
                site.Post("seats", SeatsBody, self._seat),
                site.Post("open", FileBody, self._open),
            ),
        )

    def _judge(self, filled: paper.Filled) -> tuple[str, Report | None]:
        """Return the score file of a form and its report; raises Refused if it could not be read again.

        The report is None if there is nothing yet that could be scored.
        """
        text = paper.write_filled(filled)
        try:
            return text, self._referee.score(decode_score(text.encode(), file=self._file.path.name))
        except DataError as error:
            if not paper.has_entries(filled):
                return text, None
            # Without the places in a file that nobody has seen.
            parts = (part for problem in error.problems for part in (problem.message, problem.hint) if part)
            raise site.Refused(422, self._wording.grammar.semicolon.join(parts)) from error

    def _show_now(self, filled: paper.Filled, text: str, report: Report | None) -> None:
        """Take over a form that is saved; marks that its file does not have are listed."""
        self._now, self.text, self._report = filled, text, report
        kept = paper.open_file(text.encode(), self._referee, file=self._file.path.name)
        self._lost = tuple(self._view.name_mark(filled, *lost) for lost in paper.list_lost(filled, kept))

    def _change(self, make: Callable[[paper.Filled], paper.Filled]) -> site.Answer:
        with self._lock:
            before = self._now
            after = make(before)
            if after != before:
                self._take(after)
                self._past = [*self._past, before][-_MOST_STEPS:]
                self._future = []
            return site.answer_json(self._show_state())

    def _take(self, after: paper.Filled) -> None:
        text, report = self._judge(after)
        self._file.write(text.encode())
        before = self._now
        self._show_now(after, text, report)
        self._version += 1
        if (before.players, before.setup, before.form) != (after.players, after.setup, after.form):
            self._form_version += 1
        self.site.events.send({"version": self._version})

    def _put(self, call: site.Call) -> site.Answer:
        puts = call.body.puts
        if len(puts) > _MOST_PUTS:
            raise site.deny(413, "marks", number=_MOST_PUTS)
        return self._change(lambda filled: paper.put_marks(filled, puts))

    def _seat(self, call: site.Call) -> site.Answer:
        body: SeatsBody = call.body
        seats = [(seat.before, " ".join(seat.now.split())) for seat in body.seats]
        if len(seats) > _MOST_PLAYERS:
            raise site.deny(413, "players", number=_MOST_PLAYERS)

        def change(filled: paper.Filled) -> paper.Filled:
            names = [now for _, now in seats]
            if not all(names) or len({*names}) < len(names) or (filled.form.each_player and not names):
                raise site.Refused(422, self._wording.format("table.names"))
            setup = {key: value for key, value in body.setup.items() if value}
            try:
                filled.game.check_options(setup)
            except RulesError as error:
                raise site.Refused(
                    422, Sentence.of_rule(error.rule, **error.values).format(self._wording)
                ) from error
            return paper.seat_players(filled, seats, setup)

        return self._change(change)

    def _open(self, call: site.Call) -> site.Answer:
        body: FileBody = call.body

        def read(filled: paper.Filled) -> paper.Filled:
            try:
                return paper.open_file(body.text.encode(), self._referee, file=body.name)
            except DataError as error:
                lines = (self._describe_problem(problem) for problem in error.problems)
                raise site.Refused(422, "\n".join(lines)) from error

        return self._change(read)

    def _describe_problem(self, problem: Problem) -> str:
        """Return what is wrong in a file that somebody has opened; a text without a file has no name."""
        at = {"line": problem.line, "column": problem.column}
        place = self._wording.format("table.at", at) if problem.line else ""
        where = ", ".join(filter(None, (problem.file, place)))
        hint = f" ({problem.hint})" if problem.hint else ""
        return f"{': '.join(filter(None, (where, problem.path, problem.message)))}{hint}"

    def _step(self, call: site.Call) -> site.Answer:
        start, end = (self._past, self._future) if call.body.back else (self._future, self._past)
        with self._lock:
            if start:
                before = self._now
                self._take(start[-1])
                start.pop()
                end.append(before)
            return site.answer_json(self._show_state())

    # What pages get

    def _get_about(self, call: site.Call) -> site.Answer:
        wording, kit = self._wording, self._referee.kit
        return site.answer_json(
            {
                "title": wording.format(kit.title),
                "language": wording.tag,
                "direction": wording.direction,
                "signs": wording.grammar.signs,
                "file": self._file.path.name,
                "explains": wording.locale == "en" and self._has_paragraphs,
                "texts": list_page_texts(wording),
            }
        )

    def _get_form(self, call: site.Call) -> site.Answer:
        with self._lock:
            return site.answer_json({"version": self._form_version, **self._view.show(self._now)})

    def _get_state(self, call: site.Call) -> site.Answer:
        with self._lock:
            return site.answer_json(self._show_state())

    def _show_state(self) -> PlainData:
        filled = self._now
        return {
            "version": self._version,
            "form": self._form_version,
            "players": filled.players,
            "setup": dict(filled.setup),
            "marks": show_marks(filled),
            "undo": bool(self._past),
            "redo": bool(self._future),
            "lost": self._lost,
            "report": self._report_view.show(self._report, filled),
        }

    def _answer_file(self, saved_as: str = "") -> site.Answer:
        return site.Answer(data=self.text.encode(), type=site.TYPES[".yaml"], saved_as=saved_as)

    def _get_print(self, call: site.Call) -> site.Answer:
        with self._lock:
            data = self._pages.write(self._now.position)
        if not data:
            raise site.deny(404, "form")
        return site.Answer(data=data, type=site.TYPES[".pdf"])


@dataclass(frozen=True, slots=True)
class PutsBody:
    """Marks that were made."""

    puts: tuple[paper.Put, ...]


@dataclass(frozen=True, slots=True)
class SeatBody:
    """A player: the name before, or none, and now."""

    before: str
    now: str


@dataclass(frozen=True, slots=True)
class SeatsBody:
    """The players, and the options of the game; an empty value is the default."""

    seats: tuple[SeatBody, ...]
    setup: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FileBody:
    """A score file that is taken over."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class StepBody:
    """A step back, or forward again."""

    back: bool
