"""Jobs laid out one after the other, with what they share."""

from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from generator.errors import GeneratorError, LayoutError, MissingGlyph, PartErrors, PrintWarning
from generator.layout.document import Chunk, fill_pages, keep_pages, lay_out_chunks, make_press
from generator.layout.press import LayoutFindings, Press
from generator.layout.shapes.palette import choose_palette
from generator.make.jobs.jobs import DEFAULTS, Choices, Job, has_name_field
from generator.model.kit import Board, Part, PieceSet, Sheet
from generator.model.printing.printing import CropMarks
from generator.model.values import replace
from generator.scene.shapes import Document, Symbol

LaidOut: TypeAlias = tuple[Chunk | None, tuple[GeneratorError, ...]]
"""Some pages, and their errors and warnings; the pages are None if an error prevented them."""


class Presses:
    """The presses of a run, one for each game and language, which collect errors."""

    def __init__(self, choices: Choices = DEFAULTS) -> None:
        self._choices = choices
        self._is_cut = choices.destination is not None and bool(choices.destination.products)
        self._made: dict[tuple[Path, str], Press] = {}
        self._wordless: dict[Path, dict[str, Symbol]] = {}
        """Symbols without texts, which all languages of a game share."""

    def find(self, job: Job) -> Press:
        """Return the press of the game of a job in its language; raises GeneratorError for its fonts."""
        kit, key = job.game.kit, (job.game.kit.path, job.locale)
        if key not in self._made:
            self._made[key] = make_press(
                kit,
                locale=job.locale,
                fonts=job.game.fonts,
                wordless=self._wordless.setdefault(kit.path, {}),
                findings=LayoutFindings(collects=True, has_preflight=self._is_cut),
                palette=choose_palette(self._choices.ink, is_cut=self._is_cut),
            )
        return self._made[key]


def lay_out(
    jobs: Iterable[Job], choices: Choices = DEFAULTS, *, report: Callable[[Job], None]
) -> Iterator[tuple[Job, Iterator[LaidOut]]]:
    """Yield each job with its pages, which are laid out on demand."""
    presses = Presses(choices)
    for job in jobs:
        report(job)
        yield job, lay_out_job(job, choices, presses)


def lay_out_job(
    job: Job, choices: Choices, presses: Presses, *, first: Collection[int] = ()
) -> Iterator[LaidOut]:
    """Yield the pages of a job; names and copies apply to sheets, other parts are laid out once.

    Pages of cards whose indexes are `first` come before the others.
    """
    part = job.part
    try:
        press = presses.find(job)
    except GeneratorError as error:
        yield None, (error,)
        return
    shown = _show_filled(choices, part) if choices.find_takes else choices
    printing = replace(shown.printing, is_for_press=choices.options.press is not None)
    chunks = lay_out_chunks(
        press,
        part,
        paper=job.paper,
        copies=shown.copies if isinstance(part, Sheet) else 1,
        names=shown.names if has_name_field(part) else (),
        printing=printing,
        destination=choices.destination,
        printer=choices.correcting_printer,
        first=first,
    )
    try:
        for chunk in chunks:
            kept = keep_pages(chunk, job.pages) if job.pages else chunk
            if choices.find_takes:
                names = choices.names if isinstance(part, Sheet) else ()
                kept = fill_pages(press, part, kept, choices.find_takes(job.game.kit), names=names)
            yield kept, _take(job, press)
    except GeneratorError as error:
        yield None, (*_take(job, press), error)


def _show_filled(choices: Choices, part: Part) -> Choices:
    """Return the choices for pages with fields: names are in these, and a board is on one page, uncut."""
    if isinstance(part, Board):
        marks = CropMarks(sides="none")
        return replace(choices, printing=replace(choices.printing, poster=False, marks=marks))
    return replace(choices, copies=max(len(choices.names), 1), names=())


def lay_out_whole(job: Job, choices: Choices, presses: Presses) -> Document:
    """Return all pages of a job; raises PartErrors with everything that does not fit."""
    laid_out = [*lay_out_job(job, choices, presses)]
    check_fit(job, (error for _, errors in laid_out for error in errors))
    documents = [chunk.document for chunk, _ in laid_out if chunk]
    return replace(documents[0], pages=tuple(page for document in documents for page in document.pages))


def check_fit(job: Job, errors: Iterable[GeneratorError]) -> None:
    """Raise PartErrors with the errors of a job; warnings are not among them."""
    if found := [(str(job), error) for error in errors if not isinstance(error, PrintWarning)]:
        raise PartErrors(found)


def _take(job: Job, press: Press) -> tuple[GeneratorError, ...]:
    """Return the errors of a layout; those of sections, areas, and blocks say where these are written."""
    return tuple(_locate(job, error) for error in press.findings.take())


def _locate(job: Job, error: GeneratorError) -> GeneratorError:
    """Return an error with the line of the part's file at which its origin is, or else with the file."""
    if isinstance(error, PrintWarning) and error.written:
        # Few runs have warnings, and what finds lines takes long to import.
        from generator.read.kits.origins import list_uses

        error.place = next(list_uses(job.game.kit, job.part.id, error.written), error.place)
        return error
    if error.place or isinstance(job.part, PieceSet) or not isinstance(error, LayoutError | MissingGlyph):
        return error
    # Few runs have errors, and what finds lines takes long to import.
    from generator.read.kits.origins import get_written_place

    place = get_written_place(job.game.kit, job.part.id, error.origin)
    error.place = place
    return error
