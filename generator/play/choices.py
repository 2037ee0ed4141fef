"""Find moves by typed words, and group many moves in a short list."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import takewhile

from generator.model.values import dataclass
from generator.rules.notation import begins, find_fitting, fold, is_among, is_whole, list_words, occurs, split

MOST_DESCRIBED = 400
"""Moves whose descriptions are searched if nothing in the notation fits."""


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


def find_moves(moves: Sequence[str], typed: str, *, describe: Callable[[str], str]) -> tuple[str, ...]:
    """Return the moves that these words may mean: complete words first, then starts of words.

    The notation is searched before descriptions (`describe`), in which words may have any order: languages
    put verbs in different places.
    """
    noted = ((move, split(move)) for move in moves)
    if found := find_fitting(split(typed), noted, is_whole, begins, occurs):
        return found
    described = ((move, list_words(describe(move))) for move in moves[:MOST_DESCRIBED])
    return find_fitting(list_words(typed), described, occurs, is_among)


def complete_start(moves: Sequence[str], typed: str) -> tuple[str, ...]:
    """Complete the first word from the legal moves, so that an illegal move is refused for its own reason."""
    first, *others = typed.split() or [""]
    begun = dict.fromkeys(move.split()[0] for move in moves)
    verbs = [verb for verb in begun if first and fold(verb).startswith(fold(first))]
    rests = dict.fromkeys((tuple(others), tuple(fold(word) for word in others)))
    return tuple(" ".join((verb, *rest)) for verb in verbs for rest in rests)


def find_names(names: Mapping[str, str], typed: str) -> tuple[str, ...]:
    """Return the keys that these words may mean, by key or name, complete or abbreviated."""
    spelled = [(key, list_words(each)) for key, name in names.items() for each in (key, name)]
    return tuple(dict.fromkeys(find_fitting(list_words(typed), spelled, is_whole, begins, occurs)))


def find_rest(noted: str, description: str) -> str:
    """Return what the description of a move adds to its notation, beside which it is shown."""
    if {*list_words(description)} <= {*list_words(noted)}:
        return ""
    head, rest = description[: len(noted)], description[len(noted) :].strip()
    return rest if fold(head) == fold(noted) and not rest[:1].isalnum() else description


def group_moves(moves: Sequence[str], *, most: int, rare: Collection[str] = ()) -> tuple[Choice, ...]:
    """Group moves with the same start into at most `most` entries, in the order of the moves.

    Groups are split while there is room: those with the shortest start first, then the smallest. If too many
    moves differ in the first word, the list is longer. Moves that begin with `rare` words are last, each kind
    on one line, unless there are no others.
    """
    last = tuple(move for move in moves if move.split()[0] in rare)
    if 0 < len(last) < len(moves):
        closed = tuple(Choice(group, find_start(group)) for group in _split_at(last, 0))
        others = [move for move in moves if move not in last]
        return (*group_moves(others, most=most - len(closed)), *closed)
    groups = _split(tuple(moves))
    while True:
        openings = [
            (len(_cut(find_start(group))), len(parts), index, parts)
            for index, group in enumerate(groups)
            if len(group) > 1 and len(groups) - 1 + len(parts := _split(group)) <= most
        ]
        if not openings:
            return tuple(Choice(group, find_start(group)) for group in groups)
        *_, index, parts = min(openings, key=lambda opening: opening[:3])
        groups = (*groups[:index], *parts, *groups[index + 1 :])


def _split(moves: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    if len(moves) < 2:
        return (moves,) if moves else ()
    return _split_at(moves, len(_cut(find_start(moves))))


def _split_at(moves: Sequence[str], place: int) -> tuple[tuple[str, ...], ...]:
    groups: dict[tuple[str, ...], list[str]] = {}
    for move in moves:
        groups.setdefault(_cut(move)[: place + 1], []).append(move)
    return tuple(tuple(group) for group in groups.values())


def find_start(moves: Sequence[str]) -> str:
    """Return the pieces that all moves begin with."""
    columns = zip(*map(_cut, moves), strict=False)
    same = takewhile(lambda column: len({*column}) == 1, columns)
    return "".join(column[0] for column in same).strip()


def find_shared_words(descriptions: Sequence[str]) -> str:
    """Return the words that all descriptions begin with, without an open bracket or a sign at their end."""
    columns = zip(*map(str.split, descriptions), strict=False)
    same = " ".join(column[0] for column in takewhile(lambda column: len({*column}) == 1, columns))
    return re.sub(r"\s*\([^)]*$", "", same).rstrip(" :;,–-")


def _cut(text: str) -> tuple[str, ...]:
    """Return the words, each with the blank before it; `+` begins a piece: `5` and `+2`."""
    return tuple(re.findall(r"\s*\+?[^\s+]+|\s*\+", text))
