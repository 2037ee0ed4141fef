"""Boxes and dividers in place of decks: `petri make --boxes` and `--dividers`."""

from collections.abc import Mapping, Sequence

from generator.errors import GeneratorError, LayoutError, PartErrors, UnknownName, describe_unknown
from generator.make.boxes import BoxMaker
from generator.make.dividers import make_dividers
from generator.make.jobs import Job, list_parts
from generator.make.names import Choices
from generator.model.pieces import PieceSet
from generator.model.style import Paper
from generator.read.cached import read_cached_storage
from generator.read.files.shelf import Shelf


def store_cards(
    jobs: Sequence[Job], choices: Choices, shelf: Shelf, papers: Mapping[str, Paper]
) -> tuple[Job, ...]:
    """Return the jobs of boxes and dividers for the decks among other jobs.

    Raises UnknownName if there is no deck, for an unknown card stock, and for an unknown field; PartErrors
    with all boxes that do not fit on their paper.
    """
    same: dict[tuple[str, str, str], list[tuple[Job, PieceSet]]] = {}
    for job in jobs:
        if isinstance(job.part, PieceSet) and job.part.storage:
            key = str(job.game.kit.path), job.locale, job.paper.id
            same.setdefault(key, []).append((job, job.part))
    if not same:
        option = "boxes" if choices.boxes else "dividers"
        raise UnknownName(f"--{option} needs a deck of cards; chosen parts: {list_parts(jobs)}")
    stocks, defaults = read_cached_storage(shelf)
    if isinstance(choices.thickness, str) and choices.thickness not in stocks.stocks:
        raise UnknownName(describe_unknown("card stock", choices.thickness, stocks.stocks))
    _check_field(choices.by, [part for decks in same.values() for _, part in decks])
    maker = BoxMaker(choices, stocks, defaults, papers)
    found: list[Job] = []
    failures: list[tuple[str, GeneratorError]] = []
    for decks in same.values():
        for several in maker.share(decks) if choices.boxes else ():
            try:
                found.append(maker.make(several))
            except LayoutError as error:
                failures.append((str(several[0][0]), error))
        if choices.dividers:
            grows = stocks.sleeve.size if choices.sleeved else 0.0
            found.append(make_dividers(decks, defaults, by=choices.by, grows=grows))
    if failures:
        raise PartErrors(failures)
    return tuple(found)


def _check_field(name: str, decks: Sequence[PieceSet]) -> None:
    known = {field: None for part in decks for piece in part.pieces for field in piece.fields}
    if name and name not in known:
        raise UnknownName(describe_unknown("field", name, known))
