"""One isolating run sequence of the bidirectional algorithm: rules W1 to W7, N0 to N2, I1, I2.

The rules are cited by their names in UAX #9 (Unicode 17).
"""

from collections.abc import Sequence

_NEUTRAL = frozenset({"B", "S", "WS", "ON", "FSI", "LRI", "RLI", "PDI"})
_ISOLATES = frozenset({"FSI", "LRI", "RLI", "PDI"})
_DEEPEST_BRACKETS = 63

_OPENING = "([{༺༼᚛⁅⁽₍⌈⌊\u2329❨❪❬❮❰❲❴⟅⟦⟨⟪⟬⟮⦃⦅⦇⦉⦋⦍⦏⦑⦓⦕⦗⧘⧚⧼⸢⸤⸦⸨⹕⹗⹙⹛〈《「『【〔〖〘〚﹙﹛﹝（［｛｟｢"
_CLOSING = ")]}༻༽᚜⁆⁾₎⌉⌋\u232a❩❫❭❯❱❳❵⟆⟧⟩⟫⟭⟯⦄⦆⦈⦊⦌⦐⦎⦒⦔⦖⦘⧙⧛⧽⸣⸥⸧⸩⹖⹘⹚⹜〉》」』】〕〗〙〛﹚﹜﹞）］｝｠｣"
BRACKETS = dict(zip(_OPENING, _CLOSING, strict=True))
"""Opening to closing brackets, from BidiBrackets.txt."""

_CLOSES = frozenset(_CLOSING)
_CANONICAL = {"\u2329": "\u3008", "\u232a": "\u3009"}
"""Angle brackets that are canonically equivalent to those of East Asia."""


def resolve_sequence(
    text: Sequence[str], original: Sequence[str], *, level: int, sos: str, eos: str
) -> list[int]:
    """Return the levels of a sequence's characters, which all have the same embedding level.

    `original` are their bidi classes after X1 to X8; sos and eos are `L` or `R`.
    """
    types = list(original)
    present = frozenset(types)
    embedding = "R" if level % 2 else "L"
    if present <= {"L"}:
        return [level + level % 2] * len(types)
    _resolve_weak(types, sos, present)
    if "ON" in types:
        _resolve_brackets(text, types, original, sos, embedding)
    if not _NEUTRAL.isdisjoint(types):
        _resolve_neutrals(types, sos, eos, embedding)
    if level % 2:
        return [level if kind == "R" else level + 1 for kind in types]
    raised = {"L": level, "R": level + 1}
    return [raised.get(kind, level + 2) for kind in types]


def _resolve_weak(types: list[str], sos: str, present: frozenset[str]) -> None:
    if "NSM" in present:
        _resolve_marks(types, sos)
    if "AL" in present:
        _resolve_arabic(types)
    if "ES" in present or "CS" in present:
        _resolve_separators(types)
    if present & {"ET", "ES", "CS"}:
        _resolve_terminators(types)
    if "EN" in types:
        _resolve_european(types, sos)


def _resolve_marks(types: list[str], sos: str) -> None:
    """W1: a mark takes the type of its base character."""
    before = sos
    for index, kind in enumerate(types):
        if kind == "NSM":
            types[index] = before
        else:
            before = "ON" if kind in _ISOLATES else kind


def _resolve_arabic(types: list[str]) -> None:
    """W2, W3: European digits after Arabic letters are Arabic digits; the letters are R."""
    strong = ""
    for index, kind in enumerate(types):
        if kind in ("L", "R", "AL"):
            strong = kind
            if kind == "AL":
                types[index] = "R"
        elif kind == "EN" and strong == "AL":
            types[index] = "AN"


def _resolve_separators(types: list[str]) -> None:
    """W4: a single separator between two numbers of one kind belongs to them."""
    for index in range(1, len(types) - 1):
        kind = types[index]
        before = types[index - 1]
        if before == types[index + 1] and (
            (kind == "CS" and before in ("EN", "AN")) or (kind == "ES" and before == "EN")
        ):
            types[index] = before


def _resolve_terminators(types: list[str]) -> None:
    """W5, W6: terminators beside European digits belong to them; the others become neutral."""
    index, count = 0, len(types)
    while index < count:
        kind = types[index]
        if kind == "ET":
            end = index
            while end < count and types[end] == "ET":
                end += 1
            beside = "EN" in types[max(index - 1, 0) : index] + types[end : end + 1]
            types[index:end] = ["EN" if beside else "ON"] * (end - index)
            index = end
            continue
        if kind in ("ES", "CS"):
            types[index] = "ON"
        index += 1


def _resolve_european(types: list[str], sos: str) -> None:
    """W7: European digits in left-to-right text are part of it."""
    strong = sos
    for index, kind in enumerate(types):
        if kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            types[index] = "L"


def _resolve_brackets(
    text: Sequence[str], types: list[str], original: Sequence[str], sos: str, embedding: str
) -> None:
    """N0: both brackets of a pair get the direction of what they enclose."""
    for opening, closing in find_bracket_pairs(text, types):
        inside = {_strong(kind) for kind in types[opening + 1 : closing]}
        if embedding in inside:
            direction = embedding
        elif inside & {"L", "R"}:
            before = (_strong(types[index]) for index in range(opening - 1, -1, -1))
            direction = next((kind for kind in before if kind), sos)
        else:
            continue
        for place in (opening, closing):
            types[place] = direction
            # Marks on a bracket follow the bracket.
            following = place + 1
            while following < len(types) and original[following] == "NSM":
                types[following] = direction
                following += 1


def find_bracket_pairs(text: Sequence[str], types: Sequence[str]) -> list[tuple[int, int]]:
    """BD16: return the pairs of neutral brackets, sorted by the opening one."""
    pairs: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for index, character in enumerate(text):
        if types[index] != "ON":
            continue
        closing = BRACKETS.get(character)
        if closing is not None:
            if len(opened) == _DEEPEST_BRACKETS:
                break
            opened.append((_CANONICAL.get(closing, closing), index))
        elif character in _CLOSES:
            wanted = _CANONICAL.get(character, character)
            for depth in range(len(opened) - 1, -1, -1):
                if opened[depth][0] == wanted:
                    pairs.append((opened[depth][1], index))
                    del opened[depth:]
                    break
    return sorted(pairs)


def _strong(kind: str) -> str:
    """Return the direction that neutrals see, L or R: numbers are R; empty if there is none."""
    if kind in ("R", "EN", "AN"):
        return "R"
    return "L" if kind == "L" else ""


def _resolve_neutrals(types: list[str], sos: str, eos: str, embedding: str) -> None:
    """N1, N2: neutrals between two of the same direction take it; others take that of the embedding."""
    index, count = 0, len(types)
    while index < count:
        if types[index] not in _NEUTRAL:
            index += 1
            continue
        end = index
        while end < count and types[end] in _NEUTRAL:
            end += 1
        before = _strong(types[index - 1]) if index else sos
        after = _strong(types[end]) if end < count else eos
        types[index:end] = [before if before == after else embedding] * (end - index)
        index = end
