"""Errors of the command line in the language that it asks for."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import typer

from generator.cli.terminal.echo import echo
from generator.errors import GeneratorError, SharedText
from generator.model.texts.wordings import Wording, frame_text, say_shared
from generator.read.files.shelf import REFERENCE, find_shelf
from generator.read.wordings.wordings import read_shared_wording


class WrongOption(typer.BadParameter):
    """An error of an option in the language of the reader, which is shown without an English frame."""

    def __init__(self, option: str, message: str, wording: Wording) -> None:
        super().__init__(message, param_hint=option)
        self._line = frame_text(option, message, wording)

    def show(self, file: Any = None) -> None:
        echo(self._line, err=True)


def find_reader(words: Sequence[str]) -> Wording | None:
    """Return the texts of the language of a command line; None for English, and for an unknown language."""
    locale = ""
    for word, following in zip(words, (*words[1:], ""), strict=True):
        if word in ("-l", "--locale"):
            locale = following
        elif match := re.fullmatch("(?:--locale=|-l=?)([A-Za-z].*)", word):
            locale = match[1]
    if locale in ("", REFERENCE):
        return None
    try:
        wording = read_shared_wording(find_shelf().wording, locale)
    except (GeneratorError, OSError):
        return None
    return wording if wording.locale == locale else None


def say_usage_error(error: Any, wording: Wording) -> WrongOption:
    """Return an error of Typer in the language of a wording."""
    if isinstance(error, WrongOption):
        return error
    shared = _find_shared(error)
    if hint := _find_hint(error):
        return WrongOption(hint, say_shared(shared, wording), wording)
    command = getattr(error.ctx, "command_path", "petri")
    more = wording.format("command.more", {"command": f"{command} -h"})
    return WrongOption(command, f"{say_shared(shared, wording)}\n{more}", wording)


def _find_hint(error: Any) -> str:
    """Return the option that has a wrong value; empty for other errors."""
    if not isinstance(error, typer.BadParameter) or _is_missing(error):
        return ""
    if error.param_hint:
        return str(error.param_hint).strip("'")
    return max(error.param.opts, key=len) if error.param is not None else ""


def _is_missing(error: Any) -> bool:
    return hasattr(error, "param_type")


_Values = Mapping[str, str | int | tuple[str, ...]]


def _find_shared(error: Any) -> SharedText:
    """Return the text that says an error of Typer."""
    key, values = _explain(error)
    return SharedText(f"command.{key}", values)


def _explain(error: Any) -> tuple[str, _Values]:
    """Return the key and the values of the text that says an error of Typer.

    Typer tells words that are too many, unknown commands, and values of flags apart only by their messages.
    """
    shared = getattr(error, "shared", None) or getattr(error.__cause__, "shared", None)
    if shared is not None:
        return shared.key.removeprefix("command."), shared.values
    if _is_missing(error):
        return "missing", {"name": str(getattr(error.param, "metavar", None) or error.param.name)}
    if hasattr(error, "possibilities"):
        near = sorted(error.possibilities or ())
        return ("near_option" if near else "no_option"), {"name": error.option_name, "near": (*near,)}
    if hasattr(error, "option_name"):
        takes_none = "does not take" in error.message
        return ("no_value" if takes_none else "value_missing"), {"name": error.option_name}
    kind = getattr(getattr(error, "param", None), "type", None)
    if (least := getattr(kind, "min", None)) is not None:
        most = getattr(kind, "max", None)
        return ("least", {"least": least}) if most is None else ("range", {"least": least, "most": most})
    if isinstance(error, typer.BadParameter):
        return ("whole", {}) if getattr(kind, "name", "") == "integer" else ("wrong_value", {})
    if words := re.search(r" \(([^()]*)\)$", error.message):
        return "too_much", {"words": words[1]}
    if words := re.match(r"No such command '(.*?)'", error.message):
        return "no_command", {"name": words[1]}
    return "wrong", {}
