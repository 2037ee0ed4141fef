"""How problems are worded: counts, and the name that was perhaps meant."""

from generator.errors import suggest as suggest

MOST_LETTERS = 40
"""Of what somebody typed, in a message."""
MOST_OF_SENTENCE = 60
"""Letters of a sentence in a message: enough to know it again."""


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
