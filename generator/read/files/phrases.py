"""Phrases of messages: counts, shortened texts, and suggestions for typos."""

import re
import unicodedata
from collections.abc import Iterable

from generator.errors import suggest as suggest

_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "'": "", "’": ""})
_LONGEST = 60
LONG = 5
"""Minimum length of a word that is unlikely to be a typo of another word."""
MOST_OF_SENTENCE = 60
"""Maximum number of characters of a text that is quoted in a message."""


def is_typo(name: str, known: Iterable[str]) -> bool:
    """Return True if a name is a known one with a letter changed, omitted, or doubled, or with two swapped.

    Names with other letters added (`titles`, `subtitle`, `heading2`) and short words are not typos.
    """
    for word in known:
        if len(name) == len(word) >= LONG and sum(a != b for a, b in zip(name, word, strict=True)) == 1:
            return True
        cuts = [(word[:place], word[place:]) for place in range(len(word))]
        doubled = {f"{start}{end[0]}{end}" for start, end in cuts}
        swapped = {f"{start}{end[1]}{end[0]}{end[2:]}" for start, end in cuts[:-1]}
        less = {start + end[1:] for start, end in cuts if len(name) >= LONG}
        if name != word and name in doubled | swapped | less:
            return True
    return False


def shorten(sentence: str) -> str:
    """Return the beginning of a text, on one line."""
    line = " ".join(sentence.split())
    return line if len(line) <= MOST_OF_SENTENCE else f"{line[: MOST_OF_SENTENCE - 3]}..."


def make_slug(text: str) -> str:
    """Return a text as lower-case ASCII letters, digits, and `_`: `goblin_king` for `Goblin King!`."""
    plain = unicodedata.normalize("NFKD", text.lower().translate(_LETTERS))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub("[^a-z0-9]+", "_", plain)[:_LONGEST].strip("_")


def derive_id(name: str, otherwise: str = "game") -> str:
    """Return an id for any name: `mi_jardin` for `Mi jardín`, and `game_18xx` for `18XX`."""
    id = make_slug(name)
    return id if id[:1].isalpha() else f"{otherwise}_{id}".strip("_")


def format_id(id: str) -> str:
    """Return an id as a title: `Space pirates` for `space_pirates`."""
    return id.replace("_", " ").capitalize()


def format_count(number: int, noun: str, plural: str = "") -> str:
    """Return `1 icon` or `2 icons`; `plural` is needed only if it is not the noun with an `s`."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"
