"""Checks that each choice of a run has an effect on some part of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.errors import LayoutError, UnknownName
from generator.make.jobs.choices import DEFAULTS, Choices
from generator.make.jobs.file_names import BOARD_OPTIONS, BOOKLETS, BOTH, PIECES, has_backs
from generator.make.jobs.jobs import Job, Run, has_name_field, list_chosen_parts
from generator.model.destinations import Destination
from generator.model.kit import Board, Booklet, Part, Sheet
from generator.model.pieces import Form, PieceSet
from generator.model.printing.printing import DEFAULT_PAPER, Backs, Printing


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
