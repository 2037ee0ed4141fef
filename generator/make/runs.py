"""From choices, whose names are as they were typed, to the run that they mean."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from generator.backends.formats import find_cut_format, find_format
from generator.errors import DataError, UnknownName, describe_unknown
from generator.make.jobs.effects import list_conflicts
from generator.make.jobs.jobs import (
    Choices,
    Job,
    Run,
    add_press,
    choose_filled,
    choose_jobs,
    choose_pieces,
    find_papers,
    join_pieces,
    join_sizes,
    list_chosen_parts,
    read_games,
)
from generator.make.jobs.typed import ALL, find_each, spell_part
from generator.make.storage import store_cards
from generator.model.destinations import Destination
from generator.model.kit import Board, PieceSet
from generator.model.texts.wordings import PLUS, PSEUDO
from generator.model.values import replace
from generator.read.cached import read_cached_destinations
from generator.read.files.shelf import Shelf, list_locales


def plan_run(choices: Choices, shelf: Shelf) -> Run:
    """Return the run; raises UnknownName with all unknown names, or DataError with all problems."""
    again = partial(plan_run, choices, shelf)
    goes_to = choices.destination and choices.destination.scaled(round(choices.options.dpi))
    choices = replace(choices, destination=goes_to)
    unknown: list[UnknownName] = []
    folders = find_each(shelf.find_game, shelf.choose_games(choices.games), unknown)
    parts = tuple(map(spell_part, choices.parts))
    is_table = choices.destination is not None and choices.destination.is_table
    reading = read_games(
        folders,
        shelf,
        locales=_find_locales(choices.locales, folders),
        # Sets that share sheets are compared with the others, and rules are for all parts.
        parts=None if choices.together or is_table or choices.find_takes or ALL in parts else parts,
        settings=choices.settings,
    )
    # Parts and locales can be checked only if all games could be read.
    all_there = not unknown and not reading.problems
    default = goes_to.formats[:1] if goes_to and not choices.press else ("pdf",)
    formats = find_each(find_format, choices.formats or default, unknown)
    unknown += map(UnknownName, list_conflicts(choices, [form.name for form in formats]))
    cuts = find_each(find_cut_format, dict.fromkeys(choices.cut), unknown)
    try:
        papers, resized = find_papers(shelf, folders, choices)
        chosen = choose_jobs(
            reading.games,
            papers,
            part_names=choices.parts if all_there else (ALL,),
            locale_names=choices.locales if all_there else (ALL,),
            paper_names=choices.papers,
        )
        jobs = choose_pieces(chosen, choices.selection if all_there else ())
        jobs = _drop_jobs_without_target(jobs, choices)
    except UnknownName as error:
        unknown.append(error)
    if unknown:
        raise UnknownName("\n".join(map(str, unknown)))
    if reading.problems:
        raise DataError(reading.problems)
    is_idle = choices.margin is not None or not any(job.paper.id in resized for job in jobs)
    if choices.printer and is_idle and not choices.destination:
        # Its margins change nothing, so that files are named as without it.
        choices = replace(choices, printer=replace(choices.printer, margins=None))
    if choices.boxes or choices.dividers:
        jobs = store_cards(jobs, choices, shelf, papers)
    elif choices.together:
        jobs = join_pieces(jobs)
    return Run(jobs, formats, add_press(choices, shelf), again, cuts)


def _drop_jobs_without_target(jobs: Sequence[Job], choices: Choices) -> tuple[Job, ...]:
    """Return the jobs that a destination, a cutter, or a form can use.

    Raises UnknownName if no part has fields.
    """
    goes_to = choices.destination
    if goes_to:
        kinds = PieceSet | Board if goes_to.prints_boards else PieceSet
        jobs = tuple(job for job in jobs if isinstance(job.part, kinds))
        jobs = join_sizes(jobs) if goes_to.per_size else jobs
    if choices.printing.cutter:
        jobs = tuple(job for job in jobs if isinstance(job.part, PieceSet))
    if not choices.find_takes:
        return tuple(jobs)
    filled = choose_filled(jobs, choices)
    if jobs and not filled:
        raise UnknownName(f"--to form needs a part to fill in; chosen parts: {list_chosen_parts(jobs)}")
    return filled


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


def find_destination(shelf: Shelf, name: str) -> Destination:
    """Return the destination with an id; raises UnknownName."""
    known = {id.replace("_", "-"): found for id, found in read_cached_destinations(shelf).items()}
    wanted = name.lower().replace("_", "-")
    if wanted not in known:
        names = {destination.name: id for id, destination in known.items()}
        raise UnknownName(describe_unknown("destination", name, known, names))
    return known[wanted]
