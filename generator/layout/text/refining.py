"""Typographic quotation marks, and soft hyphens, in texts that are typed without them."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice

from generator.model.texts.rich_text import Span

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


def refine(
    spans: Sequence[Span], languages: tuple[str, str], *, has_quotes: bool, has_hyphens: bool
) -> list[Span]:
    """Return spans with the quotation marks and hyphens of their language.

    Text in another language has those of the second one; if that is empty, it is unchanged.
    """
    texts = ("".join(span.text for span in spans if span.other is one) for one in (False, True))
    characters = [*map(_replace_quotes, texts, languages)]
    refined = []
    for span in spans:
        text = span.text
        if has_quotes:
            text = "".join(islice(characters[span.other], len(text)))
        if has_hyphens:
            text = _LONG_WORD.sub(_find_hyphens(languages[span.other]), text)
        refined.append(span._replace(text=text))
    return refined


def _replace_quotes(text: str, language: str) -> Iterator[str]:
    """Yield what each character of a text becomes."""
    primary = language.split("-")[0]
    written = next((marks for names, marks in _QUOTES.items() if primary in names.split()), _ENGLISH)
    quotes = written.split(" ")
    marks = {'"': quotes[:2], "'": quotes[2:]} if language else {}
    opened = set()
    for index, character in enumerate(text):
        before, after = text[max(index - 1, 0) : index], text[index + 1 : index + 2]
        if character not in marks:
            yield character
        elif after.strip() and (not before or _BEFORE.match(before)) and character in text[index + 1 :]:
            opened.add(character)
            yield marks[character][0]
        elif character in opened and not (character == "'" and after.isalpha()):
            opened.remove(character)
            yield marks[character][1]
        else:
            # An apostrophe, or a sign of inches.
            yield "’" if character == "'" and not before.isdigit() else character


@cache
def _find_hyphens(language: str) -> Callable[[re.Match[str]], str]:
    """Return a function that adds soft hyphens to a word if the language has patterns."""
    import pyphen

    name = pyphen.language_fallback(language.replace("-", "_"))
    patterns = pyphen.Pyphen(lang=name, left=2, right=3) if name else None
    return lambda word: str(patterns.inserted(word[0], "\u00ad")) if patterns else word[0]
