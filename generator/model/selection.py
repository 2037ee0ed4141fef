"""Selecting pieces of a deck: by number, by range of numbers, or by id.

An entry of a selection is a text: `3`, `3-10`, or `epidemic`. If numbers are ambiguous, the part precedes the
entry: `city_cards:3-10`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from generator.errors import UnknownName, find_near, say_unknown
from generator.model.pieces import PieceSet

_RANGE = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
"""A number, or two with a dash between them."""
_DASH = re.compile(r" *[-\u2013] *")
_ID = re.compile(r"[a-z][a-z0-9_]*")
_FEW = 12


def parse_entry(text: str) -> str:
    """Normalize `3`, `3-10`, or an id, with or without a part; raises ValueError for anything else."""
    part, colon, words = text.rpartition(":")
    if colon:
        id = part.strip().lower().replace("-", "_")
        if not _ID.fullmatch(id):
            raise ValueError(f"{text!r}: {part!r} is not a part name; write it like city_cards:3-10")
        return f"{id}:{parse_entry(words)}"
    entry = _DASH.sub("-", text.strip().lower())
    found = _RANGE.fullmatch(entry)
    if found is not None:
        first, last = int(found[1]), int(found[2] or found[1])
        if not 0 < first <= last:
            raise ValueError(
                f"{text!r} is not a range; write it like 3-10, starting at 1, with the smaller number first"
            )
        return entry
    id = entry.replace("-", "_")
    if not _ID.fullmatch(id):
        raise ValueError(f"{text!r} is not a number, a range such as 3-10, or the id of a card")
    return id


def select_pieces(piece_set: PieceSet, selection: Sequence[str]) -> PieceSet:
    """Return the set with the selected pieces only, in all copies; without a selection, the whole set.

    Pieces are numbered from 1 through all decks of the set, without counting copies. Entries of other sets
    are ignored; raises UnknownName if nothing is left.
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
    """Return True if the set has any piece of the selection."""
    return any(next(_find(piece_set, entry), 0) for entry in selection)


def list_entries(selection: Iterable[str], piece_set: PieceSet) -> tuple[str, ...]:
    """Return the entries that select pieces of a set, without its id."""
    split = (entry.rpartition(":") for entry in selection)
    return tuple(
        words for part, _, words in split if part in ("", piece_set.id) and has_pieces(piece_set, [words])
    )


def check_selection(selection: Iterable[str], piece_sets: Sequence[PieceSet]) -> None:
    """Raise UnknownName with all entries that no set has, and all ambiguous numbers."""
    wrong = []
    ids = dict.fromkeys(one.id for one in piece_sets)
    for entry in selection:
        part, _, words = entry.rpartition(":")
        among = [one for one in piece_sets if part in ("", one.id)]
        if not among:
            wrong.append(say_unknown("part with cards or tokens", part, ids))
        elif len(among) > 1 and _RANGE.fullmatch(words):
            wrong.append(_say_ambiguous(entry, among))
        elif not any(_is_known(words, one) for one in among):
            wrong.append(say_unknown_pieces([words], among))
    if wrong:
        raise UnknownName("\n".join(wrong))


def _say_ambiguous(entry: str, among: Sequence[PieceSet]) -> str:
    ids = tuple(dict.fromkeys(one.id for one in among))
    if len(ids) == 1:
        return f"{entry!r} is ambiguous: {len(among)} games have it; name one of them"
    said = f"{entry!r} is ambiguous: {len(ids)} parts have it; write it like {ids[0]}:{entry}"
    return f"{said}, or choose one with --part; available: {', '.join(ids)}"


def say_unknown_pieces(entries: Iterable[str], piece_sets: Sequence[PieceSet]) -> str:
    """Return a line for each entry that no set has, with similar ids."""
    ids = dict.fromkeys(piece.id for one in piece_sets for deck in one.decks for piece in deck.pieces)
    most = max((_count(one) for one in piece_sets), default=0)
    lines = []
    for entry in entries:
        if _RANGE.fullmatch(entry):
            lines.append(f"unknown card {entry!r}; numbers are 1 to {most}")
        else:
            lines.append(_say_unknown_id(entry, tuple(ids)))
    return "\n".join(lines)


def _say_unknown_id(entry: str, ids: Sequence[str]) -> str:
    """List all ids if there are few, otherwise only similar ones."""
    if len(ids) <= _FEW:
        return say_unknown("card", entry, ids)
    near = find_near(entry, ids, most=3)
    return f"unknown card {entry!r}" + (f" (did you mean {' or '.join(map(repr, near))}?)" if near else "")


def _find(piece_set: PieceSet, entry: str) -> Iterator[int]:
    """Yield the numbers of the pieces that an entry selects."""
    found = _RANGE.fullmatch(entry)
    if found is not None:
        first, last = int(found[1]), int(found[2] or found[1])
        yield from range(first, min(last, _count(piece_set)) + 1)
        return
    yield from (number for number, piece in enumerate(piece_set.pieces, start=1) if piece.id == entry)


def _is_known(entry: str, piece_set: PieceSet) -> bool:
    found = _RANGE.fullmatch(entry)
    if found is not None:
        return int(found[2] or found[1]) <= _count(piece_set)
    return any(True for _ in _find(piece_set, entry))


def _count(piece_set: PieceSet) -> int:
    return sum(len(deck.pieces) for deck in piece_set.decks)
