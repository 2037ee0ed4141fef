"""The script (writing system) of a character, by Unicode's property (UAX #24)."""

from fontTools import unicodedata

COMMON = frozenset({"Zyyy", "Zinh", "Zzzz"})
"""Common, inherited, unknown: characters without a script of their own, such as digits and marks."""


def find_script(character: str) -> str:
    """Return the ISO 15924 code of a character's script: `Latn`, `Arab`, or one of COMMON."""
    return str(unicodedata.script(character))


def find_shared_scripts(character: str) -> frozenset[str]:
    """Return the scripts that use a common character; empty: all of them."""
    return frozenset(unicodedata.script_extension(character)) - COMMON
