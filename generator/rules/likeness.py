"""Comparison of typed words with names and moves, ignoring capitals and accents; words may be abbreviated."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Words: TypeAlias = Sequence[str]
Fits: TypeAlias = Callable[[Words, Words], bool]
"""Returns True if typed words fit those of a name."""

_JOINTS = re.compile(r"[.\-_]")


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Small letters without accents; points, hyphens and underscores are blanks."""
    plain = text.lower()
    if plain.isalnum() and plain.isascii():
        return plain
    if not text.isascii():
        apart = unicodedata.normalize("NFKD", text.casefold())
        plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(_JOINTS.sub(" ", plain).split())


def split(text: str) -> list[str]:
    """Folded words, signs and all: `4+i`."""
    return fold(text).split()


def list_words(text: str) -> list[str]:
    """Folded words of a sentence, without the signs between them."""
    return re.findall(r"\w+", fold(text))


def find_fitting(wanted: Words, named: Iterable[tuple[T, Words]], *grades: Fits) -> tuple[T, ...]:
    """Return all that fit by the first grade with a fit; empty if no words are wanted."""
    names = list(named)
    for fits in grades if wanted else ():
        if found := tuple(thing for thing, own in names if fits(wanted, own)):
            return found
    return ()


def is_whole(wanted: Words, own: Words) -> bool:
    """All words, letter by letter."""
    return list(wanted) == list(own)


def starts(wanted: Words, own: Words) -> bool:
    """The first words, letter by letter."""
    return list(wanted) == list(own[: len(wanted)])


def includes(wanted: Words, own: Words) -> bool:
    """Each word is a later one than the word before it, letter by letter."""
    there = iter(own)
    return all(word in there for word in wanted)


def begins(wanted: Words, own: Words) -> bool:
    """Each word is the start of the one in its place."""
    return len(wanted) <= len(own) and all(map(str.startswith, own, wanted))


def occurs(wanted: Words, own: Words) -> bool:
    """Each word is the start of a later one than the word before it."""
    there = iter(own)
    return all(any(theirs.startswith(word) for theirs in there) for word in wanted)


def is_among(wanted: Words, own: Words) -> bool:
    """Each word is the start of one of them, in whatever order."""
    return all(any(theirs.startswith(word) for theirs in own) for word in wanted)
