"""Capitals by the rules of each language."""

import unicodedata

_ACUTE = "\u0301"


def capitalise(text: str, language: str) -> str:
    """Return a text in capitals; `language` is BCP 47.

    Turkish and Azeri keep the dot of i. Greek capitals have no accents, but keep the diaeresis. Other
    languages follow Unicode's table (ß becomes SS).
    """
    primary = language.split("-")[0].lower()
    if primary in ("tr", "az"):
        return text.replace("i", "İ").upper()
    if primary == "el":
        letters = unicodedata.normalize("NFD", text).replace(_ACUTE, "").upper()
        return unicodedata.normalize("NFC", letters)
    return text.upper()
