"""Composing styled text into the words of a paragraph."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from generator.errors import MissingGlyph
from generator.layout.text.bidi import find_levels, is_left_to_right
from generator.layout.text.breaks import split_at_breaks
from generator.layout.text.itemize import first_script, is_latin
from generator.layout.text.words import Look, Stretch, Word, WordMaker

Span: TypeAlias = tuple[str, Look]

_UNSPACED = (
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff"
    "\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff]"
)
"""Thai, Lao, Myanmar, Khmer, and the scripts of East Asia, which are written without spaces."""

_SOFT_HYPHEN = "\u00ad"


class Joint(NamedTuple):
    """A word that may be broken inside, with its position in the paragraph and its breaks."""

    start: int
    end: int
    offsets: tuple[int, ...]
    """Positions of the breaks in the paragraph, ascending."""
    around: str
    """Script of the words before it."""


class Paragraph(NamedTuple):
    """Words in logical order, ready to be broken into lines of any width."""

    text: str
    words: Sequence[Word]
    joints: Mapping[int, Joint]
    """Joints by the index of their word."""
    stretches: tuple[Stretch, ...]
    maker: WordMaker
    is_enlarged: bool = False
    """True if some text is larger than the rest."""
    is_plain: bool = False
    """True if all are plain words: no breaks inside, and no forced breaks."""

    def split(self) -> "Iterator[Paragraph]":
        """Yield the parts between forced breaks; the paragraph itself if it has none before its end."""
        words = self.words
        stops = [index for index, word in enumerate(words, start=1) if word.forced and index < len(words)]
        if not stops:
            yield self
            return
        for start, stop in pairwise((0, *stops, len(words))):
            joints = {index - start: joint for index, joint in self.joints.items() if start <= index < stop}
            yield self._replace(words=words[start:stop], joints=joints)

    def cut(self, joint: Joint, start: int, end: int) -> Word:
        """Return the part of a word from `start` to `end`; a soft hyphen at its end becomes visible."""
        text = self.text
        if end < joint.end and text[end - 1] == _SOFT_HYPHEN:
            text = text[: end - 1] + "-" + text[end:]
        return _make_word(self.maker, text, start, end, self.stretches, joint.around)


def compose(
    spans: Sequence[Span], *, maker: WordMaker, right_to_left: bool, tight: bool = False
) -> Paragraph:
    """Return the paragraph of styled spans; raises MissingGlyph with all missing characters.

    If `tight` is True, lines may also be broken inside phrases, which is less readable.
    """
    text = "".join([span for span, _ in spans])
    is_enlarged = any(look.inline.scale > 1 for _, look in spans)
    plain = None if right_to_left else _find_plain_words(spans, maker)
    if plain is not None:
        return Paragraph(text, plain, {}, (), maker, is_enlarged, is_plain=True)
    stretches = tuple(_stretches(spans, _levels(text, right_to_left)))
    # An icon breaks like a letter: it stays with the text that touches it.
    shown = "".join("x" if look.icon else span for span, look in spans)
    around = "Latn" if is_latin(text) else first_script(text)
    words: list[Word] = []
    joints: dict[int, Joint] = {}
    missing: list[str] = []
    for start, end, inside in _split_words(split_at_breaks(shown, maker.language, tight=tight), shown):
        try:
            word = _make_word(maker, text, start, end, stretches, around)
        except MissingGlyph as error:
            missing.append(error.characters)
            continue
        if inside:
            joints[len(words)] = Joint(start, end, inside, around)
        words.append(word)
        around = word.script or around
    if missing:
        raise MissingGlyph("".join(dict.fromkeys("".join(missing))), text)
    return Paragraph(text, tuple(words), joints, stretches, maker, is_enlarged)


def _find_plain_words(spans: Sequence[Span], maker: WordMaker) -> list[Word] | None:
    """Return the words if all are plain words between single spaces, as in most texts; else None."""
    words: list[Word] = []
    begun, before = "", None
    try:
        for text, look in spans:
            if look.icon:
                return None
            tokens = text.split(" ")
            if begun and before:
                # The previous span ended with a word, so this one must start with a space.
                if tokens.pop(0):
                    return None
                words.append(maker.plain_words(before, look)(begun))
            begun, before = tokens.pop() if tokens else "", look
            words += map(maker.plain_words(look, look), tokens)
        if begun and before:
            words.append(maker.plain_words(before, None)(begun))
    except (ValueError, MissingGlyph):
        return None
    return words


def _make_word(
    maker: WordMaker, text: str, start: int, end: int, stretches: Sequence[Stretch], around: str
) -> Word:
    index = bisect_right(stretches, start, key=attrgetter("start")) - 1
    here: list[Stretch] = []
    while index < len(stretches) and stretches[index].start < end:
        first, last, look, level = stretches[index]
        here.append(Stretch(max(first, start) - start, min(last, end) - start, look, level))
        index += 1
    return maker.make_word(text[start:end], tuple(here), around)


def _split_words(parts: Sequence[str], text: str) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield the start, the end, and the inner breaks of each word.

    In scripts with spaces, a hyphenated word is one word, because it is shaped as one if it fits on a line.
    In other scripts, every possible break ends a word.
    """
    start = end = 0
    inside: list[int] = []
    for part in parts:
        end += len(part)
        if not part[-1].isspace() and end < len(text):
            around = part[-1] + text[end]
            if is_latin(around) or not re.search(_UNSPACED, around):
                inside.append(end)
                continue
        yield start, end, tuple(inside)
        start, inside = end, []


def _levels(text: str, right_to_left: bool) -> list[int]:
    if not right_to_left and is_left_to_right(text):
        return [0] * len(text)
    levels: list[int] = []
    for line in text.split("\n"):
        levels += find_levels(line + "\n", int(right_to_left))
    return levels


def _stretches(spans: Sequence[Span], levels: Sequence[int]) -> Iterator[Stretch]:
    start = 0
    for span, look in spans:
        for level, group in groupby(levels[start : start + len(span)]):
            end = start + len([*group])
            yield Stretch(start, end, look, level)
            start = end
