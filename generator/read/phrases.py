"""How problems are worded: counts, and the name that was perhaps meant."""

from collections.abc import Iterable
from difflib import get_close_matches

MOST_LISTED = 12
"""More names than this are not listed in a hint."""
MOST_LETTERS = 40
"""Of what somebody typed, in a message."""


def suggest(name: str, known: Iterable[str], *, likeness: float = 0.6) -> str:
    """The nearest of what would be right; all of it where that is short."""
    names = sorted(set(known))
    near = get_close_matches(name, names, n=1, cutoff=likeness)
    if near:
        return f"did you mean `{near[0]}`?"
    if not names:
        return "there are none"
    if len(names) <= MOST_LISTED:
        return f"there are: {', '.join(names)}"
    return ""


def cut(text: str) -> str:
    """What somebody typed, short enough for a message."""
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 3]}..."


def say_count(number: int, thing: str, things: str = "") -> str:
    """`1 icon`, `2 icons`; `things` for what takes more than an `s`."""
    return f"{number} {thing}" if number == 1 else f"{number} {things or thing + 's'}"
