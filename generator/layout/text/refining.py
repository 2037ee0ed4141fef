"""Typographic quotation marks, and soft hyphens, in texts that are typed without them."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from generator.model.rich_text import Span

_QUOTES = {
    "ar fa ur": "” “ ’ ‘", "bg cs de is lt sk sl": "„ “ ‚ ‘", "ca el es it nb nn no pt": "« » “ ”",
    "fi sv": "” ” ’ ’", "fr": "«\u00a0 \u00a0» “ ”", "be ru uk": "« » „ “", "hr hu pl ro": "„ ” ‚ ’",
    "ja": "「 」 『 』",
}  # fmt: skip
"""Double and single quotation marks by language; other languages have those of English."""
_ENGLISH = "“ ” ‘ ’"
_BEFORE = re.compile(r"[\s(\[<¿¡/\u2013\u2014\"']")
"""A character before an opening quotation mark."""
_LONG_WORD = re.compile("(?<![\\w\u00ad])[^\\W\\d_]{5,}(?![\\w\u00ad])")


def refine(spans: Sequence[Span], language: str, *, has_quotes: bool, has_hyphens: bool) -> list[Span]:
    """Return spans with the quotation marks and hyphens of a language; text in another one is unchanged."""
    texts = [span.text for span in spans]
    if has_quotes:
        characters = _replace_quotes("".join(texts), language)
        texts = ["".join(next(characters) for _ in text) for text in texts]
    hyphenate = _find_hyphens(language) if has_hyphens else None
    if hyphenate:
        texts = [_LONG_WORD.sub(lambda word: hyphenate(word[0]), text) for text in texts]
    pairs = zip(spans, texts, strict=True)
    return [span if span.other or span.icon else replace(span, text=text) for span, text in pairs]


def _replace_quotes(text: str, language: str) -> Iterator[str]:
    """Yield what each character of a text becomes."""
    primary = language.split("-")[0]
    quotes = next((marks for names, marks in _QUOTES.items() if primary in names.split()), _ENGLISH)
    is_open = {'"': False, "'": False}
    for index, character in enumerate(text):
        if character not in is_open:
            yield character
            continue
        first, last = quotes.split(" ")[2:] if character == "'" else quotes.split(" ")[:2]
        before, after = text[max(index - 1, 0) : index], text[index + 1 : index + 2]
        is_first = after.strip() and (not before or _BEFORE.match(before)) and character in text[index + 1 :]
        if is_first:
            yield first
        elif is_open[character] and not (character == "'" and after.isalpha()):
            yield last
        else:
            # An apostrophe, or a sign of inches.
            yield "’" if character == "'" and not before.isdigit() else character
            continue
        is_open[character] = bool(is_first)


@cache
def _find_hyphens(language: str) -> Callable[[str], str] | None:
    """Return a function that adds soft hyphens to a word; None for a language without patterns."""
    import pyphen

    name = pyphen.language_fallback(language.replace("-", "_"))
    if name is None:
        return None
    patterns = pyphen.Pyphen(lang=name, left=2, right=3)
    return lambda word: str(patterns.inserted(word, "\u00ad"))
