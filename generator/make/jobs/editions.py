"""Editions of a game for people who see little or nothing: the parts that they have."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from generator.errors import UnknownName
from generator.make.jobs.jobs import Choices, Job, list_chosen_parts
from generator.model.kit import Board, Booklet, CardBook, PieceSet
from generator.model.values import replace

CARD_BOOK = "card_book"
_Key: TypeAlias = tuple[str, str, str]


def make_edition(jobs: Sequence[Job], choices: Choices) -> tuple[Job, ...]:
    """Return the jobs of the edition that is chosen; raises UnknownName if it has nothing to print."""
    if choices.printing.edition != "large":
        return tuple(jobs)
    made = tuple(_list_large(jobs))
    if not made:
        chosen = list_chosen_parts(jobs)
        raise UnknownName(f"--edition large needs a booklet, cards, or a board; chosen parts: {chosen}")
    return made


def _list_large(jobs: Sequence[Job]) -> Iterator[Job]:
    """Yield booklets, boards, and cards, and a book of all cards for each language and paper.

    The others are the same as in the ordinary edition, which a note says.
    """
    games: dict[_Key, list[Job]] = {}
    for job in jobs:
        games.setdefault((str(job.game.kit.path), job.locale, job.paper.id), []).append(job)
    for several in games.values():
        decks = [job for job in several if isinstance(job.part, PieceSet) and job.part.has_cards]
        kept = [job for job in several if isinstance(job.part, Booklet | Board) or job in decks]
        left = [job.part.id.replace("_", "-") for job in several if job not in kept]
        if left and kept:
            note = f"{', '.join(left)}: the same as in the ordinary edition, so it is not made again"
            kept[0] = replace(kept[0], notes=(*kept[0].notes, note))
        yield from kept
        if decks:
            book = CardBook(CARD_BOOK, f"editions.{CARD_BOOK}", (), columns=1)
            yield replace(decks[0], part=book, selection=(), notes=())
