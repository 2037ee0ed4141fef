"""Two languages at once: every text in both."""

import re
from collections.abc import Mapping
from unicodedata import east_asian_width

from generator.model.grammar import Grammar
from generator.model.message import Message, MessageValue
from generator.model.rich_text import OTHER_LANGUAGE
from generator.model.values import dataclass
from generator.model.wording import Wording

PLUS = "+"
"""Separator between the tags of two locales: `de+it`."""

_SLASH = " / "
_LONGEST = 48
"""Maximum width of two labels in one line, in letters; full-width letters count twice."""
_SENTENCE = re.compile(r"[.!?…](\s|\*|\}|$)|[。！？؟]|\n|\\n")
"""End of a sentence or of a line, which labels do not have."""
_UNSEEN = re.compile("[\u200e\u200f\u2066-\u2069]")
_ISOLATE, _END = "\u2068", "\u2069"


@dataclass(frozen=True, slots=True)
class _Both(Message):
    """A message whose second half uses the numbers of its own language."""

    first: Message
    second: Message
    second_grammar: Grammar
    turns: bool

    def fill(self, values: Mapping[str, MessageValue], grammar: Grammar) -> str:
        second = self.second.fill(values, self.second_grammar)
        return join_sentences(self.first.fill(values, grammar), second, turns=self.turns)


@dataclass(frozen=True)
class BilingualWording(Wording):
    """A wording that gives every text in the first language and then in the second.

    Direction and lists are those of the first language.
    """

    each: tuple[Wording, ...] = ()

    @property
    def tag(self) -> str:
        return self.each[0].tag

    def message(self, key: str) -> Message:
        if key in self._messages:
            return self._messages[key]
        first, second = self.each
        one, other = first.message(key), second.message(key)
        if is_said_once(key) or _bare(one.text) == _bare(other.text):
            return super().message(key)
        names = tuple(dict.fromkeys(one.names + other.names))
        turns = first.direction != second.direction
        text = join_sentences(one.text, other.text, turns=turns)
        both = _Both(text, (), names, one.choices + other.choices, one, other, second.grammar, turns)
        self._messages[key] = both
        return both


def make_bilingual_wording(first: Wording, second: Wording) -> BilingualWording:
    """Combine two wordings with the same keys."""
    turns = first.direction != second.direction
    joined = {
        key: join_sentences(sentence, second.sentences[key], turns=turns)
        for key, sentence in first.sentences.items()
        if not is_said_once(key)
    }
    return BilingualWording(
        f"{first.locale}{PLUS}{second.locale}",
        f"{first.name} / {second.name}",
        first.direction,
        {**first.sentences, **joined},
        first.grammar,
        is_draft=first.is_draft or second.is_draft,
        fallbacks=first.fallbacks | second.fallbacks,
        direct=first.direct,
        each=(first, second),
    )


def join_sentences(first: str, second: str, *, turns: bool) -> str:
    """Join short labels with a slash, and other texts with a line break; equal texts are given once.

    The second text is in italics, so that readers find their language at a glance. `turns` means that it has
    the other direction and is isolated by invisible marks.
    """
    if _bare(first) == _bare(second):
        return first
    width = sum(1 + (east_asian_width(letter) in "WF") for letter in first + second)
    is_label = width <= _LONGEST and not (_SENTENCE.search(first) or _SENTENCE.search(second))
    return first + (_SLASH if is_label else "\n") + _mark(second, turns)


def _mark(second: str, turns: bool) -> str:
    """Mark each line separately, because lines may be split, unless a mark spans several lines."""
    lines = second.replace(r"\n", "\n").split("\n")
    if turns:
        lines = [f"{_ISOLATE}{line}{_END}" if line.strip() else line for line in lines]
    if any(line.count("{") != line.count("}") for line in lines):
        lines = ["\n".join(lines)]
    return "\n".join(f"{{{OTHER_LANGUAGE}|{line}}}" if line.strip() else line for line in lines)


def is_said_once(key: str) -> bool:
    """Return True for credits, which are mostly names, in a line without room for two languages."""
    return key.rpartition(".")[2] == "credit"


def is_joined(sentence: str) -> bool:
    """Return True if the text may be in two languages."""
    return _SLASH in sentence or "\n" in sentence


def in_one_line(sentence: str) -> str:
    """Put texts that are below each other side by side, for titles."""
    return sentence.replace("\n", _SLASH)


def below_each_other(sentence: str) -> str:
    """Put texts that are side by side below each other, for boxes that are higher than wide.

    A text with several lines or several slashes is not changed, because the separator is not known.
    """
    is_label = sentence.count(_SLASH) == 1 and "\n" not in sentence
    return sentence.replace(_SLASH, "\n") if is_label else sentence


def _bare(sentence: str) -> str:
    """Remove direction marks and no-break spaces."""
    return _UNSEEN.sub("", sentence).replace("\u00a0", " ")
