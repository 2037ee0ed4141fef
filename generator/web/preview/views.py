"""Problems and warnings as a page lists them, each with the place at which it can be fixed.

Editors that open a file at a line: those with windows of their own, named by VISUAL or EDITOR.

The state of a preview as pages get it: columns of pictures, problems, and what can be chosen.
"""

import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from threading import Lock, Thread
from typing import Any
from urllib.parse import quote

from generator.errors import GeneratorError, PrintWarning, Problem
from generator.make.jobs.findings import Inspected
from generator.make.screens.workshop import Contents, Option, ScreenColumn, ScreenLayout, ScreenView, SeenPage
from generator.model.geometry import Rectangle
from generator.model.kit import Kit
from generator.model.pieces import Form, PieceSet
from generator.model.values import dataclass, field
from generator.read.kits.origins import WrittenPlace

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
"""Title and arguments of editors by command. Those in a terminal are not here: the server has it."""


@dataclass(frozen=True, slots=True)
class Editor:
    """An editor, and how it opens a file."""

    title: str
    command: str
    arguments: tuple[str, ...]

    def open(self, origin: WrittenPlace) -> None:
        """Open a file at its line, without waiting; raises OSError if the program cannot be started."""
        values = {"file": str(Path(origin.file).resolve()), "line": origin.line, "column": origin.column}
        arguments = [one.format(**values) for one in self.arguments]
        nothing = subprocess.DEVNULL
        process = subprocess.Popen(
            [self.command, *arguments], stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )
        Thread(target=process.wait, daemon=True).start()


def find_editor(environment: Mapping[str, str]) -> Editor | None:
    """Return the editor of the user; None if it is unknown, or runs in a terminal."""
    for name in ("VISUAL", "EDITOR"):
        words = environment.get(name, "").split()
        known = KNOWN.get(Path(words[0]).stem.lower()) if words else None
        command = shutil.which(words[0]) if words else None
        if command and known:
            return Editor(known[0], command, known[1])
    return None


def make_address(origin: WrittenPlace) -> str:
    """Return the address with which browsers open a file in VS Code."""
    path = quote(Path(origin.file).resolve().as_posix(), safe="/:")
    return f"vscode://file/{path.lstrip('/')}:{origin.line}:{origin.column}"


_PLACE = re.compile(r"(.+?):(\d+)(?::(\d+))?")


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that is wrong, or may be."""

    text: str
    """The message without its place."""
    place: WrittenPlace | None = None
    where: str = ""
    """Names of documents that have it."""
    is_error: bool = True


def note_problem(problem: Problem, *, is_error: bool = True) -> Notice:
    """Return a problem of a file."""
    place = WrittenPlace(problem.file, problem.line, problem.column) if problem.line else None
    text = str(problem).removeprefix(f"{place}: ") if place else str(problem)
    return Notice(text, place, is_error=is_error)


def note_error(error: GeneratorError, where: str = "") -> Notice:
    """Return something that does not fit, or a warning."""
    is_error = not isinstance(error, PrintWarning)
    text = error.message if isinstance(error, PrintWarning) else str(error)
    return Notice(text, parse_place(error.place), where, is_error)


def note_text(text: str, where: str = "", *, is_error: bool = True) -> Notice:
    """Return a line that `petri check` prints, which may begin with a place."""
    place, _, rest = text.partition(": ")
    found = parse_place(place)
    return Notice(rest if found else text, found, where, is_error)


def parse_place(text: str) -> WrittenPlace | None:
    """Return the place of `deck.yaml:12`, or with a column; None for another text."""
    found = _PLACE.fullmatch(text)
    return WrittenPlace(found[1], int(found[2]), int(found[3] or 1)) if found else None


def note_layout(layout: ScreenLayout) -> Iterator[Notice]:
    """Yield what is wrong with the pages of a layout, also for its service."""
    for column in layout.columns:
        for error in column.errors.values():
            yield note_error(error, str(column.job))
        for one in column.inspected:
            yield from note_inspected(one)


def note_inspected(found: Inspected) -> Iterator[Notice]:
    """Yield the issues of a picture for a service, each at the row of its card."""
    name = f"{found.card} (back)" if found.is_back else found.card
    for issue in found.issues:
        yield Notice(f"{name}: {issue.message}", parse_place(found.source), found.where, issue.is_error)


def find_rank(notice: Notice) -> tuple[bool, bool, str, int]:
    """Return a key to sort by: problems before warnings, each in the order of the files."""
    place = notice.place
    return not notice.is_error, place is None, place.file if place else "", place.line if place else 0


class NumberedPlaces:
    """Places that pages were told, by numbers: a page can have only these opened."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._ids: dict[WrittenPlace, int] = {}
        self._known: dict[int, WrittenPlace] = {}

    def describe(self, origin: WrittenPlace) -> dict[str, Any]:
        """Return a place as JSON has it, with its number."""
        with self._lock:
            id = self._ids.setdefault(origin, len(self._ids) + 1)
            self._known[id] = origin
        return {"id": id, "text": str(origin), "what": origin.what, "url": make_address(origin)}

    def get(self, id: int) -> WrittenPlace | None:
        """Return a place by its number; None if there is none."""
        return self._known.get(id)


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page that is drawn: the hash of its SVG, its size in mm, and its title."""

    hash: str
    width: float
    height: float
    title: str


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
        return PagePicture(hash, round(seen.page.width, 2), round(seen.page.height, 2), seen.title)

    def get(self, hash: str) -> bytes | None:
        return self._kept.get(hash) or self._before.get(hash)

    def begin(self, shown: Iterable[str]) -> None:
        """Begin a new version, and keep the pages that are `shown` now, by their hashes."""
        known = {hash: self.get(hash) for hash in {*shown}}
        self._before, self._kept = {hash: data for hash, data in known.items() if data}, {}


@dataclass
class ShownColumn:
    """A column of a page: its pictures, of which some may be those of the version before."""

    locale: str
    paper: str
    pictures: list[PagePicture] = field(default_factory=list)
    count: int = 0
    """Number of pages, as far as it is known."""

    def put(self, index: int, picture: PagePicture) -> None:
        """Replace the picture of a page."""
        blank = PagePicture("", picture.width, picture.height, "")
        self.pictures += [blank] * (index + 1 - len(self.pictures))
        self.pictures[index] = picture


def describe_columns(columns: Iterable[ShownColumn], kit: Kit) -> list[dict[str, Any]]:
    """Return columns as JSON has them."""
    return [
        {
            "locale": one.locale,
            "language": kit.wordings[one.locale].name if one.locale in kit.wordings else one.locale,
            "paper": one.paper,
            "pages": [[each.hash, each.width, each.height, each.title] for each in one.pictures],
            "count": max(one.count, len(one.pictures)),
        }
        for one in columns
    ]


def describe_contents(contents: Contents) -> dict[str, Any]:
    """Return what can be chosen as JSON has it."""

    def describe(choices: Iterable[Option]) -> list[dict[str, Any]]:
        return [{"id": one.id, "title": one.title, "cards": one.is_cards} for one in choices]

    names = ("parts", "locales", "papers", "services")
    return {"title": contents.title, **{name: describe(getattr(contents, name)) for name in names}}


def describe_view(view: ScreenView) -> dict[str, Any]:
    """Return a view as JSON has it."""
    names = ("part", "locales", "papers", "shows", "ink", "service")
    return {"vision": view.vision or "", **{name: getattr(view, name) for name in names}}


def describe_spots(column: ScreenColumn, seen: SeenPage, wrong: Iterable[str]) -> dict[str, Any]:
    """Return the places of a page, with safe margins of cards; `wrong` are places with problems."""
    part, faulty = column.job.part, {*wrong}
    forms: dict[str, tuple[Form, str]] = {}
    for deck in part.decks if isinstance(part, PieceSet) else ():
        forms |= {piece.id: (deck.form, deck.locate(piece.id)) for piece in deck.pieces}
    spots = []
    for area, place, box in seen.list_spots():
        form, source = forms.get(place, (None, ""))
        safe = seen.product.safe if seen.product else form.safe if form and not form.is_net else 0.0
        is_wrong = (source or area) in faulty
        inner = Rectangle(*box).grown(-safe) if safe else None
        spots.append({"area": area, "place": place, "box": box, "safe": inner, "wrong": is_wrong})
    return {"spots": spots}
