"""Which pieces of a deck are printed: by number, by range of numbers, by id."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from generator.errors import UnknownName, find_near, say_unknown
from generator.model.pieces import PieceSet
from generator.model.printing import RANGE

_FEW = 12


def select_pieces(piece_set: PieceSet, selection: Sequence[str]) -> PieceSet:
    """The set with those pieces alone, each as often as it is printed; the whole set without a selection.

    Pieces are numbered from 1 through all decks of the set, each once however often it is printed.
    What only other sets have is passed over; UnknownName when nothing is left.
    """
    if not selection:
        return piece_set
    chosen = {number for entry in selection for number in _find(piece_set, entry)}
    if not chosen:
        raise UnknownName(say_unknown_pieces(selection, [piece_set]))
    decks = []
    number = 0
    for deck in piece_set.decks:
        numbered = list(enumerate(deck.pieces, start=number + 1))
        number += len(deck.pieces)
        pieces = tuple(piece for index, piece in numbered if index in chosen)
        if pieces:
            decks.append(replace(deck, pieces=pieces))
    return replace(piece_set, decks=tuple(decks))


def has_pieces(piece_set: PieceSet, selection: Iterable[str]) -> bool:
    """Whether any of the selection is in the set."""
    return any(next(_find(piece_set, entry), 0) for entry in selection)


def find_unknown(selection: Iterable[str], piece_sets: Sequence[PieceSet]) -> list[str]:
    """The entries that no set has, a range whose end lies beyond all of them included."""
    return [entry for entry in selection if not any(_is_known(entry, one) for one in piece_sets)]


def say_unknown_pieces(entries: Iterable[str], piece_sets: Sequence[PieceSet]) -> str:
    """A line for each entry that no set has, with what is near it."""
    ids = dict.fromkeys(piece.id for one in piece_sets for deck in one.decks for piece in deck.pieces)
    most = max((_count(one) for one in piece_sets), default=0)
    lines = []
    for entry in entries:
        if RANGE.fullmatch(entry):
            lines.append(f"no card {entry!r}; they are numbered from 1 to {most}")
        else:
            lines.append(_say_unknown_id(entry, tuple(ids)))
    return "\n".join(lines)


def _say_unknown_id(entry: str, ids: Sequence[str]) -> str:
    """All ids when they are few, else only what is near."""
    if len(ids) <= _FEW:
        return say_unknown("card", entry, ids)
    near = find_near(entry, ids, most=3)
    return f"no card {entry!r}" + (f"; did you mean {' or '.join(map(repr, near))}?" if near else "")


def _find(piece_set: PieceSet, entry: str) -> Iterator[int]:
    """The numbers of the pieces that an entry means."""
    found = RANGE.fullmatch(entry)
    if found is not None:
        first, last = int(found[1]), int(found[2] or found[1])
        yield from range(first, min(last, _count(piece_set)) + 1)
        return
    yield from (number for number, piece in enumerate(piece_set.pieces, start=1) if piece.id == entry)


def _is_known(entry: str, piece_set: PieceSet) -> bool:
    found = RANGE.fullmatch(entry)
    if found is not None:
        return int(found[2] or found[1]) <= _count(piece_set)
    return any(True for _ in _find(piece_set, entry))


def _count(piece_set: PieceSet) -> int:
    return sum(len(deck.pieces) for deck in piece_set.decks)
