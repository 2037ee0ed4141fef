"""What somebody typed -> the moves that may be meant; and many moves as a list that can be read."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from generator.rules.likeness import begins, find_fitting, fold, is_among, is_whole, list_words, occurs, split

MOST_TOLD = 400
"""Moves whose words in the user's language are searched, when the notation has nothing that fits."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a list: a move in its notation, or several that begin alike."""

    moves: tuple[str, ...]
    start: str
    """With which all of them begin; of one move its whole notation."""

    @property
    def only(self) -> str:
        """The move, where there is only one; else empty."""
        return self.moves[0] if len(self.moves) == 1 else ""


def find_moves(moves: Sequence[str], typed: str, *, say: Callable[[str], str]) -> tuple[str, ...]:
    """The moves that these words may mean: whole words first, then starts of words.

    Words that stand in the notation are looked for before those in which a move is told (`say`). Where
    nothing else fits, the order of the words told makes no difference: languages put their verbs in
    different places. None: nothing fits.
    """
    noted = ((move, split(move)) for move in moves)
    if found := find_fitting(split(typed), noted, is_whole, begins, occurs):
        return found
    told = ((move, list_words(say(move))) for move in moves[:MOST_TOLD])
    return find_fitting(list_words(typed), told, occurs, is_among)


def complete_start(moves: Sequence[str], typed: str) -> tuple[str, ...]:
    """These words with the first one whole, where it is the start of one with which legal moves begin.

    So that a move that is not legal is refused for its own reason, however it was shortened.
    """
    first, *others = typed.split() or [""]
    begun = dict.fromkeys(move.split()[0] for move in moves)
    verbs = [verb for verb in begun if first and fold(verb).startswith(fold(first))]
    rests = dict.fromkeys((tuple(others), tuple(fold(word) for word in others)))
    return tuple(" ".join((verb, *rest)) for verb in verbs for rest in rests)


def find_names(names: Mapping[str, str], typed: str) -> tuple[str, ...]:
    """The keys that these words may mean: themselves, or what they are called, then starts of words."""
    spelled = [(key, list_words(each)) for key, name in names.items() for each in (key, name)]
    return tuple(dict.fromkeys(find_fitting(list_words(typed), spelled, is_whole, begins, occurs)))


def find_rest(noted: str, told: str) -> str:
    """What a move in words adds to its notation, beside which it stands; nothing where that says it all."""
    if {*list_words(told)} <= {*list_words(noted)}:
        return ""
    head, rest = told[: len(noted)], told[len(noted) :]
    return rest.strip() if fold(head) == fold(noted) and not rest.strip()[:1].isalnum() else told


def group_moves(moves: Sequence[str], *, most: int, rare: Collection[str] = ()) -> tuple[Choice, ...]:
    """A list of at most so many entries where moves begin alike, in the order of the moves.

    Groups are opened as long as there is room: those first whose beginning is shortest, and of them those
    that make the list least longer. Where too many moves differ from the first word on, the list is as
    long as it is. Moves that begin with `rare` words stand last, each kind on one line, unless there are
    no others.
    """
    last = tuple(move for move in moves if move.split()[0] in rare)
    if 0 < len(last) < len(moves):
        closed = tuple(Choice(group, find_start(group)) for group in _split_at(last, 0))
        usual = [move for move in moves if move not in last]
        return (*group_moves(usual, most=most - len(closed)), *closed)
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
    """By the first piece that is not the same in all of them."""
    if len(moves) < 2:
        return (moves,) if moves else ()
    return _split_at(moves, len(_cut(find_start(moves))))


def _split_at(moves: Sequence[str], place: int) -> tuple[tuple[str, ...], ...]:
    """Together what is the same up to the piece at this place."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for move in moves:
        groups.setdefault(_cut(move)[: place + 1], []).append(move)
    return tuple(tuple(group) for group in groups.values())


def find_start(moves: Sequence[str]) -> str:
    """The pieces that all of them begin with; of one move all of its words."""
    pieces = [_cut(move) for move in moves]
    start = pieces[0]
    for others in pieces[1:]:
        same = 0
        while same < min(len(start), len(others)) and start[same] == others[same]:
            same += 1
        start = start[:same]
    return "".join(start).strip()


def _cut(text: str) -> tuple[str, ...]:
    """Its words, each with the blank before it; what is added to one is a piece of its own: `5` and `+2`."""
    return tuple(re.findall(r"\s*\+?[^\s+]+|\s*\+", text))
