"""Editors that open a file at a line: those with windows of their own, named by VISUAL or EDITOR."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from threading import Thread
from urllib.parse import quote

from generator.model.values import dataclass
from generator.read.kits.origins import Origin

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

    def open(self, origin: Origin) -> None:
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


def make_address(origin: Origin) -> str:
    """Return the address with which browsers open a file in VS Code."""
    path = quote(Path(origin.file).resolve().as_posix(), safe="/:")
    return f"vscode://file/{path.lstrip('/')}:{origin.line}:{origin.column}"
