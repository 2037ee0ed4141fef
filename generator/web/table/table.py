"""`petri table`: a form in the browser, on which people tap what they have written or placed.

Every change is judged at once, and is in the score file before it is confirmed. All open pages show the
same table.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock

from generator.errors import DataError, OutputError, Problem, RulesError
from generator.make.screens.pages import ScreenPages
from generator.model.place_names import PlaceNames
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field
from generator.output import Staging, write_new
from generator.play.paper import forms
from generator.play.paper.score import Referee, Report
from generator.read.files.text_files import read_bytes
from generator.read.kits.origins import read_paragraph
from generator.read.scores import MOST_SCORE_BYTES, decode_score
from generator.rules.core import Sentence
from generator.web import site
from generator.web.table.views import FormView, PlainData, ReportView, list_page_texts, show_marks

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
                raise self._make_error("is not a regular file, so nothing can be saved in it")
            self._data = read_bytes(self.path, MOST_SCORE_BYTES)
        except OSError as error:
            raise self._make_error(error.strerror or str(error)) from error
        return self._data

    def _make_error(self, message: str) -> DataError:
        return DataError([Problem(str(self.path), 0, 0, "", message)])

    def write(self, data: bytes) -> None:
        """Replace the content in one step: a stop at any moment leaves the old or the new one."""
        if self._read_data() != self._data:
            raise OutputError(str(self.path), "another program has changed this file")
        with Staging(is_durable=True) as staging:
            staging.write(self.path, data)
        self._data = data

    def set_aside(self) -> Path:
        """Copy the file as it is now to a new name, and return it."""
        number = 1
        while (place := self.path.with_name(f"{self.path.name}.before-{number}")).exists():
            number += 1
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
        filled: forms.Filled,
        file: TableFile,
        *,
        rule_pages: Path,
    ) -> None:
        """`rule_pages` is the folder with the paragraphs of rules."""
        self._referee, self._wording, self._pages, self._file = referee, wording, pages, file
        self._lock = Lock()
        self._past: list[forms.Filled] = []
        self._future: list[forms.Filled] = []
        self._version, self._form_version = 1, 1
        self._pictures = site.KeptFiles(_MOST_PICTURES)
        names = PlaceNames(referee.kit, wording)
        self._view = FormView(wording, pages, names, self._pictures)
        self._report_view = ReportView(wording, names)
        self._show_now(filled, *self._judge(filled))
        self.site = site.Site(
            files=site.list_static("table"),
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

    def _judge(self, filled: forms.Filled) -> tuple[str, Report | None]:
        """Return the score file of a form and its report; raises Refused if it could not be read again.

        The report is None if there is nothing yet that could be scored.
        """
        text = forms.write_filled(filled)
        try:
            return text, self._referee.score(decode_score(text.encode(), file=self._file.path.name))
        except DataError as error:
            if not forms.has_entries(filled):
                return text, None
            # Without the places in a file that nobody has seen.
            parts = (part for problem in error.problems for part in (problem.message, problem.hint) if part)
            raise site.Refused(422, "; ".join(parts)) from error

    def _show_now(self, filled: forms.Filled, text: str, report: Report | None) -> None:
        """Take over a form that is saved; marks that its file does not have are listed."""
        self._now, self.text, self._report = filled, text, report
        kept = forms.open_file(text.encode(), self._referee.find, file=self._file.path.name)
        self._lost = tuple(self._view.name_mark(filled, *lost) for lost in forms.list_lost(filled, kept))

    def _change(self, make: Callable[[forms.Filled], forms.Filled]) -> site.Answer:
        with self._lock:
            before = self._now
            after = make(before)
            if after != before:
                self._take(after)
                self._past = [*self._past, before][-_MOST_STEPS:]
                self._future = []
            return site.answer_json(self._show_state())

    def _take(self, after: forms.Filled) -> None:
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
            raise site.Refused(413, f"At most {_MOST_PUTS} marks are taken at once.")
        return self._change(lambda filled: forms.put_marks(filled, puts))

    def _seat(self, call: site.Call) -> site.Answer:
        body: SeatsBody = call.body
        seats = [(seat.before, " ".join(seat.now.split())) for seat in body.seats]
        if len(seats) > _MOST_PLAYERS:
            raise site.Refused(413, f"At most {_MOST_PLAYERS} players are taken.")

        def change(filled: forms.Filled) -> forms.Filled:
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
            return forms.seat_players(filled, seats, setup)

        return self._change(change)

    def _open(self, call: site.Call) -> site.Answer:
        body: FileBody = call.body

        def read(filled: forms.Filled) -> forms.Filled:
            try:
                return forms.open_file(body.text.encode(), self._referee.find, file=body.name)
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
                "file": self._file.path.name,
                "explains": wording.locale == "en",
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
            raise site.Refused(404, "This form is not printed.")
        return site.Answer(data=data, type=site.TYPES[".pdf"])


@dataclass(frozen=True, slots=True)
class PutsBody:
    """Marks that were made."""

    puts: tuple[forms.Put, ...]


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
