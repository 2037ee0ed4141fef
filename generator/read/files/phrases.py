"""How problems are worded: counts, and the name that was perhaps meant."""

from collections.abc import Iterable
from difflib import SequenceMatcher

from generator.errors import NEAR, find_near

MOST_LISTED = 12
"""More names than this are not listed in a hint."""
SURE = 0.7
"""What is less like the name than this is a guess: better to list what there is, where that is short."""
LONG = 5
"""Letters of a word that is unlikely to become another one by a slip of one letter."""
MOST_OF_SENTENCE = 60
"""Letters of a sentence in a message: enough to know it again."""


def suggest(name: str, known: Iterable[str], *, likeness: float = NEAR) -> str:
    """The nearest of what would be right; all of it where that is short."""
    names = sorted(set(known))
    few = len(names) <= MOST_LISTED
    near = "".join(find_near(name, names, likeness=likeness))
    if near and (not few or _is_slip(name.lower(), near.lower())):
        return f"did you mean `{near}`?"
    if not names:
        return "there are none"
    if few:
        return f"there are: {', '.join(names)}"
    return ""


def _is_slip(name: str, near: str) -> bool:
    """Much alike, or short and one letter is another or two have changed places."""
    if SequenceMatcher(a=name, b=near).ratio() >= SURE or sorted(name) == sorted(near):
        return True
    return len(name) == len(near) and sum(a != b for a, b in zip(name, near, strict=True)) == 1


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
