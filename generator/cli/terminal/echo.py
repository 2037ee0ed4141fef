"""The door out of a command: lines on the terminal, files or pages on the desktop, an exit code.

The terminal gets the control characters of names and texts as escapes, and obeys none.
"""

import codecs
import contextlib
import io
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import typer

from generator.errors import escape_controls
from generator.system import IS_WINDOWS

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2212\u2010\u2011\u2013\u2014", "-"),
        **dict.fromkeys("\u00a0\u2009\u202f", " "),
        **dict.fromkeys("\u2018\u2019\u201a", "'"),
        **dict.fromkeys("\u201c\u201d\u201e", '"'),
        **dict.fromkeys("\u2066\u2067\u2068\u2069\u200e\u200f", ""),
        "\u00b7": "*",
        "\u00d7": "x",
        "\u2026": "...",
        "\u2192": "->",
        "\u2264": "<=",
        "\u2265": ">=",
    }
)
"""Signs that a terminal with few characters shows as others; everything else that it lacks is an escape."""

EXIT_WRONG = 1
"""The input is wrong or not found."""
UNREADABLE = 2
"""The input of `petri score` cannot be read; 1 means that a rule was broken."""
INTERRUPTED = 130
"""Ctrl-C."""


def show_everything(stream: io.TextIOWrapper) -> None:
    """Let a stream print every character: as it is, by a similar one, or as an escape.

    On Windows, files and pipes get UTF-8 instead of the encoding of old programs.
    """
    codecs.register_error("petri", _replace_character)
    stream.reconfigure(errors="petri")
    if IS_WINDOWS and not stream.isatty():
        stream.reconfigure(encoding="utf-8")


def _replace_character(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(_PLAIN)
    return text.encode("ascii", "backslashreplace").decode(), error.end


def echo(text: object = "", *, err: bool = False, nl: bool = True, is_dim: bool = False) -> None:
    """Print a text, with control characters as escapes."""
    shown = escape_controls(str(text))
    typer.echo(typer.style(shown, dim=True) if is_dim else shown, err=err, nl=nl)


def clear_terminal() -> None:
    """Clear the screen of a terminal, including its scrollback."""
    sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")


_NOT_IN_JSON = "[\x7f-\x9f\u2028\u2029\ud800-\udfff]"
"""Control characters that JSON may contain as they are."""


def echo_json(value: Any, *, indent: int | None = None) -> None:
    """Print a value as JSON, which escapes the control characters of its texts."""
    written = json.dumps(value, ensure_ascii=False, indent=indent)
    typer.echo(re.sub(_NOT_IN_JSON, lambda match: json.dumps(match[0])[1:-1], written))


_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""Variables of which a Linux or BSD system with a desktop sets at least one."""


def open_on_desktop(target: str) -> bool:
    """Return True if a program opens a file, a folder, or an address; what it prints is not shown."""
    if is_wsl() and (viewer := shutil.which("wslview")):
        nothing = subprocess.DEVNULL
        return subprocess.run([viewer, target], stdin=nothing, stdout=nothing, stderr=nothing).returncode == 0
    is_unix = sys.platform not in ("win32", "darwin")
    if is_unix and not any(map(os.environ.get, _SCREENS)):
        return False
    with _silenced_children():
        # A path may begin like an option of the program that opens it.
        return typer.launch(f"./{target}" if target.startswith("-") else target) == 0


def is_wsl() -> bool:
    """Return True in the Windows Subsystem for Linux, whose desktop is that of Windows."""
    return sys.platform == "linux" and "microsoft" in platform.uname().release.lower()


@contextlib.contextmanager
def _silenced_children() -> Iterator[None]:
    """Let programs that are started inside of the block print their errors nowhere."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
