"""The door to the terminal for lines: it shows the control characters of names and texts, and obeys none."""

import json
import re
import sys
from typing import Any

import typer

from generator.errors import escape_controls


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
