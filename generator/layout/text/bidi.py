"""The bidirectional algorithm (UAX #9, Unicode 17): levels and visual order.

It passes all cases of Unicode's BidiCharacterTest. Rules are cited by their names there.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff"
_LEFT_TO_RIGHT = re.compile(f"[^{_RIGHT_TO_LEFT}\u200f\u202a-\u202e\u2066-\u2069]*")
_ARABIC = (
    "[\u0600-\u07bf\u0860-\u08ff\ufb50-\ufeff\U00010d00-\U00010d3f\U00010ec0-\U00010eff"
    "\U00010f30-\U00010f6f\U0001ec70-\U0001ecbf\U0001ed00-\U0001ed4f\U0001ee00-\U0001eeff]"
)
_RIGHT, _LEFT = f"[{_RIGHT_TO_LEFT}]", "[A-Za-z\u00c0-\u02b8\u0370-\u058f]"

_DEEPEST = 125
_OPENERS = {
    "RLE": (1, "", False),
    "LRE": (0, "", False),
    "RLO": (1, "R", False),
    "LRO": (0, "L", False),
    "LRI": (0, "", True),
    "RLI": (1, "", True),
    "FSI": (0, "", True),
}
"""Oddness of the new level, override, and whether it isolates."""
_INITIATORS = frozenset({"LRI", "RLI", "FSI"})
_REMOVED = frozenset({"RLE", "LRE", "RLO", "LRO", "PDF", "BN"})
_TRAILING = frozenset({"WS", "PDI"}) | _INITIATORS | _REMOVED

_CODES = dict.fromkeys((*_INITIATORS, "PDI"), "i") | {
    "L": "L", "R": "R", "AL": "A", "EN": "E", "AN": "N", "ES": "+", "CS": ",", "ET": "%", "NSM": "m",
}  # fmt: skip
"""Letters for classes, so that rules can be regular expressions; all other classes are neutral, `o`."""
_DIRECTIONS = {"L": "L", "R": "R", "E": "R", "N": "R"}
"""Directions that neutrals see: numbers are R."""
_W1 = re.compile("(.)(m+)")
_W2 = re.compile("A[^LR]*")
_W4_EUROPEAN = re.compile("(?<=E)[+,](?=E)")
_W4_ARABIC = re.compile("(?<=N),(?=N)")
_W5 = re.compile("%+(?=E)|(?<=E)%+")
_W6 = re.compile("[+,%]")
_W7 = re.compile("L[^R]*")
_N1 = re.compile("([^oi])([oi]+)(?=(.))")
_L1 = re.compile("t*+(?:s|$)")

_DEEPEST_BRACKETS = 63
_OPENING = "([{༺༼᚛⁅⁽₍⌈⌊\u2329❨❪❬❮❰❲❴⟅⟦⟨⟪⟬⟮⦃⦅⦇⦉⦋⦍⦏⦑⦓⦕⦗⧘⧚⧼⸢⸤⸦⸨⹕⹗⹙⹛〈《「『【〔〖〘〚﹙﹛﹝（［｛｟｢"
_CLOSING = ")]}༻༽᚜⁆⁾₎⌉⌋\u232a❩❫❭❯❱❳❵⟆⟧⟩⟫⟭⟯⦄⦆⦈⦊⦌⦐⦎⦒⦔⦖⦘⧙⧛⧽⸣⸥⸧⸩⹖⹘⹚⹜〉》」』】〕〗〙〛﹚﹜﹞）］｝｠｣"
BRACKETS = dict(zip(_OPENING, _CLOSING, strict=True))
"""Opening to closing brackets, from BidiBrackets.txt."""


def is_left_to_right(text: str) -> bool:
    """Return True if all of a left-to-right paragraph is certainly at level 0; a quick check."""
    return _LEFT_TO_RIGHT.fullmatch(text) is not None


def runs_right_to_left(text: str, language_does: bool) -> bool:
    """Return True if a text is read from right to left, in a language that is read so or not.

    In a language from left to right, the first strong letter decides (P2, P3). In one from right to left,
    texts often begin with foreign names: only those without any letter of its own run from left to right.
    """
    if language_does:
        return bool(re.search(_RIGHT, text)) or not re.search(_LEFT, text)
    if is_left_to_right(text):
        return False
    classes = [get_class(character) for character in text]
    return bool(_first_strong(classes, _match_isolates(classes), 0, len(classes)))


def list_levels(text: str, base: int) -> list[int]:
    """Return the level of every character of a paragraph; odd levels run from right to left.

    Characters that X9 removes have the level of the character before them.
    """
    classes = [get_class(character) for character in text]
    matches = _match_isolates(classes)
    levels, types = _resolve_explicit(classes, matches, base)
    resolved: dict[int, int] = {}
    for sequence, level, sos, eos in _list_sequences(classes, levels, matches, base):
        characters = [text[index] for index in sequence]
        inner = _resolve_sequence(characters, [types[index] for index in sequence], level, sos, eos)
        resolved.update(zip(sequence, inner, strict=True))
    # L1: separators, and white space before them and at the end, have the base level.
    codes = "".join("s" if kind in ("B", "S") else "t" if kind in _TRAILING else "x" for kind in classes)
    for trailing in _L1.finditer(codes):
        resolved.update({index: base for index in range(*trailing.span()) if index in resolved})
    complete: list[int] = []
    for index in range(len(text)):
        base = resolved.get(index, base)
        complete.append(base)
    return complete


def reorder(levels: Sequence[int]) -> list[int]:
    """L2: return the indices of a line's characters from left to right."""
    order = list(range(len(levels)))
    for threshold in range(max(levels, default=0), 0, -1):
        is_deep = [level >= threshold for level in levels]
        runs = groupby(order, key=is_deep.__getitem__)
        order = [index for turns, run in runs for index in (reversed([*run]) if turns else run)]
    return order


def get_class(character: str) -> str:
    """Return the bidi class; unassigned characters have the class of their block."""
    if assigned := unicodedata.bidirectional(character):
        return assigned
    if re.match(_RIGHT, character):
        return "AL" if re.match(_ARABIC, character) else "R"
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
            matches |= {start: index, index: start}
    return matches


def _first_strong(classes: Sequence[str], matches: Mapping[int, int], start: int, end: int) -> int:
    """P2, P3: return the level given by the first strong character, ignoring isolates."""
    index = start
    while index < end:
        kind = classes[index]
        if kind in ("L", "R", "AL"):
            return int(kind != "L")
        if kind in _INITIATORS:
            index = matches.get(index, end)
        index += 1
    return 0


def _resolve_explicit(
    classes: Sequence[str], matches: Mapping[int, int], base: int
) -> tuple[list[int], list[str]]:
    """X1 to X8: return embedding levels, and classes after overrides."""
    levels = [base] * len(classes)
    types = list(classes)
    stack: list[tuple[int, str, bool]] = [(base, "", False)]
    lost_isolates = lost_embeddings = 0
    for index, kind in enumerate(classes):
        level, override, _ = stack[-1]
        if kind in _OPENERS:
            odd, direction, isolates = _OPENERS[kind]
            if isolates:
                types[index] = override or kind
            if kind == "FSI":
                odd = _first_strong(classes, matches, index + 1, matches.get(index, len(classes)))
            deeper = level + 1 + (level + 1 + odd) % 2
            if deeper <= _DEEPEST and not lost_isolates and not lost_embeddings:
                stack.append((deeper, direction, isolates))
            elif isolates:
                lost_isolates += 1
            elif not lost_isolates:
                lost_embeddings += 1
        elif kind == "PDF":
            if not lost_isolates:
                if lost_embeddings:
                    lost_embeddings -= 1
                elif not stack[-1][2] and len(stack) > 1:
                    stack.pop()
        elif kind == "PDI":
            if lost_isolates:
                lost_isolates -= 1
            elif any(isolates for _, _, isolates in stack):
                lost_embeddings = 0
                while not stack.pop()[2]:
                    pass
            level, override, _ = stack[-1]
            types[index] = override or kind
        elif kind == "B":
            level = base
        elif kind != "BN":
            types[index] = override or kind
        levels[index] = level
    return levels, types


def _list_sequences(
    classes: Sequence[str], levels: Sequence[int], matches: Mapping[int, int], base: int
) -> Iterator[tuple[list[int], int, str, str]]:
    """X9, X10: yield isolating run sequences with their level, sos, and eos."""
    kept = [index for index, kind in enumerate(classes) if kind not in _REMOVED]
    starts = [
        place for place, index in enumerate(kept) if place == 0 or levels[index] != levels[kept[place - 1]]
    ]
    ends = dict(zip(starts, [*starts[1:], len(kept)], strict=False))
    places = {kept[start]: start for start in starts}
    for start, end in ends.items():
        first = kept[start]
        if classes[first] == "PDI" and first in matches:
            continue
        sequence = kept[start:end]
        while classes[sequence[-1]] in _INITIATORS and sequence[-1] in matches:
            following = places[matches[sequence[-1]]]
            end = ends[following]
            sequence += kept[following:end]
        level = levels[first]
        before = levels[kept[start - 1]] if start else base
        is_open = end == len(kept) or classes[sequence[-1]] in _INITIATORS
        after = base if is_open else levels[kept[end]]
        yield sequence, level, "LR"[max(level, before) % 2], "LR"[max(level, after) % 2]


def _resolve_sequence(text: Sequence[str], types: Sequence[str], level: int, sos: str, eos: str) -> list[int]:
    """Return the levels of an isolating run sequence (W1 to W7, N0 to N2, I1, I2)."""
    is_odd = level % 2
    if set(types) == {"L"}:
        return [level + is_odd] * len(types)
    embedding = "LR"[is_odd]
    codes = sos + "".join([_CODES.get(kind, "o") for kind in types]) + eos
    codes = _W1.sub(lambda match: match[1] + ("o" if match[1] == "i" else match[1]) * len(match[2]), codes)
    codes = _W2.sub(lambda match: match[0].replace("E", "N"), codes).replace("A", "R")
    codes = _W4_ARABIC.sub("N", _W4_EUROPEAN.sub("E", codes))
    codes = _W6.sub("o", _W5.sub(lambda match: "E" * len(match[0]), codes))
    codes = _W7.sub(lambda match: match[0].replace("E", "L"), codes)
    codes = _resolve_brackets(text, types, codes, embedding)

    def resolve_neutrals(match: re.Match[str]) -> str:
        before, after = _DIRECTIONS[match[1]], _DIRECTIONS[match[3]]
        return match[1] + (before if before == after else embedding) * len(match[2])

    codes = _N1.sub(resolve_neutrals, codes)
    resolved = {"L": level + is_odd, "R": level + 1 - is_odd}
    return [resolved.get(code, level + 2 - is_odd) for code in codes[1:-1]]


def _resolve_brackets(text: Sequence[str], types: Sequence[str], codes: str, embedding: str) -> str:
    """N0: both brackets of a pair get the direction of what they enclose.

    The codes begin and end with those of `sos` and `eos`, so that they are one place further than the text.
    """
    resolved = list(codes)
    for opening, closing in _pair_brackets(text, codes):
        inside = {_DIRECTIONS.get(code) for code in resolved[opening + 1 : closing]}
        if embedding in inside:
            direction = embedding
        elif inside & {"L", "R"}:
            before = (_DIRECTIONS.get(code) for code in reversed(resolved[:opening]))
            direction = next(filter(None, before))
        else:
            continue
        for place in (opening, closing):
            resolved[place] = direction
            # Marks on a bracket follow the bracket.
            while place < len(types) and types[place] == "NSM":
                place += 1
                resolved[place] = direction
    return "".join(resolved)


def _pair_brackets(text: Sequence[str], codes: str) -> list[tuple[int, int]]:
    """BD16: return the positions of paired neutral brackets in the codes, sorted by the opening one."""
    pairs: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for place, character in enumerate(text, start=1):
        if codes[place] != "o":
            continue
        # Two angle brackets are canonically equivalent to those of East Asia.
        character = unicodedata.normalize("NFC", character)
        if character in BRACKETS:
            if len(opened) == _DEEPEST_BRACKETS:
                break
            opened.append((BRACKETS[character], place))
        elif depths := [depth for depth, (closing, _) in enumerate(opened) if closing == character]:
            pairs.append((opened[depths[-1]][1], place))
            del opened[depths[-1] :]
    return sorted(pairs)
