"""Line input on a terminal with history and completion."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from generator.rules.notation import fold


class LineEditor:
    """The readline library of the system, if there is one."""

    def __init__(self) -> None:
        self._offer: Callable[[], Sequence[str]] = tuple
        self._offered: tuple[str, ...] = ()
        with suppress(ImportError):
            self._set_up(import_module("readline"))

    def _set_up(self, readline: Any) -> None:
        # The complete line is completed, including blanks: moves have several words.
        readline.set_completer_delims("")
        readline.set_completer(self.complete)
        is_edit_line = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_edit_line else "tab: complete")

    def read(self, prompt: str, offer: Callable[[], Sequence[str]]) -> str:
        """Read a line; the tab key offers complete lines. Raises EOFError."""
        self._offer = offer
        return input(prompt)

    def complete(self, typed: str, number: int) -> str | None:
        """Return the completion with this number, or None after the last one."""
        if number == 0:
            start = fold(typed)
            self._offered = tuple(line for line in self._offer() if fold(line).startswith(start))
        return self._offered[number] if number < len(self._offered) else None
