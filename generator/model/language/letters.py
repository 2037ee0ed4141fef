"""Letters of a text as people count them: `é`, `👨‍👩‍👧`, and a flag are one each."""


def split_letters(text: str) -> list[str]:
    """Return the letters of a text, each with its accents and everything else that is joined to it."""
    if text.isascii() and "\r" not in text:
        return list(text)
    # Imported here, because few texts need it.
    from icu4py.breakers import CharacterBreaker

    return list(CharacterBreaker(text, "root"))
