"""Names of a game in the languages of its kit: words of the notation, and values of options.

The notation is translated, and translated words are read as notation; options have any of their names.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from generator.model.kit import Kit
from generator.model.texts.message import SoundForm
from generator.model.texts.wordings import Wording, make_plain_text
from generator.model.values import dataclass, field
from generator.rules import notation
from generator.rules.core import Listed, OptionQuestion, Phrase, RulesError, Sentence, Value, format_phrase
from generator.rules.notation import (
    TYPED,
    MovePattern,
    abbreviates,
    begins,
    fold,
    is_whole,
    list_fitting,
    occurs,
    split,
    starts,
)


@dataclass(frozen=True, slots=True)
class Name:
    """Words of the notation, and their translation."""

    noted: str
    words: tuple[str, ...]
    """Folded, for comparison; empty for a name that the game reads itself."""
    text: str
    is_last: bool = False
    """True for a verb that stands behind the rest of its move: `Atlanta geben`."""
    after: str = ""
    """Folded verb with which the moves begin that have this name; empty for all moves."""
    is_heading: bool = False
    """True for a name that stands beside moves, which are said with another name."""


@dataclass(frozen=True)
class Vocabulary:
    """The names of a game in one language."""

    names: tuple[Name, ...]
    is_notation: bool = False
    """True for the language of the notation, English."""
    sounds: Mapping[str, SoundForm] = field(default_factory=dict)
    """How a word such as Italian `a` is written before a vowel, by the word."""

    @cached_property
    def _by_first(self) -> dict[str, list[tuple[list[str], Name]]]:
        """The folded notation of names, by its first word; the longest first, then those of certain moves."""
        named: dict[str, list[tuple[list[str], Name]]] = {}
        for name in self.names:
            noted = list(map(fold, name.noted.split()))
            named.setdefault(noted[0], []).append((noted, name))
        for same in named.values():
            same.sort(key=lambda each: (-len(each[0]), not each[1].after))
        return named

    def gloss(self, noted: str) -> str:
        """Translate the start of a move; empty if a word has no name, or if nothing but case changes."""
        gloss = self.translate(noted)
        return "" if fold(gloss) == fold(noted) else gloss

    def translate(self, noted: str) -> str:
        """Translate the start of a move; empty if a word has no name."""
        translated = self._translate(noted.split(), is_said=False)
        is_known = all(is_name or text[:1].isdigit() for text, is_name in translated)
        return " ".join(text for text, _ in translated) if is_known else ""

    def say(self, noted: str) -> str:
        """Translate a move; words without a name, such as players and squares, stay as they are."""
        return self._join([text for text, _ in self._translate(noted.split(), is_said=True)])

    def _join(self, texts: Sequence[str]) -> str:
        """Return texts with blanks between them; a vowel changes the word before it: `ad Ana`."""
        *others, joined = texts or ("",)
        for text in reversed(others):
            form = self.sounds.get(text)
            joined = form.apply(joined) if form else f"{text} {joined}"
        return joined

    def _undo_sounds(self, words: Iterable[str]) -> Iterator[str]:
        """Yield typed words, with those that a vowel has changed as they are in names: `a Ana`."""
        for word in words:
            for name, form in self._softened.items():
                if form.endswith(" ") and fold(word) == fold(form):
                    yield name
                    break
                elided = word.lower().replace("'", "’").startswith(form) and len(word) > len(form)
                if elided:
                    yield from (name, word[len(form) :])
                    break
            else:
                yield word

    @cached_property
    def _softened(self) -> dict[str, str]:
        """How the words of names begin a text with a vowel: `ad `, `d’`."""
        known = {name.text for name in self.names}
        softened = {name: form.softened.partition("{0}")[0] for name, form in self.sounds.items()}
        return {name: form for name, form in softened.items() if form and name in known}

    def say_each(self, moves: Sequence[str]) -> tuple[str, ...]:
        """Return moves as players may type them: translated, if that tells them apart."""
        if self.is_notation:
            return tuple(moves)
        said = [self.say(move) for move in moves]
        counts = Counter(map(fold, said))
        return tuple(
            text if counts[fold(text)] == 1 else move for move, text in zip(moves, said, strict=True)
        )

    def _translate(self, words: Sequence[str], *, is_said: bool) -> tuple[tuple[str, bool], ...]:
        """Return names in this language, and other words, in its order; the flag is True for a name.

        A move that is said has no headings.
        """
        folded, index = list(map(fold, words)), 0
        told: list[tuple[str, bool]] = []
        last: list[tuple[str, bool]] = []
        while index < len(words):
            if (name := self._find_name(folded, index, is_said=is_said)) is None:
                told.append((words[index], False))
                index += 1
            else:
                (last if name.is_last else told).append((name.text, True))
                index += len(name.noted.split())
        return (*told, *last)

    def _find_name(self, folded: list[str], index: int, *, is_said: bool) -> Name | None:
        """Return the name of the words at an index of a move."""
        for noted, name in self._by_first.get(folded[index], ()):
            is_here = folded[index : index + len(noted)] == noted and not (is_said and name.is_heading)
            deed = name.after.split()
            if is_here and deed == folded[: len(deed)]:
                return name
        return None

    def read(self, typed: str) -> tuple[str, ...]:
        """Translate words into notation; empty if none of them is a name.

        The first result keeps the order. Each other one has another name in front, since languages put verbs
        in different places.
        """
        words = [*self._undo_sounds(typed.split()[: notation.MOST_WORDS])]
        pieces = tuple(self._split(words))
        if not any(is_name for _, is_name in pieces):
            return ()
        later = [index for index, (_, is_name) in enumerate(pieces) if is_name and index]
        orders = [pieces, *((pieces[index], *pieces[:index], *pieces[index + 1 :]) for index in later)]
        return tuple(dict.fromkeys(" ".join(word for word, _ in order) for order in orders))

    def _split(self, words: Sequence[str]) -> Iterator[tuple[str, bool]]:
        """Yield names in notation, and other words; the flag is True for a name."""
        index = 0
        while index < len(words):
            name, length = self._match(words[index:])
            yield (name.noted, True) if name else (words[index], False)
            index += length

    def _match(self, words: Sequence[str]) -> tuple[Name | None, int]:
        """Return the name at the start of the words, None if it is ambiguous, and its number of words."""
        typed = [fold(word.strip(",;:()")) for word in words]
        fits = [(*_measure(typed, name.words), name) for name in self.names if name.words]
        longest: tuple[int, ...] = max((fit[:3] for fit in fits), default=(0,))
        best = {name.noted: name for *measure, name in fits if tuple(measure) == longest}
        if longest[0] == 0 or len(best) > 1:
            return None, 1
        return next(iter(best.values())), longest[0]


def make_vocabulary(
    patterns: Sequence[MovePattern[Any]],
    words: Iterable[tuple[str, Sentence]],
    wording: Wording,
    shown: Iterable[tuple[str, Phrase]] = (),
) -> Vocabulary:
    """Return the names that `words`, and texts such as `word.take`, give to words of the notation.

    `word.to` is the name of `to`, and `word.airlift_to` its name in moves that begin with `airlift`. A text
    that begins with `…` stands behind the rest of a move. Names of `shown` are not read.
    """
    words = tuple(words)
    said = dict(words)
    names = [_make_name(noted, name.format(wording), is_heading=name != said[noted]) for noted, name in words]
    verbs = [(verb, "") for verb in notation.list_verbs(patterns)]
    for pattern in patterns:
        own = notation.list_verbs([pattern])
        verbs += ((other, own[0]) for other in own[1:])
    for verb, deed in verbs:
        key = f"word.{deed} {verb}" if deed else f"word.{verb}"
        if (key := key.replace(" ", "_")) in wording:
            names.append(_make_name(verb, wording.format(key), after=fold(deed)))
    names += (Name(noted, (), format_phrase(name, wording)) for noted, name in shown)
    return Vocabulary(tuple(names), is_notation=wording.locale == "en", sounds=wording.grammar.sounds)


def _make_name(noted: str, text: str, *, after: str = "", is_heading: bool = False) -> Name:
    own = text.removeprefix("…").strip()
    folded = tuple(map(fold, own.split()))
    return Name(noted, folded, own, is_last=own != text, after=after, is_heading=is_heading)


def _measure(typed: Sequence[str], words: Sequence[str]) -> tuple[int, bool, int]:
    """Return how many words of a name were typed, whether these are all, and how many are complete."""
    begun = complete = 0
    for start, word in zip(typed, words, strict=False):
        if not abbreviates(word, start):
            break
        begun += 1
        complete += start == word
    return begun, begun == len(words), complete


_MOST_LISTED = 12
"""Number of values that an error lists."""


def list_value_names(
    kit: Kit, question: OptionQuestion | None, values: Sequence[str]
) -> Mapping[str, tuple[str, ...]]:
    """Return the names of each value in all languages: those of the question, and `option.value.<value>`."""
    named: dict[str, list[str]] = {value: [] for value in values}
    for value, names in named.items():
        sentences = (
            [each[value] for each in (question.names, question.values) if value in each] if question else []
        )
        for wording in kit.wordings.values():
            names += (make_plain_text(sentence.format(wording)) for sentence in sentences)
            if (key := f"option.value.{value}") in wording:
                names.append(wording.format(key))
    return {value: tuple(names) for value, names in named.items()}


def read_value(kit: Kit, question: OptionQuestion | None, values: Sequence[str], typed: str) -> str:
    """Return the value with a name, in any language; the text itself if no value has it."""
    names = list_value_names(kit, question, values)
    fitting = [value for value, each in names.items() if fold(typed) in map(fold, (value, *each))]
    return fitting[0] if len(fitting) == 1 and typed not in values else typed


def find_option_value(kit: Kit, question: OptionQuestion, values: Sequence[str], typed: str) -> str:
    """Return the value that words mean, which may be abbreviated; raises RulesError with those that fit."""
    fitting, is_clear = find_name(list_value_names(kit, question, values), typed)
    if is_clear:
        return fitting[0]
    known = Listed(question.names.get(value, value) for value in (fitting or values)[:_MOST_LISTED])
    name: Value = question.name or question.key
    raise RulesError("log.value", key=name, value=typed[:40], known=known)


def find_name(names: Mapping[str, Iterable[str]], typed: str) -> tuple[tuple[str, ...], bool]:
    """Return the keys whose names typed words may mean, and whether it is clearly one."""
    spelled = [(key, split(name)) for key, each in names.items() for name in (key, *each)]
    words = split(typed)
    clear = tuple(dict.fromkeys(list_fitting(words, spelled, is_whole, starts, begins, occurs)))
    if len(clear) == 1:
        return clear, True
    return tuple(dict.fromkeys(list_fitting(words, spelled, *TYPED))), False


def check_options(options: Mapping[str, Sequence[str]], header: Mapping[str, str]) -> None:
    """Raise RulesError for unknown options or values."""
    for key, value in header.items():
        if not options:
            raise RulesError("log.options", key=key)
        if key not in options:
            raise RulesError("log.option", key=key, known=Listed(options))
        allowed = options[key]
        if allowed and value not in allowed:
            more = ("…",) if len(allowed) > _MOST_LISTED else ()
            known = Listed((*allowed[:_MOST_LISTED], *more))
            raise RulesError("log.value", key=key, value=value, known=known)
