"""Selecting pieces of a deck: by number, by range of numbers, or by id.

An entry of a selection is a text: `3`, `3-10`, or `epidemic`. If numbers are ambiguous, the part precedes the
entry: `city_cards:3-10`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import count

from generator.errors import UnknownName, describe_unknown, find_near
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
    numbers = _find_range(entry)
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


def _find_range(entry: str) -> range | None:
    found = _RANGE.fullmatch(entry)
    return None if found is None else range(int(found[1]), int(found[2] or found[1]) + 1)


def _find(piece_set: PieceSet, entry: str) -> set[int]:
    """Return the numbers of the pieces that an entry selects."""
    pieces = enumerate(piece_set.pieces, 1)
    numbers = _find_range(entry)
    if numbers is not None:
        return {number for number, _ in pieces if number in numbers}
    return {number for number, piece in pieces if piece.id == entry}


def _is_known(piece_set: PieceSet, entry: str) -> bool:
    numbers = _find_range(entry)
    return bool(_find(piece_set, entry if numbers is None else str(numbers[-1])))


def select_pieces(piece_set: PieceSet, selection: Sequence[str]) -> PieceSet:
    """Return the set with the selected pieces only, in all copies; without a selection, the whole set.

    Pieces are numbered from 1 through all decks of the set, without counting copies. Entries of other sets
    are ignored; raises UnknownName if nothing is left.
    """
    if not selection:
        return piece_set
    chosen = set().union(*(_find(piece_set, entry) for entry in selection))
    if not chosen:
        raise UnknownName(describe_unknown_pieces(selection, [piece_set]))
    numbers = count(1)
    kept = [tuple(piece for piece in deck.pieces if next(numbers) in chosen) for deck in piece_set.decks]
    decks = [
        replace(deck, pieces=pieces) for deck, pieces in zip(piece_set.decks, kept, strict=True) if pieces
    ]
    return replace(piece_set, decks=tuple(decks))


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
        elif len(among) > 1 and _RANGE.fullmatch(words):
            wrong.append(_describe_ambiguous(entry, among))
        elif not any(_is_known(one, words) for one in among):
            wrong.append(describe_unknown_pieces([words], among))
    if wrong:
        raise UnknownName("\n".join(wrong))


def _describe_ambiguous(entry: str, among: Sequence[PieceSet]) -> str:
    ids = tuple(dict.fromkeys(one.id for one in among))
    if len(ids) == 1:
        return f"{entry!r} is ambiguous: {len(among)} games have it; name one of them"
    hint = f"write it like {ids[0]}:{entry}, or choose one with --part; available: {', '.join(ids)}"
    return f"{entry!r} is ambiguous: {len(ids)} parts have it; {hint}"


def describe_unknown_pieces(entries: Iterable[str], piece_sets: Sequence[PieceSet]) -> str:
    """Return a line for each entry that no set has, with all ids if there are few, or the similar ones."""
    ids = tuple(dict.fromkeys(piece.id for one in piece_sets for piece in one.pieces))
    lines = []
    for entry in entries:
        near = find_near(entry, ids, most=3)
        if _find_range(entry) is not None:
            most = max((len(list(one.pieces)) for one in piece_sets), default=0)
            lines.append(f"unknown card {entry!r}; numbers are 1 to {most}")
        elif len(ids) <= _FEW:
            lines.append(describe_unknown("card", entry, ids))
        else:
            guess = f" (did you mean {' or '.join(map(repr, near))}?)" if near else ""
            lines.append(f"unknown card {entry!r}{guess}")
    return "\n".join(lines)
