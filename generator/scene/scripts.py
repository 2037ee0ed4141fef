"""The script (writing system) of a character, by Unicode's property (UAX #24)."""

from collections import Counter
from collections.abc import Iterable

from fontTools import unicodedata

COMMON = frozenset({"Zyyy", "Zinh", "Zzzz"})
"""Common, inherited, unknown: characters without a script of their own, such as digits and marks."""


def find_script(character: str) -> str:
    """Return the ISO 15924 code of a character's script: `Latn`, `Arab`, or one of COMMON."""
    return str(unicodedata.script(character))


def find_shared_scripts(character: str) -> frozenset[str]:
    """Return the scripts that use a common character; empty: all of them."""
    return frozenset(unicodedata.script_extension(character)) - COMMON


def name_scripts(characters: Iterable[int], *, least: int) -> list[str]:
    """Return the English names of the scripts that have at least some of the characters, largest first."""
    counts = Counter(find_script(chr(character)) for character in characters)
    named = [script for script, count in counts.most_common() if count >= least and script not in COMMON]
    return [str(unicodedata.script_name(script)) for script in named]
