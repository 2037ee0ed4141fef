"""Questions on a terminal, one after another."""

from collections.abc import Callable, Generator, Iterable

from generator.cli.terminal.tables import write_lines
from generator.model.texts.wordings import Wording
from generator.read.files.text_files import unreadable
from generator.rules.core import Question, Sentence
from generator.rules.notation import fold


def translate_command(command: str, wording: Wording) -> str:
    return wording.format(f"walk.command.{command}")


def find_command(word: str, commands: Iterable[str], wording: Wording) -> str:
    """Return the command that a word means, or an empty text."""
    names = ((command, fold(translate_command(command, wording))) for command in commands)
    return next((command for command, name in names if fold(word) in (command, name)), "")


def ask(begin: Callable[[], Generator[Question, str, str]], wording: Wording) -> str:
    """Ask all questions and return their result; raises DataError if input ends early.

    `begin` starts the questions. To take back an answer, they start again with all earlier answers.
    """
    write_lines(wording.format("tally.take_back", {"undo": translate_command("undo", wording)}))
    taken: list[str] = []
    questions = begin()
    try:
        question = next(questions)
        while True:
            if problem := question.problem:
                text = problem.format(wording) if isinstance(problem, Sentence) else problem
                write_lines(text, is_error=True)
            write_lines(question.text.format(wording))
            answer = input("> ").strip()
            if find_command(answer, ("undo",), wording):
                if not taken:
                    write_lines(wording.format("walk.nothing_to_undo"))
                taken, questions = taken[:-1], begin()
                question = next(questions)
                for earlier in taken:
                    question = questions.send(earlier)
                continue
            question = questions.send(answer)
            if not question.problem:
                taken.append(answer)
    except StopIteration as end:
        return str(end.value)
    except EOFError:
        raise unreadable("standard input", "ends before all questions are answered") from None
