"""Questions on a terminal, asked one after the other until all are answered."""

from collections.abc import Generator

import typer

from generator.errors import Problem, UnreadableData
from generator.model.wording import Wording
from generator.rules.core import Question, Sentence


def ask(questions: Generator[Question, str, str], wording: Wording) -> str:
    """What the answers make; raises UnreadableData when the answers end before them."""
    try:
        question = next(questions)
        while True:
            if question.problem:
                problem = question.problem
                said = problem.say(wording) if isinstance(problem, Sentence) else problem
                typer.echo(said, err=True)
            typer.echo(question.text.say(wording))
            question = questions.send(input("> "))
    except StopIteration as end:
        made: str = end.value
        return made
    except EOFError:
        ended = Problem("what was typed", 0, 0, "", "ends before all questions are answered")
        raise UnreadableData([ended]) from None
