"""How problems are worded: counts, and the name that was perhaps meant."""

from collections.abc import Iterable

from generator.errors import suggest as suggest

LONG = 5
"""Letters of a word that is unlikely to become another one by a slip of one letter."""
MOST_OF_SENTENCE = 60
"""Letters of a sentence in a message: enough to know it again."""


def is_typo(name: str, known: Iterable[str]) -> bool:
    """Whether a name is a known one with a letter changed, left out or doubled, or with two swapped.

    More letters (`titles`, `subtitle`, `heading2`), and other short words, are names of their own.
    """
    for word in known:
        if len(name) == len(word) >= LONG and sum(a != b for a, b in zip(name, word, strict=True)) == 1:
            return True
        cuts = [(word[:place], word[place:]) for place in range(len(word))]
        doubled = {f"{start}{end[0]}{end}" for start, end in cuts}
        swapped = {f"{start}{end[1]}{end[0]}{end[2:]}" for start, end in cuts[:-1]}
        less = {start + end[1:] for start, end in cuts if len(name) >= LONG}
        if name != word and name in doubled | swapped | less:
            return True
    return False


def shorten(sentence: str) -> str:
    """The beginning of a sentence, on one line."""
    line = " ".join(sentence.split())
    return line if len(line) <= MOST_OF_SENTENCE else f"{line[: MOST_OF_SENTENCE - 3]}..."


def say_count(number: int, thing: str, things: str = "") -> str:
    """`1 icon`, `2 icons`; `things` for what takes more than an `s`."""
    return f"{number} {thing}" if number == 1 else f"{number} {things or thing + 's'}"
