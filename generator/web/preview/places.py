"""Places in files that pages of the preview can have opened in an editor."""

import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from threading import Lock, Thread
from typing import Any
from urllib.parse import quote

from generator.errors import SharedText, WrittenPlace
from generator.model.values import dataclass
from generator.system import IS_WINDOWS

PREVIEW = "preview."
"""Start of the keys of the page's texts."""
_PLACE = re.compile(r"(.+?):(\d+)(?::(\d+))?")
"""A file, a line, and perhaps a column."""
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


def parse_place(text: str) -> WrittenPlace | None:
    """Return the place that is written as `deck.yaml:12` or `deck.yaml:12:5`; None for another text."""
    match = _PLACE.fullmatch(text)
    return WrittenPlace(match[1], int(match[2]), int(match[3] or 1)) if match else None


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
