"""Editions of a game for people who see little or nothing: the parts that they have."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from generator.backends.braille import translate_braille
from generator.errors import UnknownName
from generator.layout.document import make_press
from generator.layout.editions import LABEL_FORM, break_cells, list_titles
from generator.make.jobs.jobs import Choices, Job, list_chosen_parts
from generator.model.kit import Board, Booklet, CardBook, Deck, LabelSet, Piece, PieceSet, number_cards
from generator.model.values import replace

_CARD_BOOK, _LABELS = "card_book", "braille_labels"
_LABEL_FORMATS = ("pdf", "svg", "brf")
_LABEL_FIELD = "label"
"""Field of a card with a shorter text for its label than its title."""
_Listing: TypeAlias = Callable[[Sequence[Job]], Iterator[Job]]


def make_edition(jobs: Sequence[Job], choices: Choices, formats: Sequence[str]) -> tuple[Job, ...]:
    """Return the jobs of the edition that is chosen, in some formats; without one, the jobs themselves.

    Raises UnknownName if it has nothing to print, and OutputError for Braille without liblouis.
    """
    listings: Mapping[str, tuple[_Listing, str]] = {
        "large": (_list_large, "a booklet, cards, or a board"),
        "braille": (_list_braille, "cards or a booklet"),
    }
    edition = choices.printing.edition or ""
    if edition not in listings:
        return tuple(jobs)
    list_own, needed = listings[edition]
    games: dict[tuple[str, ...], list[Job]] = {}
    for job in jobs:
        games.setdefault((str(job.game.kit.path), job.locale, job.paper.id), []).append(job)
    made = [job for several in games.values() for job in list_own(several)]
    if not made:
        chosen = list_chosen_parts(jobs)
        raise UnknownName(f"--edition {edition} needs {needed}; chosen parts: {chosen}")
    return tuple(job for job in made if not job.formats or {*job.formats} & {*formats})


def _list_large(jobs: Sequence[Job]) -> Iterator[Job]:
    """Yield booklets, boards, and cards, and a book of all cards."""
    decks = _list_decks(jobs)
    kept = [job for job in jobs if isinstance(job.part, Booklet | Board) or job in decks]
    yield from _note_left([job for job in jobs if job not in kept], kept)
    yield from _list_books(decks)


def _list_braille(jobs: Sequence[Job]) -> Iterator[Job]:
    """Yield labels for cards, a book of all cards, and booklets as files for an embosser."""
    decks = _list_decks(jobs)
    booklets = [replace(job, formats=("brf",)) for job in jobs if isinstance(job.part, Booklet)]
    labels = [_make_labels(decks)] if decks else []
    left = [job for job in jobs if job not in decks and not isinstance(job.part, Booklet)]
    yield from _note_left(left, [*labels, *booklets])
    yield from (replace(job, formats=("pdf", "brf")) for job in _list_books(decks))


def _list_decks(jobs: Iterable[Job]) -> list[Job]:
    return [job for job in jobs if isinstance(job.part, PieceSet) and job.part.has_cards]


def _note_left(left: Sequence[Job], kept: Sequence[Job]) -> Iterator[Job]:
    """Yield jobs, the first of them with a note about parts that are left out."""
    if left and kept:
        names = ", ".join(job.part.id.replace("_", "-") for job in left)
        note = f"{names}: the same as in the ordinary edition, so it is not made again"
        kept = [replace(kept[0], notes=(*kept[0].notes, note)), *kept[1:]]
    yield from kept


def _list_books(decks: Sequence[Job]) -> Iterator[Job]:
    """Yield the job of the book of all cards of a game, if there are cards."""
    book = CardBook(_CARD_BOOK, f"editions.{_CARD_BOOK}", (), columns=1)
    yield from (replace(job, part=book, selection=(), notes=()) for job in decks[:1])


def _make_labels(decks: Sequence[Job]) -> Job:
    """Return the job of a label for each different card, with its number and its title in two lines."""
    job = decks[0]
    texts = dict(_list_label_texts(decks))
    cells = translate_braille([*texts.values()], job.game.kit.wordings[job.locale].tag)
    pieces: list[Piece] = []
    long: list[str] = []
    for (id, text), translated in zip(texts.items(), cells, strict=True):
        lines, fits = break_cells(translated)
        long += [] if fits else [text]
        pieces.append(Piece(id, {"id": id, "text": text, "cells": lines}, ""))
    deck = Deck(_LABELS, LABEL_FORM, tuple(pieces))
    labels = LabelSet(_LABELS, f"editions.{_LABELS}", (deck,), {}, has_cards=False)
    notes: list[str] = []
    if long:
        shown = ", ".join(long[:3]) + (f" and {len(long) - 3} others" if len(long) > 3 else "")
        hint = f"give these cards a shorter text in a field `{_LABEL_FIELD}`"
        what = "1 label is" if len(long) == 1 else f"{len(long)} labels are"
        notes.append(f"{what} cut off after two lines ({shown}); {hint}")
    return replace(job, part=labels, selection=(), formats=_LABEL_FORMATS, notes=tuple(notes))


def _list_label_texts(decks: Sequence[Job]) -> Iterator[tuple[str, str]]:
    """Yield an id for each different card, and its number with its label or its title."""
    kit, locale = decks[0].game.kit, decks[0].locale
    press = make_press(kit, locale=locale, fonts=decks[0].game.fonts)
    numbers = number_cards(kit.parts)
    for part in (job.part for job in decks):
        if isinstance(part, PieceSet):
            titles = dict(list_titles(press, part))
            for piece in part.pieces:
                own = str(piece.in_language(kit.wordings[locale]).fields.get(_LABEL_FIELD, ""))
                number = numbers[part.id, piece.id]
                yield f"{part.id}_{piece.id}", f"{number} {own or titles[piece.id]}".strip()
