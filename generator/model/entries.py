"""Entries of a selection of pieces: `3`, `3-10`, or `epidemic`.

If numbers are ambiguous, the part precedes the entry: `cards:3-10`.
"""

import re

_RANGE = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
"""A number, or two with a dash between them."""
_DASH = re.compile(r" *[-\u2013] *")
_ID = re.compile(r"(?=.*[a-z])[a-z0-9][a-z0-9_]*")


def parse_entry(text: str) -> str:
    """Normalize `3`, `3-10`, or an id, with or without a part; raises ValueError for anything else."""
    part, colon, words = text.rpartition(":")
    if colon:
        id = part.strip().lower().replace("-", "_")
        if not _ID.fullmatch(id):
            raise ValueError(f"{text!r}: {part!r} is not a part name; write it like cards:3-10")
        return f"{id}:{parse_entry(words)}"
    entry = _DASH.sub("-", text.strip().lower())
    numbers = find_range(entry)
    if numbers is not None:
        if not numbers or not numbers[0]:
            raise ValueError(
                f"{text!r} is not a range; write it like 3-10, starting at 1, with the smaller number first"
            )
        return entry
    id = entry.replace("-", "_")
    if not _ID.fullmatch(id):
        raise ValueError(f"{text!r} is not a number, a range such as 3-10, or the id of a card")
    return id


def find_range(entry: str) -> range | None:
    """Return the numbers of `3` or `3-10`; None if the entry is an id."""
    found = _RANGE.fullmatch(entry)
    return None if found is None else range(int(found[1]), int(found[2] or found[1]) + 1)
