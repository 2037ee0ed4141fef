"""Text in capitals, by the rules of its language."""

import unicodedata

_ACUTE = "\u0301"


def capitalise(text: str, language: str) -> str:
    """Capitals as a reader of the language expects them; `language` is BCP 47.

    Turkish and Azeri keep the dot of i; Greek capitals carry no accents, but keep the diaeresis;
    other languages follow Unicode's own table (ß becomes SS).
    """
    primary = language.split("-")[0].lower()
    if primary in ("tr", "az"):
        return text.replace("i", "İ").upper()
    if primary == "el":
        letters = unicodedata.normalize("NFD", text).replace(_ACUTE, "").upper()
        return unicodedata.normalize("NFC", letters)
    return text.upper()
