"""Lists of moves: groups with the same start, numbered, and what a description adds to the notation."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product, takewhile
from string import ascii_lowercase

from generator.model.values import dataclass
from generator.rules.notation import fold, list_words


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a list: a move in its notation, or several with the same start."""

    moves: tuple[str, ...]
    start: str
    """Common start; the complete notation of a single move."""

    @property
    def only(self) -> str:
        """The single move; empty if there are several."""
        return self.moves[0] if len(self.moves) == 1 else ""


def label_choices(moves: Sequence[str], count: int) -> tuple[str, ...]:
    """Return the labels of a list: numbers, or letters where a number that is typed may begin a move."""
    if not any(move[:1].isdigit() for move in moves):
        return tuple(map(str, range(1, count + 1)))
    letters = (*ascii_lowercase, *map("".join, product(ascii_lowercase, repeat=2)))
    return letters[:count]


def group_moves(moves: Sequence[str], *, most: int, rare: Collection[str] = ()) -> tuple[Choice, ...]:
    """Group moves with the same start into at most `most` entries, in the order of the moves.

    Groups are split while there is room: those with the shortest start first, then the smallest. If too many
    moves differ in the first word, the list is longer. Moves that begin with `rare` words come last, in one
    entry for each of these words, unless there are no other moves.
    """
    last = tuple(move for move in moves if move.split()[0] in rare)
    if 0 < len(last) < len(moves):
        closed = tuple(Choice(group, get_common_start(group)) for group in _split_at(last, 0))
        others = [move for move in moves if move not in last]
        return (*group_moves(others, most=most - len(closed)), *closed)
    groups = _split(tuple(moves))
    while True:
        openings = [
            (len(_cut(get_common_start(group))), len(parts), index, parts)
            for index, group in enumerate(groups)
            if len(group) > 1 and len(groups) - 1 + len(parts := _split(group)) <= most
        ]
        if not openings:
            return tuple(Choice(group, get_common_start(group)) for group in groups)
        *_, index, parts = min(openings, key=lambda opening: opening[:3])
        groups = (*groups[:index], *parts, *groups[index + 1 :])


def _split(moves: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return groups of moves that differ after the common start of all."""
    if len(moves) < 2:
        return (moves,) if moves else ()
    return _split_at(moves, len(_cut(get_common_start(moves))))


def _split_at(moves: Sequence[str], index: int) -> tuple[tuple[str, ...], ...]:
    """Return groups of moves with the same pieces up to an index."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for move in moves:
        groups.setdefault(_cut(move)[: index + 1], []).append(move)
    return tuple(tuple(group) for group in groups.values())


def get_common_start(moves: Sequence[str]) -> str:
    """Return the pieces that all moves begin with."""
    return "".join(_list_common(map(_cut, moves))).strip()


def get_shared_words(descriptions: Sequence[str]) -> str:
    """Return the words that all descriptions begin with, without an open bracket or a sign at their end."""
    common = " ".join(_list_common(map(str.split, descriptions)))
    return re.sub(r"\s*\([^)]*$", "", common).rstrip(" :;,–-")


def _list_common(texts: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the pieces with which all texts begin."""
    columns = zip(*texts, strict=False)
    return (column[0] for column in takewhile(lambda column: len({*column}) == 1, columns))


def _cut(text: str) -> tuple[str, ...]:
    """Return the pieces of a move: words, each with the blank before it; `+` begins a piece: `5` and `+2`."""
    return tuple(re.findall(r"\s*\+?[^\s+]+|\s*\+", text))


def get_rest(noted: str, description: str) -> str:
    """Return what the description of a move adds to its notation, which is shown beside it."""
    if {*list_words(description)} <= {*list_words(noted)}:
        return ""
    head, rest = description[: len(noted)], description[len(noted) :].strip()
    return rest if fold(head) == fold(noted) and not rest[:1].isalnum() else description
