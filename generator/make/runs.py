"""Turns the typed choices of `petri make` into a run; each option must have an effect."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from generator.backends.formats import find_cut_format, find_format
from generator.errors import DataError, LayoutError, UnknownName, describe_unknown, find_each
from generator.make.jobs.files import BOARD_OPTIONS, BOOKLETS, BOTH, PIECES, has_backs
from generator.make.jobs.jobs import (
    DEFAULTS,
    OTHER_FORMATS,
    Choices,
    Job,
    Run,
    add_press,
    choose_filled,
    choose_jobs,
    choose_pieces,
    find_papers,
    has_name_field,
    join_pieces,
    join_sizes,
    list_chosen_parts,
    read_games,
)
from generator.make.jobs.typed import ALL, spell_part
from generator.make.storage import store_cards
from generator.model.destinations import Destination
from generator.model.kit import RULES_FILE, Board, Booklet, Form, Part, PieceSet, Sheet
from generator.model.printing.printing import DEFAULT_PAPER, Backs, Printing
from generator.model.texts.wordings import PLUS, PSEUDO
from generator.model.values import replace
from generator.read.cached import read_cached_destinations
from generator.read.files.shelf import Shelf, list_locales

_BRAILLE_FORMATS = ("pdf", "svg", "brf")
"""Formats of an edition in Braille, unless others are chosen."""


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
        locales=find_locales(choices.locales, folders),
        # Sets that share sheets are compared with the others, and rules are for all parts.
        parts=None if choices.together or is_table or choices.find_takes or ALL in parts else parts,
        settings=choices.settings,
    )
    # Parts and locales can be checked only if all games could be read.
    all_there = not unknown and not reading.problems
    default = goes_to.formats[:1] if goes_to and not choices.press else ("pdf",)
    default = _BRAILLE_FORMATS if choices.printing.edition == "braille" else default
    find = partial(find_format, also=OTHER_FORMATS)
    formats = find_each(find, choices.formats or default, unknown)
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
    else:
        if choices.printing.edition:
            # Few runs make an edition.
            from generator.make.jobs.editions import make_edition

            jobs = make_edition(jobs, choices, [form.name for form in formats])
        jobs = join_pieces(jobs) if choices.together else jobs
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
        rules = any((job.game.kit.folder / RULES_FILE).is_file() for job in jobs)
        hint = f"; with --trust, {RULES_FILE} declares what is filled in" if rules else ""
        message = f"--to form needs a part to fill in; chosen parts: {list_chosen_parts(jobs)}"
        raise UnknownName(message + hint)
    return filled


def find_locales(names: Sequence[str], folders: Sequence[Path]) -> tuple[str, ...] | None:
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
        names = {word: id for id, found in known.items() for word in (found.name, *found.also)}
        raise UnknownName(describe_unknown("destination", name, known, names))
    return known[wanted]


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
    if not any(isinstance(part, PieceSet) for part in parts):
        needs += list_idle_orientation(run.jobs, choices)
    needs += _list_cutting_needs(choices, run.jobs)
    if choices.anyway and not (goes_to and goes_to.products):
        needs.append("anyway needs --for with a service, such as --for mpc,anyway")
    if goes_to:
        needs += _list_destination_needs(run, goes_to)
        misfits = list_missing_products(run.jobs, goes_to, resize=choices.printing.resize)
    if choices.pictures_at and not (goes_to and goes_to.is_table and not goes_to.is_packed):
        needs.append("at=URL needs a destination whose files name pictures, such as --for tts")
    if needs or misfits:
        needed = (
            f"{need}; chosen parts: {list_chosen_parts(run.jobs) or ', '.join(choices.parts)}"
            for need in needs
        )
        raise UnknownName("\n".join((*needed, *misfits)))


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
"""Spellings of options of printing whose fields have other names."""


def _list_printing_needs(
    printing: Printing, parts: Sequence[Part], goes_to: Destination | None
) -> Iterator[str]:
    for name, (kind, what) in _NEEDS.items():
        option = _SPELLINGS.get(name, f"--{name.replace('_', '-')}")
        if getattr(printing, name) == getattr(DEFAULTS.printing, name):
            continue
        if goes_to and name not in goes_to.takes:
            yield f"{option.removeprefix('--for with ')} does not apply to --for {goes_to.id}"
        elif not any(isinstance(part, kind) for part in parts):
            yield f"{option} needs {what}"


def list_idle_orientation(jobs: Iterable[Job], choices: Choices) -> Iterator[str]:
    """Yield a message if boards have pages of their own, which have no orientation to choose."""
    printing = choices.printing
    if choices.options.press and printing.turned is not None and not printing.poster:
        boards = dict.fromkeys(job.part.id for job in jobs if isinstance(job.part, Board))
        if boards:
            why = "in press files, a board has a page of its own shape, unless --poster divides it"
            yield f"--orientation does not apply to {', '.join(boards)}: {why}"


def _list_cutting_needs(choices: Choices, jobs: Sequence[Job]) -> Iterator[str]:
    """Yield the options that do not apply, as far as they concern cutting machines."""
    printing, cutter = choices.printing, choices.printing.cutter
    has_pieces = any(isinstance(job.part, PieceSet) for job in jobs)
    if choices.cut and choices.destination:
        yield f"--to cut-svg and cut-dxf do not apply to --for {choices.destination.id}"
    elif choices.cut and not cutter and not has_pieces:
        yield "--to cut-svg and cut-dxf need a part with cards or tokens"
    if printing.is_test and not cutter:
        yield "test needs a cutting machine, such as --for silhouette,test"
    if cutter is None:
        return
    if not has_pieces:
        yield f"--for {cutter.id} needs a part with cards or tokens"
    refused = {
        "marks": printing.marks != DEFAULTS.printing.marks,
        "backs fold": printing.backs == "fold",
        "bleed": cutter.takes_pictures and printing.bleed is not None,
        "header": cutter.takes_pictures and printing.header,
        "margin": cutter.takes_pictures and choices.margin is not None,
    }
    yield from _refuse(refused, f"--for {cutter.id}")
    for paper in {job.paper.id: job.paper for job in jobs}.values():
        if paper.labels or (cutter.papers and paper.id not in cutter.papers):
            known = " or ".join(cutter.papers) or "paper that is not cut yet"
            yield f"--for {cutter.id} is for {known}, not {paper.id}"


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
    yield from _refuse(for_sheets, f"--for {goes_to.id}")


def _refuse(options: Mapping[str, object], target: str) -> Iterator[str]:
    """Yield a message for each option that is given, since it does not apply to a target."""
    return (f"--{name} does not apply to {target}" for name, is_given in options.items() if is_given)


def _can_show(part: Part, goes_to: Destination) -> bool:
    """Return True if a part has something for a destination: boxes of cards are not on game tables."""
    forms = [deck.form for deck in part.decks] if isinstance(part, PieceSet) else []
    return not goes_to.is_table or isinstance(part, Board) or any(one.outline != "tuck_box" for one in forms)


def list_missing_products(jobs: Sequence[Job], destination: Destination, *, resize: bool) -> tuple[str, ...]:
    """Return a message for each deck and board that fits no product, and how to make what fits.

    With `resize`, only shapes that no product has are left.
    """
    kits = {job.game.kit.path: job.game.kit for job in jobs}
    chosen = {(job.game.kit.path, name) for job in jobs for name, _ in _list_forms(job.part)}
    messages: list[str] = []
    for path, kit in kits.items():
        parts = [part for part in kit.parts if any((path, name) in chosen for name, _ in _list_forms(part))]
        lines = _list_misfits(parts, destination, resize=resize)
        messages += (f"{kit.slug}: {line}" if len(kits) > 1 else line for line in lines)
    return tuple(messages)


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


def list_conflicts(choices: Choices, formats: Sequence[str]) -> Iterator[str]:
    """Yield the choices that contradict each other, whatever the parts of a run; formats by name."""
    yield from _list_press_conflicts(choices, formats)
    if choices.thickness is not None and choices.dividers:
        yield "--thickness needs boxes, not --dividers"
    if choices.by and not choices.dividers:
        yield "--by needs --dividers"
    if choices.find_takes:
        yield from _list_form_conflicts(choices, formats)


def _list_press_conflicts(choices: Choices, formats: Iterable[str]) -> Iterator[str]:
    if choices.press and choices.destination and "pdf" not in choices.destination.formats:
        takes = ", ".join(choices.destination.formats)
        yield f"--to pdf-x4 and pdf-x1a do not apply to --for {choices.destination.id}, which takes {takes}"
    elif choices.press and (others := ", ".join(name for name in formats if name != "pdf")):
        yield f"PDF files for print shops are built separately from {others}"


def _list_form_conflicts(choices: Choices, formats: Sequence[str]) -> Iterator[str]:
    printing = choices.printing
    refused = {
        "copies": choices.copies > 1,
        "to pdf-x4 and pdf-x1a": choices.press,
        "to cut-svg and cut-dxf": choices.cut,
        "fold-booklets": printing.fold_booklets,
        "poster": printing.poster,
        "size": printing.size,
        "printer": choices.printer,
        "as": choices.seen_as,
    }
    if choices.destination:
        yield f"--to form does not apply to --for {choices.destination.id}"
    yield from _refuse(refused, "--to form")
    others = [name for name in formats if name != "pdf"]
    if others:
        yield f"--to form makes PDF files, not {', '.join(others)}"


def list_ignored_settings(jobs: Iterable[Job], choices: Choices) -> Iterator[str]:
    """Yield the settings of the printer that this print ignores, with the reason."""
    printer, destination, cutter = choices.printer, choices.destination, choices.printing.cutter
    if printer is None:
        return
    if destination or cutter:
        idle = {
            "paper": printer.paper if destination else "",
            "flip": printer.flip,
            "margins": printer.margins,
            "backs": printer.moves_backs,
            "scale": printer.scales,
        }
        names = ", ".join(name for name, value in idle.items() if value)
        if names and destination:
            yield f"printer {printer.id}: --for {destination.id} makes pictures and does not use {names}"
        elif names and cutter:
            yield f"printer {printer.id}: the marks of --for {cutter.id} must stay in place, without {names}"
        return
    idle_parts: dict[tuple[Backs, str], dict[str, None]] = {}
    for job in jobs:
        if not isinstance(job.part, PieceSet) or not has_backs(job.part):
            continue
        backs = choices.printing.backs or job.part.backs
        if backs in ("fold", "none") and printer.moves_backs:
            idle_parts.setdefault((backs, job.game.kit.slug), {})[job.part.id] = None
    for (how, game), parts in idle_parts.items():
        yield f"printer {printer.id}: --backs {how} does not use backs ({game}: {', '.join(parts)})"
