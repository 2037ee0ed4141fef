"""Texts by key, errors among them: in one language, in two at once, or in a pseudo-language.

Checks report in English, as errors of files do. The English texts `finding.*` are patterns here: the one
that fits a message has the key and the values of the same text in another language.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from typing import Literal
from unicodedata import east_asian_width

from generator.errors import DataError, GeneratorError, Notice, NoticeWords, Problem, SharedText, join_notices
from generator.model.texts.message import (
    ISOLATE,
    ISOLATE_END,
    FormedText,
    Grammar,
    Joint,
    Message,
    MessageValue,
    parse_message,
)
from generator.model.texts.rich_text import OPENED, OTHER_LANGUAGE, SOFT_HYPHEN, plain, without_soft_hyphens
from generator.model.values import dataclass, field, replace


@dataclass(frozen=True)
class Wording:
    """The texts of one language by dotted key; a missing key is a KeyError, since readers check all keys."""

    locale: str
    """BCP 47 tag, such as `en`, `es`, or `pt-BR`."""
    name: str
    """Name of the language in that language, such as `Español`."""
    direction: Literal["ltr", "rtl"]
    sentences: Mapping[str, str]
    grammar: Grammar = field(default_factory=Grammar)
    """Rules for plurals, numbers, and lists."""
    is_draft: bool = False
    """True if the language is not finished: missing texts fall back to English."""
    fallbacks: frozenset[str] = frozenset()
    """Keys that fall back to English."""
    fallback_grammar: Grammar = field(default_factory=Grammar)
    """Rules for the texts that fall back to English."""
    direct: Mapping[str, str] = field(default_factory=dict)
    """Keys of texts that are written in decks themselves, by their English text."""
    forms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Other forms of texts, by key and name of the form: `to` of a city."""
    numbers: Mapping[str, int | str] = field(default_factory=dict)
    """Numbers of the kit, which its texts have already, for texts without a key."""
    language: str = ""
    """BCP 47 tag of texts in another language than that of the locale."""
    _messages: dict[str, Message] = field(default_factory=dict, init=False, compare=False, repr=False)
    """Texts with placeholders, parsed on first use."""

    @property
    def languages(self) -> int:
        """Number of languages in which each text is printed."""
        return len(self.each)

    @property
    def each(self) -> tuple["Wording", ...]:
        """One wording for each language."""
        return (self,)

    @property
    def tag(self) -> str:
        """BCP 47 tag; for a locale of several languages, the tag of the first."""
        return self.language or self.locale

    def __contains__(self, key: str) -> bool:
        return key in self.sentences

    def format(self, key: str, values: Mapping[str, str | int] | None = None) -> str:
        """Return the text with its placeholders and plurals filled in.

        Int values are formatted as in the language. Raises KeyError if the number of a plural is missing.
        """
        sentence = self.sentences[key]
        if values is None or "{" not in sentence:
            return sentence
        return self.message(key).fill(values, self.get_grammar(key))

    def note(self, key: str, text: str) -> None:
        """Note that a text was asked for, in wordings that do."""

    def format_value(self, key: str, values: Mapping[str, str | int]) -> str:
        """Return a text that is filled into another one, with its forms."""
        text, forms = self.format(key, values), self.forms.get(key)
        if not forms:
            return text
        grammar = self.get_grammar(key)
        filled = {name: parse_message(form).fill(values, grammar) for name, form in forms.items()}
        return FormedText(text, filled)

    def get_grammar(self, key: str) -> Grammar:
        """Return the grammar of a text: that of English if the text is in English."""
        return self.fallback_grammar if key in self.fallbacks else self.grammar

    def message(self, key: str) -> Message:
        """Return the parsed text, which can be filled many times."""
        if key not in self._messages:
            self._messages[key] = parse_message(self.sentences[key])
        return self._messages[key]

    @property
    def translates(self) -> bool:
        """True if direct texts are printed in another language than their own."""
        return bool(self.direct) and self.locale != "en"

    def translate(self, text: str) -> str:
        """Return a direct text, such as a field of a card, in this language; other texts as they are."""
        key = self.direct.get(text)
        if key is None and self.numbers and "{" in text:
            return parse_message(text).fill_some(self.numbers, self.grammar)
        return text if key is None else self.format(key)

    def write(self, number: int | Decimal) -> str:
        return self.grammar.write(number)

    def join(self, items: Sequence[str], joint: Joint = "and") -> str:
        return self.grammar.join(items, joint)


PLUS = "+"
"""Separator between the tags of two locales: `de+it`."""


@dataclass(frozen=True)
class BilingualWording(Wording):
    """A wording that gives every text in the first language and then in the second.

    Direction and lists are those of the first language.
    """

    each: tuple[Wording, ...] = ()

    @property
    def tag(self) -> str:
        return self.each[0].tag

    def get_grammar(self, key: str) -> Grammar:
        return self.each[0].get_grammar(key)

    def message(self, key: str) -> Message:
        if key in self._messages:
            return self._messages[key]
        first, second = self.each
        message, other = first.message(key), second.message(key)
        if _is_said_once(key) or _bare(message.text) == _bare(other.text):
            return super().message(key)
        names = tuple(dict.fromkeys(message.names + other.names))
        turns = first.direction != second.direction
        text, choices = join_sentences(message.text, other.text, turns=turns), message.choices + other.choices
        both = _Both(text, (), names, choices, message, other, second.get_grammar(key), turns)
        self._messages[key] = both
        return both


def make_bilingual_wording(first: Wording, second: Wording) -> BilingualWording:
    """Combine two wordings with the same keys."""
    turns = first.direction != second.direction

    def join(key: str, text: str) -> str:
        return text if _is_said_once(key) else join_sentences(text, second.sentences[key], turns=turns)

    return BilingualWording(
        f"{first.locale}{PLUS}{second.locale}",
        f"{first.name} / {second.name}",
        first.direction,
        {key: join(key, text) for key, text in first.sentences.items()},
        first.grammar,
        is_draft=first.is_draft or second.is_draft,
        fallbacks=first.fallbacks | second.fallbacks,
        fallback_grammar=first.fallback_grammar,
        direct=first.direct,
        numbers=first.numbers,
        each=(first, second),
    )


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


_SLASH = " / "
_LONGEST = 48
"""Maximum width of two labels in one line, in letters; full-width letters count twice."""
_SENTENCE = r"[.!?…](\s|\*|\}|$)|[。！？؟]|\n|\\n"
"""End of a sentence or of a line, which labels do not have."""


def join_sentences(first: str, second: str, *, turns: bool) -> str:
    """Join short labels with a slash, and other texts with a line break; equal texts are given once.

    The second text is in italics, so that readers find their language at a glance. `turns` means that it has
    the other direction and is isolated by invisible marks.
    """
    if _bare(first) == _bare(second):
        return first
    width = sum(1 + (east_asian_width(letter) in "WF") for letter in first + second)
    is_label = width <= _LONGEST and not any(re.search(_SENTENCE, text) for text in (first, second))
    return first + (_SLASH if is_label else "\n") + _mark(second, turns)


def _mark(second: str, turns: bool) -> str:
    """Mark each line separately, because lines may be split, unless a mark spans several lines."""
    lines = second.replace(r"\n", "\n").split("\n")
    if turns:
        lines = [f"{ISOLATE}{line}{ISOLATE_END}" if line.strip() else line for line in lines]
    if any(line.count("{") != line.count("}") for line in lines):
        lines = ["\n".join(lines)]
    return "\n".join(f"{{{OTHER_LANGUAGE}|{line}}}" if line.strip() else line for line in lines)


_UNSEEN = re.compile("[\u200e\u200f\u2066-\u2069]")


def _bare(sentence: str) -> str:
    """Remove direction marks and no-break spaces."""
    return _UNSEEN.sub("", sentence).replace("\u00a0", " ")


def _is_said_once(key: str) -> bool:
    """Return True for credits, which are mostly names, in a line without room for two languages."""
    return key.rpartition(".")[2] == "credit"


def is_joined(sentence: str) -> bool:
    """Return True if the text may be in two languages."""
    return _SLASH in sentence or "\n" in sentence


def in_one_line(sentence: str) -> str:
    """Return a title whose texts are side by side instead of below each other."""
    return sentence.replace("\n", _SLASH)


def make_plain_text(text: str) -> str:
    """Return a text in one line without marks, icons, and soft hyphens, for titles and descriptions in files.

    Raises Wrong.
    """
    return without_soft_hyphens(plain(in_one_line(text)))


def below_each_other(sentence: str) -> str:
    """Return a text whose languages are below each other, for boxes that are higher than wide.

    A text with several lines or several slashes is not changed, because the separator is not known.
    """
    is_label = sentence.count(_SLASH) == 1 and "\n" not in sentence
    return sentence.replace(_SLASH, "\n") if is_label else sentence


PSEUDO = "qps"
"""A tag for private use, which other projects use for pseudo-languages, too."""
_NAME = "Þšéûðö"


def make_pseudo_wording(english: Wording) -> Wording:
    """Return a pseudo-language for testing layouts: English with accents, in brackets, and 40 % longer.

    Text that is printed without brackets is not in the wording; text that does not fit will not fit in some
    real language. Keys, marks, icons, and placeholders are those of English.
    """
    sentences = {key: pseudonymise(text) for key, text in english.sentences.items()}
    return Wording(
        PSEUDO,
        _NAME,
        english.direction,
        sentences,
        english.grammar,
        direct=english.direct,
        numbers=english.numbers,
    )


_TOKEN = rf"(?s)(?P<kept>\\.|\{{(?:{OPENED})\||:[a-z][a-z0-9_]*:)|[A-Za-z]+"
"""A word; or an escape, a mark, or an icon, which are not changed."""


def pseudonymise(sentence: str) -> str:
    """Convert one text: every branch of its choices gets longer, and the whole text gets brackets."""
    stretch = _Stretch()
    written: list[str] = []
    done = 0
    for words in parse_message(sentence).words():
        written += sentence[done : words.position], re.sub(_TOKEN, stretch.write, words.text)
        done = words.position + len(words.text)
    return "".join(("[", *written, sentence[done:], "]"))


_LONGER = 0.4
_BRACKETS = 2
_LONG_WORD = 10
"""Words with more letters than this get a soft hyphen in the middle, as translators would write it."""
_ACCENTS = str.maketrans(
    "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz",
    "ÅåḂḃÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļMmÑñÖöÞþQqŔŕŠšŢţÛûVvŴŵXxÝýŽž",
)
_VOWEL = re.compile(r"[aeiouAEIOU]")


class _Stretch:
    """Lengthens word after word by repeating vowels; a shortfall is carried over to the next word."""

    def __init__(self) -> None:
        # The brackets count, too.
        self._owed = -float(_BRACKETS)

    def write(self, match: re.Match[str]) -> str:
        word = match[0]
        if match["kept"]:
            return word
        self._owed += len(word) * _LONGER
        more = max(round(self._owed), 0)
        self._owed -= more
        vowels = [vowel.start() for vowel in _VOWEL.finditer(word)] or [len(word) - 1]
        share, rest = divmod(more, len(vowels))
        repeats = {place: share + (index < rest) for index, place in enumerate(vowels)}
        letters = "".join(
            letter.translate(_ACCENTS) + letter.lower().translate(_ACCENTS) * repeats.get(place, 0)
            for place, letter in enumerate(word)
        )
        middle = len(letters) // 2 if len(letters) > _LONG_WORD else 0
        return letters[:middle] + SOFT_HYPHEN * bool(middle) + letters[middle:]


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
