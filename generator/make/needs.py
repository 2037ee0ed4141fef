"""Options that apply to no part of a run."""

from collections.abc import Iterator, Sequence

from generator.errors import UnknownName
from generator.make.cutting import list_cutting_needs
from generator.make.jobs import list_parts
from generator.make.layouts import has_name_field
from generator.make.misfits import list_missing_products
from generator.make.names import BOARD, BOOKLETS, BOTH, DEFAULTS, PIECES, Choices
from generator.make.run import Run
from generator.model.destinations import Destination
from generator.model.kit import Board, Booklet, Part, Sheet
from generator.model.pieces import PieceSet
from generator.model.printing.printing import DEFAULT_PAPER, Printing

_NEEDS = {
    **dict.fromkeys(PIECES, (PieceSet, "a part with cards or tokens")),
    **dict.fromkeys(BOARD, (Board, "a board")),
    **dict.fromkeys((*BOTH, "bleed"), (PieceSet | Board, "a part with cards or tokens, or a board")),
    **dict.fromkeys(BOOKLETS, (Booklet, "a booklet")),
}
"""Options of printing, and the parts to which they apply."""
_ONLY_FOR = {"resize": "--for with a service", "copies_as_files": "--for with a destination"}
"""Options of printing that apply to pictures of cards only."""


def _can_show(part: Part, goes_to: Destination) -> bool:
    """Return True if a part has something for a destination: boxes of cards are not on game tables."""
    forms = [deck.form for deck in part.decks] if isinstance(part, PieceSet) else []
    return not goes_to.is_table or isinstance(part, Board) or any(one.outline != "tuck_box" for one in forms)


def list_storage_needs(choices: Choices) -> list[str]:
    """Return a message for each option of boxes and dividers that needs another one."""
    has_one = choices.boxes or choices.dividers
    needs = {
        "--thickness needs --boxes": choices.thickness is not None and not choices.boxes,
        "--sleeved needs --boxes or --dividers": choices.sleeved and not has_one,
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
        needs.append("--anyway needs --for with a service")
    if goes_to:
        needs += _list_destination_needs(run, goes_to)
        misfits = list_missing_products(run.jobs, goes_to, resize=choices.printing.resize)
    if choices.pictures_at and not (goes_to and goes_to.is_table and not goes_to.is_packed):
        needs.append("--pictures-at needs a destination whose files name pictures, such as --for tts")
    if needs or misfits:
        told = (f"{need}; chosen parts: {list_parts(run.jobs) or 'none'}" for need in needs)
        raise UnknownName("\n".join((*told, *misfits)))


def _list_printing_needs(
    printing: Printing, parts: Sequence[Part], goes_to: Destination | None
) -> Iterator[str]:
    """Yield the options of printing that do not apply."""
    for name, (kind, what) in _NEEDS.items():
        option = "orientation" if name == "turned" else name.replace("_", "-")
        if getattr(printing, name) == getattr(DEFAULTS.printing, name):
            continue
        if goes_to and name not in goes_to.takes:
            yield f"--{option} does not apply to --for {goes_to.id}"
        elif not goes_to and name in _ONLY_FOR:
            yield f"--{option} needs {_ONLY_FOR[name]}"
        elif not any(isinstance(part, kind) for part in parts):
            yield f"--{option} needs {what}"


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
