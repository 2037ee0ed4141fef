"""How problems are worded: counts, and the name that was perhaps meant."""

from collections.abc import Iterable
from difflib import SequenceMatcher

from generator.errors import NEAR, find_near

MOST_LISTED = 12
"""More names than this are not listed in a hint."""
SURE = 0.7
"""What is less like the name than this is a guess: better to list what there is, where that is short."""
MOST_LETTERS = 40
"""Of what somebody typed, in a message."""
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


def cut(text: str) -> str:
    """What somebody typed, short enough for a message."""
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 3]}..."


def shorten(sentence: str) -> str:
    """The beginning of a sentence, on one line."""
    line = " ".join(sentence.split())
    return line if len(line) <= MOST_OF_SENTENCE else f"{line[: MOST_OF_SENTENCE - 3]}..."


def say_count(number: int, thing: str, things: str = "") -> str:
    """`1 icon`, `2 icons`; `things` for what takes more than an `s`."""
    return f"{number} {thing}" if number == 1 else f"{number} {things or thing + 's'}"
