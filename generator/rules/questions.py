"""Questions for a score file, repeated until the answer can be read."""

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from generator.errors import RulesError, Wrong
from generator.model.kit import Kit
from generator.rules.core import Listed, Question, Sentence
from generator.rules.players import check_players, split_names

A = TypeVar("A")


def ask_until_read(text: Sentence, read: Callable[[str], A]) -> Generator[Question, str, A]:
    """Repeat a question until `read` accepts the answer; it raises Wrong or RulesError."""
    problem: Sentence | str = ""
    while True:
        answer = yield Question(text, problem)
        try:
            return read(answer)
        except Wrong as wrong:
            problem = f"{wrong.message} ({wrong.hint})" if wrong.hint else wrong.message
        except RulesError as error:
            problem = Sentence.of_rule(error.rule, **error.values)


def ask_players(kit: Kit, *, may_be_some: bool = False) -> Generator[Question, str, tuple[str, ...]]:
    """Ask for names with commas between them, with the text `tally.ask.players`."""

    def read(answer: str) -> tuple[str, ...]:
        players = split_names(answer)
        check_players(kit, players, may_be_some=may_be_some)
        return players

    return ask_until_read(Sentence("tally.ask.players"), read)


def ask_value(
    text: Sentence, key: str, values: Sequence[str], *, usual: str
) -> Generator[Question, str, str]:
    """Ask for a value of an option; an empty answer is `usual`."""

    def read(answer: str) -> str:
        value = "_".join(answer.lower().replace("_", " ").split()) or usual
        if value in values:
            return value
        raise RulesError("log.value", key=key, value=answer.strip()[:40], known=Listed(values))

    return ask_until_read(text, read)
