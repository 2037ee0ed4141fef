"""Jobs laid out one after the other, with what they share.

Files that are filled in on the screen: which parts have fields, and how boards are shown.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from generator.errors import GeneratorError, LayoutError, MissingGlyph, PartErrors, PrintWarning
from generator.layout.document import Chunk, fill_pages, keep_pages, lay_out_chunks, make_press
from generator.layout.press import Press
from generator.layout.shapes.icons import find_palette
from generator.layout.text.typesetter import LayoutFindings
from generator.make.jobs.choices import DEFAULTS, Choices
from generator.make.jobs.jobs import Job
from generator.make.jobs.papers import HOME_MARGIN
from generator.model.elements.blocks import AnyBlock, LabelledLines, LineTable, Table
from generator.model.kit import Board, Booklet, Part, Sheet
from generator.model.pieces import PieceSet
from generator.model.played import Takes
from generator.model.printing.printing import CropMarks
from generator.model.style import Paper
from generator.model.values import replace
from generator.scene.shapes import Document, Symbol

_ROOM = 15.0
"""Width of the edge around a board, in mm, with the line that names it."""


def may_have_fields(part: Part, takes: Sequence[Takes]) -> bool:
    """Return whether a part has places to fill in."""
    if any(each.part == part.id for each in takes) or isinstance(part, Sheet):
        return True
    return isinstance(part, Booklet) and any(_has_lines(block) for block in part.blocks)


def _has_lines(block: AnyBlock) -> bool:
    is_open = isinstance(block, LineTable | LabelledLines) or (isinstance(block, Table) and block.open_places)
    return bool(block.id and is_open)


def choose_filled(jobs: Sequence[Job], choices: Choices) -> tuple[Job, ...]:
    """Return the jobs of parts with something to fill in; boards once, at their own size, on any paper."""
    assert choices.find_takes is not None
    kits = {job.game.kit.path: job.game.kit for job in jobs}
    takes = {path: choices.find_takes(kit) for path, kit in kits.items()}
    found = {}
    for job in jobs:
        if may_have_fields(job.part, takes[job.game.kit.path]):
            if isinstance(job.part, Board):
                job = replace(job, paper=_make_paper(job.part))
            found[str(job.game.kit.path), job.stem] = job
    return tuple(found.values())


def _make_paper(board: Board) -> Paper:
    """Return a page that shows a board at its own size."""
    short, long = sorted(side + 2 * _ROOM for side in board.size)
    name = f"{short:g}x{long:g}mm"
    return Paper(name, short, long, HOME_MARGIN, name)


def show_filled(choices: Choices, part: Part) -> Choices:
    """Return the choices for pages with fields: names are in these, and a board is on one page, uncut."""
    if isinstance(part, Board):
        marks = CropMarks(sides="none")
        return replace(choices, printing=replace(choices.printing, poster=False, marks=marks))
    return replace(choices, copies=max(len(choices.names), 1), names=())


def list_refused(choices: Choices, formats: Sequence[str]) -> Iterator[str]:
    """Yield the options that do not go together with fields."""
    printing = choices.printing
    refused = {
        "--copies": choices.copies > 1,
        "--to pdf-x4 and pdf-x1a": choices.press,
        "--to cut-svg and cut-dxf": choices.cut,
        "--fold-booklets": printing.fold_booklets,
        "--poster": printing.poster,
        "--size": printing.size,
        "--printer": choices.printer,
        "--as": choices.seen_as,
    }
    if choices.destination:
        yield f"--to form does not apply to --for {choices.destination.id}"
    yield from (f"{name} does not apply to --to form" for name, is_given in refused.items() if is_given)
    others = [name for name in formats if name != "pdf"]
    if others:
        yield f"--to form makes PDF files, not {', '.join(others)}"


def fill(press: Press, job: Job, choices: Choices, chunk: Chunk) -> Chunk:
    """Return a chunk whose pages have fields, and names in the name fields."""
    assert choices.find_takes is not None
    names = choices.names if isinstance(job.part, Sheet) else ()
    return fill_pages(press, job.part, chunk, choices.find_takes(job.game.kit), names=names)


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
                findings=LayoutFindings(collects=True),
                palette=find_palette(self._choices.ink, is_cut=self._is_cut),
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
    shown = show_filled(choices, part) if choices.find_takes else choices
    chunks = lay_out_chunks(
        press,
        part,
        paper=job.paper,
        copies=shown.copies if isinstance(part, Sheet) else 1,
        names=shown.names if has_name_field(part) else (),
        printing=shown.printing,
        destination=choices.destination,
        printer=choices.correcting_printer,
        first=first,
    )
    try:
        for chunk in chunks:
            kept = keep_pages(chunk, job.pages) if job.pages else chunk
            filled = fill(press, job, choices, kept) if choices.find_takes else kept
            yield filled, _take(job, press)
    except GeneratorError as error:
        yield None, (*_take(job, press), error)


def _take(job: Job, press: Press) -> tuple[GeneratorError, ...]:
    """Return the errors of a layout; those of sections, areas, and blocks say where these are written."""
    return tuple(_locate(job, error) for error in press.findings.take())


def _locate(job: Job, error: GeneratorError) -> GeneratorError:
    """Return an error with the line of the part's file at which its origin is, or else with the file."""
    if error.place or isinstance(job.part, PieceSet) or not isinstance(error, LayoutError | MissingGlyph):
        return error
    # Few runs have errors, and what finds lines takes long to import.
    from generator.read.kits.origins import find_written_place

    place = find_written_place(job.game.kit, job.part.id, error.origin)
    if not place:
        return error
    if isinstance(error, LayoutError):
        thing = f"{error.thing} in {place}"
        located: GeneratorError = LayoutError(thing, error.what, over_mm=error.over_mm, paper=error.paper)
    else:
        located = MissingGlyph(error.characters, error.text, str(place))
    located.place, located.origin = str(place), error.origin
    return located


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


def has_name_field(part: Part) -> bool:
    """Return True if the part has a field for a player's name."""
    return isinstance(part, Sheet) and bool(part.name_field)
