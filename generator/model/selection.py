"""Selecting pieces of a deck: by number, by range of numbers, or by id."""

from collections.abc import Iterable, Sequence
from itertools import count

from generator.errors import MOST_LISTED, UnknownName, describe_unknown, find_near
from generator.model.entries import find_range
from generator.model.pieces import PieceSet
from generator.model.values import replace


def _find(piece_set: PieceSet, entry: str) -> set[int]:
    """Return the numbers of the pieces that an entry selects; an id may be a number, too."""
    pieces = list(enumerate(piece_set.pieces, 1))
    named = {number for number, piece in pieces if piece.id == entry}
    numbers = None if named else find_range(entry)
    return named if numbers is None else {number for number, _ in pieces if number in numbers}


def _is_known(piece_set: PieceSet, entry: str) -> bool:
    numbers = find_range(entry)
    return bool(_find(piece_set, entry if numbers is None else str(numbers[-1])))


def select_pieces(piece_set: PieceSet, selection: Sequence[str]) -> PieceSet:
    """Return the set with the selected pieces only, in all copies; entries of other sets are ignored.

    Pieces are numbered from 1 through all decks of the set, without counting copies.
    """
    chosen = set().union(*(_find(piece_set, entry) for entry in selection))
    numbers = count(1)
    kept = [[piece for piece in deck.pieces if next(numbers) in chosen] for deck in piece_set.decks]
    decks = zip(piece_set.decks, kept, strict=True)
    return replace(piece_set, decks=tuple(replace(deck, pieces=tuple(left)) for deck, left in decks if left))


def list_entries(selection: Iterable[str], piece_set: PieceSet) -> tuple[str, ...]:
    """Return the entries that select pieces of a set, without its id."""
    split = (entry.rpartition(":") for entry in selection)
    return tuple(words for part, _, words in split if part in ("", piece_set.id) and _find(piece_set, words))


def check_selection(selection: Iterable[str], piece_sets: Sequence[PieceSet]) -> None:
    """Raise UnknownName with all entries that no set has, and all ambiguous numbers."""
    wrong = []
    ids = dict.fromkeys(one.id for one in piece_sets)
    for entry in selection:
        part, _, words = entry.rpartition(":")
        among = [one for one in piece_sets if part in ("", one.id)]
        if not among:
            wrong.append(describe_unknown("part with cards or tokens", part, ids))
        elif len(among) > 1 and find_range(words) is not None:
            wrong.append(_describe_ambiguous(entry, among))
        elif not any(_is_known(one, words) for one in among):
            wrong.append(describe_unknown_piece(words, among))
    if wrong:
        raise UnknownName("\n".join(wrong))


def _describe_ambiguous(entry: str, among: Sequence[PieceSet]) -> str:
    ids = tuple(dict.fromkeys(one.id for one in among))
    if len(ids) == 1:
        return f"{entry!r} is ambiguous: {len(among)} games have it; name one of them"
    hint = f"write it like {ids[0]}:{entry}, or choose one with --part; available: {', '.join(ids)}"
    return f"{entry!r} is ambiguous: {len(ids)} parts have it; {hint}"


def describe_unknown_piece(entry: str, piece_sets: Sequence[PieceSet]) -> str:
    """Return the message for an entry that no set has, with all ids if there are few, or the similar ones."""
    if find_range(entry) is not None:
        most = max(len(list(one.pieces)) for one in piece_sets)
        return f"unknown card {entry!r}; numbers are 1 to {most}"
    ids = tuple(dict.fromkeys(piece.id for one in piece_sets for piece in one.pieces))
    if len(ids) <= MOST_LISTED:
        return describe_unknown("card", entry, ids)
    near = " or ".join(map(repr, find_near(entry, ids, most=3)))
    return f"unknown card {entry!r}" + (f" (did you mean {near}?)" if near else "")
