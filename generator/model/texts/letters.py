"""Letters as people count them (`é`, `👨‍👩‍👧`, and a flag are one each), numbers as they say them."""

from functools import lru_cache


def split_letters(text: str) -> list[str]:
    """Return the letters of a text, each with its accents and everything else that is joined to it."""
    if text.isascii() and "\r" not in text:
        return list(text)
    # Imported here, because few texts need it.
    from icu4py.breakers import CharacterBreaker

    return list(CharacterBreaker(text, "root"))


@lru_cache(maxsize=1024)
def spell_number(number: int, locale: str, form: str = "", *, is_ordinal: bool = False) -> str:
    """Return a number in words: `eight`, or `eighth`; a form that the language lacks is its default."""
    # Imported here, because few texts need it.
    from icu4py.messageformat import MessageFormat

    # ICU ignores rules that a language lacks.
    kind = "ordinal" if is_ordinal else "cardinal" if form else ""
    rules = f",%spellout-{kind}{'-' * bool(form)}{form}" if kind else ""
    return str(MessageFormat(f"{{n,spellout{rules}}}", locale).format({"n": number}))
