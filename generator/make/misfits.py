"""Cards and boards for which a service has no product."""

from collections.abc import Iterator, Sequence

from generator.errors import LayoutError
from generator.make.jobs import Job
from generator.model.board import Board
from generator.model.destinations import Destination
from generator.model.kit import Part
from generator.model.pieces import Form, PieceSet


def list_misfits(jobs: Sequence[Job], destination: Destination, *, resize: bool) -> tuple[str, ...]:
    """Return a message for each deck and board that fits no product, and how to make what fits.

    With `resize`, only shapes that no product has are left.
    """
    misfits: dict[str, None] = {}
    fits: dict[str, None] = {}
    for part in _list_parts(jobs):
        is_board, found = isinstance(part, Board), len(misfits)
        for name, form in _list_forms(part):
            shown = destination.resize(form, is_board=is_board) if resize else form
            try:
                destination.find_product(shown, part=name, is_board=is_board)
            except LayoutError as error:
                misfits[str(error)] = None
        if len(misfits) == found:
            fits[part.id] = None
    if misfits and fits:
        return (*misfits, f"--part {','.join(fits)} makes only what fits")
    return tuple(misfits)


def _list_parts(jobs: Sequence[Job]) -> Iterator[Part]:
    """Yield the parts of the jobs; a job may have decks of several parts."""
    chosen = {name for job in jobs for name, _ in _list_forms(job.part)}
    for kit in {job.game.kit.path: job.game.kit for job in jobs}.values():
        yield from (part for part in kit.parts if any(name in chosen for name, _ in _list_forms(part)))


def _list_forms(part: Part) -> list[tuple[str, Form]]:
    if isinstance(part, Board):
        return [(part.id, Form(*part.size))]
    return [(deck.id, deck.form) for deck in part.decks] if isinstance(part, PieceSet) else []
