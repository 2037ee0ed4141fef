"""The pipeline: it lays out kits part by part, and writes them in every format."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from generator.backends.formats import Format, Options, Writer
from generator.errors import GeneratorError, PartErrors, PrintWarning, UnknownName
from generator.layout.document import Chunk, lay_out_chunks, make_press
from generator.layout.press.press import Press
from generator.layout.text.findings import Findings
from generator.make.jobs import Job, list_parts
from generator.make.names import DEFAULTS, Choices, name_choices
from generator.model.board import Board
from generator.model.destinations import Destination
from generator.model.kit import Part
from generator.model.pieces import PieceSet
from generator.model.printing import OVERLAP
from generator.model.sheet import Sheet
from generator.output import Outcome, Staging, reported
from generator.scene.shapes import Document, Symbol

CARDS_FILE = "cards.json"


@dataclass(frozen=True, slots=True)
class Run:
    """The jobs of one run of `petri make`, with formats and options."""

    jobs: tuple[Job, ...]
    formats: tuple[Format, ...]
    choices: Choices = DEFAULTS
    destination: Destination | None = None
    """Arrangement of single pictures; None: pages to print."""


def make(run: Run, *, report: Callable[[Job], None]) -> Outcome:
    """Build all files of a run or, after an error, none of them.

    `report` is called with each job before it begins. PartErrors lists all parts and texts that do not fit;
    an OutputError ends the run at once.
    """
    check_choices(run)
    failures: dict[tuple[str, str], GeneratorError] = {}
    warnings = {str(problem): None for job in run.jobs for problem in job.game.kit.warnings}
    faces: dict[Path, list[dict[str, Any]]] = {}
    with Staging() as staging:
        for job, chunks in lay_out(run.jobs, run.choices, run.destination, report=report):
            files = JobFiles(job, run, staging)
            for chunk, errors in chunks:
                for error in errors:
                    if isinstance(error, PrintWarning):
                        warnings[str(error)] = None
                    else:
                        failures[str(job), str(error)] = error
                if chunk and not failures:
                    files.add(chunk)
            if not failures:
                files.finish()
                faces.setdefault(files.folder, []).extend(files.faces)
        if failures:
            raise PartErrors([(name, error) for (name, _), error in failures.items()])
        for folder, listed in faces.items():
            if listed:
                data = json.dumps(listed, ensure_ascii=False, indent=2) + "\n"
                staging.write(folder / CARDS_FILE, data.encode())
        return replace(staging.commit(), warnings=tuple(warnings))


LaidOut: TypeAlias = tuple[Chunk | None, tuple[GeneratorError, ...]]
"""Some pages, and their errors and warnings; the pages are None if an error prevented them."""


def lay_out(
    jobs: Iterable[Job],
    choices: Choices = DEFAULTS,
    destination: Destination | None = None,
    *,
    report: Callable[[Job], None],
) -> Iterator[tuple[Job, Iterator[LaidOut]]]:
    """Yield each job with its pages, which are laid out on demand.

    Names and copies apply to sheets; other parts are laid out once.
    """
    presses: dict[tuple[Path, str], Press] = {}
    wordless: dict[Path, dict[str, Symbol]] = {}
    for job in jobs:
        report(job)
        yield job, _lay_out_job(job, choices, destination, presses, wordless)


def _lay_out_job(
    job: Job,
    choices: Choices,
    destination: Destination | None,
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
            press,
            part,
            paper=job.paper,
            copies=copies,
            names=names,
            printing=choices.printing,
            destination=destination,
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
        self.folder = choices.folder / job.game.kit.slug
        self.faces: list[dict[str, Any]] = []
        """Faces of cards in the pictures of the first format."""
        words = name_choices(job.part, choices, job.selection)
        self._stem = "-".join((job.stem, *words))
        self._is_labelled = run.destination is not None
        if run.destination is not None:
            self.folder /= "-".join((run.destination.id, job.locale, *words))
            self._stem = job.part.id.replace("_", "-")
        self._writers: list[tuple[Format, Writer]] = [
            (form, form.begin(self._options) if form.begin else _CollectingWriter(form, self._options))
            for form in run.formats
        ]

    def add(self, chunk: Chunk) -> None:
        first = self._writers[0][0]
        for face in map(asdict, chunk.faces):
            file = face["file"] if first.per_page else self._stem
            self.faces.append({**face, "file": f"{file}.{first.extension}"})
        for form, writer in self._writers:
            if not form.per_page:
                writer.add(chunk.document)
                continue
            for page in range(len(chunk.document.pages)):
                name = f"{chunk.document.pages[page].label}.{form.extension}"
                if not self._is_labelled:
                    name = name_page(self._stem, form.extension, chunk.first + page, chunk.count)
                data = form.write(chunk.document, page, self._options)
                self._staging.write(self.folder / name, data)

    def finish(self) -> None:
        for form, writer in self._writers:
            if form.per_page:
                self._staging.drop(find_pages(self.folder, self._stem, form.extension))
            else:
                self._staging.write(self.folder / f"{self._stem}.{form.extension}", writer.finish())


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
    """Return the files of pages and faces that an earlier build of this document has left."""
    face = r"(-\d+-\w+)?-(front|back)s?"
    ours = re.compile(rf"{re.escape(stem)}({face})?(-\d+)?\.{re.escape(extension)}")
    with reported(folder):
        there = sorted(folder.iterdir()) if folder.is_dir() else ()
    return tuple(path for path in there if ours.fullmatch(path.name))


def has_name_field(part: Part) -> bool:
    """Return True if the part has a field for a player's name."""
    return isinstance(part, Sheet) and bool(part.name_field)


def check_choices(run: Run) -> None:
    """Raise UnknownName if an option applies to no part of the run."""
    parts = [job.part for job in run.jobs]
    among = f"chosen parts: {list_parts(run.jobs)}"
    printing = run.choices.printing
    if run.choices.names and not any(map(has_name_field, parts)):
        raise UnknownName(f"--names needs a part with a name field; {among}")
    if run.choices.copies > 1 and not any(isinstance(part, Sheet) for part in parts):
        raise UnknownName(f"--copies needs a sheet; {among}")
    for_boards = printing.poster or printing.size or printing.overlap != OVERLAP
    if for_boards and not any(isinstance(part, Board) for part in parts):
        raise UnknownName(f"--poster, --size, and --overlap need a board; {among}")
    shift = printing.shift if any(printing.shift) else None
    asked = {"backs": printing.backs, "bleed": printing.bleed, "gutter": printing.gutter, "shift": shift}
    for_pieces = ", ".join(f"--{name}" for name, value in asked.items() if value is not None)
    if for_pieces and not any(isinstance(part, PieceSet) for part in parts):
        raise UnknownName(f"a part with cards or tokens is needed for {for_pieces}; {among}")
