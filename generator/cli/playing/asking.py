"""Dialogues on a terminal or in a pipe: lists, questions, answers that are kept in a file."""

import io
import sys
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import chain, count, zip_longest
from pathlib import Path
from typing import Any

from rich.text import Text

from generator.cli.terminal.echo import clear_terminal
from generator.cli.terminal.tables import break_text, make_console, write_lines
from generator.errors import escape_controls
from generator.model.kit import Kit
from generator.model.played import GameLog
from generator.model.texts.wordings import Wording
from generator.output import LineLog, reported
from generator.play.walks.talk import Choice, get_common_start, get_rest, group_moves, label_choices
from generator.play.walks.walkthrough import Walk
from generator.read.files.text_files import has_forbidden, name_file, unreadable
from generator.read.files.yaml import read_yaml
from generator.rules.core import (
    NATURE,
    OptionQuestion,
    Question,
    RulesError,
    Sentence,
    TableView,
    Tone,
    Value,
    ViewCell,
    check_players,
    name_numbers_of_players,
    split_names,
)
from generator.rules.form import quote_text
from generator.rules.game import AnyGame
from generator.rules.notation import fold
from generator.rules.vocabulary import find_option_value

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


class KeptAnswers:
    """The answers so far; every change is on the disk before the next question."""

    def __init__(self, kit: Kit) -> None:
        """Take up the answers in the file of a game in the current folder; raises DataError."""
        self.path = Path(f"{kit.slug}-answers.yaml")
        self.given: list[str] = []
        self._head = f"game: {kit.id}\nanswers:\n"
        self._lines = LineLog(self.path)
        if self.path.exists():
            self.given = _read_answers(self.path, kit.id)
            self._lines.read()

    def add(self, answer: str) -> None:
        """Add the answer to the last question; raises OutputError."""
        self.given.append(answer)
        if len(self.given) == 1:
            self._lines.write(f"{self._head}{_write(answer)}".encode())
        else:
            self._lines.append(_write(answer).encode())

    def take_back(self) -> None:
        """Remove the last answer; raises OutputError."""
        del self.given[-1]
        self._lines.write((self._head + "".join(map(_write, self.given))).encode())

    @contextmanager
    def until_done(self) -> Iterator[None]:
        """Remove the file if the block ends without an error."""
        yield
        with reported(self.path):
            self.path.unlink(missing_ok=True)


def _read_answers(path: Path, game: str) -> list[str]:
    match read_yaml(path).data:
        case {"game": known, "answers": [*given]} if known == game and all(
            isinstance(one, str) for one in given
        ):
            return [str(one) for one in given]
    raise unreadable(
        name_file(path),
        f"does not have answers about {game}",
        "rename it, or remove it",
        key="other_answers",
    )


def _write(answer: str) -> str:
    return f"  - {quote_text(answer)}\n"


def translate_command(command: str, wording: Wording) -> str:
    return wording.format(f"walk.command.{command}")


HELP = "help"
_HELP_SIGN = "?"


def find_spoken_command(word: str, commands: Collection[str], wording: Wording) -> str:
    """Return the command that a word means, in English or in the user's language, or an empty text.

    A question mark asks for help.
    """
    if word == _HELP_SIGN and HELP in commands:
        return HELP
    names = ((command, fold(translate_command(command, wording))) for command in commands)
    return next((command for command, name in names if fold(word) in (command, name)), "")


def ask(begin: Callable[[], Generator[Question, str, str]], wording: Wording, kept: KeptAnswers) -> str:
    """Ask all questions that are not answered yet, and return their result; raises DataError if input ends.

    `begin` starts the questions. To take back an answer, they start again with all earlier answers.
    """
    write_lines(wording.format("tally.take_back", {"undo": translate_command("undo", wording)}))
    try:
        questions, question = _take_up(begin, kept)
        while True:
            if question.problem:
                write_lines(question.problem.format(wording), is_error=True)
            write_lines(question.text.format(wording))
            answer = input("> ").strip()
            command = find_spoken_command(answer, (HELP, "undo"), wording)
            if command == HELP:
                show_help(Screen(wording), "begin", (HELP, "undo"))
                continue
            if command:
                if kept.given:
                    kept.take_back()
                else:
                    write_lines(wording.format("walk.nothing_to_undo"))
                questions, question = _take_up(begin, kept)
                continue
            question = questions.send(answer)
            if not question.problem:
                kept.add(answer)
    except StopIteration as end:
        return str(end.value)
    except EOFError:
        raise unreadable("standard input", "ends before all questions are answered", key="asks") from None


def _take_up(
    begin: Callable[[], Generator[Question, str, str]], kept: KeptAnswers
) -> tuple[Generator[Question, str, str], Question]:
    """Return the questions after the kept answers; raises DataError if one of these fits no longer."""
    questions = begin()
    question = next(questions)
    for number, answer in enumerate(kept.given, 1):
        question = questions.send(answer)
        if question.problem:
            message = f"answer {number}, `{answer}`, does not fit"
            hint = "correct it, or remove the file"
            raise unreadable(kept.path, message, hint, key="no_answer", text=answer)
    return questions, question


def show_help(screen: Screen, head: str, commands: Iterable[str]) -> None:
    """Print the text `walk.help.<head>`, and each command with what it does."""
    screen.print(f"help.{head}")
    rows = [
        (ViewCell(translate_command(each, screen.wording), "strong"), ViewCell(Sentence(f"walk.help.{each}")))
        for each in commands
    ]
    screen.show_rows(rows, indent=2)


class LeaveConversation(Exception):
    """The user quits."""


Players = tuple[str, ...]


def ask_set_up(
    screen: Screen,
    game: AnyGame,
    players: Players,
    options: Mapping[str, str],
    write: Callable[[GameLog], None],
    *,
    is_open: bool,
) -> tuple[Players, dict[str, str]]:
    """Ask for missing players and options, and write each answer at once; raises Stop.

    `undo` returns to the previous question, and to the players if `is_open`.
    """
    answers = dict(options)
    questions = [each for each in game.companion.questions if not _is_settled(game, each, answers)]
    number = 0
    while True:
        players = players or _ask_players(screen, game)
        write(GameLog(game.kit.id, players, (), answers, game.variant))
        if number == len(questions):
            return players, answers
        answer = _ask_option(screen, game, questions[number])
        if answer is not None:
            answers[questions[number].key] = answer
            number += 1
        elif number:
            number -= 1
            del answers[questions[number].key]
        elif is_open:
            players = ()
        else:
            screen.print("nothing_to_undo")


def _is_settled(game: AnyGame, question: OptionQuestion, answers: Mapping[str, str]) -> bool:
    known = game.rules.options
    return question.key in answers or any(
        answers.get(key, known[key][0]) != known[key][0] for key in question.settled_by
    )


_SET_UP_COMMANDS = (HELP, "undo", "quit")


def _read(screen: Screen) -> str:
    while True:
        typed = screen.read()
        command = find_spoken_command(typed, _SET_UP_COMMANDS, screen.wording)
        if command == "quit":
            raise LeaveConversation
        if command != HELP:
            return command or typed
        show_help(screen, "begin", _SET_UP_COMMANDS)


def _ask_players(screen: Screen, game: AnyGame) -> Players:
    screen.print("who", players=name_numbers_of_players(game.kit), tone="strong")
    while True:
        typed = _read(screen)
        if typed == "undo":
            screen.print("nothing_to_undo")
            continue
        players = split_names(typed)
        if typed.isdecimal() and len(typed) < 3:
            numbers = range(1, int(typed) + 1)
            players = tuple(screen.wording.format("walk.player", {"number": number}) for number in numbers)
        try:
            check_players(game.kit, players)
            game.rules.start(players, {})
        except RulesError as error:
            screen.refuse(Sentence.of_rule(error.rule, **error.values))
        else:
            return players


def _ask_option(screen: Screen, game: AnyGame, question: OptionQuestion) -> str | None:
    """Return a value by number or name, or the default; None to return to the previous question."""
    known = game.rules.options[question.key]
    screen.write(question.text, tone="strong")
    names = {value: name.format(screen.wording) for value, name in question.values.items()}
    values = tuple(names) or known
    if question.values:
        screen.show_numbered((ViewCell(name),) for name in names.values())
    screen.print("usual", value=names.get(known[0], known[0]), tone="dim")
    while True:
        typed = _read(screen)
        if not typed or typed == "undo":
            return None if typed else known[0]
        if question.values and typed.isdecimal() and 1 <= int(typed) <= len(values):
            return values[int(typed) - 1]
        try:
            return find_option_value(game.kit, question, values, typed)
        except RulesError as error:
            screen.refuse(Sentence.of_rule(error.rule, **error.values))
