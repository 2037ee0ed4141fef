"""Lines that are typed on a terminal: arrow keys, what was typed before, and the tab key."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from generator.rules.likeness import fold


class LineEditor:
    """What the terminal's own line has not; where the system has no such library, that line it is."""

    def __init__(self) -> None:
        self._offer: Callable[[], Sequence[str]] = tuple
        self._offered: tuple[str, ...] = ()
        with suppress(ImportError):
            self._set_up(import_module("readline"))

    def _set_up(self, readline: Any) -> None:
        # The whole line is completed, blanks and all: moves are several words.
        readline.set_completer_delims("")
        readline.set_completer(self.complete)
        is_edit_line = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_edit_line else "tab: complete")

    def read(self, prompt: str, offer: Callable[[], Sequence[str]]) -> str:
        """Raises EOFError; `offer` is asked for whole lines when the tab key is pressed."""
        self._offer = offer
        return input(prompt)

    def complete(self, typed: str, number: int) -> str | None:
        """The line that is offered as number so and so for what was typed; None: there are no more."""
        if number == 0:
            start = fold(typed)
            self._offered = tuple(line for line in self._offer() if fold(line).startswith(start))
        return self._offered[number] if number < len(self._offered) else None
