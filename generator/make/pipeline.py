"""The pipeline: lay out kits part by part, and write them in every format."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from generator.backends.formats import Format, Options, Writer
from generator.errors import GeneratorError, PartErrors, UnknownName
from generator.layout.document import DEFAULT_PRINTING, Chunk, lay_out_chunks, make_press
from generator.layout.press.press import Press
from generator.layout.text.findings import Findings
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
    """All arguments of one run of `petri make`."""

    jobs: tuple[Job, ...]
    formats: tuple[Format, ...]
    folder: Path
    """Output folder, which has a folder for each game."""
    names: tuple[str, ...] = ()
    """Names of players: each player gets a sheet with the name filled in."""
    copies: int = 1
    """Number of copies of each sheet, in the same file."""
    margin: float | None = None
    """Margin of all papers, in mm; None: from the data of each paper."""
    printing: Printing = field(default_factory=Printing)
    options: Options = field(default_factory=Options)


def make(run: Run, *, tell: Callable[[Job], None]) -> Outcome:
    """Build all files of a run or, after an error, none of them.

    `tell` is called with each job before it begins. PartErrors lists everything that does not fit, on all
    parts. An OutputError ends the run at once.
    """
    check_choices(run)
    failures: dict[tuple[str, str], GeneratorError] = {}
    with Staging() as staging:
        laid_out = lay_out(run.jobs, names=run.names, copies=run.copies, printing=run.printing, tell=tell)
        for job, chunks in laid_out:
            files = JobFiles(job, run, staging)
            for chunk, errors in chunks:
                failures |= {(str(job), str(error)): error for error in errors}
                if chunk and not failures:
                    files.add(chunk)
            if not failures:
                files.finish()
        if failures:
            raise PartErrors([(name, error) for (name, _), error in failures.items()])
        return staging.commit()


LaidOut: TypeAlias = tuple[Chunk | None, tuple[GeneratorError, ...]]
"""Some pages and the errors on them; None if an error leaves no pages."""


def lay_out(
    jobs: Iterable[Job],
    *,
    names: Sequence[str] = (),
    copies: int = 1,
    printing: Printing = DEFAULT_PRINTING,
    tell: Callable[[Job], None],
) -> Iterator[tuple[Job, Iterator[LaidOut]]]:
    """Yield each job with its pages, which are laid out on demand.

    Names and copies apply to sheets; other parts are laid out once.
    """
    presses: dict[tuple[Path, str], Press] = {}
    wordless: dict[Path, dict[str, Symbol]] = {}
    for job in jobs:
        tell(job)
        yield (
            job,
            _lay_out_job(
                job,
                presses,
                wordless.setdefault(job.game.kit.folder, {}),
                copies=copies if isinstance(job.part, Sheet) else 1,
                names=names if has_name_field(job.part) else (),
                printing=printing,
            ),
        )


def _lay_out_job(
    job: Job,
    presses: dict[tuple[Path, str], Press],
    wordless: dict[str, Symbol],
    *,
    copies: int,
    names: Sequence[str],
    printing: Printing,
) -> Iterator[LaidOut]:
    kit, findings = job.game.kit, Findings(collects=True)
    try:
        press = presses.get((kit.folder, job.locale))
        if press is None:
            press = presses[kit.folder, job.locale] = make_press(
                kit, locale=job.locale, fonts=job.game.fonts, wordless=wordless, findings=findings
            )
        findings = press.findings
        chunks = lay_out_chunks(
            press, job.part, paper=job.paper, copies=copies, names=names, printing=printing
        )
        for chunk in chunks:
            yield chunk, findings.take()
    except GeneratorError as error:
        yield None, (*findings.take(), error)


class JobFiles:
    """The files of a job, written page by page in every format."""

    def __init__(self, job: Job, run: Run, staging: Staging) -> None:
        self._run = run
        self._staging = staging
        self._folder = run.folder / job.game.kit.slug
        choices = name_choices(
            job.part,
            run.printing,
            selection=job.selection,
            copies=run.copies,
            names=run.names,
            margin=run.margin,
        )
        self._stem = "-".join((job.stem, *choices))
        self._writers: list[tuple[Format, Writer]] = [
            (form, form.begin() if form.begin else _Whole(form, run.options)) for form in run.formats
        ]

    def add(self, chunk: Chunk) -> None:
        for form, writer in self._writers:
            if not form.per_page:
                writer.add(chunk.document)
                continue
            for page in range(len(chunk.document.pages)):
                name = name_page(self._stem, form.extension, chunk.first + page, chunk.count)
                data = form.write(chunk.document, page, self._run.options)
                self._staging.write(self._folder / name, data)

    def finish(self) -> None:
        for form, writer in self._writers:
            if form.per_page:
                self._staging.drop(find_pages(self._folder, self._stem, form.extension))
            else:
                self._staging.write(self._folder / f"{self._stem}.{form.extension}", writer.finish())


class _Whole:
    """Writer that collects all pages, for a format that writes the document at once."""

    def __init__(self, form: Format, options: Options) -> None:
        self._form = form
        self._options = options
        self._documents: list[Document] = []

    def add(self, document: Document) -> None:
        self._documents.append(document)

    def finish(self) -> bytes:
        pages = tuple(page for document in self._documents for page in document.pages)
        return self._form.write(replace(self._documents[0], pages=pages), None, self._options)


def name_page(stem: str, extension: str, page: int, count: int) -> str:
    """Return `aid-es-a4.svg` for a single page, else `rules-es-a4-1.svg` with leading zeros if needed."""
    return f"{stem}.{extension}" if count == 1 else f"{stem}-{page + 1:0{len(str(count))}}.{extension}"


def find_pages(folder: Path, stem: str, extension: str) -> tuple[Path, ...]:
    """Return the page files that an earlier build of this document has left."""
    ours = re.compile(rf"{re.escape(stem)}(-\d+)?\.{re.escape(extension)}")
    with reported(folder):
        there = sorted(folder.iterdir()) if folder.is_dir() else ()
    return tuple(path for path in there if ours.fullmatch(path.name))


def has_name_field(part: Part) -> bool:
    """Return True if the part has a field for a player's name."""
    return isinstance(part, Sheet) and bool(part.name_field)


def check_choices(run: Run) -> None:
    """Raise UnknownName if an option applies to no part of the run."""
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
    """Return the names of the options that apply only to cards and tokens."""
    shift = printing.shift if any(printing.shift) else None
    chosen = {"backs": printing.backs, "bleed": printing.bleed, "gutter": printing.gutter, "shift": shift}
    return [name for name, value in chosen.items() if value is not None]
