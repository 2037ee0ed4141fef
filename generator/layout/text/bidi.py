"""The bidirectional algorithm (UAX #9, Unicode 17): levels and visual order.

It passes all cases of Unicode's BidiCharacterTest. Rules are cited by their names there.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from generator.layout.text.bidi_sequence import resolve_sequence

_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff"
_LEFT_TO_RIGHT = re.compile(f"[^{_RIGHT_TO_LEFT}\u200f\u202a-\u202e\u2066-\u2069]*")
_ARABIC = re.compile(
    "[\u0600-\u07bf\u0860-\u08ff\ufb50-\ufeff\U00010d00-\U00010d3f\U00010ec0-\U00010eff"
    "\U00010f30-\U00010f6f\U0001ec70-\U0001ecbf\U0001ed00-\U0001ed4f\U0001ee00-\U0001eeff]"
)
_NOT_ASSIGNED = re.compile(f"[{_RIGHT_TO_LEFT}]")

_DEEPEST = 125
_EMBEDDINGS = {"RLE": (1, ""), "LRE": (0, ""), "RLO": (1, "R"), "LRO": (0, "L")}
_INITIATORS = frozenset({"LRI", "RLI", "FSI"})
_REMOVED = frozenset({"RLE", "LRE", "RLO", "LRO", "PDF", "BN"})
_TRAILING = frozenset({"WS", "FSI", "LRI", "RLI", "PDI"}) | _REMOVED


def is_left_to_right(text: str) -> bool:
    """Return True if all of a left-to-right paragraph is certainly at level 0; a quick check."""
    return _LEFT_TO_RIGHT.fullmatch(text) is not None


def find_levels(text: str, base: int) -> list[int]:
    """Return the level of every character of a paragraph; odd levels run from right to left.

    Characters that X9 removes have the level of the character before them.
    """
    levels: list[int] = []
    for level in resolve_levels(text, base)[1]:
        levels.append((levels[-1] if levels else base) if level is None else level)
    return levels


def resolve_levels(text: str, base: int | None = None) -> tuple[int, list[int | None]]:
    """Return the level of the paragraph and of its characters; None for those that X9 removes.

    Without a base, the level is derived from the text (P2, P3). The text is one paragraph.
    """
    classes = [find_class(character) for character in text]
    matches = _match_isolates(classes)
    if base is None:
        base = _first_strong(classes, matches, 0, len(classes))
    levels, types = _resolve_explicit(classes, matches, base)
    kept = [index for index, kind in enumerate(classes) if kind not in _REMOVED]
    resolved: list[int | None] = [None] * len(classes)
    for sequence, level, sos, eos in _sequences(kept, classes, levels, matches, base):
        found = resolve_sequence(
            [text[index] for index in sequence],
            [types[index] for index in sequence],
            level=level,
            sos=sos,
            eos=eos,
        )
        for index, value in zip(sequence, found, strict=True):
            resolved[index] = value
    _reset_trailing(classes, resolved, base)
    return base, resolved


def reorder(levels: Sequence[int]) -> list[int]:
    """L2: return the indices of a line's characters from left to right."""
    order = list(range(len(levels)))
    if not levels:
        return order
    lowest_odd = min((level for level in levels if level % 2), default=max(levels) + 1)
    for threshold in range(max(levels), lowest_odd - 1, -1):
        start = 0
        while start < len(order):
            if levels[order[start]] < threshold:
                start += 1
                continue
            end = start
            while end < len(order) and levels[order[end]] >= threshold:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = end
    return order


def find_class(character: str) -> str:
    """Return the bidi class; unassigned characters have the class of their block."""
    found = unicodedata.bidirectional(character)
    if found:
        return found
    if _NOT_ASSIGNED.match(character):
        return "AL" if _ARABIC.match(character) else "R"
    return "L"


def _match_isolates(classes: Sequence[str]) -> dict[int, int]:
    """BD9: map isolate initiators to their PDI and back."""
    matches: dict[int, int] = {}
    opened: list[int] = []
    for index, kind in enumerate(classes):
        if kind in _INITIATORS:
            opened.append(index)
        elif kind == "PDI" and opened:
            start = opened.pop()
            matches[start] = index
            matches[index] = start
    return matches


def _first_strong(classes: Sequence[str], matches: dict[int, int], start: int, end: int) -> int:
    """P2, P3: return the level given by the first strong character, ignoring isolates."""
    index = start
    while index < end:
        kind = classes[index]
        if kind == "L":
            return 0
        if kind in ("R", "AL"):
            return 1
        if kind in _INITIATORS:
            index = matches.get(index, end)
        index += 1
    return 0


def _resolve_explicit(
    classes: Sequence[str], matches: dict[int, int], base: int
) -> tuple[list[int], list[str]]:
    """X1 to X8: return embedding levels, and classes after overrides."""
    levels = [base] * len(classes)
    types = list(classes)
    stack: list[tuple[int, str, bool]] = [(base, "", False)]
    lost_isolates = lost_embeddings = open_isolates = 0
    for index, kind in enumerate(classes):
        level, override, _ = stack[-1]
        levels[index] = level
        if kind in _EMBEDDINGS:
            odd, direction = _EMBEDDINGS[kind]
            deeper = _next_level(level, odd)
            if deeper <= _DEEPEST and not lost_isolates and not lost_embeddings:
                stack.append((deeper, direction, False))
            elif not lost_isolates:
                lost_embeddings += 1
        elif kind == "PDF":
            if lost_isolates:
                continue
            if lost_embeddings:
                lost_embeddings -= 1
            elif not stack[-1][2] and len(stack) > 1:
                stack.pop()
        elif kind in _INITIATORS:
            types[index] = override or kind
            odd = int(kind == "RLI")
            if kind == "FSI":
                odd = _first_strong(classes, matches, index + 1, matches.get(index, len(classes)))
            deeper = _next_level(level, odd)
            if deeper <= _DEEPEST and not lost_isolates and not lost_embeddings:
                open_isolates += 1
                stack.append((deeper, "", True))
            else:
                lost_isolates += 1
        elif kind == "PDI":
            if lost_isolates:
                lost_isolates -= 1
            elif open_isolates:
                lost_embeddings = 0
                while not stack.pop()[2]:
                    pass
                open_isolates -= 1
            levels[index], override, _ = stack[-1]
            types[index] = override or kind
        elif kind == "B":
            levels[index] = base
        elif kind != "BN":
            types[index] = override or kind
    return levels, types


def _next_level(level: int, odd: int) -> int:
    """Return the next higher odd (or even) level."""
    return level + 1 + (level + 1 + odd) % 2


def _sequences(
    kept: Sequence[int],
    classes: Sequence[str],
    levels: Sequence[int],
    matches: dict[int, int],
    base: int,
) -> Iterator[tuple[list[int], int, str, str]]:
    """X10: yield isolating run sequences with their level, sos, and eos."""
    runs: list[tuple[int, int]] = []
    for place, index in enumerate(kept):
        if place and levels[index] == levels[kept[place - 1]]:
            runs[-1] = (runs[-1][0], place + 1)
        else:
            runs.append((place, place + 1))
    by_first = {kept[start]: (start, end) for start, end in runs}
    for start, end in runs:
        first = kept[start]
        if classes[first] == "PDI" and first in matches:
            continue
        sequence = list(kept[start:end])
        while classes[sequence[-1]] in _INITIATORS and sequence[-1] in matches:
            start_of_next, end = by_first[matches[sequence[-1]]]
            sequence += kept[start_of_next:end]
        level = levels[first]
        before = levels[kept[start - 1]] if start else base
        after = levels[kept[end]] if end < len(kept) else base
        if classes[sequence[-1]] in _INITIATORS:
            after = base
        yield sequence, level, "LR"[max(level, before) % 2], "LR"[max(level, after) % 2]


def _reset_trailing(classes: Sequence[str], levels: list[int | None], base: int) -> None:
    """L1: give separators, and white space before them and at the end, the base level."""
    trailing = True
    for index in range(len(classes) - 1, -1, -1):
        kind = classes[index]
        if kind in ("B", "S"):
            trailing = True
            levels[index] = base
        elif trailing and kind in _TRAILING:
            if levels[index] is not None:
                levels[index] = base
        else:
            trailing = False
