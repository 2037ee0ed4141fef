"""Cards and boards for which a service has no product."""

from collections.abc import Iterable, Sequence

from generator.errors import LayoutError
from generator.make.jobs import Job
from generator.model.destinations import Destination
from generator.model.kit import Board, Part
from generator.model.pieces import Form, PieceSet


def list_missing_products(jobs: Sequence[Job], destination: Destination, *, resize: bool) -> tuple[str, ...]:
    """Return a message for each deck and board that fits no product, and how to make what fits.

    With `resize`, only shapes that no product has are left.
    """
    kits = {job.game.kit.path: job.game.kit for job in jobs}
    chosen = {(job.game.kit.path, name) for job in jobs for name, _ in _list_forms(job.part)}
    found: list[str] = []
    for path, kit in kits.items():
        parts = [part for part in kit.parts if any((path, name) in chosen for name, _ in _list_forms(part))]
        lines = _list_misfits(parts, destination, resize=resize)
        found += (f"{kit.slug}: {line}" if len(kits) > 1 else line for line in lines)
    return tuple(found)


def _list_misfits(parts: Iterable[Part], destination: Destination, *, resize: bool) -> list[str]:
    """Return the messages for one game, whose jobs may have the decks of several parts."""
    misfits: dict[str, None] = {}
    fits: list[str] = []
    for part in parts:
        is_board, count = isinstance(part, Board), len(misfits)
        for name, form in _list_forms(part):
            shown = destination.resize(form, is_board=is_board) if resize else form
            try:
                destination.find_product(shown, part=name, is_board=is_board)
            except LayoutError as error:
                misfits[str(error)] = None
        fits += [part.id] if len(misfits) == count else []
    if misfits and fits:
        return [*misfits, f"--part {','.join(fits)} makes only what fits"]
    return [*misfits]


def _list_forms(part: Part) -> list[tuple[str, Form]]:
    if isinstance(part, Board):
        return [(part.id, Form(*part.size))]
    return [(deck.id, deck.form) for deck in part.decks] if isinstance(part, PieceSet) else []
