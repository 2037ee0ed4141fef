"""The pseudo-language for testing layouts: English with accents, in brackets, and 40 % longer.

Text printed without brackets is not in the wording; text that does not fit in the pseudo-language will not
fit in some real language.
"""

import re
from collections.abc import Iterator, Sequence

from generator.model.message import Choice, Part, Words, parse_message
from generator.model.rich_text import OPENED
from generator.model.wording import Wording

PSEUDO = "qps"
"""A tag for private use, which other projects use for pseudo-languages, too."""

_NAME = "Þšéûðö"
_LONGER = 0.4
_BRACKETS = 2
_LONG_WORD = 10
"""Words with more letters than this get a soft hyphen in the middle, as translators would write it."""
_SOFT_HYPHEN = "\u00ad"
_ACCENTS = str.maketrans(
    "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz",
    "ÅåḂḃÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļMmÑñÖöÞþQqŔŕŠšŢţÛûVvŴŵXxÝýŽž",
)
_TOKEN = re.compile(rf"(?P<kept>\\.|\{{(?:{OPENED})\||:[a-z][a-z0-9_]*:)|[A-Za-z]+", re.DOTALL)
"""A word; or an escape, a mark, or an icon, which are not changed."""
_VOWEL = re.compile(r"[aeiouAEIOU]")


def make_pseudo_wording(english: Wording) -> Wording:
    """Return the pseudo-language of a wording, with the same keys, marks, icons, and placeholders."""
    sentences = {key: pseudonymise(sentence) for key, sentence in english.sentences.items()}
    return Wording(PSEUDO, _NAME, english.direction, sentences, english.grammar, direct=english.direct)


def pseudonymise(sentence: str) -> str:
    """Convert one text: every branch of its choices gets longer, and the whole text gets brackets."""
    stretch = _Stretch()
    written: list[str] = []
    done = 0
    for words in _find_words(parse_message(sentence).parts):
        written += sentence[done : words.position], _TOKEN.sub(stretch.write, words.text)
        done = words.position + len(words.text)
    return "".join(("[", *written, sentence[done:], "]"))


def _find_words(parts: Sequence[Part]) -> Iterator[Words]:
    for part in parts:
        if isinstance(part, Words):
            yield part
        elif isinstance(part, Choice):
            for branch in part.branches:
                yield from _find_words(branch.parts)


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
        vowels = [found.start() for found in _VOWEL.finditer(word)] or [len(word) - 1]
        share, rest = divmod(more, len(vowels))
        repeats = {place: share + (index < rest) for index, place in enumerate(vowels)}
        letters = "".join(
            letter.translate(_ACCENTS) + letter.lower().translate(_ACCENTS) * repeats.get(place, 0)
            for place, letter in enumerate(word)
        )
        middle = len(letters) // 2 if len(letters) > _LONG_WORD else 0
        return letters[:middle] + _SOFT_HYPHEN * bool(middle) + letters[middle:]
