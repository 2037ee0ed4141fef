"""The door to the terminal for lines: it shows the control characters of names and texts, and obeys none."""

import codecs
import io
import json
import re
import sys
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


_NOT_IN_JSON = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Control characters that JSON may contain as they are."""


def echo_json(value: Any, *, indent: int | None = None) -> None:
    """Print a value as JSON, which escapes the control characters of its texts."""
    written = json.dumps(value, ensure_ascii=False, indent=indent)
    typer.echo(_NOT_IN_JSON.sub(lambda match: json.dumps(match[0])[1:-1], written))
