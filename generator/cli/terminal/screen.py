"""Dialogues on a terminal or in a pipe."""

import io
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import chain, count, zip_longest
from typing import Any

from rich.text import Text

from generator.cli.terminal.echo import clear_terminal
from generator.cli.terminal.tables import break_text, make_console
from generator.errors import escape_controls
from generator.model.texts.wordings import Wording
from generator.play.walks.talk import Choice, get_common_start, get_rest, group_moves, label_choices
from generator.play.walks.walkthrough import Walk
from generator.read.files.text_files import has_forbidden
from generator.rules.companion import TableView, Tone, ViewCell
from generator.rules.core import NATURE, Sentence, Value
from generator.rules.notation import fold

LONGEST_LINE = 500
"""Longest line that a person types."""
_STYLES: Mapping[Tone, str] = {
    "plain": "",
    "strong": "bold",
    "dim": "dim",
    "red": "bold red",
    "blue": "bold blue",
    "yellow": "bold yellow",
    "green": "bold green",
    # Readable on any background of the terminal.
    "black": "bold black on white",
}
_PROMPT = 2
"""Rows below a list: one for the number of hidden entries, one for the prompt."""
_LEAST_ROOM = 20
"""Minimum width, in columns, of wrapped text."""
_MOST_LISTED = 12
"""Maximum entries of a list, unless the user asks for all moves."""
LEAST_LISTED = 4
"""Minimum entries of a list; a shorter one would hide too much."""


class Screen:
    """Input and output in one language; colours as the terminal and NO_COLOR allow."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self.is_terminal = sys.stdin.isatty()
        self.has_refused = False
        self._rows = 0
        """Rows printed since the last input."""
        self._console = make_console()
        self._editor = LineEditor() if self.is_terminal and sys.stdout.isatty() else None
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")

    def print(self, key: str, /, *, tone: Tone = "plain", **values: Value) -> None:
        """Print a text that all games share."""
        self.write(Sentence(f"walk.{key}", **values), tone=tone)

    def write(self, text: str | Sentence, *, tone: Tone = "plain", indent: int = 0) -> None:
        """Print wrapped and indented lines."""
        text = self._translate(text)
        width = max(self._console.width - indent, _LEAST_ROOM)
        for line in break_text(Text(text, _STYLES[tone]), self._console, width):
            line.rstrip()
            self._print(Text(" " * indent) + line)

    def refuse(self, reason: Sentence) -> None:
        """Print why input was refused."""
        self.has_refused = True
        self.write(reason)

    def write_events(self, events: Sequence[Sentence]) -> None:
        """Print a list of events."""
        for event in events:
            self.write(f"• {event.format(self.wording)}", indent=2)

    def show_code(self, lines: Sequence[str]) -> None:
        """Print a QR code, light on dark, unless it is in a pipe or wider than the terminal."""
        if sys.stdout.isatty() and lines and len(lines[0]) <= self._console.width:
            for line in lines:
                self._print(Text(line, "bright_white on black"))

    def find_room(self, *, least: int, most: int) -> int:
        """Return how many entries fit below what was just printed; `most` in a pipe."""
        left = self._console.height - self._rows - _PROMPT
        return min(left, most) if self.is_terminal and left >= least else most

    def clear(self) -> None:
        """Clear the screen, including its scrollback."""
        self._rows = 0
        if self._console.is_dumb_terminal:
            for _ in range(self._console.height):
                self.space()
        else:
            clear_terminal()

    def space(self) -> None:
        self._print(Text())

    def read(self, offer: Callable[[], Sequence[str]] = tuple) -> str:
        """Read a line; the tab key offers the lines of `offer`. Raises EOFError."""
        while True:
            sys.stdout.flush()
            self._rows = 0
            try:
                line = (self._editor.read("> ", offer) if self._editor else input("> ")).strip()
            except EOFError:
                self.space()
                raise
            if not self.is_terminal:
                # In a pipe, no key press ends the line of the prompt.
                self.space()
            if len(line) <= LONGEST_LINE and not has_forbidden(line):
                return line
            self.print("odd")

    def show_rows(
        self, cells: Sequence[Sequence[ViewCell]], *, indent: int = 0, is_grid: bool = False
    ) -> None:
        """Print cells in columns, which are narrow and equally wide in a grid."""
        rows = [[Text(self._translate(cell.text), _STYLES[cell.tone]) for cell in row] for row in cells]
        lengths = [[text.cell_len for text in row] for row in rows]
        widths = [max(column) for column in zip_longest(*(row[:-1] for row in lengths), fillvalue=0)]
        if is_grid:
            widths = [max(chain.from_iterable(lengths), default=0)] * len(widths)
        gap = 1 if is_grid else 2
        for row in rows:
            line = Text(" " * indent)
            for text, width in zip(row[:-1], widths, strict=False):
                line += text + Text(" " * (width - text.cell_len + gap))
            self._print_broken(line, row[-1] if row else Text())

    def show_numbered(self, rows: Iterable[Sequence[ViewCell]], labels: Sequence[str] = ()) -> None:
        """Print cells in columns, behind the label of their row, by default its number."""
        numbered = zip(labels or map(str, count(1)), rows, strict=False)
        self.show_rows([(ViewCell(f"{label:>4}", "dim"), *row) for label, row in numbered])

    def show(self, view: TableView) -> None:
        """Print every block under its title."""
        for block in view:
            if block.title:
                self.write(block.title, tone="strong")
            heads = [block.heads] if block.heads else []
            self.show_rows([*heads, *block.rows], indent=2, is_grid=block.is_grid)
        self.space()

    def _translate(self, text: str | Sentence) -> str:
        return escape_controls(text.format(self.wording) if isinstance(text, Sentence) else text)

    def _print_broken(self, line: Text, last: Text) -> None:
        start = line.cell_len
        room = self._console.width - start
        fits = last.cell_len <= room or room < _LEAST_ROOM
        for part in [last] if fits else last.wrap(self._console, room):
            full = line + part
            full.rstrip()
            self._print(full)
            line = Text(" " * start)

    def _print(self, line: Text) -> None:
        self._rows += 1
        self._console.print(line, soft_wrap=True)


def show_choices(
    screen: Screen, walk: Walk, actor: str, moves: Sequence[str], *, most: int | None = None
) -> Mapping[str, Choice]:
    """Show and return a labelled list that fits on the screen, or has at most `most` entries.

    For dice, show an example instead, and for too many draws their number.
    """
    rare = walk.game.companion.rare if most is None else ()
    if most is None:
        most = screen.find_room(least=LEAST_LISTED, most=_MOST_LISTED)
    if not moves:
        return {}
    vocabulary = walk.game.vocabularies[screen.wording.locale]
    if actor == NATURE and walk.chance == "dice":
        (words,) = vocabulary.say_each([moves[len(moves) // 2]])
        screen.print("such_as", words=words, tone="dim")
        return {}
    choices = group_moves(moves, most=most, rare=rare)
    if actor == NATURE and len(choices) > most:
        # Players read the name from the drawn card; a list would not help.
        words = moves[len(moves) // 2][len(get_common_start(moves)) :].strip()
        (words,) = vocabulary.say_each([words])
        screen.print("one_of", number=len(moves), words=words, tone="dim")
        return {}
    listed = choices[:most]
    labels = label_choices(moves, len(listed))
    said = vocabulary.say_each([choice.only or choice.start for choice in listed])
    rows = []
    for choice, words in zip(listed, said, strict=True):
        if choice.only:
            description = walk.describe(actor, choice.only).format(screen.wording)
            rows.append((ViewCell(words, "strong"), ViewCell(get_rest(words, description))))
        else:
            several = Sentence("walk.several", words=words, number=len(choice.moves))
            common = walk.companion.describe_start(walk.state, actor, choice.start)
            gloss = common.format(screen.wording) if common else vocabulary.gloss(choice.start)
            rows.append((ViewCell(several, "strong"), ViewCell("" if fold(gloss) == fold(words) else gloss)))
    screen.show_numbered(rows, labels)
    hidden = sum(len(choice.moves) for choice in choices[most:])
    if hidden:
        (words,) = vocabulary.say_each([choices[-1].start])
        screen.print("more", number=hidden, words=words, tone="dim")
    return dict(zip(labels, listed, strict=True))


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
