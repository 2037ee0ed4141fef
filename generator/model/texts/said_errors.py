"""Errors of users in the language of a wording."""

from collections.abc import Sequence

from generator.errors import (
    DataError,
    GeneratorError,
    Notice,
    NoticeWords,
    Problem,
    SharedText,
    join_notices,
)
from generator.model.texts.wordings import Wording
from generator.model.values import replace


def say_shared(shared: SharedText, wording: Wording) -> str:
    """Return a text that all games share, with its values."""
    values = {
        name: wording.join(value, ",") if isinstance(value, tuple) else value
        for name, value in shared.values.items()
    }
    return wording.format(shared.key, values)


def frame_text(place: str, text: str, wording: Wording) -> str:
    """Return `walk.yaml: text`, in which each keeps its own direction."""
    return ": ".join((*filter(None, (wording.grammar.isolate(place),)), text))


def say_notices(error: GeneratorError, wording: Wording) -> Sequence[Notice]:
    """Return an error as people see it; what no text says in other languages stays English."""
    if isinstance(error, DataError):
        words = NoticeWords(
            noted=wording.sentences["notice.noted"],
            more=wording.sentences["notice.more"],
            line=wording.sentences["notice.line"],
            comma=wording.grammar.comma,
        )
        problems = (_say_problem(problem, wording) for problem in error.problems)
        return join_notices((problem.describe(words=words) for problem in problems), words)
    if error.shared is None:
        return error.list_notices()
    text = frame_text(error.prefix, say_shared(error.shared, wording), wording)
    return (Notice(text, error.place, error.about, mistake=error.mistake),)


def say_error(error: GeneratorError, wording: Wording) -> str:
    """Return the messages of an error as one text."""
    return "\n".join(map(str, say_notices(error, wording)))


def _say_problem(problem: Problem, wording: Wording) -> Problem:
    if not problem.key:
        return problem
    return replace(problem, message=wording.format(f"tally.file.{problem.key}", problem.values), hint="")
