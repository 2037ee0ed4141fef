"""`petri preview`: a game in the browser, drawn again whenever its files change."""

import gc
import os
import shlex
import shutil
import subprocess
import sys
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from os.path import commonpath
from pathlib import Path
from threading import Condition, Event, Lock, Thread
from time import monotonic
from typing import Any, Literal, TypeAlias, TypeVar, get_args
from urllib.parse import quote

from generator.errors import (
    GeneratorError,
    Notice,
    Problem,
    SharedText,
    UnknownName,
    WrittenPlace,
    describe_unknown,
    escape_controls,
    join_notices,
)
from generator.make.jobs.jobs import ReadGame
from generator.make.screens import workshop
from generator.make.screens.workshop import (
    Contents,
    Option,
    ScreenColumn,
    SeenPage,
    find_at,
    note_layout,
)
from generator.model.geometry import Rectangle
from generator.model.kit import Form, Kit, PieceSet
from generator.model.printing.printing import Ink
from generator.model.texts.wordings import Wording
from generator.model.values import dataclass, field
from generator.model.vision import Vision
from generator.read.files.shelf import REFERENCE, Shelf, list_locales
from generator.read.wordings.wordings import read_shared_wording
from generator.system import IS_WINDOWS
from generator.web.preview.translating import PageBody, Translating
from generator.web.site import (
    TYPES,
    Answer,
    Call,
    Get,
    Post,
    Site,
    answer_json,
    deny,
    list_static,
)

PREVIEW = "preview."
"""Start of the keys of the page's texts."""
_CODE = ("--goto", "{file}:{line}:{column}")
_PLAIN = ("{file}:{line}:{column}",)
_JETBRAINS = ("--line", "{line}", "--column", "{column}", "{file}")
KNOWN: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "code": ("VS Code", _CODE),
    "code-insiders": ("VS Code", _CODE),
    "codium": ("VSCodium", _CODE),
    "cursor": ("Cursor", _CODE),
    "subl": ("Sublime Text", _PLAIN),
    "zed": ("Zed", _PLAIN),
    "gedit": ("gedit", ("+{line}:{column}", "{file}")),
    "kate": ("Kate", ("--line", "{line}", "--column", "{column}", "{file}")),
    "gvim": ("gvim", ("+{line}", "{file}")),
    "emacsclient": ("Emacs", ("--no-wait", "+{line}:{column}", "{file}")),
    "mate": ("TextMate", ("--line", "{line}:{column}", "{file}")),
    "bbedit": ("BBEdit", ("+{line}", "{file}")),
    "notepad++": ("Notepad++", ("-n{line}", "-c{column}", "{file}")),
    "idea": ("IntelliJ IDEA", _JETBRAINS),
    "pycharm": ("PyCharm", _JETBRAINS),
}
"""Title and arguments of editors by command; those in a terminal are missing: the server runs there."""


def pack_name(named: SharedText | str | None) -> Any:
    """Return the name of something as JSON has it: a key of the page's texts with its values, or a text."""
    if isinstance(named, SharedText):
        return [named.key.removeprefix(PREVIEW), dict(named.values)]
    return named or ""


class NumberedPlaces:
    """Places that pages know, by number: only these can be opened."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._ids: dict[WrittenPlace, int] = {}
        self._known: dict[int, WrittenPlace] = {}

    def describe(self, origin: WrittenPlace) -> dict[str, Any]:
        """Return a place as JSON has it, with its number."""
        with self._lock:
            id = self._ids.setdefault(origin, len(self._ids) + 1)
            self._known[id] = origin
        return {
            "id": id,
            "text": str(origin),
            "what": pack_name(origin.what),
            "url": make_address(origin),
        }

    def get(self, id: int) -> WrittenPlace | None:
        """Return a place by its number; None if there is none."""
        return self._known.get(id)


def make_address(origin: WrittenPlace) -> str:
    """Return the address that opens a file in VS Code."""
    path = quote(Path(origin.file).resolve().as_posix(), safe="/:")
    return f"vscode://file/{path.lstrip('/')}:{origin.line}:{origin.column}"


@dataclass(frozen=True, slots=True)
class Editor:
    """A program that opens a file at a line."""

    title: str
    command: str
    arguments: tuple[str, ...]

    def open(self, origin: WrittenPlace) -> None:
        """Open a file at its line, without waiting; raises OSError if the program cannot be started."""
        values = {"file": str(Path(origin.file).resolve()), "line": origin.line, "column": origin.column}
        arguments = [text.format(**values) for text in self.arguments]
        nothing = subprocess.DEVNULL
        process = subprocess.Popen(
            [self.command, *arguments], stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )
        Thread(target=process.wait, daemon=True).start()


def split_command(text: str) -> list[str]:
    """Return the words of a command; the path of a program may have blanks, in quotes or on its own."""
    if Path(text).is_file():
        return [text]
    try:
        words = shlex.split(text, posix=not IS_WINDOWS)
    except ValueError:
        return text.split()
    return [word.strip("\"'") for word in words] if IS_WINDOWS else words


def get_editor(environment: Mapping[str, str]) -> Editor | None:
    """Return the editor of the user; None if it is unknown, or runs in a terminal."""
    for name in ("VISUAL", "EDITOR"):
        words = split_command(environment.get(name, ""))
        known = KNOWN.get(Path(words[0]).stem.lower()) if words else None
        command = shutil.which(words[0]) if words else None
        if command and known:
            return Editor(known[0], command, known[1])
    return None


def rank_notice(notice: Notice) -> tuple[bool, bool, str, int]:
    """Return a sort key: problems before warnings, each in the order of the files."""
    place = notice.place
    return not notice.is_error, place is None, place.file if place else "", place.line if place else 0


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page that is drawn."""

    hash: str
    """Hash of its SVG."""
    width: float
    height: float
    """Size in mm."""
    title: SharedText | None = None
    is_empty: bool = False

    def describe(self) -> list[Any]:
        """Return the page as JSON has it."""
        return [self.hash, self.width, self.height, pack_name(self.title), self.is_empty]


class Pictures:
    """Drawn pages by their hash: of this version, and of the one before, which may still be shown."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}
        self._before: dict[str, bytes] = {}

    def add(self, seen: SeenPage) -> PagePicture:
        """Draw a page, and keep it."""
        data = seen.draw()
        hash = sha256(data).hexdigest()[:32]
        self._kept[hash] = data
        size = round(seen.page.width, 2), round(seen.page.height, 2)
        return PagePicture(hash, *size, seen.title, seen.is_empty)

    def get(self, hash: str) -> bytes | None:
        """Return the SVG of a page; None if it is not shown any more."""
        return self._kept.get(hash) or self._before.get(hash)

    def begin(self, shown: Iterable[str]) -> None:
        """Begin a new version, but keep the pages with these hashes, which are shown now."""
        known = {hash: self.get(hash) for hash in {*shown}}
        self._before, self._kept = {hash: data for hash, data in known.items() if data}, {}


@dataclass
class ShownColumn:
    """A column of pictures, some of which may be of the version before."""

    locale: str
    paper: str
    pictures: list[PagePicture] = field(default_factory=list)
    count: int = 0
    """Number of pages, as far as it is known."""

    def put(self, index: int, picture: PagePicture) -> None:
        """Replace the picture of a page."""
        blank = PagePicture("", picture.width, picture.height)
        self.pictures += [blank] * (index + 1 - len(self.pictures))
        self.pictures[index] = picture


def describe_columns(columns: Iterable[ShownColumn], kit: Kit) -> list[dict[str, Any]]:
    """Return columns as JSON has them."""
    return [
        {
            "locale": column.locale,
            "language": kit.wordings[column.locale].name if column.locale in kit.wordings else column.locale,
            "paper": column.paper,
            "pages": [page.describe() for page in column.pictures],
            "count": max(column.count, len(column.pictures)),
        }
        for column in columns
    ]


def describe_contents(contents: Contents) -> dict[str, Any]:
    """Return the choices of a page as JSON data."""
    return {
        "locale": contents.locale,
        "title": contents.title,
        "parts": _describe_options(contents.parts),
        "locales": _describe_options(contents.locales),
        "papers": _describe_options(contents.papers),
        "services": _describe_options(contents.services),
        "styles": _describe_options(contents.styles),
    }


def _describe_options(options: Iterable[Option]) -> list[dict[str, Any]]:
    return [{"id": option.id, "title": option.title, "cards": option.is_cards} for option in options]


def describe_spots(column: ScreenColumn, seen: SeenPage, wrong: Iterable[str]) -> dict[str, Any]:
    """Return the places of a page, with safe margins of cards; `wrong` are cards and areas with problems."""
    part, faulty = column.job.part, {*wrong}
    forms: dict[str, Form] = {}
    for deck in part.decks if isinstance(part, PieceSet) else ():
        forms |= {piece.id: deck.form for piece in deck.pieces}
    spots = []
    for area, place, box in seen.list_spots():
        form = forms.get(place)
        safe = seen.product.safe if seen.product else form.safe if form and not form.is_net else 0.0
        is_wrong = (place if form else area) in faulty
        inner = Rectangle(*box).grown(-safe) if safe else None
        spots.append({"area": area, "place": place, "box": box, "safe": inner, "wrong": is_wrong})
    return {"spots": spots}


T = TypeVar("T")
_Garbage: TypeAlias = Literal["new", "old", "none"]
Check: TypeAlias = Callable[[Callable[[], bool]], tuple[Notice, ...] | None]
"""Checks the complete game; its argument returns True if the result is stale, and then it returns None."""

_VISIONS: tuple[Vision, ...] = get_args(Vision)
_PICTURES = (".png", ".jpg")
"""Endings of pictures of cards, which are counted; other files are listed."""
_FETCHING = 0.08
"""Seconds without drawing after pages are published, so that the browser gets their pictures at once."""
_PAUSE = 0.15
"""Seconds between two messages while pages are drawn."""
_IDLE, _CALM = 0.2, 2.0
"""Seconds without a change after which all parts of a game are read, too: more while somebody types."""


class Preview:
    """A game that is watched, and the site that shows it."""

    def __init__(
        self,
        path: Path,
        shelf: Shelf,
        *,
        view: workshop.ScreenView,
        folder: Path,
        check: Check | None = None,
        other: str = "",
        editor: Editor | None = None,
        report: Callable[[tuple[Problem, ...]], None] = lambda problems: None,
    ) -> None:
        """`folder` is for files to print; `other` is the command for another game of the same name.

        `report` gets the problems of the files whenever there are others.
        """
        self._path, self._folder, self._check, self._other = path, folder, check, other
        self._editor, self._report = editor or get_editor(os.environ), report
        self._workshop = workshop.Workshop(path, shelf)
        self._drawing = Lock()
        """Held by the thread that lays something out."""
        self._wanted = Condition()
        """Guards what is wanted: the view, and whether the files have changed or are to be checked."""
        self._view, self._first = view, frozenset[int]((0, 1))
        self._turns, self._shown_turn = 0, 0
        """Number of views that were asked for, and of the one that is shown."""
        self._has_changed = self._has_turned = self._is_partial = self._wants_check = False
        self._garbage: _Garbage = "none"
        self._own = dict[Path, tuple[int, int]]()
        """Files that were written here, with their time and size: their texts are shown already."""
        self._is_ended = False
        self._layout: workshop.ScreenLayout | None = None
        self._pictures, self._shown = Pictures(), list[ShownColumn]()
        self._contents: workshop.Contents | None = None
        self._readers: dict[str, Wording] = {}
        """Texts of all games in the languages of readers."""
        self._has_bug = False
        self._page_notices: tuple[Notice, ...] = ()
        """Problems of the pages that are shown."""
        self._game_notices: tuple[Notice, ...] = ()
        """Problems of the complete game when it was checked last."""
        self._version, self._is_busy, self._is_checking = 0, True, False
        self._places, self._files = NumberedPlaces(), dict[int, Path]()
        self._sending, self.saving = Lock(), Lock()
        """Held while the state is sent, and while files are written here."""
        self._stop = Event()
        self._translating = Translating(path, shelf, self)
        self.site = Site(
            files=list_static("preview"),
            get_reader=self._find_reader,
            routes=(
                Get("pages/{hash}.svg", self._get_page),
                Get("files/{id}", self._get_file),
                Post("about", ReaderBody, self._introduce),
                Post("view", ViewBody, self._take_view),
                Post("seen", SeenBody, self._take_seen),
                Post("where", PointBody, self._point),
                Post("spots", PageBody, self._list_spots),
                Post("open", PlaceBody, self._open),
                Post("print", Nothing, self._print),
                *self._translating.routes,
            ),
        )

    def start(self) -> None:
        """Read the game, watch it, and draw it, in threads that end with `stop`."""
        for work in (self._work, self._watch, self._check_all):
            Thread(target=self._guard, args=(work,), daemon=True).start()

    def stop(self) -> None:
        """End all threads."""
        with self._wanted:
            self._is_ended = True
            self._wanted.notify_all()
        self._stop.set()

    def _guard(self, work: Callable[[], None]) -> None:
        """Do work again after a bug, which is shown in the terminal, so that the screen goes on."""
        while not self._is_ended:
            try:
                work()
            except Exception:
                sys.stderr.write(escape_controls(traceback.format_exc()))
                self._has_bug = True
                self.publish()

    def _watch(self) -> None:
        is_first = True
        for changed in workshop.watch_games([self._path.resolve()], without=self._folder, stop=self._stop):
            # What has changed before it looks is noticed only by reading again.
            if changed or is_first:
                with self.saving, self._wanted:
                    is_own = all(_sign(path) == self._own.get(path.resolve(), ()) for path in changed)
                    self._has_changed = self._has_changed or (bool(changed) and not is_own)
                    self._wanted.notify_all()
            is_first = False

    def try_texts(self, tried: tuple[workshop.TriedText, ...]) -> int:
        """Show texts in place of those of the files, and return the number of the turn that does."""
        with self._wanted:
            self._workshop.tried, self._has_turned = tried, True
            self._turns += 1
            self._wanted.notify_all()
            return self._turns

    def note_saved(self, paths: Iterable[Path]) -> None:
        """Take files as known that were written here; the game is read again when nobody types any more."""
        with self._wanted:
            self._own |= {path.resolve(): sign for path in paths if (sign := _sign(path))}
            self._is_partial = self._has_turned = True
            self._turns += 1
            self._wanted.notify_all()

    def list_columns(self) -> tuple[ScreenColumn, ...]:
        """Return the columns that are shown."""
        return self._layout.columns if self._layout else ()

    @property
    def seen(self) -> frozenset[int]:
        """Indexes of the pages that somebody sees."""
        return self._first

    @property
    def is_ended(self) -> bool:
        """True if the preview has ended."""
        return self._is_ended

    def _is_stale(self) -> bool:
        return self._has_changed or self._has_turned or self._is_ended

    def _work(self) -> None:
        if self._contents is None:
            self._read(is_new=False)
        while True:
            with self._wanted:
                is_late = not self._wanted.wait_for(self._is_stale, self._patience)
                if self._is_ended:
                    return
                changed, self._has_changed, self._has_turned = self._has_changed, False, False
            if is_late and self._is_partial:
                self._read()
            elif is_late:
                self._collect()
            elif changed and self._contents and self._workshop.read_part(self._view):
                self._is_partial, self._game_notices = True, ()
                self._show()
            elif changed:
                self._read()
            else:
                self._show()

    @property
    def _patience(self) -> float | None:
        """Seconds without a change after which something else is done; None if there is nothing to do."""
        if self._is_partial:
            return _CALM if self._workshop.tried else _IDLE
        return {"new": _IDLE, "old": _CALM, "none": None}[self._garbage]

    def _collect(self) -> None:
        """Free what was drawn before, as collections are rare here: at first what is quickly found."""
        gc.collect(1 if self._garbage == "new" else 2)
        self._garbage = "old" if self._garbage == "new" else "none"

    def _collect_all(self) -> None:
        """Free what was read before, too; what stays until the files change is not looked at again."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._garbage = "none"

    def _read(self, *, is_new: bool = True) -> None:
        newer, self._is_partial = self._workshop.newer, False
        is_shown = newer is not None and self._layout is not None and self._layout.game is newer
        with self._drawing:
            before = self._workshop.problems
            is_read = self._workshop.read(is_new=is_new)
        self._game_notices = ()
        if self._workshop.problems not in ((), before):
            self._report(self._workshop.problems)
        if is_read:
            self._contents = self._workshop.list_contents(self._view.locales[0])
            self._translating.note_read(self._workshop)
            if not is_shown:
                self._show()
            with self._wanted:
                self._wants_check = self._check is not None
                self._is_checking = self._wants_check
                self._wanted.notify_all()
        self._is_busy = False
        self.publish()
        # Nobody waits now.
        self._collect_all()

    def _show(self) -> None:
        """Lay out and draw the view, and publish the pages that are seen as soon as they are drawn."""
        if self._workshop.game is None:
            return
        self._garbage = "new"
        with self._wanted:
            view, first, turn = self._view, self._first, self._turns
        try:
            layout = self._workshop.open(view).reuse(self._layout)
        except GeneratorError as error:
            self._page_notices, self._is_busy = error.list_notices(), False
            self.publish()
            return
        with self._wanted:
            # The layout's view is without parts, languages, and papers that do not exist.
            self._view = layout.view if self._view is view else self._view
        self._begin(layout)
        self._shown_turn = turn
        sent, undrawn, is_said = monotonic(), list[tuple[ScreenColumn, int]](), False
        for step in self._lay_out(layout.lay_out(first)):
            undrawn.append(step)
            if not all(first & {*range(each.count or 1)} <= each.pages.keys() for each in layout.columns):
                continue
            if self._translating.is_typing and not is_said:
                # How a text fits is known before its page is drawn.
                self._publish_pages(layout)
                is_said = True
            seen = [step for step in undrawn if step[1] in first]
            self._draw(layout, seen or undrawn)
            undrawn = [step for step in undrawn if step not in seen] if seen else []
            if self._is_stale():
                return
            if seen or monotonic() - sent > _PAUSE:
                self._publish_pages(layout)
                with self._wanted:
                    self._wanted.wait_for(self._is_stale, _FETCHING)
                sent = monotonic()
        self._draw(layout, undrawn)
        if self._is_stale():
            return
        for column, shown in zip(layout.columns, self._shown, strict=True):
            if column.pages:
                del shown.pictures[len(column.pages) :]
            shown.count = len(shown.pictures)
        self._is_busy = False
        self._publish_pages(layout)

    def _lay_out(self, stream: Iterator[T]) -> Iterator[T]:
        """Yield what is laid out, one by one, until it is stale."""
        while True:
            with self._drawing:
                step = next(stream, None)
            if step is None or self._is_stale():
                return
            yield step

    def _draw(self, layout: workshop.ScreenLayout, pages: Iterable[tuple[ScreenColumn, int]]) -> None:
        """Draw pages that are laid out, until they are stale."""
        for column, index in pages:
            if self._is_stale():
                return
            with self._drawing:
                shown = self._shown[layout.columns.index(column)]
                shown.put(index, self._pictures.add(column.pages[index]))
                shown.count = column.count or len(shown.pictures)

    def _publish_pages(self, layout: workshop.ScreenLayout) -> None:
        """Publish the pages of a layout that are drawn, with the problems of all."""
        self._page_notices = tuple(note_layout(layout))
        self.publish()

    def _begin(self, layout: workshop.ScreenLayout) -> None:
        """Begin to show a layout; until its pages are drawn, those of the same view before stay."""
        last, before = self._layout, dict[tuple[str, str], ShownColumn]()
        if last and (last.view.part, last.view.shows) == (layout.view.part, layout.view.shows):
            before = {(column.locale, column.paper): column for column in self._shown}
        keys = [(column.job.locale, column.job.paper.id) for column in layout.columns]
        self._pictures.begin(page.hash for column in self._shown for page in column.pictures)
        self._shown = [before.get(key, ShownColumn(*key)) for key in keys]
        self._version, self._layout, self._is_busy = self._version + 1, layout, True
        self._has_bug = False
        if self._contents and self._contents.locale != layout.view.locales[0]:
            self._contents = self._workshop.list_contents(layout.view.locales[0])

    def _check_all(self) -> None:
        while True:
            with self._wanted:
                self._wanted.wait_for(lambda: self._wants_check or self._is_ended)
                if self._is_ended:
                    return
                self._wants_check = False
            assert self._check is not None
            notices = self._check(partial(self._is_older, self._workshop.game))
            if notices is not None:
                self._game_notices, self._is_checking = notices, False
                self.publish()

    def _is_older(self, game: ReadGame | None) -> bool:
        """Return True if the game is not that of the files any more."""
        is_new = self._is_ended or self._has_changed or self._is_partial
        return is_new or self._workshop.game is not game

    def publish(self) -> None:
        """Send the state to all pages."""
        with self._sending:
            self.site.events.send(self._describe_state())

    def _describe_state(self) -> dict[str, Any]:
        layout, contents = self._layout, self._contents
        problems = [problem.describe() for problem in self._workshop.problems]
        notices = join_notices((*self._game_notices, *self._page_notices, *problems))
        state: dict[str, Any] = {
            "version": self._version,
            "turn": self._shown_turn,
            "busy": self._is_busy,
            "checking": self._is_checking,
            "old": bool(problems),
            "other": self._other,
            "path": str(self._path),
            "editor": self._editor.title if self._editor else "",
            "texts": self._translating.describe(),
            "bug": self._has_bug,
            "problems": [*map(self._describe, sorted(notices, key=rank_notice))],
        }
        if contents:
            state["contents"] = describe_contents(contents)
        if layout:
            state["view"] = {**asdict(layout.view), "vision": layout.view.vision or ""}
            state["columns"] = describe_columns(self._shown, layout.game.kit)
        return state

    def _describe(self, notice: Notice) -> dict[str, Any]:
        place = self._places.describe(notice.place) if notice.place else None
        return {"text": notice.message, "where": notice.where, "error": notice.is_error, "place": place}

    def _introduce(self, call: Call) -> Answer:
        """Return the texts of the page, in the first language of the browser that the program has."""
        # Files may have changed since the page was opened before.
        self._readers = {}
        wording = self._find_reader(call.body.languages)
        about = {"title": "Petri Press", "language": wording.tag, "direction": wording.direction}
        return answer_json({**about, "signs": wording.grammar.signs, "texts": list_preview_texts(wording)})

    def _find_reader(self, languages: Sequence[str]) -> Wording:
        """Return the texts for a reader of these languages, in English if the program has none of them."""
        shelf, readers = self._workshop.shelf, self._readers
        locale = choose_language(languages, list_locales(shelf.data))
        if locale not in readers:
            readers[locale] = read_shared_wording(shelf.wording, locale)
        return readers[locale]

    def _get_page(self, call: Call) -> Answer:
        data = self._pictures.get(call.names["hash"])
        if data is None:
            raise deny(404, "changed")
        return Answer(data=data, type=TYPES[".svg"], is_kept=True)

    def _get_file(self, call: Call) -> Answer:
        path = self._files.get(int(call.names["id"])) if call.names["id"].isdecimal() else None
        if path is None:
            raise deny(404, "file")
        return Answer(data=path.read_bytes(), type=TYPES.get(path.suffix, TYPES[".txt"]))

    def _take_view(self, call: Call) -> Answer:
        body: ViewBody = call.body
        contents = self._contents
        if contents is None:
            raise deny(409, "unread")
        _check_names("part", [body.part], _list_ids(contents.parts))
        _check_names("language", body.locales, _list_ids(contents.locales))
        _check_names("paper", body.papers, _list_ids(contents.papers))
        _check_names("service", filter(None, [body.service]), _list_ids(contents.services))
        _check_names("style", filter(None, [body.style]), _list_ids(contents.styles))
        _check_names("vision", filter(None, [body.vision]), _VISIONS)
        vision = next((vision for vision in _VISIONS if vision == body.vision), None)
        if not (body.locales and body.papers):
            raise deny(400, "choose")
        view = workshop.ScreenView(
            body.part, body.locales, body.papers, body.shows, vision, body.ink, body.service, body.style
        )
        with self._wanted:
            self._view, self._has_turned = view, True
            self._turns += 1
            turn = self._turns
            self._wanted.notify_all()
        return answer_json({"turn": turn})

    def _take_seen(self, call: Call) -> Answer:
        with self._wanted:
            self._first = frozenset(call.body.pages) or frozenset((0,))
        return answer_json({})

    def _point(self, call: Call) -> Answer:
        body: PointBody = call.body
        layout, column, seen = self.find_page(body.column, body.index)
        with self._drawing:
            found = find_at(layout, column, seen, body.x, body.y, shelf=self._workshop.shelf)
        boxes = [spot.box for spot in seen.list_spots() if Rectangle(*spot.box).distance(body.x, body.y) == 0]
        places = [*map(self._places.describe, found.origins)]
        return answer_json(
            {"title": pack_name(found.title), "places": places, "box": boxes[-1] if boxes else None}
        )

    def _list_spots(self, call: Call) -> Answer:
        _, column, seen = self.find_page(call.body.column, call.body.index)
        errors = column.errors.values()
        wrong = [str(error.origin[-1]) for error in errors if error.origin]
        is_back = any(face.side == "back" for face in seen.faces)
        pictures = (each for each in column.inspected if any(issue.is_error for issue in each.issues))
        wrong += [picture.card for picture in pictures if picture.is_back == is_back]
        return answer_json(describe_spots(column, seen, wrong))

    def find_page(
        self, at: int, index: int
    ) -> tuple[workshop.ScreenLayout, workshop.ScreenColumn, workshop.SeenPage]:
        """Return a page of a column; raises Refused if it has changed."""
        layout = self._layout
        columns = layout.columns if layout else ()
        column = columns[at] if 0 <= at < len(columns) else None
        seen = column.pages.get(index) if column else None
        if layout is None or column is None or seen is None:
            raise deny(404, "changed")
        return layout, column, seen

    def _open(self, call: Call) -> Answer:
        origin = self._places.get(call.body.id)
        if origin is None or self._editor is None:
            raise deny(404, "place")
        if not Path(origin.file).is_file():
            raise deny(409, "packed", file=origin.file, command="petri unpack")
        try:
            self._editor.open(origin)
        except OSError as error:
            reason = error.strerror or str(error)
            raise deny(400, "editor", title=self._editor.title, detail=reason) from error
        return answer_json({})

    def _print(self, call: Call) -> Answer:
        with self._drawing:
            view = self._workshop.open(self._view).view
            outcome = self._workshop.write(view, self._folder)
        paths = sorted((*outcome.written, *outcome.unchanged))
        files = []
        for path in (path for path in paths if path.suffix not in _PICTURES):
            id = len(self._files) + 1
            self._files[id] = path
            files.append({"id": id, "name": str(path)})
        more = {"number": len(paths), "file": commonpath(paths)} if len(paths) > len(files) else None
        notes = [*["true_colours"] * bool(view.vision), *["true_style"] * bool(view.style)]
        warnings = [str(warning) for warning in outcome.warnings]
        return answer_json({"files": files, "more": more, "notes": notes, "warnings": warnings})


_COUNTED = 200
"""Numbers below this are tried for the plural forms of a language."""


def choose_language(wanted: Iterable[str], known: Collection[str]) -> str:
    """Return the first wanted language that is known, perhaps of another region; English if none is."""
    for tag in wanted:
        same = (each for each in known if each.split("-")[0] == tag.split("-")[0])
        if found := tag if tag in known else next(same, ""):
            return found
    return REFERENCE


def list_preview_texts(wording: Wording) -> Mapping[str, str | Mapping[str, str]]:
    """Return the texts of the page; placeholders stay for the script, and plurals are texts by category."""
    texts: dict[str, str | Mapping[str, str]] = {}
    for key in filter(lambda key: key.startswith(PREVIEW), wording.sentences):
        message, grammar = wording.message(key), wording.get_grammar(key)
        if message.choices:
            numbers = {grammar.plural(number): number for number in reversed(range(_COUNTED))}
            forms = {
                category: (number, wording.format(key, {"number": number}))
                for category, number in numbers.items()
            }
            texts[key.removeprefix(PREVIEW)] = {
                category: text.replace(grammar.write(number), "{number}")
                for category, (number, text) in forms.items()
            }
        else:
            kept = {name: f"{{{name}}}" for name in message.names}
            texts[key.removeprefix(PREVIEW)] = wording.format(key, kept)
    return texts | {"bug": wording.format("screen.bug")}


def _sign(path: Path) -> tuple[int, int] | None:
    """Return the time and size of a file; None if there is none."""
    with suppress(OSError):
        there = path.stat()
        return there.st_mtime_ns, there.st_size
    return None


def _check_names(what: str, names: Iterable[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            error = UnknownName(describe_unknown(what, name, known))
            raise error.saying("command.unknown", name=name, known=tuple(known))


def _list_ids(options: Iterable[Option]) -> list[str]:
    return [option.id for option in options]


@dataclass(frozen=True, slots=True)
class ViewBody:
    """The view that a page asks for."""

    part: str
    locales: tuple[str, ...]
    papers: tuple[str, ...]
    shows: Literal["pages", "cards"] = "pages"
    vision: str = ""
    ink: Ink = "full"
    service: str = ""
    style: str = ""


@dataclass(frozen=True, slots=True)
class ReaderBody:
    """The languages of a browser, the preferred one first."""

    languages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PointBody:
    """A point of a page, in mm from its top left corner."""

    column: int
    index: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class SeenBody:
    """The indexes of the pages that somebody sees."""

    pages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlaceBody:
    """A place, by the number that the server gave it."""

    id: int


@dataclass(frozen=True, slots=True)
class Nothing:
    """A request that needs no values."""
