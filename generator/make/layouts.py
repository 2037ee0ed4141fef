"""Jobs laid out one after the other, with what they share."""

from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from generator.errors import GeneratorError, LayoutError, MissingGlyph
from generator.layout.document import Chunk, keep_pages, lay_out_chunks, make_press
from generator.layout.press.press import Press
from generator.layout.shapes.palette import PALETTES
from generator.layout.text.findings import Findings
from generator.make.filling import fill, show_board
from generator.make.jobs import Job
from generator.make.names import DEFAULTS, Choices
from generator.model.board import Board
from generator.model.kit import Part
from generator.model.pieces import PieceSet
from generator.model.sheet import Sheet
from generator.scene.shapes import Symbol

LaidOut: TypeAlias = tuple[Chunk | None, tuple[GeneratorError, ...]]
"""Some pages, and their errors and warnings; the pages are None if an error prevented them."""


def lay_out(
    jobs: Iterable[Job], choices: Choices = DEFAULTS, *, report: Callable[[Job], None]
) -> Iterator[tuple[Job, Iterator[LaidOut]]]:
    """Yield each job with its pages, which are laid out on demand.

    Names and copies apply to sheets; other parts are laid out once.
    """
    presses: dict[tuple[Path, str], Press] = {}
    wordless: dict[Path, dict[str, Symbol]] = {}
    for job in jobs:
        report(job)
        yield job, lay_out_job(job, choices, presses, wordless)


def lay_out_job(
    job: Job,
    choices: Choices,
    presses: dict[tuple[Path, str], Press],
    wordless: dict[Path, dict[str, Symbol]],
    *,
    first: Collection[int] = (),
) -> Iterator[LaidOut]:
    """Yield the pages of a job; presses and symbols without texts are kept for other jobs.

    Pages of cards whose indexes are `first` come before the others.
    """
    part, findings = job.part, Findings(collects=True)
    try:
        press = find_press(job, choices, presses, wordless)
        findings = press.findings
        copies = choices.copies if isinstance(part, Sheet) else 1
        names = choices.names if has_name_field(part) else ()
        printing, goes_to = choices.printing, choices.destination
        if choices.find_takes:
            # Names are in fields, not on the page.
            copies, names = max(len(names), 1), ()
            printing = show_board(printing) if isinstance(part, Board) else printing
        for chunk in lay_out_chunks(
            press,
            part,
            paper=job.paper,
            copies=copies,
            names=names,
            printing=printing,
            destination=goes_to,
            printer=None if choices.printing.cutter else choices.printer,
            first=first,
        ):
            chunk = keep_pages(chunk, job.pages) if job.pages else chunk
            yield (fill(press, job, choices, chunk) if choices.find_takes else chunk), _take(job, findings)
    except GeneratorError as error:
        yield None, (*_take(job, findings), error)


def _take(job: Job, findings: Findings) -> tuple[GeneratorError, ...]:
    """Return the errors of a layout; those of sections, areas, and blocks say where these are written."""
    return tuple(_locate(job, error) for error in findings.take())


def _locate(job: Job, error: GeneratorError) -> GeneratorError:
    """Return an error with the line of the part's file at which its origin is, or else with the file."""
    if error.place or isinstance(job.part, PieceSet) or not isinstance(error, LayoutError | MissingGlyph):
        return error
    # Few runs have errors, and what finds lines takes long to import.
    from generator.read.kits.origins import find_origin

    place = find_origin(job.game.kit, job.part.id, error.origin)
    if not place:
        return error
    if isinstance(error, LayoutError):
        thing = f"{error.thing} in {place}"
        located: GeneratorError = LayoutError(thing, error.what, over_mm=error.over_mm, paper=error.paper)
    else:
        located = MissingGlyph(error.characters, error.text, str(place))
    located.place, located.origin = str(place), error.origin
    return located


def find_press(
    job: Job,
    choices: Choices,
    presses: dict[tuple[Path, str], Press],
    wordless: dict[Path, dict[str, Symbol]],
) -> Press:
    """Return the press of the game of a job in its language, which collects errors."""
    kit, fonts, key = job.game.kit, job.game.fonts, (job.game.kit.path, job.locale)
    if key not in presses:
        symbols, palette = wordless.setdefault(kit.path, {}), PALETTES[choices.ink]
        presses[key] = make_press(
            kit,
            locale=job.locale,
            fonts=fonts,
            wordless=symbols,
            findings=Findings(collects=True),
            palette=palette,
        )
    return presses[key]


def has_name_field(part: Part) -> bool:
    """Return True if the part has a field for a player's name."""
    return isinstance(part, Sheet) and bool(part.name_field)
