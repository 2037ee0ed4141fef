"""The pipeline: it lays out kits part by part, and writes them in every format."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from generator.backends.formats import Format, Options, Writer
from generator.errors import GeneratorError, PartErrors, PrintWarning, UnknownName, list_warnings
from generator.layout.document import Chunk, lay_out_chunks, make_press
from generator.layout.press.press import Press
from generator.layout.text.findings import Findings
from generator.make.jobs import Job, list_parts
from generator.make.names import DEFAULTS, Choices, name_choices
from generator.model.board import Board
from generator.model.kit import Part
from generator.model.pieces import PieceSet
from generator.model.sheet import Sheet
from generator.output import Outcome, Staging, reported
from generator.scene.shapes import Document, Picture, Symbol
from generator.scene.walk import find_all

_PIECES, _BOARD = (PieceSet, "a part with cards or tokens"), (Board, "a board")
_CUT = (PieceSet | Board, "a part with cards or tokens, or a board")
_NEEDS = {
    **dict.fromkeys(("backs", "bleed", "gutter", "shift", "grid", "groups", "start"), _PIECES),
    **dict.fromkeys(("poster", "size", "overlap"), _BOARD),
    **dict.fromkeys(("marks", "orientation"), _CUT),
}
"""Options of printing, and the parts to which they apply."""


@dataclass(frozen=True, slots=True)
class Run:
    """The jobs of one run of `petri make`, with formats and options."""

    jobs: tuple[Job, ...]
    formats: tuple[Format, ...]
    choices: Choices = DEFAULTS


def make(run: Run, *, report: Callable[[Job], None]) -> Outcome:
    """Build all files of a run or, after an error, none of them.

    `report` is called with each job before it begins. PartErrors lists all parts and texts that do not fit;
    an OutputError ends the run at once.
    """
    check_choices(run)
    failures: dict[tuple[str, str], GeneratorError] = {}
    notes = [str(problem) for job in run.jobs for problem in job.game.kit.warnings]
    warnings: list[PrintWarning] = []
    uses_dpi = run.choices.options.dpi == DEFAULTS.options.dpi or "png" in {one.name for one in run.formats}
    with Staging() as staging:
        for job, chunks in lay_out(run.jobs, run.choices, report=report):
            files = JobFiles(job, run, staging)
            for chunk, errors in chunks:
                for error in errors:
                    if isinstance(error, PrintWarning):
                        warnings.append(error)
                    else:
                        failures[str(job), str(error)] = error
                if chunk and not failures:
                    files.add(chunk)
                    pages = () if uses_dpi else chunk.document.pages
                    uses_dpi = uses_dpi or any(any(find_all(Picture, page.shapes)) for page in pages)
            if not failures:
                files.finish()
        if failures:
            raise PartErrors([(name, error) for (name, _), error in failures.items()])
        if not uses_dpi:
            notes.append("--dpi changes nothing: there are no PNG files and no photos")
        return replace(staging.commit(), warnings=tuple(dict.fromkeys((*notes, *list_warnings(warnings)))))


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
        yield job, _lay_out_job(job, choices, presses, wordless)


def _lay_out_job(
    job: Job,
    choices: Choices,
    presses: dict[tuple[Path, str], Press],
    wordless: dict[Path, dict[str, Symbol]],
) -> Iterator[LaidOut]:
    kit, part, findings = job.game.kit, job.part, Findings(collects=True)
    symbols = wordless.setdefault(kit.path, {})
    try:
        press = presses.get((kit.path, job.locale))
        if press is None:
            press = make_press(
                kit, locale=job.locale, fonts=job.game.fonts, wordless=symbols, findings=findings
            )
            presses[kit.path, job.locale] = press
        findings = press.findings
        copies = choices.copies if isinstance(part, Sheet) else 1
        names = choices.names if has_name_field(part) else ()
        for chunk in lay_out_chunks(
            press, part, paper=job.paper, copies=copies, names=names, printing=choices.printing
        ):
            yield chunk, findings.take()
    except GeneratorError as error:
        yield None, (*findings.take(), error)


class JobFiles:
    """The files of a job, written page by page in every format."""

    def __init__(self, job: Job, run: Run, staging: Staging) -> None:
        choices = run.choices
        self._options = choices.options
        self._staging = staging
        self._folder = choices.folder / job.game.kit.slug
        self._stem = "-".join((job.stem, *name_choices(job.part, choices, job.selection)))
        self._writers: list[tuple[Format, Writer]] = [
            (form, form.begin(self._options) if form.begin else _CollectingWriter(form, self._options))
            for form in run.formats
        ]

    def add(self, chunk: Chunk) -> None:
        for form, writer in self._writers:
            if not form.per_page:
                writer.add(chunk.document)
                continue
            for page in range(len(chunk.document.pages)):
                name = name_page(self._stem, form.extension, chunk.first + page, chunk.count)
                data = form.write(chunk.document, page, self._options)
                self._staging.write(self._folder / name, data)

    def finish(self) -> None:
        for form, writer in self._writers:
            if form.per_page:
                self._staging.drop(find_pages(self._folder, self._stem, form.extension))
            else:
                self._staging.write(self._folder / f"{self._stem}.{form.extension}", writer.finish())


class _CollectingWriter:
    """Writer that collects all pages, for a format that writes the document at once."""

    def __init__(self, form: Format, options: Options) -> None:
        self._form, self._options = form, options
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
    """Raise UnknownName with all options that apply to no part of the run."""
    choices, parts = run.choices, [job.part for job in run.jobs]
    needs: list[str] = []
    if choices.names and not any(map(has_name_field, parts)):
        needs.append("--names needs a part with a name field")
    if choices.copies > 1 and not any(isinstance(part, Sheet) for part in parts):
        needs.append("--copies needs a sheet")
    for option, (kind, what) in _NEEDS.items():
        name = "turned" if option == "orientation" else option
        is_given = getattr(choices.printing, name) != getattr(DEFAULTS.printing, name)
        if is_given and not any(isinstance(part, kind) for part in parts):
            needs.append(f"--{option} needs {what}")
    if needs:
        raise UnknownName("\n".join(f"{need}; chosen parts: {list_parts(run.jobs)}" for need in needs))
