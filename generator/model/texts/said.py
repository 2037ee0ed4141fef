"""Errors of users, or findings of checks, in the language of a reader.

Checks report in English, as errors of files do. The English texts `finding.*` are patterns here: the one
that fits a message has the key and the values of the same text in another language.
"""

import re
from collections.abc import Sequence
from functools import cached_property

from generator.errors import DataError, GeneratorError, Notice, NoticeWords, Problem, SharedText, join_notices
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


_FINDING = "finding."
_PLACEHOLDER = re.compile(r"\{([a-z]+)\}")
_MESSAGES = ("message", "right")
"""Placeholders for messages, which are translated, too."""
_LISTS = ("names", "numbers", "signs")
"""Placeholders for lists, which have commas between their items."""
_JOINT = "; "
_MOST_PARTS = 6
"""Maximum number of messages that are joined to one."""


class FindingTexts:
    """Finds the text that says a finding in another language."""

    def __init__(self, english: Wording) -> None:
        """`english` has the English texts of all games."""
        self._english = english

    @cached_property
    def _patterns(self) -> list[tuple[str, re.Pattern[str]]]:
        """Keys of texts with their patterns, those with most words of their own first.

        The last ones begin with a value, which may be the start of any message.
        """
        texts = {key: text for key, text in self._english.sentences.items() if key.startswith(_FINDING)}

        def rank(key: str) -> tuple[bool, int]:
            return texts[key].startswith("{"), -len(_PLACEHOLDER.sub("", texts[key]))

        return [(key, _make_pattern(texts[key])) for key in sorted(texts, key=rank)]

    def find(self, message: str, reader: Wording) -> str | None:
        """Return a message or a hint in the language of a reader; None if no text says it."""
        for key, pattern in self._patterns:
            if match := pattern.fullmatch(message):
                values = match.groupdict()
                values |= {name: self.say(values[name], reader) for name in _MESSAGES if name in values}
                values |= {name: _join(values[name], reader) for name in _LISTS if name in values}
                return reader.format(key, values)
        parts = message.split(_JOINT)
        for number in range(1, len(parts) if len(parts) <= _MOST_PARTS else 0):
            # A message may have semicolons of its own.
            first, others = (_JOINT.join(some) for some in (parts[:number], parts[number:]))
            said_parts = [self.find(each, reader) for each in (first, others)]
            if None not in said_parts:
                return reader.grammar.semicolon.join(filter(None, said_parts))
        return None

    def say(self, message: str, reader: Wording) -> str:
        """Return a message in the language of a reader; one that no text says stays as it is."""
        found = None if reader.locale == self._english.locale else self.find(message, reader)
        return message if found is None else found


def _join(items: str, reader: Wording) -> str:
    """Return an English list as one of the reader's language; a comma inside backticks is part of an item."""
    return reader.join(re.split(r", (?=[^`]*(?:`[^`]*`[^`]*)*$)", items), ",")


def _make_pattern(text: str) -> re.Pattern[str]:
    """Return the pattern of a text; values have no semicolon, except inside backticks."""
    before, *parts = _PLACEHOLDER.split(text)
    pattern = re.escape(before)
    for name, literal in zip(parts[::2], parts[1::2], strict=True):
        end = "`" if before.endswith("`") else ""
        pattern += f"(?P<{name}>(?:(?!{end}{_JOINT}).)+?){re.escape(literal)}"
        before = literal
    return re.compile(pattern, re.DOTALL)
