"""Questions on a terminal, one after another, whose answers are kept in a file until the last one."""

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from generator.cli.terminal.screen import Screen
from generator.cli.terminal.tables import write_lines
from generator.errors import RulesError
from generator.model.kit import Kit
from generator.model.played import GameLog
from generator.model.texts.wordings import Wording
from generator.output import LineLog, reported
from generator.read.files.text_files import name_file, unreadable
from generator.read.files.yaml import read_yaml
from generator.rules.companion import OptionQuestion, ViewCell
from generator.rules.core import Question, Sentence, check_players, name_numbers_of_players, split_names
from generator.rules.game import AnyGame
from generator.rules.notation import fold
from generator.rules.score_form import quote_text
from generator.rules.vocabulary import find_option_value


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
