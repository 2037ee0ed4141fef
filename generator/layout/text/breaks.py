"""Possible line breaks by Unicode's line breaking algorithm (UAX #14), from ICU."""

import re

from icu4py.breakers import LineBreaker

FORCED = "\n"
_FORCED_BREAKS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")


def unify_forced_breaks(text: str) -> str:
    """Replace every character that ends a line by `\\n`."""
    return _FORCED_BREAKS.sub(FORCED, text)


_STRICT = "ja@lb=strict"
"""Small kana and the long vowel mark begin no line, as in books."""
_PHRASES = f"{_STRICT};lw=phrase"
"""Readers of Japanese prefer unbroken phrases."""


def split_at_breaks(text: str, language: str = "root", *, tight: bool = False) -> list[str]:
    """Split a text at its possible line breaks; joined, the parts are the text.

    A part includes the spaces that vanish at the end of a line; after a part that ends with a newline, the
    line must be broken. Languages without spaces are broken by ICU's dictionaries. Japanese is broken between
    phrases or, if `tight`, wherever its rules allow a break.
    """
    if has_tight_breaks(text, language):
        language = _STRICT if tight else _PHRASES
    return list(LineBreaker(text, language))


def has_tight_breaks(text: str, language: str) -> bool:
    """Return True if `tight` gives a text more possible breaks."""
    return language.split("-")[0].lower() == "ja" and not text.isascii()
