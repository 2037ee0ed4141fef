"""From choices, whose names are as they were typed, to a run: read games, find formats, choose jobs."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from generator.backends.formats import find_format
from generator.errors import DataError, UnknownName, describe_unknown
from generator.make.games import find_all, read_games
from generator.make.jobs import ALL, choose_jobs, choose_pieces, join_pieces, spell_part
from generator.make.names import Choices
from generator.make.papers import add_made_papers
from generator.make.pipeline import Run
from generator.model.bilingual import PLUS
from generator.model.board import Board
from generator.model.destinations import Destination
from generator.model.pieces import PieceSet
from generator.model.pseudo import PSEUDO
from generator.model.style import Paper
from generator.model.values import replace
from generator.read.cached import read_cached_destinations, read_cached_papers
from generator.read.files.shelf import Shelf, list_locales


def plan_run(choices: Choices, shelf: Shelf) -> Run:
    """Return the run; raises UnknownName with all unknown names, or DataError with all problems."""
    unknown: list[UnknownName] = []
    folders = find_all(shelf.find_game, shelf.choose_games(choices.games), unknown)
    parts = tuple(map(spell_part, choices.parts))
    reading = read_games(
        folders,
        shelf,
        locales=_find_locales(choices.locales, folders),
        # Sets that share sheets are compared with the others.
        parts=None if choices.together or ALL in parts else parts,
        settings=choices.settings,
    )
    # Parts and locales can be checked only if all games could be read.
    all_there = not unknown and not reading.problems
    default = choices.destination.formats[:1] if choices.destination else ("pdf",)
    formats = find_all(find_format, choices.formats or default, unknown)
    try:
        own = [folder / shelf.papers.name for folder in folders if (folder / shelf.papers.name).is_file()]
        papers = add_made_papers(read_cached_papers(shelf, own), choices.papers)
        resized = resize_margins(papers, choices)
        papers = {**papers, **resized}
        chosen = choose_jobs(
            reading.games,
            papers,
            part_names=choices.parts if all_there else (ALL,),
            locale_names=choices.locales if all_there else (ALL,),
            paper_names=choices.papers,
        )
        jobs = choose_pieces(chosen, choices.selection if all_there else ())
        if choices.destination:
            kinds = PieceSet if choices.destination.products else PieceSet | Board
            jobs = tuple(job for job in jobs if isinstance(job.part, kinds))
    except UnknownName as error:
        unknown.append(error)
    if unknown:
        raise UnknownName("\n".join(map(str, unknown)))
    if reading.problems:
        raise DataError(reading.problems)
    again = partial(plan_run, choices, shelf)
    is_idle = choices.margin is not None or not any(job.paper.id in resized for job in jobs)
    if choices.printer and is_idle and not choices.destination:
        # Its margins change nothing, so that files are named as without it.
        choices = replace(choices, printer=replace(choices.printer, margins=None))
    return Run(join_pieces(jobs) if choices.together else jobs, formats, choices, again)


def resize_margins(papers: Mapping[str, Paper], choices: Choices) -> Mapping[str, Paper]:
    """Return the papers whose margin differs, as chosen or as the printer needs it; labels need none."""
    margin, is_chosen = choices.margin, choices.margin is not None
    if choices.printer and not is_chosen and not choices.destination:
        margin = choices.printer.margin
    return {
        id: replace(paper, margin=margin)
        for id, paper in papers.items()
        if margin is not None and paper.margin != margin and (is_chosen or not paper.labels)
    }


def find_destination(shelf: Shelf, name: str) -> Destination:
    """Return the destination with an id; raises UnknownName."""
    known = read_cached_destinations(shelf)
    if name.lower() not in known:
        raise UnknownName(describe_unknown("destination", name, known))
    return known[name.lower()]


def _find_locales(names: Sequence[str], folders: Sequence[Path]) -> tuple[str, ...] | None:
    """Return the languages that must be read.

    Returns None, which means all of them, if `all` is requested, or a name that a game lacks and that may be
    a typo.
    """
    wanted = {part for name in names for part in name.lower().replace("_", "-").split(PLUS)} - {PSEUDO}
    there = [{locale.lower(): locale for locale in list_locales(folder)} for folder in folders]
    if any(not wanted <= set(known) for known in there):
        return None
    return tuple({known[name] for known in there for name in wanted})
