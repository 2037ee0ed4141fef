"""The whole pipeline: read kits are laid out part by part, and written in every format."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from generator.backends.formats import Format, Options
from generator.errors import GeneratorError, PartErrors, PieceErrors, UnknownName
from generator.layout.document import DEFAULT_PRINTING, lay_out_part, make_press
from generator.layout.elements.pieces import check_drawn
from generator.layout.press.press import Press
from generator.make.jobs import Job, list_parts
from generator.make.names import name_choices
from generator.model.board import Board
from generator.model.kit import Part
from generator.model.pieces import PieceSet
from generator.model.printing import OVERLAP, Printing
from generator.model.sheet import Sheet
from generator.output import Outcome, Staging, reported
from generator.scene.shapes import Document, Symbol


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Everything that `petri make` is asked for."""

    jobs: tuple[Job, ...]
    formats: tuple[Format, ...]
    folder: Path
    """Each game has a folder of its own in it."""
    names: tuple[str, ...] = ()
    """Of players: a sheet for each, the name filled in."""
    copies: int = 1
    """Of each sheet, in the same file."""
    margin: float | None = None
    """Of all papers, in mm, where it is not that of their file."""
    printing: Printing = field(default_factory=Printing)
    options: Options = field(default_factory=Options)


def make(run: Run, *, tell: Callable[[Job], None]) -> Outcome:
    """Builds all files of a run or, when anything is wrong, none of them.

    `tell` hears of each job before it begins. A part that cannot be laid out does not hide others
    that cannot: PartErrors names all of them. OutputError ends a run at once.
    """
    check_choices(run)
    failures: list[tuple[str, GeneratorError]] = []
    with Staging() as staging:
        made_of = lay_out(run.jobs, names=run.names, copies=run.copies, printing=run.printing, tell=tell)
        for job, made in made_of:
            if isinstance(made, GeneratorError):
                failures.append((str(job), made))
                continue
            try:
                if failures:
                    check_drawn(made)
                else:
                    write(made, job, run, staging)
            except PieceErrors as error:
                failures.append((str(job), find_errors(made) or error))
        if failures:
            raise PartErrors(failures)
        return staging.commit()


def find_errors(document: Document) -> PieceErrors | None:
    """All that is wrong with what is drawn only when it is written."""
    try:
        check_drawn(document)
    except PieceErrors as errors:
        return errors
    return None


def lay_out(
    jobs: Iterable[Job],
    *,
    names: Sequence[str] = (),
    copies: int = 1,
    printing: Printing = DEFAULT_PRINTING,
    tell: Callable[[Job], None],
) -> Iterator[tuple[Job, Document | GeneratorError]]:
    """Each job with its document, or with the reason why there is none.

    Names and copies are for sheets; other parts come once.
    """
    presses: dict[tuple[Path, str], Press] = {}
    wordless: dict[Path, dict[str, Symbol]] = {}
    for job in jobs:
        tell(job)
        kit = job.game.kit
        try:
            press = presses.get((kit.folder, job.locale))
            if press is None:
                shared = wordless.setdefault(kit.folder, {})
                press = make_press(kit, locale=job.locale, fonts=job.game.fonts, wordless=shared)
                presses[kit.folder, job.locale] = press
            document = lay_out_part(
                press,
                job.part,
                paper=job.paper,
                copies=copies if isinstance(job.part, Sheet) else 1,
                names=names if has_name_field(job.part) else (),
                printing=printing,
            )
        except GeneratorError as error:
            yield job, error
        else:
            yield job, document


def write(document: Document, job: Job, run: Run, staging: Staging) -> None:
    """One document in every format, each page a file where the format has it so."""
    folder = run.folder / job.game.kit.slug
    choices = name_choices(
        job.part,
        run.printing,
        selection=job.selection,
        copies=run.copies,
        names=run.names,
        margin=run.margin,
    )
    stem = "-".join((job.stem, *choices))
    for form in run.formats:
        if not form.per_page:
            place = folder / f"{stem}.{form.extension}"
            staging.write(place, form.write(document, None, run.options))
            continue
        staging.drop(find_pages(folder, stem, form.extension))
        for page, name in enumerate(name_pages(stem, form.extension, len(document.pages))):
            staging.write(folder / name, form.write(document, page, run.options))


def name_pages(stem: str, extension: str, pages: int) -> Iterable[str]:
    """`aid-es-a4.svg` for one page; `rules-es-a4-1.svg`, `-2`, with zeros before where they sort."""
    if pages == 1:
        return (f"{stem}.{extension}",)
    width = len(str(pages))
    return tuple(f"{stem}-{page:0{width}}.{extension}" for page in range(1, pages + 1))


def find_pages(folder: Path, stem: str, extension: str) -> tuple[Path, ...]:
    """The files in which an earlier build has left this document's pages."""
    ours = re.compile(rf"{re.escape(stem)}(-\d+)?\.{re.escape(extension)}")
    with reported(folder):
        there = sorted(folder.iterdir()) if folder.is_dir() else ()
    return tuple(path for path in there if ours.fullmatch(path.name))


def has_name_field(part: Part) -> bool:
    """Whether a player's name can be filled in."""
    return isinstance(part, Sheet) and bool(part.name_field)


def check_choices(run: Run) -> None:
    """UnknownName when something is asked for that no part of the run can be printed with."""
    parts = [job.part for job in run.jobs]
    among = list_parts(run.jobs)
    if run.names and not any(map(has_name_field, parts)):
        raise UnknownName(f"--names needs a part with a name field; chosen parts: {among}")
    if run.copies > 1 and not any(isinstance(part, Sheet) for part in parts):
        raise UnknownName(f"--copies needs a sheet; chosen parts: {among}")
    for_boards = run.printing.poster or run.printing.size or run.printing.overlap != OVERLAP
    if for_boards and not any(isinstance(part, Board) for part in parts):
        raise UnknownName(f"--poster, --size, and --overlap need a board; chosen parts: {among}")
    asked = ", ".join(f"--{name}" for name in _list_choices_for_pieces(run.printing))
    if asked and not any(isinstance(part, PieceSet) for part in parts):
        raise UnknownName(f"no part with cards or tokens for {asked}; chosen parts: {among}")


def _list_choices_for_pieces(printing: Printing) -> list[str]:
    """What was chosen that says nothing to boards, sheets and booklets."""
    shift = printing.shift if any(printing.shift) else None
    chosen = {"backs": printing.backs, "bleed": printing.bleed, "gutter": printing.gutter, "shift": shift}
    return [name for name, value in chosen.items() if value is not None]
