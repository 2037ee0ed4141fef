"""From choices, whose names are as they were typed, to a run: read games, find formats, choose jobs.

Options that apply to no part of a run.

Cards and boards for which a service has no product.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from generator.backends.formats import find_cut_format, find_format
from generator.errors import DataError, LayoutError, UnknownName, describe_unknown
from generator.make.jobs.choices import ALL, DEFAULTS, Choices, find_each, spell_part
from generator.make.jobs.file_names import BOARD_OPTIONS, BOOKLETS, BOTH, PIECES
from generator.make.jobs.files import add_press, list_cutting_needs, list_press_problems
from generator.make.jobs.games import read_games
from generator.make.jobs.jobs import (
    Job,
    Run,
    choose_jobs,
    choose_pieces,
    join_pieces,
    join_sizes,
    list_chosen_parts,
)
from generator.make.jobs.layouts import choose_filled, has_name_field, list_refused
from generator.make.jobs.papers import find_papers
from generator.make.storage import store_cards
from generator.model.destinations import Destination
from generator.model.kit import Board, Booklet, Part, Sheet
from generator.model.pieces import Form, PieceSet
from generator.model.printing.printing import DEFAULT_PAPER, Printing
from generator.model.texts.wordings import PLUS, PSEUDO
from generator.model.values import replace
from generator.read.cached import read_cached_destinations
from generator.read.files.shelf import Shelf, list_locales


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


_NEEDS = {
    **dict.fromkeys(PIECES, (PieceSet, "a part with cards or tokens")),
    **dict.fromkeys(BOARD_OPTIONS, (Board, "a board")),
    **dict.fromkeys((*BOTH, "bleed"), (PieceSet | Board, "a part with cards or tokens, or a board")),
    **dict.fromkeys(BOOKLETS, (Booklet, "a booklet")),
}
"""Options of printing, and the parts to which they apply."""
_SPELLINGS = {
    "turned": "--orientation",
    "groups": "--grid with groups",
    "overlap": "--size with overlap",
    "resize": "--for with resize",
    "copies_as_files": "--for with copies",
}
"""How options of printing are spelt whose fields have other names."""


def _can_show(part: Part, goes_to: Destination) -> bool:
    """Return True if a part has something for a destination: boxes of cards are not on game tables."""
    forms = [deck.form for deck in part.decks] if isinstance(part, PieceSet) else []
    return not goes_to.is_table or isinstance(part, Board) or any(one.outline != "tuck_box" for one in forms)


def list_storage_needs(choices: Choices) -> list[str]:
    """Return a message for each option of boxes and dividers that needs the other kind."""
    needs = {
        "--thickness needs boxes, not --dividers": choices.thickness is not None and choices.dividers,
        "--by needs --dividers": choices.by and not choices.dividers,
    }
    return [need for need, is_missing in needs.items() if is_missing]


def check_choices(run: Run) -> None:
    """Raise UnknownName with all options that apply to no part of the run."""
    choices, parts, goes_to = run.choices, [job.part for job in run.jobs], run.choices.destination
    needs: list[str] = []
    misfits: Sequence[str] = ()
    if choices.names and not any(map(has_name_field, parts)):
        needs.append("--names needs a part with a name field")
    if choices.copies > 1 and not any(isinstance(part, Sheet) for part in parts):
        needs.append("--copies needs a sheet")
    needs += _list_printing_needs(choices.printing, parts, goes_to)
    needs += list_cutting_needs(choices, run.jobs)
    if choices.anyway and not (goes_to and goes_to.products):
        needs.append("anyway needs --for with a service, such as --for mpc,anyway")
    if goes_to:
        needs += _list_destination_needs(run, goes_to)
        misfits = list_missing_products(run.jobs, goes_to, resize=choices.printing.resize)
    if choices.pictures_at and not (goes_to and goes_to.is_table and not goes_to.is_packed):
        needs.append("at=URL needs a destination whose files name pictures, such as --for tts")
    if needs or misfits:
        told = (f"{need}; chosen parts: {list_chosen_parts(run.jobs) or 'none'}" for need in needs)
        raise UnknownName("\n".join((*told, *misfits)))


def _list_printing_needs(
    printing: Printing, parts: Sequence[Part], goes_to: Destination | None
) -> Iterator[str]:
    """Yield the options of printing that do not apply."""
    for name, (kind, what) in _NEEDS.items():
        option = _SPELLINGS.get(name, f"--{name.replace('_', '-')}")
        if getattr(printing, name) == getattr(DEFAULTS.printing, name):
            continue
        if goes_to and name not in goes_to.takes:
            yield f"{option.removeprefix('--for with ')} does not apply to --for {goes_to.id}"
        elif not any(isinstance(part, kind) for part in parts):
            yield f"{option} needs {what}"


def _list_destination_needs(run: Run, goes_to: Destination) -> Iterator[str]:
    """Yield the options that do not apply to a destination, and what it cannot show."""
    choices, forms = run.choices, [form.name for form in run.formats]
    if not any(_can_show(job.part, goes_to) for job in run.jobs):
        boards = ", or a board" if goes_to.prints_boards else ""
        yield f"--for {goes_to.id} needs a part with cards or tokens{boards}"
    if goes_to.dpi and choices.options.dpi not in (DEFAULTS.options.dpi, goes_to.dpi):
        multiples = f", which takes multiples of {goes_to.dpi}" if goes_to.is_scalable else ""
        yield f"--dpi does not apply to --for {goes_to.id}{multiples}"
    if wrong := ", ".join(name for name in forms if name not in goes_to.formats):
        yield f"--for {goes_to.id} has no format {wrong}, but {', '.join(goes_to.formats)}"
    for_sheets = {
        "paper": not {job.paper.id for job in run.jobs} <= {DEFAULT_PAPER},
        "margin": choices.margin is not None,
        "header": choices.printing.header,
        "together": choices.together,
    }
    for name, is_given in for_sheets.items():
        if is_given:
            yield f"--{name} does not apply to --for {goes_to.id}"


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
    unknown += map(UnknownName, list_press_problems(choices, [form.name for form in formats]))
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
        unknown += map(UnknownName, list_storage_needs(choices))
        if choices.find_takes:
            unknown += map(UnknownName, list_refused(choices, [form.name for form in formats]))
        jobs = _keep_useful(jobs, choices)
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


def _keep_useful(jobs: Sequence[Job], choices: Choices) -> tuple[Job, ...]:
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


def find_destination(shelf: Shelf, name: str) -> Destination:
    """Return the destination with an id; raises UnknownName."""
    known = {id.replace("_", "-"): found for id, found in read_cached_destinations(shelf).items()}
    wanted = name.lower().replace("_", "-")
    if wanted not in known:
        raise UnknownName(describe_unknown("destination", name, known))
    return known[wanted]


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
