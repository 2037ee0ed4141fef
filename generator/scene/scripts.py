"""Which script (writing system) a character belongs to, by Unicode's property (UAX #24)."""

from fontTools import unicodedata

COMMON = frozenset({"Zyyy", "Zinh", "Zzzz"})
"""Common, inherited, unknown: characters of no script of their own, such as digits and marks."""


def find_script(character: str) -> str:
    """The four letters of ISO 15924: `Latn`, `Arab`, or one of COMMON."""
    return str(unicodedata.script(character))


def find_shared_scripts(character: str) -> frozenset[str]:
    """The scripts that a common character is used with; empty: with all of them."""
    return frozenset(unicodedata.script_extension(character)) - COMMON
