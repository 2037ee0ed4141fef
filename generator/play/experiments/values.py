"""Values that an experiment tries, as they are typed: `3..7`, `3,5`, `all`, `-1,+1`, `-10%,+10%`."""

import re
from collections.abc import Iterator, Sequence

from generator.errors import Wrong

ALL = "all"
MOST_VALUES = 200
"""Maximum number of values of one path."""
_RANGE = re.compile(r"(\d{1,9})\.\.(\d{1,9})(?:/(\d{1,9}))?")
_STEP = re.compile(r"([+-])(\d{1,9})(%?)")


def read_values(words: Sequence[str], now: str, known: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the values that words mean, each once; raises Wrong.

    `now` is the present value, to which `+1` and `-10%` are relative; `known` is what `all` stands for.
    """
    found = dict.fromkeys(value for word in words for value in _read_word(word, now, known))
    if len(found) > MOST_VALUES:
        raise Wrong(f"{len(found)} values", f"at most {MOST_VALUES}; a range may have steps: 0..1000/50")
    return tuple(found)


def _read_word(word: str, now: str, known: Sequence[str]) -> Iterator[str]:
    if word == ALL:
        if not known:
            raise Wrong("`all` is only for options", "write values, such as 3..7 or 3,5")
        yield from known
    elif match := _RANGE.fullmatch(word):
        first, last, step = int(match[1]), int(match[2]), int(match[3] or 1)
        if first > last or not step:
            raise Wrong(f"`{word}` is an empty range", "write the smaller number first: 3..7, or 32..48/4")
        if (last - first) // step >= MOST_VALUES:
            raise Wrong(
                f"`{word}` has too many values", f"at most {MOST_VALUES}; add a step: {first}..{last}/50"
            )
        yield from map(str, range(first, last + 1, step))
    elif match := _STEP.fullmatch(word):
        yield _add(match, now)
    else:
        yield word


def _add(match: re.Match[str], now: str) -> str:
    """Return a value relative to the present one; percents change it by at least 1."""
    if not now.isdecimal():
        raise Wrong(f"`{match[0]}` is relative to a number", f"it is `{now}` now")
    change = max(1, round(int(now) * int(match[2]) / 100)) if match[3] else int(match[2])
    value = int(now) + (change if match[1] == "+" else -change)
    if value < 0:
        raise Wrong(f"`{match[0]}` is less than nothing", f"it is `{now}` now")
    return str(value)
