"""Where a line may be broken: Unicode's line breaking algorithm (UAX #14), by ICU."""

import re

from icu4py.breakers import LineBreaker

FORCED = "\n"
_FORCED_BREAKS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")


def unify_forced_breaks(text: str) -> str:
    """Every character that ends a line as `\\n`."""
    return _FORCED_BREAKS.sub(FORCED, text)


_PHRASES = {"ja": "ja@lb=strict;lw=phrase"}
"""Languages without spaces of which ICU knows the phrases: readers like them whole."""
_STRICT = {"ja": "ja@lb=strict"}
"""Small kana and the long vowel mark begin no line, as in books."""


def split_at_breaks(text: str, language: str = "root", *, tight: bool = False) -> list[str]:
    """The parts of a text between which a line may be broken: joined, they are the text.

    A part ends with the spaces that vanish at the end of a line; after a part that ends with a
    newline the line must be broken. Languages without spaces are broken by ICU's dictionaries;
    Japanese between phrases or, `tight`, wherever its rules allow a break.
    """
    if not text:
        return []
    rules = _STRICT if tight else _PHRASES
    return list(LineBreaker(text, rules.get(_primary(language), language)))


def has_tight_breaks(text: str, language: str) -> bool:
    """Whether a text has more places for a break when it is set tight."""
    return _primary(language) in _PHRASES and not text.isascii()


def _primary(language: str) -> str:
    return language.split("-")[0].lower()
